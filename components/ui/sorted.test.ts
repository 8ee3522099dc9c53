import { expect, test } from 'vitest';
import { sortedBy } from '#components/ui/sorted';

test.each([
  [['Key 10', 'key 2', null, 'Ärger'], 'asc', ['Ärger', 'key 2', 'Key 10', null]],
  [['Key 10', 'key 2', null, 'Ärger'], 'desc', ['Key 10', 'key 2', 'Ärger', null]],
  [[null, 3, 20, 0], 'asc', [0, 3, 20, null]],
  [[null, 3, 20, 0], 'desc', [20, 3, 0, null]],
] as const)('%j sorted %s', (values, order, expected) => {
  expect(sortedBy<string | number | null>(values, (value) => value, order)).toEqual(expected);
});

test('equal rows keep their order in both orders', () => {
  const rows = [{ id: 'a' }, { id: 'b' }];
  expect(sortedBy(rows, () => 1, 'desc')).toEqual(rows);
});
