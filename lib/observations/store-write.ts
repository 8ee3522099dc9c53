import { array, type Row, sql, type Tx, vectorText } from '#lib/db/db';
import type { Span } from '#lib/observations/plan';
import type { BankScope } from '#lib/scope';

/** The statements that change observations. The caller holds the bank's lock and hands the counts to the bank at the end. */

export interface ObservationRow extends Span {
  readonly id: string;
  readonly text: string;
  readonly textHash: string;
  readonly slot: bigint | null;
  readonly method: string;
  readonly speaker: string | null;
  readonly tokens: number;
  readonly termCount: number;
  readonly lexemes: readonly string[];
  /** null: found by its words alone until there is one */
  readonly vector: Float32Array | null;
  readonly sourceIds: readonly string[];
}

interface Target {
  readonly revision: number;
  readonly scopeKey: string;
  readonly model: string;
}

const listed = (values: readonly string[]): string => JSON.stringify(values);
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const columnsOf = (rows: readonly ObservationRow[]) => [
  rows.map((r) => r.id),
  rows.map((r) => r.text),
  rows.map((r) => r.textHash),
  rows.map((r) => r.slot),
  rows.map((r) => r.method),
  rows.map((r) => r.speaker),
  rows.map((r) => r.tokens),
  rows.map((r) => r.termCount),
  rows.map((r) => listed(r.lexemes)),
  rows.map((r) => iso(r.occurredStart)),
  rows.map((r) => iso(r.occurredEnd)),
  rows.map((r) => iso(r.mentionedAt)),
  rows.map((r) => listed(r.sourceIds)),
  rows.map((r) => r.vector && vectorText(r.vector)),
];

const ROWS = `rows as materialized (
  select r.*, array(select jsonb_array_elements_text(r.source_list::jsonb)::uuid) as sources, array(select jsonb_array_elements_text(r.word_list::jsonb)) as words
  from unnest($5::uuid[], $6::text[], $7::uuid[], $8::bigint[], $9::text[], $10::text[], $11::int[], $12::int[], $13::text[],
    $14::timestamptz[], $15::timestamptz[], $16::timestamptz[], $17::text[], $18::text[])
    as r(id, text, text_hash, slot, method, speaker, tokens, term_count, word_list, occurred_start, occurred_end, mentioned_at, source_list, vector))`;

const INSERT = `with ${ROWS}, scope as (
  select tags from observation_scopes where bank_uid = $1::bigint and scope_key = $3::uuid
), units as (
  insert into memories (bank_uid, id, fact_type, text, speaker, tokens, term_count, search, occurred_start, occurred_end, mentioned_at, tags, proof_count, extractor, revision)
  select $1, r.id, 'observation', r.text, r.speaker, r.tokens, r.term_count, array_to_tsvector(r.words), r.occurred_start, r.occurred_end, r.mentioned_at,
    s.tags, cardinality(r.sources), r.method, $2::bigint from rows r, scope s
), facets as (
  insert into observations (bank_uid, memory_id, scope_key, text_hash, slot) select $1, r.id, $3, r.text_hash, r.slot from rows r
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, tags, embedding)
  select $1, r.id, $4::text, 'observation', s.tags, r.vector::vector from rows r, scope s where r.vector is not null
)
insert into observation_sources (bank_uid, observation_id, memory_id) select $1, r.id, s.id from rows r, unnest(r.sources) as s(id)`;

const UPDATE = `with ${ROWS}, scope as (
  select tags from observation_scopes where bank_uid = $1::bigint and scope_key = $3::uuid
), units as (
  update memories m set text = r.text, speaker = r.speaker, tokens = r.tokens, term_count = r.term_count, search = array_to_tsvector(r.words),
    occurred_start = r.occurred_start, occurred_end = r.occurred_end, mentioned_at = r.mentioned_at, proof_count = cardinality(r.sources),
    extractor = r.method, revision = $2::bigint, updated_at = now()
  from rows r where m.bank_uid = $1 and m.id = r.id
), facets as (
  update observations o set text_hash = r.text_hash, slot = r.slot from rows r where o.bank_uid = $1 and o.memory_id = r.id
), outdated as (
  delete from memory_embeddings e using rows r where e.bank_uid = $1 and e.memory_id = r.id and (e.model <> $4::text or r.vector is null)
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, tags, embedding)
  select $1, r.id, $4, 'observation', s.tags, r.vector::vector from rows r, scope s where r.vector is not null
  on conflict (bank_uid, memory_id, model) do update set embedding = excluded.embedding
), lost as (
  delete from observation_sources s using rows r where s.bank_uid = $1 and s.observation_id = r.id and s.memory_id <> all(r.sources)
)
insert into observation_sources (bank_uid, observation_id, memory_id) select $1, r.id, s.id from rows r, unnest(r.sources) as s(id) on conflict do nothing`;

const run = (tx: Tx, scope: BankScope, name: string, text: string, target: Target, rows: readonly ObservationRow[]) =>
  tx.query({ name, text, values: [scope.bankUid, target.revision, target.scopeKey, target.model, ...columnsOf(rows)] });

export async function insertObservations(tx: Tx, scope: BankScope, target: Target, rows: readonly ObservationRow[]): Promise<void> {
  if (rows.length > 0) await run(tx, scope, 'observations_insert', INSERT, target, rows);
}

/** Call `keepHistory` before: it reads what is overwritten here. */
export async function updateObservations(tx: Tx, scope: BankScope, target: Target, rows: readonly ObservationRow[]): Promise<void> {
  if (rows.length > 0) await run(tx, scope, 'observations_update', UPDATE, target, rows);
}

export interface Change {
  readonly id: string;
  /** id of the row of history */
  readonly historyId: string;
  /** evidence after the change; none: the observation goes */
  readonly sourceIds: readonly string[];
}

/** More changes of one observation are not kept. */
const KEPT = 50;

/** What the observations are now, with the words of their evidence, before they change. */
export async function keepHistory(tx: Tx, scope: BankScope, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const values = [
    scope.bankUid,
    changes.map(({ id }) => id),
    changes.map(({ historyId }) => historyId),
    changes.map(({ sourceIds }) => listed(sourceIds)),
  ];
  await tx.query({
    name: 'observations_history',
    text: `with changes as materialized (
             select c.id, c.history_id, array(select jsonb_array_elements_text(c.sources::jsonb)::uuid) as sources,
               array(select s.memory_id from observation_sources s where s.bank_uid = $1 and s.observation_id = c.id order by s.memory_id) as before
             from unnest($2::uuid[], $3::uuid[], $4::text[]) as c(id, history_id, sources)
           ), quotes as (
             insert into observation_quotes (bank_uid, observation_id, memory_id, text, fact_type, context)
             select $1::bigint, c.id, m.id, m.text, m.fact_type, m.context
             from changes c cross join lateral unnest(c.before || c.sources) as w(id) join memories m on m.bank_uid = $1 and m.id = w.id
             on conflict do nothing
           ), beyond as (
             delete from observation_history h using (
               select r.observation_id, r.id from (
                 select o.observation_id, o.id, row_number() over (partition by o.observation_id order by o.id desc) as place
                 from observation_history o where o.bank_uid = $1 and o.observation_id = any($2::uuid[])) r
               where r.place >= ${KEPT}) old
             where h.bank_uid = $1 and h.observation_id = old.observation_id and h.id = old.id
           )
           insert into observation_history (bank_uid, observation_id, id, previous_text, previous_tags, previous_occurred_start, previous_occurred_end,
             previous_mentioned_at, previous_source_ids, source_ids)
           select $1, c.id, c.history_id, m.text, m.tags, m.occurred_start, m.occurred_end, m.mentioned_at, c.before, c.sources
           from changes c join memories m on m.bank_uid = $1 and m.id = c.id`,
    values,
  });
}

export interface Gone extends Row {
  units: number;
  terms: number;
}

/** Takes observations away, their evidence with them. */
export async function removeObservations(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<Gone> {
  if (ids.length === 0) return { units: 0, terms: 0 };
  const [row] = await tx.query<Gone>(sql`
    with gone as (
      delete from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')}) and fact_type = 'observation' returning term_count
    ) select count(*) as units, coalesce(sum(term_count), 0) as terms from gone`);
  return row!;
}

/** The terms that these observations hold now: what the bank's count loses when their text changes. */
export async function termsOf(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = await tx.query<{ terms: number }>(
    sql`select coalesce(sum(term_count), 0) as terms from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')})`,
  );
  return row!.terms;
}

export const allObservations = (tx: Tx, scope: BankScope): Promise<{ id: string }[]> =>
  tx.query<{ id: string }>(sql`select memory_id as id from observations where bank_uid = ${scope.bankUid}`);
