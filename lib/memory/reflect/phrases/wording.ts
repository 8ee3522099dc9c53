import { dayWords, spanWords } from '#lib/base/text/day-words';
import { isCommonWord } from '#lib/base/text/language';
import { foldLetters } from '#lib/base/text/languages/letters';
import { ENGLISH, isLanguageCertain, type Language, languageOf, languageWithin } from '#lib/base/text/languages/of';
import { profileOf } from '#lib/base/text/languages/profiles';
import { type LocalizedDates, localizedDates } from '#lib/base/text/localized-dates';
import { terms } from '#lib/base/text/terms';
import { EASTERN } from '#lib/memory/reflect/phrases/eastern';
import { en } from '#lib/memory/reflect/phrases/en';
import type { PhraseLanguage, ReflectPhrases } from '#lib/memory/reflect/phrases/phrases';
import { WESTERN } from '#lib/memory/reflect/phrases/western';
import { listed } from '#lib/memory/reflect/rules/unmentioned-names';

/** The phrases of a language with its dates and its lists. */
export interface ReflectWording extends LocalizedDates {
  /** of the phrases: English if the language of the question has none */
  readonly language: Language;
  readonly phrases: ReflectPhrases;
  /** "Ana, Ben or Cleo" */
  readonly anyOf: (names: readonly string[]) => string;
}

const TABLE: Readonly<Record<PhraseLanguage, ReflectPhrases>> = { ...WESTERN, ...EASTERN };
const PHRASES: ReadonlyMap<Language, ReflectPhrases> = new Map(Object.entries(TABLE));

const ENGLISH_WORDING: ReflectWording = {
  language: ENGLISH,
  phrases: en,
  day: dayWords,
  span: spanWords,
  anyOf: listed,
};

const known = new Map<Language, ReflectWording>([[ENGLISH, ENGLISH_WORDING]]);

/** The wording of a language; that of English if the language has no phrases. */
export function wordingIn(language: Language): ReflectWording {
  const found = known.get(language);
  if (found) return found;
  const phrases = PHRASES.get(language);
  if (!phrases) return ENGLISH_WORDING;
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const wording: ReflectWording = {
    language,
    phrases,
    ...localizedDates(language, phrases.weekOf),
    anyOf: (names) => list.format(names.map((name) => isolated(name, language))),
  };
  known.set(language, wording);
  return wording;
}

const WORD = /\p{L}+/gu;

interface StoredText {
  readonly text: string;
  /** how near it is to the question; omitted: unknown */
  readonly score?: number;
}

/** The language of most of the texts; null if no language has more than half. */
function languageOfMost(items: readonly StoredText[]): Language | null {
  const counts = new Map<Language, number>();
  for (const { text } of items) counts.set(languageOf(text), (counts.get(languageOf(text)) ?? 0) + 1);
  return [...counts].find(([, count]) => count > items.length / 2)?.[0] ?? null;
}

/** The language of the text that is nearest to the question; null if no distance is known. */
function languageOfNearest(items: readonly StoredText[]): Language | null {
  const nearest = items.reduce<StoredText | null>((best, one) => ((one.score ?? 0) > (best?.score ?? 0) ? one : best), null);
  return nearest === null ? null : languageOf(nearest.text);
}

/**
 * Whether a question that counts as English is in this language: it has more function words of it
 * than English ones, or as many and no other English word. The detector cannot read questions as
 * short as "Wo wohnt Ana?".
 */
function isRatherIn(query: string, language: Language): boolean {
  const { stopWords } = profileOf(language);
  const words = query.match(WORD) ?? [];
  const isEnglishStop = (word: string): boolean => terms(word).length === 0;
  const own = words.filter((word) => stopWords.has(foldLetters(word))).length;
  const english = words.filter(isEnglishStop).length;
  const isEnglishWord = (word: string): boolean => !/^\p{Lu}/u.test(word) && !isEnglishStop(word) && isCommonWord(word);
  return own > english || (own > 0 && own === english && !words.some(isEnglishWord));
}

/** A small letter begins a word: the question is more than a name. */
const HAS_WORDS = /(?<!\p{L})\p{Ll}/u;

/** Whether a question's own words do not show its language. */
export const isUncertain = (query: string): boolean => !isLanguageCertain(query) && HAS_WORDS.test(query);

/**
 * The language in which a question is answered. `items`: its evidence, or memories of its bank. A
 * question whose own words do not show a language is in that of most of them, or of the nearest one
 * if they are in many.
 */
export function languageOfQuestion(query: string, items: readonly StoredText[] = []): Language {
  const language = languageOf(query);
  const most = languageOfMost(items);
  if (most === null) return isUncertain(query) ? languageWithin(query, languageOfNearest(items)) : language;
  if (most === language) return language;
  // English evidence does not show that a question with other words is English.
  if (most === ENGLISH) return HAS_WORDS.test(query) ? language : languageWithin(query, most);
  if (isUncertain(query)) return languageWithin(query, most);
  return language === ENGLISH && isRatherIn(query, most) ? most : language;
}

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar', 'fa', 'he', 'ur']);
const RIGHT_TO_LEFT_LETTER = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;
const [ISOLATE, END_ISOLATE] = ['\u2068', '\u2069'];

/**
 * A name or a quotation inside a sentence of a language. If it is read in the other direction, it
 * is isolated, so that the marks around it stay in their places.
 */
export function isolated(text: string, language: Language): string {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined || RIGHT_TO_LEFT_LETTER.test(letter) === RIGHT_TO_LEFT.has(language)) return text;
  return `${ISOLATE}${text}${END_ISOLATE}`;
}

/**
 * The sentence that says that nothing stored answers, in the language of the question. Callers that
 * look for the English sentence find it in parentheses. `names`: those that no evidence mentions.
 */
export function refusalIn(language: Language, names: readonly string[] = []): string {
  const sentence = ({ phrases, anyOf }: ReflectWording): string =>
    names.length > 0 ? phrases.nothingAbout(anyOf(names)) : phrases.noEvidence;
  const wording = wordingIn(language);
  const english = sentence(ENGLISH_WORDING);
  return wording === ENGLISH_WORDING ? english : `${sentence(wording)} ${isolated(`(${english})`, wording.language)}`;
}
