import { expect, it } from 'vitest';
import type { Chunk, ChunkTurn } from '#lib/memory/retain/reading/chunk';
import { spansOf } from '#lib/memory/retain/spans';

const turn = (ordinal: number, raw: string): ChunkTurn => ({ ordinal, raw }) as ChunkTurn;
const chunkOf = (...turns: ChunkTurn[]): Chunk => ({ text: turns.map(({ raw }) => raw).join(''), hash: '', turns });
const spansIn = (chunk: Chunk, ...units: [body: string, turnOffset: number][]) =>
  spansOf(
    chunk,
    units.map(([body, turnOffset]) => ({ body, turnOffset })),
  );

it('distinguishes equal sentences by their order and their turns', () => {
  const chunk = chunkOf(turn(7, 'Ann: Yes. Yes. The oven is new.\n'), turn(8, 'Bo: Yes.\n'));
  expect(
    spansIn(chunk, ['Yes.', 0], ['Yes.', 0], ['The oven is new.', 0], ['Yes.', 1]).map((span) => span && [span.start, span.end]),
  ).toEqual([
    [5, 9],
    [10, 14],
    [15, 31],
    [36, 40],
  ]);
});

it('joins the parts of a split turn', () => {
  const chunk = chunkOf(turn(3, 'One half, '), turn(3, 'and the other.'));
  expect(spansIn(chunk, ['One half, and the other.', 0])).toEqual([{ start: 0, end: 24 }]);
});

it('returns null for missing words, and still finds the next ones', () => {
  const chunk = chunkOf(turn(0, '{"text":"He said \\"no\\"."}'), turn(1, 'Then rain.'), turn(2, 'He said "no".'));
  expect(spansIn(chunk, ['He said "no".', 0], ['Then rain.', 1], ['', 1], ['Then rain.', 2])).toEqual([
    null,
    { start: 26, end: 36 },
    null,
    null,
  ]);
});
