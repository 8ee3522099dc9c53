import { STRETCHES } from '#lib/memory/recall/rank-time';
import { EFFECTIVE, FEATURES, featuresOf, type StatementContext, termsOf } from '#lib/memory/recall/retrieval/database/parts';

/**
 * Candidates of a question about a time alone: memories from every part of the window. Vectors are
 * not compared and words not searched. The words of names are only looked up in the memories found.
 */

/** Memories per stretch of the window. */
const OF_STRETCH = 40;
/** Memories that began before the window and overlap it. */
const LASTING = 60;
/** Memories mentioned in the window that are about another time. */
const MENTIONED = 200;

/**
 * The common table expressions up to `unit`, `spread` and the instructions, from which the answer
 * is built.
 */
export function timeAloneParts(common: StatementContext): string[] {
  const { place, bank, passes } = common;
  const within = `${passes()} and ${EFFECTIVE} >= ${place.from} and ${EFFECTIVE} < ${place.to}`;
  const end = `first_at + (last_at - first_at) * (n + 1) / ${STRETCHES}`;
  return [
    `
edge as materialized (
  select (select ${EFFECTIVE} from memories where ${within} order by ${EFFECTIVE} limit 1) as first_at,
    (select ${EFFECTIVE} from memories where ${within} order by ${EFFECTIVE} desc limit 1) as last_at)`,
    `
stretch as materialized (
  select first_at + (last_at - first_at) * n / ${STRETCHES} as begins, case when n = ${STRETCHES - 1} then last_at + interval '1 microsecond' else ${end} end as ends
  from edge, generate_series(0, ${STRETCHES - 1}) n where first_at is not null)`,
    `
inside as materialized (
  select i.id from stretch s, lateral (
    select id from memories where ${passes()} and ${EFFECTIVE} >= s.begins and ${EFFECTIVE} < s.ends order by ${EFFECTIVE}, id limit ${OF_STRETCH}) i
  union
  (select id from memories where ${passes()} and occurred_end > occurred_start and occurred_end >= ${place.from} and occurred_start < ${place.from}
   order by occurred_end, id limit ${LASTING})
  union
  (select id from memories where ${passes()} and mentioned_at >= ${place.from} and mentioned_at < ${place.to}
     and (occurred_start >= ${place.to} or coalesce(occurred_end, occurred_start) < ${place.from})
   order by mentioned_at desc, id limit ${MENTIONED}))`,
    termsOf(common),
    `
named as materialized (
  select m.id, bit_or(1 << t.ord) as mask from term t
  join memories m on m.${bank} and m.id = any(array(select id from inside)) and m.search @@ t.query group by m.id)`,
    `
spread as materialized (select ord, 0 as df from term where false),
instruction as materialized (select id from inside where false),
unit as materialized (
  select id, 0::float8 as kw, mask, 0::float8 as cos, null::float8 as heat, ${FEATURES}, flags
  from named full join (${featuresOf(common, 'inside')}) m using (id))`,
  ];
}
