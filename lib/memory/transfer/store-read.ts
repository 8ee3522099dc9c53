import { array, type Queryable, type Row, sql } from '#lib/base/db/db';

import type { auditLog } from '#lib/base/db/schema/audit';
import type { banks } from '#lib/base/db/schema/banks';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { directives } from '#lib/base/db/schema/directives';
import type { documents } from '#lib/base/db/schema/documents';
import type { memories } from '#lib/base/db/schema/memories';
import type { mentalModels } from '#lib/base/db/schema/mental-models';
import type { llmCalls } from '#lib/base/db/schema/models';
import { prepared } from '#lib/base/db/statement';
import type { BankScope } from '#lib/base/scope';
import type { Trigger } from '#lib/memory/mental-models/refresh/port';
import type { RowTable } from '#lib/memory/transfer/row-tables';

/** The texts of the columns of a primary key. */
export type RowKey = readonly string[];

export interface RowPage {
  /** a row as JSON, without the bank: numbers keep all of their digits */
  readonly rows: readonly string[];
  /** null: no page follows */
  readonly end: RowKey | null;
}

/** A page of the rows of a table, ordered by its primary key. `after` null: from the start. */
export async function readRows(
  db: Queryable,
  scope: BankScope,
  { name, key, without, page }: RowTable,
  after: RowKey | null,
): Promise<RowPage> {
  const columns = key.map(([column]) => `t.${column}`);
  const order = columns.join(', ');
  const removed = ['bank_uid', ...without].map((column) => ` - '${column}'`).join('');
  const from = after === null ? '' : `and (${order}) > (${key.map(([, type], i) => `$${i + 2}::${type}`).join(', ')})`;
  const rows = await db.query<{ row: string; key: string[] }>({
    name: `archive_rows_${name}${after === null ? '' : '_after'}`,
    text: `select (to_jsonb(t)${removed})::text as row, array[${columns.map((column) => `${column}::text`).join(', ')}] as key
      from ${name} t where t.bank_uid = $1 ${from} order by ${order} limit ${page}`,
    values: [scope.bankUid, ...(after ?? [])],
  });
  return { rows: rows.map(({ row }) => row), end: rows.length < page ? null : (rows.at(-1)?.key ?? null) };
}

export interface ExportedDocumentRow
  extends Row,
    ColumnsOf<typeof documents, 'uid' | 'id' | 'text_stored' | 'retain_params' | 'metadata' | 'tags' | 'created_at' | 'text_length'> {}

/** Documents ordered by uid; all, or those with these ids. `after` null: from the start. */
export const readDocuments = (
  db: Queryable,
  scope: BankScope,
  { ids, after, limit }: { readonly ids: readonly string[] | null; readonly after: string | null; readonly limit: number },
): Promise<ExportedDocumentRow[]> =>
  db.query<ExportedDocumentRow>(sql`
    select uid, id, text_stored, retain_params, metadata, tags, created_at, text_length from documents
    where bank_uid = ${scope.bankUid} ${ids === null ? sql`` : sql`and id = any(${array(ids, 'text[]')})`}
      ${after === null ? sql`` : sql`and uid > ${after}::uuid`} order by uid limit ${limit}::int`);

export interface ExportedChunkRow extends Row {
  document_uid: string;
  index: number;
  text: string;
  tags: string[];
  expires_at: Date | null;
}

export const readChunks = (db: Queryable, scope: BankScope, uids: readonly string[]): Promise<ExportedChunkRow[]> =>
  db.query<ExportedChunkRow>(
    prepared(sql`
    select document_uid, index, text, tags, expires_at from chunks
    where bank_uid = ${scope.bankUid} and document_uid = any(${array(uids, 'uuid[]')}) order by document_uid, index`),
  );

interface FactColumns
  extends ColumnsOf<
    typeof memories,
    'id' | 'text' | 'fact_type' | 'context' | 'occurred_start' | 'occurred_end' | 'mentioned_at' | 'metadata' | 'tags' | 'created_at'
  > {}

export interface ExportedFactRow
  extends Row,
    FactColumns,
    ColumnsOf<
      typeof memories,
      'observation_scopes' | 'consolidated_at' | 'speaker' | 'time_precision' | 'valid_from' | 'valid_to' | 'validity_source' | 'expires_at'
    > {
  document_uid: string;
  chunk_index: number | null;
  entities: string[];
  /** memories that caused it */
  causes: string[];
}

const FACT = sql.raw(
  'm.id, m.text, m.fact_type, m.context, m.occurred_start, m.occurred_end, m.mentioned_at, m.metadata, m.tags, m.created_at',
);
const ENTITIES =
  sql.raw(`array(select e.canonical_name from memory_entities n join entities e on e.bank_uid = n.bank_uid and e.id = n.entity_id
  where n.bank_uid = m.bank_uid and n.memory_id = m.id order by n.entity_id) as entities`);

/**
 * The valid facts of these documents, in the order of their texts. A fact that several documents
 * state is one of each of them.
 */
export const readFacts = (db: Queryable, scope: BankScope, uids: readonly string[]): Promise<ExportedFactRow[]> =>
  db.query<ExportedFactRow>(
    prepared(sql`
    with places as (
      select m.id as memory_id, m.document_uid, m.chunk_id, m.position, m.context, m.metadata, m.mentioned_at, true as is_own
      from memories m where m.bank_uid = ${scope.bankUid} and m.document_uid = any(${array(uids, 'uuid[]')}) and m.fact_type <> 'observation'
      union all
      select e.memory_id, c.document_uid, c.id, e.position, e.context, e.metadata, e.mentioned_at, false
      from chunks c join memory_evidence e on e.bank_uid = c.bank_uid and e.chunk_id = c.id
      where c.bank_uid = ${scope.bankUid} and c.document_uid = any(${array(uids, 'uuid[]')})
    )
    select m.id, m.text, m.fact_type, p.context, m.occurred_start, m.occurred_end, p.mentioned_at, p.metadata, m.tags, m.created_at,
      p.document_uid, m.observation_scopes, m.speaker, m.time_precision, m.valid_from, m.valid_to, m.validity_source, m.expires_at,
      c.index as chunk_index, ${ENTITIES},
      (select case when bool_and(i.status = 'done') then max(i.updated_at) end from consolidation_items i
        where i.bank_uid = m.bank_uid and i.memory_id = m.id) as consolidated_at,
      array(select l.to_id from memory_links l where p.is_own and l.bank_uid = m.bank_uid and l.from_id = m.id and l.link_type = 'caused_by'
        order by l.to_id) as causes
    from places p
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = p.memory_id and state = 'valid' offset 0) m
    left join chunks c on c.bank_uid = m.bank_uid and c.id = p.chunk_id
    order by p.document_uid, p.position, m.id`),
  );

export interface ExportedObservationRow extends Row, FactColumns {
  proof_count: number;
  entities: string[];
  sources: string[];
}

/** Observations ordered by id. `after` null: from the start. */
export const readObservations = (
  db: Queryable,
  scope: BankScope,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ExportedObservationRow[]> =>
  db.query<ExportedObservationRow>(sql`
    select ${FACT}, m.proof_count, ${ENTITIES},
      array(select s.memory_id from observation_sources s where s.bank_uid = m.bank_uid and s.observation_id = m.id order by s.memory_id) as sources
    from memories m where m.bank_uid = ${scope.bankUid} and m.fact_type = 'observation' and m.state = 'valid'
      ${after === null ? sql`` : sql`and m.id > ${after}::uuid`} order by m.id limit ${limit}::int`);

export interface ExportedModelRow
  extends Row,
    ColumnsOf<
      typeof mentalModels,
      'id' | 'name' | 'source_query' | 'tags' | 'max_tokens' | 'content' | 'last_refreshed_at' | 'created_at'
    > {
  trigger: Trigger;
}

/** Mental models ordered by id. `after` null: from the start. */
export const readMentalModels = (
  db: Queryable,
  scope: BankScope,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ExportedModelRow[]> =>
  db.query<ExportedModelRow>(sql`
    select id, name, source_query, tags, max_tokens, trigger, content, last_refreshed_at, created_at from mental_models
    where bank_uid = ${scope.bankUid} ${after === null ? sql`` : sql`and id > ${after}::text`} order by id limit ${limit}::int`);

export interface ExportedDirectiveRow extends Row, ColumnsOf<typeof directives, 'name' | 'content' | 'priority' | 'is_active' | 'tags'> {}

/** All directives, also inactive ones: a bank has few. */
export const readDirectives = (db: Queryable, scope: BankScope): Promise<ExportedDirectiveRow[]> =>
  db.query<ExportedDirectiveRow>(sql`
    select name, content, priority, is_active, tags from directives where bank_uid = ${scope.bankUid} order by priority desc, created_at desc, id desc`);

export interface ExportedBankRow
  extends Row,
    ColumnsOf<
      typeof banks,
      'id' | 'name' | 'mission' | 'skepticism' | 'literalism' | 'empathy' | 'config' | 'embedding_model' | 'created_at'
    > {
  documents: number;
  memories: number;
}

/** The profile and the settings of the bank, with the size of its content; null: it was deleted. */
export async function readBank(db: Queryable, scope: BankScope): Promise<ExportedBankRow | null> {
  const [row] = await db.query<ExportedBankRow>(sql`
    select id, name, mission, skepticism, literalism, empathy, config, embedding_model, created_at,
      (select count(*) from documents d where d.bank_uid = b.uid) as documents,
      (select coalesce(sum(units), 0) from memory_tallies t where t.bank_uid = b.uid) as memories
    from banks b where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);
  return row ?? null;
}

export interface ExportedAuditRow
  extends Row,
    ColumnsOf<typeof auditLog, 'id' | 'at' | 'action' | 'actor_kind' | 'actor_label' | 'before' | 'after' | 'transport'> {}

/** The audit log of a bank, without ids of keys and users, and without addresses. By id. */
export const readAudit = (
  db: Queryable,
  { orgId, bankId }: BankScope,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ExportedAuditRow[]> =>
  db.query<ExportedAuditRow>(sql`
    select id, at, action, actor_kind, actor_label, before, after, transport from audit_log
    where org_id = ${orgId} and target_kind = 'bank' and target_id = ${bankId} ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${limit}::int`);

export interface ExportedCallRow
  extends Row,
    ColumnsOf<
      typeof llmCalls,
      | 'id'
      | 'use'
      | 'operation'
      | 'operation_id'
      | 'document_id'
      | 'provider'
      | 'model'
      | 'failure'
      | 'attempt'
      | 'input_tokens'
      | 'output_tokens'
      | 'total_tokens'
      | 'duration_ms'
      | 'started_at'
    > {}

/** The calls of models for a bank, without texts. By id. */
export const readCalls = (
  db: Queryable,
  { orgId, bankId }: BankScope,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ExportedCallRow[]> =>
  db.query<ExportedCallRow>(sql`
    select id, use, operation, operation_id, document_id, provider, model, failure, attempt, input_tokens, output_tokens, total_tokens,
      duration_ms, started_at
    from llm_calls where org_id = ${orgId} and bank_id = ${bankId} ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${limit}::int`);
