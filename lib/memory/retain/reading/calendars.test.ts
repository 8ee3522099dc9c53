import { describe, expect, it } from 'vitest';
import { civilDate } from '#lib/memory/retain/reading/calendars';

describe('civilDate', () => {
  it.each<[number, number, number, [number, number, number]]>([
    [2026, 5, 2, [2026, 4, 2]],
    [2569, 5, 2, [2026, 4, 2]],
    [1405, 2, 12, [2026, 4, 2]],
    [1447, 11, 15, [2026, 4, 2]],
    [1446, 9, 1, [2025, 2, 1]],
    [115, 5, 2, [2026, 4, 2]],
  ])('%i-%i-%i', (year, month, day, [y, m, d]) => {
    expect(civilDate(year, month, day)).toEqual({ year: y, month: m, day: d });
  });

  it('rejects days that do not exist', () => {
    expect([civilDate(2026, 2, 30), civilDate(2569, 13, 1), civilDate(1405, 7, 31), civilDate(1447, 11, 31)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
