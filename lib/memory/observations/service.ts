import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { isUuid } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { DeleteResponse } from '#lib/memory/banks/contract';
import { inBank, lockBank, noteInAudit } from '#lib/memory/banks/service';
import type {
  ConsolidateResponse,
  ConsolidationStatus,
  HistoryEntry,
  ObservationPage,
  ScopesResponse,
} from '#lib/memory/observations/contract';
import type { ObservationDraft } from '#lib/memory/observations/plan';
import { redraft } from '#lib/memory/observations/rules/consolidate';
import { consolidateSoon, requestConsolidation } from '#lib/memory/observations/schedule';
import { scopeMode, scopesOf } from '#lib/memory/observations/scopes';
import * as store from '#lib/memory/observations/store';
import * as items from '#lib/memory/observations/store-items';
import * as read from '#lib/memory/observations/store-read';
import { allObservations, callInSurplus } from '#lib/memory/observations/store-write';
import * as view from '#lib/memory/observations/view';
import { textHash, writeObservations } from '#lib/memory/observations/write';

export { countItems as consolidationCounts } from '#lib/memory/observations/store-items';

/** In place of a number of surplus: whatever there is. */
const ALL = 2 ** 31 - 1;

/** Where nothing is written into a scope. */
const NO_SCOPE = '00000000-0000-0000-0000-000000000000';

// --- what other domains call in their own transactions ------------------------------------------------------------------------------

export interface NewUnit {
  readonly id: string;
  readonly tags: readonly string[];
  /** as it was given, in JSON */
  readonly observationScopes: string | null;
}

/**
 * New memories are to be consolidated: in the transaction that writes them, where the bank keeps observations. `soon`: a consolidation is
 * queued with them.
 */
export async function enlist(tx: Tx, scope: BankScope, units: readonly NewUnit[], { soon }: { soon: boolean }): Promise<void> {
  if (units.length === 0) return;
  await items.enlist(
    tx,
    scope,
    units.map(({ id, tags, observationScopes }) => ({
      memoryId: id,
      scopes: scopesOf(scopeMode(observationScopes && JSON.parse(observationScopes)), tags),
    })),
  );
  if (soon) await consolidateSoon(tx, scope);
}

/**
 * Memories change, or go: call it under the bank's lock after a change of text, tags, times or state, and before a deletion. They prove
 * nothing until they are consolidated again. Every observation that cites one says at once what the rest of its evidence says, or goes
 * with the last of it; so no text stays that nothing proves. `revision` is the one of this write. The bank's counters follow by themselves.
 */
export async function sourcesChanged(
  tx: Tx,
  scope: BankScope,
  args: { readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<void> {
  if (args.memoryIds.length === 0) return;
  const left = await detach(tx, scope, args);
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
  await items.layDown(
    tx,
    scope,
    listed.filter(({ is_live }) => !is_live).map(({ id }) => id),
  );
  if (left > 0 || listed.length > 0) await consolidateSoon(tx, scope);
}

/** What becomes of the observations of a scope when memories go from them. */
interface Detached {
  readonly scopeKey: string;
  readonly keep: readonly ObservationDraft[];
  readonly removed: readonly { readonly id: string }[];
  /** what is left of it, of all of them */
  readonly evidence: readonly { readonly id: string }[];
}

/** Observations without these memories; gives how much evidence is left. It is consolidated again, in its own scope. */
async function detach(
  tx: Tx,
  scope: BankScope,
  { memoryIds, revision }: { memoryIds: readonly string[]; revision: number },
): Promise<number> {
  const gone = new Set(memoryIds);
  const citing = await store.readCiting(tx, scope, memoryIds, '');
  const changes: Detached[] = [];
  for (const scopeKey of new Set(citing.map((known) => known.scopeKey))) {
    const told = citing
      .filter((known) => known.scopeKey === scopeKey)
      .map((known) => ({
        known,
        draft: redraft(
          known,
          known.sources.filter(({ id }) => !gone.has(id)),
        ),
      }));
    const drafts = told.flatMap(({ draft }) => (draft ? [draft] : []));
    const { keep, drop } = await withoutTwins(tx, scope, scopeKey, drafts);
    const removed = [...told.filter(({ draft }) => draft === null).map(({ known }) => known), ...drop.map(({ known }) => present(known))];
    changes.push({ scopeKey, keep, removed, evidence: drafts.flatMap(({ sources }) => sources) });
  }
  // Before anything goes: the surplus of an observation goes with it.
  const lost = changes.flatMap(({ scopeKey, keep, removed }) => [
    ...keep.map(({ known, sources }) => ({
      observationId: present(known).id,
      scopeKey,
      most: present(known).sources.length - sources.length,
    })),
    ...removed.map(({ id }) => ({ observationId: id, scopeKey, most: ALL })),
  ]);
  await callInSurplus(tx, scope, lost, memoryIds);
  for (const { scopeKey, keep, removed, evidence } of changes) {
    const drafts = keep.map((draft) => ({ draft, vector: null }));
    await writeObservations(tx, scope, { revision, scopeKey, model: '' }, { drafts, removed });
    await items.reopen(
      tx,
      scope,
      evidence.map(({ id }) => ({ memoryId: id, scopeKey })),
    );
  }
  return changes.reduce((sum, { evidence }) => sum + evidence.length, 0);
}

/** Two observations of one scope may come to say the same: one of them goes, and its evidence is consolidated into the other. */
async function withoutTwins(
  tx: Tx,
  scope: BankScope,
  scopeKey: string,
  drafts: readonly ObservationDraft[],
): Promise<{ keep: ObservationDraft[]; drop: ObservationDraft[] }> {
  const { standing } = await store.readExisting(tx, scope, { scopeKey, slots: [], textHashes: drafts.map(({ text }) => textHash(text)) });
  const holder = new Map(standing.map(({ id, textHash }) => [textHash, id]));
  const keep: ObservationDraft[] = [];
  const drop: ObservationDraft[] = [];
  for (const draft of drafts) {
    const hash = textHash(draft.text);
    const by = holder.get(hash);
    if (by === undefined || by === present(draft.known).id) {
      holder.set(hash, present(draft.known).id);
      keep.push(draft);
    } else drop.push(draft);
  }
  return { keep, drop };
}

/** Before chunks go with what was read from them. What other places say as well stays, and is consolidated again. */
export async function chunksGo(
  tx: Tx,
  scope: BankScope,
  args: { readonly chunkIds: readonly string[]; readonly revision: number },
): Promise<void> {
  if (args.chunkIds.length === 0) return;
  await sourcesChanged(tx, scope, { memoryIds: await store.readCitedOfChunks(tx, scope, args.chunkIds), revision: args.revision });
}

/** After the tags of all memories of a document changed. */
export async function documentRetagged(
  tx: Tx,
  scope: BankScope,
  args: { readonly documentUid: string; readonly revision: number },
): Promise<void> {
  await sourcesChanged(tx, scope, { memoryIds: await items.readListedOfDocument(tx, scope, args.documentUid), revision: args.revision });
}

/** Copies are to be consolidated where their originals are. */
export const enlistCopies = (
  tx: Tx,
  scope: BankScope,
  pairs: { readonly ids: readonly string[]; readonly copies: readonly string[] },
): Promise<void> => items.copyItems(tx, scope, pairs);

/** Before memories go, whatever says them. */
export async function memoriesGo(
  tx: Tx,
  scope: BankScope,
  args: { readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<void> {
  await sourcesChanged(tx, scope, { memoryIds: await store.readCited(tx, scope, args.memoryIds), revision: args.revision });
}

// --- what callers ask for -----------------------------------------------------------------------------------------------------------

const unknownBank = (scope: BankScope): ServiceError => new ServiceError('not_found', `Bank '${scope.bankId}' not found`);

function checkedId(id: string): string {
  if (!isUuid(id)) throw new ServiceError('bad_request', `'${id}' is no memory id`);
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

/** Memories that a model could not be brought to consolidate are pending again. */
export async function recoverConsolidation(db: Db, scope: BankScope): Promise<{ retried_count: number }> {
  return inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) return { retried_count: 0 };
    const retried = await items.recover(tx, scope);
    if (retried > 0) await requestConsolidation(tx, scope, { automatic: false, within: null, sweep: false });
    return { retried_count: retried };
  });
}

/** After a change of settings: if memories wait for room, a consolidation looks whether there is any now. */
export async function roomMayHaveCome({ db }: { readonly db: Db }, scope: BankScope): Promise<void> {
  if ((await items.countWithoutRoom(db, scope)) === 0) return;
  await inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) !== null) await consolidateSoon(tx, scope);
  });
}

/** All observations go; every memory is pending, and is consolidated with the next write or when asked for. */
export async function clearObservations(db: Db, scope: BankScope): Promise<DeleteResponse> {
  const deleted = await inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    return revision === null ? 0 : clearAll(tx, scope, revision);
  });
  return { success: true, message: `${deleted} observations were deleted`, deleted_count: deleted };
}

/** Inside a write. Gives how many there were; the bank's counters follow. */
export async function clearAll(tx: Tx, scope: BankScope, revision: number): Promise<number> {
  const all = await allObservations(tx, scope);
  await items.reopen(tx, scope, null);
  const { removed } = await writeObservations(tx, scope, { revision, scopeKey: NO_SCOPE, model: '' }, { drafts: [], removed: all });
  if (removed > 0) await noteInAudit(tx, scope, { action: 'bank.clear', before: { fact_type: 'observation', units: removed } });
  return removed;
}

/** The observations that rest on one memory go; their other evidence is consolidated again, and so is it. */
export async function clearObservationsOf(db: Db, scope: BankScope, memoryId: string): Promise<{ deleted_count: number }> {
  if (!isUuid(memoryId)) return { deleted_count: 0 };
  const deleted = await inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    const citing = await store.readCiting(tx, scope, [memoryId], '');
    if (citing.length === 0) return 0;
    await callInSurplus(
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

/** The changes of an observation, oldest first; of any other memory there are none. */
export async function getHistory(db: Queryable, scope: BankScope, memoryId: string): Promise<HistoryEntry[]> {
  const { factType, rows, quotes } = await read.readHistory(db, scope, checkedId(memoryId));
  if (factType === null && rows.length === 0) throw new ServiceError('not_found', `Memory '${memoryId}' not found`);
  return rows.map((row) => view.toHistoryEntry(row, quotes));
}

export async function listObservations(
  db: Queryable,
  scope: BankScope,
  query: { tags?: readonly string[] | undefined; q?: string | undefined; exact: boolean; limit: number; offset: number },
): Promise<ObservationPage> {
  const { limit, offset } = query;
  const { rows, total } = await readPage(db, query, (at) => read.listObservations(at, scope, query));
  const now = new Date();
  return { items: rows.map((row) => view.toObservation(row, now)), total, limit, offset };
}

export async function getConsolidation(
  db: Queryable,
  scope: BankScope,
  page: { limit: number; offset: number },
): Promise<ConsolidationStatus> {
  const [counts, retrying, withoutRoom, failures] = await Promise.all([
    items.countItems(db, scope),
    items.countRetrying(db, scope),
    items.countWithoutRoom(db, scope),
    read.listFailures(db, scope, page),
  ]);
  return { ...counts, retrying, without_room: withoutRoom, failures: failures.map(view.toFailure), ...page };
}
