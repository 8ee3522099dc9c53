import { CERTAIN, type DataEvidence, ENCODED } from '#lib/memory/retain/reading/data/evidence';
import { allSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * Data in runs without blanks: data URLs, base64, hashes, tokens. Decided by the alphabet of a run,
 * by how often the kind of character changes, and by the share of letters that could be words. Long
 * words, paths, URLs and scripts without blanks remain.
 */

/** The least length of a run of data, in characters. */
export const LEAST_RUN = 32;
/** Shorter base64 cannot be distinguished from names in code. */
const LEAST_ENCODED = 40;
const LONG = 200;
const LEAST_DIGITS = 64;
const LONGEST_HASH = 128;
const LEAST_SEQUENCE = 64;
/** In URLs, shorter runs are parts of the address. */
const LEAST_IN_URL = 500;
/** Characters between two steps of a loop that does little for each. */
const REST = 65_536;

const isBlankCode = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;

/**
 * Whether a text has a run of `length` characters without a blank. Reads one character in `length`
 * and those around it.
 */
export function hasRun(text: string, length: number = LEAST_RUN): boolean {
  let start = 0;
  while (start + length <= text.length) {
    let at = start + length - 1;
    while (at >= start && !isBlankCode(text.charCodeAt(at))) at--;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}

const SIGN = 1;
const LOWER = 2;
const UPPER = 3;
const DIGIT = 4;

/** The kind of each ASCII character of base64, of its variant for URLs and of percent encoding. */
const KINDS = new Uint8Array(128);
for (const sign of '+/_-%') KINDS[sign.charCodeAt(0)] = SIGN;
for (let i = 0; i < 26; i++) {
  KINDS[97 + i] = LOWER;
  KINDS[65 + i] = UPPER;
}
for (let i = 0; i < 10; i++) KINDS[48 + i] = DIGIT;

const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0;
const isHex = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
/** One id is the name of something; a list of them is data (`lists.ts`). */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const NUCLEOTIDES = /^[ACGTUN]+$/i;

/** Measured properties of a run of the alphabet. */
interface RunMeasure {
  readonly length: number;
  readonly lower: number;
  readonly upper: number;
  readonly digits: number;
  readonly percents: number;
  /** places where the kind of character changes */
  readonly changes: number;
  /** changes between letters and digits */
  readonly mixes: number;
  /** letters in sequences that could be words: four small letters or more, and a capital before */
  readonly wordLike: number;
  readonly isHex: boolean;
}

const WORD = 4;

function* measuring(text: string, start: number, end: number): Steps<RunMeasure> {
  const counts = [0, 0, 0, 0, 0];
  let changes = 0;
  let mixes = 0;
  let wordLike = 0;
  let percents = 0;
  let hex = true;
  let kind = 0;
  let run = 0;
  let before = 0;
  const closeRun = (): void => {
    if (kind === LOWER && run >= WORD) wordLike += run + (before === UPPER ? 1 : 0);
  };
  for (let i = start; i < end; i++) {
    if (i % REST === 0) yield;
    const code = text.charCodeAt(i);
    const own = KINDS[code] ?? 0;
    counts[own] = (counts[own] ?? 0) + 1;
    if (code === 37) percents++;
    if (hex && !isHex(code)) hex = false;
    if (own === kind) run++;
    else {
      closeRun();
      if (i > start) changes++;
      if (kind > SIGN && own > SIGN && (kind === DIGIT || own === DIGIT)) mixes++;
      before = kind;
      kind = own;
      run = 1;
    }
  }
  closeRun();
  const [, , lower = 0, upper = 0, digits = 0] = counts;
  return { length: end - start, lower, upper, digits, percents, changes, mixes, wordLike, isHex: hex };
}

const measured = (text: string, start: number, end: number): RunMeasure => allSteps(measuring(text, start, end));

/** What a run of the alphabet is; null: words. `text` contains it, for rare kinds. */
function* labelOf(text: string, start: number, end: number): Steps<string | null> {
  const { length, lower, upper, digits, percents, changes, mixes, wordLike, isHex: hex } = yield* measuring(text, start, end);
  const letters = lower + upper;
  if (length <= LONG && UUID.test(text.slice(start, end))) return null;
  if (hex && letters > 0 && digits > 0) return length <= LONGEST_HASH ? 'hash' : 'hexadecimal data';
  if (digits === length) return length >= LEAST_DIGITS ? 'digits' : null;
  if (percents * 4 >= length) return ENCODED;
  if (letters === length && length >= LEAST_SEQUENCE && (lower === 0 || upper === 0) && NUCLEOTIDES.test(text.slice(start, end)))
    return 'sequence';
  if (digits === 0 || letters === 0) return null;
  if (lower > 0 && upper > 0) {
    const isDense = changes * 100 >= length * 42 && wordLike * 2 < length;
    const isLong = changes * 100 >= length * 12 && wordLike * 3 < length;
    return (length >= LEAST_ENCODED && isDense) || (length >= LONG && isLong) ? ENCODED : null;
  }
  return digits * 10 >= length && mixes * 8 >= length && wordLike * 5 < length * 2 ? ENCODED : null;
}

/** Whether a short token looks random: an id, a key. */
export function isRandom(token: string): boolean {
  const { length, lower, upper, digits, changes, wordLike } = measured(token, 0, token.length);
  return digits > 0 && lower + upper > 0 && changes * 5 >= length * 2 && wordLike * 3 < length;
}

const DATA_URL = /data:([\w.+-]{1,40}\/[\w.+-]{1,80})?(?:;[\w=.+-]{1,60}){0,4},/y;
const DATA_URL_HEAD = 'data:';
const LEAST_PAYLOAD = 8;
const SCHEME = /[a-z\d+.-]/i;
const LONGEST_SCHEME = 20;
const ENDS_URL = /["'<>()[\]{}`]/;

/** A range of the text that is not searched again. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The data in one line. Offsets are those of `text`. */
export function* runsIn(text: string): Steps<DataEvidence[]> {
  const found: DataEvidence[] = yield* dataUrlsIn(text);
  const urls = text.includes('://') ? yield* urlsIn(text) : [];
  const known = found.slice();
  let nextData = 0;
  let nextUrl = 0;
  let rested = 0;
  for (let start = 0; start < text.length; ) {
    let end = start;
    while (end < text.length && kindAt(text, end) !== 0) {
      end++;
      if (end % REST === 0) yield;
    }
    const letters = end;
    while (end > start && end - letters < 2 && text[end] === '=') end++;
    while (nextData < known.length && (known[nextData]?.end ?? 0) <= start) nextData++;
    while (nextUrl < urls.length && (urls[nextUrl]?.end ?? 0) <= start) nextUrl++;
    const isInside = (known[nextData]?.start ?? Number.POSITIVE_INFINITY) < end;
    const isAddress = (urls[nextUrl]?.start ?? Number.POSITIVE_INFINITY) < end;
    if (!isInside && letters - start >= (isAddress ? LEAST_IN_URL : LEAST_RUN)) {
      const label = text.startsWith('eyJ', start) ? 'token' : yield* labelOf(text, start, letters);
      if (label !== null) found.push({ start, end, label, weight: CERTAIN });
      else if (!isAddress) for (const hash of yield* hashesIn(text, start, letters)) found.push(hash);
    }
    start = end + 1;
    if (start - rested < REST) continue;
    rested = start;
    yield;
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Hashes inside a longer run, as in the name of a file. */
function* hashesIn(text: string, start: number, end: number): Steps<DataEvidence[]> {
  const found: DataEvidence[] = [];
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && kindAt(text, to) !== SIGN) to++;
    if (to - from >= LEAST_RUN) {
      const { isHex: hex, digits, lower, upper } = yield* measuring(text, from, to);
      if (hex && digits > 0 && lower + upper > 0) found.push({ start: from, end: to, label: 'hash', weight: CERTAIN });
    }
    from = to + 1;
  }
  return found;
}

function* dataUrlsIn(text: string): Steps<DataEvidence[]> {
  const found: DataEvidence[] = [];
  const isStep = stepMeter();
  for (let at = text.indexOf(DATA_URL_HEAD); at >= 0; at = text.indexOf(DATA_URL_HEAD, at + 1)) {
    if (isStep(0)) yield;
    DATA_URL.lastIndex = at;
    const head = DATA_URL.exec(text);
    if (!head) continue;
    const from = at + head[0].length;
    const isBase64 = /;base64,$/i.test(head[0]);
    let end = from;
    while (end < text.length && (isBase64 ? kindAt(text, end) !== 0 || text[end] === '=' : continuesUrl(text, end))) {
      end++;
      if (end % REST === 0) yield;
    }
    if (end - from >= LEAST_PAYLOAD && (isBase64 || head[1] !== undefined)) {
      found.push({ start: at, end, label: (head[1] ?? 'text/plain').toLowerCase(), weight: CERTAIN });
      at = end - 1;
    }
  }
  return found;
}

const continuesUrl = (text: string, at: number): boolean => !isBlankCode(text.charCodeAt(at)) && !ENDS_URL.test(text[at] ?? ' ');

function* urlsIn(text: string): Steps<TextRange[]> {
  const found: TextRange[] = [];
  const isStep = stepMeter();
  for (let at = text.indexOf('://'); at >= 0; ) {
    if (isStep(LONGEST_SCHEME)) yield;
    let start = at;
    while (start > 0 && at - start < LONGEST_SCHEME && SCHEME.test(text.charAt(start - 1))) start--;
    let end = at + 3;
    while (end < text.length && continuesUrl(text, end)) {
      end++;
      if (end % REST === 0) yield;
    }
    if (start < at) found.push({ start, end });
    at = text.indexOf('://', end);
  }
  return found;
}
