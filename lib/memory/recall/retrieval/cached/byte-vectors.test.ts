import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '#bench/support/generate';
import { runs } from '#e2e/fixtures/runs';
import { ByteVectors } from '#lib/memory/recall/retrieval/cached/byte-vectors';
import { NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { Vectors } from '#lib/memory/recall/retrieval/cached/vectors';

const inOrder = (a: number, b: number): number => a - b;
const all = (size: number) => ({ passes: new Uint8Array(size).fill(1), hasVector: new Uint8Array(size).fill(1), size });

/** A vector of length 1. Its first number may be as large as all others together. */
function vector(random: Random, dimensions: number, first = 0): Float32Array {
  const numbers = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  numbers[0]! += first * Math.hypot(...numbers);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

describe('vectors of a very large bank', () => {
  it('of any size are compared to the second digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 800 }), fc.integer(), (dimensions, seed) => {
        const random = randomFrom(seed);
        const vectors = new ByteVectors(dimensions);
        const rows = Array.from({ length: 20 }, (_, i) => vector(random, dimensions, i % 3));
        for (const [slot, row] of rows.entries()) vectors.put(slot, row);
        const question = vector(random, dimensions, 1);
        const { cosine } = vectors.compare(question);
        for (const [slot, row] of rows.entries()) {
          const exact = row.reduce((sum, number, i) => sum + number * question[i]!, 0);
          expect(Math.abs(cosine(slot) - exact)).toBeLessThan(0.01);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it.each([
    ['without large numbers', 256, 0],
    ['with a large number', 256, 2],
    ['of few numbers', 24, 1],
    ['of many numbers', 1536, 1],
  ])('have the nearest ones that comparing all bytes finds: %s', (_, dimensions, first) => {
    for (let seed = 0; seed < runs(5); seed++) {
      const random = randomFrom(seed);
      const vectors = new ByteVectors(dimensions);
      const slots = all(4000);
      for (let slot = 0; slot < slots.size; slot++) {
        slots.hasVector[slot] = Number(slot % 50 === 0 ? vectors.put(slot, null) : vectors.put(slot, vector(random, dimensions, first)));
        if (slot % 3 === seed % 3) slots.passes[slot] = 0;
      }
      const { cosine, nearest } = vectors.compare(vector(random, dimensions, first));
      const passing = Array.from(slots.passes.keys()).filter((slot) => slots.passes[slot] === 1 && slots.hasVector[slot] === 1);
      const sorted = passing.toSorted((a, b) => cosine(b) - cosine(a) || a - b);
      expect(nearest(100, slots, inOrder)()).toEqual(sorted.slice(0, 100));
    }
  });

  it('are found in every slot of a bank that grows', () => {
    const vectors = new ByteVectors(32);
    const others = randomFrom(1);
    const last = 20_000;
    for (let slot = 0; slot <= last; slot++) vectors.put(slot, vector(others, 32));
    const random = randomFrom(2);
    for (const slot of [0, 255, 256, 8191, 8192, 16_384, last]) {
      const row = vector(random, 32);
      vectors.put(slot, row);
      expect(vectors.compare(row).nearest(1, all(last + 1), inOrder)()).toEqual([slot]);
    }
    expect(vectors.compare(vector(random, 32)).nearest(0, all(last + 1), inOrder)()).toEqual([]);
  });

  it('are the same from columns, and without those of no slot', () => {
    const random = randomFrom(3);
    const source = new Vectors(80, { bits: 12 });
    const rows = Array.from({ length: 5 }, () => vector(random, 80));
    for (const [slot, row] of rows.entries()) source.put(slot, slot === 3 ? null : row);
    const [single, appended, copied] = [new ByteVectors(80), new ByteVectors(80), ByteVectors.of(source, 5)];
    for (const [slot, row] of rows.entries()) single.put(slot, slot === 3 ? null : row);
    appended.append(source.columns(5), Int32Array.of(4, NO_SLOT, 2, 1, 0));
    const question = vector(random, 80);
    const cosines = (vectors: ByteVectors) => [0, 1, 2, 3, 4].map((slot) => Math.round(1e6 * vectors.compare(question).cosine(slot)));
    const [a, , c, , e] = cosines(single);
    expect(cosines(copied)).toEqual(cosines(single));
    expect(cosines(single)[3]).toBe(0);
    expect(cosines(appended)).toEqual([e, 0, c, 0, a]);
  });
});
