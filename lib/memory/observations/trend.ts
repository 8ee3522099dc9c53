import type { Trend } from '#lib/memory/observations/literals';

const DAY = 86_400_000;
const RECENT = 30 * DAY;
const LONG = 90 * DAY;

/**
 * The trend of the evidence of an observation, from the mention times of its sources, or their
 * storage times if unknown. Compares the number of mentions per day in the last month with that
 * before, over at least a month.
 * - `new`: all within a month
 * - `stale`: none within three months
 * - `weakening`: none within the last month, or less than half as often as before
 * - `strengthening`: more than one and a half times as often as before
 */
export function trendOf(times: readonly Date[], now: Date): Trend {
  const ages = times.map((date) => now.getTime() - date.getTime());
  if (ages.length === 0) return 'stale';
  const recent = ages.filter((age) => age <= RECENT).length;
  const older = ages.length - recent;
  if (older === 0) return 'new';
  if (Math.min(...ages) > LONG) return 'stale';
  if (recent === 0) return 'weakening';
  // At least a month is compared with a month: one mention 40 days ago and one today are no change.
  const span = Math.max(Math.max(...ages) - RECENT, RECENT);
  const before = older / (span / DAY);
  const ratio = recent / (RECENT / DAY) / before;
  return ratio > 1.5 ? 'strengthening' : ratio < 0.5 ? 'weakening' : 'stable';
}
