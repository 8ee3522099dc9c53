import type { ReadUnit } from '#lib/memory/retain/read';
import type { Chunk } from '#lib/memory/retain/reading/chunk';

/** A part of a text, counted as `String.slice` counts. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The parts of a chunk that are its turns, by their running numbers. */
function turnsOf(chunk: Chunk): Map<number, TextSpan> {
  const spans = new Map<number, TextSpan>();
  let at = 0;
  for (const { ordinal, raw } of chunk.turns) {
    spans.set(ordinal, { start: spans.get(ordinal)?.start ?? at, end: at + raw.length });
    at += raw.length;
  }
  return spans;
}

/**
 * Where in its chunk each unit stands, in the order of the units. null where it does not stand there word for word: in quoted JSON, behind
 * marks that were taken off, in the words of a model. Kept when it is read, since of two equal sentences nobody can tell later which was meant.
 */
export function spansOf(chunk: Chunk, units: readonly Pick<ReadUnit, 'body' | 'turnOffset'>[]): (TextSpan | null)[] {
  const turns = turnsOf(chunk);
  const first = chunk.turns[0]?.ordinal ?? 0;
  let from = 0;
  return units.map(({ body, turnOffset }) => {
    const turn = turns.get(first + turnOffset);
    if (!turn || body === '') return null;
    const start = chunk.text.indexOf(body, Math.max(from, turn.start));
    const end = start + body.length;
    if (start < 0 || end > turn.end) return null;
    from = end;
    return { start, end };
  });
}
