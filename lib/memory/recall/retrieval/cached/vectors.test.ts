import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '#bench/support/generate';
import { runs } from '#e2e/fixtures/runs';
import { ByteVectors } from '#lib/memory/recall/retrieval/cached/byte-vectors';
import { type Comparison, type VectorBits, Vectors } from '#lib/memory/recall/retrieval/cached/vectors';

/** A vector of length 1 or 0. */
const vector = (dimensions: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((numbers) => numbers.map((number) => number / (Math.hypot(...numbers) || 1)))
    .map((numbers) => Float32Array.from(numbers));
const inner = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

const ALL = (size: number) => ({ passes: new Uint8Array(size).fill(1), hasVector: new Uint8Array(size).fill(1), size });
const inOrder = (a: number, b: number): number => a - b;
const compared = (rows: readonly ArrayLike<number>[], question: ArrayLike<number>, bits: VectorBits | 8 = 16): Comparison => {
  const vectors = bits === 8 ? new ByteVectors(question.length) : new Vectors(question.length, { bits });
  for (const [slot, row] of rows.entries()) vectors.put(slot, row);
  return vectors.compare(question);
};

/** A vector of length 1 around another one, or around none. */
function near(random: Random, dimensions: number, center: ArrayLike<number> | null, spread: number): Float32Array {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const numbers = Float32Array.from({ length: dimensions }, (_, i) => (center?.[i] ?? 0) + spread * normal());
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

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
        const exact = some.map((one) => (one === null ? 0 : inner(one, question)));
        const { cosine } = vectors.compare(question);
        const worst = all.reduce((most, _, slot) => Math.max(most, Math.abs(cosine(slot) - exact[slot % some.length]!)), 0);
        expect(worst).toBeLessThan(1e-4);
      }),
      { numRuns: runs(50) },
    );
  });

  it.each([
    ['random', 1],
    ['in narrow clusters', 0.02],
    ['nearly equal', 0.0005],
  ])('have the nearest ten of an exact search: %s', (_, spread) => {
    for (let seed = 0; seed < runs(20); seed++) {
      const random = randomFrom(seed);
      const dimensions = seed % 4 === 0 ? 16 : 256;
      const centers = Array.from({ length: 5 }, () => near(random, dimensions, null, 1));
      const center = (slot: number) => (spread === 1 ? null : centers[slot % centers.length]!);
      const rows = Array.from({ length: 1000 }, (__, slot) => near(random, dimensions, center(slot), spread));
      const question = near(random, dimensions, centers[0]!, 0.05);
      const exact = rows.map((row) => row.reduce((sum, value, i) => sum + value * question[i]!, 0));
      const found = compared(rows, question).nearest(10, ALL(rows.length), inOrder)();
      const last = [...exact].sort((a, b) => b - a)[9]!;
      // Of two whose cosines differ from the fifth digit on, either may be found, and in a large
      // bank from the fourth digit on.
      expect(found.filter((slot) => exact[slot]! < last - 5e-5)).toEqual([]);
      const coarse = compared(rows, question, 12).nearest(10, ALL(rows.length), inOrder)();
      expect(coarse.filter((slot) => exact[slot]! < last - 5e-4)).toEqual([]);
      // In a very large bank, they are among a few more.
      const among = compared(rows, question, 8).nearest(60, ALL(rows.length), inOrder)();
      const tenth = among.map((slot) => exact[slot]!).sort((a, b) => b - a)[9]!;
      expect(tenth).toBeGreaterThan(last - (spread < 0.01 ? 5e-4 : 1e-9));
    }
  });

  it('are found among those that pass, the first of equal ones, however many there are', () => {
    const rows = Array.from({ length: 5000 }, (_, slot) => (slot % 2 === 0 ? [1, 0] : [0, 1]));
    const slots = ALL(rows.length);
    for (let slot = 0; slot < 2048; slot++) slots.passes[slot] = 0;
    slots.hasVector[2048] = 0;
    const { nearest } = compared(rows, [1, 0]);
    expect(nearest(3, slots, inOrder)()).toEqual([2050, 2052, 2054]);
    expect(nearest(3, slots, (a, b) => b - a)()).toEqual([4998, 4996, 4994]);
    expect(nearest(0, slots, inOrder)()).toEqual([]);
    expect(nearest(9999, slots, inOrder)()).toHaveLength(5000 - 2049);
  });

  it.each([
    [16, 4],
    [8, 1],
  ] as const)('of %d bits reach 1 and -1, where sums are largest', (bits, digits) => {
    for (const size of [1, 2, 48, 256, 1536, 3072]) {
      const even = new Float32Array(size).fill(1 / Math.sqrt(size));
      const one = Float32Array.from({ length: size }, (_, i) => Number(i === 0));
      const against = (vector: Float32Array) => vector.map((value) => -value);
      const rows = [even, against(even), one, against(one)];
      for (const [question, same, opposite] of [
        [even, 0, 1],
        [one, 2, 3],
      ] as const) {
        const { cosine, nearest } = compared(rows, question, bits);
        expect(cosine(same)).toBeCloseTo(1, digits);
        expect(cosine(opposite)).toBeCloseTo(-1, digits);
        expect(nearest(4, ALL(4), inOrder)().at(-1)).toBe(size === 1 ? 3 : opposite);
      }
    }
  });

  it('replace others in their slot, and are ignored if they have another size', () => {
    const vectors = new Vectors(2);
    expect(vectors.put(0, [1, 0])).toBe(true);
    expect(vectors.put(0, [0, 1])).toBe(true);
    expect(vectors.put(1, [1, 0, 0])).toBe(false);
    expect(vectors.put(2, [1, 0])).toBe(true);
    expect(vectors.put(2, null)).toBe(false);
    expect([0, 1, 2, 3].map(vectors.compare([1, 0]).cosine)).toEqual([0, 0, 0, 0]);
    const halved = vectors.halved();
    for (const [fewer, digits] of [
      [halved, 3],
      [ByteVectors.of(vectors, 3), 2],
      [ByteVectors.of(halved, 3), 2],
    ] as const) {
      expect(fewer.put(3, [0, 1])).toBe(true);
      for (const slot of [0, 1, 2, 3]) expect(fewer.compare([1, 0]).cosine(slot)).toBeCloseTo(0, digits);
      expect(fewer.compare([0, 1]).cosine(0)).toBeCloseTo(1, digits);
    }
  });
});
