import type { Query } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { retryAfter } from '#components/ui/refetch';
import { ApiError } from '#lib/api/call';

const after = (error: Error | null, errorUpdateCount: number) => retryAfter({ state: { error, errorUpdateCount } as Query['state'] });

test('tries again after longer and longer waits, at most a minute, and only what a retry may help', () => {
  const unreachable = new ApiError(0, 'offline', 'The server is away');
  expect([1, 2, 3, 4, 5, 6, 99].map((failures) => after(unreachable, failures))).toEqual([
    3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000,
  ]);
  expect(after(null, 5)).toBe(false);
  expect(after(new ApiError(404, 'not_found', 'No such bank'), 1)).toBe(false);
  expect(after(new ApiError(503, 'unavailable', 'Starting'), 1)).toBe(3000);
});
