import { expect, test } from 'vitest';
import { pollAfter, quietOf } from '#components/operations/poll';

test('polls every second while it changes, and less often while it does not', () => {
  expect([0, 3000, 8000, 40_000, 3_600_000].map(pollAfter)).toEqual([1000, 1000, 2000, 10_000, 15_000]);
});

test('counts the quiet time from the first response with this content', () => {
  const [one, other] = [{}, {}];
  expect([quietOf(one, 5), quietOf(one, 25), quietOf(other, 30), quietOf(one, 45)]).toEqual([0, 20, 0, 40]);
});
