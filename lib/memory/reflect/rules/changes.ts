import { BoundedCache } from '#lib/base/bounded-cache';
import { defined } from '#lib/base/defined';
import { MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { fold } from '#lib/base/text/terms';
import { bodyOf, claimsOf } from '#lib/memory/observations/rules/claims';
import { once, READING_SIZE, sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';

/**
 * Whether what was said later changes what was said earlier: it has another value of the same matter ("I live in Porto", "I moved to Lisbon"), it
 * moves the value that the earlier one names ("the opening moves from 2 May to 6 June"), or it denies in the same words what the earlier one says
 * ("we are not taking that oven"). Likeness never decides. Pure.
 */

export interface Utterance {
  readonly text: string;
  readonly speaker: string | null;
  readonly mentionedAt: Date | null;
}

interface Move {
  readonly matter: readonly string[];
  /** empty: it is not named */
  readonly from: string;
  readonly to: string;
  readonly isOwn: boolean;
}

interface ParsedSentence {
  readonly terms: ReadonlySet<string>;
  readonly values: readonly string[];
  readonly isDenied: boolean;
  /** of nobody but whoever speaks */
  readonly isOwn: boolean;
}

interface ParsedStatement {
  readonly slots: ReadonlyMap<string, string>;
  /** of all its sentences; read where something else may change it */
  readonly terms: () => ReadonlySet<string>;
  readonly sentences: () => readonly ParsedSentence[];
  readonly moves: readonly Move[];
  readonly denials: readonly ParsedSentence[];
}

const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
/** "One" says too many other things. */
const COUNTS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const VALUE = String.raw`(?:${DAY}\s+(?:of\s+)?(?:${MONTH})(?!\p{L})|(?:${MONTH})\s+${DAY}(?!\p{N})|\p{N}+(?:[.,:]\p{N}+)*|(?:${WEEKDAY}|${COUNTS.join('|')})(?!\p{L}))`;
const VALUES = new RegExp(String.raw`(?<![\p{L}\p{N}])${VALUE}`, 'giu');
const MOVED = new RegExp(
  String.raw`(?<subject>.*?)(?<!\p{L})(?:mov(?:e|es|ed|ing)|chang(?:e|es|ed)|postpon(?:e|es|ed)|shift(?:s|ed)?|push(?:es|ed)?(?:\sback)?|delay(?:s|ed)?|re-?scheduled?|put\s(?:off|back)|brought\sforward|rais(?:e|es|ed)|lower(?:s|ed)?|rises|rose|drops|dropped|goes|went|extended)(?!\p{L})(?<object>.*?)(?:(?<!\p{L})from\s(?:\p{L}+,?\s){0,2}(?<from>${VALUE}).*?)?(?<!\p{L})to\s(?:\p{L}+,?\s){0,2}(?<to>${VALUE})`,
  'iu',
);
/** What none of its verbs can stand in is read no further. */
const MOVES = /mov|chang|postpon|shift|push|delay|schedul|put|brought|rais|lower|ris|rose|drop|goes|went|extend/i;
const DENIED = /\b(?:not|never|cannot|no longer)\b|n['’]t\b/i;
const OWN = /\b(?:I|my|me|mine)\b/;
/** "At 15:30, not at 14:00": in one sentence what holds and what does not. */
const NOT_VALUE = new RegExp(String.raw`(?<!\p{L})(?:not|instead\sof|rather\sthan|no\slonger)\s(?:\p{L}+\s){0,2}(?<from>${VALUE})`, 'iu');
const NOW = /(?<!\p{L})now(?!\p{L})/iu;
/** What follows gives a reason or goes on to something else. */
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
const isDate = (value: string): boolean => /\p{L}/u.test(value);
const contentOf = (text: string): readonly string[] => sayingTerms(text.replace(VALUES, ' '));

const read = (text: string): ParsedSentence => ({
  terms: new Set(contentOf(text)),
  values: valuesIn(text),
  isDenied: DENIED.test(text),
  isOwn: OWN.test(text),
});

function moveIn(sentence: string): Move[] {
  const { subject = '', object = '', from, to } = (MOVES.test(sentence) && MOVED.exec(sentence)?.groups) || {};
  if (to !== undefined) {
    const matter = contentOf(`${subject.split(CLAUSES).at(-1)} ${object}`);
    return matter.length === 0 ? [] : [{ matter, from: from ? plainValue(from) : '', to: plainValue(to), isOwn: OWN.test(sentence) }];
  }
  const denied = NOT_VALUE.exec(sentence);
  const lasting = sentence.replace(NOW, ' ');
  if (!denied && lasting === sentence) return [];
  const before = denied ? plainValue(defined(defined(denied.groups).from)) : '';
  const matter = contentOf(denied ? lasting.replace(denied[0], ' ') : lasting);
  const holding = valuesIn(sentence).filter((value) => value !== before);
  return matter.length === 0 || holding.length !== 1 ? [] : [{ matter, from: before, to: defined(holding[0]), isOwn: OWN.test(sentence) }];
}

/** Questions to one bank find much of the same again, and what somebody said is read the same each time. */
const known = new BoundedCache<ParsedStatement>(5_000_000);
/** One question compares each with each: what was looked up for one of them is at hand for all others. */
const atHand = new WeakMap<Utterance, ParsedStatement>();

function readingOf(said: Utterance): ParsedStatement {
  const found = atHand.get(said) ?? keptReadingOf(said);
  atHand.set(said, found);
  return found;
}

function keptReadingOf(said: Utterance): ParsedStatement {
  const key = `${said.speaker ?? ''}\n${said.text}`;
  const found = known.get(key);
  if (found) return found;
  const body = bodyOf(said.text, said.speaker);
  const sentences = sentencesIn(body)
    .map(({ start, end }) => body.slice(start, end))
    .filter((sentence) => sentence.length <= LONGEST && !sentence.endsWith('?'));
  const reading: ParsedStatement = {
    terms: once(() => new Set(contentOf(body))),
    slots: new Map(claimsOf(said.text, said.speaker).flatMap(({ slot, cardinality, words }) => (cardinality === 'one' ? [[slot, words]] : []))),
    sentences: once(() => sentences.map(read)),
    moves: sentences.flatMap(moveIn),
    denials: sentences
      .flatMap((sentence) => sentence.split(CLAUSES))
      .filter((clause) => DENIED.test(clause))
      .map(read)
      .filter(({ terms, values }) => terms.size > 0 && terms.size + values.length >= MIN_DENIED),
  };
  known.set(key, reading, READING_SIZE * said.text.length);
  return reading;
}

const isWithin = (some: Iterable<string>, all: ReadonlySet<string>): boolean => [...some].every((term) => all.has(term));

/** Where the value that is moved is named, the rest of the matter may stand in a sentence beside it ("I own the billing. The deadline is 2 May."). */
const isMoved = (
  { matter, from, to, isOwn }: Move,
  { terms, values, isOwn: isTheirs }: ParsedSentence,
  beside: ReadonlySet<string>,
  isSameSpeaker: boolean,
): boolean =>
  (isSameSpeaker || (!isOwn && !isTheirs)) &&
  !values.includes(to) &&
  (from === ''
    ? isWithin(matter, terms) && values.some((value) => isDate(value) === isDate(to))
    : values.includes(from) && matter.some((term) => terms.has(term)) && isWithin(matter, beside));

/** "I do not like it" of the one says nothing of what another one likes. */
const isTakenBack = (denial: ParsedSentence, sentence: ParsedSentence, isSameSpeaker: boolean): boolean =>
  !sentence.isDenied &&
  isWithin(denial.terms, sentence.terms) &&
  isWithin(denial.values, new Set(sentence.values)) &&
  (isSameSpeaker || (!denial.isOwn && !sentence.isOwn && denial.values.length > 0));

/** How much the later one says of it: 2 where it names what holds now, 1 where it denies what was, 0 where it is about something else. */
export function changeBy(later: Utterance, earlier: Utterance): 0 | 1 | 2 {
  const isAfter = (later.mentionedAt?.getTime() ?? 0) - (earlier.mentionedAt?.getTime() ?? 0);
  if (later === earlier || isAfter < 0) return 0;
  const now = readingOf(later);
  const before = readingOf(earlier);
  const isSame = later.speaker === earlier.speaker;
  // Words that name what was before tell the order also of what was said on one day.
  if (
    now.moves.some(
      (move) => (isAfter > 0 || move.from !== '') && before.sentences().some((one) => isMoved(move, one, before.terms(), isSame)),
    )
  )
    return 2;
  if (isAfter === 0) return 0;
  for (const [slot, words] of now.slots) if (before.slots.has(slot) && before.slots.get(slot) !== words) return 2;
  return now.denials.some((denial) => before.sentences().some((one) => isTakenBack(denial, one, isSame))) ? 1 : 0;
}

/** Whether it can say otherwise than another one: that it moves, holds or denies something. */
export function canChange(said: Utterance): boolean {
  const { moves, slots, denials } = readingOf(said);
  return moves.length > 0 || slots.size > 0 || denials.length > 0;
}

/** What says last how something is that an earlier one says otherwise: where several do, the one that names what holds now. */
export function changerOf<T extends Utterance>(earlier: T, all: readonly T[]): T | null {
  let best: { one: T; weight: number } | null = null;
  for (const one of all) {
    const change = changeBy(one, earlier);
    const weight = change * 1e14 + (one.mentionedAt?.getTime() ?? 0);
    if (change > 0 && (best === null || weight > best.weight)) best = { one, weight };
  }
  return best?.one ?? null;
}

/** What says last how it is, itself where nothing says otherwise. Of `all` only what can change anything has to be there. */
export function lastChangerOf<T extends Utterance>(earlier: T, all: readonly T[]): T {
  const seen = new Set<T>();
  let last = earlier;
  for (let next: T | null = earlier; next !== null && !seen.has(next); next = changerOf(next, all)) {
    seen.add(next);
    last = next;
  }
  return last;
}
