import { Cron } from 'croner';

const CRON_PART = /^(?:\*|\d+(?:-\d+)?|[a-z]{3}(?:-[a-z]{3})?)(?:\/\d+)?$/i;

/**
 * Whether the text is a cron expression with five fields (numbers, names of months and days,
 * ranges, lists, steps) that matches at least one point in time.
 */
export function isCron(text: string): boolean {
  const fields = text.split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => field.split(',').every((part) => CRON_PART.test(part)))) return false;
  try {
    return new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRun() !== null;
  } catch {
    return false;
  }
}
