import { expect, test } from 'vitest';
import { beginningOf, nowHere } from '#components/documents/recognize';
import { MAX_DRY_RUN } from '#lib/base/bounds';

test('the time has the zone of the browser', () => {
  const now = new Date('2026-05-02T16:00:00Z');
  expect(nowHere(now)).toMatch(/^2026-05-0\d[T]\d\d:\d\d:00[+-]\d\d:\d\d$/);
  expect(Date.parse(nowHere(now))).toBe(now.getTime());
  const ahead = Object.assign(new Date(now), { getTimezoneOffset: () => -330 });
  expect(nowHere(ahead)).toBe('2026-05-02T21:30:00+05:30');
  const behind = Object.assign(new Date(now), { getTimezoneOffset: () => 210 });
  expect(nowHere(behind)).toBe('2026-05-02T12:30:00-03:30');
});

test('the beginning of a long text ends with a whole character', () => {
  expect(beginningOf('short')).toBe('short');
  expect(beginningOf('a'.repeat(MAX_DRY_RUN + 5))).toHaveLength(MAX_DRY_RUN);
  expect(beginningOf(`${'a'.repeat(MAX_DRY_RUN - 1)}🚲${'a'.repeat(9)}`)).toHaveLength(MAX_DRY_RUN - 1);
});
