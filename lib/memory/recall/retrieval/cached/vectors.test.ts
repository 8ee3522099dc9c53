import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { Vectors } from '#lib/memory/recall/retrieval/cached/vectors';

/** A vector of length 1 or 0. */
const vector = (dimensions: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((numbers) => numbers.map((number) => number / (Math.hypot(...numbers) || 1)))
    .map((numbers) => Float32Array.from(numbers));
const inner = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('vectors', () => {
  it('of any size and number are compared exactly to the fourth digit', () => {
    const sized = fc
      .integer({ min: 1, max: 600 })
      .chain((size) => fc.tuple(vector(size), fc.array(fc.option(vector(size)), { maxLength: 8 })));
    fc.assert(
      fc.property(sized, fc.integer({ min: 1, max: 700 }), ([question, some], times) => {
        const vectors = new Vectors(question.length);
        const all = Array.from({ length: some.length * times }, (_, slot) => some[slot % some.length]!);
        for (const [slot, one] of all.entries()) expect(vectors.put(slot, one)).toBe(one !== null);
        const scores = vectors.scores(question, all.length);
        expect(scores).toHaveLength(all.length);
        const exact = some.map((one) => (one === null ? 0 : inner(one, question)));
        const worst = scores.reduce((most, score, slot) => Math.max(most, Math.abs(score - exact[slot % some.length]!)), 0);
        expect(worst).toBeLessThan(1e-4);
      }),
      { numRuns: runs(50) },
    );
  });

  it('reach 1 and -1, where sums are largest', () => {
    for (const size of [1, 2, 256, 1536, 3072]) {
      const even = new Float32Array(size).fill(1 / Math.sqrt(size));
      const one = Float32Array.from({ length: size }, (_, i) => Number(i === 0));
      const vectors = new Vectors(size);
      const against = (vector: Float32Array) => vector.map((value) => -value);
      for (const [slot, vector] of [even, against(even), one, against(one)].entries()) vectors.put(slot, vector);
      const [same, opposite] = vectors.scores(even, 4);
      const [, , first, last] = vectors.scores(one, 4);
      // Numbers as small as 1/55 are rounded to three digits.
      for (const [score, exact] of [
        [same, 1],
        [opposite, -1],
        [first, 1],
        [last, -1],
      ])
        expect(Math.abs(score! - exact!)).toBeLessThan(1e-3);
    }
  });

  it('replace others in their slot, and are ignored if they have another size', () => {
    const vectors = new Vectors(2);
    expect(vectors.put(0, [1, 0])).toBe(true);
    expect(vectors.put(0, [0, 1])).toBe(true);
    expect(vectors.put(1, [1, 0, 0])).toBe(false);
    expect(vectors.put(2, [1, 0])).toBe(true);
    expect(vectors.put(2, null)).toBe(false);
    expect([...vectors.scores([1, 0], 3)]).toEqual([0, 0, 0]);
  });
});
