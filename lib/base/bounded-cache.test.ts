import { expect, test } from 'vitest';
import { BoundedCache } from '#lib/base/bounded-cache';

const stored = (cache: BoundedCache<number>, keys: readonly string[]): string[] => keys.filter((key) => cache.get(key) !== undefined);

test('a cache stores as many entries as fit into its room, long keys and large values fewer', () => {
  const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`);
  const roomy = new BoundedCache<number>(10_000);
  for (const key of keys) roomy.set(key, 1);
  expect(stored(roomy, keys)).toEqual(keys);
  const long = keys.map((key) => key.padEnd(800));
  const tight = new BoundedCache<number>(10_000);
  for (const key of long) {
    tight.set(key, 1);
    expect(stored(tight, long).length).toBeLessThanOrEqual(11);
    expect(tight.get(key)).toBe(1);
  }
  const heavy = new BoundedCache<number>(10_000);
  for (const key of keys) heavy.set(key, 1, 800);
  expect(stored(heavy, keys).length).toBeLessThanOrEqual(11);
});

test('a value that would take over a tenth of the room displaces nothing', () => {
  const cache = new BoundedCache<number>(10_000);
  cache.set('small', 1);
  cache.set('x'.repeat(2000), 2);
  cache.set('large', 3, 2000);
  expect(stored(cache, ['small', 'large', 'x'.repeat(2000)])).toEqual(['small']);
});
