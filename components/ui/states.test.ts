import { expect, test } from 'vitest';
import { messageOf } from '#components/ui/states';
import { ApiError } from '#lib/api/call';

test('ends messages with exactly one period', () => {
  for (const detail of ['The model failed', 'The model failed.'])
    expect(messageOf(new ApiError(503, 'unavailable', detail, { retryAfter: 5 }))).toBe('The model failed. Try again in 5 seconds.');
});
