import { overCells } from '#lib/base/db/cells';
import type { Db, Tx } from '#lib/base/db/db';
import type { Log } from '#lib/base/log';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import type { QueuedOperation } from '#lib/jobs/operations/port';
import { enqueue, enqueueAll, hasten } from '#lib/jobs/operations/service';
import type { RefreshCause } from '#lib/memory/mental-models/literals';
import type { MentalModelState } from '#lib/memory/mental-models/refresh/port';
import { readStale } from '#lib/memory/mental-models/store-staleness';
import * as write from '#lib/memory/mental-models/store-write';
import { automaticActor, isFullDue, nextRunOf, notBefore, REFRESH } from '#lib/memory/mental-models/trigger';

/** Requests refreshes: for callers, by cron expression, and after consolidations. */

interface RefreshRequest {
  readonly id: string;
  readonly cause: RefreshCause;
  readonly mode?: 'full';
  readonly startAfter?: Date | undefined;
}

const operationOf = ({ startAfter, ...payload }: RefreshRequest) => ({
  ...{ subject: payload.id, mentalModelId: payload.id, payload },
  ...(startAfter && { startAfter }),
});

/** Requests a refresh. At most one refresh of a mental model waits and one runs. */
export const requestRefresh = (tx: Tx, scope: BankScope, request: RefreshRequest): Promise<QueuedOperation> =>
  enqueue(tx, scope, { type: REFRESH, ...operationOf(request) });

/** The same for any number of mental models, in a few statements. */
const requestRefreshes = (tx: Tx, scope: BankScope, requests: readonly RefreshRequest[]): Promise<QueuedOperation[]> =>
  enqueueAll(tx, scope, REFRESH, requests.map(operationOf));

/** Maximum number of due mental models per bank and round; the others follow in the next round. */
const MOST = 100;
const TICK_MS = 10_000;

/**
 * Requests refreshes of stale mental models with this trigger. Call it in the transaction that ends
 * a consolidation, so that both commit together.
 */
export async function refreshAfterConsolidation(tx: Tx, ended: BankScope): Promise<void> {
  const scope = mintBankScope({ ...ended, actor: automaticActor('consolidation') });
  const stale = await readStale(tx, scope, 'after_consolidation');
  if (stale.size === 0) return;
  const now = new Date();
  const found = await write.readTriggers(tx, scope, [...stale]);
  await requestRefreshes(
    tx,
    scope,
    found.map(({ id, trigger, last_refreshed_at: last }) => ({ id, cause: 'consolidation', startAfter: notBefore(trigger, last, now) })),
  );
}

/**
 * Requests a refresh of a mental model with an automatic trigger, without waiting for new memories.
 * It continues with memories for which the last refresh had no room, and repairs deleted sources of
 * a restored version. `last`: time of the last refresh.
 */
export async function refreshAutomatically(
  tx: Tx,
  ended: BankScope,
  { id, trigger }: Pick<MentalModelState, 'id' | 'trigger'>,
  last = new Date(),
): Promise<void> {
  if (!trigger.refreshAfterConsolidation && trigger.refreshCron === null) return;
  const isScheduled = trigger.refreshCron !== null;
  const scope = mintBankScope({ ...ended, actor: automaticActor(isScheduled ? 'schedule' : 'consolidation') });
  const startAfter = notBefore(trigger, last, new Date());
  await requestRefresh(tx, scope, { id, cause: isScheduled ? 'cron' : 'consolidation', startAfter });
}

/**
 * Schedules the next run of due mental models, and requests a refresh of the stale ones. Safe to
 * call from several processes at once: each mental model is taken by one of them. Returns the
 * number of due mental models in the cell of `db`.
 */
export async function runDue(db: Db): Promise<number> {
  let count = 0;
  for (const bank of await write.readDueBanks(db, MOST)) {
    const scope = mintBankScope({ orgId: bank.org_id, actor: automaticActor('schedule'), bankId: bank.id, bankUid: bank.uid, bank: null });
    count += await db.transaction(async (tx) => ((await write.shareLockDueBank(tx, bank)) ? runDueOf(tx, scope) : 0));
  }
  return count;
}

async function runDueOf(tx: Tx, scope: BankScope): Promise<number> {
  const due = await write.takeDue(tx, scope, MOST);
  if (due.length === 0) return 0;
  const now = new Date();
  const stale = await readStale(
    tx,
    scope,
    due.map(({ id }) => id),
  );
  await write.setNextRuns(
    tx,
    scope,
    due.map(({ id, trigger }) => ({ id, at: nextRunOf(trigger, now) })),
  );
  const requests = due.flatMap(
    ({ id, trigger, next_run_at: dueAt, last_refreshed_at: last, last_full_refreshed_at: lastFull }): RefreshRequest[] => {
      const isFull = isFullDue(trigger, dueAt, now);
      const isChangedSinceFull = isFull && (lastFull === null || lastFull < last);
      if (!stale.has(id) && !isChangedSinceFull) return [];
      return [{ id, cause: 'cron', startAfter: notBefore(trigger, last, now), ...(isFull && { mode: 'full' }) }];
    },
  );
  const queued = await requestRefreshes(tx, scope, requests);
  for (const [i, { operationId, deduplicated }] of queued.entries())
    if (requests[i]?.mode === 'full' && deduplicated) await hasten(tx, scope, operationId, { mode: 'full' });
  return due.length;
}

/**
 * Looks for due mental models every few seconds, in every process that runs jobs, until it is
 * stopped.
 */
export function startSchedule({ db, log }: { readonly db: Db; readonly log: Log }, tickMs = TICK_MS): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();
  const tick = async (): Promise<void> => {
    try {
      await overCells(db, async (at) => {
        while ((await runDue(at)) > 0 && !isStopped);
      });
    } catch (error) {
      // The database will be available again, and due mental models stay due.
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'search for due mental models failed');
    }
    plan();
  };
  // Jitter, so that processes do not run at the same time.
  const plan = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        round = tick();
      },
      tickMs * (0.9 + Math.random() / 5),
    ).unref();
  };
  plan();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
