import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { readBankPage } from '#lib/base/db/revision';
import { present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { isUuid } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { DeleteResponse } from '#lib/memory/banks/contract';
import { inBank, lockBank } from '#lib/memory/banks/service';
import { clearAll } from '#lib/memory/observations/clear';
import type {
  ConsolidateResponse,
  ConsolidationStatus,
  HistoryEntry,
  ObservationPage,
  ScopesResponse,
} from '#lib/memory/observations/contract';
import type { ObservationSort } from '#lib/memory/observations/literals';
import type { ObservationDraft } from '#lib/memory/observations/plan';
import { redraft } from '#lib/memory/observations/rules/consolidate';
import { consolidateSoon, requestConsolidation } from '#lib/memory/observations/schedule';
import { scopeMode, scopesOf } from '#lib/memory/observations/scopes';
import * as store from '#lib/memory/observations/store';
import * as items from '#lib/memory/observations/store-items';
import * as read from '#lib/memory/observations/store-read';
import { reopenSurplus } from '#lib/memory/observations/store-write';
import * as view from '#lib/memory/observations/view';
import { textHash, writeObservations } from '#lib/memory/observations/write';
import { validityChanged } from '#lib/memory/validity/service';

export { clearAll } from '#lib/memory/observations/clear';
export { countItems as consolidationCounts } from '#lib/memory/observations/store-items';

/** In place of a number of surplus rows: all of them. */
const ALL = 2 ** 31 - 1;

/** The scope key of a write that inserts into no scope. */
const NO_SCOPE = '00000000-0000-0000-0000-000000000000';

// --- called by other domains in their transactions ---

export interface NewUnit {
  readonly id: string;
  readonly tags: readonly string[];
  /** as given, in JSON */
  readonly observationScopes: string | null;
}

/**
 * Lists new memories for consolidation, in the transaction that writes them, if the bank has
 * observations (`atAll`). Queues a consolidation if it consolidates automatically (`bySelf`), which
 * also derives validity without observations.
 */
export async function enlist(
  tx: Tx,
  scope: BankScope,
  units: readonly NewUnit[],
  { atAll, bySelf }: { readonly atAll: boolean; readonly bySelf: boolean },
): Promise<void> {
  if (units.length === 0) return;
  const entries = units.map(({ id, tags, observationScopes }) => ({
    memoryId: id,
    scopes: scopesOf(scopeMode(observationScopes && JSON.parse(observationScopes)), tags),
  }));
  if (atAll) await items.enlist(tx, scope, entries);
  if (bySelf) await consolidateSoon(tx, scope);
}

/**
 * Memories change or are deleted. Call it under the lock of the bank, after a change of text, tags,
 * times or state, and before a deletion. The memories support nothing until they are consolidated
 * again. Every observation that cites one is rewritten at once from its remaining evidence, or
 * deleted without any, so no text without evidence remains. So is the derived end of a memory,
 * which a consolidation derives again, also in a bank without observations. `revision` is the
 * revision of this write. The counters of the bank are updated.
 */
export async function sourcesChanged(
  tx: Tx,
  scope: BankScope,
  args: { readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<void> {
  if (args.memoryIds.length === 0) return;
  await validityChanged(tx, scope, args);
  await detach(tx, scope, args);
  const listed = await items.readListed(tx, scope, args.memoryIds);
  await items.removeItems(
    tx,
    scope,
    listed.map(({ id }) => id),
  );
  await items.enlist(
    tx,
    scope,
    listed.map(({ id, tags, observation_scopes }) => ({ memoryId: id, scopes: scopesOf(scopeMode(observation_scopes), tags) })),
  );
  await items.completeItems(
    tx,
    scope,
    listed.filter(({ is_live }) => !is_live).map(({ id }) => id),
  );
  await consolidateSoon(tx, scope);
}

/** The changes to the observations of one scope when memories are removed from them. */
interface DetachedEvidence {
  readonly scopeKey: string;
  readonly remaining: readonly ObservationDraft[];
  readonly removed: readonly { readonly id: string }[];
  /** the remaining evidence of all of them */
  readonly evidence: readonly { readonly id: string }[];
}

/**
 * Removes memories from their observations. The remaining sources are consolidated again, each in
 * its own scope.
 */
async function detach(
  tx: Tx,
  scope: BankScope,
  { memoryIds, revision }: { memoryIds: readonly string[]; revision: number },
): Promise<void> {
  const removedIds = new Set(memoryIds);
  const citing = await store.readCiting(tx, scope, memoryIds, '');
  const changes: DetachedEvidence[] = [];
  for (const scopeKey of new Set(citing.map((known) => known.scopeKey))) {
    const redrafted = citing
      .filter((known) => known.scopeKey === scopeKey)
      .map((known) => ({
        known,
        draft: redraft(
          known,
          known.sources.filter(({ id }) => !removedIds.has(id)),
        ),
      }));
    const drafts = redrafted.flatMap(({ draft }) => (draft ? [draft] : []));
    const { remaining, duplicates } = await withoutTwins(tx, scope, scopeKey, drafts);
    const removed = [
      ...redrafted.filter(({ draft }) => draft === null).map(({ known }) => known),
      ...duplicates.map(({ known }) => present(known)),
    ];
    changes.push({ scopeKey, remaining, removed, evidence: drafts.flatMap(({ sources }) => sources) });
  }
  // Before any deletion: the surplus of an observation is deleted with it.
  const lost = changes.flatMap(({ scopeKey, remaining, removed }) => [
    ...remaining.map(({ known, sources }) => ({
      observationId: present(known).id,
      scopeKey,
      most: present(known).sources.length - sources.length,
    })),
    ...removed.map(({ id }) => ({ observationId: id, scopeKey, most: ALL })),
  ]);
  await reopenSurplus(tx, scope, lost, memoryIds);
  for (const { scopeKey, remaining, removed, evidence } of changes) {
    const drafts = remaining.map((draft) => ({ draft, vector: null }));
    await writeObservations(tx, scope, { revision, scopeKey, model: '' }, { drafts, removed });
    await items.reopen(
      tx,
      scope,
      evidence.map(({ id }) => ({ memoryId: id, scopeKey })),
    );
  }
}

/**
 * Two observations of one scope may end up with the same text. One of them is deleted, and its
 * evidence is consolidated into the other.
 */
async function withoutTwins(
  tx: Tx,
  scope: BankScope,
  scopeKey: string,
  drafts: readonly ObservationDraft[],
): Promise<{ remaining: ObservationDraft[]; duplicates: ObservationDraft[] }> {
  const { existing } = await store.readExisting(tx, scope, { scopeKey, slots: [], textHashes: drafts.map(({ text }) => textHash(text)) });
  const ownerByHash = new Map(existing.map(({ id, textHash }) => [textHash, id]));
  const remaining: ObservationDraft[] = [];
  const duplicates: ObservationDraft[] = [];
  for (const draft of drafts) {
    const hash = textHash(draft.text);
    const by = ownerByHash.get(hash);
    if (by === undefined || by === present(draft.known).id) {
      ownerByHash.set(hash, present(draft.known).id);
      remaining.push(draft);
    } else duplicates.push(draft);
  }
  return { remaining, duplicates };
}

/**
 * The number of observations that would be deleted with these memories, because too little evidence
 * remains. Writes nothing.
 */
export async function countUnsupported(db: Queryable, scope: BankScope, memoryIds: readonly string[]): Promise<number> {
  const removedIds = new Set(memoryIds);
  const citing = await store.readCiting(db, scope, memoryIds, '');
  return citing.filter(
    (known) =>
      redraft(
        known,
        known.sources.filter(({ id }) => !removedIds.has(id)),
      ) === null,
  ).length;
}

/**
 * Call it before chunks are deleted with their memories. Observations with other evidence remain
 * and are consolidated again.
 */
export async function beforeChunksDeleted(
  tx: Tx,
  scope: BankScope,
  args: { readonly chunkIds: readonly string[]; readonly revision: number },
): Promise<void> {
  if (args.chunkIds.length === 0) return;
  await sourcesChanged(tx, scope, { memoryIds: await store.readCitedOfChunks(tx, scope, args.chunkIds), revision: args.revision });
}

/** Lists copies for consolidation in the scopes of their originals. */
export const enlistCopies = (
  tx: Tx,
  scope: BankScope,
  pairs: { readonly ids: readonly string[]; readonly copies: readonly string[] },
): Promise<void> => items.copyItems(tx, scope, pairs);

/** Call it before memories are deleted, for any reason. */
export async function beforeMemoriesDeleted(
  tx: Tx,
  scope: BankScope,
  args: { readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<void> {
  await sourcesChanged(tx, scope, { memoryIds: await store.readCited(tx, scope, args.memoryIds), revision: args.revision });
}

// --- operations of callers ---

const unknownBank = (scope: BankScope): ServiceError => new ServiceError('not_found', `Bank '${scope.bankId}' not found`);

function checkedId(id: string): string {
  if (!isUuid(id)) throw new ServiceError('bad_request', `'${id}' is not a valid memory id: it must be a UUID`);
  return id;
}

export async function consolidate(
  db: Db,
  scope: BankScope,
  within: readonly (readonly string[])[] | null | undefined,
): Promise<ConsolidateResponse> {
  return inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) throw unknownBank(scope);
    const lists = within && within.length > 0 ? within : null;
    const { operationId, deduplicated } = await requestConsolidation(tx, scope, { automatic: false, within: lists, sweep: true });
    return { operation_id: operationId, deduplicated };
  });
}

/**
 * Sets memories whose consolidation by a language model failed back to pending. Returns their
 * number.
 */
export async function recoverConsolidation(db: Db, scope: BankScope): Promise<{ retried_count: number }> {
  return inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) return { retried_count: 0 };
    const retried = await items.recover(tx, scope);
    if (retried > 0) await requestConsolidation(tx, scope, { automatic: false, within: null, sweep: false });
    return { retried_count: retried };
  });
}

/**
 * Call it after a change of settings: queues a consolidation if memories wait for room in a scope.
 */
export async function consolidateIfWaitingForRoom({ db }: { readonly db: Db }, scope: BankScope): Promise<void> {
  if ((await items.countWithoutRoom(db, scope)) === 0) return;
  await inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) !== null) await consolidateSoon(tx, scope);
  });
}

/**
 * Deletes all observations. Every memory becomes pending and is consolidated with the next write or
 * on request.
 */
export async function clearObservations(db: Db, scope: BankScope): Promise<DeleteResponse> {
  const deleted = await clearAll(db, scope);
  return { success: true, message: `${deleted} observations were deleted`, deleted_count: deleted };
}

/**
 * Deletes the observations that one memory supports. The memory and their other evidence are
 * consolidated again.
 */
export async function clearObservationsOf(db: Db, scope: BankScope, memoryId: string): Promise<{ deleted_count: number }> {
  if (!isUuid(memoryId)) return { deleted_count: 0 };
  const deleted = await inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    const citing = await store.readCiting(tx, scope, [memoryId], '');
    if (citing.length === 0) return 0;
    await reopenSurplus(
      tx,
      scope,
      citing.map(({ id, scopeKey }) => ({ observationId: id, scopeKey, most: ALL })),
      [],
    );
    const { removed } = await writeObservations(tx, scope, { revision, scopeKey: NO_SCOPE, model: '' }, { drafts: [], removed: citing });
    await items.reopen(
      tx,
      scope,
      citing.flatMap(({ sources, scopeKey }) => sources.map(({ id }) => ({ memoryId: id, scopeKey }))),
    );
    await consolidateSoon(tx, scope);
    return removed;
  });
  return { deleted_count: deleted };
}

export async function listScopes(db: Queryable, scope: BankScope, page: { limit: number; offset: number }): Promise<ScopesResponse> {
  const { rows, total } = await read.listScopes(db, scope, page);
  return { scopes: rows.map(({ tags, count }) => ({ tags, count })), total, ...page };
}

/** The changes of an observation, oldest first; empty for any other memory. */
export async function getHistory(db: Queryable, scope: BankScope, memoryId: string): Promise<HistoryEntry[]> {
  const id = checkedId(memoryId);
  const { factType, rows, quotes } = await inSnapshot(db, (at) => read.readHistory(at, scope, id));
  if (factType === null && rows.length === 0) throw new ServiceError('not_found', `Memory '${memoryId}' not found`);
  return rows.map((row) => view.toHistoryEntry(row, quotes));
}

export async function listObservations(
  db: Queryable,
  scope: BankScope,
  query: {
    tags?: readonly string[] | undefined;
    q?: string | undefined;
    exact: boolean;
    sort?: ObservationSort;
    order?: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<ObservationPage> {
  const { sort = 'updated_at', order = 'desc', limit, offset } = query;
  const { rows, total } = await readBankPage(db, scope, query, (at) => read.listObservations(at, scope, { ...query, sort, order }), {
    withBacklog: true,
  });
  const now = new Date();
  return { items: rows.map((row) => view.toObservation(row, now)), total, limit, offset };
}

export async function getConsolidation(
  db: Queryable,
  scope: BankScope,
  page: { limit: number; offset: number },
): Promise<ConsolidationStatus> {
  const [counts, retrying, withoutRoom, failures] = await inSnapshot(db, (at) =>
    Promise.all([
      items.countItems(at, scope),
      items.countRetrying(at, scope),
      items.countWithoutRoom(at, scope),
      read.listFailures(at, scope, page),
    ]),
  );
  return { ...counts, retrying, without_room: withoutRoom, failures: failures.map(view.toFailure), ...page };
}
