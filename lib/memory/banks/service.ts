import type { AuditAction } from '#lib/access/audit/literals';
import { type AuditScope, recordAudit } from '#lib/access/audit/service';
import { OUT_OF_REACH } from '#lib/access/keys/access';
import { newIdFault } from '#lib/base/contract/fields';
import { cellsWithoutAddress, DEFAULT_CELL, directoryOf, inCell, isRemote, knownCells } from '#lib/base/db/cells';
import type { Db, Queryable, TransactionOptions, Tx } from '#lib/base/db/db';
import { isAway } from '#lib/base/db/errors';
import { inSnapshot, readPage } from '#lib/base/db/read-only';
import { present } from '#lib/base/defined';
import { invalid, ServiceError, ValidationFailure } from '#lib/base/errors';
import { notifyPurge } from '#lib/base/purge/purge';
import { may, type Permission, refusalWords } from '#lib/base/roles';
import { type Actor, type BankScope, mintBankScope, NO_BANK, type OrgScope } from '#lib/base/scope';
import { forgetTexts } from '#lib/base/text-caches';
import { changeSettings, targetOf } from '#lib/memory/banks/change';
import {
  type BankBody,
  type BankListItem,
  type BankProfile,
  BODY_SETTINGS,
  type DeleteResponse,
  MAX_MISSION,
  type UnreachableBanks,
} from '#lib/memory/banks/contract';
import type { BankSort } from '#lib/memory/banks/literals';
import { mergePages } from '#lib/memory/banks/merge-pages';
import { mergeMission } from '#lib/memory/banks/mission';
import { mergeByModel } from '#lib/memory/banks/model/mission';
import { installedSetUp } from '#lib/memory/banks/set-up';
import * as store from '#lib/memory/banks/store';
import * as softDelete from '#lib/memory/banks/store-soft-delete';
import { toListItem, toProfile } from '#lib/memory/banks/view';
import { type CallFor, type LanguageModel, LlmError, type LlmModels } from '#lib/models/llm/port';

/** Anonymous access acts for the operator, who has all permissions. */
export const actorMay = (actor: Actor, permission: Permission): boolean =>
  may(actor.kind === 'anonymous' ? 'unrestricted_key' : actor.kind, permission);

/**
 * Returns a scope with an existing bank. An unknown bank is created if the caller may do so, unless
 * its id can be confused with another. Concurrent first writes create one bank.
 */
export async function ensureBank(db: Db, scope: BankScope): Promise<BankScope> {
  return scope.bankUid === NO_BANK ? recreateBank(db, scope) : scope;
}

/** Throws if the caller may not create the bank, or if its id can be confused with another. */
export function requireCreatable(scope: BankScope): void {
  if (!actorMay(scope.actor, 'bank.create')) throw new ServiceError('bank_out_of_scope', OUT_OF_REACH);
  const fault = newIdFault(scope.bankId);
  if (fault !== null) throw invalid(['path', 'bank_id'], `${fault}`, scope.bankId);
}

/** The same for a bank that existed when the request arrived and was deleted or cleared since. */
export async function recreateBank(db: Db, scope: BankScope): Promise<BankScope> {
  const current = scope.bankUid === NO_BANK ? null : await currentBank(db, scope);
  if (current) return current;
  requireCreatable(scope);
  return db.transaction((tx) => ensureBankIn(tx, scope));
}

/** Creates a bank with the default template, or returns the one of another transaction. */
async function ensureBankIn(tx: Tx, scope: BankScope): Promise<BankScope> {
  const { bank, isNew } = await store.insertBank(tx, scope);
  const made = mintBankScope({ ...scope, bankUid: bank.uid, bank });
  if (!isNew) return made;
  await recordAudit(tx, scope, { action: 'bank.create', target: targetOf(scope) });
  return setUpBank(tx, made);
}

/** Sets up a bank that `createBankIn` created, with the default template. */
export async function setUpBank(tx: Tx, scope: BankScope): Promise<BankScope> {
  const setUp = installedSetUp();
  if (!setUp) return scope;
  await setUp(tx, scope);
  return (await currentBank(tx, scope)) ?? scope;
}

const TRIES = 3;

/**
 * Runs a write in a transaction that has locked the bank. An unknown bank is created in the same
 * transaction, so that a refusal leaves none. Throws what `requireCreatable` throws, and `conflict`
 * if the bank is deleted each time.
 */
export async function inEnsuredBank<T>(db: Db, unsure: BankScope, work: (tx: Tx, scope: BankScope) => Promise<T>): Promise<T> {
  const write = async (tx: Tx, scope: BankScope) => ((await lockBank(tx, scope)) === null ? null : { value: await work(tx, scope) });
  let known = unsure.bankUid === NO_BANK ? null : unsure;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const bank = known;
    const written = await (bank ? inBank(db, bank, (tx) => write(tx, bank)) : inNewBank(db, unsure, write));
    if (written !== null) return written.value;
    known = bank && (await currentBank(db, bank));
  }
  throw new ServiceError('conflict', 'The bank is being deleted; try again', { retryAfterSeconds: 1 });
}

function inNewBank<T>(db: Db, scope: BankScope, work: (tx: Tx, bank: BankScope) => Promise<T>): Promise<T> {
  requireCreatable(scope);
  return db.transaction(async (tx) => work(tx, await ensureBankIn(tx, scope)));
}

/**
 * Creates a bank in a transaction, without the default template. null: its id is taken. `after`: of
 * the audit log.
 */
export async function createBankIn(tx: Tx, scope: BankScope, after: Readonly<Record<string, unknown>>): Promise<BankScope | null> {
  const { bank, isNew } = await store.insertBank(tx, scope);
  if (!isNew) return null;
  await recordAudit(tx, scope, { action: 'bank.create', target: targetOf(scope), after });
  return mintBankScope({ ...scope, bankUid: bank.uid, bank });
}

type BankPage = Awaited<ReturnType<typeof store.listBanks>>;

interface BankPlaces extends BankPage {
  readonly unreachable?: UnreachableBanks;
}

async function readPlaces(given: Db, scope: OrgScope, filter: store.BankFilter): Promise<BankPlaces> {
  const db = inCell(given, DEFAULT_CELL);
  const [own = DEFAULT_CELL, ...others] = await knownCells(db);
  const away = [...(await cellsWithoutAddress(db))];
  if (others.length === 0 && away.length === 0) return readPage(db, (at) => store.listBanks(at, scope, filter));
  const { limit, offset } = filter;
  const first = { ...filter, limit: limit === null ? null : offset + limit, offset: 0 };
  const remote = others.filter((cell) => isRemote(inCell(db, cell)));
  const parts = await inSnapshot(db, async (at) => {
    const pages: BankPage[] = [];
    for (const cell of [own, ...others.filter((name) => !remote.includes(name))])
      pages.push(await store.listBanks(inCell(at, cell), scope, first));
    return pages;
  });
  // Each of these databases has a state of its own.
  await Promise.all(
    remote.map(async (cell) => {
      try {
        parts.push(await readPage(inCell(db, cell), (at) => store.listBanks(at, scope, first)));
      } catch (error) {
        if (!isAway(error)) throw error;
        away.push(cell);
      }
    }),
  );
  const rows = mergePages(
    parts.map((part) => part.rows),
    filter.order,
    filter,
  );
  const unreachable = away.length > 0 ? await store.listUnreachable(db, scope, away, filter.q) : null;
  return { rows, total: parts.reduce((sum, part) => sum + part.total, 0), ...(unreachable && { unreachable }) };
}

type ListedPlace = BankPlaces['rows'][number];

const isFilled = (place: ListedPlace): place is store.FilledPlace => 'mission' in place;

/** The banks at these places that still exist, cleared and moved ones included. */
async function readBanks(db: Db, scope: OrgScope, places: readonly ListedPlace[]): Promise<BankListItem[]> {
  const rows = new Map<string, store.BankListRow>();
  for (const place of places) if (isFilled(place)) rows.set(place.id, place);
  const readFrom = async (found: readonly { readonly id: string; readonly cell: string }[]): Promise<void> => {
    for (const [cell, some] of Map.groupBy(found, (place) => place.cell)) {
      const ids = some.map(({ id }) => id);
      for (const row of await store.readRows(inCell(db, cell), scope, ids)) rows.set(row.id, row);
    }
  };
  const missing = () => places.filter(({ id }) => !rows.has(id));
  await readFrom(missing());
  const absent = missing();
  if (absent.length > 0) {
    const cells = new Map(absent.map(({ id, cell }) => [id, cell]));
    const present = await store.findCells(directoryOf(db), scope, [...cells.keys()]);
    await readFrom(present.filter(({ id, cell }) => cells.get(id) !== cell));
  }
  return places.flatMap(({ id }) => rows.get(id) ?? []).map(toListItem);
}

export interface BankQuery {
  readonly q?: string | undefined;
  readonly sort?: BankSort;
  readonly order?: 'asc' | 'desc';
  /** undefined: no limit */
  readonly limit?: number | undefined;
  readonly offset: number;
}

export interface BankList {
  readonly banks: BankListItem[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly unreachable?: UnreachableBanks;
}

/** A list in parts, each with the other fields of the list. The last part has the final total. */
export interface BankListParts {
  readonly first: BankList;
  /** null: the first part is the whole list */
  readonly more: AsyncGenerator<BankList> | null;
}

/** Runs the read of a part. It may repeat it. */
export type PartReader = <Part extends { readonly banks: readonly BankListItem[] }>(read: () => Promise<Part>) => Promise<Part>;

/**
 * Opens a list of banks. A list of one part is of one state of each database. A longer one has the
 * members and the order of that state, and each bank as it is when its part is read. Banks that are
 * deleted meanwhile, and for a restricted key those that are cleared, are neither in the list nor
 * in its total. No connection is used between two parts. Banks in databases that cannot be reached
 * at the start are in `unreachable`, and only there. Throws `unavailable` for a database that
 * cannot be reached later.
 */
export async function openBankList(db: Db, scope: OrgScope, query: BankQuery, readPart: PartReader): Promise<BankListParts> {
  const { q, sort = 'last_write_at', order = 'desc', limit, offset } = query;
  const start = await readPart(async () => {
    const { rows: places, ...counted } = await readPlaces(db, scope, { q, sort, order, limit: limit ?? null, offset });
    return { places, ...counted, banks: await readBanks(db, scope, places.slice(0, store.LIST_PART)) };
  });
  const { places, unreachable } = start;
  let { total } = start;
  const partOf = (banks: BankListItem[], size: number): BankList => {
    total -= size - banks.length;
    return { banks, total, limit: limit ?? Math.max(DEFAULT_LIMIT, total), offset, ...(unreachable && { unreachable }) };
  };
  async function* more(): AsyncGenerator<BankList> {
    for (let i = store.LIST_PART; i < places.length; i += store.LIST_PART) {
      const part = places.slice(i, i + store.LIST_PART);
      const { banks } = await readPart(async () => ({ banks: await readBanks(db, scope, part) }));
      yield partOf(banks, part.length);
    }
  }
  const isWhole = places.length <= store.LIST_PART;
  return { first: partOf(start.banks, Math.min(places.length, store.LIST_PART)), more: isWhole ? null : more() };
}

/** The same list at once. */
export async function listBanks(db: Db, scope: OrgScope, query: BankQuery): Promise<BankList> {
  const { first, more } = await openBankList(db, scope, query, (read) => read());
  let whole = first;
  for await (const part of more ?? []) whole = { ...part, banks: [...whole.banks, ...part.banks] };
  return whole;
}

/** The first of the three mission fields that is not empty; an empty one clears the mission. */
function missionOf(body: BankBody): string | undefined {
  const given = [body.reflect_mission, body.mission, body.background].filter((text) => text != null);
  return given.find((text) => text !== '') ?? given[0];
}

function changeOf(body: BankBody): store.BankChange {
  const config = Object.fromEntries(BODY_SETTINGS.filter((name) => body[name] != null).map((name) => [name, body[name]]));
  return {
    name: body.name?.trim() || undefined,
    mission: missionOf(body),
    skepticism: body.disposition_skepticism ?? body.disposition?.skepticism,
    literalism: body.disposition_literalism ?? body.disposition?.literalism,
    empathy: body.disposition_empathy ?? body.disposition?.empathy,
    config,
  };
}

/** The limit reported if the request contains none; clients expect this default. */
const DEFAULT_LIMIT = 100;

const unknownBank = (scope: BankScope): ServiceError => new ServiceError('not_found', `Bank '${scope.bankId}' not found`);

async function change(db: Db, scope: BankScope, wanted: store.BankChange): Promise<BankProfile> {
  const row = await inBank(db, scope, (tx) => changeSettings(tx, scope, wanted));
  if (!row) throw unknownBank(scope);
  return toProfile(row);
}

/** Throws `forbidden` if the bank exists and the caller may not change its settings. */
export function requireConfigurable(scope: BankScope): void {
  if (scope.bankUid !== NO_BANK && !actorMay(scope.actor, 'bank.configure'))
    throw new ServiceError('forbidden', refusalWords(scope.actor.kind, 'bank.configure'));
}

/**
 * Creates or updates a bank. Changing an existing bank requires another permission than creating
 * one.
 */
export async function putBank(db: Db, scope: BankScope, body: BankBody): Promise<BankProfile> {
  requireConfigurable(scope);
  return change(db, await ensureBank(db, scope), changeOf(body));
}

export async function patchBank(db: Db, scope: BankScope, body: BankBody): Promise<BankProfile> {
  const wanted = changeOf(body);
  const { config, ...fields } = wanted;
  if (Object.keys(config ?? {}).length === 0 && Object.values(fields).every((value) => value === undefined))
    throw invalid(['body'], 'nothing to change', {});
  return change(db, scope, wanted);
}

export async function getProfile(db: Db, scope: BankScope): Promise<BankProfile> {
  const row = await store.findBank(db, scope);
  if (!row) throw unknownBank(scope);
  return toProfile(row);
}

export async function setDisposition(db: Db, scope: BankScope, disposition: BankProfile['disposition']): Promise<BankProfile> {
  return change(db, await ensureBank(db, scope), disposition);
}

export interface BackgroundServices {
  readonly db: Db;
  readonly models: LlmModels;
  readonly signal: AbortSignal;
}

/**
 * Adds sentences to the mission. The language model of the bank merges them if one is configured.
 * Otherwise, for a new bank, or if the model is unavailable, sentences that the mission does not
 * contain yet are appended verbatim, so nothing is lost.
 */
export async function addBackground(
  { db, models, signal }: BackgroundServices,
  scope: BankScope,
  content: string,
): Promise<{ mission: string; background: string }> {
  const model = models.of('reflect', scope);
  const before = model && (await store.findBank(db, scope))?.mission;
  // No connection is used during the model call.
  const merged = model && before ? await mergedBy(model, before, content, { scope, operation: 'add_background', signal }) : null;
  return inEnsuredBank(db, scope, async (tx, bank) => {
    const stored = present(await store.findBank(tx, bank)).mission;
    // A concurrent change is not overwritten.
    const mission = merged !== null && stored === before ? merged : mergeMission(stored, content);
    if (mission.length > MAX_MISSION)
      throw new ValidationFailure([
        {
          type: 'string_too_long',
          loc: ['body', 'content'],
          msg: `The mission would be longer than ${MAX_MISSION} characters`,
          ctx: { max_length: MAX_MISSION },
        },
      ]);
    if (mission !== stored) await changeSettings(tx, bank, { mission });
    return { mission, background: mission };
  });
}

/** null: the model is unavailable, or its text is too long. */
async function mergedBy(model: LanguageModel, before: string, content: string, call: CallFor): Promise<string | null> {
  try {
    const merged = await mergeByModel(model, before, content, call);
    return merged.length <= MAX_MISSION ? merged : null;
  } catch (error) {
    if (error instanceof LlmError) return null;
    throw error;
  }
}

/**
 * Soft-deletes a bank: it is hidden at once and its id is free. Its data are purged in small
 * batches later. A concurrent retain ends before; a later one creates a new bank. Does nothing if
 * `mayDelete` returns false, which reads the locked bank.
 */
export async function deleteBank(
  db: Db,
  scope: BankScope,
  mayDelete: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<DeleteResponse> {
  const deleted = await inBank(db, scope, async (tx) => {
    if (!(await store.lockForDelete(tx, scope)) || !(await mayDelete(tx))) return null;
    const { units, entities, documents } = await softDelete.countContent(tx, scope);
    await softDelete.softDelete(tx, scope);
    await recordAudit(tx, scope, { action: 'bank.delete', target: targetOf(scope), before: { units, entities, documents } });
    purgeSoon(tx, scope);
    return units + entities + documents;
  });
  const message = deleted === null ? `Bank '${scope.bankId}' did not exist` : `Bank '${scope.bankId}' and all its data were deleted`;
  return { success: true, message, deleted_count: deleted ?? 0 };
}

/**
 * Runs a transaction that locks the bank. Writers of one bank wait for each other anyway. They wait
 * here without a connection, so that a busy bank leaves connections to the others.
 */
export const inBank = <T>(db: Db, scope: BankScope, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> =>
  db.transaction(work, { ...options, line: `bank ${scope.bankUid}` });

/**
 * The first statement of every write to a bank: writers wait here and nowhere else. Returns the
 * revision for the rows of this write, to be passed to `noteWrite` at the end; null: the bank was
 * deleted.
 */
export const lockBank = async (tx: Tx, scope: BankScope): Promise<number | null> => (await store.lockBank(tx, scope))?.revision ?? null;

/**
 * The same for a write of vectors of `model`. `other_model`: the bank has switched to another
 * embedding model since the scope was resolved, so these vectors would never be found.
 * `currentBank` returns the scope to plan again with.
 */
export async function lockBankFor(tx: Tx, scope: BankScope, model: string): Promise<number | 'other_model' | null> {
  const bank = await store.lockBank(tx, scope);
  if (bank === null) return null;
  const current = bank.embedding_model;
  const isAsPlanned = current === null || current === model || current === (scope.bank?.embeddingModel ?? null);
  return isAsPlanned ? bank.revision : 'other_model';
}

/**
 * For writes without that lock: prevents the deletion of the bank until the transaction ends.
 * Returns false if it was deleted.
 */
export const shareLockBank = (tx: Tx, scope: BankScope): Promise<boolean> => store.shareLockBank(tx, scope);

/**
 * Stores that something of the bank, outside of its memories, expires at this time. Returns false
 * if the bank was deleted. Must be the first statement that locks the bank in its transaction.
 */
export const noteExpiry = (tx: Tx, scope: BankScope, at: Date): Promise<boolean> => store.noteExpiry(tx, scope, at);

/**
 * The scope with the current state of the bank, also after it was cleared; null: it was deleted.
 */
export async function currentBank(db: Queryable, scope: BankScope): Promise<BankScope | null> {
  const bank = await store.findState(db, scope);
  return bank && mintBankScope({ ...scope, bankUid: bank.uid, bank });
}

/** Switches the bank to the vectors of this embedding model. Call it under the lock of the bank. */
export const setEmbeddingModel = (tx: Tx, scope: BankScope, model: string): Promise<void> => store.setEmbeddingModel(tx, scope, model);

/**
 * Stores that all memories of the bank have index terms of this version. Call it under the lock of
 * the bank.
 */
export const setTermsVersion = (tx: Tx, scope: BankScope, version: number): Promise<void> => store.setTermsVersion(tx, scope, version);

/** The last statement of a write that only changed terms of memories. */
export const noteTerms = (tx: Tx, scope: BankScope, written: Pick<store.WriteSummary, 'revision' | 'termDelta'>): Promise<void> =>
  store.noteTerms(tx, scope, written);

/** The last statement of a write: stores the revision and updates the counters of the bank. */
export const noteWrite = (tx: Tx, scope: BankScope, written: store.WriteSummary): Promise<void> => store.noteWrite(tx, scope, written);

/** The same for a write that changes no memory. */
export const noteRevision = (tx: Tx, scope: BankScope, revision: number): Promise<void> => store.noteRevision(tx, scope, revision);

/**
 * Records an operation on a bank as a whole in the audit log. Call it in the transaction of the
 * operation.
 */
export const noteInAudit = (
  tx: Queryable,
  scope: AuditScope & Pick<BankScope, 'bankId'>,
  entry: {
    readonly action: AuditAction;
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> => recordAudit(tx, scope, { ...entry, target: targetOf(scope) });

/**
 * Hides all retained content at once; the bank and its profile remain. Returns the number of
 * memories.
 */
export function emptyBank(db: Db, scope: BankScope): Promise<number> {
  return inBank(db, scope, async (tx) => {
    if (!(await store.lockForDelete(tx, scope))) return 0;
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    const { units, entities, documents } = await softDelete.countContent(tx, scope);
    await softDelete.recreateEmpty(tx, scope, revision);
    await noteInAudit(tx, scope, { action: 'bank.clear', before: { units, entities, documents } });
    purgeSoon(tx, scope);
    return units;
  });
}

/** After the commit, the detached rows are purged, and this process forgets their texts. */
function purgeSoon(tx: Tx, { bankUid }: BankScope): void {
  tx.afterCommit(notifyPurge);
  tx.afterCommit(() => forgetTexts(bankUid, { isDeleted: true }));
}
