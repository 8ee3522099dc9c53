import { expect, test } from 'vitest';
import { barsOf, sinceOf } from '#components/usage/call-bars';

const tokens = { input: 1, output: 1, cached: 0, total: 2 };

test('includes hours without calls, and marks the last as incomplete', () => {
  const bars = barsOf(
    {
      trunc: 'hour',
      start: '2026-05-02T09:12:00Z',
      buckets: [{ time: '2026-05-02T10:00:00Z', statuses: { success: 3, error: 1 }, total: 4, tokens }],
    },
    Date.parse('2026-05-02T12:30:00Z'),
  );
  expect(bars.map(({ from, parts, isOpen }) => [from.slice(11, 16), parts, isOpen])).toEqual([
    ['09:00', [0, 0], false],
    ['10:00', [3, 1], false],
    ['11:00', [0, 0], false],
    ['12:00', [0, 0], true],
  ]);
});

test('a period begins at a full hour', () => {
  expect(sinceOf('1d', Date.parse('2026-05-02T12:30:00Z'))).toBe('2026-05-01T12:00:00.000Z');
});
