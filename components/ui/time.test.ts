import { expect, test } from 'vitest';
import { apart, relative, spanText, urgencyOf } from '#components/ui/time';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;

test.each([
  [-3 * DAY, undefined, '3 days ago'],
  [444 * DAY, undefined, 'in 444 days'],
  [-3 * DAY, 6, '3 days ago'],
  [-50 * DAY, 6, '3 Oct 2026'],
  [444 * DAY, 6, '9 Feb 2028'],
  [-DAY, 6, 'yesterday'],
])('formats %i ms from now, relative up to %s days: %s', (ms, upToDays, words) => {
  expect(relative(NOW + ms, NOW, upToDays)).toBe(words);
});

test.each([
  ['2026-04-27T00:00:00+00:00', '2026-05-03T23:59:59.999+00:00', '27 Apr 2026 to 3 May 2026'],
  ['2026-04-27T00:00:00+00:00', '2026-04-27T23:59:59.999+00:00', '27 Apr 2026'],
  ['2026-04-27T09:30:00+00:00', null, '27 Apr 2026, 09:30 UTC'],
])('%s to %s is %s', (from, to, words) => expect(spanText(from, to)).toBe(words));

test.each([
  ['2026-11-22T09:00:00+00:00', '2026-11-22T11:00:00+00:00', ['3 hr ago', '1 hr ago']],
  ['2026-11-22T11:57:10+00:00', '2026-11-22T11:57:12.5+00:00', ['2026-11-22 11:57:10 UTC', '2026-11-22 11:57:12 UTC']],
  ['2026-11-21T11:00:00+00:00', '2026-11-21T13:00:00+00:00', ['yesterday', '23 hr ago']],
  ['2026-11-22T11:57:10.25+00:00', '2026-11-22T11:57:10.5+00:00', ['2026-11-22 11:57:10.250 UTC', '2026-11-22 11:57:10.500 UTC']],
  ['2026-11-22T11:57:10+00:00', '2026-11-22T11:57:10+00:00', ['3 min ago', '3 min ago']],
])('distinguishes %s and %s', (first, last, words) => expect(apart([first, last], NOW)).toEqual(words));

const MINUTE = 60_000;
test.each([
  ['an hour, just created', 60 * MINUTE, 60 * MINUTE, 'none'],
  ['an hour, in its last quarter', 14 * MINUTE, 60 * MINUTE, 'soon'],
  ['an hour, in its last tenth', 5 * MINUTE, 60 * MINUTE, 'urgent'],
  ['90 days, 6 days before its end', 6 * DAY, 90 * DAY, 'soon'],
  ['90 days, an hour before its end', 60 * MINUTE, 90 * DAY, 'urgent'],
  ['an hour, expired', -MINUTE, 60 * MINUTE, 'past'],
  ['an unknown life, a day before its end', DAY, null, 'urgent'],
])('a key for %s', (_, left, life, urgency) => {
  const createdAt = life === null ? null : new Date(NOW + left - life).toISOString();
  expect(urgencyOf(new Date(NOW + left).toISOString(), NOW, createdAt)).toBe(urgency);
});
