import { diffArrays } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EditRun, editsOf } from '#components/mental-models/edits';
import { runs } from '#e2e/fixtures/runs';

const of = (before: readonly number[], after: readonly number[], patience = 1000): EditRun[] | undefined =>
  editsOf(Int32Array.from(before), Int32Array.from(after), patience);

const list = fc.array(fc.nat({ max: 4 }), { maxLength: 40 });
const edited = (runs: readonly { is: EditRun['is']; count: number }[]): number =>
  runs.reduce((sum, { is, count }) => sum + (is === 'same' ? 0 : count), 0);

/** Rebuilds both sides from the runs. */
function sides(runs: readonly EditRun[], before: readonly number[], after: readonly number[]): [number[], number[]] {
  const [a, b]: [number[], number[]] = [[], []];
  let [i, j] = [0, 0];
  for (const { is, count } of runs) {
    if (is !== 'new') a.push(...before.slice(i, i + count));
    if (is === 'same') expect(before.slice(i, i + count)).toEqual(after.slice(j, j + count));
    if (is !== 'old') b.push(...after.slice(j, j + count));
    if (is !== 'new') i += count;
    if (is !== 'old') j += count;
  }
  return [a, b];
}

describe('edits', () => {
  it('are empty for equal lists', () => {
    expect(of([], [])).toEqual([]);
    expect(of([1, 2], [1, 2])).toEqual([{ is: 'same', count: 2 }]);
  });

  it('convert one list to the other with the fewest edits', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const runs = of(before, after)!;
        expect(sides(runs, before, after)).toEqual([before, after]);
        const others = diffArrays(before, after).map(
          ({ count = 0, added, removed }) => ({ is: added ? 'new' : removed ? 'old' : 'same', count }) as const,
        );
        expect(edited(runs)).toBe(edited(others));
      }),
      { numRuns: runs(500) },
    );
  });

  it('are found immediately for insertions at the start or end', () => {
    const many = Array.from({ length: 50_000 }, (_, n) => n);
    expect(edited(of([1, 2, 3], [1, 2, 3, ...many])!)).toBe(many.length);
    expect(edited(of(many, [])!)).toBe(many.length);
  });

  it('stop at the time limit', () => {
    const many = (seed: number) => Array.from({ length: 12_000 }, (_, n) => (n * seed) % 7919);
    expect(of(many(31), many(97), 5)).toBeUndefined();
    expect(of(many(31), many(97), 1e6)).toBeUndefined();
  });
});
