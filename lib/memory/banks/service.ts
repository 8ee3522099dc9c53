import type { AuditAction } from '#lib/access/audit/literals';
import { recordAudit } from '#lib/access/audit/service';
import { OUT_OF_REACH } from '#lib/access/keys/access';
import { newIdFault } from '#lib/base/contract/fields';
import type { Db, Queryable, TransactionOptions, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { invalid, ServiceError, ValidationFailure } from '#lib/base/errors';
import { notifyPurge } from '#lib/base/purge/purge';
import { may, type Permission, refusalWords } from '#lib/base/roles';
import { type Actor, type BankScope, mintBankScope, NO_BANK, type OrgScope } from '#lib/base/scope';
import { changeSettings, targetOf } from '#lib/memory/banks/change';
import {
  type BankBody,
  type BankListItem,
  type BankProfile,
  BODY_SETTINGS,
  type DeleteResponse,
  MAX_MISSION,
} from '#lib/memory/banks/contract';
import { mergeMission } from '#lib/memory/banks/mission';
import { mergeByModel } from '#lib/memory/banks/model/mission';
import * as store from '#lib/memory/banks/store';
import * as aside from '#lib/memory/banks/store-soft-delete';
import { toListItem, toProfile } from '#lib/memory/banks/view';
import { type CallFor, type LlmModels, type Model, ModelError } from '#lib/models/llm/port';

/** Anonymous access acts for the operator, who holds everything. */
export const actorMay = (actor: Actor, permission: Permission): boolean =>
  may(actor.kind === 'anonymous' ? 'unrestricted_key' : actor.kind, permission);

/**
 * The scope with a bank that exists: an unknown one is created, for a caller who may, unless its id could pass for another. First writers side by side end up in one bank.
 */
export async function ensureBank(db: Db, scope: BankScope): Promise<BankScope> {
  return scope.bankUid === NO_BANK ? recreateBank(db, scope) : scope;
}

/** The same for a bank that was there when the request came in and is gone now, or goes on as another one because it was cleared. */
export async function recreateBank(db: Db, scope: BankScope): Promise<BankScope> {
  const anew = scope.bankUid === NO_BANK ? null : await currentBank(db, scope);
  if (anew) return anew;
  if (!actorMay(scope.actor, 'bank.create')) throw new ServiceError('bank_out_of_scope', OUT_OF_REACH);
  const fault = newIdFault(scope.bankId);
  if (fault !== null) throw invalid(['path', 'bank_id'], `${fault}`, scope.bankId);
  const bank = await db.transaction(async (tx) => {
    const { bank: found, isNew } = await store.insertBank(tx, scope);
    if (isNew) await recordAudit(tx, scope, { action: 'bank.create', target: targetOf(scope) });
    return found;
  });
  return mintBankScope({ ...scope, bankUid: bank.uid, bank });
}

export async function listBanks(
  db: Db,
  scope: OrgScope,
  query: { q?: string | undefined; limit?: number | undefined; offset: number },
): Promise<{ banks: BankListItem[]; total: number; limit: number; offset: number }> {
  const page = { limit: query.limit ?? null, offset: query.offset };
  const { rows, total } = await readPage(db, page, (at) => store.listBanks(at, scope, { q: query.q, ...page }));
  return { banks: rows.map(toListItem), total, limit: query.limit ?? Math.max(DEFAULT_LIMIT, total), offset: query.offset };
}

/** Of the three names of the mission the first that says something; an empty one clears it. */
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

/** The limit reported when the request names none; the default that clients expect. */
const DEFAULT_LIMIT = 100;

const unknownBank = (scope: BankScope): ServiceError => new ServiceError('not_found', `Bank '${scope.bankId}' not found`);

async function change(db: Db, scope: BankScope, wanted: store.BankChange): Promise<BankProfile> {
  const row = await inBank(db, scope, (tx) => changeSettings(tx, scope, wanted));
  if (!row) throw unknownBank(scope);
  return toProfile(row);
}

/** Creates or updates; to change a bank that is there takes more than to create one. */
export async function putBank(db: Db, scope: BankScope, body: BankBody): Promise<BankProfile> {
  if (scope.bankUid !== NO_BANK && !actorMay(scope.actor, 'bank.configure'))
    throw new ServiceError('forbidden', refusalWords(scope.actor.kind, 'bank.configure'));
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
 * Adds sentences to the mission: by the model of the bank where one is configured, else those that it does not hold yet, as they are. What the model
 * cannot do now is done without it: nothing that is said is lost.
 */
export async function addBackground(
  { db, models, signal }: BackgroundServices,
  unsure: BankScope,
  content: string,
): Promise<{ mission: string; background: string }> {
  const scope = await ensureBank(db, unsure);
  const model = models.of('reflect', scope);
  const before = model && (await store.findBank(db, scope))?.mission;
  // No connection is held meanwhile.
  const merged = model && before ? await mergedBy(model, before, content, { scope, operation: 'add_background', signal }) : null;
  return db.transaction(async (tx) => {
    const row = await store.findBank(tx, scope, { lock: true });
    if (!row) throw unknownBank(scope);
    // Somebody who wrote meanwhile is not overwritten.
    const mission = merged !== null && row.mission === before ? merged : mergeMission(row.mission, content);
    if (mission.length > MAX_MISSION)
      throw new ValidationFailure([
        {
          type: 'string_too_long',
          loc: ['body', 'content'],
          msg: `The mission would be longer than ${MAX_MISSION} characters`,
          ctx: { max_length: MAX_MISSION },
        },
      ]);
    if (mission !== row.mission) await changeSettings(tx, scope, { mission });
    return { mission, background: mission };
  });
}

/** null: it cannot, or what it wrote has no room. */
async function mergedBy(model: Model, before: string, content: string, call: CallFor): Promise<string | null> {
  try {
    const merged = await mergeByModel(model, before, content, call);
    return merged.length <= MAX_MISSION ? merged : null;
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/**
 * Out of everybody's sight at once, its id free; its data go in small parts afterwards. A retain that is under way ends before, one that
 * comes after begins a new bank.
 */
export async function deleteBank(db: Db, scope: BankScope): Promise<DeleteResponse> {
  const deleted = await inBank(db, scope, async (tx) => {
    if (!(await store.lockForDelete(tx, scope))) return null;
    const { units, entities, documents } = await aside.countContent(tx, scope);
    await aside.softDelete(tx, scope);
    await recordAudit(tx, scope, { action: 'bank.delete', target: targetOf(scope), before: { units, entities, documents } });
    tx.afterCommit(notifyPurge);
    return units + entities + documents;
  });
  const message = deleted === null ? `Bank '${scope.bankId}' was not there` : `Bank '${scope.bankId}' and all its data were deleted`;
  return { success: true, message, deleted_count: deleted ?? 0 };
}

/**
 * A transaction that locks the bank. Writers of one bank wait for each other anyway: here without a connection, so that one hot bank leaves
 * the others theirs.
 */
export const inBank = <T>(db: Db, scope: BankScope, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> =>
  db.transaction(work, { ...options, line: `bank ${scope.bankUid}` });

/**
 * First statement of every write to a bank: writers queue here and nowhere else. Gives the revision that this one stamps on its rows
 * and hands to `noteWrite` at the end; null: the bank is gone.
 */
export const lockBank = async (tx: Tx, scope: BankScope): Promise<number | null> => (await store.lockBank(tx, scope))?.revision ?? null;

/**
 * The same for a write that brings vectors of `model`. `other_model`: since the scope was made, the bank has changed to vectors of another
 * model, and those of this one would never be found; `currentBank` gives the scope to plan again with.
 */
export async function lockBankFor(tx: Tx, scope: BankScope, model: string): Promise<number | 'other_model' | null> {
  const bank = await store.lockBank(tx, scope);
  if (bank === null) return null;
  const current = bank.embedding_model;
  const isAsPlanned = current === null || current === model || current === (scope.bank?.embeddingModel ?? null);
  return isAsPlanned ? bank.revision : 'other_model';
}

/** For what is written without that lock: the bank stays until the transaction has ended. False: it is gone. */
export const shareLockBank = (tx: Tx, scope: BankScope): Promise<boolean> => store.shareLockBank(tx, scope);

/** The scope with the bank as it is now, also when it was cleared meanwhile; null: it is gone. */
export async function currentBank(db: Queryable, scope: BankScope): Promise<BankScope | null> {
  const bank = await store.findState(db, scope);
  return bank && mintBankScope({ ...scope, bankUid: bank.uid, bank });
}

/** From here on the bank's vectors are those of this model. Under the lock of the bank. */
export const setEmbeddingModel = (tx: Tx, scope: BankScope, model: string): Promise<void> => store.setEmbeddingModel(tx, scope, model);

/** Last statement of a write: the revision counts, and the bank's counters follow. */
export const noteWrite = (tx: Tx, scope: BankScope, written: store.WriteSummary): Promise<void> => store.noteWrite(tx, scope, written);

/** The same for a write that changes no memory. */
export const noteRevision = (tx: Tx, scope: BankScope, revision: number): Promise<void> => store.noteRevision(tx, scope, revision);

/** A line in the audit log about what was done to a bank as a whole or to much of it. In the transaction of the act. */
export const noteInAudit = (
  tx: Tx,
  scope: BankScope,
  entry: {
    readonly action: AuditAction;
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> => recordAudit(tx, scope, { ...entry, target: targetOf(scope) });

/** Everything that was retained goes out of sight at once; the bank and its profile stay. Gives the number of memory units. */
export function emptyBank(db: Db, scope: BankScope): Promise<number> {
  return inBank(db, scope, async (tx) => {
    if (!(await store.lockForDelete(tx, scope))) return 0;
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    const { units, entities, documents } = await aside.countContent(tx, scope);
    await aside.recreateEmpty(tx, scope, revision);
    await noteInAudit(tx, scope, { action: 'bank.clear', before: { units, entities, documents } });
    tx.afterCommit(notifyPurge);
    return units;
  });
}
