import type { Trend } from '#lib/memory/observations/literals';

const DAY = 86_400_000;
const RECENT = 30 * DAY;
const LONG = 90 * DAY;

/**
 * How the evidence of an observation develops, from when its sources were said, or stored where that is not known. Compared is how often it is said a day, in the last month
 * and before, of which a month counts at least: `new` all within a month, `stale` none within three, `weakening` none within the last month or half as often as before,
 * `strengthening` half as often again.
 */
export function trendOf(times: readonly Date[], now: Date): Trend {
  const ages = times.map((date) => now.getTime() - date.getTime());
  if (ages.length === 0) return 'stale';
  const recent = ages.filter((age) => age <= RECENT).length;
  const older = ages.length - recent;
  if (older === 0) return 'new';
  if (Math.min(...ages) > LONG) return 'stale';
  if (recent === 0) return 'weakening';
  // At least a month is compared with a month: one mention 40 days ago and one today are no change of pace.
  const span = Math.max(Math.max(...ages) - RECENT, RECENT);
  const before = older / (span / DAY);
  const ratio = recent / (RECENT / DAY) / before;
  return ratio > 1.5 ? 'strengthening' : ratio < 0.5 ? 'weakening' : 'stable';
}
