import { expect, it } from 'vitest';
import type { Chunk, ChunkTurn } from '#lib/memory/retain/reading/chunk';
import { spansOf } from '#lib/memory/retain/spans';

const turn = (ordinal: number, raw: string): ChunkTurn => ({ ordinal, raw }) as ChunkTurn;
const chunkOf = (...turns: ChunkTurn[]): Chunk => ({ text: turns.map(({ raw }) => raw).join(''), hash: '', turns });
const saidIn = (chunk: Chunk, ...units: [body: string, turnOffset: number][]) =>
  spansOf(
    chunk,
    units.map(([body, turnOffset]) => ({ body, turnOffset })),
  );

it('tells equal sentences apart by their order and their turns', () => {
  const chunk = chunkOf(turn(7, 'Ann: Yes. Yes. The oven is new.\n'), turn(8, 'Bo: Yes.\n'));
  expect(
    saidIn(chunk, ['Yes.', 0], ['Yes.', 0], ['The oven is new.', 0], ['Yes.', 1]).map((span) => span && [span.start, span.end]),
  ).toEqual([
    [5, 9],
    [10, 14],
    [15, 31],
    [36, 40],
  ]);
});

it('takes the parts of a turn that was cut as one', () => {
  const chunk = chunkOf(turn(3, 'One half, '), turn(3, 'and the other.'));
  expect(saidIn(chunk, ['One half, and the other.', 0])).toEqual([{ start: 0, end: 24 }]);
});

it('knows no place of what does not stand there, and finds the next all the same', () => {
  const chunk = chunkOf(turn(0, '{"text":"He said \\"no\\"."}'), turn(1, 'Then rain.'), turn(2, 'He said "no".'));
  expect(saidIn(chunk, ['He said "no".', 0], ['Then rain.', 1], ['', 1], ['Then rain.', 2])).toEqual([
    null,
    { start: 26, end: 36 },
    null,
    null,
  ]);
});
