import type { Row } from '#components/mental-models/rows';
import type { Unit } from '#components/mental-models/units';
import type { Part } from '#components/mental-models/words';

/** A block of thousands of words is compared in pieces, so that what changed in it can be gone to and what did not can be put away. Pure. */

/** Characters from which on a block is cut up. */
const LONG = 3000;
/** Characters of unchanged sentences that stand together. */
const STRETCH = 400;
const SENTENCE_END = /(?<=[.!?…]["'”’)\]]*\s)|(?<=\n)|(?<=[。！？])/u;
/** Tables and code are one thing. */
const WHOLE = /^ {0,3}(?:\||```|~~~)/m;

export const isCutUp = (before: Unit, after: Unit): boolean =>
  before.kind === 'block' && Math.max(before.text.length, after.text.length) > LONG && !WHOLE.test(before.text) && !WHOLE.test(after.text);

interface Piece {
  from: string;
  to: string;
  parts: Part[];
}

const isUnchanged = ({ parts }: Piece): boolean => parts.every(({ is }) => is === 'same');
const linesIn = (text: string): number => text.split('\n').length - 1;

/** Cut where a sentence ends that both sides have, unchanged ones up to a stretch together. */
function cut(parts: readonly Part[]): Piece[] {
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
  for (const { text, is } of parts) {
    for (const part of is === 'same' ? text.split(SENTENCE_END) : [text]) {
      if (part === '') continue;
      piece.parts.push({ text: part, is });
      if (is !== 'new') piece.from += part;
      if (is !== 'gone') piece.to += part;
      if (is === 'same' && SENTENCE_END.test(`${part} `) && /(?:\s|[。！？])$/u.test(part)) close();
    }
  }
  close();
  return pieces;
}

/** What `before` and `after` are made of, row by row; the first keeps their ids, the last what they rest on. */
export function piecesOf(before: Unit, after: Unit, parts: readonly Part[]): Row[] {
  const pieces = cut(parts);
  let [lineBefore, lineAfter] = [before.line, after.line];
  return pieces.map((piece, at): Row => {
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

/** Without the blanks behind the last word, which the next piece's line takes the place of. */
function trimmed(parts: readonly Part[]): Part[] {
  const last = parts.at(-1)!;
  return last.is === 'same' ? [...parts.slice(0, -1), { ...last, text: last.text.trimEnd() }] : [...parts];
}
