import type { NamedStatement } from '#lib/db/db';
import { FEATURE_SCALE, type Filtering, type Filters, filtersOf, marksOf, nameOf, Parameters } from '#lib/recall/sql-parts';

/** Entities per hop, units per entity, units that are activated in the end. */
const ENTITIES = 8;
const UNITS_PER_ENTITY = 8;
const ACTIVATED = 30;
const HOP_DECAY = 0.5;

/**
 * Spreading activation: from the seeds by what they name to units that name it too, and by causes; twice. What is named by few says more than what
 * is named by many, and no more for being named by several of the best. Those get no heat themselves: they were found without it. The common table
 * expressions from `seed` (id, s) up to `activated` (id, heat).
 */
export const activationOf = ({ bank, passes }: Filters): string => {
  const topics = (from: string, { heat, decay = 1, unless = '' }: { heat: string; decay?: number; unless?: string }): string => `
  select x.entity_id, ${decay === 1 ? '' : `${decay}::float8 * `}x.heat / ln(2 + e.mention_count) as heat from (
    select me.entity_id, max(u.${heat}) as heat from ${from} u join memory_entities me on me.${bank} and me.memory_id = u.id
    ${unless}group by me.entity_id) x
  join entities e on e.${bank} and e.id = x.entity_id order by 2 desc, 1 limit ${ENTITIES}`;
  const unless = 'where not exists (select from topic k where k.entity_id = me.entity_id) ';
  const unitsOf = `select m.id from memory_entities me join memories m on m.${bank} and m.id = me.memory_id and ${passes('m')}
      where me.${bank} and me.entity_id = t.entity_id order by me.memory_id desc limit ${UNITS_PER_ENTITY}`;
  return `
topic as materialized (${topics('seed', { heat: 's' })}),
hop1 as materialized (
  select id, sum(heat) as heat from (
    select u.id, t.heat from topic t, lateral (
      ${unitsOf}) u
    union all
    select m.id, s.s * l.weight * ${HOP_DECAY}::float8 from seed s, lateral (
      select to_id as id, weight from memory_links where ${bank} and from_id = s.id
      union all select from_id, weight from memory_links where ${bank} and to_id = s.id limit ${UNITS_PER_ENTITY}) l
      join memories m on m.${bank} and m.id = l.id and ${passes('m')}) h where id not in (select id from seed) group by id),
front as materialized (select id, heat from hop1 order by heat desc, id limit ${ENTITIES}),
topic2 as materialized (${topics('front', { heat: 'heat', decay: HOP_DECAY, unless })}),
hop2 as materialized (
  select u.id, sum(t.heat) as heat from topic2 t, lateral (
      ${unitsOf}) u where u.id not in (select id from seed) group by u.id),
activated as materialized (
  select id, sum(heat) as heat from (select id, heat from hop1 union all select id, heat from hop2) h group by id order by 2 desc, 1 limit ${ACTIVATED})`;
};

export interface LookUp extends Filtering {
  readonly seeds: readonly { readonly id: string; readonly heat: number }[];
  /** ids of what may hold the quote, in any case */
  readonly quotable: readonly string[];
  readonly quote: string | null;
}

/** Of a bank that is kept in the process what is not: what the seeds activate, and what holds the question word for word. */
export function lookUpStatement(look: LookUp): NamedStatement {
  const parameters = new Parameters();
  const filters = filtersOf(look, parameters);
  const { bank } = filters;
  const seeds = parameters.add(
    'seeds',
    'uuid[]',
    look.seeds.map(({ id }) => id),
  );
  const heats = parameters.add(
    'heats',
    'float8[]',
    look.seeds.map(({ heat }) => heat),
  );
  const quotable = parameters.add('quotable', 'uuid[]', look.quotable);
  const quote = parameters.add('quote', 'text', look.quote);
  return {
    name: nameOf(['recall_look_up', ...marksOf(look)], look),
    text: `with p as materialized (select ${parameters.columns.join(', ')}),
seed as materialized (select id, s from unnest(${seeds}::uuid[], ${heats}::float8[]) as t(id, s)),${activationOf(filters)}
select array_agg(id)::text as ids, array_agg((heat * ${FEATURE_SCALE})::int)::text as heats,
  (select array_agg(id)::text from memories where ${bank} and id = any(${quotable}::uuid[]) and strpos(lower(text), lower(${quote})) > 0) as quoted
from activated`,
    values: parameters.values,
  };
}
