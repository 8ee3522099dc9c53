import { Cron } from 'croner';
import type { Trigger } from '#lib/mental-models/refresh/port';
import type { Actor } from '#lib/scope';

/** When a model is written again, pure. */

export const REFRESH = 'refresh_mental_model';

/** The first time after `now` at which a cron expression holds, in UTC; null: it has none, or it never does again. */
export const nextRun = (cron: string | null, now: Date): Date | null =>
  cron === null ? null : new Cron(cron, { mode: '5-part', timezone: 'UTC' }).nextRun(now);

/** When something that runs by itself may begin; undefined: at once. */
export function notBefore({ minRefreshIntervalSeconds }: Trigger, lastRefreshedAt: Date, now: Date): Date | undefined {
  const due = new Date(lastRefreshedAt.getTime() + (minRefreshIntervalSeconds ?? 0) * 1000);
  return due > now ? due : undefined;
}

/** Nobody asked: it follows from how the model was set up. */
export const ofItself = (label: 'schedule' | 'consolidation'): Actor => ({ kind: 'anonymous', keyId: null, label });
