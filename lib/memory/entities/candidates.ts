import { PERSON } from '#lib/memory/entities/resolve';

/**
 * Positions of the parts of a `Lookup` among the parameters of a statement; the bank is always the
 * first.
 */
export interface LookupParams {
  readonly names: string;
  readonly related: string;
  readonly surnames: string;
  readonly prefixKeys: string;
  readonly prefixes: string;
}

/**
 * The CTEs `named` and `wanted`: stored entities that the names of a lookup may mean. Shared by a
 * retain and a manual edit.
 */
export const candidatesSql = ({ names, related, surnames, prefixKeys, prefixes }: LookupParams): string => `named as (
  select distinct a.entity_id from entity_aliases a where a.bank_uid = $1 and a.key = any(${names}::text[])
), unmet as (
  select w.word from unnest(${surnames}::text[]) as w(word) where not exists (select 1 from entity_aliases k where k.bank_uid = $1 and k.key = w.word)
), bearers as (
  select a.entity_id, row_number() over (partition by split_part(a.key, ' ', -1)) as n
  from entity_aliases a join entities e on e.bank_uid = $1 and e.id = a.entity_id and e.kind = '${PERSON}'
  where a.bank_uid = $1 and exists (select 1 from unmet) and split_part(a.key, ' ', -1) in (select word from unmet)
), wanted as (
  select entity_id from named
  union
  select entity_id from bearers where n <= 8
  union
  select a.entity_id from entity_aliases a where a.bank_uid = $1 and a.key = any(${related}::text[])
  union
  select a.entity_id from unnest(${prefixKeys}::text[], ${prefixes}::text[]) as w(key, prefix)
  cross join lateral (
    select b.entity_id from entity_aliases b
    where b.bank_uid = $1 and b.key >= w.prefix and b.key < w.prefix || chr(1114111) order by b.key limit 8
  ) a
  where not exists (select 1 from entity_aliases k where k.bank_uid = $1 and k.key = w.key)
)`;

/**
 * Whether one of the latest 200 memories that mention the entity `e` also mentions an entity with
 * exactly one of these names.
 */
export const SHARES_COMPANY = `e.id not in (select entity_id from named) and exists (
       select 1 from (select m.memory_id from memory_entities m where m.bank_uid = $1 and m.entity_id = e.id order by m.memory_id desc limit 200) near
       join memory_entities o on o.bank_uid = $1 and o.memory_id = near.memory_id and o.entity_id in (select entity_id from named))`;
