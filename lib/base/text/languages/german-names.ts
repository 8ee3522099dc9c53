import { isGermanNoun } from '#lib/base/text/languages/german-nouns';
import { isGivenName } from '#lib/base/text/languages/given-names';

/**
 * German capitalizes all nouns. A capitalized word counts as a common noun if a determiner precedes
 * it, if it is in the list of nouns or ends like one, or if the same text uses it as a noun or in
 * small letters.
 */

/** A word of a text, as the rules need it. */
export interface GermanWord {
  readonly value: string;
  readonly folded: string;
  readonly isCapitalized: boolean;
}

/** Articles, possessives, pronouns before nouns, and quantities, in all forms. */
const DETERMINER =
  /^(?:d(?:er|ie|as|en|em|es)|(?:k|m|d|s)?ein(?:e|en|em|er|es)?|ihr(?:e|en|em|er|es)?|unse?re?[nmrs]?|unser|euer|eure[nmrs]?|(?:dies|jen|jed|welch|manch|solch|all|beid|viel|wenig|mehrer|einig|samtlich|halb|ganz|etlich)(?:e|en|em|er|es)?|etwas|nichts|genug|mehr|weniger|pro|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|\p{L}*(?:zehn|zig|ssig|hundert|tausend))$/u;
/** Prepositions that contain an article. */
const CONTRACTION = /^(?:im|am|zum|zur|beim|vom|ins|ans|aufs|furs|durchs|ums|ubers|unters|hinterm|uberm|unterm|vorm)$/;
/** Numbers count things, except those that may be years. */
const QUANTITY = /^(?!1\d{3}$|20\d{2}$)\d[\d.,]*$/;
/** An adjective before a noun, in any case. */
const ADJECTIVE = /^\p{Ll}{2,}(?:e|en|er|es|em|ten|ste)$/u;
/** An adjective with the strong ending of a noun without an article: "kaltes Wasser". */
const STRONG_ADJECTIVE = /^\p{Ll}{3,}(?:es|em)$/u;
/** "frische Pizza"; not a verb ("ich besuche Anna", "dann sagte Merkel") or an adverb. */
const WEAK_ADJECTIVE = /^(?!heute$|gerne$|ohne$|lange$|vorne$|beinahe$|alleine$|hause$|eben|gestern)\p{Ll}{3,}(?<!t)e$/u;
const BEFORE_VERB = /^(?:ich|und|oder|aber|sondern|denn|es|man|sowie|wie|als)$/;
const ADJECTIVES = 3;
/** Adjectives that begin names: "Deutsche Bank", "Rotes Kreuz", "Europäische Union". */
const NAMING_ADJECTIVE =
  /^(?:\p{L}{3,}isch|deutsch|neu|alt|rot|schwarz|grun|weiss|gross|klein|hoh|nord|ost|west|sud|erst|zweit|dritt|heilig|vereinigt|tot|international|national)(?:e|er|es|en|em)$/u;
const LANGUAGE_NAME = /isch$/;

const isDeterminer = (word: GermanWord | undefined): boolean =>
  word !== undefined && (QUANTITY.test(word.value) || DETERMINER.test(word.folded) || CONTRACTION.test(word.folded));

/** "Ursula von der Leyen": the article belongs to the name. */
const isOfNobleName = (words: readonly GermanWord[], i: number): boolean =>
  words[i - 2]?.folded === 'von' && isGivenName(words[i - 3]?.folded ?? '') && DETERMINER.test(words[i - 1]?.folded ?? '');

/** Whether a determiner, adjectives after it or not, or a strong adjective precedes a word. */
function isDetermined(words: readonly GermanWord[], i: number): boolean {
  const before = words[i - 1];
  if (before === undefined || isOfNobleName(words, i)) return false;
  if (isDeterminer(before)) return true;
  if (STRONG_ADJECTIVE.test(before.value) && !DETERMINER.test(before.folded) && before.folded.length > 4) return true;
  // the second word of a sentence is usually its verb
  if (i > 2 && WEAK_ADJECTIVE.test(before.value) && !BEFORE_VERB.test(words[i - 2]?.folded ?? '')) return true;
  for (let at = i - 1; at >= Math.max(0, i - ADJECTIVES); at--) {
    if (!ADJECTIVE.test(words[at]?.value ?? '')) return false;
    if (isDeterminer(words[at - 1])) return true;
  }
  return false;
}

/** What the words of a text show about its capitalized ones. */
export interface GermanEvidence {
  /** folded words behind a determiner */
  readonly nouns: ReadonlySet<string>;
  /** folded words in small letters */
  readonly small: ReadonlySet<string>;
}

export function germanEvidence(sentences: readonly (readonly GermanWord[])[]): GermanEvidence {
  const nouns = new Set<string>();
  const small = new Set<string>();
  for (const words of sentences)
    words.forEach(({ folded, isCapitalized }, i) => {
      if (!isCapitalized) small.add(folded);
      else if (isDetermined(words, i)) nouns.add(folded);
    });
  return { nouns, small };
}

/** Whether the capitalized word at `i` begins a name of several words: "Deutsche Bank". */
const beginsName = (words: readonly GermanWord[], i: number): boolean =>
  i > 0 && words[i]?.isCapitalized === true && NAMING_ADJECTIVE.test(words[i]?.folded ?? '') && words[i + 1]?.isCapitalized === true;

/** Whether the capitalized word at `i` is a common noun, or an adjective of one. */
export function isCommonGerman(words: readonly GermanWord[], i: number, { nouns, small }: GermanEvidence): boolean {
  const word = words[i];
  if (word === undefined) return false;
  const { folded } = word;
  if (beginsName(words, i) || beginsName(words, i - 1) || isGivenName(folded)) return false;
  if (isDetermined(words, i) || nouns.has(folded) || small.has(folded)) return true;
  return DETERMINER.test(folded) || LANGUAGE_NAME.test(folded) || isGermanNoun(word.value);
}

/** "Kölner Dom": a place as an adjective of a noun. */
export const isPlaceAdjective = (words: readonly GermanWord[], i: number): boolean =>
  /^\p{L}{3,}er$/u.test(words[i]?.folded ?? '') && words[i + 1]?.isCapitalized === true && isGermanNoun(words[i + 1]?.value ?? '');

const ADVERB =
  /(?:lich|ell|weise|tens|mals|zeitig|end|isch|sam|bar|los|haft|warts|halb|seits|dings|falls|zutage|ig|sten)$|^(?:da|hier|wo)r?(?:an|auf|aus|bei|durch|fur|gegen|hin|hinter|in|mit|nach|neben|uber|um|unter|von|vor|zu|zwischen)$|^(?:ins|des|all|einer)/;

/** Whether the first word of a sentence looks like an adverb or adjective. */
export const isGermanAdverb = (folded: string): boolean => ADVERB.test(folded);
