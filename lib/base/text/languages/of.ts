import { setImmediate as nextTurn } from 'node:timers/promises';
import { cyrillicVerdict, isCyrillic } from '#lib/base/text/languages/cyrillic';
import { isDetectorLoaded } from '#lib/base/text/languages/detector';
import { isLatin, type LanguageVerdict, latinVerdict } from '#lib/base/text/languages/latin';

/**
 * The language of a text. Nothing about it is stored: index and question read it off the text. The
 * script decides first. Latin letters are English if the words say so; only other texts need the
 * statistical detector, so that a server of English texts never loads it.
 */

/** A lower-case ISO 639-1 code. */
export type Language = string;
export const ENGLISH: Language = 'en';

/**
 * Scripts by Unicode property, with the language that each usually writes. `weight`: a letter of
 * a denser script counts as several Latin ones, so that a Chinese sentence with two product names
 * is Chinese.
 */
const SCRIPTS: readonly { readonly script: string; readonly language: Language; readonly weight: number }[] = [
  { script: 'Han', language: 'zh', weight: 4 },
  { script: 'Hiragana', language: 'ja', weight: 3 },
  { script: 'Katakana', language: 'ja', weight: 3 },
  { script: 'Hangul', language: 'ko', weight: 3 },
  { script: 'Thai', language: 'th', weight: 1.3 },
  { script: 'Cyrillic', language: 'ru', weight: 1.1 },
  { script: 'Greek', language: 'el', weight: 1.1 },
  { script: 'Arabic', language: 'ar', weight: 1.3 },
  { script: 'Hebrew', language: 'he', weight: 1.3 },
  { script: 'Devanagari', language: 'hi', weight: 1.1 },
  { script: 'Armenian', language: 'hy', weight: 1.1 },
  { script: 'Georgian', language: 'ka', weight: 1.1 },
  { script: 'Ethiopic', language: 'am', weight: 2 },
  { script: 'Bengali', language: 'bn', weight: 1.1 },
  { script: 'Tamil', language: 'ta', weight: 1.1 },
  { script: 'Telugu', language: 'te', weight: 1.1 },
  { script: 'Gujarati', language: 'gu', weight: 1.1 },
  { script: 'Kannada', language: 'kn', weight: 1.1 },
  { script: 'Malayalam', language: 'ml', weight: 1.1 },
  { script: 'Gurmukhi', language: 'pa', weight: 1.1 },
  { script: 'Sinhala', language: 'si', weight: 1.1 },
  { script: 'Myanmar', language: 'my', weight: 1.3 },
  { script: 'Khmer', language: 'km', weight: 1.3 },
  { script: 'Lao', language: 'lo', weight: 1.3 },
];
const RUNS = SCRIPTS.map(({ script, ...rest }) => ({ ...rest, run: new RegExp(`\\p{sc=${script}}+`, 'gu') }));
const LATIN_RUN = /\p{sc=Latin}+/gu;
const OTHER_LETTER = /(?!\p{sc=Latin})\p{L}/u;
const ASCII = /^\p{ASCII}*$/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Letters that Arabic does not have. */
const PERSIAN = /[پچژگیک]/;
const URDU = /[ٹڈڑںےۓ]/;

/** A text is judged by its beginning, as the detector does. */
const MOST = 1_000;
const CACHED_TEXTS = 4_000;
const CACHED_LENGTH = 600;

const cache = new Map<string, LanguageVerdict>();

/** Languages that share a script, except the Latin one. */
function ofScript(text: string, language: Language): Language {
  if (language === 'ru') return cyrillicVerdict(text).language;
  if (language === 'ar') return URDU.test(text) ? 'ur' : PERSIAN.test(text) ? 'fa' : 'ar';
  return language === 'zh' && KANA.test(text) ? 'ja' : language;
}

const lengthOf = (text: string, run: RegExp): number => (text.match(run) ?? []).reduce((sum, { length }) => sum + length, 0);

/** The language of the prevailing script; null for Latin, and for a text without letters. */
function scriptLanguage(text: string): Language | null {
  if (ASCII.test(text) || !OTHER_LETTER.test(text)) return null;
  let most = lengthOf(text, LATIN_RUN);
  let found: Language | null = null;
  for (const { run, language, weight } of RUNS) {
    const count = weight * lengthOf(text, run);
    if (count <= most) continue;
    most = count;
    found = language;
  }
  return found;
}

function identify(given: string): LanguageVerdict {
  const text = given.normalize('NFC');
  const language = scriptLanguage(text);
  if (language === null) return latinVerdict(text);
  return language === 'ru' ? cyrillicVerdict(text) : { language: ofScript(text, language), isCertain: true };
}

function verdictOn(text: string): LanguageVerdict {
  const beginning = text.length > MOST ? text.slice(0, MOST) : text;
  if (beginning.length > CACHED_LENGTH) return identify(beginning);
  const known = cache.get(beginning);
  if (known !== undefined) return known;
  const verdict = identify(beginning);
  if (cache.size >= CACHED_TEXTS) cache.clear();
  cache.set(beginning, verdict);
  return verdict;
}

/**
 * The language of a text, as a lower-case ISO 639-1 code; English for a text that is too short or
 * unknown. Reads the first 1,000 characters. Deterministic; the results for short texts are cached.
 */
export const languageOf = (text: string): Language => verdictOn(text).language;

/** Whether the words of a text show its language without the texts around it. */
export const isLanguageCertain = (text: string): boolean => verdictOn(text).isCertain;

/**
 * The language of a text that is a part of a conversation or a document in the language
 * `surrounding`: its own if its words show one, else that of its surroundings, if that language is
 * written in the same letters. `surrounding` null: unknown.
 */
export function languageWithin(text: string, surrounding: Language | null): Language {
  const { language, isCertain } = verdictOn(text);
  if (isCertain || surrounding === null || language === surrounding) return language;
  if (isCyrillic(language)) return isCyrillic(surrounding) ? surrounding : language;
  return isLatin(surrounding) && isLatin(language) ? surrounding : language;
}

/**
 * Loads the detector if the language of a text needs it. That takes a tenth of a second, once; work
 * that follows at once would add to it, so other requests come first.
 */
export async function prepareLanguage(text: string): Promise<void> {
  if (isDetectorLoaded()) return;
  languageOf(text);
  if (isDetectorLoaded()) await nextTurn();
}

/**
 * The language of a text that belongs to another one, such as a name: that of the other text,
 * unless its script is another one.
 */
export const languageBeside = (text: string, other: Language): Language => {
  const language = scriptLanguage(text);
  return language === null ? other : ofScript(text, language);
};
