import type { Row, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { FREQUENT } from '#lib/memory/entities/literals';
import { type MemoryChanges, NO_CHANGES } from '#lib/memory/memories/changes';

export interface MemoryRemoval extends MemoryChanges {
  readonly units: number;
  /**
   * memories that lost a passage and remain, if anything of the bank expires: their expiry may
   * change
   */
  readonly movedIds: readonly string[];
}

export const NOTHING_REMOVED: MemoryRemoval = { ...NO_CHANGES, units: 0, movedIds: [] };

/**
 * Deletes chunks with their memories. A memory with further evidence elsewhere remains, with its
 * id, and moves to the newest of these passages. A memory that only loses further evidence has one
 * proof less.
 */
const REMOVE = `
with removed as (
  select unnest($2::uuid[]) as chunk_id
), hit as (
  select m.id, m.term_count, m.mentioned_at, m.state = 'valid' as live from memories m join removed on removed.chunk_id = m.chunk_id where m.bank_uid = $1
), lost as (
  select e.id, e.memory_id, e.mentioned_at from memory_evidence e join removed on removed.chunk_id = e.chunk_id where e.bank_uid = $1
), left_over as (
  select e.*, count(*) over (partition by e.memory_id) as proofs,
    row_number() over (partition by e.memory_id order by e.mentioned_at desc nulls last, e.id desc) as place
  from memory_evidence e where e.bank_uid = $1 and e.memory_id in (select id from hit) and e.chunk_id not in (select chunk_id from removed)
), heir as (
  select * from left_over where place = 1
), dead as (
  select * from hit where id not in (select memory_id from heir)
), used_up as (
  delete from memory_evidence e where e.bank_uid = $1 and e.id in (select id from lost union all select id from heir)
), moved as (
  update memories m set document_uid = h.document_uid, chunk_id = h.chunk_id, position = h.position, turn = h.turn, chunk_start = h.chunk_start, chunk_end = h.chunk_end, context = h.context,
    metadata = h.metadata, mentioned_at = h.mentioned_at, proof_count = h.proofs, revision = $3, updated_at = now()
  from heir h where m.bank_uid = $1 and m.id = h.memory_id
), lowered as (
  update memories m set proof_count = m.proof_count - l.n, revision = $3, updated_at = now()
  from (select memory_id, count(*)::int as n from lost group by memory_id) l
  where m.bank_uid = $1 and m.id = l.memory_id and m.id not in (select id from hit)
), mentions as (
  select x.entity_id, count(*) filter (where d.live)::int as n from dead d join memory_entities x on x.bank_uid = $1 and x.memory_id = d.id group by x.entity_id
), touched as (
  select x.entity_id, min(h.mentioned_at) as first, max(h.mentioned_at) as last
  from (select id, mentioned_at from hit union all select memory_id, mentioned_at from lost) h
  join memory_entities x on x.bank_uid = $1 and x.memory_id = h.id group by x.entity_id
), unmentioned as (
  update entities e set mention_count = e.mention_count - m.n from mentions m where e.bank_uid = $1 and e.id = m.entity_id and m.n > 0
), dropped as (
  delete from memories m where m.bank_uid = $1 and m.id in (select id from dead)
), cut as (
  delete from chunks c where c.bank_uid = $1 and c.id in (select chunk_id from removed)
)
select (select count(*) from dead) as units, (select count(*) from dead where live) as live_units,
  (select coalesce(sum(term_count), 0) from dead where live) as live_terms,
  (select coalesce(array_agg(entity_id), '{}') from touched) as entity_ids,
  (select coalesce(array_agg(t.entity_id), '{}') from touched t join entities e on e.bank_uid = $1 and e.id = t.entity_id
   where t.first <= e.first_seen or t.last >= e.last_seen) as stale_ids,
  array(select h.memory_id from heir h where (select next_expires_at is not null from banks where uid = $1)
    union select l.memory_id from lost l where l.memory_id not in (select id from hit) and (select next_expires_at is not null from banks where uid = $1)) as moved_ids`;

export async function removeChunks(
  tx: Tx,
  scope: BankScope,
  args: { chunkIds: readonly string[]; revision: number },
): Promise<MemoryRemoval> {
  if (args.chunkIds.length === 0) return NOTHING_REMOVED;
  const [row] = await tx.query<RemovedRow>({
    name: 'memories_remove',
    text: REMOVE,
    values: [scope.bankUid, args.chunkIds, args.revision],
  });
  return removedOf(defined(row));
}

/** A position in the listing of a type by time of creation. */
export interface CreationCursor extends Row {
  readonly id: string;
  readonly created_at: string;
}

/**
 * The next memories of a type after a position, at most `most`, in the order of creation. Without
 * the position, each batch would read the index entries of all memories that were deleted before.
 */
export const readOfType = (
  tx: Tx,
  scope: BankScope,
  { factType, after, most }: { readonly factType: FactType; readonly after: CreationCursor | null; readonly most: number },
): Promise<CreationCursor[]> =>
  tx.query<CreationCursor>({
    name: 'memories_of_type',
    text: `select id, created_at::text as created_at from memories
      where bank_uid = $1 and fact_type = $2 and (created_at, id) > ($3::timestamptz, $4::uuid) order by memories.created_at, id limit $5`,
    values: [scope.bankUid, factType, after?.created_at ?? '-infinity', after?.id ?? BEFORE_ALL, most],
  });

/** Before all ids. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export async function countOfType(tx: Tx, scope: BankScope, factType: FactType): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: 'memories_count_of_type',
    text: 'select coalesce(sum(units), 0)::bigint as n from memory_tallies where bank_uid = $1 and fact_type = $2',
    values: [scope.bankUid, factType],
  });
  return defined(row).n;
}

/**
 * Deletes memories with their further evidence. Their chunks remain without their hash, so
 * retaining the text reads it again.
 *
 * The times of entities that remain frequent do not change here: every batch would read most of
 * their mentions. `outdatedEntities` finds them after the last batch. An entity that becomes rare
 * gets its times at once, because that search ignores rare ones.
 */
const REMOVE_FOR_REREAD = `
with hit as (
  select m.id, m.chunk_id, m.term_count, m.mentioned_at, m.state = 'valid' as live from memories m where m.bank_uid = $1 and m.id = any($2::uuid[])
), places as (
  delete from memory_evidence e using hit h where e.bank_uid = $1 and e.memory_id = h.id returning e.chunk_id, e.memory_id, e.mentioned_at
), unread as (
  update chunks c set content_hash = '' where c.bank_uid = $1 and c.id in (select chunk_id from hit union select chunk_id from places)
), touched as (
  select x.entity_id, min(h.mentioned_at) as first, max(h.mentioned_at) as last, count(*) filter (where h.live)::int as n
  from (select id, mentioned_at, live from hit union all select memory_id, mentioned_at, false from places) h join memory_entities x on x.bank_uid = $1 and x.memory_id = h.id group by x.entity_id
), unmentioned as (
  update entities e set mention_count = e.mention_count - t.n from touched t where e.bank_uid = $1 and e.id = t.entity_id and t.n > 0
), dropped as (
  delete from memories m where m.bank_uid = $1 and m.id = any($2::uuid[])
)
select count(*) as units, count(*) filter (where live) as live_units, coalesce(sum(term_count) filter (where live), 0) as live_terms,
  (select coalesce(array_agg(entity_id), '{}') from touched) as entity_ids,
  (select coalesce(array_agg(t.entity_id), '{}') from touched t join entities e on e.bank_uid = $1 and e.id = t.entity_id
   where e.mention_count - t.n < ${FREQUENT} and (t.first <= e.first_seen or t.last >= e.last_seen or e.mention_count >= ${FREQUENT})) as stale_ids
from hit`;

export async function removeForReread(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<MemoryRemoval> {
  if (ids.length === 0) return NOTHING_REMOVED;
  const [row] = await tx.query<RemovedRow>({
    name: 'memories_remove_to_read_anew',
    text: REMOVE_FOR_REREAD,
    values: [scope.bankUid, ids],
  });
  return removedOf(defined(row));
}

interface RemovedRow extends Row {
  units: number;
  live_units: number;
  live_terms: number;
  entity_ids: string[];
  stale_ids: string[];
  moved_ids?: string[];
}

const removedOf = (row: RemovedRow): MemoryRemoval => ({
  units: row.units,
  unitDelta: -row.live_units,
  termDelta: -row.live_terms,
  entityIds: row.entity_ids,
  staleIds: row.stale_ids,
  movedIds: row.moved_ids ?? [],
});

/** The columns of a copied memory. */
const COPIED = `bank_uid, id, document_uid, chunk_id, position, turn, fact_type, state, text, context, speaker, tokens, term_count, search,
    occurred_start, occurred_end, time_precision, mentioned_at, tags, metadata, observation_scopes, proof_count, fingerprint, extractor, writer_key_id,
    revision, edited_at, names_given, invalidated_at, invalidation_reason, chunk_start, chunk_end,
    valid_from, valid_to, validity_source, validity_reason, expires_at`;

/**
 * Splits shared memories. The original keeps the evidence on its side of the document's border. A
 * copy gets the evidence on the other side, at the newest of these passages, with the vector,
 * entities and links, and what was given or set about its validity; the rest is derived again.
 */
const SPLIT = `
with pairs as (
  select * from unnest($3::uuid[], $4::uuid[]) as p(id, copy)
), across as (
  select e.*, p.copy, m.term_count, m.state = 'valid' as live, count(*) over (partition by e.memory_id) as proofs,
    row_number() over (partition by e.memory_id order by e.mentioned_at desc nulls last, e.id desc) as place
  from pairs p join memories m on m.bank_uid = $1 and m.id = p.id join memory_evidence e on e.bank_uid = $1 and e.memory_id = m.id
  where (m.document_uid = $2) <> (e.document_uid = $2)
), heir as (
  select * from across where place = 1
), copied(${COPIED}) as materialized (
  select m.bank_uid, h.copy, h.document_uid, h.chunk_id, h.position, h.turn, m.fact_type, m.state, m.text, h.context, m.speaker, m.tokens, m.term_count, m.search,
    m.occurred_start, m.occurred_end, m.time_precision, h.mentioned_at, m.tags, h.metadata, m.observation_scopes, h.proofs, m.fingerprint, m.extractor, m.writer_key_id,
    $5::bigint, m.edited_at, m.names_given, m.invalidated_at, m.invalidation_reason, h.chunk_start, h.chunk_end,
    m.valid_from, case when m.validity_source <> 'derived' then m.valid_to end,
    case when m.validity_source <> 'derived' then m.validity_source when m.valid_from is not null then 'given' end,
    case when m.validity_source <> 'derived' then m.validity_reason end, m.expires_at
  from heir h join memories m on m.bank_uid = $1 and m.id = h.memory_id
), copies as (
  insert into memories (${COPIED}) select * from copied
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, live, tags, embedding)
  select v.bank_uid, h.copy, v.model, v.fact_type, v.live, v.tags, v.embedding from heir h join memory_embeddings v on v.bank_uid = $1 and v.memory_id = h.memory_id
), names as (
  insert into memory_entities (bank_uid, memory_id, entity_id, spellings)
  select x.bank_uid, h.copy, x.entity_id, x.spellings from heir h join memory_entities x on x.bank_uid = $1 and x.memory_id = h.memory_id
), mentions as (
  update entities e set mention_count = e.mention_count + n.n, first_seen = least(e.first_seen, n.first), last_seen = greatest(e.last_seen, n.last)
  from (select x.entity_id, count(*)::int as n, min(h.mentioned_at) as first, max(h.mentioned_at) as last
    from heir h join memory_entities x on x.bank_uid = $1 and x.memory_id = h.memory_id where h.live group by x.entity_id) n
  where e.bank_uid = $1 and e.id = n.entity_id
), links as (
  insert into memory_links (bank_uid, from_id, to_id, link_type, weight)
  select l.bank_uid, coalesce(f.copy, l.from_id), coalesce(t.copy, l.to_id), l.link_type, l.weight
  from memory_links l left join heir f on f.memory_id = l.from_id left join heir t on t.memory_id = l.to_id
  where l.bank_uid = $1 and (l.from_id in (select memory_id from heir) or l.to_id in (select memory_id from heir))
), spent as (
  delete from memory_evidence e using heir h where e.bank_uid = $1 and e.id = h.id
), repointed as (
  update memory_evidence e set memory_id = a.copy from across a where e.bank_uid = $1 and e.id = a.id and a.place > 1
), lowered as (
  update memories m set proof_count = m.proof_count - h.proofs, revision = $5, updated_at = now() from heir h where m.bank_uid = $1 and m.id = h.memory_id
)
select count(*) filter (where live) as live_units, coalesce(sum(term_count) filter (where live), 0) as live_terms from heir`;

export async function splitShared(
  tx: Tx,
  scope: BankScope,
  args: { documentUid: string; ids: readonly string[]; copies: readonly string[]; revision: number },
): Promise<MemoryChanges> {
  const [row] = await tx.query<{ live_units: number; live_terms: number }>({
    name: 'memories_split',
    text: SPLIT,
    values: [scope.bankUid, args.documentUid, args.ids, args.copies, args.revision],
  });
  return { ...NO_CHANGES, unitDelta: defined(row).live_units, termDelta: defined(row).live_terms };
}
