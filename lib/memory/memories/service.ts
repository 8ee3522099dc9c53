import { Streamed } from '#lib/base/contract/reply';
import { forNobody } from '#lib/base/db/caller';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { atOneRevision, readBankPage } from '#lib/base/db/revision';
import { defined } from '#lib/base/defined';
import { invalid, ServiceError, type ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { FACT_TYPES, type FactType, type MemoryState } from '#lib/base/literals';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { hasFuzzyTags, readTagFilter, readTagFilters, withTagFilter } from '#lib/base/tags/fuzzy';
import { forgetTexts } from '#lib/base/text-caches';
import { dropArchives } from '#lib/memory/archives/service';
import { isPresent, type PastTimes, readState } from '#lib/memory/as-of/reader';
import type { DeleteResponse } from '#lib/memory/banks/contract';
import { emptyBank, inBank, lockBank, noteInAudit } from '#lib/memory/banks/service';
import { totalOf, totalsOf } from '#lib/memory/banks/totals';
import { outdatedEntities } from '#lib/memory/entities/service';
import { applyChanges } from '#lib/memory/memories/apply-changes';
import { type MemoryChanges, NO_CHANGES } from '#lib/memory/memories/changes';
import type { Extendable, MemoryFilter } from '#lib/memory/memories/conditions';
import type {
  BulkBody,
  BulkFilter,
  BulkResponse,
  ExtendBody,
  MemoryListItem,
  MemoryResponse,
  MemoryRevision,
  UpdateMemoryBody,
} from '#lib/memory/memories/contract';
import {
  type CurationServices,
  curate,
  type DeletionSteps,
  extendExpiries,
  removeMemory,
  restore,
  setStates,
} from '#lib/memory/memories/curate';
import { futureExpiry } from '#lib/memory/memories/edit';
import { exportedText, type MemoryExport } from '#lib/memory/memories/export';
import { type ListTimeField, MEMORY_SORTS, type MemorySort } from '#lib/memory/memories/literals';
import { searchOf } from '#lib/memory/memories/search';
import * as store from '#lib/memory/memories/store';
import { countMemories as countRows, listIds } from '#lib/memory/memories/store-count';
import { alignExpiries, hasExpiries } from '#lib/memory/memories/store-expiry';
import { listMemories as listRows, type Ordering, placeOf } from '#lib/memory/memories/store-list';
import { findMemory, listRevisions, newestId } from '#lib/memory/memories/store-read';
import { unitsOfPart } from '#lib/memory/memories/store-weight';
import { CSV_HEAD, fromCursor, toCsvLine, toCursor, toListItem, toMemory, toRevision } from '#lib/memory/memories/view';
import { PART_WEIGHT, SERVER_CLEAR_WEIGHT } from '#lib/memory/memories/weight';
import { beforeChunksDeleted, beforeMemoriesDeleted, clearAll, enlistCopies } from '#lib/memory/observations/service';

export { type DeletionSteps, observationLocked, removeMemories, unknownMemory } from '#lib/memory/memories/curate';
export { type MemoryRemoval as Removed, NOTHING_REMOVED } from '#lib/memory/memories/store';
export { alignExpiries } from '#lib/memory/memories/store-expiry';
export { forgetFormerMentions, type RevisionKey } from '#lib/memory/memories/store-names';
export { chunksOfPart, unitsOfPart } from '#lib/memory/memories/store-weight';

/**
 * Deletes chunks with their memories, within a write. The caller must hold the bank's lock, update
 * the bank's counts and tidy the entities after its last write.
 */
export async function removeChunks(
  tx: Tx,
  scope: BankScope,
  args: { chunkIds: readonly string[]; revision: number },
): Promise<store.MemoryRemoval> {
  await beforeChunksDeleted(tx, scope, args);
  const removed = await store.removeChunks(tx, scope, args);
  // A memory that another passage repeats expires with that one.
  if (removed.movedIds.length > 0)
    await alignExpiries(tx, scope, { chunkIds: [], memoryIds: removed.movedIds, revision: args.revision, isLoss: true });
  return removed;
}

/**
 * Splits memories that a document shares with others, within a write, so that either side can
 * change alone. Returns the memories of both sides, and the resulting changes of the bank.
 */
export async function splitShared(
  tx: Tx,
  scope: BankScope,
  { documentUid, ids, revision }: { readonly documentUid: string; readonly ids: readonly string[]; readonly revision: number },
): Promise<{ memoryIds: readonly string[]; changes: MemoryChanges }> {
  if (ids.length === 0) return { memoryIds: [], changes: NO_CHANGES };
  const copies = ids.map(() => newId());
  const memoryIds = [...ids, ...copies];
  const changes = await store.splitShared(tx, scope, { documentUid, ids, copies, revision });
  if (await hasExpiries(tx, scope)) await alignExpiries(tx, scope, { chunkIds: [], memoryIds, revision, isLoss: true });
  await enlistCopies(tx, scope, { ids, copies });
  return { memoryIds, changes };
}

export async function clearMemories(db: Db, scope: BankScope, type: string | undefined): Promise<DeleteResponse> {
  const deleted = type === undefined ? await emptyBank(db, scope) : await clearType(db, scope, type);
  return { success: true, deleted_count: deleted };
}

/**
 * Deletes in batches, and other requests can run between them. Once it has begun, it continues to
 * the end, whether or not the caller is still connected. If the process ends before, the same
 * request deletes the rest.
 */
async function clearType(db: Db, scope: BankScope, word: string): Promise<number> {
  const type = FACT_TYPES.find((known) => known === word);
  if (!type) return 0;
  if (type === 'observation') return clearAll(db, scope);
  let part = await clearPart(db, scope, { type, after: null, isFirst: true });
  let { units } = part;
  await forNobody(async () => {
    while (!part.isLast) {
      part = await clearPart(db, scope, { type, after: part.after, isFirst: false });
      units += part.units;
    }
    await updateFrequent(db, scope);
  });
  forgetTexts(scope.bankUid);
  return units;
}

interface ClearedPart {
  readonly units: number;
  /** the last of them; null: all were read, and the next batch begins at the first one again */
  readonly after: store.CreationCursor | null;
  readonly isLast: boolean;
}

function clearPart(
  db: Db,
  scope: BankScope,
  { type, after, isFirst }: { readonly type: FactType; readonly after: store.CreationCursor | null; readonly isFirst: boolean },
): Promise<ClearedPart> {
  const most = db.kind === 'embedded' ? PART_WEIGHT : SERVER_CLEAR_WEIGHT;
  const remove = async (tx: Tx): Promise<ClearedPart> => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return { units: 0, after: null, isLast: true };
    const found = await store.readOfType(tx, scope, { factType: type, after, most });
    const known = found.map(({ id }) => id);
    const ids = await unitsOfPart(tx, scope, known, most);
    const units = ids.length;
    const isEnd = found.length < most && units === found.length;
    // An import adds memories that were created earlier, also while others are deleted.
    const isLast = isEnd && after === null;
    if (units > 0) {
      // Recorded with the first batch, because the rest may never run.
      if (isFirst) {
        const inAll = isLast ? units : await store.countOfType(tx, scope, type);
        await noteInAudit(tx, scope, { action: 'bank.clear', before: { fact_type: type, units: inAll } });
        await dropArchives(tx, scope);
      }
      await beforeMemoriesDeleted(tx, scope, { memoryIds: ids, revision });
      const removed = await store.removeForReread(tx, scope, ids);
      await applyChanges(tx, scope, revision, removed);
    }
    return { units, after: isEnd ? null : (found[units - 1] ?? null), isLast };
  };
  return inBank(db, scope, remove, { isBatch: !isFirst });
}

/** Maximum number of mentions that one transaction reads, rounded up to a whole entity. */
const MENTIONS = 50_000;

/** The last part of a deletion by type: first and last times of frequent entities. */
async function updateFrequent(db: Db, scope: BankScope): Promise<void> {
  const outdated = await outdatedEntities(db, scope);
  for (let from = 0, to = 0; from < outdated.length; from = to) {
    for (let mentions = 0; to < outdated.length && mentions < MENTIONS; to++) mentions += defined(outdated[to]).mention_count;
    const ids = outdated.slice(from, to).map(({ id }) => id);
    const update = async (tx: Tx) => {
      const revision = await lockBank(tx, scope);
      if (revision !== null) await applyChanges(tx, scope, revision, { ...NO_CHANGES, entityIds: ids, staleIds: ids });
    };
    await inBank(db, scope, update, { isBatch: true });
  }
}

type FilterQuery = Omit<BulkFilter, 'time_field'> &
  PastTimes & { readonly time_field: ListTimeField; readonly state?: MemoryState | undefined };
type MemoryListQuery = FilterQuery & Ordering;

type ListRequest = Omit<MemoryListQuery, 'sort' | 'time_field'> & {
  readonly sort?: MemorySort | undefined;
  readonly time_field?: ListTimeField | undefined;
  readonly start_date?: Date | undefined;
  readonly end_date?: Date | undefined;
};

/**
 * Fills in the defaults of a listing. `start_date` and `end_date` compare and sort by another time
 * than `from` and `to`.
 */
function withDefaults<Request extends ListRequest>({ start_date, end_date, ...query }: Request) {
  const isWindow = start_date !== undefined || end_date !== undefined;
  const time_field = query.time_field ?? (isWindow ? 'created_at' : 'mentioned_at');
  const ownSort = (isWindow && MEMORY_SORTS.find((sort) => sort === time_field)) || 'mentioned_at';
  return { ...query, time_field, sort: query.sort ?? ownSort, from: query.from ?? start_date, to: query.to ?? end_date };
}

function filterWith(scope: BankScope, query: FilterQuery, tags: TagFilter | null): MemoryFilter {
  const types = FACT_TYPES.filter((known) => query.type?.includes(known));
  return {
    state: query.state ?? 'valid',
    types: query.type === undefined || types.length === FACT_TYPES.length ? null : types,
    search: searchOf(query.q, scope.bank?.speakers),
    consolidation: query.consolidation_state ?? null,
    documentId: query.document_id ?? null,
    entityId: query.entity_id ?? null,
    sourceId: query.source_id ?? null,
    expiresWithinDays: query.expires_within_days ?? null,
    extendable: null,
    ended: query.validity === undefined ? null : { isEnded: query.validity === 'superseded', at: query.valid_at ?? query.as_of ?? null },
    supersededBy: query.superseded_by ?? null,
    tags,
    timeField: query.time_field,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

/** Throws the errors of `readTagFilter`. */
const filterOf = async (db: Queryable, scope: BankScope, query: FilterQuery): Promise<MemoryFilter> =>
  filterWith(scope, query, await readTagFilter(db, scope, query));

/** Empty without a query: a missing bank, or an unknown type. */
const isEmpty = (scope: BankScope, { types }: MemoryFilter): boolean => scope.bankUid === NO_BANK || types?.length === 0;

const badQuery = (name: string, msg: string): ValidationFailure => invalid(['query', name], `${msg}`);

function startOf(scope: BankScope, query: MemoryListQuery & { offset: number; cursor?: string | undefined }) {
  if (query.cursor === undefined) return null;
  if (query.offset > 0) throw badQuery('cursor', 'must not be combined with offset');
  const place = fromCursor(query.cursor, { ...query, bank: scope.bankUid });
  if (!place) throw badQuery('cursor', 'not a cursor of this listing: the bank, order and filter must be those of the previous page');
  return place;
}

/**
 * Whether the matches change without a new revision of the bank: by consolidation, or by time.
 */
const isOfNow = ({ consolidation, expiresWithinDays, ended }: MemoryFilter): boolean =>
  [consolidation, expiresWithinDays, ended].some((part) => part !== null);

/** Exact; counted once per revision of the bank if that decides it. */
async function totalIn(db: Queryable, scope: BankScope, filter: MemoryFilter, mayCache: boolean): Promise<number> {
  if (isEmpty(scope, filter)) return 0;
  const count = () => countRows(db, scope, filter);
  return mayCache && !isOfNow(filter) ? totalOf(scope, { memories: filter }, count) : count();
}

/** Whether a listing depends on the speakers of the bank: a word of its search may be one. */
const namesSpeakers = ({ q }: FilterQuery): boolean => searchOf(q)?.kind === 'words';

/** Whether a listing depends on consolidation, which changes rows without a new revision. */
const isOfBacklog = ({ consolidation_state }: FilterQuery): boolean => consolidation_state !== undefined;

/**
 * All counts are of one state of the bank. Each is a statement, so that other requests can run in
 * between.
 */
export async function countMemories(db: Db, scope: BankScope, queries: readonly FilterQuery[]): Promise<{ counts: number[] }> {
  const withBacklog = queries.some(isOfBacklog);
  const count = () => atOneRevision(db, scope, (at, of) => countEach(at, of, queries), { withBacklog });
  const isTimed = queries.some(({ expires_within_days, validity }) => expires_within_days !== undefined || validity !== undefined);
  if (withBacklog || isTimed || queries.some(({ tag_groups }) => hasFuzzyTags(tag_groups))) return { counts: (await count()).answer };
  const counts = await totalsOf(scope, queries, async () => {
    const { answer: totals, revision } = await count();
    return { totals, revision: revision?.revision };
  });
  return { counts };
}

async function countEach(at: Queryable, scope: BankScope, queries: readonly FilterQuery[]): Promise<number[]> {
  const tags = await readTagFilters(at, scope, queries);
  const totals: number[] = [];
  for (const [i, query] of queries.entries()) {
    const filter = filterWith(scope, query, defined(tags[i]));
    totals.push(isEmpty(scope, filter) ? 0 : await countRows(at, scope, filter));
  }
  return totals;
}

interface MemoryPage {
  readonly items: MemoryListItem[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly next_cursor: string | null;
}
type PageRequest = ListRequest & { readonly limit: number; readonly offset: number; readonly cursor?: string | undefined };

/**
 * The exact total, and the page if it is not empty, of one state. Throws a 422 for a cursor of
 * another order. After a cursor, the number of remaining rows is unknown. With `as_of` or
 * `valid_at`, that state is an earlier one.
 */
export function listMemories(
  db: Queryable,
  scope: BankScope,
  request: PageRequest & PastTimes,
): Promise<MemoryPage & { readonly incomplete?: boolean | undefined }> {
  const withObservations = request.type === undefined || request.type.includes('observation');
  return readState(db, scope, request, (at, of) => listIn(at, of, request, isPresent(request)), { withObservations });
}

/** `isPresentState`: totals of an earlier state are not cached. */
async function listIn(db: Queryable, scope: BankScope, request: PageRequest, isPresentState: boolean): Promise<MemoryPage> {
  const query = withDefaults(request);
  const { limit, offset } = query;
  const after = startOf(scope, query);
  const ask = limit === 0 ? 0 : limit + 1;
  const { rows, total } = await withTagFilter(db, scope, query, (handle, tags, now) => {
    const read = async (at: Queryable, of: BankScope) => {
      const filter = filterWith(of, query, tags);
      const total = await totalIn(at, of, filter, at === db && isPresentState);
      const isPast = ask === 0 || offset >= total;
      const rows = isPast ? [] : await listRows(at, of, filter, query, { limit: ask, offset, after, total });
      return { rows, total, revision: rows[0]?.bank_revision };
    };
    return readBankPage(handle, now, { limit: ask, offset }, read, {
      ofBank: namesSpeakers(query),
      withBacklog: isOfBacklog(query),
    });
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next_cursor = rows.length > limit && last ? toCursor({ ...query, bank: scope.bankUid }, placeOf(last, query)) : null;
  return { items: shown.map(toListItem), total, limit, offset, next_cursor };
}

const exporting = (db: Db, scope: BankScope, query: MemoryListQuery, file: Pick<MemoryExport, 'head' | 'line'>): Streamed => {
  const select = async (at: Queryable, of: BankScope): Promise<MemoryFilter | null> => {
    const filter = await filterOf(at, of, query);
    return isEmpty(of, filter) ? null : filter;
  };
  return new Streamed(exportedText(db, scope, { ...file, select, ordered: query, withBacklog: isOfBacklog(query) }));
};

export const exportCsv = (db: Db, scope: BankScope, query: MemoryListQuery): Streamed =>
  exporting(db, scope, query, { head: CSV_HEAD, line: toCsvLine });

export const exportJsonl = (db: Db, scope: BankScope, query: MemoryListQuery): Streamed =>
  exporting(db, scope, query, { head: '', line: (item) => `${JSON.stringify(item)}\n` });

export async function getMemory(db: Db, scope: BankScope, id: string): Promise<MemoryResponse> {
  const row = await findMemory(db, scope, id);
  if (!row) throw new ServiceError('not_found', `Memory '${id}' not found`);
  return toMemory(row);
}

export async function updateMemory(
  services: CurationServices,
  scope: BankScope,
  id: string,
  body: UpdateMemoryBody,
): Promise<MemoryResponse> {
  await curate(services, scope, id, body);
  return getMemory(services.db, scope, id);
}

export async function restoreMemory(
  services: CurationServices,
  scope: BankScope,
  id: string,
  body: { revision: number; if_revision?: number | null | undefined },
): Promise<MemoryResponse> {
  await restore(services, scope, id, body);
  return getMemory(services.db, scope, id);
}

const WORDS_STAY =
  'Words of the memory remain in the text of their document, and retaining it again creates a new memory. To prevent that, invalidate the memory instead.';
const NO_WORDS = 'No stored passage contains the memory any more. Retaining its words again creates a new memory.';

/** `passages`: the number of passages of documents that still contain the memory. */
export const deletionMessage = (passages: number): string => (passages > 0 ? WORDS_STAY : NO_WORDS);

export async function deleteMemory(
  services: Pick<CurationServices, 'db'>,
  scope: BankScope,
  id: string,
  steps?: DeletionSteps,
): Promise<{ success: boolean; memory_id: string; deleted_count: number }> {
  return { success: true, memory_id: id, deleted_count: await removeMemory(services, scope, id, steps) };
}

export async function listMemoryRevisions(
  db: Db,
  scope: BankScope,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: MemoryRevision[]; total: number; limit: number; offset: number }> {
  const page = await readBankPage(db, scope, { limit, offset }, async (at) => {
    const found = await listRevisions(at, scope, { id, limit, offset });
    if (!found) throw new ServiceError('not_found', `Memory '${id}' not found`);
    return found;
  });
  return { items: page.rows.map(toRevision), total: page.total, limit, offset };
}

/**
 * Memories that are searched at a time. A transaction changes as many of them as its weight limit
 * allows.
 */
const BULK_SLICE = 250;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const narrows = ({
  type,
  q,
  consolidation_state,
  document_id,
  entity_id,
  source_id,
  validity,
  superseded_by,
  expires_within_days,
  tags,
  tags_match,
  tag_groups,
  from,
  to,
}: BulkFilter): boolean =>
  [
    type,
    q?.trim() || undefined,
    consolidation_state,
    document_id,
    entity_id,
    source_id,
    validity,
    superseded_by,
    expires_within_days,
    from,
    to,
  ].some((part) => part !== undefined) ||
  (tags?.length ?? 0) > 0 ||
  (tag_groups?.length ?? 0) > 0 ||
  tags_match === 'exact';

interface SelectedMemories {
  readonly filter: MemoryFilter;
  /** the last id of the bank; null: nothing can match */
  readonly upTo: string | null;
  readonly matched: number;
}

/** The facts that match a filter now; with `extendable`, only those that expire earlier. */
async function selectFacts(db: Db, scope: BankScope, query: FilterQuery, extendable: Extendable | null = null): Promise<SelectedMemories> {
  const { answer } = await atOneRevision(db, scope, async (at, of) => {
    const found = await filterOf(at, of, query);
    const types = (found.types ?? FACT_TYPES).filter((type) => type !== 'observation');
    const filter = { ...found, types, extendable };
    const upTo = isEmpty(of, filter) ? null : await newestId(at, of);
    return { filter, upTo, matched: upTo === null ? 0 : await countRows(at, of, filter) };
  });
  return answer;
}

/** Changes selected memories in batches. Returns the number of changed ones. */
async function changeInBatches(
  db: Db,
  scope: BankScope,
  { filter, upTo }: SelectedMemories,
  change: (ids: readonly string[], isFirst: boolean) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let after = FIRST_ID; upTo !== null; ) {
    const ids = await unitsOfPart(db, scope, await listIds(db, scope, filter, { after, upTo, limit: BULK_SLICE }));
    if (ids.length === 0) break;
    changed += await change(ids, changed === 0);
    after = defined(ids.at(-1));
  }
  return changed;
}

function checkNarrows(query: BulkFilter, all: boolean): void {
  if (!narrows(query) && !all) throw invalid(['body', 'filter'], 'an empty filter matches all memories: set all to true to confirm');
}

function checkCount(matched: number, expected: number | null | undefined): void {
  if (expected != null && expected !== matched)
    throw new ServiceError('conflict', `The filter matches ${matched} memories, not ${expected}. Review it and try again.`);
}

/**
 * Sets the state of every memory that the filter matches now, in batches. Memories added meanwhile
 * are not changed. Repeating an interrupted call continues it.
 */
export async function setStateOfAll(
  services: Pick<CurationServices, 'db'>,
  scope: BankScope,
  to: MemoryState,
  { filter: query, all, reason, dry_run, expected_count }: BulkBody,
): Promise<BulkResponse> {
  const { db } = services;
  checkNarrows(query, all);
  const selected = await selectFacts(db, scope, { ...query, state: to === 'valid' ? 'invalidated' : 'valid' });
  const { matched } = selected;
  checkCount(matched, expected_count);
  if (dry_run) return { dry_run, matched, changed: 0 };
  const changed = await changeInBatches(db, scope, selected, (ids, isFirst) =>
    setStates(services, scope, { ids, to, reason: reason ?? null }, async (tx) => {
      // One audit entry for the whole change, in its first transaction.
      if (isFirst) await noteInAudit(tx, scope, { action: 'bank.memories_change', after: { state: to, units: matched } });
    }),
  );
  return { dry_run, matched, changed };
}

/**
 * Extends the expiry of every valid memory that the filter matches now, in batches. Memories that
 * expire later or never do not change. Repeating an interrupted call continues it.
 */
export async function extendAll(
  { db }: Pick<CurationServices, 'db'>,
  scope: BankScope,
  { filter: query, all, expires_at, dry_run, expected_count }: ExtendBody,
): Promise<BulkResponse> {
  checkNarrows(query, all);
  const extendable = { at: futureExpiry(expires_at) };
  const selected = await selectFacts(db, scope, { ...query, state: 'valid' }, extendable);
  const { matched } = selected;
  checkCount(matched, expected_count);
  if (dry_run) return { dry_run, matched, changed: 0 };
  const changed = await changeInBatches(db, scope, selected, (ids, isFirst) =>
    extendExpiries(db, scope, { ids, expiresAt: extendable.at }, async (tx) => {
      if (isFirst) await noteInAudit(tx, scope, { action: 'bank.memories_change', after: { expires_at, units: matched } });
    }),
  );
  return { dry_run, matched, changed };
}
