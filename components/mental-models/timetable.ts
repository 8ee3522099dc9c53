import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { cronText } from '#lib/mental-models/contract';

/** A cron expression in words, on the clock of UTC; itself, where it is none. */
export function cronWords(expression: string): string {
  try {
    return cronstrue.toString(expression.trim(), { use24HourTimeFormat: true, verbose: false });
  } catch {
    return expression;
  }
}

const taken = cronText();

/** What the service takes as a cron expression, in words, and its next times; null: it takes it for none, or it never comes due. */
export function timetableOf(expression: string, now: Date, times = 3): { words: string; next: readonly Date[] } | null {
  const { data } = taken.safeParse(expression);
  if (!data) return null;
  const next = new Cron(data, { mode: '5-part', timezone: 'UTC' }).nextRuns(times, now);
  return next.length > 0 ? { words: cronWords(data), next } : null;
}
