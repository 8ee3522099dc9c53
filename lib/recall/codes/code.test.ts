import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation, questions } from '#bench/generate';
import { builtinEmbedder } from '#lib/embeddings/builtin';
import { type Codes, HALF_BYTES, highest, nearestOf, Rotation, writeCode } from '#lib/recall/codes/code';

const vector = (dimensions: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((numbers) => Float32Array.from(numbers));

const codesOf = (rotation: Rotation, vectors: readonly Float32Array[]): Codes => {
  const codes = [new Uint8Array(vectors.length * HALF_BYTES), new Uint8Array(vectors.length * HALF_BYTES)] as const;
  for (const [slot, one] of vectors.entries()) writeCode(rotation.turn(one), codes, slot);
  return codes;
};
const inner = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const bestOf = (scores: ArrayLike<number>, count: number): number[] =>
  Array.from(scores, (_, slot) => slot)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, count);

describe('a rotation', () => {
  it('keeps what vectors say of one another, whatever their size', () => {
    for (const dimensions of [2, 3, 4, 100, 256, 300, 512]) {
      const rotation = new Rotation(dimensions);
      // 512 numbers are whole turns of it, each longer by the same.
      const unit = rotation.turn([1, ...new Array<number>(dimensions - 1).fill(0)]);
      const factor = inner(unit, unit);
      fc.assert(
        fc.property(vector(dimensions), vector(dimensions), (a, b) => {
          const [one, other] = [rotation.turn(a), rotation.turn(b)];
          expect(one).toHaveLength(16 * HALF_BYTES);
          expect(inner(one, other) / factor).toBeCloseTo(inner(a, b), 3);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('of long vectors keeps most of what they say', () => {
    const rotation = new Rotation(1536);
    const [a, b] = fc.sample(vector(1536), { numRuns: 2, seed: 3 }) as [Float32Array, Float32Array];
    const mixed = a.map((value, i) => value + b[i]! / 2);
    const cosine = (one: Float32Array, other: Float32Array) => inner(one, other) / Math.sqrt(inner(one, one) * inner(other, other));
    expect(rotation.turn(a)).toHaveLength(16 * HALF_BYTES);
    expect(Math.abs(cosine(rotation.turn(a), rotation.turn(mixed)) - cosine(a, mixed))).toBeLessThan(0.1);
  });
});

describe('the highest scores', () => {
  it('are among what is given, which is no more than needed where scores differ', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true, min: -100, max: 100 })), fc.nat(60), fc.func(fc.boolean()), (values, most, isMeant) => {
        const scores = Float32Array.from(values);
        const meant = values.flatMap((_, slot) => (isMeant(slot) ? slot : []));
        const given = highest(scores, isMeant, most);
        expect(new Set(given).size).toBe(given.length);
        expect(given.every((slot) => isMeant(slot))).toBe(true);
        expect(given.length).toBeGreaterThanOrEqual(Math.min(most, meant.length));
        const worst = Math.min(...given.map((slot) => scores[slot]!));
        const better = meant.filter((slot) => !given.includes(slot)).filter((slot) => scores[slot]! > worst);
        // Of the last bin alone, and only where that is full.
        if (better.length > 0) expect(given.length).toBeGreaterThanOrEqual(most);
        const [least, greatest] = [Math.min(...meant.map((slot) => scores[slot]!)), Math.max(...meant.map((slot) => scores[slot]!))];
        for (const slot of better) expect(scores[slot]! - worst).toBeLessThanOrEqual(((greatest - least) / 2047) * 1.001 + 1e-6);
        expect(given.length).toBeLessThanOrEqual(Math.max(most, 0) * 2 + (meant.length <= most ? meant.length : 0));
      }),
    );
  });
});

describe('codes', () => {
  const embedder = builtinEmbedder();
  const SHORTLIST = 300;

  it('name, of banks of sentences, what exact scores put first', async () => {
    let [found, all] = [0, 0];
    for (const seed of [1, 2, 3]) {
      const sessions = conversation({ seed, sentences: 4000, turnsPerSession: 20 });
      const texts = sessions.flatMap(({ turns }) => turns.map((turn) => turn.replace(/^\w+: /, '')));
      const vectors = (await embedder.embed(texts)).map((one) => one ?? new Float32Array(embedder.dimensions));
      const rotation = new Rotation(embedder.dimensions);
      const codes = codesOf(rotation, vectors);
      for (const asked of await embedder.embed(questions(sessions, seed, 40))) {
        const near = new Set(nearestOf(rotation.turn(asked!), codes, vectors.length, () => true, SHORTLIST));
        const first = bestOf(
          vectors.map((one) => inner(one, asked!)),
          10,
        );
        found += first.filter((slot) => near.has(slot)).length;
        all += first.length;
      }
    }
    expect(found / all).toBeGreaterThan(0.98);
  });

  it('do so for vectors that say nothing but noise, of which none is near', () => {
    const random = fc.sample(vector(256), { numRuns: 2000, seed: 7 });
    const rotation = new Rotation(256);
    const codes = codesOf(rotation, random);
    const asked = random.slice(0, 40).map((one, i) => one.map((value, at) => value + 2 * random[i + 40]![at]!));
    const shares = asked.map((one) => {
      const near = new Set(nearestOf(rotation.turn(one), codes, random.length, () => true, SHORTLIST));
      return (
        bestOf(
          random.map((other) => inner(other, one)),
          10,
        ).filter((slot) => near.has(slot)).length / 10
      );
    });
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.9);
  });
});
