import { DAY_MS } from '#components/ui/durations';

/** New expiries that the console offers. Pure. */

/** The expiry that never comes, as the API names it. */
export const NEVER = 'never';

const DAYS = { month: 30, quarter: 90, year: 365 } as const;
export const PERIODS = ['month', 'quarter', 'year', 'never'] as const;
export type Period = (typeof PERIODS)[number];

/** The expiry after a period from now, at the end of that day in UTC, as the API takes it. */
export function expiryAfter(period: Period, now: number): string {
  if (period === 'never') return NEVER;
  const day = new Date(now + DAYS[period] * DAY_MS).toISOString().slice(0, 10);
  return `${day}T23:59:59Z`;
}

/** The periods that extend an expiry; all, if it is null. */
export const extending = (expiresAt: string | null, now: number): readonly Period[] =>
  PERIODS.filter((period) => period === 'never' || expiresAt === null || Date.parse(expiryAfter(period, now)) > Date.parse(expiresAt));
