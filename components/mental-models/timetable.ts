import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { isCron } from '#lib/base/cron';

/** The limit of `cronText`. */
const MAX_CRON = 128;

/**
 * "Every fifth hour" restarts each day. Steps that do not divide their hour or day are replaced by
 * their times.
 */
function withoutUnevenSteps(expression: string): string {
  const named = (field: string, size: number): string => {
    const step = Number(/^\*\/(\d+)$/.exec(field)?.[1] ?? 1);
    if (step < 1 || step >= size || size % step === 0) return field;
    return Array.from({ length: Math.ceil(size / step) }, (_, n) => n * step).join(',');
  };
  const [minute = '', hour = '', ...rest] = expression.trim().split(/\s+/);
  return [named(minute, 60), named(hour, 24), ...rest].join(' ');
}

/** Formats a cron expression in words, in UTC. Returns invalid expressions unchanged. */
export function cronWords(expression: string): string {
  try {
    return cronstrue.toString(withoutUnevenSteps(expression), { use24HourTimeFormat: true, verbose: false });
  } catch {
    return expression;
  }
}

/**
 * The next times of a cron expression. Empty if the server would reject it or if it never matches.
 */
export function timetableOf(expression: string, now: Date, times = 3): readonly Date[] {
  const text = expression.trim();
  if (text.length > MAX_CRON || !isCron(text)) return [];
  return new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRuns(times, now);
}
