import { statement } from '#lib/base/db/columns';
import { arrayText, type Row, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { FactType, MemoryState } from '#lib/base/literals';
import type { Actor, BankScope } from '#lib/base/scope';
import type { MemoryChanges } from '#lib/memory/memories/changes';
import type { CurationAction } from '#lib/memory/memories/literals';
import { actorValues, IMAGE } from '#lib/memory/validity/image';

/**
 * Manual changes: state, contents, deletion. The caller must hold the bank's lock, tidy the
 * entities and update the bank's counts.
 */

/** The effects of a change that the caller must process. */
export interface CurationEffects extends MemoryChanges {
  /** changed memories */
  readonly ids: readonly string[];
}

interface CuratedCounts extends Row {
  ids: string[];
  units: number;
  terms: number;
  entity_ids: string[];
  stale_ids: string[];
}

const curatedOf = (row: CuratedCounts, sign: number): CurationEffects => ({
  ids: row.ids,
  unitDelta: sign * row.units,
  termDelta: sign * row.terms,
  entityIds: row.entity_ids,
  staleIds: row.stale_ids,
});

/**
 * First and last mention of each memory of \`from\`, including further evidence. `offset 0`, here
 * and below, forces a lookup per memory. The planner does not know how few memories there are, and
 * would otherwise scan the tables of the whole bank.
 */
const spans = (from: string): string => `
    select h.id, h.state, least(h.mentioned_at, v.first) as first, greatest(h.mentioned_at, v.last) as last
    from ${from} h cross join lateral (
      select min(e.mentioned_at) as first, max(e.mentioned_at) as last from memory_evidence e where e.bank_uid = $1 and e.memory_id = h.id offset 0) v`;

/** The entities that a memory \`s\` mentions. */
const NAMED = `cross join lateral (select x.entity_id from memory_entities x where x.bank_uid = $1 and x.memory_id = s.id offset 0) x`;

/** Entities whose first or last mention may have been a memory that no longer counts. */
const STALE = `(select coalesce(array_agg(t.entity_id), '{}') from touched t join entities e on e.bank_uid = $1 and e.id = t.entity_id
   where t.first <= e.first_seen or t.last >= e.last_seen)`;

/** On Citus, `now()` in a part that reads a table is a later time than that of the revision. */
const SET_STATE = `
with hit as (
  select m.* from memories m where m.bank_uid = $1 and m.id = any($2::uuid[]) and m.fact_type <> 'observation' and m.state <> $3
), images as materialized (
  select m.id, ${IMAGE} as before from hit m
  where not exists (select from memory_revisions r where r.bank_uid = $1 and r.memory_id = m.id and r.revision = $5::bigint offset 0)
), recorded as (
  insert into memory_revisions (bank_uid, memory_id, revision, action, before, reason, actor_kind, actor_id, actor_label)
  select $1::bigint, i.id, $5::bigint, $6::text, i.before, $4::text, $7::text, $8::uuid, $9::text from images i
), changed as (
  update memories m set state = $3, invalidated_at = now() + case when $3 = 'invalidated' then interval '0' end,
    invalidation_reason = case when $3 = 'invalidated' then $4 end, revision = $5, updated_at = now()
  from hit h where m.bank_uid = $1 and m.id = h.id
), scanned as (
  update memory_embeddings v set live = ($3 = 'valid') from hit h where v.bank_uid = $1 and v.memory_id = h.id
), touched as (
  select x.entity_id, count(*)::int as n, min(s.first) as first, max(s.last) as last
  from (${spans('hit')}) s ${NAMED} group by x.entity_id
), mentioned as (
  update entities e set mention_count = e.mention_count + $10::int * t.n,
    first_seen = case when $3 = 'invalidated' then e.first_seen when e.mention_count = 0 then t.first else least(e.first_seen, t.first) end,
    last_seen = case when $3 = 'invalidated' then e.last_seen when e.mention_count = 0 then t.last else greatest(e.last_seen, t.last) end
  from touched t where e.bank_uid = $1 and e.id = t.entity_id
)
select coalesce(array_agg(id), '{}') as ids, count(*) as units, coalesce(sum(term_count), 0) as terms,
  (select coalesce(array_agg(entity_id), '{}') from touched) as entity_ids, ${STALE} as stale_ids
from hit`;

/**
 * Invalidates or reverts those of the memories that are not in that state yet; ignores
 * observations. The revision of a previous content change also records the state.
 */
export async function setState(
  tx: Tx,
  scope: BankScope,
  args: { ids: readonly string[]; to: MemoryState; reason: string | null; revision: number },
): Promise<CurationEffects> {
  const { ids, to, reason, revision } = args;
  const sign = to === 'valid' ? 1 : -1;
  const [row] = await tx.query<CuratedCounts>({
    name: 'memories_set_state',
    text: SET_STATE,
    values: [scope.bankUid, ids, to, reason, revision, to === 'valid' ? 'revert' : 'invalidate', ...actorValues(scope.actor), sign],
  });
  return curatedOf(defined(row), sign);
}

/** Changes the reason of an invalidated memory. */
export async function setReason(tx: Tx, scope: BankScope, args: { id: string; reason: string; revision: number }): Promise<void> {
  await tx.query({
    name: 'memories_set_reason',
    text: `with images as materialized (select m.id, ${IMAGE} as before from memories m where m.bank_uid = $1 and m.id = $2::uuid),
           recorded as (
             insert into memory_revisions (bank_uid, memory_id, revision, action, before, reason, actor_kind, actor_id, actor_label)
             select $1::bigint, i.id, $4::bigint, 'invalidate', i.before, $3::text, $5::text, $6::uuid, $7::text from images i)
           update memories set invalidation_reason = $3, revision = $4, updated_at = now() where bank_uid = $1 and id = $2::uuid`,
    values: [scope.bankUid, args.id, args.reason, args.revision, ...actorValues(scope.actor)],
  });
}

/** The new contents of a memory. */
export interface MemoryContent {
  readonly text: string;
  readonly context: string;
  readonly speaker: string | null;
  readonly factType: FactType;
  readonly tokens: number;
  readonly termCount: number;
  /** text form of a tsvector, or its words */
  readonly search: string | readonly string[];
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly precision: string | null;
  readonly fingerprint: string | null;
  readonly editedAt: Date | null;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  readonly supersededBy: string | null;
  readonly validitySource: string | null;
  readonly validityReason: string | null;
  /** the entities were set manually */
  readonly namesGiven: boolean;
  readonly entityIds: readonly string[];
  /** spellings that it used for those of the entities that it no longer mentions */
  readonly spellings: Readonly<Record<string, readonly string[]>>;
  /** by model; null: they do not change */
  readonly vectors: Readonly<Record<string, string>> | null;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A memory and its new contents. */
interface MemoryRewrite {
  readonly id: string;
  readonly contents: MemoryContent;
  readonly action: CurationAction;
  readonly reason: string | null;
  readonly revision: number;
}

const rewriting = statement<MemoryRewrite & { readonly bankUid: number; readonly actor: Actor }>('memories_rewrite', ({ value }) => {
  const bank = value((args) => args.bankUid);
  const id = value((args) => args.id);
  const revision = value((args) => args.revision);
  const action = value((args) => args.action);
  const reason = value((args) => args.reason);
  const actorKind = value(({ actor }) => actor.kind);
  const actorId = value(({ actor }) => actor.userId ?? actor.keyId);
  const actorLabel = value(({ actor }) => actor.label);
  const text = value(({ contents }) => contents.text);
  const context = value(({ contents }) => contents.context);
  const speaker = value(({ contents }) => contents.speaker);
  const factType = value(({ contents }) => contents.factType);
  const tokens = value(({ contents }) => contents.tokens);
  const termCount = value(({ contents }) => contents.termCount);
  const vector = value(({ contents: { search } }) => (typeof search === 'string' ? search : null));
  const words = value(({ contents: { search } }) => (typeof search === 'string' ? null : search));
  const occurredStart = value(({ contents }) => iso(contents.occurredStart));
  const occurredEnd = value(({ contents }) => iso(contents.occurredEnd));
  const mentionedAt = value(({ contents }) => iso(contents.mentionedAt));
  const precision = value(({ contents }) => contents.precision);
  const fingerprint = value(({ contents }) => contents.fingerprint);
  const editedAt = value(({ contents }) => iso(contents.editedAt));
  const validFrom = value(({ contents }) => iso(contents.validFrom));
  const validTo = value(({ contents }) => iso(contents.validTo));
  const supersededBy = value(({ contents }) => contents.supersededBy);
  const validitySource = value(({ contents }) => contents.validitySource);
  const validityReason = value(({ contents }) => contents.validityReason);
  const entityIds = value(({ contents }) => contents.entityIds);
  const models = value(({ contents: { vectors } }) => vectors && Object.keys(vectors));
  const vectors = value(({ contents: { vectors } }) => vectors && Object.values(vectors));
  const namesGiven = value(({ contents }) => contents.namesGiven);
  const spellings = value(({ contents: { entityIds, spellings } }) => entityIds.map((id) => arrayText(spellings[id] ?? [])));
  return `
with old as (
  select m.* from memories m where m.bank_uid = ${bank} and m.id = ${id}::uuid
), images as materialized (
  select m.id, ${IMAGE} as before, case when ${models}::text[] is not null then (
    select coalesce(jsonb_object_agg(v.model, v.embedding::text), '{}') from memory_embeddings v where v.bank_uid = ${bank} and v.memory_id = m.id) end as vectors
  from old m
), recorded as (
  insert into memory_revisions (bank_uid, memory_id, revision, action, before, vectors, reason, actor_kind, actor_id, actor_label)
  select ${bank}::bigint, i.id, ${revision}::bigint, ${action}::text, i.before, i.vectors, ${reason}::text, ${actorKind}::text, ${actorId}::uuid, ${actorLabel}::text
  from images i
), changed as (
  update memories m set text = ${text}, context = ${context}, speaker = ${speaker}, fact_type = ${factType}, tokens = ${tokens}, term_count = ${termCount}::int,
    search = coalesce(${vector}::tsvector, array_to_tsvector(${words}::text[])), occurred_start = ${occurredStart}, occurred_end = ${occurredEnd}, mentioned_at = ${mentionedAt}::timestamptz, time_precision = ${precision},
    fingerprint = ${fingerprint}::bigint, edited_at = ${editedAt},
    valid_from = ${validFrom}::timestamptz, valid_to = ${validTo}::timestamptz, superseded_by = ${supersededBy}::uuid, validity_source = ${validitySource}::text,
    validity_reason = ${validityReason}::text, names_given = ${namesGiven}, revision = ${revision}, updated_at = now()
  where m.bank_uid = ${bank} and m.id = ${id}::uuid
), unscanned as (
  delete from memory_embeddings v where v.bank_uid = ${bank} and v.memory_id = ${id}::uuid and v.model <> all(${models}::text[])
), scanned as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, live, tags, embedding)
  select ${bank}, o.id, n.model, ${factType}, o.state = 'valid', o.tags, n.embedding::vector from old o, unnest(${models}::text[], ${vectors}::text[]) as n(model, embedding)
  on conflict (bank_uid, memory_id, model) do update set embedding = excluded.embedding, fact_type = excluded.fact_type
), typed as (
  update memory_embeddings v set fact_type = ${factType} where v.bank_uid = ${bank} and v.memory_id = ${id}::uuid and ${models}::text[] is null and v.fact_type <> ${factType}
), unnamed as (
  delete from memory_entities x where x.bank_uid = ${bank} and x.memory_id = ${id}::uuid and x.entity_id <> all(${entityIds}::uuid[]) returning x.entity_id
), named as (
  insert into memory_entities (bank_uid, memory_id, entity_id, spellings)
  select ${bank}, ${id}::uuid, n.id, n.spellings::text[] from unnest(${entityIds}::uuid[], ${spellings}::text[]) as n(id, spellings)
  on conflict do nothing returning entity_id
), touched as (
  select c.entity_id, c.n, s.first, s.last from (${spans('old')}) s,
    (select entity_id, 1 as n from named union all select entity_id, -1 from unnamed) c where s.state = 'valid'
), mentioned as (
  update entities e set mention_count = e.mention_count + t.n,
    first_seen = case when t.n < 0 then e.first_seen when e.mention_count = 0 then t.first else least(e.first_seen, t.first) end,
    last_seen = case when t.n < 0 then e.last_seen when e.mention_count = 0 then t.last else greatest(e.last_seen, t.last) end
  from touched t where e.bank_uid = ${bank} and e.id = t.entity_id
), moved as (
  select n.entity_id from old o, (
    select x.entity_id from memory_entities x where x.bank_uid = ${bank} and x.memory_id = ${id}::uuid union select entity_id from named) n
  where o.state = 'valid' and o.mentioned_at is distinct from ${mentionedAt}::timestamptz
)
select coalesce(array_agg(id), '{}') as ids, 0 as units, coalesce(sum(${termCount}::int - term_count) filter (where state = 'valid'), 0) as terms,
  array(select entity_id from unnamed union select entity_id from moved) as entity_ids,
  array(select unnest(${STALE}) union select entity_id from moved) as stale_ids
from old`;
});

/** Replaces the contents of a memory; its state does not change. The entities must exist. */
export async function rewrite(tx: Tx, scope: BankScope, args: MemoryRewrite): Promise<CurationEffects> {
  const [row] = await tx.query<CuratedCounts>(rewriting({ ...args, bankUid: scope.bankUid, actor: scope.actor }));
  return curatedOf(defined(row), 1);
}

const REMOVE_UNITS = `
with hit as (
  select m.id, m.term_count, m.mentioned_at, m.state from memories m
  where m.bank_uid = $1 and m.id = any($2::uuid[]) and m.fact_type <> 'observation'
), touched as (
  select x.entity_id, min(s.first) as first, max(s.last) as last, count(*) filter (where s.state = 'valid')::int as n
  from (${spans('hit')}) s ${NAMED} group by x.entity_id
), unmentioned as (
  update entities e set mention_count = e.mention_count - t.n from touched t where e.bank_uid = $1 and e.id = t.entity_id and t.n > 0
), dropped as (
  delete from memories m where m.bank_uid = $1 and m.id in (select id from hit)
)
select coalesce(array_agg(id), '{}') as ids, count(*) filter (where state = 'valid') as units,
  coalesce(sum(term_count) filter (where state = 'valid'), 0) as terms,
  (select coalesce(array_agg(entity_id), '{}') from touched) as entity_ids, ${STALE} as stale_ids
from hit`;

/** Deletes memories with all dependent rows. */
export async function removeUnits(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<CurationEffects> {
  const [row] = await tx.query<CuratedCounts>({ name: 'memories_remove_units', text: REMOVE_UNITS, values: [scope.bankUid, ids] });
  return curatedOf(defined(row), -1);
}
