import type { Db, Tx } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { QueuedOperation } from '#lib/jobs/operations/port';
import { bring, enqueue, hasten } from '#lib/jobs/operations/service';
import type { BankDefaults } from '#lib/memory/banks/config';
import { configOf } from '#lib/memory/banks/config';
import { hashId, scopeOf } from '#lib/memory/observations/scopes';
import { queueForgotten } from '#lib/memory/observations/store-sweep';

export const CONSOLIDATION = 'consolidation';

/** Writes rarely come alone: writes within this time are consolidated together. */
const WAVE_MS = 3000;

export interface ConsolidationRequest {
  /** requested by a write, not by a caller; a bank can disable that */
  readonly automatic: boolean;
  /** only memories that have all tags of one of these lists; null: all */
  readonly within: readonly (readonly string[])[] | null;
  /** also looks for memories that were never enlisted */
  readonly sweep: boolean;
  readonly startAfter?: Date;
}

/** The subject of a consolidation of the whole bank: one waits and one runs. */
const WHOLE = 'bank';

/**
 * A request without scopes joins the waiting one; one with scopes joins one with the same scopes. A
 * request by a caller starts now, even if the waiting operation was delayed by a write or deferred
 * by an outage. The caller must hold the lock of the bank.
 */
export async function requestConsolidation(
  tx: Tx,
  scope: BankScope,
  { automatic, within, sweep, startAfter }: ConsolidationRequest,
): Promise<QueuedOperation> {
  const lists =
    within && [...new Map(within.map((tags) => [scopeOf(tags).key, scopeOf(tags).tags])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const scopes = lists && hashId(lists.map(([key]) => key));
  const queued = await enqueue(tx, scope, {
    type: CONSOLIDATION,
    subject: scopes ? `scopes:${scopes}` : WHOLE,
    payload: { automatic, sweep, within: lists?.map(([, tags]) => tags) },
    ...(startAfter && { startAfter }),
  });
  const isNow = !automatic && startAfter === undefined;
  if (isNow && queued.deduplicated) await hasten(tx, scope, queued.operationId, { automatic, ...(sweep && { sweep }) });
  return queued;
}

/**
 * Queues a consolidation in the transaction of a write that leaves memories pending, unless the
 * bank disables automatic ones. If the server does, the operation ends without work.
 */
export async function consolidateSoon(tx: Tx, scope: BankScope): Promise<void> {
  if (!configOf(undefined, scope.bank).enableAutoConsolidation) return;
  await requestConsolidation(tx, scope, { automatic: true, within: null, sweep: false, startAfter: new Date(Date.now() + WAVE_MS) });
}

/**
 * Call it in the transaction that enables observations: memories that were retained without them
 * are included.
 */
export async function consolidateAllSoon(tx: Tx, scope: BankScope): Promise<void> {
  const wanted = { automatic: true, within: null, sweep: true, startAfter: new Date(Date.now() + WAVE_MS) };
  const { operationId, deduplicated } = await requestConsolidation(tx, scope, wanted);
  if (deduplicated) await hasten(tx, scope, operationId, { sweep: true });
}

const SWEEP_SLICE = 100;

/**
 * Queues an operation for each bank with pending memories but no operation: after a failed,
 * canceled or deleted operation, or after consolidation was enabled again. Safe to call from
 * several processes at once. Returns the number of these banks.
 */
export const sweepForgotten = ({ db, env }: { readonly db: Db; readonly env: BankDefaults }): Promise<number> => {
  const { enableObservations, enableAutoConsolidation } = configOf(env, null);
  return db.transaction(async (tx) => {
    const asked = await queueForgotten(tx, {
      type: CONSOLIDATION,
      subject: WHOLE,
      payload: { automatic: true, sweep: false },
      ids: Array.from({ length: SWEEP_SLICE }, newId),
      label: 'consolidation',
      observes: enableObservations,
      bySelf: enableAutoConsolidation,
    });
    await bring(
      tx,
      asked.map(({ bank_uid: bankUid, id }) => ({ bankUid, operationId: id, type: CONSOLIDATION, runAfter: null })),
    );
    return asked.length;
  });
};
