import { isDeepStrictEqual } from 'node:util';
import type { ObservationScopes } from '#lib/base/contract/fields';
import { forNobody } from '#lib/base/db/caller';
import { tryCells } from '#lib/base/db/cells';
import type { Db, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { readBankPage } from '#lib/base/db/revision';
import { ServiceError, ValidationFailure } from '#lib/base/errors';
import { isUuid } from '#lib/base/ids';
import type { BankScope, OrgScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import { lenientMode } from '#lib/base/tags/filter';
import { withTagFilter } from '#lib/base/tags/fuzzy';
import { inBank, lockBank, noteInAudit } from '#lib/memory/banks/service';
import type { ChunkResponse, DocumentListItem, DocumentResponse } from '#lib/memory/documents/contract';
import type { DocumentSort, DocumentTime } from '#lib/memory/documents/literals';
import * as store from '#lib/memory/documents/store';
import { toChunk, toDocument, toDocumentListItem } from '#lib/memory/documents/view';
import { applyChanges } from '#lib/memory/memories/apply-changes';
import { NO_CHANGES } from '#lib/memory/memories/changes';
import { futureExpiry } from '#lib/memory/memories/edit';
import { alignExpiries, chunksOfPart, splitShared } from '#lib/memory/memories/service';
import { listMentalModelTags } from '#lib/memory/mental-models/service';
import { checkScopes } from '#lib/memory/observations/scopes';
import { sourcesChanged } from '#lib/memory/observations/service';
import { reprocess } from '#lib/memory/retain/background';
import { withoutText } from '#lib/memory/retain/request';
import { PART_CHUNKS, shortenDocument } from '#lib/memory/retain/shorten';

interface DocumentListPage<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}

/** The error of a missing document. */
export const unknownDocument = (id: string): ServiceError => new ServiceError('not_found', `Document '${id}' not found`);

/**
 * Ids may contain slashes. A request for the history of a document, which this server does not
 * support, therefore looks like one for another document.
 */
const isHistory = (id: string): boolean => id.endsWith('/history');

export async function listDocuments(
  db: Db,
  scope: BankScope,
  query: {
    q?: string | undefined;
    tags?: string[] | undefined;
    tags_match: string;
    tag_groups?: readonly TagGroup[] | undefined;
    time_field?: DocumentTime | undefined;
    sort?: DocumentSort | undefined;
    order?: 'asc' | 'desc' | undefined;
    start_date?: Date | undefined;
    end_date?: Date | undefined;
    limit: number;
    offset: number;
  },
): Promise<DocumentListPage<DocumentListItem> & { total_is_estimate: boolean }> {
  const { q, time_field: timeField = 'updated_at', start_date: from, end_date: to, limit, offset } = query;
  const { sort = timeField, order = 'desc' } = query;
  const asked = { ...query, tags_match: lenientMode(query.tags_match) };
  const { rows, total } = await withTagFilter(db, scope, asked, (handle, tags, of) =>
    readBankPage(handle, of, query, (at) => store.listDocuments(at, scope, { q, tags, timeField, from, to, sort, order, limit, offset })),
  );
  const matched = q ? (['id'] as const) : [];
  return { items: rows.map((row) => toDocumentListItem(row, scope.bankId, [...matched])), total, limit, offset, total_is_estimate: false };
}

export async function getDocument(db: Db, scope: BankScope, id: string): Promise<DocumentResponse> {
  const row = await store.findDocument(db, scope, id);
  if (!row && isHistory(id))
    throw new ServiceError('not_found', `Document '${id}' not found. The history of documents is not available in this version.`);
  if (!row) throw unknownDocument(id);
  return toDocument(row, scope.bankId);
}

/** Maximum number of chunks that one transaction changes; fewer if more was read from them. */
const CHANGED_CHUNKS = 30;
/** Greater than the index of any chunk. */
const LAST_INDEX = 2 ** 31 - 1;

/**
 * Sets tags, observation scopes and expiry of a document and its memories; null or absent fields do
 * not change. A memory that another document repeats is copied first, and the other document keeps
 * the original.
 *
 * A long document is changed in batches from its start, and other requests can run between them.
 * Its own tags and scopes change with the last one. After the first one the rest is changed even if
 * the caller hangs up; an interrupted request can be repeated.
 *
 * Throws `ValidationFailure` if no field is given, the expiry is in the past, or the scopes would
 * combine too many tags; `not_found`; and `conflict` if another request changed what was changed
 * before, which then remains.
 */
export async function updateDocument(
  db: Db,
  scope: BankScope,
  id: string,
  body: {
    tags?: readonly string[] | null | undefined;
    observation_scopes?: ObservationScopes | null | undefined;
    expires_at?: string | null | undefined;
  },
): Promise<{ success: boolean }> {
  if (!body.tags && !body.observation_scopes && !body.expires_at)
    throw new ValidationFailure([{ type: 'missing', loc: ['body', 'tags'], msg: 'Field required', input: {} }]);
  const change: store.DocumentChange = {
    tags: body.tags ? [...new Set(body.tags)].sort() : undefined,
    observationScopes: body.observation_scopes ?? undefined,
    expiresAt: body.expires_at ? futureExpiry(body.expires_at) : undefined,
  };
  let changed = await inBank(db, scope, (tx) => changePart(tx, scope, { id, change, changed: null }));
  while (changed) {
    const before = changed;
    changed = await forNobody(() => inBank(db, scope, (tx) => changePart(tx, scope, { id, change, changed: before }), { isBatch: true }));
  }
  return { success: true };
}

/** What a change of a document has changed so far. */
interface ChangedPart {
  /** index of the last changed chunk */
  readonly upTo: number;
  /** of the document */
  readonly revision: number;
}

interface DocumentPartChange {
  readonly id: string;
  readonly change: store.DocumentChange;
  /** null: nothing yet */
  readonly changed: ChangedPart | null;
}

/** Changes the next chunks of a document. Returns null if there are no more. */
async function changePart(tx: Tx, scope: BankScope, { id, change, changed }: DocumentPartChange): Promise<ChangedPart | null> {
  const revision = await lockBank(tx, scope);
  const document = revision === null ? null : await store.findDocumentState(tx, scope, id);
  if (revision === null || !document) throw unknownDocument(id);
  const { uid } = document;
  if (!changed) {
    if (await isAsGiven(tx, scope, document, change)) return null;
    if (change.observationScopes) checkScopes(change.observationScopes, change.tags ?? document.tags, ['body', 'observation_scopes']);
  } else if (document.revision !== changed.revision && (await store.isIncomplete(tx, scope, { uid, upTo: changed.upTo, change })))
    throw new ServiceError('conflict', `Another request changed the document '${id}' at the same time. Read it and try again.`);
  const next = await store.readNextChunks(tx, scope, { uid, after: changed?.upTo ?? -1, most: CHANGED_CHUNKS + 1 });
  const chunkIds = await chunksOfPart(
    tx,
    scope,
    next.slice(0, CHANGED_CHUNKS).map((chunk) => chunk.id),
  );
  const last = next[chunkIds.length - 1];
  const isLast = chunkIds.length === next.length;
  if (chunkIds.length > 0) await changeChunks(tx, scope, { uid, chunkIds, change, revision });
  // The revision of the first part shows the change to another one that has begun before.
  if (!changed || isLast) await store.noteChange(tx, scope, { uid, revision, change: isLast ? change : null });
  return isLast || !last ? null : { upTo: last.index, revision: changed ? document.revision : revision };
}

/**
 * Whether a change would change nothing. An expiry always does: it replaces those that were set for
 * single memories.
 */
async function isAsGiven(tx: Tx, scope: BankScope, document: store.DocumentState, change: store.DocumentChange): Promise<boolean> {
  const { uid, tags, observationScopes } = document;
  return (
    change.expiresAt === undefined &&
    isDeepStrictEqual(change.tags ?? tags, tags) &&
    isDeepStrictEqual(change.observationScopes ?? observationScopes, observationScopes) &&
    !(await store.isIncomplete(tx, scope, { uid, upTo: LAST_INDEX, change }))
  );
}

/** Changes chunks of a document with their memories. */
async function changeChunks(
  tx: Tx,
  scope: BankScope,
  part: { readonly uid: string; readonly chunkIds: readonly string[]; readonly change: store.DocumentChange; readonly revision: number },
): Promise<void> {
  const { uid, chunkIds, change, revision } = part;
  if (change.expiresAt !== undefined) {
    await store.setExpiry(tx, scope, { chunkIds, expiresAt: change.expiresAt });
    await alignExpiries(tx, scope, { chunkIds, memoryIds: [], revision });
  }
  let changes = NO_CHANGES;
  if (change.tags || change.observationScopes) {
    const split = await splitShared(tx, scope, { documentUid: uid, ids: await store.readShared(tx, scope, part), revision });
    const memoryIds = await store.retagChunks(tx, scope, { ...part, memoryIds: split.memoryIds });
    await sourcesChanged(tx, scope, { memoryIds, revision });
    changes = split.changes;
  }
  await applyChanges(tx, scope, revision, changes);
}

interface DocumentDeleted {
  success: boolean;
  message: string;
  document_id: string;
  memory_units_deleted: number;
}

/** What a caller does in each transaction of a deletion, under the lock of the bank. */
export interface DocumentDeletionSteps {
  /** before chunks are deleted with their memories */
  readonly before: (
    tx: Tx,
    part: { readonly uid: string; readonly chunkIds: readonly string[]; readonly revision: number },
  ) => Promise<void>;
  /** after that; `isLast`: the document was deleted too */
  readonly after: (tx: Tx, part: { readonly uid: string; readonly revision: number; readonly isLast: boolean }) => Promise<void>;
  /** after the transaction is committed */
  readonly committed: () => void;
}

const NO_STEPS: DocumentDeletionSteps = { before: async () => undefined, after: async () => undefined, committed: () => undefined };

/**
 * Deletes a document and its memories. A long document is deleted in parts from its end, and other
 * requests can run between them. Returns when all parts are deleted; an interrupted request can be
 * repeated. Throws `not_found`.
 */
export async function deleteDocument(
  db: Db,
  scope: BankScope,
  id: string,
  steps: DocumentDeletionSteps = NO_STEPS,
): Promise<DocumentDeleted> {
  let units = 0;
  for (let isFirst = true; ; isFirst = false) {
    const part = await deletePart(db, scope, { id, isFirst, steps });
    steps.committed();
    units += part.units;
    if (part.isLast) break;
  }
  const message = `Document '${id}' and ${units} memory units were deleted`;
  return { success: true, message, document_id: id, memory_units_deleted: units };
}

interface DocumentPart {
  readonly id: string;
  readonly isFirst: boolean;
  readonly steps: DocumentDeletionSteps;
}

function deletePart(db: Db, scope: BankScope, { id, isFirst, steps }: DocumentPart): Promise<{ units: number; isLast: boolean }> {
  const remove = async (tx: Tx) => {
    const revision = await lockBank(tx, scope);
    const end = revision === null ? null : await store.findEnd(tx, scope, id, PART_CHUNKS);
    // Another request may have deleted the rest.
    if (!end && !isFirst) return { units: 0, isLast: true };
    if (revision === null || !end) throw unknownDocument(id);
    const chunkIds = await chunksOfPart(tx, scope, end.chunkIds);
    const isLast = end.isAll && chunkIds.length === end.chunkIds.length;
    // Recorded with the first part, because the rest may never run.
    const inAll = isFirst && !isLast ? await store.countUnits(tx, scope, end.uid) : null;
    await steps.before(tx, { uid: end.uid, chunkIds, revision });
    const units = await shortenDocument(tx, scope, { uid: end.uid, chunkIds, revision });
    if (isFirst) await noteInAudit(tx, scope, { action: 'bank.document_delete', before: { document_id: id, units: inAll ?? units } });
    if (isLast) await store.deleteDocument(tx, scope, end.uid);
    await steps.after(tx, { uid: end.uid, revision, isLast });
    return { units, isLast };
  };
  return inBank(db, scope, remove, { isBatch: !isFirst });
}

/** Queues an extraction of the stored text. Throws `bad_request` if the text is not stored. */
export async function reprocessDocument(
  db: Db,
  scope: BankScope,
  id: string,
): Promise<{ success: boolean; operation_id: string; items_count: number }> {
  return inBank(db, scope, async (tx) => {
    const found = (await lockBank(tx, scope)) === null ? null : await store.findDocumentState(tx, scope, id);
    if (!found) throw unknownDocument(id);
    if (!found.isTextStored) throw withoutText(id, 'reprocessed');
    return { success: true, operation_id: await reprocess(tx, scope, id), items_count: 1 };
  });
}

export async function listDocumentChunks(
  db: Db,
  scope: BankScope,
  documentId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<DocumentListPage<ChunkResponse>> {
  const page = await readBankPage(db, scope, { limit, offset }, async (at) => {
    const found = await store.listChunks(at, scope, { documentId, limit, offset });
    if (!found) throw unknownDocument(documentId);
    return found;
  });
  return { items: page.rows.map(toChunk), total: page.total, limit, offset };
}

/** Chunk ids have no documented format, so an invalid id is simply not found. */
export async function getChunk(db: Db, scope: OrgScope, id: string): Promise<ChunkResponse> {
  const { results, failures } = isUuid(id) ? await tryCells(db, (at) => store.findChunk(at, scope, id)) : { results: [], failures: [] };
  const row = results.find((found) => found !== null);
  if (!row && failures[0]) throw failures[0].error;
  if (!row) throw new ServiceError('not_found', `Chunk '${id}' not found`);
  return toChunk(row);
}

/** `*` matches any characters; all other characters are literal. */
const likePattern = (q: string): string => q.replace(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%');

export async function listTags(
  db: Db,
  scope: BankScope,
  query: { q?: string | undefined; source: 'memories' | 'mental_models'; limit: number; offset: number },
): Promise<DocumentListPage<{ tag: string; count: number }>> {
  const { limit, offset } = query;
  const asked = { pattern: query.q ? likePattern(query.q) : null, limit, offset };
  const { rows, total } = await (query.source === 'mental_models'
    ? readPage(db, (at) => listMentalModelTags(at, scope, asked))
    : readBankPage(db, scope, query, (at) => store.listTags(at, scope, asked)));
  return { items: rows, total, limit, offset };
}
