import { type Columns, column, instant, statement, textArray } from '#lib/base/db/columns';
import { array, arrayText, type Row, sql, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { OccurrenceSpan } from '#lib/memory/observations/plan';

/**
 * The statements that change observations. The caller must have locked the bank and finally
 * updates the counters of the bank.
 */

export interface NewObservationRow extends OccurrenceSpan {
  readonly id: string;
  readonly text: string;
  readonly textHash: string;
  readonly slot: bigint | null;
  readonly method: string;
  readonly speaker: string | null;
  readonly tokens: number;
  readonly termCount: number;
  readonly lexemes: readonly string[];
  /** by `encodedVectors`; null: found by words only until there is a vector */
  readonly vector: string | null;
  readonly sourceIds: readonly string[];
}

interface Target {
  readonly revision: number;
  readonly scopeKey: string;
  readonly model: string;
}

const OBSERVATION = {
  id: column('uuid', (row) => row.id),
  text: column('text', (row) => row.text),
  text_hash: column('uuid', (row) => row.textHash),
  slot: column('bigint', (row) => row.slot),
  method: column('text', (row) => row.method),
  speaker: column('text', (row) => row.speaker),
  tokens: column('int', (row) => row.tokens),
  term_count: column('int', (row) => row.termCount),
  words: textArray((row) => row.lexemes),
  occurred_start: instant((row) => row.occurredStart),
  occurred_end: instant((row) => row.occurredEnd),
  mentioned_at: instant((row) => row.mentionedAt),
  sources: { type: 'text', of: (row) => arrayText(row.sourceIds), as: (name) => `${name}::uuid[]` },
  vector: { type: 'text', of: (row) => row.vector, as: (name) => `${name}::vector` },
} satisfies Columns<NewObservationRow>;

interface ObservationWrite extends Target {
  readonly bankUid: number;
  readonly observations: readonly NewObservationRow[];
}

/** `write` continues the statement after the rows, with the placeholders of the other values. */
const writing = (name: string, write: (places: Readonly<Record<keyof Target | 'bank', string>>) => string) =>
  statement<ObservationWrite>(name, ({ value, rows }) => {
    const bank = value((args) => args.bankUid);
    const revision = value((args) => args.revision);
    const scopeKey = value((args) => args.scopeKey);
    const model = value((args) => args.model);
    const observations = rows((args) => args.observations, OBSERVATION);
    return `with rows(${observations.names()}) as materialized (select ${observations.select('r')} from ${observations.from('r')}), ${write({ bank, revision, scopeKey, model })}`;
  });

const insert = writing(
  'observations_insert',
  ({ bank, revision, scopeKey, model }) => `scope as (
  select tags from observation_scopes where bank_uid = ${bank}::bigint and scope_key = ${scopeKey}::uuid
), units as (
  insert into memories (bank_uid, id, fact_type, text, speaker, tokens, term_count, search, occurred_start, occurred_end, mentioned_at, tags, proof_count, extractor, revision)
  select ${bank}, r.id, 'observation', r.text, r.speaker, r.tokens, r.term_count, array_to_tsvector(r.words), r.occurred_start, r.occurred_end, r.mentioned_at,
    s.tags, cardinality(r.sources), r.method, ${revision}::bigint from rows r, scope s
), facets as (
  insert into observations (bank_uid, memory_id, scope_key, text_hash, slot) select ${bank}, r.id, ${scopeKey}, r.text_hash, r.slot from rows r
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, tags, embedding)
  select ${bank}, r.id, ${model}::text, 'observation', s.tags, r.vector from rows r, scope s where r.vector is not null
), evidence as (
  insert into observation_sources (bank_uid, observation_id, memory_id) select ${bank}, r.id, s.id from rows r, unnest(r.sources) as s(id)
)
select 1`,
);

const update = writing(
  'observations_update',
  ({ bank, revision, scopeKey, model }) => `scope as (
  select tags from observation_scopes where bank_uid = ${bank}::bigint and scope_key = ${scopeKey}::uuid
), units as (
  update memories m set text = r.text, speaker = r.speaker, tokens = r.tokens, term_count = r.term_count, search = array_to_tsvector(r.words),
    occurred_start = r.occurred_start, occurred_end = r.occurred_end, mentioned_at = r.mentioned_at, proof_count = cardinality(r.sources),
    extractor = r.method, revision = ${revision}::bigint, updated_at = now()
  from rows r where m.bank_uid = ${bank} and m.id = r.id
), facets as (
  update observations o set text_hash = r.text_hash, slot = r.slot from rows r where o.bank_uid = ${bank} and o.memory_id = r.id
), outdated as (
  delete from memory_embeddings e using rows r where e.bank_uid = ${bank} and e.memory_id = r.id and (e.model <> ${model}::text or r.vector is null)
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, tags, embedding)
  select ${bank}, r.id, ${model}, 'observation', s.tags, r.vector from rows r, scope s where r.vector is not null
  on conflict (bank_uid, memory_id, model) do update set embedding = excluded.embedding
), needed as (
  delete from observation_surplus s using rows r where s.bank_uid = ${bank} and s.observation_id = r.id and s.memory_id = any(r.sources)
), lost as (
  delete from observation_sources s using rows r where s.bank_uid = ${bank} and s.observation_id = r.id and s.memory_id <> all(r.sources)
), evidence as (
  insert into observation_sources (bank_uid, observation_id, memory_id) select ${bank}, r.id, s.id from rows r, unnest(r.sources) as s(id) on conflict do nothing
)
select 1`,
);

export async function insertObservations(tx: Tx, scope: BankScope, target: Target, rows: readonly NewObservationRow[]): Promise<void> {
  if (rows.length > 0) await tx.query(insert({ ...target, bankUid: scope.bankUid, observations: rows }));
}

/** Call `insertHistory` before: it reads the state that is overwritten here. */
export async function updateObservations(tx: Tx, scope: BankScope, target: Target, rows: readonly NewObservationRow[]): Promise<void> {
  if (rows.length > 0) await tx.query(update({ ...target, bankUid: scope.bankUid, observations: rows }));
}

/** Adds surplus evidence of observations, each pair once. */
export async function addSurplus(
  tx: Tx,
  scope: BankScope,
  pairs: readonly { readonly observationId: string; readonly memoryId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query({
    name: 'observations_surplus',
    text: `insert into observation_surplus (bank_uid, observation_id, memory_id)
           select $1::bigint, p.observation_id, p.memory_id from unnest($2::uuid[], $3::uuid[]) as p(observation_id, memory_id) on conflict do nothing`,
    values: [scope.bankUid, pairs.map(({ observationId }) => observationId), pairs.map(({ memoryId }) => memoryId)],
  });
}

/**
 * Evidence is lost: reopens the same number of surplus items of each observation in its scope, the
 * latest ones that are not pending. `lostIds` are the lost memories: they no longer count as
 * surplus either.
 */
export async function reopenSurplus(
  tx: Tx,
  scope: BankScope,
  lost: readonly { readonly observationId: string; readonly scopeKey: string; readonly most: number }[],
  lostIds: readonly string[],
): Promise<void> {
  if (lost.length === 0 && lostIds.length === 0) return;
  await tx.query({
    name: 'observations_use_surplus',
    text: `with silent as (
             delete from observation_surplus where bank_uid = $1::bigint and memory_id = any($5::uuid[])
           ), wanted as materialized (
             select w.scope_key, s.memory_id from unnest($2::uuid[], $3::uuid[], $4::int[]) as w(observation_id, scope_key, most)
             cross join lateral (
               select u.memory_id from observation_surplus u join memories m on m.bank_uid = $1 and m.id = u.memory_id and m.state = 'valid'
               join consolidation_items c on c.bank_uid = $1 and c.memory_id = u.memory_id and c.scope_key = w.scope_key and c.status <> 'pending'
               where u.bank_uid = $1 and u.observation_id = w.observation_id and u.memory_id <> all($5::uuid[])
               order by m.mentioned_at desc nulls last, m.text collate "C" desc, m.id desc limit w.most) s
           )
           update consolidation_items i set status = 'pending', attempts = 0, last_error = null, without_room = false, updated_at = now()
           from wanted w where i.bank_uid = $1 and i.memory_id = w.memory_id and i.scope_key = w.scope_key`,
    values: [
      scope.bankUid,
      lost.map(({ observationId }) => observationId),
      lost.map(({ scopeKey }) => scopeKey),
      lost.map(({ most }) => most),
      lostIds,
    ],
  });
}

export interface ObservationChange {
  readonly id: string;
  /** id of the row of history */
  readonly historyId: string;
  /** evidence after the change; empty: the observation is deleted */
  readonly sourceIds: readonly string[];
}

/** Maximum number of history entries of an observation. */
const MAX_HISTORY = 50;

/** Stores the observations and the texts of their evidence before they change. */
export async function insertHistory(tx: Tx, scope: BankScope, changes: readonly ObservationChange[]): Promise<void> {
  if (changes.length === 0) return;
  const values = [
    scope.bankUid,
    changes.map(({ id }) => id),
    changes.map(({ historyId }) => historyId),
    changes.map(({ sourceIds }) => JSON.stringify(sourceIds)),
  ];
  await tx.query({
    name: 'observations_history',
    text: `with changes as materialized (
             select c.id, c.history_id, array(select jsonb_array_elements_text(c.sources::jsonb)::uuid) as sources,
               array(select s.memory_id from observation_sources s where s.bank_uid = $1 and s.observation_id = c.id order by s.memory_id) as before
             from unnest($2::uuid[], $3::uuid[], $4::text[]) as c(id, history_id, sources)
           ), texts as materialized (
             select c.id, m.id as memory_id, m.text, m.fact_type, m.context
             from changes c cross join lateral unnest(c.before || c.sources) as w(id) join memories m on m.bank_uid = $1 and m.id = w.id
           ), quotes as (
             insert into observation_quotes (bank_uid, observation_id, memory_id, text, fact_type, context)
             select $1::bigint, t.id, t.memory_id, t.text, t.fact_type, t.context from texts t on conflict do nothing
           ), previous as materialized (
             select c.id, c.history_id, m.text, m.tags, m.occurred_start, m.occurred_end, m.mentioned_at, c.before, c.sources
             from changes c join memories m on m.bank_uid = $1 and m.id = c.id
           ), beyond as (
             delete from observation_history h using (
               select r.observation_id, r.id from (
                 select o.observation_id, o.id, row_number() over (partition by o.observation_id order by o.id desc) as place
                 from observation_history o where o.bank_uid = $1 and o.observation_id = any($2::uuid[])) r
               where r.place >= ${MAX_HISTORY}) old
             where h.bank_uid = $1 and h.observation_id = old.observation_id and h.id = old.id
           ), recorded as (
             insert into observation_history (bank_uid, observation_id, id, previous_text, previous_tags, previous_occurred_start, previous_occurred_end,
               previous_mentioned_at, previous_source_ids, source_ids)
             select $1::bigint, p.id, p.history_id, p.text, p.tags, p.occurred_start, p.occurred_end, p.mentioned_at, p.before, p.sources from previous p
           )
           select 1`,
    values,
  });
}

export interface RemovedCounts extends Row {
  units: number;
  terms: number;
}

/** Deletes observations with their evidence. */
export async function removeObservations(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<RemovedCounts> {
  if (ids.length === 0) return { units: 0, terms: 0 };
  const [row] = await tx.query<RemovedCounts>(sql`
    with deleted as (
      delete from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')}) and fact_type = 'observation' returning term_count
    ) select count(*) as units, coalesce(sum(term_count), 0) as terms from deleted`);
  return defined(row);
}

/**
 * The number of terms of these observations, to update the bank's count when their text changes.
 */
export async function termsOf(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = await tx.query<{ terms: number }>(
    sql`select coalesce(sum(term_count), 0) as terms from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')})`,
  );
  return defined(row).terms;
}

/** The observations that a bank has now. */
export interface ObservationExtent extends Row {
  /** null: none */
  last_id: string | null;
  count: number;
  /** time of the database, in full precision */
  read_at: string;
}

export async function readExtent(tx: Tx, scope: BankScope): Promise<ObservationExtent> {
  const [row] = await tx.query<ObservationExtent>(sql`
    select (select memory_id from observations where bank_uid = ${scope.bankUid} order by memory_id desc limit 1) as last_id,
      (select count(*) from observations where bank_uid = ${scope.bankUid}) as count, clock_timestamp()::text as read_at`);
  return defined(row);
}

/** The next observations after `after` up to `last`, by id. */
export const readObservations = (
  tx: Tx,
  scope: BankScope,
  { after, last, limit }: { readonly after: string; readonly last: string; readonly limit: number },
): Promise<{ id: string }[]> =>
  tx.query<{ id: string }>(sql`
    select memory_id as id from observations
    where bank_uid = ${scope.bankUid} and memory_id > ${after}::uuid and memory_id <= ${last}::uuid order by memory_id limit ${limit}::int`);
