import { defined } from '#lib/base/defined';
import type { Sentence } from '#lib/base/text/sentences';
import { countTokens } from '#lib/base/text/tokens';

/**
 * How sentences are packed into units. Small units find better (a vector of 40 tokens still has one topic), large ones answer better;
 * 32 to 48 tokens is where the evidence benchmark is flat.
 */
export const UNIT_TOKENS = 40;
/** The last unit of a turn may be so long, rather than leave a stub behind. */
const UNIT_MAX = 48;
/** A sentence this much longer than a unit is cut. */
const LONG = 1.5;
const HAS_WORD = /[\p{L}\p{N}]/u;
const CLAUSE = /(?<=[,;:、，；：—–])\s*|(?<!\s)\s+(?=(?:and|but|because|so|or|which|while|although|since|if|when|that)\s)/iu;

export interface UnitSlice {
  readonly start: number;
  readonly end: number;
}

interface UnitPiece extends UnitSlice {
  readonly tokens: number;
}

/** When a sentence says that something happened; null where it does not say. */
export type DateOf = (words: string) => { readonly start: Date; readonly end: Date } | null;

const FENCE = /^(?:```|~~~)/;
const TABLE_ROW = /^\|.*\|/;
const RULE = /^\|[\s|:-]*$/;
const ITEM = /^(?:[-*+•‣▪]|\d{1,3}[.)])\s/;

/**
 * Where the units of a text begin and end: whole sentences, neighbours together while they fit and what they tell is of one time; long
 * sentences in parts.
 */
export function splitUnits(text: string, sentences: readonly Sentence[], dateOf: DateOf): UnitSlice[] {
  const pieces = sentences.flatMap((sentence) => piecesOf(text, sentence));
  let left = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const units: UnitSlice[] = [];
  let open: UnitPiece[] = [];
  let times: UnitTimes = { ...TIMELESS };
  let size = 0;
  let inCode = false;
  // whether the open unit began in code
  let began = false;
  const close = (): void => {
    const unit = withoutOrnaments(text, open, began);
    if (unit) units.push(unit);
    open = [];
    times = { ...TIMELESS };
    size = 0;
    began = inCode;
  };
  pieces.forEach((piece, i) => {
    const words = text.slice(piece.start, piece.end);
    const fence = FENCE.test(words);
    // a fence that closes stays with the code
    const full = size + piece.tokens > UNIT_TOKENS && size + left > UNIT_MAX && !(fence && inCode);
    const before = i > 0 ? text.slice(defined(pieces[i - 1]).start, defined(pieces[i - 1]).end) : '';
    const date = inCode || fence ? null : dateOf(words);
    if (open.length > 0 && (full || isApart(times, before, words, date))) close();
    if (isRow(words)) times.hasRow = true;
    times.date ??= date;
    if (times.hasRow) times.ofRow ??= date;
    if (fence) inCode = !inCode;
    open.push(piece);
    size += piece.tokens;
    left -= piece.tokens;
  });
  close();
  return units;
}

/** Of the open unit: the first date that it names, and the first that one of its rows does. */
interface UnitTimes {
  hasRow: boolean;
  date: ReturnType<DateOf>;
  ofRow: ReturnType<DateOf>;
}
const TIMELESS: UnitTimes = { hasRow: false, date: null, ofRow: null };

/** A row of a table or a point of a list. */
const isRow = (words: string): boolean => TABLE_ROW.test(words) || ITEM.test(words);

/**
 * A unit has one date. A row that names one is a fact of its own, apart from the rows around it; the first keeps the table's head. Sentences that
 * tell of different times are apart.
 */
function isApart(open: UnitTimes, before: string, words: string, date: ReturnType<DateOf>): boolean {
  // nothing comes between a head and the rule below it
  if (RULE.test(words)) return false;
  if (isRow(words)) return open.hasRow && !RULE.test(before) && (date ?? open.ofRow) !== null;
  if (TABLE_ROW.test(before) && open.ofRow !== null) return true;
  return date !== null && open.date !== null && (date.end < open.date.start || date.start > open.date.end);
}

/**
 * Rules, fences and lone signs at the ends of a unit are dropped, but for the fences of code in it; a unit of nothing else is none.
 * `inside`: whether it begins in the middle of code.
 */
function withoutOrnaments(text: string, pieces: readonly UnitPiece[], inside: boolean): UnitSlice | null {
  const wordsOf = ({ start, end }: UnitPiece): string => text.slice(start, end);
  const isFence = (at: number): boolean => pieces[at] !== undefined && FENCE.test(wordsOf(pieces[at]));
  const insideAt = (at: number): boolean => pieces.slice(0, at).filter((_, i) => isFence(i)).length % 2 === (inside ? 0 : 1);
  let first = pieces.findIndex((piece) => HAS_WORD.test(wordsOf(piece)));
  let last = pieces.findLastIndex((piece) => HAS_WORD.test(wordsOf(piece)));
  if (first < 0) return null;
  if (isFence(last + 1) && insideAt(last + 1)) last++;
  if (isFence(first - 1) && insideAt(first)) first--;
  return { start: defined(pieces[first]).start, end: defined(pieces[last]).end };
}

function piecesOf(text: string, sentence: Sentence): UnitPiece[] {
  const body = text.slice(sentence.start, sentence.end);
  const tokens = countTokens(body);
  if (tokens <= UNIT_TOKENS * LONG) return [{ start: sentence.start, end: sentence.end, tokens }];
  return packed(text, clauses(text, sentence.start, sentence.end));
}

/** Parts of a long sentence, each small enough: behind commas and before conjunctions, then between words, then anywhere. */
function clauses(text: string, start: number, end: number): UnitPiece[] {
  return cutAt(text, start, end, CLAUSE).flatMap((clause) => {
    if (clause.tokens <= UNIT_TOKENS) return [clause];
    return cutAt(text, clause.start, clause.end, /\s+/).flatMap((word) => (word.tokens <= UNIT_TOKENS ? [word] : cutAnywhere(text, word)));
  });
}

function cutAt(text: string, start: number, end: number, border: RegExp): UnitPiece[] {
  const pieces: UnitPiece[] = [];
  let at = start;
  for (const part of text.slice(start, end).split(border)) {
    if (part === '') continue;
    const from = text.indexOf(part, at);
    at = from + part.length;
    pieces.push({ start: from, end: at, tokens: countTokens(part) });
  }
  return pieces;
}

/** An unbroken run (a script without spaces, base64): so many characters that they cannot be more tokens than a unit has, or nearly. */
function cutAnywhere(text: string, { start, end }: UnitSlice): UnitPiece[] {
  const pieces: UnitPiece[] = [];
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + UNIT_TOKENS);
    if (to < end && /[\uDC00-\uDFFF]/.test(defined(text[to]))) to++;
    pieces.push({ start: from, end: to, tokens: countTokens(text.slice(from, to)) });
    from = to;
  }
  return pieces;
}

/**
 * Neighbouring parts together again, as many as fit. The tokens of a part are counted once, with the gap before it, and added up: a blank
 * belongs to the word behind it, so the sum is the count of the whole wherever parts are not signs alone.
 */
function packed(text: string, parts: readonly UnitPiece[]): UnitPiece[] {
  const pieces: UnitPiece[] = [];
  for (const part of parts) {
    const last = pieces[pieces.length - 1];
    if (last && last.tokens + part.tokens <= UNIT_TOKENS) {
      const tokens = last.tokens + part.tokens + seamTokens(text, last, part);
      pieces[pieces.length - 1] = { start: last.start, end: part.end, tokens };
    } else {
      pieces.push(part);
    }
  }
  return pieces;
}

/** Tokens do not reach farther across the border of two parts. In characters. */
const SEAM = 24;

/**
 * How many tokens two neighbouring parts have more together, with the gap between them, than apart; negative where their signs merge.
 * Only the text around the border is counted: to count the growing piece at each border again is quadratic where many parts fit into one.
 */
function seamTokens(text: string, before: UnitSlice, part: UnitSlice): number {
  const tail = Math.max(before.start, before.end - SEAM);
  const head = Math.min(part.end, part.start + SEAM);
  return countTokens(text.slice(tail, head)) - countTokens(text.slice(tail, before.end)) - countTokens(text.slice(part.start, head));
}
