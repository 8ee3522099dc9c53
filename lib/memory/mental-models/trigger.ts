import { Cron } from 'croner';
import type { Actor } from '#lib/base/scope';
import type { Trigger } from '#lib/memory/mental-models/refresh/port';

/** When a model is written again, pure. */

export const REFRESH = 'refresh_mental_model';

/** The first time after `now` at which a cron expression holds, in UTC; null: it has none, or it never does again. */
export const nextRun = (cron: string | null, now: Date): Date | null =>
  cron === null ? null : new Cron(cron, { mode: '5-part', timezone: 'UTC' }).nextRun(now);

/** The next time of either cron expression of a trigger. */
export function nextRunOf({ refreshCron, fullRefreshCron = null }: Trigger, now: Date): Date | null {
  const runs = [nextRun(refreshCron, now), nextRun(fullRefreshCron, now)].filter((run) => run !== null);
  return runs.length === 0 ? null : new Date(Math.min(...runs.map((run) => run.getTime())));
}

/** Whether a time of `full_refresh_cron` is among those that have come due since `dueAt`. */
export function isFullDue({ fullRefreshCron = null }: Trigger, dueAt: Date, now: Date): boolean {
  const run = nextRun(fullRefreshCron, new Date(dueAt.getTime() - 1000));
  return run !== null && run <= now;
}

/** When something that runs by itself may begin; undefined: at once. */
export function notBefore({ minRefreshIntervalSeconds }: Trigger, lastRefreshedAt: Date, now: Date): Date | undefined {
  const due = new Date(lastRefreshedAt.getTime() + (minRefreshIntervalSeconds ?? 0) * 1000);
  return due > now ? due : undefined;
}

/** Nobody asked: it follows from how the model was set up. */
export const ofItself = (label: 'schedule' | 'consolidation'): Actor => ({ kind: 'anonymous', keyId: null, label });
