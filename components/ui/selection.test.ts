import { expect, it } from 'vitest';
import { idsBetween, withIds } from '#components/ui/selection';

it('a range contains both ends in the order of the list, and one id without a start', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, null, 'c')).toEqual(['c']);
  expect(idsBetween(ids, 'gone', 'c')).toEqual(['c']);
});

it('ids are added and removed without changing the former set', () => {
  const before = new Set(['a', 'b']);
  expect([...withIds(before, ['b', 'c'], true)]).toEqual(['a', 'b', 'c']);
  expect([...withIds(before, ['a'], false)]).toEqual(['b']);
  expect([...before]).toEqual(['a', 'b']);
});
