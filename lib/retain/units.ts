import type { Sentence } from '#lib/text/sentences';
import { countTokens } from '#lib/text/tokens';

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
const CLAUSE = /(?<=[,;:、，；：—–])\s*|\s+(?=(?:and|but|because|so|or|which|while|although|since|if|when|that)\s)/iu;

export interface UnitSlice {
  readonly start: number;
  readonly end: number;
}

interface Piece extends UnitSlice {
  readonly tokens: number;
}

/** Where the units of a text begin and end: whole sentences, neighbours together while they fit; long sentences in parts. */
export function splitUnits(text: string, sentences: readonly Sentence[]): UnitSlice[] {
  const pieces = sentences.flatMap((sentence) => piecesOf(text, sentence));
  let left = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const units: UnitSlice[] = [];
  let open: Piece[] = [];
  let size = 0;
  const close = (): void => {
    const unit = withoutOrnaments(text, open);
    if (unit) units.push(unit);
    open = [];
    size = 0;
  };
  for (const piece of pieces) {
    if (open.length > 0 && size + piece.tokens > UNIT_TOKENS && size + left > UNIT_MAX) close();
    open.push(piece);
    size += piece.tokens;
    left -= piece.tokens;
  }
  close();
  return units;
}

/** Rules, fences and lone signs at the ends of a unit are dropped; a unit of nothing else is none. */
function withoutOrnaments(text: string, pieces: readonly Piece[]): UnitSlice | null {
  const worded = pieces.filter(({ start, end }) => HAS_WORD.test(text.slice(start, end)));
  const first = worded[0];
  const last = worded[worded.length - 1];
  return first && last ? { start: first.start, end: last.end } : null;
}

function piecesOf(text: string, sentence: Sentence): Piece[] {
  const body = text.slice(sentence.start, sentence.end);
  const tokens = countTokens(body);
  if (tokens <= UNIT_TOKENS * LONG) return [{ start: sentence.start, end: sentence.end, tokens }];
  return packed(text, clauses(text, sentence.start, sentence.end));
}

/** Parts of a long sentence, each small enough: behind commas and before conjunctions, then between words, then anywhere. */
function clauses(text: string, start: number, end: number): Piece[] {
  return cutAt(text, start, end, CLAUSE).flatMap((clause) => {
    if (clause.tokens <= UNIT_TOKENS) return [clause];
    return cutAt(text, clause.start, clause.end, /\s+/).flatMap((word) => (word.tokens <= UNIT_TOKENS ? [word] : cutAnywhere(text, word)));
  });
}

function cutAt(text: string, start: number, end: number, border: RegExp): Piece[] {
  const pieces: Piece[] = [];
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
function cutAnywhere(text: string, { start, end }: UnitSlice): Piece[] {
  const pieces: Piece[] = [];
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + UNIT_TOKENS);
    if (to < end && /[\uDC00-\uDFFF]/.test(text[to]!)) to++;
    pieces.push({ start: from, end: to, tokens: countTokens(text.slice(from, to)) });
    from = to;
  }
  return pieces;
}

/** Neighbouring parts together again, as many as fit. */
function packed(text: string, parts: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const part of parts) {
    const last = pieces[pieces.length - 1];
    if (last && last.tokens + part.tokens <= UNIT_TOKENS) {
      pieces[pieces.length - 1] = { start: last.start, end: part.end, tokens: countTokens(text.slice(last.start, part.end)) };
    } else {
      pieces.push(part);
    }
  }
  return pieces;
}
