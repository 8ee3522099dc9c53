import { type SQL, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/**
 * Maximum number of entities of one memory that form pairs. Callers may specify hundreds, which
 * would form tens of thousands.
 */
const MOST_OF_MEMORY = 50;
/** Maximum number of pairs that one request counts. */
const MOST_PAIRS = 500_000;
/** Memories that usually form this maximum of pairs. */
const MEMORIES_FIRST = 150_000;

export interface PairSelection {
  /** the condition on memory `m` */
  readonly where: SQL;
  /** selects `place` and `mentioned_at` of memories `newest`, and the sorted `ids` of entities */
  readonly mentions: SQL;
  /** minimum number of memories that mention both */
  readonly minCount: number;
  /** the number of memories to read, newest first; null: all */
  readonly memories: number | null;
  readonly mostPairs?: number;
}

/**
 * The entities that memories mention themselves. They are looked up memory by memory, in the order
 * of the index: a join would read and sort all mentions of a large bank.
 */
export const ownMentions = ({ bankUid }: BankScope): SQL => sql`
  select n.place, n.mentioned_at, array(
    select x.entity_id from memory_entities x where x.bank_uid = ${bankUid} and x.memory_id = n.id order by x.entity_id) as ids from newest n offset 0`;

const NEWEST = sql.raw('m.mentioned_at desc nulls last, m.id desc');
const FORMED = sql.raw('size * (size - 1) / 2');
/** The second entity of pair `i` of a memory, whose pairs are sorted by it: 2, 3, 3, 4, 4, 4. */
const SECOND = sql.raw('ceil((sqrt(8 * i + 1) + 1) / 2)::int');

/**
 * The pairs of entities that memories mention together, as common table expressions. `pair` has
 * `source` and `target`, which are sorted, the number `n` of memories and the time `last` of the
 * last mention. It counts the first 50 entities of each memory, and the newest memories up to half
 * a million pairs: an entity forms a pair with each preceding entity of its memory, and counts with
 * all of these pairs or with none. `pairs_read` has `is_complete`: whether more memories would add
 * no pair. `newest` are the memories that were read.
 */
export const pairsOf = ({ where, mentions, minCount, memories, mostPairs = MOST_PAIRS }: PairSelection): SQL => sql`
  newest as materialized (
    select m.id, m.mentioned_at, row_number() over (order by ${NEWEST}) as place from memories m where ${where}
    order by ${NEWEST} limit ${memories}::bigint
  ), company as materialized (
    select place, mentioned_at, ids, least(cardinality(ids), ${sql.raw(String(MOST_OF_MEMORY))}) as size from (${mentions}) x where cardinality(ids) > 1
  ), pair as materialized (
    select ids[i - (b - 1) * (b - 2) / 2] as source, ids[b] as target, count(*)::int as n, max(mentioned_at) as last
    from (select ids, mentioned_at, before, i, ${SECOND} as b from (
      select ids, mentioned_at, coalesce(sum(${FORMED}) over (order by place rows between unbounded preceding and 1 preceding), 0) as before,
        generate_series(1, ${FORMED}) as i from company) c offset 0) p
    where before + b * (b - 1) / 2 <= ${mostPairs}::bigint
    group by 1, 2 having count(*) >= ${minCount}::bigint
  ), pairs_read as (
    select ${memories}::bigint is null or (select count(*) from newest) < ${memories}::bigint
      or (select coalesce(sum(${FORMED}), 0) from company) >= ${mostPairs}::bigint as is_complete
  )`;

/**
 * Reads pairs from the newest memories first, because a large bank forms enough of them, and from
 * all memories only if these form too few.
 */
export async function withPairs<R extends { readonly is_complete: boolean }>(
  { bank }: BankScope,
  read: (memories: number | null) => Promise<R>,
): Promise<R> {
  if (!bank || bank.unitCount <= MEMORIES_FIRST) return read(null);
  const first = await read(MEMORIES_FIRST);
  return first.is_complete ? first : read(null);
}
