import { stemmer } from 'stemmer';
import { compatibleForm } from '#lib/base/text/compatible-form';

/**
 * Keyword search: this is the only place that splits a text into terms, so that the index and the
 * query always agree. PostgreSQL only stores and counts them (`array_to_tsvector`); its own text
 * configurations are never used.
 */

/**
 * Longer words are cut, because PostgreSQL limits a lexeme to 2 KB, and the rest of such a word is
 * never searched for.
 */
const MAX_TERM = 64;
const STEM_CACHE_LIMIT = 50_000;

/**
 * Words without a topic: function words, auxiliaries, and their contractions, without accents and
 * apostrophes.
 */
const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but by can cannot
  could did do does doing done down during each either else ever few for from further get gets getting go goes going got had has have having
  he her here hers herself him himself his how i if in into is it its itself just let like many may me might more most much must my myself
  neither no nor not of off oh ok okay on once only or other our ours ourselves out over own please really same shall she should so some such
  than that the their theirs them themselves then there these they this those through to too under until up upon us very was we well were
  what when where whether which while who whom whose why will with would yeah yes you your yours yourself yourselves eg ie etc
  im ive id ill youre youve youd youll hes hed shes shed theyre theyve theyd theyll weve wed thats theres heres whats wheres whos hows lets
  dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt cant couldnt shouldnt mustnt aint gonna wanna gotta kinda`.split(
    /\s+/,
  ),
);

/** Scripts without spaces: any two neighboring characters make a term. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー`;

/**
 * In order of preference:
 * - initials (u.s.a.)
 * - numbers with their dots and commas (v1.2, 3.14, 1,200)
 * - languages with a sign (c++, c#)
 * - runs of unspaced script
 * - words with inner apostrophes
 * - one-letter prefixes with a hyphen (e-mail, x-ray, t-shirt)
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?`,
    String.raw`(?<![\p{L}\p{N}])v?\p{Nd}+(?:[.,]\p{Nd}+)+(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])[a-z](?:\+\+|#)(?![\p{L}\p{N}])`,
    `[${UNSPACED}]+`,
    String.raw`(?<![\p{L}\p{N}])\p{L}-(?:(?![${UNSPACED}])\p{L}){2,}`,
    String.raw`(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+(?:['’](?:(?![${UNSPACED}])[\p{L}\p{M}])+)*`,
  ].join('|'),
  'gu',
);
const UNSPACED_START = new RegExp(`^[${UNSPACED}]`, 'u');
/** The same for plain ASCII, which is most text and five times as fast without Unicode classes. */
const ASCII_TOKEN =
  /(?<![a-z0-9])(?:[a-z]\.){2,}(?:[a-z](?![a-z0-9]))?|(?<![a-z0-9])v?\d+(?:[.,]\d+)+(?![a-z0-9])|(?<![a-z0-9])[a-z](?:\+\+|#)(?![a-z0-9])|(?<![a-z0-9])[a-z]-[a-z]{2,}|[a-z0-9]+(?:'[a-z]+)*/g;

/** Letters without a decomposition. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
};
/**
 * Latin, Greek and Cyrillic accents, Hebrew and Arabic points. Not the marks of Indic scripts and
 * kana, which are letters there.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u064b-\u065f\u0670]+/g;
const ASCII = /^\p{ASCII}*$/u;

/** NFKC, case folded, without accents: the form in which texts, names and queries are compared. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return compatibleForm(lower)
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[ßςøđðłæœıþħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

const stems = new Map<string, string>();

const computedStem = (word: string): string => (word.length > 2 && /^[a-z]+$/.test(word) ? stemmer(word) : word);

function stemOf(word: string): string {
  // A run without blanks may be as long as a text: the cache stores only short words, so that its
  // size is bounded.
  if (word.length > MAX_TERM) return computedStem(word);
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEM_CACHE_LIMIT) stems.clear();
  const stem = computedStem(word);
  stems.set(word, stem);
  return stem;
}

function bigrams(run: string, out: string[]): void {
  const characters = [...run];
  if (characters.length === 1) out.push(run);
  for (let i = 1; i < characters.length; i++) out.push(`${characters[i - 1]}${characters[i]}`);
}

/**
 * One form for equivalent spellings: 1,200 is 1200, v1.2 is 1.2, u.s. is us, e-mail is email,
 * o'brien is obrien, bob's is bob.
 */
function plainWord(token: string): string {
  const first = token.charCodeAt(0);
  const digits =
    (first >= 48 && first <= 57) || (first === 118 && token.length > 1 && token.charCodeAt(1) >= 48 && token.charCodeAt(1) <= 57);
  if (digits && /[.,]/.test(token)) return token.replace(/^v/, '').replace(/,(?=\d{3}(?!\d))/g, '');
  return token.replace(/['’]s$/, '').replace(/['’.-]/g, '');
}

/** Whether a run belongs to a script without spaces, or is Korean. */
export const isUnspaced = (run: string): boolean => UNSPACED_START.test(run);

/** Appends the terms of a text; `words`: also the word of each, folded. */
function readTerms(text: string, out: string[], words?: string[]): void {
  const folded = fold(text);
  const ascii = ASCII.test(folded);
  for (const token of folded.match(ascii ? ASCII_TOKEN : TOKEN) ?? []) {
    if (!ascii && isUnspaced(token)) {
      bigrams(token, out);
      words?.push(...out.slice(words.length));
      continue;
    }
    const word = plainWord(token);
    if (word === '' || STOP_WORDS.has(word)) continue;
    out.push(stemOf(word).slice(0, MAX_TERM));
    words?.push(word);
  }
}

/**
 * The terms of a text in order, with repetitions: folded, stemmed, without stop words;
 * two-character terms in scripts without spaces. These are the index terms of English texts, and
 * the words that the built-in rules compare.
 */
export function terms(text: string): string[] {
  const out: string[] = [];
  readTerms(text, out);
  return out;
}

/** The same, each with its folded word. */
export function wordTerms(text: string): { readonly term: string; readonly word: string }[] {
  const out: string[] = [];
  const words: string[] = [];
  readTerms(text, out, words);
  return out.map((term, i) => ({ term, word: words[i] ?? term }));
}

/**
 * The content of a unit's tsvector: every distinct term. Units have some twenty terms, so term
 * frequency carries almost no information.
 */
export const lexemes = (list: readonly string[]): string[] => [...new Set(list)];
