import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '#bench/support/generate';
import { ByteVectors } from '#lib/memory/recall/retrieval/cached/byte-vectors';
import { CompareThreads } from '#lib/memory/recall/retrieval/cached/compare-threads';

const DIMENSIONS = 64;
const inOrder = (a: number, b: number): number => a - b;

function vector(random: Random): Float32Array {
  const numbers = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

/** Two banks with the same vectors: one with these threads, and one without. */
function banks(threads: CompareThreads, size: number) {
  const [shared, alone] = [
    new ByteVectors(DIMENSIONS, { threads }),
    new ByteVectors(DIMENSIONS, { threads: new CompareThreads({ size: 0 }) }),
  ];
  const random = randomFrom(size);
  const slots = { passes: new Uint8Array(new SharedArrayBuffer(size)), hasVector: new Uint8Array(new SharedArrayBuffer(size)), size };
  const grow = (from: number, to: number): void => {
    for (let slot = from; slot < to; slot++) {
      const row = vector(random);
      slots.hasVector[slot] = Number(shared.put(slot, row) && alone.put(slot, row));
      slots.passes[slot] = Number(random() > 0.3);
    }
  };
  grow(0, size);
  const nearest = (bank: ByteVectors, question: Float32Array) => bank.compare(question).nearest(50, slots, inOrder)();
  return { shared, alone, slots, grow, random, nearest };
}

/** Compares until other threads have taken part. */
async function untilShared(threads: CompareThreads, compare: () => void): Promise<void> {
  for (const before = threads.answered; threads.answered === before; await delay(1)) compare();
}

const opened: CompareThreads[] = [];
function open(settings: ConstructorParameters<typeof CompareThreads>[0] = {}): CompareThreads {
  const threads = new CompareThreads({ size: 1, ...settings });
  opened.push(threads);
  return threads;
}
afterAll(() => Promise.all(opened.map((threads) => threads.close())));

describe('threads that compare vectors', () => {
  it('find the same as the main thread alone', async () => {
    const threads = open({ size: 3 });
    const { shared, alone, random, nearest } = banks(threads, 30_000);
    await untilShared(threads, () => {
      const question = vector(random);
      expect(nearest(shared, question)).toEqual(nearest(alone, question));
    });
  });

  it('see the rows of a bank that grows, and other banks', async () => {
    const threads = open();
    const first = banks(threads, 9000);
    const second = banks(threads, 20_000);
    await untilShared(threads, () => first.nearest(first.shared, vector(first.random)));
    first.slots.size = 9000;
    const slots = { ...first.slots, passes: new Uint8Array(60_000).fill(1), hasVector: new Uint8Array(60_000).fill(1), size: 60_000 };
    for (let slot = 0; slot < slots.size; slot++) {
      const row = vector(first.random);
      first.shared.put(slot, row);
      first.alone.put(slot, row);
    }
    await untilShared(threads, () => {
      const question = vector(first.random);
      const found = (bank: ByteVectors) => bank.compare(question).nearest(50, slots, inOrder)();
      expect(found(first.shared)).toEqual(found(first.alone));
      expect(second.nearest(second.shared, question)).toEqual(second.nearest(second.alone, question));
    });
  });

  it('are not waited for when another comparison begins', async () => {
    const threads = open();
    const { shared, alone, slots, random, nearest } = banks(threads, 20_000);
    await untilShared(threads, () => nearest(shared, vector(random)));
    const question = vector(random);
    const abandoned = shared.compare(question).nearest(50, slots, inOrder);
    expect(nearest(shared, question)).toEqual(nearest(alone, question));
    expect(abandoned).toThrow('Another comparison began');
  });

  it.each([
    ['that does not start', 'broken'],
    ['that fails', 'failing'],
    ['that never ends', 'hanging'],
  ])('change no result: one %s', async (_, name) => {
    const threads = open({ limitMs: 50, file: `e2e/fixtures/compare-threads/${name}.mjs` });
    const { shared, alone, random, nearest } = banks(threads, 20_000);
    for (let i = 0; threads.count > 0 && i < 10_000; i++) {
      const question = vector(random);
      expect(nearest(shared, question)).toEqual(nearest(alone, question));
      await delay(1);
    }
    const question = vector(random);
    expect(threads.count).toBe(0);
    expect(nearest(shared, question)).toEqual(nearest(alone, question));
  });
});
