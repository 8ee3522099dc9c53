import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePages, type SortedRow } from '#lib/memory/banks/merge-pages';

const keys = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 5 })),
  fc.array(fc.constantFrom('a', 'b', 'Z', 'é', '😀', '\uffff')),
  fc.array(fc.constantFrom(0, 1, 2).map((n) => new Date(n))),
);
const orders = fc.constantFrom('asc' as const, 'desc' as const);

test('pages of several cells are those of one list', () => {
  fc.assert(
    fc.property(keys, orders, fc.nat(12), fc.option(fc.nat(12)), fc.integer({ min: 1, max: 4 }), (values, order, offset, limit, cells) => {
      const rows: SortedRow[] = values.map((sort_key, i) => ({ uid: (i * 7919) % 1_000, sort_key }));
      const all = mergePages([rows], order, { limit: null, offset: 0 });
      const first = limit === null ? undefined : offset + limit;
      const parts = Array.from({ length: cells }, (_, cell) => all.filter(({ uid }) => uid % cells === cell).slice(0, first));
      expect(mergePages(parts, order, { limit, offset })).toEqual(all.slice(offset, first));
    }),
  );
});

test('texts are sorted by their bytes', () => {
  const rows = ['b', '\uffff', 'Z', '😀', 'é'].map((sort_key, uid) => ({ uid, sort_key }));
  expect(mergePages([rows], 'asc', { limit: null, offset: 0 }).map((row) => row.sort_key)).toEqual(['Z', 'b', 'é', '\uffff', '😀']);
});
