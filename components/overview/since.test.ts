import { expect, it } from 'vitest';
import { startOfYesterday } from '#components/overview/since';

it('yesterday starts at midnight of the local time zone, also at the start of a year', () => {
  expect(startOfYesterday(new Date(2026, 0, 1, 9, 30))).toBe(new Date(2025, 11, 31).toISOString());
});
