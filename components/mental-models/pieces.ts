import type { ComparisonRow } from '#components/mental-models/rows';
import type { Unit } from '#components/mental-models/units';
import type { DiffPart } from '#components/mental-models/words';
import { defined } from '#lib/base/defined';

/**
 * Splits a block of thousands of words into pieces, so that changes can be navigated and unchanged
 * parts folded. Pure.
 */

/** Minimum length of a block that is split, in characters. */
const LONG = 3000;
/**
 * Maximum length of joined unchanged sentences, and approximate length of a piece if no sentence
 * ends, in characters.
 */
const STRETCH = 400;
const SENTENCE_END = /[.!?…]["'”’)\]]*\s|\n|[。！？]/gu;
let known: Intl.Segmenter | undefined;
const signs = (): Intl.Segmenter => (known ??= new Intl.Segmenter('und', { granularity: 'grapheme' }));
/** Tables and code are not split. */
const WHOLE = /^ {0,3}(?:\||```|~~~)/m;

export const isCutUp = (before: Unit, after: Unit): boolean =>
  before.kind === 'block' && Math.max(before.text.length, after.text.length) > LONG && !WHOLE.test(before.text) && !WHOLE.test(after.text);

interface Piece {
  from: string;
  to: string;
  parts: DiffPart[];
}

const isUnchanged = ({ parts }: Piece): boolean => parts.every(({ is }) => is === 'same');
const linesIn = (text: string): number => text.split('\n').length - 1;

/** Each sentence with its end. The last one may have none. */
function sentencesOf(text: string): { sentence: string; isEnded: boolean }[] {
  let from = 0;
  const ended = [...text.matchAll(SENTENCE_END)].map(({ 0: end, index }) => {
    const sentence = text.slice(from, index + end.length);
    from = index + end.length;
    return { sentence, isEnded: true };
  });
  return from === text.length ? ended : [...ended, { sentence: text.slice(from), isEnded: false }];
}

/** The nearest offset that is not within a grapheme cluster. */
function betweenSigns(text: string): number {
  const { index, segment } = defined(signs().segment(text).containing(STRETCH));
  return index > 0 ? index : segment.length;
}

/**
 * Splits a sentence without an end into stretches: after a space, or between two characters in
 * scripts without spaces.
 */
function stretchesOf(sentence: string): string[] {
  const stretches: string[] = [];
  let rest = sentence;
  while (rest.length > STRETCH) {
    const afterBlank = rest.slice(STRETCH, 2 * STRETCH).search(/(?<=\s)[^\s\p{M}]/u);
    // The end of the last word.
    if (afterBlank < 0 && rest.length <= 2 * STRETCH) break;
    const at = afterBlank < 0 ? betweenSigns(rest) : STRETCH + afterBlank;
    stretches.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest === '' ? stretches : [...stretches, rest];
}

/**
 * Splits at the ends of sentences that both sides share. Joins unchanged sentences up to the length
 * of a stretch.
 */
function cut(parts: readonly DiffPart[]): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece = { from: '', to: '', parts: [] };
  const close = () => {
    const last = pieces.at(-1);
    if (last && isUnchanged(last) && isUnchanged(piece) && last.from.length + piece.from.length <= STRETCH) {
      last.from += piece.from;
      last.to += piece.to;
      last.parts.push(...piece.parts);
    } else if (piece.parts.length > 0) pieces.push(piece);
    piece = { from: '', to: '', parts: [] };
  };
  const take = (text: string, is: DiffPart['is']) => {
    piece.parts.push({ text, is });
    if (is !== 'new') piece.from += text;
    if (is !== 'old') piece.to += text;
  };
  for (const { text, is } of parts) {
    if (is !== 'same') {
      take(text, is);
      continue;
    }
    for (const { sentence, isEnded } of sentencesOf(text)) {
      for (const [at, stretch] of stretchesOf(sentence).entries()) {
        if (at > 0) close();
        take(stretch, is);
      }
      if (isEnded) close();
    }
  }
  close();
  return pieces;
}

/**
 * The rows of the pieces of `before` and `after`. The first piece has their ids, the last their
 * sources.
 */
export function piecesOf(before: Unit, after: Unit, parts: readonly DiffPart[]): ComparisonRow[] {
  const pieces = cut(parts);
  let [lineBefore, lineAfter] = [before.line, after.line];
  return pieces.map((piece, at): ComparisonRow => {
    const unit = (of: Unit, text: string, line: number): Unit => ({
      ...of,
      id: at === 0 ? of.id : null,
      text: text.trimEnd(),
      line,
      lines: linesIn(text.trimEnd()) + 1,
      ...(at < pieces.length - 1 && { sourceIds: [], note: null }),
    });
    const [from, to] = [unit(before, piece.from, lineBefore), unit(after, piece.to, lineAfter)];
    lineBefore += linesIn(piece.from);
    lineAfter += linesIn(piece.to);
    if (piece.from.trim() === '') return { is: 'added', from: null, to, isMoved: false };
    if (piece.to.trim() === '') return { is: 'removed', from, to: null, isMoved: false };
    if (!isUnchanged(piece)) return { is: 'changed', from, to, parts: trimmed(piece.parts) };
    const isProvenAlike = from.sourceIds.length === to.sourceIds.length && from.sourceIds.every((id) => to.sourceIds.includes(id));
    return { is: isProvenAlike && from.note === to.note ? 'same' : 'evidence', from, to };
  });
}

/** Removes the spaces after the last word, because the next piece starts on a new line. */
function trimmed(parts: readonly DiffPart[]): DiffPart[] {
  const last = defined(parts.at(-1));
  return last.is === 'same' ? [...parts.slice(0, -1), { ...last, text: last.text.trimEnd() }] : [...parts];
}
