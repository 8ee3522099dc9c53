import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCommonWord } from '#lib/base/text/language';
import { detectLanguage, isDetectorLoaded } from '#lib/base/text/languages/detector';
import { PROFILES } from '#lib/base/text/languages/profiles';

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
const LETTER = /\p{L}/gu;
const ACCENTED = /(?![a-zA-Z])\p{sc=Latin}/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Letters that Arabic does not have. */
const PERSIAN = /[پچژگیک]/;
const UKRAINIAN = /[іїєґ]/i;
const URDU = /[ٹڈڑںےۓ]/;

/** Languages that the detector confuses with one of ours, or names otherwise. */
const SAME: Readonly<Record<string, Language>> = { ms: 'id' };
const CYRILLIC = new Set(['ru', 'uk', 'be', 'bg', 'sr']);
/** Languages of the detector that are not written in Latin letters. */
const NOT_LATIN = new Set(`am ar be bg bn el fa gu he hi hy ja ka kn ko ku lo ml mr or pa ru sr ta te th uk ur zh`.split(' '));

/** A text is judged by its beginning, as the detector does. */
const MOST = 1_000;
/** ASCII texts with fewer letters say too little: a name, a code, "ok". */
const FEW = 12;
/**
 * ASCII texts with fewer letters are English unless a function word of another language is in them.
 */
const SHORT = 24;
const CACHED_TEXTS = 4_000;
const CACHED_LENGTH = 600;

const cache = new Map<string, Language>();

/**
 * Words that a text of another language in Latin letters rarely contains: function words that are
 * no words there.
 */
const ENGLISH_WORDS = new Set(
  `the and of with that this these those there their they them you your yours my she his which what when where who whom whose why how would could
  should because about been were are is its than then does did doing done from into through while until against between before after again each
  both few other such not only own same too very can just don't i'm it's i've i'll didn't doesn't isn't wasn't can't couldn't won't we're we've they're
  he's she's that's there's let's you're i'd want need know think really got get make made said went every any some our for but was be at it an he had
  i we thanks thank congrats awesome wow yeah hey haha great nice good time day like love see new looks look sounds sure happy year week work
  people things thing life best always never lot lots fun worries problem understand here`.split(/\s+/),
);
/** Of these, the words that also exist in other languages: they do not decide alone. */
const WEAK = new Set('is was be at it an he had i we for but some not any are own made get his want an'.split(' '));

/**
 * Stop words of other languages that are also written in English texts: words, names,
 * abbreviations.
 */
const AMBIGUOUS = new Set(
  `a i ai al am ante ao ali are as at au ban be bent bin bit but by can cat con da dal data de del di dia do dont du el em en era fare fast for fore from go
  god gore had has have he heel hem hen her here hers hey him his hoe hos hot how hun ice if in is it its jag jest just ku la lam le let lo lor los lui ma mag man me
  mel men met mi mine mina mit mitt mod moi most mot mu must my no nog noch not ne of old on one or ore our out over pan par per plus pod pour pun qui
  sale sam she si sin sine size so some son sub sue sun sung sur ta tam tan te tell ten ter than that the them then there they this tie till tine to ton tot tu
  tung ty un una up ur us van var verso vid via war was we were what when who why will ya yes you zo tai day nay cai khi san las les all care large maybe once won keep take far come pie fi pot pendant door four car`.split(
    /\s+/,
  ),
);
const LATIN_STOP_WORDS: ReadonlySet<string> = new Set(
  PROFILES.filter(({ script }) => script === 'Latin')
    .flatMap(({ stopWords }) => [...stopWords])
    .filter((word) => /^[a-z]{2,}$/.test(word) && !ENGLISH_WORDS.has(word)),
);
/** What a word in Latin letters says about the language of its text. */
type Hint = 'strong' | 'weak' | 'foreign' | 'ambiguous';
const HINTS: ReadonlyMap<string, Hint> = new Map<string, Hint>([
  ...[...LATIN_STOP_WORDS].map((word) => [word, AMBIGUOUS.has(word) ? 'ambiguous' : 'foreign'] as const),
  ...[...ENGLISH_WORDS].map((word) => [word, WEAK.has(word) ? 'weak' : 'strong'] as const),
]);

const LATIN_WORD = /[a-z]+(?:'[a-z]+)*/g;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().replaceAll('’', "'").match(LATIN_WORD) ?? [];

function hintsIn(words: readonly string[]): Record<Hint, number> {
  const counts = { strong: 0, weak: 0, foreign: 0, ambiguous: 0 };
  for (const word of words) {
    const hint = HINTS.get(word);
    if (hint) counts[hint]++;
  }
  return counts;
}

/** Shorter words are often abbreviations. */
const COMMON_LENGTH = 3;
/** Longer runs of letters are data. */
const DATA_LENGTH = 40;
const MOSTLY = 0.5;

/** Whether at least half of the words are in the English lexicon. */
function isCommonEnglish(words: readonly string[]): boolean {
  const long = words.map((word) => word.replace(/'s$/, '')).filter(({ length }) => length >= COMMON_LENGTH && length <= DATA_LENGTH);
  return long.filter((word) => isCommonWord(word)).length >= MOSTLY * long.length;
}

/**
 * Whether the words alone show that a text in Latin letters is English; false: unknown. Function
 * words decide. With only ambiguous ones, half of the words must be in the English lexicon, unless
 * the text is short.
 */
function isPlainlyEnglish(words: readonly string[], { isAccented, letters }: { isAccented: boolean; letters: number }): boolean {
  const { strong, weak, foreign, ambiguous } = hintsIn(words);
  if (foreign > 0) return strong >= 2 * foreign;
  if (strong > 0 || weak > 1) return true;
  return !isAccented && (letters < SHORT || ambiguous === 0 || isCommonEnglish(words));
}

/** Words of code, formulas and addresses, which are in no language. */
const CODE = /(?<!\S)\S*(?:[\\/<>={}_@#^]|\w[.:(]\w)\S*/g;

function ofLatin(given: string): Language {
  // Most English texts end here.
  const { strong, foreign } = hintsIn(wordsOf(given));
  if (strong > 0 && foreign === 0) return ENGLISH;
  const text = given.replace(CODE, ' ');
  const isAccented = ACCENTED.test(text);
  const letters = (text.match(LETTER) ?? []).length;
  if (letters < FEW && !isAccented) return ENGLISH;
  if (isPlainlyEnglish(wordsOf(text), { isAccented, letters })) return ENGLISH;
  const found = detectLanguage(text);
  return found === '' || NOT_LATIN.has(found) ? ENGLISH : (SAME[found] ?? found);
}

/** Short texts say too little for the detector: letters decide that Russian does not have. */
function ofCyrillic(text: string): Language {
  if ((text.match(LETTER) ?? []).length < FEW) return UKRAINIAN.test(text) ? 'uk' : 'ru';
  const found = detectLanguage(text);
  return CYRILLIC.has(found) ? found : 'ru';
}

/** Languages that share a script. */
function ofScript(text: string, language: Language): Language {
  if (language === 'ru') return ofCyrillic(text);
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

function identify(given: string): Language {
  const text = given.normalize('NFC');
  const language = scriptLanguage(text);
  return language === null ? ofLatin(text) : ofScript(text, language);
}

/**
 * The language of a text, as a lower-case ISO 639-1 code; English for a text that is too short or
 * unknown. Reads the first 1,000 characters. Deterministic; the results for short texts are cached.
 */
export function languageOf(text: string): Language {
  const beginning = text.length > MOST ? text.slice(0, MOST) : text;
  if (beginning.length > CACHED_LENGTH) return identify(beginning);
  const known = cache.get(beginning);
  if (known !== undefined) return known;
  const language = identify(beginning);
  if (cache.size >= CACHED_TEXTS) cache.clear();
  cache.set(beginning, language);
  return language;
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
