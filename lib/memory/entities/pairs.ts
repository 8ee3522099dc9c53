import { type SQL, sql } from '#lib/base/db/db';

/** Entities of one memory that pairs are made of. Callers may give hundreds, whose pairs are tens of thousands. */
const MOST_OF_MEMORY = 50;
/** Pairs that one request counts. */
const MOST_PAIRS = 500_000;

/**
 * The mentions that pairs of entities are made of, from a relation with `memory_id`, `entity_id` and `mentioned_at`: of each memory the
 * first 50 entities, and of all memories the latest, up to half a million pairs. A row adds as many pairs as its memory has rows before it.
 */
export const pairable = (mentions: SQL): SQL => sql`
  select memory_id, entity_id, mentioned_at from (
    select p.*, sum(p.place - 1) over (order by p.mentioned_at desc nulls last, p.memory_id desc, p.place) as pairs from (
      select n.*, row_number() over (partition by n.memory_id order by n.entity_id) as place from (${mentions}) n) p
    where p.place <= ${sql.raw(String(MOST_OF_MEMORY))}) q
  where pairs <= ${sql.raw(String(MOST_PAIRS))}`;
