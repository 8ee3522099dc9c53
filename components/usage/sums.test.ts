import { expect, test } from 'vitest';
import { daysBetween, firstDay, OTHERS, stackOf, sumsOf, sumsOfDays, togetherOf, type UsageLine } from '#components/usage/sums';

const line = (more: Partial<UsageLine> = {}): UsageLine => ({
  day: '2026-05-02',
  bank_id: 'desk',
  operation: 'retain',
  configuration: 'default',
  provider: 'openai',
  model: 'small',
  calls: 2,
  failed: 0,
  input_tokens: 80,
  output_tokens: 20,
  cached_tokens: 10,
  thoughts_tokens: 0,
  total_tokens: 100,
  duration_ms: 900,
  ...more,
});

test('periods end today and begin at midnight UTC', () => {
  const now = Date.parse('2026-03-02T23:59:00Z');
  expect(firstDay('7d', now)).toBe('2026-02-24');
  expect(firstDay('month', now)).toBe('2026-03-01');
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
});

test('sums by group, highest first, and distinguishes equal model names of two providers', () => {
  const lines = [line(), line({ model: 'small', provider: 'ollama', total_tokens: 700, calls: 1, failed: 1 }), line({ day: '2026-05-01' })];
  expect(sumsOf(lines, 'model', 'tokens').map(({ key, total, calls }) => [key, total, calls])).toEqual([
    ['ollama small', 700, 1],
    ['openai small', 200, 4],
  ]);
  expect(sumsOf(lines, 'model', 'calls')[0]!.key).toBe('openai small');
  expect(sumsOfDays(lines).map(({ key, total }) => [key, total])).toEqual([
    ['2026-05-02', 800],
    ['2026-05-01', 100],
  ]);
  expect(togetherOf(lines)).toMatchObject({ calls: 5, failed: 1, input: 240, cached: 30, total: 900, durationMs: 2700 });
});

test('creates a bar per day, with small groups combined', () => {
  const days = daysBetween('2026-05-01', '2026-05-03');
  const lines = Array.from({ length: 9 }, (_, n) => line({ bank_id: `bank-${n}`, total_tokens: 100 - n }));
  const { keys, bars } = stackOf(lines, 'bank', 'tokens', days);
  expect(keys).toEqual(['bank-0', 'bank-1', 'bank-2', 'bank-3', 'bank-4', OTHERS]);
  expect(bars.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
  expect(bars[0]!.parts).toEqual([0, 0, 0, 0, 0, 0]);
  expect(bars[1]!.parts).toEqual([100, 99, 98, 97, 96, 95 + 94 + 93 + 92]);
  expect(stackOf(lines.slice(0, 6), 'bank', 'calls', days).keys).toHaveLength(6);
  expect(stackOf([], 'bank', 'tokens', days)).toMatchObject({ keys: [], bars: [{ parts: [] }, {}, {}] });
});
