import { type AbbreviationKind, type Abbreviations, abbreviationsOf } from '#lib/base/text/languages/abbreviations';
import { capitalRulesOf } from '#lib/base/text/languages/capital-rules';
import { foldLetters } from '#lib/base/text/languages/letters';
import type { Language } from '#lib/base/text/languages/of';
import { profileOf } from '#lib/base/text/languages/profiles';

/**
 * Where sentences end in languages other than English: after a mark and a blank, except after
 * abbreviations, initials and ordinal numbers. Pure.
 */

/** What decides about the ends of sentences in a language. */
interface SentenceRules {
  readonly abbreviations: Abbreviations;
  /** a mark, closing quotation marks, and the blanks before the next word */
  readonly border: RegExp;
  /** whether a capitalized word begins a sentence rather than a name */
  readonly opensSentence: (word: string) => boolean;
  /** whether a number before a full stop is an ordinal: "3. Mai" */
  readonly isOrdinal: (number: TextBefore, next: NextWord) => boolean;
}

/** What precedes a number, and the number. */
interface TextBefore {
  readonly word: string;
  readonly value: string;
}

interface NextWord {
  /** the first letters behind a mark; empty if a digit or a sign follows */
  readonly word: string;
  /** the text from the next word on, of limited length */
  readonly text: string;
  readonly isSmall: boolean;
  /** the text has capitals elsewhere, so that a small letter continues a sentence */
  readonly isAmongCapitals: boolean;
}

const CLOSERS = String.raw`["'”“’‘»«›‹)\]*_]{0,3}`;
const borderOf = (marks: string, closers: string): RegExp => new RegExp(`[${marks}]${closers}\\s+(?=\\S)`, 'gu');
const BORDER = borderOf('.!?…', CLOSERS);
/** A blank precedes the closing mark: "« Viens ! » dit-il". */
const FRENCH_BORDER = borderOf('.!?…', `(?:[ \\u00a0\\u202f]»|${CLOSERS})`);
/** The semicolon is the question mark of Greek. */
const GREEK_BORDER = borderOf('.!?…;\\u037e', CLOSERS);

/** Languages that write an ordinal number with a full stop, and the next word in small letters. */
const ORDINALS: ReadonlySet<Language> = new Set(['de', 'cs', 'pl', 'tr', 'sk', 'hu', 'hr', 'sl', 'da', 'no', 'nb', 'fi', 'et', 'lv']);
const ROMAN = /^[IVXLCDM]{2,6}$/;
/** "3. 5. 2026", and the year behind "Mai". */
const DATE_NUMBER = /^(?:\d{1,2}\.(?!\d)|(?:19|20)\d\d(?!\d))/;

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));
const GERMAN_MONTHS = list(
  'januar jänner februar feber märz april mai juni juli august september oktober november dezember jan feb mär mrz apr jun jul aug sep sept okt nov dez',
);
const GERMAN_ORDINAL_NOUNS = list(
  `jahrhundert jahrhunderts jahrhunderten weltkrieg weltkriegs weltkrieges stock stockwerk etage klasse platz geburtstag hochzeitstag bundesliga liga semester
  runde auflage obergeschoss`,
);
const GERMAN_DETERMINERS = list(
  `der die das den dem des am im zum zur beim vom ab jeder jede jedes jeden dieser diese dieses diesem diesen mein meine meinen meinem meiner dein deine deinen deinem
  sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer`,
);
const TURKISH_ORDINAL_NOUNS = list('Dünya Lig Cadde Sokak');

/** Particles of names, some of which are also articles: "J. De Niro". */
const PARTICLES = list('de del della dei di da dal dalla dos das do du des le la les lo las los el al van von den der ten ter te');

/** Words that a capital only distinguishes at the start of a sentence. */
function functionWords(language: Language): (word: string) => boolean {
  const { stopWords } = profileOf(language);
  const { openers } = capitalRulesOf(language);
  return (word) => {
    const folded = foldLetters(word);
    return (stopWords.has(folded) || openers.has(folded)) && (language === 'de' || !PARTICLES.has(folded));
  };
}

function ordinalsOf(language: Language, opensSentence: SentenceRules['opensSentence']): SentenceRules['isOrdinal'] {
  if (!ORDINALS.has(language)) return () => false;
  return ({ word, value }, next) => {
    if (!ROMAN.test(value) && DATE_NUMBER.test(next.text)) return true;
    if (next.isSmall) return language !== 'de' || next.isAmongCapitals || GERMAN_MONTHS.has(next.word);
    if (next.word === '') return false;
    if (language === 'tr') return ROMAN.test(value) || TURKISH_ORDINAL_NOUNS.has(next.word);
    if (language !== 'de') return false;
    const noun = next.word.toLowerCase();
    return (
      GERMAN_MONTHS.has(noun) || GERMAN_ORDINAL_NOUNS.has(noun) || (GERMAN_DETERMINERS.has(word.toLowerCase()) && !opensSentence(noun))
    );
  };
}

const rules = new Map<Language, SentenceRules>();

function rulesOf(language: Language): SentenceRules {
  const known = rules.get(language);
  if (known) return known;
  const opensSentence = functionWords(language);
  const made: SentenceRules = {
    abbreviations: abbreviationsOf(language),
    border: language === 'fr' ? FRENCH_BORDER : language === 'el' ? GREEK_BORDER : BORDER,
    opensSentence,
    isOrdinal: ordinalsOf(language, opensSentence),
  };
  rules.set(language, made);
  return made;
}

/** Characters before a mark that are read: the parts of the longest abbreviation. */
const TAIL = 32;
const HEAD = 24;
const NEXT_WORD = /^[^\p{L}\p{N}]{0,3}([\p{L}\p{M}]+)/u;
const SMALL = /^["'“‘„«»(¿¡]?\p{Ll}/u;
const LIST_MARK = /^\s*(?:\d{1,3}|[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])[.)]$/u;
/** The word before the last full stop, with the abbreviated words before it: "z. B". */
const LAST_WORDS = /(?<![\p{L}\p{M}\p{N}.])(?:[\p{L}\p{M}]{1,5}\.[ \u00a0\u202f]?){0,3}[\p{L}\p{M}ـ]{1,12}$/u;
/** The word before a number; the number, with the day of "12.3." before it. */
const LAST_NUMBER = /(?:^|(?<word>\p{L}+)[ \u00a0\u202f]|[^\p{N}.,:])(?:\d{1,2}\. ?)?(?<value>\d{1,3}|[IVXLCDM]{2,6})$/u;
const BEHIND_NUMBER = /(?:\p{Nd}|(?<!\p{L})[IVXLC]{1,6})[ \u00a0\u202f]?$/u;
/** An initial, except the words of one letter with which sentences end. */
const INITIAL = /^(?![яyéèoóàô]$)[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}]$/u;
const NEXT_INITIAL = /^\p{L}{1,2}\./u;
/** "U.S", "к.м.н": full stops without blanks. */
const DOTTED = /^[\p{L}\p{M}]{1,3}(?:\.[\p{L}\p{M}]{1,3})+$/u;
/** Abbreviations of Thai have no vowels: "พ.ศ.", "ดร." */
const THAI_CONSONANTS = /^[ก-ฮ]{1,3}$/u;

/** The kind of the abbreviation at the end of `before`, without its last full stop; null: none. */
function kindOf(before: string, next: NextWord, { abbreviations }: SentenceRules): AbbreviationKind | null {
  const words = LAST_WORDS.exec(before)?.[0];
  if (words === undefined) return null;
  const parts = words.split(/\.[ \u00a0\u202f]?/);
  const last = parts.at(-1) ?? '';
  if (abbreviations.afterNumber.has(last.toLowerCase()) && BEHIND_NUMBER.test(before.slice(0, -last.length))) return 'closing';
  for (let first = 0; first < parts.length; first++) {
    const word = parts.slice(first).join('.');
    const kind = abbreviations.kinds.get(`=${word}`) ?? abbreviations.kinds.get(word.toLowerCase());
    if (kind !== undefined) return kind;
  }
  if (abbreviations.ending?.test(last)) return 'closing';
  if (THAI_CONSONANTS.test(last)) return BEHIND_NUMBER.test(before.slice(0, -last.length)) ? 'closing' : 'open';
  if (last.length === 1 && NEXT_INITIAL.test(next.text)) return 'open';
  return INITIAL.test(last) || DOTTED.test(words) ? 'usual' : null;
}

function endsAfter(kind: AbbreviationKind, next: NextWord, { opensSentence }: SentenceRules): boolean {
  switch (kind) {
    case 'open':
      return false;
    case 'usual':
      return next.word !== '' && !next.isSmall && opensSentence(next.word);
    case 'closing':
      return !next.isSmall && !/^\p{Nd}/u.test(next.text);
    case 'number':
      return !/^(?:\p{Nd}|[IVXLC]+(?!\p{L}))/u.test(next.text);
  }
}

/** Whether a sentence ends between `before`, which ends with a mark, and the next word. */
function isEnd(before: string, next: NextWord, own: SentenceRules): boolean {
  if (/(?:\.{2,}|…)$/u.test(before) || !/[.!?…;\u037e]$/u.test(before)) return !next.isSmall;
  if (!before.endsWith('.')) return true;
  const words = before.slice(0, -1);
  const number = LAST_NUMBER.exec(words)?.groups;
  if (number && own.isOrdinal({ word: number.word ?? '', value: number.value ?? '' }, next)) return false;
  const kind = kindOf(words, next, own);
  return kind === null || endsAfter(kind, next, own);
}

function nextWordAt(text: string, at: number, isAmongCapitals: boolean): NextWord {
  const ahead = text.slice(at, at + HEAD);
  return { text: ahead, word: NEXT_WORD.exec(ahead)?.[1] ?? '', isSmall: SMALL.test(ahead), isAmongCapitals };
}

/**
 * The offsets in a text at which its second and later sentences begin. `language`: of the text, not
 * English.
 */
export function sentenceStarts(text: string, language: Language): number[] {
  const own = rulesOf(language);
  const hasCapitals = /\p{Lu}/u.test(text);
  const starts: number[] = [];
  for (const { 0: mark, index } of text.matchAll(own.border)) {
    const at = index + mark.length;
    const before = text.slice(Math.max(0, index - TAIL), at).trimEnd();
    if (at < 8 && LIST_MARK.test(before)) continue;
    if (isEnd(before, nextWordAt(text, at, hasCapitals), own)) starts.push(at);
  }
  return starts;
}
