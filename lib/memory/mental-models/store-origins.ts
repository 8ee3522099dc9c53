import { array, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import { isUuid } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { FormerCitation } from '#lib/memory/mental-models/origins';
import type { CitationOrigins, CitedFact } from '#lib/memory/mental-models/refresh/port';

/** Reads where citations of mental models come from, and which of them the bank has no more. */

interface OriginRow extends Row {
  id: string;
  memory_ids: string[];
  document_ids: string[];
  entity_ids: string[];
}

/**
 * The origins of memories: the sources of an observation, and the documents and entities of all of
 * them.
 */
export async function readOrigins(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<Map<string, CitationOrigins>> {
  const memoryIds = ids.filter(isUuid);
  if (memoryIds.length === 0) return new Map();
  const rows = await tx.query<OriginRow>(sql`
    with origin as materialized (
      select m.id, m.id as memory_id from memories m where m.bank_uid = ${scope.bankUid} and m.id = any(${array(memoryIds, 'uuid[]')})
      union
      select s.observation_id, s.memory_id from observation_sources s
      where s.bank_uid = ${scope.bankUid} and s.observation_id = any(${array(memoryIds, 'uuid[]')})
    )
    select o.id, array_agg(distinct o.memory_id::text) as memory_ids,
      array(select distinct d.id from origin x join (
          select m.id, m.document_uid from memories m where m.bank_uid = ${scope.bankUid}
          union all select e.memory_id, e.document_uid from memory_evidence e where e.bank_uid = ${scope.bankUid}) p on p.id = x.memory_id
        join documents d on d.bank_uid = ${scope.bankUid} and d.uid = p.document_uid where x.id = o.id) as document_ids,
      array(select distinct e.entity_id::text from origin x join memory_entities e on e.bank_uid = ${scope.bankUid} and e.memory_id = x.memory_id
        where x.id = o.id) as entity_ids
    from origin o group by o.id`);
  return new Map(
    rows.map(({ id, memory_ids, document_ids, entity_ids }) => [
      id,
      { memoryIds: memory_ids, documentIds: document_ids, entityIds: entity_ids },
    ]),
  );
}

/** What these mental models cite. */
export async function readCitationsOf(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<{ id: string; based_on: CitedFact[] }[]> {
  if (ids.length === 0) return [];
  return tx.query<{ id: string; based_on: CitedFact[] }>(sql`
    select id, based_on from mental_models where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'text[]')})`);
}

const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** Whether a memory `x` is missing, or an observation with another text than the citation `f`. */
const isFormer = (f: string): string => `(x.id is null or (x.fact_type = 'observation' and x.text is distinct from ${f}->>'text'))`;
const citedId = (f: string): string => `case when ${f}->>'id' ~ '${UUID}' then (${f}->>'id')::uuid end`;

interface FormerRow extends Row, FormerCitation {}

/** Facts that the details of a refresh quote, which may outlive the citations: a cleared model. */
const quotedBy = (table: string): string => `
             select jsonb_build_object('id', q->>'id', 'kind', q->>'type', 'text', q->>'text') as f
             from ${table} t, jsonb_each(case when jsonb_typeof(t.reflect_response->'based_on') = 'object' then t.reflect_response->'based_on' else '{}' end) k,
               jsonb_array_elements(case when jsonb_typeof(k.value) = 'array' then k.value else '[]' end) q where t.bank_uid = $1 and k.key <> 'directives'`;

/**
 * The citations of mental models, their versions and the decisions about their blocks, and the
 * quotations of their refreshes, that the bank does not have in this form.
 */
export const readFormerCitations = (db: Queryable, scope: BankScope): Promise<FormerRow[]> =>
  db.query<FormerRow>({
    name: 'mental_models_former_citations',
    text: `with cited as materialized (
             select f from mental_models m, jsonb_array_elements(m.based_on) f where m.bank_uid = $1
             union all
             select f from mental_model_versions v, jsonb_array_elements(v.based_on) f where v.bank_uid = $1
             union all
             select f from block_decisions d, jsonb_array_elements(d.cited) f where d.bank_uid = $1
           ), quoted as (${quotedBy('mental_models')} union ${quotedBy('mental_model_versions')}
           ), found as (
             select f from cited union all
             select q.f from quoted q where not exists (select from cited c where c.f->>'id' = q.f->>'id' and c.f->>'text' = q.f->>'text')
           )
           select distinct f->>'id' as id, f->>'kind' as kind, f->>'text' as text, f->'origins' as origins,
             x.id is null and f->>'kind' <> 'mental_model' as is_deleted
           from found left join memories x on x.bank_uid = $1 and x.id = ${citedId('f')}
           where (f->>'kind' = 'mental_model' and f->'origins' is not null) or (f->>'kind' <> 'mental_model' and ${isFormer('f')})`,
    values: [scope.bankUid],
  });
