import { BoundedCache } from '#lib/base/bounded-cache';
import { defined } from '#lib/base/defined';
import { MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { fold } from '#lib/base/text/terms';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import { once, READING_SIZE, sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';
import { canEnd, changeReason } from '#lib/memory/validity/rules/replaces';

/**
 * Whether a later mention changes an earlier one:
 * - it ends what the earlier one states, by the rules of validity ("I moved to Lisbon")
 * - it moves the value that the earlier one names ("the opening moves from 2 May to 6 June")
 * - it denies the earlier one in the same words ("we are not taking that oven")
 *
 * Similarity is not considered. Pure.
 */

export interface Utterance {
  readonly text: string;
  readonly speaker: string | null;
  readonly mentionedAt: Date | null;
}

interface Move {
  readonly matter: readonly string[];
  /** empty: not named */
  readonly from: string;
  readonly to: string;
  /** what kind of value it is; see `kindsIn` */
  readonly kind: string;
  readonly isOwn: boolean;
}

interface ParsedSentence {
  readonly terms: ReadonlySet<string>;
  readonly values: readonly string[];
  /** the kinds of its values */
  readonly kinds: ReadonlySet<string>;
  readonly isDenied: boolean;
  /** about nobody but the speaker */
  readonly isOwn: boolean;
}

interface ParsedStatement {
  /** terms of all sentences; computed on demand */
  readonly terms: () => ReadonlySet<string>;
  readonly sentences: () => readonly ParsedSentence[];
  readonly moves: readonly Move[];
  readonly denials: readonly ParsedSentence[];
}

const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
/** "One" is too ambiguous. */
const COUNTS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const VALUE = String.raw`(?:${DAY}\s+(?:of\s+)?(?:${MONTH})(?!\p{L})|(?:${MONTH})\s+${DAY}(?!\p{N})|\p{N}+(?:[.,:]\p{N}+)*|(?:${WEEKDAY}|${COUNTS.join('|')})(?!\p{L}))`;
const VALUES = new RegExp(String.raw`(?<![\p{L}\p{N}])${VALUE}`, 'giu');
const MOVED = new RegExp(
  String.raw`(?<subject>.*?)(?<!\p{L})(?:mov(?:e|es|ed|ing)|chang(?:e|es|ed)|postpon(?:e|es|ed)|shift(?:s|ed)?|push(?:es|ed)?(?:\sback)?|delay(?:s|ed)?|re-?scheduled?|put\s(?:off|back)|brought\sforward|rais(?:e|es|ed)|lower(?:s|ed)?|rises|rose|drops|dropped|goes|went|extended)(?!\p{L})(?<object>.*?)(?:(?<!\p{L})from\s(?:\p{L}+,?\s){0,2}(?<from>${VALUE}).*?)?(?<!\p{L})to\s(?:\p{L}+,?\s){0,2}(?<to>${VALUE})`,
  'iu',
);
/** Sentences without any of these verb stems are skipped. */
const MOVES = /mov|chang|postpon|shift|push|delay|schedul|put|brought|rais|lower|ris|rose|drop|goes|went|extend/i;
const DENIED = /\b(?:not|never|cannot|no longer)\b|n['’]t\b/i;
const OWN = /\b(?:I|my|me|mine)\b/;
/** "At 15:30, not at 14:00": one sentence with the current and the previous value. */
const NOT_VALUE = new RegExp(String.raw`(?<!\p{L})(?:not|instead\sof|rather\sthan|no\slonger)\s(?:\p{L}+\s){0,2}(?<from>${VALUE})`, 'iu');
const NOW = /(?<!\p{L})now(?!\p{L})/iu;
/** The following clause gives a reason or changes the subject. */
const CLAUSES = /[,;:]\s|\s[-–—]\s|\b(?:because|since|but|and|so|until|although|though)\b/i;
const MIN_DENIED = 2;
const LONGEST = 400;

const plainValue = (value: string): string =>
  fold(value)
    .replace(/(\d)(?:st|nd|rd|th)\b/, '$1')
    .replace(/\bof\b|\.$/g, '')
    .replace(/^(\p{L}+)\s+(\d+)$/u, '$2 $1')
    .replace(/\s+/g, ' ')
    .replace(/^\p{L}+$/u, (word) => (COUNTS.includes(word) ? String(COUNTS.indexOf(word) + 2) : word))
    .replace(/(\p{L}{3})\p{L}*/u, '$1');
const valuesIn = (text: string): string[] => [...text.matchAll(VALUES)].map(([value]) => plainValue(value));
const BESIDE = /(?:(?<label>\p{L}+)\s+)?$/u;
const UNIT = /^\s?(?<unit>\p{L}[\p{L}\p{N}]*|%)/u;
/** Words beside a number that say nothing about its kind. */
const NO_KIND = new Set(
  'a an the at in on to of for by from about around only now today instead until than is are was were has have and or but not with because since per'.split(
    ' ',
  ),
);

/**
 * The kinds of the values of a sentence, in its order: `date`, `time`, or the noun beside a number
 * ("channel 11", "10 hubs"). Values of different kinds do not replace each other.
 */
function kindsIn(text: string): string[] {
  return [...text.matchAll(VALUES)].map(({ 0: value, index }) => {
    if (/\p{L}/u.test(value) && !COUNTS.includes(value.toLowerCase())) return 'date';
    if (value.includes(':')) return 'time';
    const term = (word: string | undefined): string =>
      word === undefined || NO_KIND.has(word.toLowerCase()) ? '' : (contentOf(word)[0] ?? word);
    const { unit } = UNIT.exec(text.slice(index + value.length))?.groups ?? {};
    const { label } = BESIDE.exec(text.slice(Math.max(0, index - LABEL_REACH), index))?.groups ?? {};
    return term(unit) || term(label);
  });
}
/** Characters before a number in which its label begins. */
const LABEL_REACH = 40;
const contentOf = (text: string): readonly string[] => sayingTerms(text.replace(VALUES, ' '));

const read = (text: string): ParsedSentence => ({
  terms: new Set(contentOf(text)),
  values: valuesIn(text),
  kinds: new Set(kindsIn(text)),
  isDenied: DENIED.test(text),
  isOwn: OWN.test(text),
});

function moveIn(sentence: string): Move[] {
  const { subject = '', object = '', from, to } = (MOVES.test(sentence) && MOVED.exec(sentence)?.groups) || {};
  if (to !== undefined) {
    const matter = contentOf(`${subject.split(CLAUSES).at(-1)} ${object}`);
    const current = plainValue(to);
    const move = { matter, from: from ? plainValue(from) : '', to: current, kind: kindOf(sentence, current), isOwn: OWN.test(sentence) };
    return matter.length === 0 ? [] : [move];
  }
  const denied = NOT_VALUE.exec(sentence);
  const lasting = sentence.replace(NOW, ' ');
  if (!denied && lasting === sentence) return [];
  const before = denied ? plainValue(defined(defined(denied.groups).from)) : '';
  const matter = contentOf(denied ? lasting.replace(denied[0], ' ') : lasting);
  const current = valuesIn(sentence).filter((value) => value !== before);
  if (matter.length === 0 || current.length !== 1) return [];
  const value = defined(current[0]);
  return [{ matter, from: before, to: value, kind: kindOf(sentence, value), isOwn: OWN.test(sentence) }];
}

const kindOf = (sentence: string, value: string): string => kindsIn(sentence)[valuesIn(sentence).lastIndexOf(value)] ?? '';

/** A number without a noun is of any kind but a date. */
const mayBeOfKind = (kind: string, kinds: ReadonlySet<string>): boolean =>
  kinds.has(kind) || (kind === '' && [...kinds].some((other) => other !== 'date')) || (kind !== 'date' && kinds.has(''));

/** Cached by text: questions to one bank find many of the same memories. */
const known = new BoundedCache<ParsedStatement>(5_000_000);
/** Cached by object: one question compares each memory with each other. */
const readings = new WeakMap<Utterance, ParsedStatement>();

function readingOf(mention: Utterance): ParsedStatement {
  const found = readings.get(mention) ?? cachedReadingOf(mention);
  readings.set(mention, found);
  return found;
}

function cachedReadingOf(mention: Utterance): ParsedStatement {
  const key = `${mention.speaker ?? ''}\n${mention.text}`;
  const found = known.get(key);
  if (found) return found;
  const body = bodyOf(mention.text, mention.speaker);
  const sentences = sentencesIn(body)
    .map(({ start, end }) => body.slice(start, end))
    .filter((sentence) => sentence.length <= LONGEST && !sentence.endsWith('?'));
  const reading: ParsedStatement = {
    terms: once(() => new Set(contentOf(body))),
    sentences: once(() => sentences.map(read)),
    moves: sentences.flatMap(moveIn),
    denials: sentences
      .flatMap((sentence) => sentence.split(CLAUSES))
      .filter((clause) => DENIED.test(clause))
      .map(read)
      .filter(({ terms, values }) => terms.size > 0 && terms.size + values.length >= MIN_DENIED),
  };
  known.set(key, reading, READING_SIZE * mention.text.length);
  return reading;
}

const isWithin = (some: Iterable<string>, all: ReadonlySet<string>): boolean => [...some].every((term) => all.has(term));

/**
 * If the sentence names the moved value, the rest of the matter may be in a neighboring sentence
 * ("I own the billing. The deadline is 2 May.").
 */
const isMoved = (
  { matter, from, to, kind, isOwn }: Move,
  { terms, values, kinds, isOwn: isOtherOwn }: ParsedSentence,
  beside: ReadonlySet<string>,
  isSameSpeaker: boolean,
): boolean =>
  (isSameSpeaker || (!isOwn && !isOtherOwn)) &&
  !values.includes(to) &&
  (from === ''
    ? isWithin(matter, terms) && mayBeOfKind(kind, kinds)
    : values.includes(from) && matter.some((term) => terms.has(term)) && isWithin(matter, beside));

/** "I do not like it" by one speaker says nothing about another speaker. */
const isTakenBack = (denial: ParsedSentence, sentence: ParsedSentence, isSameSpeaker: boolean): boolean =>
  !sentence.isDenied &&
  isWithin(denial.terms, sentence.terms) &&
  isWithin(denial.values, new Set(sentence.values)) &&
  (isSameSpeaker || (!denial.isOwn && !sentence.isOwn && denial.values.length > 0));

/**
 * How a later mention changes an earlier one: 2 if it names the current value, 1 if it denies the
 * earlier one, 0 otherwise.
 */
export function changeBy(later: Utterance, earlier: Utterance): 0 | 1 | 2 {
  const isAfter = (later.mentionedAt?.getTime() ?? 0) - (earlier.mentionedAt?.getTime() ?? 0);
  if (later === earlier || isAfter < 0) return 0;
  const now = readingOf(later);
  const before = readingOf(earlier);
  const isSame = later.speaker === earlier.speaker;
  // Words that name the previous value also order mentions of one day.
  if (
    now.moves.some(
      (move) => (isAfter > 0 || move.from !== '') && before.sentences().some((one) => isMoved(move, one, before.terms(), isSame)),
    )
  )
    return 2;
  if (isAfter === 0) return 0;
  if (now.denials.some((denial) => before.sentences().some((one) => isTakenBack(denial, one, isSame)))) return 1;
  const reason = changeReason(later, earlier);
  return reason === null ? 0 : reason === 'end' ? 1 : 2;
}

/** Whether a mention can change another one: it moves, states or denies something. */
export function canChange(mention: Utterance): boolean {
  const { moves, denials } = readingOf(mention);
  return moves.length > 0 || denials.length > 0 || canEnd(mention);
}

/**
 * The latest mention that changes an earlier one; among several, one that names the current value.
 * null if there is none.
 */
export function changerOf<T extends Utterance>(earlier: T, all: readonly T[]): T | null {
  let best: { one: T; weight: number } | null = null;
  for (const one of all) {
    const change = changeBy(one, earlier);
    const weight = change * 1e14 + (one.mentionedAt?.getTime() ?? 0);
    if (change > 0 && (best === null || weight > best.weight)) best = { one, weight };
  }
  return best?.one ?? null;
}

/**
 * The end of the chain of changes from a mention: itself if nothing changes it. `all` needs to
 * contain only mentions that can change others. `successorOf`: what replaced a mention, as stored.
 */
export function lastChangerOf<T extends Utterance>(
  earlier: T,
  all: readonly T[],
  successorOf: (mention: T) => T | undefined = () => undefined,
): T {
  const seen = new Set<T>();
  let last = earlier;
  for (let next: T | null = earlier; next !== null && !seen.has(next); next = successorOf(next) ?? changerOf(next, all)) {
    seen.add(next);
    last = next;
  }
  return last;
}
