import { type SQL, sql } from '#lib/base/db/db';

/**
 * Maximum number of entities of one memory that form pairs. Callers may specify hundreds, which
 * would form tens of thousands.
 */
const MOST_OF_MEMORY = 50;
/** Maximum number of pairs that one request counts. */
const MOST_PAIRS = 500_000;

/**
 * The mentions that form pairs of entities, from a relation with `memory_id`, `entity_id` and
 * `mentioned_at`. Includes the first 50 entities of each memory, and the latest memories up to half
 * a million pairs. A row adds one pair for each preceding row of its memory.
 */
export const pairable = (mentions: SQL): SQL => sql`
  select memory_id, entity_id, mentioned_at from (
    select p.*, sum(p.place - 1) over (order by p.mentioned_at desc nulls last, p.memory_id desc, p.place) as pairs from (
      select n.*, row_number() over (partition by n.memory_id order by n.entity_id) as place from (${mentions}) n) p
    where p.place <= ${sql.raw(String(MOST_OF_MEMORY))}) q
  where pairs <= ${sql.raw(String(MOST_PAIRS))}`;
