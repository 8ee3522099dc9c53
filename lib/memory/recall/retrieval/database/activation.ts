import { FEW_MATCH, type Filters } from '#lib/memory/recall/retrieval/database/parts';
import { ACTIVATED, ENTITIES, HEAT_DIGITS, HOP_DECAY, UNITS_PER_ENTITY } from '#lib/memory/recall/retrieval/parameters';

/** The order of summation must not affect the result. */
const HEAT_SUM = `round(sum(heat)::numeric, ${HEAT_DIGITS})::float8`;

/** Up to this number of mentions, those that match a tag filter are counted one by one. */
const COUNTED_SINGLY = 1000;

/**
 * Mentions per entity by the memories that match the tag filter, or by those that do not, if those
 * are fewer. Only frequent entities read it, so a search without one never runs it.
 */
const tallyOf = ({ bank }: Filters, matchesTags: (alias: string) => string): string => `
tally as materialized (
  select entity_id, count(*) as mentions from memory_entities where ${bank} and memory_id = any(
    case when ${FEW_MATCH} then (select ids from tagged)
    else array(select m.id from memories m where m.${bank} and m.state = 'valid' and not (${matchesTags('m')})) end) group by entity_id),`;

/** The number of mentions of `e` by memories that match the tag filter. */
const countedMentions = ({ bank, matchesAs }: Filters): string => {
  const tallied = 'coalesce((select mentions from tally where entity_id = e.id), 0)';
  return `case when e.mention_count <= ${COUNTED_SINGLY} then (
      select count(*) from memory_entities v join memories m on ${matchesAs('m')} and m.id = v.memory_id where v.${bank} and v.entity_id = e.id)
    when ${FEW_MATCH} then ${tallied} else e.mention_count - ${tallied} end`;
};

/**
 * Spreading activation: from the seeds to memories that mention the same entities, and along causal
 * links, in two hops. An entity that few memories mention spreads more heat than a common one.
 * Under a tag filter, only mentions by memories that match it count. Mentions by several seeds do
 * not add up. Seeds get no heat themselves, because they were found without it. Returns the common
 * table expressions from `seed` (id, s) to `activated` (id, heat).
 */
export const activationOf = (filters: Filters): string => {
  const { bank, passes, matchesTags } = filters;
  const mentions = matchesTags ? countedMentions(filters) : 'e.mention_count';
  const topics = (from: string, { heat, decay = 1, unless = '' }: { heat: string; decay?: number; unless?: string }): string => `
  select x.entity_id, ${decay === 1 ? '' : `${decay}::float8 * `}x.heat / ln(2 + ${mentions}) as heat from (
    select me.entity_id, max(u.${heat}) as heat from (
      select memory_id, entity_id from memory_entities where ${bank} and memory_id = any(array(select id from ${from})) offset 0) me
    join ${from} u on u.id = me.memory_id
    ${unless}group by me.entity_id) x
  join entities e on e.${bank} and e.id = x.entity_id order by 2 desc, 1 limit ${ENTITIES}`;
  const unless = 'where not exists (select from topic k where k.entity_id = me.entity_id) ';
  const unitsOf = `select m.id from memory_entities me, lateral (select id from memories where ${passes()} and id = me.memory_id offset 0) m
      where me.${bank} and me.entity_id = t.entity_id order by me.memory_id desc limit ${UNITS_PER_ENTITY}`;
  return `${matchesTags ? tallyOf(filters, matchesTags) : ''}
topic as materialized (${topics('seed', { heat: 's' })}),
hop1 as materialized (
  select id, ${HEAT_SUM} as heat from (
    select u.id, t.heat from topic t, lateral (
      ${unitsOf}) u
    union all
    select l.id, s.s * l.weight * ${HOP_DECAY}::float8 from seed s, lateral (
      select m.id, l.weight from (
        select to_id as id, weight from memory_links where ${bank} and from_id = s.id
        union all select from_id, weight from memory_links where ${bank} and to_id = s.id) l
      join memories m on m.${bank} and m.id = l.id and ${passes('m')} order by l.weight desc, m.id limit ${UNITS_PER_ENTITY}) l) h where id not in (select id from seed) group by id),
front as materialized (select id, heat from hop1 order by heat desc, id limit ${ENTITIES}),
topic2 as materialized (${topics('front', { heat: 'heat', decay: HOP_DECAY, unless })}),
hop2 as materialized (
  select u.id, sum(t.heat) as heat from topic2 t, lateral (
      ${unitsOf}) u where u.id not in (select id from seed) group by u.id),
activated as materialized (
  select id, ${HEAT_SUM} as heat from (select id, heat from hop1 union all select id, heat from hop2) h group by id order by 2 desc, 1 limit ${ACTIVATED})`;
};
