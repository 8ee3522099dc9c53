import type { Db, Tx } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { QueuedOperation } from '#lib/jobs/operations/port';
import { bring, enqueue, hasten } from '#lib/jobs/operations/service';
import type { BankDefaults } from '#lib/memory/banks/config';
import { configOf } from '#lib/memory/banks/config';
import { hashId, scopeOf } from '#lib/memory/observations/scopes';
import { askForForgotten } from '#lib/memory/observations/store-sweep';

export const CONSOLIDATION = 'consolidation';

/** A write rarely comes alone: what comes within this time is consolidated together. */
const WAVE_MS = 3000;

export interface ConsolidationRequest {
  /** asked for by a write and not by a caller: a bank may have switched that off */
  readonly automatic: boolean;
  /** only memories that have all tags of one of these lists; null: all */
  readonly within: readonly (readonly string[])[] | null;
  /** looks for memories that were never enlisted, too */
  readonly sweep: boolean;
  readonly startAfter?: Date;
}

/** Of all of a bank, whoever asked for it: one waits and one runs. */
const WHOLE = 'bank';

/**
 * A request without scopes joins the one that waits; one with scopes joins one with the same scopes. What somebody asks for begins now, also
 * where a write wanted it a little later, or it was put off because a provider was away. The caller holds the bank's lock.
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

/** In the transaction of a write that left something to do. */
export const consolidateSoon = (tx: Tx, scope: BankScope): Promise<QueuedOperation> =>
  requestConsolidation(tx, scope, { automatic: true, within: null, sweep: false, startAfter: new Date(Date.now() + WAVE_MS) });

/** In the transaction that switches observations on: memories that were retained without them are read as well. */
export async function consolidateAllSoon(tx: Tx, scope: BankScope): Promise<void> {
  const wanted = { automatic: true, within: null, sweep: true, startAfter: new Date(Date.now() + WAVE_MS) };
  const { operationId, deduplicated } = await requestConsolidation(tx, scope, wanted);
  if (deduplicated) await hasten(tx, scope, operationId, { sweep: true });
}

const SWEEP_SLICE = 100;

/**
 * Asks for what nobody asks for any more: an operation that failed, was cancelled or deleted leaves its memories pending, and so does
 * switching consolidation on again. Any number of processes may do this at once. Gives how many banks had been forgotten.
 */
export const sweepForgotten = ({ db, env }: { readonly db: Db; readonly env: BankDefaults }): Promise<number> => {
  const { enableObservations, enableAutoConsolidation } = configOf(env, null);
  return db.transaction(async (tx) => {
    const asked = await askForForgotten(tx, {
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
