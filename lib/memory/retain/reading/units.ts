import { defined } from '#lib/base/defined';
import type { Sentence } from '#lib/base/text/sentences';
import { isDataAlone } from '#lib/memory/retain/reading/data/placeholders';
import { type Measure, measureOf } from '#lib/memory/retain/reading/unit-size';

/**
 * Packs sentences into units. Small units are found better (a vector of 40 tokens still has one
 * topic); large ones answer better. The evidence benchmark is flat from 32 to 48 tokens.
 */
export const UNIT_TOKENS = 40;
/** The last unit of a turn may have this size, to avoid a short remainder. */
const UNIT_MAX = 48;
/** A sentence this much longer than a unit is cut. */
const LONG = 1.5;
const HAS_WORD = /[\p{L}\p{N}]/u;
const CLAUSE = /(?<=[,;:、，；：،؛—–])\s*|(?<!\s)\s+(?=(?:and|but|because|so|or|which|while|although|since|if|when|that)\s)/iu;

export interface UnitSlice {
  readonly start: number;
  readonly end: number;
}

interface UnitPiece extends UnitSlice {
  /** by the measure of its sentence */
  readonly size: number;
  readonly measure: Measure;
}

/** The time at which a sentence says that something happened; null if it names none. */
export type DateOf = (words: string) => { readonly start: Date; readonly end: Date } | null;

const FENCE = /^(?:```|~~~)/;
const TABLE_ROW = /^\|.*\|/;
const RULE = /^\|[\s|:-]*$/;
const ITEM = /^(?:[-*+•‣▪]|\d{1,3}[.)])\s/;

/**
 * The ranges of the units of a text: whole sentences, joined while they fit and are about one time.
 * Long sentences are split.
 */
export function splitUnits(text: string, sentences: readonly Sentence[], dateOf: DateOf): UnitSlice[] {
  const pieces = sentences.flatMap((sentence) => piecesOf(text, sentence));
  let left = pieces.reduce((sum, piece) => sum + piece.size, 0);
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
    // a closing fence belongs to the code
    const isLarge = size + piece.size > UNIT_TOKENS && size + left > UNIT_MAX;
    const full = (isLarge || open.length >= piece.measure.maxSentences) && !(fence && inCode);
    const before = i > 0 ? text.slice(defined(pieces[i - 1]).start, defined(pieces[i - 1]).end) : '';
    const date = inCode || fence ? null : dateOf(words);
    if (open.length > 0 && (full || isApart(times, before, words, date))) close();
    if (isRow(words)) times.hasRow = true;
    times.date ??= date;
    if (times.hasRow) times.ofRow ??= date;
    if (fence) inCode = !inCode;
    open.push(piece);
    size += piece.size;
    left -= piece.size;
  });
  close();
  return units;
}

/** Of the open unit: the first date in it, and the first date in one of its rows. */
interface UnitTimes {
  hasRow: boolean;
  date: ReturnType<DateOf>;
  ofRow: ReturnType<DateOf>;
}
const TIMELESS: UnitTimes = { hasRow: false, date: null, ofRow: null };

/** A table row or a list item. */
const isRow = (words: string): boolean => TABLE_ROW.test(words) || ITEM.test(words);

/**
 * Whether a new unit must begin. A unit has one date. A row with a date is a separate fact; the
 * first one includes the table's head. Sentences about different times are separated.
 */
function isApart(open: UnitTimes, before: string, words: string, date: ReturnType<DateOf>): boolean {
  // a head and the rule below it belong together
  if (RULE.test(words)) return false;
  if (isRow(words)) return open.hasRow && !RULE.test(before) && (date ?? open.ofRow) !== null;
  if (TABLE_ROW.test(before) && open.ofRow !== null) return true;
  return date !== null && open.date !== null && (date.end < open.date.start || date.start > open.date.end);
}

/**
 * Removes rules, fences, placeholders and single signs at the ends of a unit, except the fences of
 * code in it. Returns null if nothing remains. `inside`: whether it begins in the middle of code.
 */
function withoutOrnaments(text: string, pieces: readonly UnitPiece[], inside: boolean): UnitSlice | null {
  const wordsOf = ({ start, end }: UnitPiece): string => text.slice(start, end);
  const isFence = (at: number): boolean => pieces[at] !== undefined && FENCE.test(wordsOf(pieces[at]));
  const insideAt = (at: number): boolean => pieces.slice(0, at).filter((_, i) => isFence(i)).length % 2 === (inside ? 0 : 1);
  const hasWord = (piece: UnitPiece): boolean => HAS_WORD.test(wordsOf(piece)) && !isDataAlone(wordsOf(piece));
  let first = pieces.findIndex(hasWord);
  let last = pieces.findLastIndex(hasWord);
  if (first < 0) return null;
  if (isFence(last + 1) && insideAt(last + 1)) last++;
  if (isFence(first - 1) && insideAt(first)) first--;
  return { start: defined(pieces[first]).start, end: defined(pieces[last]).end };
}

function piecesOf(text: string, sentence: Sentence): UnitPiece[] {
  const body = text.slice(sentence.start, sentence.end);
  const measure = measureOf(body);
  const size = measure.sizeOf(body);
  if (size <= UNIT_TOKENS * LONG) return [{ start: sentence.start, end: sentence.end, size, measure }];
  return packed(text, clauses(text, sentence.start, sentence.end, measure), measure);
}

/**
 * Splits a long sentence: after commas and before conjunctions, else between words, else anywhere.
 */
function clauses(text: string, start: number, end: number, measure: Measure): UnitPiece[] {
  return cutAt(text, { start, end }, CLAUSE, measure).flatMap((clause) => {
    if (clause.size <= UNIT_TOKENS) return [clause];
    return cutAt(text, clause, /\s+/, measure).flatMap((word) => (word.size <= UNIT_TOKENS ? [word] : cutRun(text, word, measure)));
  });
}

function cutAt(text: string, { start, end }: UnitSlice, border: RegExp, measure: Measure): UnitPiece[] {
  const pieces: UnitPiece[] = [];
  let at = start;
  for (const part of text.slice(start, end).split(border)) {
    if (part === '') continue;
    const from = text.indexOf(part, at);
    at = from + part.length;
    pieces.push({ start: from, end: at, size: measure.sizeOf(part), measure });
  }
  return pieces;
}

const ASCII = /^\p{ASCII}*$/u;

/** Splits an unbroken run: base64 and the like anywhere, a script without spaces between words. */
const cutRun = (text: string, run: UnitSlice, measure: Measure): UnitPiece[] =>
  ASCII.test(text.slice(run.start, run.end)) ? cutAnywhere(text, run, measure) : cutWords(text, run, measure);

/** Splits by a number of characters that has at most about the tokens of a unit. */
function cutAnywhere(text: string, { start, end }: UnitSlice, measure: Measure): UnitPiece[] {
  const pieces: UnitPiece[] = [];
  for (let from = start; from < end; from += UNIT_TOKENS) {
    const to = Math.min(end, from + UNIT_TOKENS);
    pieces.push({ start: from, end: to, size: measure.sizeOf(text.slice(from, to)), measure });
  }
  return pieces;
}

const segmenters = new Map<'word' | 'grapheme', Intl.Segmenter>();

function segmentsOf(text: string, granularity: 'word' | 'grapheme'): string[] {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Words as Unicode and ICU's dictionaries separate them; of a word that is too long, its graphemes.
 */
function cutWords(text: string, { start, end }: UnitSlice, measure: Measure): UnitPiece[] {
  let at = start;
  return segmentsOf(text.slice(start, end), 'word')
    .flatMap((word) => (measure.sizeOf(word) <= UNIT_TOKENS ? [word] : segmentsOf(word, 'grapheme')))
    .map((part) => {
      at += part.length;
      return { start: at - part.length, end: at, size: measure.sizeOf(part), measure };
    });
}

/**
 * Joins consecutive parts, as many as fit. The size of a part is measured once, together with the
 * gap before it. A space belongs to the word after it, so the sum is exact unless parts consist
 * only of signs.
 */
function packed(text: string, parts: readonly UnitPiece[], measure: Measure): UnitPiece[] {
  const pieces: UnitPiece[] = [];
  for (const part of parts) {
    const last = pieces[pieces.length - 1];
    if (last && last.size + part.size <= UNIT_TOKENS) {
      const size = last.size + part.size + seamSize(text, last, part, measure);
      pieces[pieces.length - 1] = { start: last.start, end: part.end, size, measure };
    } else {
      pieces.push(part);
    }
  }
  return pieces;
}

/** Maximum distance in characters at which the border of two parts affects their tokens. */
const SEAM = 24;

/**
 * The difference between the size of two joined parts, with their gap, and the sum of both;
 * negative if their signs merge. Only measures the text around the border: measuring the growing
 * piece at each border would be quadratic.
 */
function seamSize(text: string, before: UnitSlice, part: UnitSlice, { sizeOf }: Measure): number {
  const tail = Math.max(before.start, before.end - SEAM);
  const head = Math.min(part.end, part.start + SEAM);
  return sizeOf(text.slice(tail, head)) - sizeOf(text.slice(tail, before.end)) - sizeOf(text.slice(part.start, head));
}
