import { isDeepStrictEqual } from 'node:util';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { inSnapshot, readPage } from '#lib/base/db/read-only';
import { present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { countTokens } from '#lib/base/text/tokens';
import { NO_USAGE, toTokenUsage } from '#lib/base/usage';
import { cancelOperation, hasten, openOperationsOf } from '#lib/jobs/operations/service';
import { inBank, inEnsuredBank, lockBank, noteInAudit, noteRevision } from '#lib/memory/banks/service';
import { commitByHand, wordsOf } from '#lib/memory/mental-models/commit';
import type {
  CreatedMentalModel,
  CreateMentalModelBody,
  MentalModel,
  MentalModelHistoryEntry,
  MentalModelPage,
  MentalModelVersion,
  MentalModelVersionPage,
  PatchMentalModelBody,
  RefreshSubmitted,
} from '#lib/memory/mental-models/contract';
import { decidedContent } from '#lib/memory/mental-models/decisions/content';
import { vectorOf } from '#lib/memory/mental-models/layer';
import type { MentalModelDetail, MentalModelSort, MentalModelTagMode } from '#lib/memory/mental-models/literals';
import { readDocument } from '#lib/memory/mental-models/refresh/document';
import { type CitedFact, embeddedText, scopeOf, type Trigger } from '#lib/memory/mental-models/refresh/port';
import { refreshAutomatically, requestRefresh } from '#lib/memory/mental-models/schedule';
import * as store from '#lib/memory/mental-models/store';
import { hasDeadSources, readStale } from '#lib/memory/mental-models/store-staleness';
import * as write from '#lib/memory/mental-models/store-write';
import { nextRunOf } from '#lib/memory/mental-models/trigger';
import * as view from '#lib/memory/mental-models/view';
import { idsIn, visiblePart } from '#lib/memory/mental-models/visible';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * Operations of callers on mental models. Refreshes run in `handler.ts` and are written in
 * `commit.ts`.
 */

export const unknownModel = (id: string): ServiceError => new ServiceError('not_found', `Mental model '${id}' not found`);

const sortedTags = (tags: readonly string[]): string[] => [...new Set(tags)].sort();

/** What callers may set. */
export interface MentalModelSettings {
  readonly name: string;
  readonly sourceQuery: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
}

function settingsOf(id: string, given: MentalModelSettings): write.Settings {
  const { trigger } = given;
  const tags = sortedTags(given.tags);
  return { ...given, tags, scope: scopeOf({ id, tags, trigger }), nextRunAt: nextRunOf(trigger, new Date()) };
}

// --- create ---

export const newModelId = (): string => `mm-${newId().replaceAll('-', '')}`;

export function createModel(db: Db, unsure: BankScope, body: CreateMentalModelBody): Promise<CreatedMentalModel> {
  const id = body.id ?? newModelId();
  return inEnsuredBank(db, unsure, async (tx, scope) => present(await createModelIn(tx, scope, id, body)));
}

/** What a body sets, in the form of the stored mental model. */
export const settingsOfBody = (body: Pick<CreateMentalModelBody, 'name' | 'source_query' | 'tags' | 'max_tokens' | 'trigger'>) => ({
  name: body.name,
  sourceQuery: body.source_query,
  tags: sortedTags(body.tags),
  maxTokens: body.max_tokens,
  trigger: view.toTrigger(body.trigger),
});

/** Creates a mental model in a transaction. null: the bank was deleted. */
export async function createModelIn(tx: Tx, scope: BankScope, id: string, body: CreateMentalModelBody): Promise<CreatedMentalModel | null> {
  if ((await lockBank(tx, scope)) === null) return null;
  const operationId = await addModel(tx, scope, id, settingsOfBody(body));
  await noteInAudit(tx, scope, { action: 'bank.model_create', after: { mental_model_id: id, name: body.name } });
  return { mental_model_id: id, operation_id: operationId };
}

/**
 * Inserts a mental model and requests its first refresh. Returns the operation of the refresh. The
 * caller must have locked the bank, and writes the audit log.
 */
export async function addModel(tx: Tx, scope: BankScope, id: string, given: MentalModelSettings): Promise<string> {
  const settings = settingsOf(id, given);
  const words = wordsOf({ ...settings, content: '' });
  if (!(await write.insertModel(tx, scope, { ...settings, id, uid: newId(), words })))
    throw new ServiceError('conflict', `A mental model with the id '${id}' already exists`);
  await write.insertVersion(tx, scope, id, firstVersion(scope, settings));
  return (await requestRefresh(tx, scope, { id, cause: 'create' })).operationId;
}

/**
 * Creates a mental model with a text that was written elsewhere, without a refresh; the first one
 * rewrites it. Returns false if the id is taken, or the bank was deleted. `reembedModel` adds its
 * vector.
 */
export async function importModelIn(tx: Tx, scope: BankScope, id: string, body: CreateMentalModelBody, content: string): Promise<boolean> {
  const revision = await lockBank(tx, scope);
  const settings = settingsOf(id, settingsOfBody(body));
  const words = wordsOf({ ...settings, content });
  if (revision === null || !(await write.insertModel(tx, scope, { ...settings, id, uid: newId(), words }))) return false;
  const first = { ...firstVersion(scope, settings), content, tokens: countTokens(content) };
  // Another query than that of the mental model: it was not built here.
  const built = { builtQuery: content === '' ? null : '', builtScopes: content === '' ? [] : [settings.scope] };
  await write.insertVersion(tx, scope, id, { ...first, ...built });
  await noteInAudit(tx, scope, { action: 'bank.model_create', after: { mental_model_id: id, name: body.name } });
  if (content === '') return true;
  await write.setContents(tx, scope, id, { ...first, ...built, state: 'ready' }, { refreshed: null });
  await write.setFindable(tx, scope, id, revision, { words, vector: null });
  await noteRevision(tx, scope, revision);
  return true;
}

const firstVersion = (scope: BankScope, { name, sourceQuery, tags, maxTokens }: write.Settings): write.NewVersion => ({
  ...{ change: 'create', version: 0, restoredVersion: null, content: '', document: null, tokens: 0, blocks: 0 },
  ...{ name, sourceQuery, tags, maxTokens, builtQuery: null, builtScopes: [], seenRevision: 0, lastMemorySeenAt: null },
  ...{ basedOn: [], reflectResponse: null, method: null, mode: null, modeRequested: null, modeReason: null, outcome: null },
  ...{ operationId: null, cause: null, actor: view.actorOf(scope.actor), sourceIds: [], facts: { added: [], dropped: [], unchanged: [] } },
  ...{ usage: toTokenUsage(NO_USAGE), deltaOperations: null, retraction: null, warnings: [], decision: null },
});

// --- read ---

export async function listModels(
  db: Queryable,
  scope: BankScope,
  query: {
    tags?: readonly string[] | undefined;
    tags_match: MentalModelTagMode;
    detail: MentalModelDetail;
    exclude_knowledge_pages?: boolean | undefined;
    sort?: MentalModelSort;
    order?: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<MentalModelPage> {
  const { sort = 'last_refreshed_at', order = 'desc', limit, offset, detail } = query;
  const withPages = query.exclude_knowledge_pages !== true;
  const filter = { tags: query.tags ?? [], mode: query.tags_match, withPages, detail, sort, order, limit, offset };
  const read = async (at: Queryable) => {
    const page = await store.listModels(at, scope, filter);
    return { ...page, rows: await visibleRows(at, scope, page.rows, filter) };
  };
  // Sources that a write deleted after the page was read would hide the whole text.
  const { rows, total } = await readPage(db, read);
  return { items: rows.map((row) => view.toModel(row, scope.bankId, detail)), total, limit, offset };
}

async function visibleRows(
  db: Queryable,
  scope: BankScope,
  rows: store.StalenessRow[],
  filter: store.MentalModelFilter,
): Promise<store.StalenessRow[]> {
  const cited = store.isFiltering(filter) ? [...new Set(rows.flatMap(idsIn))] : [];
  if (cited.length === 0) return rows;
  const visible = await store.readVisible(db, scope, cited, filter);
  return rows.map((row) => visiblePart(row, (id) => visible.has(id)));
}

export async function getModel(db: Queryable, scope: BankScope, id: string, detail: MentalModelDetail): Promise<MentalModel> {
  const row = await (detail === 'full' ? store.findModelWithStaleness(db, scope, id) : store.findModel(db, scope, id, detail));
  if (!row) throw unknownModel(id);
  return view.toModel(row, scope.bankId, detail);
}

/** The response to a change. */
const answerOf = async (db: Queryable, scope: BankScope, id: string): Promise<MentalModel> => {
  const row = await store.findModel(db, scope, id, 'full');
  if (!row) throw unknownModel(id);
  return view.toModel(row, scope.bankId, 'full');
};

async function assertExists(db: Queryable, scope: BankScope, id: string): Promise<void> {
  if (!(await store.modelExists(db, scope, id))) throw unknownModel(id);
}

export async function getHistory(
  db: Queryable,
  scope: BankScope,
  id: string,
  page: { limit: number; offset: number },
): Promise<MentalModelHistoryEntry[]> {
  const rows = await inSnapshot(db, async (at) => {
    await assertExists(at, scope, id);
    return store.readHistory(at, scope, id, page);
  });
  return rows.map(view.toHistoryEntry);
}

export async function listVersions(
  db: Queryable,
  scope: BankScope,
  id: string,
  page: { limit: number; offset: number },
): Promise<MentalModelVersionPage> {
  const { rows, total } = await inSnapshot(db, async (at) => {
    await assertExists(at, scope, id);
    return store.listVersions(at, scope, id, page);
  });
  return { items: rows.map(view.toSummary), total, ...page };
}

export const getVersion = (db: Queryable, scope: BankScope, id: string, version: number): Promise<MentalModelVersion> =>
  inSnapshot(db, async (at) => {
    const row = await store.findVersion(at, scope, id, version);
    if (!row) throw await missingVersion(at, scope, id, version);
    const cited = new Map([...row.previous_based_on, ...row.based_on].map((fact) => [fact.id, fact]));
    return view.toVersion(row, await store.readSources(at, scope, [...cited.values()]));
  });

async function missingVersion(db: Queryable, scope: BankScope, id: string, version: number): Promise<ServiceError> {
  await assertExists(db, scope, id);
  return new ServiceError('not_found', `Mental model '${id}' has no version ${version}`);
}

// --- change ---

/** Locks the bank and then the mental model. */
export async function changing<T>(
  db: Db,
  scope: BankScope,
  id: string,
  work: (tx: Tx, model: store.StoredMentalModel, revision: number) => Promise<T>,
): Promise<T> {
  return inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    const model = revision === null ? null : await store.lockState(tx, scope, id);
    if (revision === null || model === null) throw unknownModel(id);
    return work(tx, model, revision);
  });
}

const given = <T>(value: T | null | undefined, present: T): T => value ?? present;

const changedSettings = (model: store.StoredMentalModel, body: PatchMentalModelBody): MentalModelSettings => ({
  name: given(body.name, model.name),
  sourceQuery: given(body.source_query, model.sourceQuery),
  tags: given(body.tags, [...model.tags]),
  maxTokens: given(body.max_tokens, model.maxTokens),
  trigger: body.trigger ? view.toTrigger(body.trigger) : model.trigger,
});

/**
 * Changes the settings of a mental model that was locked at `revision`. `isTextChanged`: call
 * `reembedModel` after the transaction. Throws `conflict` if another page of its folder has the
 * name.
 */
export async function changeModel(
  tx: Tx,
  scope: BankScope,
  model: store.StoredMentalModel,
  revision: number,
  wanted: MentalModelSettings,
): Promise<{ readonly isTextChanged: boolean }> {
  const settings = settingsOf(model.id, wanted);
  const isScopeChanged = !isDeepStrictEqual(settings.scope, scopeOf(model));
  await write.updateSettings(tx, scope, model.id, settings, { isScopeChanged });
  if (settings.name !== model.name) await assertPageName(tx, scope, model.id, settings.name);
  const now = { ...settings, content: model.content };
  if (embeddedText(now) === embeddedText(model)) return { isTextChanged: false };
  await write.setFindable(tx, scope, model.id, revision, { words: wordsOf(now), vector: null });
  await noteRevision(tx, scope, revision);
  return { isTextChanged: true };
}

/** Whether the mental model is a page, and another page in its folder has its name. */
export const isPageNameTaken = (tx: Tx, scope: BankScope, id: string): Promise<boolean> => store.hasNamesake(tx, scope, id);

/**
 * Throws `conflict` if the name of a page is taken. Call it after the name or the folder was
 * changed, in the same transaction.
 */
export async function assertPageName(tx: Tx, scope: BankScope, id: string, name: string): Promise<void> {
  if (await isPageNameTaken(tx, scope, id)) throw new ServiceError('conflict', `A page named '${name}' already exists in this folder`);
}

const namesOf = (body: PatchMentalModelBody): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === null || value === undefined ? [] : [name]));

export async function updateModel(
  app: { readonly db: Db; readonly embedder: Embedder },
  scope: BankScope,
  id: string,
  body: PatchMentalModelBody,
): Promise<MentalModel> {
  const isTextChanged = await changing(app.db, scope, id, (tx, model) => updateModelIn(tx, scope, model, body));
  if (isTextChanged) await reembedModel(app, scope, id);
  return answerOf(app.db, scope, id);
}

/**
 * Changes a mental model in a transaction that has locked the bank and read the model since.
 * Returns whether the text by which it is found changed: then call `reembedModel` afterwards.
 */
export async function updateModelIn(
  tx: Tx,
  scope: BankScope,
  model: store.StoredMentalModel,
  body: PatchMentalModelBody,
): Promise<boolean> {
  const { id } = model;
  const revision = await lockBank(tx, scope);
  if (revision === null) throw unknownModel(id);
  const { isTextChanged } = await changeModel(tx, scope, model, revision, changedSettings(model, body));
  await noteInAudit(tx, scope, {
    action: 'bank.model_update',
    before: { mental_model_id: id, name: model.name },
    after: { changed: namesOf(body) },
  });
  return isTextChanged;
}

/** Requests a refresh in a transaction. Returns the operation. */
export const refreshModelIn = async (tx: Tx, scope: BankScope, id: string): Promise<string> =>
  (await requestRefresh(tx, scope, { id, cause: 'asked' })).operationId;

/** The stored mental model; null: there is none. */
export const readModelState = (db: Queryable, scope: BankScope, id: string): Promise<store.StoredMentalModel | null> =>
  store.readState(db, scope, id);

/** The ids of all mental models of a bank. */
export const readModelIds = (db: Queryable, scope: BankScope): Promise<string[]> => store.readIds(db, scope);

export type { StoredMentalModel } from '#lib/memory/mental-models/store';

/**
 * Updates the vector of a mental model after a change of its text. Skipped if the text changes
 * again meanwhile, because that change does the same.
 */
export async function reembedModel(
  { db, embedder }: { readonly db: Db; readonly embedder: Embedder },
  scope: BankScope,
  id: string,
): Promise<void> {
  const model = await store.readState(db, scope, id);
  if (!model || model.content === '') return;
  // If the provider is unavailable, it is found by words only until the next refresh.
  const text = embeddedText(model);
  const vector = await vectorOf(embedder, scope, text).catch(() => null);
  if (vector === null) return;
  await inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    const now = revision === null ? null : await store.lockState(tx, scope, id);
    if (revision === null || now === null || embeddedText(now) !== text) return;
    await write.setFindable(tx, scope, id, revision, { words: wordsOf(now), vector });
    await noteRevision(tx, scope, revision);
  });
}

export async function deleteModel(db: Db, scope: BankScope, id: string): Promise<{ status: 'deleted' }> {
  const open = await changing(db, scope, id, async (tx, model, revision) => {
    const refreshes = await removeModels(tx, scope, [id], revision);
    await noteInAudit(tx, scope, { action: 'bank.model_delete', before: { mental_model_id: id, name: model.name } });
    return refreshes;
  });
  await cancelRefreshes(db, scope, open);
  return { status: 'deleted' };
}

/**
 * Deletes mental models of a bank that was locked at `revision`. Returns their open refreshes, for
 * `cancelRefreshes` after the transaction.
 */
export async function removeModels(tx: Tx, scope: BankScope, ids: readonly string[], revision: number): Promise<string[]> {
  await write.deleteModels(tx, scope, ids);
  await noteRevision(tx, scope, revision);
  return openOperationsOf(tx, scope, ids);
}

/** A run that misses the cancellation finds that the mental model was deleted. */
export async function cancelRefreshes(db: Db, scope: BankScope, operationIds: readonly string[]): Promise<void> {
  for (const id of operationIds) await cancelOperation(db, scope, id).catch(() => undefined);
}

/**
 * Starts a refresh without waiting for the minimum interval. `mode` overrides the mode of the
 * trigger.
 */
export async function refreshModel(
  db: Db,
  scope: BankScope,
  id: string,
  { mode }: { mode?: 'full' | null | undefined } = {},
): Promise<RefreshSubmitted> {
  return changing(db, scope, id, async (tx) => {
    const wanted = { cause: 'asked', ...(mode && { mode }) } as const;
    const { operationId, deduplicated } = await requestRefresh(tx, scope, { id, ...wanted });
    if (deduplicated) await hasten(tx, scope, operationId, wanted);
    return { operation_id: operationId, status: 'queued', deduplicated };
  });
}

/**
 * Empties a mental model, so that the next refresh rewrites it. Both refresh times and the last
 * response are preserved. Clearing an empty one creates no version, but resets its failure.
 */
export async function clearModel(db: Db, scope: BankScope, id: string): Promise<MentalModel> {
  await changing(db, scope, id, async (tx, model, revision) => {
    if (model.version > 0 && model.content === '' && model.builtQuery === null) return write.clearFailure(tx, scope, id);
    const contents = {
      state: 'empty',
      content: '',
      ...{ document: null, builtQuery: null, builtScopes: [], seenRevision: 0, lastMemorySeenAt: model.lastMemorySeenAt },
      ...{ basedOn: [], reflectResponse: (await store.findModel(tx, scope, id, 'full'))?.reflect_response ?? null, method: null },
    } as const;
    await commitByHand(tx, scope, model, revision, { change: 'clear', restoredVersion: null, decision: null, contents }, null);
    await noteInAudit(tx, scope, { action: 'bank.model_clear', before: { mental_model_id: id, version: model.version } });
  });
  return answerOf(db, scope, id);
}

/** The content of a version as decisions about blocks leave it. */
async function decidedVersion(
  tx: Tx,
  scope: BankScope,
  { model_id, content, document, based_on }: store.VersionRow,
): Promise<{ content: string; document: unknown; basedOn: readonly CitedFact[] }> {
  const read = readDocument(document);
  const decided = read && (await decidedContent(tx, scope, model_id, read, based_on));
  return decided && decided.document !== read ? decided : { content, document, basedOn: based_on };
}

/**
 * Restores a version as a new version. The next refresh reads the memories since it was written.
 */
export async function restoreModel(
  app: { readonly db: Db; readonly embedder: Embedder },
  scope: BankScope,
  id: string,
  { version }: { version: number },
): Promise<MentalModel> {
  const { db, embedder } = app;
  const then = await store.findVersion(db, scope, id, version);
  if (!then) throw await missingVersion(db, scope, id, version);
  const now = await store.readState(db, scope, id);
  if (!now) throw unknownModel(id);
  const text = embeddedText({ ...now, content: then.content });
  const vector = then.content === '' ? null : await vectorOf(embedder, scope, text).catch(() => null);
  const isChanged = await changing(db, scope, id, async (tx, model, revision) => {
    if (version === model.version) {
      await write.clearFailure(tx, scope, id);
      return false;
    }
    const decided = await decidedVersion(tx, scope, then);
    const contents = {
      state: decided.content === '' ? 'empty' : 'ready',
      ...decided,
      ...{ builtQuery: then.built_query, builtScopes: then.built_scopes },
      // The version had another scope: no memory of the current scope counts as read.
      seenRevision: isDeepStrictEqual(then.built_scopes.at(-1), scopeOf(model)) ? then.seen_revision : 0,
      ...{
        lastMemorySeenAt: then.last_memory_seen_at,
        reflectResponse: then.reflect_response,
        method: then.method,
      },
    } as const;
    const own = embeddedText({ ...model, content: contents.content }) === text ? vector : null;
    const made = { change: 'restore', restoredVersion: version, decision: null, contents } as const;
    await commitByHand(tx, scope, model, revision, made, own);
    if (await hasDeadSources(tx, scope, id)) await refreshAutomatically(tx, scope, model, model.lastRefreshedAt);
    await noteInAudit(tx, scope, {
      action: 'bank.model_restore',
      before: { mental_model_id: id, version: model.version },
      after: { version: model.version + 1, restored_version: version },
    });
    return decided.content !== then.content;
  });
  if (isChanged) await reembedModel(app, scope, id);
  return answerOf(db, scope, id);
}

export const listMentalModelTags = store.listTags;

/** For pages of the knowledge base, whose operations change their mental models. */
export const lockModel = store.lockState;
export const staleModels = readStale;

export type { PurgedOrigin } from '#lib/memory/mental-models/origins';
export { countCiting, redactModels } from '#lib/memory/mental-models/redact';
export { requestRefresh } from '#lib/memory/mental-models/schedule';
export { toWireTrigger } from '#lib/memory/mental-models/view';
