import { Cron } from 'croner';
import type { Actor } from '#lib/base/scope';
import type { Trigger } from '#lib/memory/mental-models/refresh/port';

/** When a mental model is refreshed. Pure. */

export const REFRESH = 'refresh_mental_model';

/**
 * The first time after `now` that matches a cron expression, in UTC; null: no expression, or no
 * such time.
 */
export const nextRun = (cron: string | null, now: Date): Date | null =>
  cron === null ? null : new Cron(cron, { mode: '5-part', timezone: 'UTC' }).nextRun(now);

/** The next time of either cron expression of a trigger. */
export function nextRunOf({ refreshCron, fullRefreshCron = null }: Trigger, now: Date): Date | null {
  const runs = [nextRun(refreshCron, now), nextRun(fullRefreshCron, now)].filter((run) => run !== null);
  return runs.length === 0 ? null : new Date(Math.min(...runs.map((run) => run.getTime())));
}

/** Whether a time of `full_refresh_cron` has passed since `dueAt`. */
export function isFullDue({ fullRefreshCron = null }: Trigger, dueAt: Date, now: Date): boolean {
  const run = nextRun(fullRefreshCron, new Date(dueAt.getTime() - 1000));
  return run !== null && run <= now;
}

/** The earliest start of an automatic refresh; undefined: now. */
export function notBefore({ minRefreshIntervalSeconds }: Trigger, lastRefreshedAt: Date, now: Date): Date | undefined {
  const due = new Date(lastRefreshedAt.getTime() + (minRefreshIntervalSeconds ?? 0) * 1000);
  return due > now ? due : undefined;
}

/** The actor of an automatic refresh. */
export const automaticActor = (label: 'schedule' | 'consolidation'): Actor => ({ kind: 'anonymous', keyId: null, label });
