import { type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { memoryRevisions } from '#lib/base/db/schema/curation';
import type { memories } from '#lib/base/db/schema/memories';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { RevisionAction } from '#lib/memory/memories/literals';
import { CONSOLIDATION_TIMES, CONSOLIDATION_WORK, type UnitColumns } from '#lib/memory/memories/store-list';
import { SUCCESSOR_JOIN, VISIBLE_VALIDITY } from '#lib/memory/validity/visible';

export interface MemorySourceRow {
  id: string;
  text: string;
  type: FactType;
  context: string;
  occurred_start: string | null;
  mentioned_at: string | null;
}

export interface MemoryRow extends UnitColumns, Row, ColumnsOf<typeof memories, 'names_given' | 'observation_scopes' | 'revision'> {
  entities: { id: string; name: string; kind: string }[] | null;
  evidence:
    | { document_id: string; chunk_id: string; chunk_start: number | null; chunk_end: number | null; mentioned_at: string | null }[]
    | null;
  sources: MemorySourceRow[] | null;
}

/** One memory with all fields of its page. An observation mentions the entities of its sources. */
export async function findMemory(db: Queryable, scope: BankScope, id: string): Promise<MemoryRow | null> {
  const [row] = await db.query<MemoryRow>({
    name: 'memories_get',
    text: `select m.id, m.text, m.context, m.fact_type, d.id as document_id, m.chunk_id, m.chunk_start, m.chunk_end, m.mentioned_at, m.occurred_start, m.occurred_end, m.proof_count,
        m.tags, m.metadata, ${CONSOLIDATION_TIMES}, m.state, m.invalidation_reason, m.invalidated_at, m.edited_at, m.expires_at,
        m.names_given, m.created_at, m.updated_at, m.observation_scopes, m.revision, ${VISIBLE_VALIDITY},
        (select json_agg(json_build_object('id', e.id, 'name', e.canonical_name, 'kind', e.kind) order by e.canonical_name collate "C", e.id) from (
           select x.entity_id from memory_entities x where x.bank_uid = m.bank_uid and x.memory_id = m.id
           union
           select x.entity_id from observation_sources s join memory_entities x on x.bank_uid = s.bank_uid and x.memory_id = s.memory_id
           where s.bank_uid = m.bank_uid and s.observation_id = m.id) n
         join entities e on e.bank_uid = m.bank_uid and e.id = n.entity_id) as entities,
        (select json_agg(json_build_object('document_id', o.id, 'chunk_id', v.chunk_id, 'chunk_start', v.chunk_start, 'chunk_end', v.chunk_end, 'mentioned_at', v.mentioned_at)
           order by v.mentioned_at desc nulls last, v.id desc)
         from memory_evidence v join documents o on o.bank_uid = v.bank_uid and o.uid = v.document_uid
         where v.bank_uid = m.bank_uid and v.memory_id = m.id) as evidence,
        (select json_agg(json_build_object('id', f.id, 'text', f.text, 'type', f.fact_type, 'context', f.context,
             'occurred_start', f.occurred_start, 'mentioned_at', f.mentioned_at) order by f.mentioned_at desc nulls last, f.id desc)
         from observation_sources s join memories f on f.bank_uid = s.bank_uid and f.id = s.memory_id
         where s.bank_uid = m.bank_uid and s.observation_id = m.id and m.fact_type = 'observation') as sources
      from memories m left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid ${SUCCESSOR_JOIN} ${CONSOLIDATION_WORK}
      where m.bank_uid = $1 and m.id = $2`,
    values: [scope.bankUid, id],
  });
  return row ?? null;
}

/** The state of a memory before a change. */
export interface CuratedRow
  extends Row,
    ColumnsOf<
      typeof memories,
      | 'id'
      | 'revision'
      | 'text'
      | 'context'
      | 'speaker'
      | 'tokens'
      | 'term_count'
      | 'search'
      | 'mentioned_at'
      | 'occurred_start'
      | 'occurred_end'
      | 'time_precision'
      | 'edited_at'
      | 'expires_at'
      | 'invalidation_reason'
      | 'tags'
      | 'valid_from'
      | 'valid_to'
      | 'superseded_by'
      | 'validity_source'
      | 'validity_reason'
    > {
  fact_type: FactType;
  state: 'valid' | 'invalidated';
  fingerprint: string | null;
  /** its entities were set manually */
  names_given: boolean;
  /** with all spellings of each */
  entities: { id: string; name: string; kind: string; spellings: string[] }[] | null;
  /** memories before and after it in its document; null: none */
  around: { speaker: string | null; text: string }[] | null;
  /** models with a vector of it */
  models: string[];
}

/** Positions before and after a memory that show the language of its conversation or document. */
const AROUND = 20;

export async function readCurated(db: Queryable, scope: BankScope, id: string): Promise<CuratedRow | null> {
  const [row] = await db.query<CuratedRow>({
    name: 'memories_curated',
    text: `select m.id, m.revision, m.fact_type, m.state, m.text, m.context, m.speaker, m.tokens, m.term_count, m.search::text as search,
        m.mentioned_at, m.occurred_start, m.occurred_end, m.time_precision, m.fingerprint::text as fingerprint, m.edited_at, m.expires_at, m.names_given, m.invalidation_reason,
        m.tags, m.valid_from, m.valid_to, m.superseded_by, m.validity_source, m.validity_reason,
        (select json_agg(json_build_object('id', e.id, 'name', e.canonical_name, 'kind', e.kind, 'spellings', array(
             select a.name from entity_aliases a where a.bank_uid = e.bank_uid and a.entity_id = e.id)) order by e.id)
         from memory_entities x join entities e on e.bank_uid = x.bank_uid and e.id = x.entity_id
         where x.bank_uid = m.bank_uid and x.memory_id = m.id) as entities,
        (select json_agg(json_build_object('speaker', n.speaker, 'text', n.text) order by n.position, n.id)
         from memories n where n.bank_uid = m.bank_uid and n.document_uid = m.document_uid and n.id <> m.id
           and n.position between m.position - ${AROUND} and m.position + ${AROUND}) as around,
        array(select v.model from memory_embeddings v where v.bank_uid = m.bank_uid and v.memory_id = m.id) as models
      from memories m where m.bank_uid = $1 and m.id = $2`,
    values: [scope.bankUid, id],
  });
  return row ?? null;
}

/**
 * A former state of a memory, as in `memory_revisions.before`. Times are in PostgreSQL's JSON
 * format.
 */
export interface Image {
  readonly text: string;
  readonly context: string;
  readonly speaker: string | null;
  readonly fact_type: FactType;
  readonly tokens: number;
  readonly term_count: number;
  readonly search: string;
  readonly occurred_start: string | null;
  readonly occurred_end: string | null;
  /** undefined: older revisions did not store it */
  readonly mentioned_at?: string | null;
  readonly time_precision: string | null;
  readonly fingerprint: string | null;
  readonly edited_at: string | null;
  /** undefined: older revisions did not store it */
  readonly names_given?: boolean;
  readonly state: 'valid' | 'invalidated';
  readonly invalidation_reason: string | null;
  /** undefined: older revisions did not store it, nor the following ones */
  readonly valid_from?: string | null;
  readonly valid_to?: string | null;
  readonly superseded_by?: string | null;
  readonly validity_source?: string | null;
  readonly validity_reason?: string | null;
  /** older revisions have no `spellings` */
  readonly entities: readonly { id: string; name: string; kind: string; spellings?: readonly string[] }[];
}

export interface RevisionRow
  extends Row,
    ColumnsOf<typeof memoryRevisions, 'revision' | 'reason' | 'actor_kind' | 'actor_id' | 'actor_label' | 'created_at'> {
  action: RevisionAction;
  before: Image;
}

/** null: no such memory */
export async function listRevisions(
  db: Queryable,
  scope: BankScope,
  { id, limit, offset }: { id: string; limit: number; offset: number },
): Promise<{ rows: RevisionRow[]; total: number } | null> {
  const [counted] = await db.query<{ total: number }>(sql`
    select (select count(*) from memory_revisions r where r.bank_uid = m.bank_uid and r.memory_id = m.id) as total
    from memories m where m.bank_uid = ${scope.bankUid} and m.id = ${id}`);
  if (!counted) return null;
  const rows = await db.query<RevisionRow>(sql`
    select revision, action, reason, actor_kind, actor_id, actor_label, created_at, before from memory_revisions
    where bank_uid = ${scope.bankUid} and memory_id = ${id}
    order by revision desc limit ${limit}::bigint offset ${offset}::bigint`);
  return { rows, total: counted.total };
}

/** The memory before a revision, and its vectors then; vectors null: they are the same as now. */
export async function readImage(
  db: Queryable,
  scope: BankScope,
  { id, revision }: { id: string; revision: number },
): Promise<{ image: Image; vectors: Readonly<Record<string, string>> | null } | null> {
  const [row] = await db.query<{ before: Image; vectors: Record<string, string> | null }>(sql`
    select r.before, (select v.vectors from memory_revisions v
      where v.bank_uid = r.bank_uid and v.memory_id = r.memory_id and v.revision >= r.revision and v.vectors is not null
      order by v.revision limit 1) as vectors
    from memory_revisions r where r.bank_uid = ${scope.bankUid} and r.memory_id = ${id} and r.revision = ${revision}`);
  return row ? { image: row.before, vectors: row.vectors } : null;
}

/** The newest id of the bank, the upper limit of a bulk change. null: the bank is empty. */
export async function newestId(tx: Tx | Queryable, scope: BankScope): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} order by id desc limit 1`);
  return row?.id ?? null;
}
