import { array, json, type Queryable, type Row, sql, type Tx, vectorText } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { mentalModels } from '#lib/base/db/schema/mental-models';
import type { BlockDecisionKind, MentalModelChange, MentalModelStatus, RefreshMode, RefreshOutcome } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { MentalModelReflectResponse, MentalModelVersion } from '#lib/memory/mental-models/contract';
import type { ModeFallback, RefreshCause } from '#lib/memory/mental-models/literals';
import type { MentalModelState, RefreshScope, Trigger } from '#lib/memory/mental-models/refresh/port';

/** The statements that change mental models. The caller must have locked the bank. */

export interface Settings {
  readonly name: string;
  readonly sourceQuery: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
  readonly scope: RefreshScope;
  readonly nextRunAt: Date | null;
}

const scopeValues = ({ scope }: Settings) => ({
  tags: array(scope.tags, 'text[]'),
  mode: scope.tagsMatch,
  groups: scope.tagGroups && json(scope.tagGroups),
  types: scope.factTypes && array(scope.factTypes, 'text[]'),
});

/** Inserts a mental model. Returns false if the id is taken. */
export async function insertModel(
  tx: Tx,
  scope: BankScope,
  model: Settings & { readonly id: string; readonly uid: string; readonly words: readonly string[] },
): Promise<boolean> {
  const { tags, mode, groups, types } = scopeValues(model);
  const rows = await tx.query(sql`
    insert into mental_models (bank_uid, id, uid, name, source_query, tags, max_tokens, trigger, scope_tags, scope_mode, scope_groups, scope_types,
      after_consolidation, next_run_at, search)
    values (${scope.bankUid}, ${model.id}, ${model.uid}, ${model.name}, ${model.sourceQuery}, ${array(model.tags, 'text[]')}, ${model.maxTokens},
      ${json(model.trigger)}, ${tags}, ${mode}, ${groups}, ${types}, ${model.trigger.refreshAfterConsolidation}, ${model.nextRunAt},
      array_to_tsvector(${array(model.words, 'text[]')}))
    on conflict do nothing returning id`);
  return rows.length > 0;
}

/** `isScopeChanged`: the scope now contains other memories, none of which count as read. */
export async function updateSettings(
  tx: Tx,
  scope: BankScope,
  id: string,
  settings: Settings,
  { isScopeChanged }: { isScopeChanged: boolean },
): Promise<void> {
  const { tags, mode, groups, types } = scopeValues(settings);
  await tx.query(sql`
    update mental_models set name = ${settings.name}, source_query = ${settings.sourceQuery}, tags = ${array(settings.tags, 'text[]')},
      max_tokens = ${settings.maxTokens}, trigger = ${json(settings.trigger)}, scope_tags = ${tags}, scope_mode = ${mode}, scope_groups = ${groups},
      scope_types = ${types}, after_consolidation = ${settings.trigger.refreshAfterConsolidation}, next_run_at = case
        when (trigger->>'refreshCron', trigger->>'fullRefreshCron') is not distinct from (${settings.trigger.refreshCron}::text, ${settings.trigger.fullRefreshCron ?? null}::text)
        then next_run_at else ${settings.nextRunAt}::timestamptz end,
      seen_revision = case when ${isScopeChanged} then 0 else seen_revision end, updated_at = now()
    where bank_uid = ${scope.bankUid} and id = ${id}`);
}

/** The search data of a mental model. */
export interface Findable {
  readonly words: readonly string[];
  readonly vector: { readonly model: string; readonly values: Float32Array } | null;
}

export async function setFindable(tx: Tx, scope: BankScope, id: string, revision: number, { words, vector }: Findable): Promise<void> {
  await tx.query(sql`
    update mental_models set search = array_to_tsvector(${array(words, 'text[]')}), embedding = ${vector && vectorText(vector.values)}::vector,
      embedding_model = ${vector?.model ?? null}, revision = ${revision}
    where bank_uid = ${scope.bankUid} and id = ${id}`);
}

interface UnembeddedMentalModel {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly content: string;
  readonly version: number;
}

/** The mental models with content whose vector is from another embedding model, ordered by id. */
export const readUnembedded = (
  db: Queryable,
  scope: BankScope,
  { model, after, limit }: { readonly model: string; readonly after: string; readonly limit: number },
): Promise<UnembeddedMentalModel[]> =>
  db.query<UnembeddedMentalModel & Row>(sql`
    select id, name, source_query as "sourceQuery", content, version from mental_models
    where bank_uid = ${scope.bankUid} and id > ${after} and content <> '' and embedding_model is distinct from ${model}
    order by id limit ${limit}::int`);

/** The mental models with content, with their index terms, ordered by id. */
export const readIndexed = (
  db: Queryable,
  scope: BankScope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<(UnembeddedMentalModel & { readonly terms: readonly string[] })[]> =>
  db.query<UnembeddedMentalModel & { readonly terms: readonly string[] } & Row>(sql`
    select id, name, source_query as "sourceQuery", content, version, tsvector_to_array(search) as terms from mental_models
    where bank_uid = ${scope.bankUid} and id > ${after} and content <> '' order by id limit ${limit}::int`);

/** Stores index terms, unless the mental model's name, query or version changed meanwhile. */
export async function setTerms(
  tx: Tx,
  scope: BankScope,
  revision: number,
  { id, name, sourceQuery, version, words }: UnembeddedMentalModel & { readonly words: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    update mental_models set search = array_to_tsvector(${array(words, 'text[]')}), revision = ${revision}
    where bank_uid = ${scope.bankUid} and id = ${id} and version = ${version} and name = ${name} and source_query = ${sourceQuery}`);
}

/** Stores vectors, except for mental models whose name, query or version changed meanwhile. */
export async function setVectors(
  tx: Tx,
  scope: BankScope,
  model: string,
  rows: readonly (UnembeddedMentalModel & { readonly vector: string })[],
): Promise<void> {
  const texts = (of: (row: (typeof rows)[number]) => string) => array(rows.map(of), 'text[]');
  const versions = array(
    rows.map(({ version }) => version),
    'int[]',
  );
  await tx.query(sql`
    update mental_models m set embedding = v.embedding::vector, embedding_model = ${model}
    from unnest(${texts(({ id }) => id)}, ${texts(({ name }) => name)}, ${texts(({ sourceQuery }) => sourceQuery)}, ${versions},
      ${texts(({ vector }) => vector)}) v(id, name, source_query, version, embedding)
    where m.bank_uid = ${scope.bankUid} and m.id = v.id and m.version = v.version and m.name = v.name and m.source_query = v.source_query`);
}

/** The content of a mental model, and the state from which the next refresh continues. */
export interface MentalModelContent
  extends Pick<
    MentalModelState,
    'version' | 'content' | 'document' | 'builtQuery' | 'builtScopes' | 'seenRevision' | 'lastMemorySeenAt' | 'basedOn' | 'method'
  > {
  readonly state: MentalModelStatus;
  readonly reflectResponse: MentalModelReflectResponse | null;
}

const nullable = (value: unknown) => (value == null ? null : json(value));

/**
 * `refreshed`: the mode of the completed refresh; null: the contents were changed by other means.
 */
export async function setContents(
  tx: Tx,
  scope: BankScope,
  id: string,
  c: MentalModelContent,
  { refreshed }: { refreshed: RefreshMode | null },
): Promise<void> {
  await tx.query(sql`
    update mental_models set state = ${c.state}, version = ${c.version}, content = ${c.content}, document = ${nullable(c.document)},
      built_query = ${c.builtQuery}, built_scopes = ${json(c.builtScopes)}, seen_revision = ${c.seenRevision},
      last_memory_seen_at = ${c.lastMemorySeenAt}, based_on = ${json(c.basedOn)}, reflect_response = ${nullable(c.reflectResponse)},
      method = ${c.method}, last_error = null, updated_at = t.now,
      last_refreshed_at = case when ${refreshed !== null} then t.now else last_refreshed_at end,
      last_full_refreshed_at = case when ${refreshed === 'full'} then t.now else last_full_refreshed_at end
    from (select now() as now) t where bank_uid = ${scope.bankUid} and id = ${id}`);
}

/** Replaces the sources of the blocks by those of this document. */
export async function setBlockSources(
  tx: Tx,
  scope: BankScope,
  id: string,
  rows: readonly { readonly blockId: string; readonly sourceId: string }[],
  modelIds: ReadonlySet<string>,
): Promise<void> {
  await tx.query(sql`delete from model_block_sources where bank_uid = ${scope.bankUid} and model_id = ${id}`);
  if (rows.length === 0) return;
  const blocks = rows.map(({ blockId }) => blockId);
  const sources = rows.map(({ sourceId }) => sourceId);
  const areModels = sources.map((source) => modelIds.has(source));
  await tx.query(sql`
    insert into model_block_sources (bank_uid, model_id, block_id, source_id, is_model)
    select ${scope.bankUid}::bigint, ${id}, r.block_id, r.source_id, r.is_model
    from unnest(${array(blocks, 'text[]')}, ${array(sources, 'text[]')}, ${array(areModels, 'boolean[]')}) r(block_id, source_id, is_model)
    on conflict do nothing`);
}

/** A decision about a block, or its undoing, that made a version. JSON, without texts. */
export interface VersionDecision {
  readonly kind: BlockDecisionKind;
  readonly block_id: string;
  readonly is_undone: boolean;
}

/** A version to insert. */
export interface NewVersion extends Omit<MentalModelContent, 'state'> {
  readonly change: MentalModelChange;
  readonly restoredVersion: number | null;
  readonly tokens: number;
  readonly blocks: number;
  readonly name: string;
  readonly sourceQuery: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly mode: RefreshMode | null;
  readonly modeRequested: RefreshMode | null;
  readonly modeReason: ModeFallback | null;
  readonly outcome: RefreshOutcome | null;
  readonly operationId: string | null;
  readonly cause: RefreshCause | null;
  readonly actor: { readonly kind: string; readonly label: string };
  readonly sourceIds: readonly string[];
  readonly facts: { readonly added: readonly string[]; readonly dropped: readonly string[]; readonly unchanged: readonly string[] };
  readonly usage: MentalModelVersion['usage'];
  readonly deltaOperations: MentalModelVersion['delta_operations'];
  readonly retraction: MentalModelVersion['retraction'];
  readonly warnings: readonly string[];
  readonly decision: VersionDecision | null;
}

export async function insertVersion(tx: Tx, scope: BankScope, id: string, v: NewVersion): Promise<void> {
  await tx.query(sql`
    insert into mental_model_versions (bank_uid, model_id, version, change, restored_version, content, document, tokens, blocks, name, source_query, tags,
      max_tokens, built_query, built_scopes, seen_revision, last_memory_seen_at, based_on, reflect_response, method, mode, mode_requested, mode_reason,
      outcome, operation_id, cause, actor_kind, actor_label, source_ids, facts_added, facts_dropped, facts_kept, usage, delta_operations, retraction,
      warnings, decision)
    values (${scope.bankUid}, ${id}, ${v.version}, ${v.change}, ${v.restoredVersion}, ${v.content}, ${nullable(v.document)}, ${v.tokens}, ${v.blocks},
      ${v.name}, ${v.sourceQuery}, ${array(v.tags, 'text[]')}, ${v.maxTokens}, ${v.builtQuery}, ${json(v.builtScopes)}, ${v.seenRevision},
      ${v.lastMemorySeenAt}, ${json(v.basedOn)}, ${nullable(v.reflectResponse)}, ${v.method}, ${v.mode}, ${v.modeRequested}, ${v.modeReason},
      ${v.outcome}, ${v.operationId}, ${v.cause}, ${v.actor.kind}, ${v.actor.label}, ${array(v.sourceIds, 'text[]')},
      ${array(v.facts.added, 'text[]')}, ${array(v.facts.dropped, 'text[]')}, ${array(v.facts.unchanged, 'text[]')}, ${json(v.usage)},
      ${nullable(v.deltaOperations)}, ${nullable(v.retraction)}, ${json(v.warnings)}, ${nullable(v.decision)})`);
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly operationId: string | null;
}

/** Records a failure. The content and the read position are unchanged. */
export async function setFailure(tx: Tx, scope: BankScope, id: string, { code, message, operationId }: Failure): Promise<void> {
  await tx.query(sql`
    update mental_models set state = 'failed', updated_at = now(), last_error = jsonb_build_object('code', ${code}::text, 'message', ${message}::text,
      'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'), 'operation_id', ${operationId}::text)
    where bank_uid = ${scope.bankUid} and id = ${id}`);
}

/** Records the failure of an operation that did not record it itself. */
export async function setFailureOf(tx: Tx, scope: BankScope, operationId: string): Promise<void> {
  await tx.query(sql`
    with failed as materialized (
      select o.mental_model_id, o.id, jsonb_build_object('code', coalesce(o.error_code, 'internal'), 'message', coalesce(o.error_message, ''),
        'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'), 'operation_id', o.id::text) as error
      from operations o where o.bank_uid = ${scope.bankUid} and o.id = ${operationId}
    )
    update mental_models m set state = 'failed', updated_at = now(), last_error = f.error
    from failed f where m.bank_uid = ${scope.bankUid} and m.id = f.mental_model_id and m.last_error ->> 'operation_id' is distinct from f.id::text`);
}

/** Resets the failure of a cleared mental model: it is empty again. */
export async function clearFailure(tx: Tx, scope: BankScope, id: string): Promise<void> {
  await tx.query(sql`
    update mental_models set state = 'empty', updated_at = now(), last_error = null
    where bank_uid = ${scope.bankUid} and id = ${id} and state = 'failed'`);
}

export async function deleteModels(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from mental_models where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'text[]')})`);
}

/**
 * Drops tombstones that every mental model has read. A mental model that has read nothing yet
 * prevents it, because its first refresh may be about to commit.
 */
export async function dropSeenTombstones(tx: Tx, scope: BankScope): Promise<void> {
  await tx.query(sql`
    delete from memory_tombstones where bank_uid = ${scope.bankUid} and revision <= (
      select min(m.seen_revision) from mental_models m where m.bank_uid = ${scope.bankUid})`);
}

// --- the scheduler, across banks ---

export interface DueBank extends Row {
  uid: number;
  id: string;
  org_id: string;
}

/**
 * Banks with due mental models, except those that were moved to another cell or are being restored.
 */
export const readDueBanks = (tx: { query: Tx['query'] }, limit: number): Promise<DueBank[]> =>
  tx.query<DueBank>(sql`
    select b.uid, b.id, b.org_id from banks b
    where b.org_id is not null and exists (select from mental_models m where m.bank_uid = b.uid and m.next_run_at <= now()) limit ${limit}::int`);

/**
 * Takes a key share lock, which blocks only a deletion, as any row that references the bank does.
 * Returns false if the bank is being deleted.
 */
export async function shareLockDueBank(tx: Tx, { uid }: DueBank): Promise<boolean> {
  return (await tx.query(sql`select 1 from banks where uid = ${uid} and org_id is not null for key share skip locked`)).length > 0;
}

export interface DueRow extends Row, ColumnsOf<typeof mentalModels, 'id' | 'uid' | 'last_refreshed_at' | 'last_full_refreshed_at'> {
  trigger: Trigger;
  next_run_at: Date;
}

/** The due mental models that no other process has locked. */
export const takeDue = (tx: Tx, scope: BankScope, limit: number): Promise<DueRow[]> =>
  tx.query<DueRow>(sql`
    select id, uid, trigger, next_run_at, last_refreshed_at, last_full_refreshed_at from mental_models
    where bank_uid = ${scope.bankUid} and next_run_at <= now() order by next_run_at limit ${limit}::int for no key update skip locked`);

export async function setNextRuns(
  tx: Tx,
  scope: BankScope,
  runs: readonly { readonly id: string; readonly at: Date | null }[],
): Promise<void> {
  const ids = array(
    runs.map(({ id }) => id),
    'text[]',
  );
  const times = array(
    runs.map(({ at }) => at?.toISOString() ?? null),
    'timestamptz[]',
  );
  await tx.query(sql`
    update mental_models m set next_run_at = r.at from unnest(${ids}, ${times}) r(id, at) where m.bank_uid = ${scope.bankUid} and m.id = r.id`);
}

export interface WaitingRow extends Row {
  id: string;
  trigger: Trigger;
  last_refreshed_at: Date;
}

export const readTriggers = (tx: Tx, scope: BankScope, ids: readonly string[]): Promise<WaitingRow[]> =>
  tx.query<WaitingRow>(sql`
    select id, trigger, last_refreshed_at from mental_models where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'text[]')}) order by id`);
