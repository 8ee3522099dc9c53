import type { ReadUnit } from '#lib/memory/retain/read';
import type { Chunk } from '#lib/memory/retain/reading/chunk';

/** A range of a text, as in `String.slice`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The ranges of the turns of a chunk, by their numbers. */
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
 * The range of each unit in its chunk, in the order of the units. null if its words do not occur
 * exactly. That is the case in quoted JSON, after removed marks, and in the words of a model. Must
 * be computed at reading time, because later two equal sentences cannot be distinguished.
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
