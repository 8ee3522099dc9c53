import { expect, test } from 'vitest';
import {
  bucketsOf,
  csvOf,
  endOf,
  filledOf,
  highestOf,
  nameOf,
  scaleOf,
  sumOf,
  ticksOf,
  tickText,
  totalsOf,
} from '#components/charts/series';
import type { SeriesUnit } from '#lib/memory/stats/literals';

const bucket = (time: string, world = 0, experience = 0, observation = 0) => ({ time, world, experience, observation });
const at = (text: string) => Date.parse(text);

test.each([
  [0, [0, 1, 2, 3, 4]],
  [1, [0, 1]],
  [5, [0, 1, 2, 3, 4, 5]],
  [7, [0, 2, 4, 6, 8]],
  [26, [0, 10, 20, 30]],
  [28, [0, 10, 20, 30]],
  [250, [0, 50, 100, 150, 200, 250]],
  [251, [0, 100, 200, 300]],
  [31_187, [0, 10_000, 20_000, 30_000, 40_000]],
])('scale up to %i is %j', (highest, scale) => expect(scaleOf(highest)).toEqual(scale));

test.each<[SeriesUnit, string, string]>([
  ['minute', '2026-03-29T00:59:00+00:00', '2026-03-29T01:00:00.000Z'],
  ['hour', '2026-03-29T23:00:00+00:00', '2026-03-30T00:00:00.000Z'],
  ['day', '2026-02-28T00:00:00+00:00', '2026-03-01T00:00:00.000Z'],
  ['week', '2026-12-28T00:00:00+00:00', '2027-01-04T00:00:00.000Z'],
  ['month', '2026-12-01T00:00:00+00:00', '2027-01-01T00:00:00.000Z'],
  ['year', '2024-01-01T00:00:00+00:00', '2025-01-01T00:00:00.000Z'],
  ['decade', '2020-01-01T00:00:00+00:00', '2030-01-01T00:00:00.000Z'],
  ['century', '1901-01-01T00:00:00+00:00', '2001-01-01T00:00:00.000Z'],
])('a %s ends at the start of the next', (unit, from, to) => {
  expect(endOf(from, unit)).toBe(to);
});

const DAYS = [
  bucket('2026-11-08T00:00:00+00:00'),
  bucket('2026-11-09T00:00:00+00:00', 125, 192, 7),
  bucket('2026-11-10T00:00:00+00:00', 1),
];

const SERIES = { buckets: DAYS, trunc: 'day', from: '2026-11-08T00:00:00+00:00', to: '2026-11-11T00:00:00+00:00' } as const;

test('only the bucket of the read time is incomplete', () => {
  const openAt = (now: string) => bucketsOf(SERIES, at(now)).map(({ isOpen }) => isOpen);
  expect(openAt('2026-11-10T00:00:00Z')).toEqual([false, false, true]);
  expect(openAt('2026-11-09T23:59:59Z')).toEqual([false, true, false]);
  expect(openAt('2026-11-11T00:00:00Z')).toEqual([false, false, false]);
});

test('first and last bucket are clipped to the series', () => {
  const cut = bucketsOf(
    { ...SERIES, trunc: 'week', from: '2026-11-10T05:00:00+00:00', to: '2026-11-12T00:00:00+00:00', buckets: [DAYS[1]!] },
    0,
  );
  expect(cut).toMatchObject([{ from: '2026-11-10T05:00:00.000Z', to: '2026-11-12T00:00:00.000Z' }]);
});

const buckets = bucketsOf(SERIES, at('2026-11-10T12:00:00Z'));

test('sums only the visible types', () => {
  expect(sumOf(buckets[1]!)).toBe(324);
  expect(sumOf(buckets[1]!, ['world', 'observation'])).toBe(132);
  expect(totalsOf(buckets)).toEqual({ world: 126, experience: 192, observation: 7 });
  expect(highestOf(buckets, ['world'])).toBe(buckets[1]);
  expect(highestOf(buckets.slice(2), ['observation'])).toBeNull();
});

test('trims empty buckets at both ends', () => {
  expect(filledOf(buckets)).toEqual({ from: '2026-11-09T00:00:00.000Z', to: '2026-11-11T00:00:00.000Z', isOpen: true, count: 2 });
  expect(filledOf(buckets.slice(0, 1))).toBeNull();
});

test('places labels at equal distances', () => {
  expect(ticksOf(3, 6)).toEqual([0, 1, 2]);
  expect(ticksOf(30, 5)).toEqual([5, 13, 21, 29]);
  expect(ticksOf(8, 6)).toEqual([1, 3, 5, 7]);
  expect(ticksOf(31, 6)).toEqual([0, 6, 12, 18, 24, 30]);
  expect(ticksOf(1, 5)).toEqual([0]);
  expect(ticksOf(0, 5)).toEqual([]);
});

test('formats names in UTC', () => {
  const from = '2026-11-09T14:05:00Z';
  expect(tickText(from, 'minute')).toBe('14:05');
  expect(tickText(from, 'day')).toBe('9 Nov');
  expect(nameOf(from, 'day')).toBe('Mon 9 Nov 2026');
  expect(nameOf(from, 'month')).toBe('Nov 2026');
  expect(nameOf(from, 'year')).toBe('2026');
});

test('the CSV contains each bucket and marks the one that is not over', () => {
  expect(csvOf(buckets).split('\r\n')).toEqual([
    'from,before,world,experience,observation,total,complete',
    '2026-11-08T00:00:00.000Z,2026-11-09T00:00:00.000Z,0,0,0,0,true',
    '2026-11-09T00:00:00.000Z,2026-11-10T00:00:00.000Z,125,192,7,324,true',
    '2026-11-10T00:00:00.000Z,2026-11-11T00:00:00.000Z,1,0,0,1,false',
    '',
  ]);
});
