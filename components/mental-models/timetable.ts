import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import { isCron } from '#lib/cron';

/** As of `cronText`. */
const MAX_CRON = 128;

/** A cron expression in words, on the clock of UTC; itself, where it is none. */
export function cronWords(expression: string): string {
  try {
    return cronstrue.toString(expression.trim(), { use24HourTimeFormat: true, verbose: false });
  } catch {
    return expression;
  }
}

/** What the service takes as a cron expression, in words, and its next times; null: it takes it for none, or it never comes due. */
export function timetableOf(expression: string, now: Date, times = 3): { words: string; next: readonly Date[] } | null {
  const text = expression.trim();
  if (text.length > MAX_CRON || !isCron(text)) return null;
  const next = new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRuns(times, now);
  return next.length > 0 ? { words: cronWords(text), next } : null;
}
