import { Cron } from 'croner';

const CRON_PART = /^(?:\*|\d+(?:-\d+)?|[a-z]{3}(?:-[a-z]{3})?)(?:\/\d+)?$/i;

/** Five fields with numbers, names of months and days, ranges, lists and steps; and there is a time at which it holds. */
export function isCron(text: string): boolean {
  const fields = text.split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => field.split(',').every((part) => CRON_PART.test(part)))) return false;
  try {
    return new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRun() !== null;
  } catch {
    return false;
  }
}
