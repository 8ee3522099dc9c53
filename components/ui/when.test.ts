import { expect, test } from 'vitest';
import { whenOf } from '#components/ui/when';

const SAID = '2026-03-02T10:00:00+00:00';
const on = (day: string): [string, string] => [`${day}T00:00:00+00:00`, `${day}T23:59:59.999+00:00`];

test.each<[string, string | null, string | null, string | null, string]>([
  ['without a time of its own', SAID, null, null, 'said'],
  ['at the moment it was said', SAID, SAID, null, 'said'],
  ['on the day it was said', SAID, ...on('2026-03-02'), 'said'],
  ['the day before', SAID, ...on('2026-03-01'), 'happened'],
  ['a moment of another day', SAID, '2026-02-27T08:00:00+00:00', null, 'happened'],
  ['a day to come', SAID, ...on('2026-12-12'), 'said about'],
  ['a week that is not over', SAID, on('2026-03-01')[0], on('2026-03-07')[1], 'said about'],
  ['nobody knows when it was said', null, ...on('2026-03-01'), 'happened'],
  ['nothing is known', null, null, null, ''],
])('%s', (_, said, from, until, expected) => {
  expect(
    whenOf({ said, from, until })
      .map(({ is }) => is)
      .join(' '),
  ).toBe(expected);
});
