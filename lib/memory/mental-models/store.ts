import type { AuditActorKind } from '#lib/access/audit/literals';
import { array, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { mentalModels, mentalModelVersions } from '#lib/base/db/schema/mental-models';
import { isUuid } from '#lib/base/ids';
import type { MentalModelChange, MentalModelStatus, RefreshMode, RefreshOutcome } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { COUNTED_WORD } from '#lib/base/text/counted-word';
import type { MentalModel, MentalModelReflectResponse, MentalModelVersion } from '#lib/memory/mental-models/contract';
import type {
  MentalModelDetail,
  MentalModelSort,
  MentalModelTagMode,
  ModeFallback,
  RefreshCause,
} from '#lib/memory/mental-models/literals';
import type { CitedFact, MentalModelState, RefreshScope, Trigger } from '#lib/memory/mental-models/refresh/port';
import { CHANGES, SCOPE_COLUMNS, STALE_REVISION, STALENESS, type Staleness } from '#lib/memory/mental-models/store-staleness';
import type { VersionDecision } from '#lib/memory/mental-models/store-write';
import { REFRESH } from '#lib/memory/mental-models/trigger';

/** Reads of mental models. Writes are in `store-write.ts`. */

export interface MentalModelRow
  extends Row,
    ColumnsOf<
      typeof mentalModels,
      | 'id'
      | 'name'
      | 'tags'
      | 'source_query'
      | 'content'
      | 'max_tokens'
      | 'version'
      | 'method'
      | 'built_query'
      | 'created_at'
      | 'last_refreshed_at'
      | 'last_full_refreshed_at'
      | 'last_memory_seen_at'
      | 'next_run_at'
    > {
  trigger: Trigger;
  /** whether it is a page of the knowledge base */
  is_page: boolean;
  reflect_response: MentalModelReflectResponse | null;
  state: MentalModelStatus;
  /** only if read in full, or for a filter */
  document: unknown;
  /** only for a filter */
  based_on: CitedFact[];
  last_error: MentalModel['last_error'];
  operation_id: string | null;
  /** of that operation, if an attempt failed */
  refresh_retry: { message: string; next: string | null; until: string | null } | null;
}

export interface StalenessRow extends MentalModelRow, Staleness {
  /**
   * if a single one is read: the revision of the last change in its scope since its last refresh
   */
  stale_revision?: number | null;
}

// --- mental models ---

const openRefresh = (what: string, status: string): string =>
  `(select ${what} from operations o where o.bank_uid = $1 and o.type = '${REFRESH}' and o.subject = m.id and o.status = '${status}')`;
const RETRY = `case when o.error_message is not null then jsonb_build_object(
      'message', o.error_message, 'next', case when o.status = 'pending' then o.run_after end, 'until', o.retry_until) end`;

/** `withSources`: everything that the texts were written from, to apply a filter to it. */
const columns = (
  detail: MentalModelDetail,
  withSources = false,
): string => `m.id, m.name, m.tags, m.source_query, m.max_tokens, m.trigger, m.state, m.version, m.method,
  m.page_id is not null as is_page, m.last_error, m.built_query, m.created_at, m.last_refreshed_at, m.last_full_refreshed_at, m.last_memory_seen_at, m.next_run_at,
  ${detail === 'metadata' ? "''" : 'm.content'} as content, ${withSources || detail === 'full' ? 'm.document' : 'null::jsonb'} as document, ${withSources ? 'm.based_on' : "'[]'::jsonb"} as based_on, ${detail === 'full' ? 'm.reflect_response' : 'null::jsonb'} as reflect_response,
  coalesce(${openRefresh('o.id', 'processing')}, ${openRefresh('o.id', 'pending')}) as operation_id,
  coalesce(${openRefresh(RETRY, 'processing')}, ${openRefresh(RETRY, 'pending')}) as refresh_retry`;

/**
 * `any` and `all` never match untagged ones. Without tags there is no filter, except that `exact`
 * matches untagged ones only.
 */
const TAG_CONDITION: Readonly<Record<MentalModelTagMode, string>> = {
  any: "($2::text[] = '{}' or m.tags && $2)",
  all: "($2::text[] = '{}' or (m.tags <> '{}' and m.tags @> $2))",
  exact: '(m.tags @> $2::text[] and m.tags <@ $2)',
};

export interface MentalModelFilter {
  readonly tags: readonly string[];
  readonly mode: MentalModelTagMode;
  /** pages of the knowledge base too */
  readonly withPages: boolean;
  readonly detail: MentalModelDetail;
  readonly sort: MentalModelSort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** Whether the filter excludes anything: without tags, only `exact` does. */
export const isFiltering = ({ tags, mode }: Pick<MentalModelFilter, 'tags' | 'mode'>): boolean => tags.length > 0 || mode === 'exact';

/** The column of each order. The order of names ignores case. */
const SORT_COLUMNS = { last_refreshed_at: 'm.last_refreshed_at', name: 'lower(m.name) collate "C"' } as const satisfies Record<
  MentalModelSort,
  string
>;

/** Mental models with their staleness. */
export async function listModels(
  db: Queryable,
  scope: BankScope,
  { tags, mode, withPages, detail, sort, order, limit, offset }: MentalModelFilter,
): Promise<{ rows: StalenessRow[]; total: number }> {
  const where = `m.bank_uid = $1 and ${TAG_CONDITION[mode]}${withPages ? '' : ' and m.page_id is null'}`;
  const kind = withPages ? mode : `${mode}_without_pages`;
  const wanted = [...new Set(tags)];
  const [counted] = await db.query<{ total: number }>({
    name: `models_count_${kind}`,
    text: `select count(*) as total from mental_models m where ${where}`,
    values: [scope.bankUid, wanted],
  });
  // A filter applies to blocks too, even if they are not returned.
  const withSources = detail !== 'metadata' && isFiltering({ tags, mode });
  const rows = await db.query<StalenessRow>({
    name: `models_list_${kind}_${detail}_${sort}_${order}${withSources ? '_sources' : ''}`,
    text: `with w as materialized (
        select ${SCOPE_COLUMNS}, ${SORT_COLUMNS[sort]} as sorted_by from mental_models m where ${where}
        order by sorted_by ${order}, m.id collate "C" ${order} limit $3::bigint offset $4::bigint
      ), ${CHANGES}
      select ${columns(detail, withSources)}, ${STALENESS} from w join mental_models m on m.bank_uid = $1 and m.id = w.id
      order by w.sorted_by ${order}, w.id collate "C" ${order}`,
    values: [scope.bankUid, wanted, limit, offset],
  });
  return { rows, total: counted?.total ?? 0 };
}

/**
 * The memories, mental models and directives among these whose own tags pass, and untagged
 * directives. Deleted ones are excluded, because their tags are unknown.
 */
export async function readVisible(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  { tags, mode }: Pick<MentalModelFilter, 'tags' | 'mode'>,
): Promise<ReadonlySet<string>> {
  const condition = TAG_CONDITION[mode];
  const rows = await db.query<{ id: string }>({
    name: `models_visible_${mode}`,
    text: `select m.id::text as id from memories m where m.bank_uid = $1 and m.id = any($3::uuid[]) and ${condition}
      union all select m.id from mental_models m where m.bank_uid = $1 and m.id = any($4::text[]) and ${condition}
      union all select m.id::text from directives m where m.bank_uid = $1 and m.id = any($3::uuid[]) and (m.tags = '{}' or ${condition})`,
    values: [scope.bankUid, [...new Set(tags)], ids.filter(isUuid), ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Without staleness. */
export async function findModel(db: Queryable, scope: BankScope, id: string, detail: MentalModelDetail): Promise<MentalModelRow | null> {
  const [row] = await db.query<MentalModelRow>({
    name: `model_find_${detail}`,
    text: `select ${columns(detail)} from mental_models m where m.bank_uid = $1 and m.id = $2`,
    values: [scope.bankUid, id],
  });
  return row ?? null;
}

/** In full, with its staleness. */
export async function findModelWithStaleness(db: Queryable, scope: BankScope, id: string): Promise<StalenessRow | null> {
  const [row] = await db.query<StalenessRow>({
    name: 'model_find_with_staleness',
    text: `with w as materialized (select ${SCOPE_COLUMNS} from mental_models m where m.bank_uid = $1 and m.id = $2), ${CHANGES}
      select ${columns('full')}, ${STALENESS}, ${STALE_REVISION} from w join mental_models m on m.bank_uid = $1 and m.id = w.id`,
    values: [scope.bankUid, id],
  });
  return row ?? null;
}

/** Whether another page in the folder of this page has the same name. */
export async function hasNamesake(tx: Tx, scope: BankScope, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from mental_models m join mental_models o on o.bank_uid = m.bank_uid and o.id <> m.id and o.page_id is not null
      and o.folder_id is not distinct from m.folder_id and o.name = m.name
    where m.bank_uid = ${scope.bankUid} and m.id = ${id} and m.page_id is not null limit 1`);
  return rows.length > 0;
}

// --- the state for a refresh ---

/**
 * The state of a mental model, with the `uid` that distinguishes a recreated one, and the time of
 * its last refresh.
 */
export interface StoredMentalModel extends MentalModelState {
  readonly uid: string;
  readonly lastRefreshedAt: Date;
}

interface MentalModelStateRow
  extends Row,
    ColumnsOf<
      typeof mentalModels,
      | 'id'
      | 'uid'
      | 'name'
      | 'source_query'
      | 'tags'
      | 'max_tokens'
      | 'version'
      | 'content'
      | 'document'
      | 'built_query'
      | 'seen_revision'
      | 'last_memory_seen_at'
      | 'method'
      | 'last_refreshed_at'
    > {
  trigger: Trigger;
  built_scopes: RefreshScope[];
  based_on: CitedFact[];
}

const STATE =
  sql.raw(`id, uid, name, source_query, tags, max_tokens, trigger, version, content, document, built_query, built_scopes, seen_revision,
  last_memory_seen_at, based_on, method, last_refreshed_at`);

const stateOf = (row: MentalModelStateRow): StoredMentalModel => ({
  id: row.id,
  uid: row.uid,
  name: row.name,
  sourceQuery: row.source_query,
  tags: row.tags,
  maxTokens: row.max_tokens,
  trigger: row.trigger,
  version: row.version,
  content: row.content,
  document: row.document,
  builtQuery: row.built_query,
  builtScopes: row.built_scopes,
  seenRevision: row.seen_revision,
  lastMemorySeenAt: row.last_memory_seen_at,
  basedOn: row.based_on,
  method: row.method,
  lastRefreshedAt: row.last_refreshed_at,
});

export async function readState(db: Queryable, scope: BankScope, id: string): Promise<StoredMentalModel | null> {
  const [row] = await db.query<MentalModelStateRow>(
    sql`select ${STATE} from mental_models where bank_uid = ${scope.bankUid} and id = ${id}`,
  );
  return row ? stateOf(row) : null;
}

export async function readIds(db: Queryable, scope: BankScope): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from mental_models where bank_uid = ${scope.bankUid} order by id`);
  return rows.map(({ id }) => id);
}

/**
 * Reads the state and locks the row for writes until the transaction ends. The caller must have
 * locked the bank.
 */
export async function lockState(tx: Tx, scope: BankScope, id: string): Promise<StoredMentalModel | null> {
  const [row] = await tx.query<MentalModelStateRow>(
    sql`select ${STATE} from mental_models where bank_uid = ${scope.bankUid} and id = ${id} for no key update`,
  );
  return row ? stateOf(row) : null;
}

// --- versions ---

export interface SummaryRow
  extends Row,
    ColumnsOf<
      typeof mentalModelVersions,
      | 'version'
      | 'restored_version'
      | 'method'
      | 'operation_id'
      | 'actor_label'
      | 'source_ids'
      | 'created_at'
      | 'tokens'
      | 'blocks'
      | 'facts_added'
      | 'facts_dropped'
      | 'facts_kept'
    > {
  decision: VersionDecision | null;
  change: MentalModelChange;
  mode: RefreshMode | null;
  mode_requested: RefreshMode | null;
  mode_reason: ModeFallback | null;
  outcome: RefreshOutcome | null;
  cause: RefreshCause | null;
  actor_kind: AuditActorKind;
  usage: MentalModelVersion['usage'];
  is_current: boolean;
  words: number;
}

const SUMMARY =
  sql.raw(`v.version, v.change, v.restored_version, v.mode, v.mode_requested, v.mode_reason, v.outcome, v.method, v.operation_id, v.cause,
  v.actor_kind, v.actor_label, v.decision, v.source_ids, v.usage, v.created_at, v.tokens, regexp_count(v.content, '${COUNTED_WORD}') as words, v.blocks, v.facts_added, v.facts_dropped, v.facts_kept,
  v.version = (select m.version from mental_models m where m.bank_uid = v.bank_uid and m.id = v.model_id) as is_current`);

const ofModel = (scope: BankScope, id: string): SQL => sql`v.bank_uid = ${scope.bankUid} and v.model_id = ${id}`;

export async function modelExists(db: Queryable, scope: BankScope, id: string): Promise<boolean> {
  return (await db.query(sql`select 1 from mental_models where bank_uid = ${scope.bankUid} and id = ${id}`)).length > 0;
}

export interface VersionHistoryRow extends SummaryRow {
  content: string;
  document: unknown;
  previous_content: string;
  previous_change: MentalModelChange;
  previous_reflect_response: MentalModelReflectResponse | null;
}

/** Changes of the content, newest first, each with the version before it. */
export const readHistory = (
  db: Queryable,
  scope: BankScope,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionHistoryRow[]> =>
  db.query<VersionHistoryRow>(sql`
    select ${SUMMARY}, v.content, v.document, p.content as previous_content, p.change as previous_change, p.reflect_response as previous_reflect_response
    from mental_model_versions v
    join mental_model_versions p on p.bank_uid = v.bank_uid and p.model_id = v.model_id and p.version = v.version - 1
    where ${ofModel(scope, id)} and p.content <> v.content order by v.version desc limit ${limit}::bigint offset ${offset}::bigint`);

export async function listVersions(
  db: Queryable,
  scope: BankScope,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SummaryRow[]; total: number }> {
  const [counted] = await db.query<{ total: number }>(
    sql`select count(*) as total from mental_model_versions v where ${ofModel(scope, id)}`,
  );
  const rows = await db.query<SummaryRow>(sql`
    select ${SUMMARY} from mental_model_versions v where ${ofModel(scope, id)}
    order by v.version desc limit ${limit}::bigint offset ${offset}::bigint`);
  return { rows, total: counted?.total ?? 0 };
}

export interface VersionRow
  extends SummaryRow,
    ColumnsOf<
      typeof mentalModelVersions,
      | 'model_id'
      | 'name'
      | 'source_query'
      | 'tags'
      | 'max_tokens'
      | 'content'
      | 'document'
      | 'built_query'
      | 'seen_revision'
      | 'last_memory_seen_at'
    > {
  built_scopes: RefreshScope[];
  based_on: CitedFact[];
  previous_based_on: CitedFact[];
  reflect_response: MentalModelReflectResponse | null;
  delta_operations: MentalModelVersion['delta_operations'];
  retraction: MentalModelVersion['retraction'];
  warnings: string[];
}

export async function findVersion(db: Queryable, scope: BankScope, id: string, version: number): Promise<VersionRow | null> {
  const [row] = await db.query<VersionRow>(sql`
    select ${SUMMARY}, v.model_id, v.name, v.source_query, v.tags, v.max_tokens, v.content, v.document, v.built_query, v.built_scopes, v.seen_revision,
      v.last_memory_seen_at, v.based_on, v.reflect_response, v.delta_operations, v.retraction, v.warnings,
      coalesce((select p.based_on from mental_model_versions p
        where p.bank_uid = v.bank_uid and p.model_id = v.model_id and p.version = v.version - 1), '[]') as previous_based_on
    from mental_model_versions v where ${ofModel(scope, id)} and v.version = ${version}`);
  return row ?? null;
}

export interface CitedSourceRow extends Row {
  id: string;
  /** null: the source was deleted */
  state: string | null;
  type: string | null;
  text: string | null;
  context: string | null;
  occurred_start: Date | null;
  mentioned_at: Date | null;
}

/** The cited sources in their current state, in the order of `facts`. */
export async function readSources(db: Queryable, scope: BankScope, facts: readonly CitedFact[]): Promise<CitedSourceRow[]> {
  if (facts.length === 0) return [];
  const ids = facts.map(({ id }) => id);
  const areModels = facts.map(({ kind }) => kind === 'mental_model');
  return db.query<CitedSourceRow>(sql`
    select w.id, coalesce(m.state, case when o.id is not null then 'valid' end) as state,
      coalesce(m.fact_type, case when w.is_model then 'mental_model' end) as type, coalesce(m.text, o.name) as text,
      coalesce(m.context, case when o.id is not null then '' end) as context, m.occurred_start, coalesce(m.mentioned_at, o.last_refreshed_at) as mentioned_at
    from unnest(${array(ids, 'text[]')}, ${array(areModels, 'boolean[]')}) with ordinality as w(id, is_model, place)
    left join memories m on m.bank_uid = ${scope.bankUid} and m.id = (case when w.is_model then null else w.id end)::uuid
    left join mental_models o on o.bank_uid = ${scope.bankUid} and w.is_model and o.id = w.id
    order by w.place`);
}

/** Tags of mental models, for the list of tags. */
export async function listTags(
  db: Queryable,
  scope: BankScope,
  { pattern, limit, offset }: { pattern: string | null; limit: number; offset: number },
): Promise<{ rows: { tag: string; count: number }[]; total: number }> {
  const match = pattern === null ? sql`` : sql`and lower(t.tag) like lower(${pattern}::text)`;
  const counts = sql`
    select t.tag, count(*) as count from mental_models m cross join lateral unnest(m.tags) as t(tag)
    where m.bank_uid = ${scope.bankUid} ${match} group by t.tag`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from (${counts}) c`);
  const rows = await db.query<{ tag: string; count: number }>(
    sql`${counts} order by count desc, t.tag collate "C" limit ${limit}::bigint offset ${offset}::bigint`,
  );
  return { rows, total: counted?.total ?? 0 };
}
