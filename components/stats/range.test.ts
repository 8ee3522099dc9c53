import { expect, test } from 'vitest';
import { askOf, memoriesPath, seriesParams, shownOf, toggled } from '#components/stats/range';

const question = { time_field: 'mentioned_at', from: '2026-01-01', to: '2026-02-01' } as const;

test('requests a period or valid custom dates', () => {
  expect(askOf({ ...question, period: '30d' })).toEqual({ period: '30d', time_field: 'mentioned_at' });
  expect(askOf({ ...question, period: 'custom' })).toEqual({
    period: '7d',
    time_field: 'mentioned_at',
    from: '2026-01-01',
    to: '2026-02-01',
  });
  expect(askOf({ ...question, period: 'custom', from: '', to: '' })).toEqual({
    period: '7d',
    time_field: 'mentioned_at',
  });
  const { from } = seriesParams('7d');
  expect(['2026-12-01', 'yesterday', '2026-13-01'].map(from.parse)).toEqual(['2026-12-01', null, null]);
});

test('toggles types, but never the last one off', () => {
  expect(toggled([], 'world')).toEqual(['experience', 'observation']);
  expect(toggled(['experience', 'observation'], 'world')).toEqual([]);
  expect(toggled(['observation'], 'observation')).toEqual([]);
  expect(toggled(['observation'], 'world')).toEqual(['world', 'observation']);
  expect(shownOf(['observation', 'world'])).toEqual(['world', 'observation']);
});

test('links a number to its memories', () => {
  const bucket = { from: '2026-11-09T00:00:00.000Z', to: '2026-11-10T00:00:00.000Z' };
  expect(memoriesPath('acme', 'a/b', {})).toBe('/o/acme/b/a%2Fb/memories');
  expect(memoriesPath('acme', 'desk', { type: 'world', bucket, timeField: 'occurred_start' })).toBe(
    '/o/acme/b/desk/memories?type=world&from=2026-11-09T00%3A00%3A00.000Z&to=2026-11-10T00%3A00%3A00.000Z&time_field=occurred_start',
  );
});
