import { CERTAIN, type DataEvidence } from '#lib/memory/retain/reading/data/evidence';
import { isRandom } from '#lib/memory/retain/reading/data/runs';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Lists of numbers, bytes, hashes and ids, and minified code. */

/** Shorter lines are lists only if all their tokens are data. */
const LONG_LINE = 64;
const SAMPLES = 16;
const MOST_STEP = 8;
const MANY_DIGITS = 6;
const MANY_SIGNS = 2;
const LONGEST_SAMPLED = 1_000_000;
/** The length of the time before a message, whose digits do not count. */
const STAMP = 24;

/** By character: whether it is a sign of code, a brace or semicolon, or a curly bracket. */
const SIGNS = new Uint8Array(128);
const BRACES = new Uint8Array(128);
const CURLY = new Uint8Array(128);
for (const sign of '{}();=[]&|!') SIGNS[sign.charCodeAt(0)] = 1;
for (const sign of '{};') BRACES[sign.charCodeAt(0)] = 1;
for (const sign of '{}') CURLY[sign.charCodeAt(0)] = 1;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The kinds of data that a line may contain, by a sample of its characters. */
interface LineSample {
  readonly hasNumbers: boolean;
  readonly hasCode: boolean;
}
const NOTHING: LineSample = { hasNumbers: false, hasCode: false };

/** Samples at least every 8th character, in windows. Most lines end here. */
export function sampleOf(text: string): LineSample {
  if (text.length < LONG_LINE) return NOTHING;
  // sampling does not yield
  if (text.length > LONGEST_SAMPLED) return { hasNumbers: true, hasCode: true };
  const step = Math.min(MOST_STEP, Math.max(1, text.length >> 5));
  let digits = 0;
  let signs = 0;
  let hasNumbers = false;
  let hasCode = false;
  const first = text.charCodeAt(0);
  const start = first === 91 || isDigit(first) ? STAMP : 0;
  for (let at = start, taken = 1; at < text.length; at += step, taken++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits++;
    // brackets also enclose the times of messages
    else if (code !== 91 && code !== 93) signs += SIGNS[code] ?? 0;
    if (taken % SAMPLES === 0 || at + step >= text.length) {
      hasNumbers ||= digits >= MANY_DIGITS;
      hasCode ||= signs >= MANY_SIGNS;
      digits = 0;
      signs = 0;
    }
  }
  return { hasNumbers, hasCode };
}

const MOST_BULLETS = 8;
const LEAST_HASH = 6;
const isHexLetter = (code: number): boolean => (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code > 127;
/** Blanks and the signs that separate the tokens of a list. */
const ENDS_TOKEN = /[\s,;|"'`)\]}]/;

/** Whether a line begins, after bullets, with a hexadecimal token or a number. */
export function mayBeList(text: string): boolean {
  let at = 0;
  while (at < MOST_BULLETS && at < text.length && !isDigit(text.charCodeAt(at)) && !isLetter(text.charCodeAt(at))) at++;
  const start = at;
  let digits = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits++;
    else if (!isHexLetter(code) && code !== 43 && code !== 45 && code !== 46) break;
  }
  return (digits > 0 ? at - start > 1 : at - start >= LEAST_HASH) && (at === text.length || ENDS_TOKEN.test(text.charAt(at)));
}

const TOKEN = /[^\s,;|"'`()[\]{}<>\\=:*•]+/g;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const BYTE = /^(?:0x|x|u(?=[\da-f]{4}$))?(?:[\da-f]{2}|(?<=^u)[\da-f]{4})$/i;
const HASH = /^(?:0x)?(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{6,64}$/i;
/** A hash without digits, or a word: "decade". */
const HEX_LETTERS = /^[a-f]{6,64}$/i;
const NUMBER = /^[+-]?(?:\d{1,20}\.\d{1,20}|\.\d{1,20}|\d{1,20}(?:\.\d{1,20})?e[+-]?\d{1,3})$/i;
const INTEGER = /^[+-]?\d{1,20}\.?$/;
/** Commands of a drawn path with their coordinates: "12s4.48", "M10". */
const DRAWN = /^[mlhvcsqtaz\d.+-]+$/i;
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([.-])\d{1,2}\1\d{2,4})$/;
const COMMAND = /^[mlhvcsqtaz]$/i;
const LONGEST_TOKEN = 64;
const LEAST_ID = 16;
/** A drawn path without blanks. */
const LEAST_PATH = 64;

/** What a token adds to the weight of a list. */
const WEIGHTS = { uuid: 1 / 3, hash: 1 / 6, byte: 1 / 16, number: 1 / 32, integer: 1 / 100, letters: 1 / 100 } as const;
const LABELS = { uuid: 'ids', hash: 'hashes', byte: 'bytes', number: 'numbers', integer: 'numbers', letters: 'hashes' } as const;
type TokenKind = keyof typeof WEIGHTS;

function kindOf(token: string): TokenKind | 'neutral' | null {
  if (token.length > LONGEST_TOKEN) return DRAWN.test(token) && digitsIn(token) * 3 >= token.length ? 'number' : null;
  if (INTEGER.test(token)) return token.length === 2 ? 'byte' : 'integer';
  if (NUMBER.test(token)) return 'number';
  if (BYTE.test(token)) return 'byte';
  if (UUID.test(token)) return 'uuid';
  if (HASH.test(token)) return 'hash';
  if (HEX_LETTERS.test(token)) return 'letters';
  if (COMMAND.test(token) || !/[\p{L}\p{N}]/u.test(token)) return 'neutral';
  if (DRAWN.test(token) && /\d/.test(token) && !DATE.test(token) && digitsIn(token) * 2 >= token.length) return 'number';
  return token.length >= LEAST_ID && /^[\w-]+$/.test(token) && isRandom(token) ? 'hash' : null;
}

/** A list with its next token. Its first clear token names it. */
const extended = (open: DataEvidence | null, next: DataEvidence): DataEvidence =>
  open
    ? { start: open.start, end: next.end, label: open.label === LABELS.byte ? next.label : open.label, weight: open.weight + next.weight }
    : next;

function digitsIn(token: string): number {
  let count = 0;
  for (let i = 0; i < token.length; i++) if (isDigit(token.charCodeAt(i))) count++;
  return count;
}

/**
 * The lists of a line, also those too short to count alone. `isWhole`: only if nothing else is in
 * the line.
 */
export function* listsIn(text: string, isWhole: boolean): Steps<DataEvidence[]> {
  const found: DataEvidence[] = [];
  let open: DataEvidence | null = null;
  const isStep = stepMeter();
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (isStep(token.length)) yield;
    const kind = kindOf(token);
    if (kind === null && isWhole) return [];
    if (kind === null) {
      if (open) found.push(open);
      open = null;
    } else if (kind !== 'neutral') {
      const weight: number = token.length >= LEAST_PATH && kind === 'number' ? CERTAIN : WEIGHTS[kind];
      const end = index + token.length;
      open = extended(open, { start: index, end, label: LABELS[kind], weight });
    }
  }
  if (open) found.push(open);
  return found;
}

const WORD = /\S+/g;
/** A word of code has this many of its signs. */
const LEAST_WORD = 6;
/** The most other words between two words of code, as in a string. */
const MOST_WORDS = 8;
const LEAST_CODE = 120;

/** Minified code in a line: few blanks, and many of the signs of code. */
export function* codeIn(text: string): Steps<DataEvidence[]> {
  const found: DataEvidence[] = [];
  const isStep = stepMeter();
  let open: CodeStretch | null = null;
  let between = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (isStep(word.length)) yield;
    let signs = 0;
    let braces = 0;
    let curly = 0;
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      signs += SIGNS[code] ?? 0;
      braces += BRACES[code] ?? 0;
      curly += CURLY[code] ?? 0;
      if (i % 65_536 === 65_535) yield;
    }
    // a style sheet has brackets, but few other signs
    if (word.length >= LEAST_WORD && (signs * 12 >= word.length || curly * 30 >= word.length)) {
      open = continued(open, { start: index, end: index + word.length, signs, braces, curly, words: between + 1 });
      between = 0;
    } else if (++between > MOST_WORDS) {
      if (open && isMinified(open)) found.push(evidenceOf(open));
      open = null;
    }
  }
  if (open && isMinified(open)) found.push(evidenceOf(open));
  return found;
}

interface CodeStretch {
  readonly start: number;
  readonly end: number;
  readonly signs: number;
  /** braces and semicolons, which formulas and names of chemicals do not have */
  readonly braces: number;
  readonly curly: number;
  readonly words: number;
}

/** A stretch with its next word of code. Other words before the first one do not count. */
const continued = (open: CodeStretch | null, next: CodeStretch): CodeStretch =>
  open
    ? {
        start: open.start,
        end: next.end,
        signs: open.signs + next.signs,
        braces: open.braces + next.braces,
        curly: open.curly + next.curly,
        words: open.words + next.words,
      }
    : { ...next, words: 1 };

const isMinified = ({ start, end, signs, braces, curly, words }: CodeStretch): boolean => {
  const length = end - start;
  return length >= LEAST_CODE && (signs * 14 >= length || curly * 32 >= length) && braces * 80 >= length && words * 10 <= length;
};
const evidenceOf = ({ start, end }: CodeStretch): DataEvidence => ({ start, end, label: 'minified code', weight: CERTAIN });
