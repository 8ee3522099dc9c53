import { type Queryable, type Row, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/** Reads which mental models are stale. */

/**
 * Whether a row `c` with type and tags is in the scope of mental model `w`.
 * `lib/memory/reflect/scope-filter.ts` does the same for one item in memory.
 */
const IN_SCOPE = `(w.scope_types is null or c.fact_type = any(w.scope_types)) and case
      when w.scope_groups is not null then (select coalesce(bool_and(tag_group_matches(c.tags, g.value)), true) from jsonb_array_elements(w.scope_groups) g)
      when w.scope_tags = '{}' then w.scope_mode <> 'exact' or c.tags = '{}'
      else tags_match(c.tags, w.scope_tags, w.scope_mode) end`;

/**
 * The same for any of the scopes that its content was written for: sources from there remain valid
 * until the content is rewritten.
 */
const IN_BUILT = `exists (select from jsonb_array_elements(w.built_scopes) b(scope)
      where (jsonb_typeof(b.scope->'factTypes') <> 'array' or b.scope->'factTypes' ? c.fact_type) and case
        when jsonb_typeof(b.scope->'tagGroups') = 'array'
          then (select coalesce(bool_and(tag_group_matches(c.tags, g.value)), true) from jsonb_array_elements(b.scope->'tagGroups') g)
        when b.scope->'tags' = '[]' then b.scope->>'tagsMatch' <> 'exact' or c.tags = '{}'
        else tags_match(c.tags, array(select jsonb_array_elements_text(b.scope->'tags')), b.scope->>'tagsMatch') end)`;

/** Whether a source of a block of `w` is in none of these scopes any more. */
const IS_OUTSIDE = `(not s.is_model and w.built_scopes <> '[]' and exists (
      select from memories c where c.bank_uid = s.bank_uid and c.id = (case when s.is_model then null else s.source_id end)::uuid
        and not (${IN_SCOPE}) and not (${IN_BUILT})))`;

/** Whether the source `s` of a block was deleted or invalidated. */
export const IS_DEAD = `case when s.is_model
      then not exists (select from mental_models o where o.bank_uid = s.bank_uid and o.id = s.source_id)
      else not exists (select from memories v where v.bank_uid = s.bank_uid
        and v.id = (case when s.is_model then null else s.source_id end)::uuid and v.state = 'valid')
    end`;

/**
 * Number of memories of a bank that the staleness of its mental models reads as a rule: the latest
 * ones.
 */
const RECENT = 2_000;

/**
 * The tags of which every memory in the scope of `w` has one, if few memories do: all tags of the
 * scope, or the rarest if each is required. Null: there are many, or the scope requires no tag.
 */
const RARE_TAGS = `(select case when sum(x.units) <= ${RECENT} then array_agg(x.tag) end from (
      select s.tag, coalesce(t.units, 0) as units from unnest(w.scope_tags) s(tag) left join tag_tallies t on t.bank_uid = $1 and t.tag = s.tag
      order by units limit case when w.scope_mode <> 'any_strict' then 1 end) x
    where w.scope_groups is null and w.scope_mode not in ('any', 'all'))`;

/**
 * The changes since the oldest revision that the mental models have read, one row per type and set
 * of tags. So a thousand mental models are compared with a few rows, not with all memories. `w` is
 * the CTE of the mental models.
 *
 * A mental model that has read little, or nothing, would have the whole bank read, although the
 * latest change in its scope is usually a recent one. Older memories are only read for a mental
 * model without a recent one (`undecided`): by its tags if they are rare, else all since then.
 */
export const CHANGES = `
  recent as materialized (
    select c.fact_type, c.tags, c.revision from memories c
    where c.bank_uid = $1 and c.state = 'valid' and c.revision > (select coalesce(min(seen_revision), 0) from w) and exists (select from w)
    order by c.revision desc limit ${RECENT}
  ), came as materialized (
    select c.fact_type, c.tags, max(c.revision) as revision from recent c group by c.fact_type, c.tags
  ), undecided as materialized (
    select w.*, ${RARE_TAGS} as rare_tags, r.revision as before from w, (select min(revision) as revision from recent having count(*) = ${RECENT}) r
    where w.seen_revision < r.revision and not exists (select from came c where c.revision > w.seen_revision and ${IN_SCOPE})
      and exists (select from memory_tallies t where t.bank_uid = $1 and t.state = 'valid' and t.units > 0
        and (w.scope_types is null or t.fact_type = any(w.scope_types)))
  ), earlier as materialized (
    select c.fact_type, c.tags, max(c.revision) as revision from memories c
    where c.bank_uid = $1 and c.state = 'valid' and c.revision > (select min(seen_revision) from undecided where rare_tags is null)
      and c.revision <= (select min(before) from undecided) and exists (select from undecided where rare_tags is null) group by c.fact_type, c.tags
  ), late as materialized (
    select w.id, (select max(c.revision) from earlier c where c.revision > w.seen_revision and ${IN_SCOPE}) as revision from undecided w where w.rare_tags is null
    union all
    select w.id, (
      select max(c.revision) from (select fact_type, tags, revision from memories where bank_uid = $1 and state = 'valid' and tags && w.rare_tags offset 0) c
      where c.revision > w.seen_revision and ${IN_SCOPE}) from undecided w where w.rare_tags is not null
  ), went as materialized (
    select c.fact_type, c.tags, max(c.revision) as revision from memory_tombstones c
    where c.bank_uid = $1 and c.revision > (select coalesce(min(seen_revision), 0) from w) and exists (select from w) group by c.fact_type, c.tags
  ), dead as materialized (
    select distinct s.model_id from model_block_sources s join w on w.id = s.model_id where s.bank_uid = $1 and (${IS_DEAD} or ${IS_OUTSIDE})
  )`;
export const STALENESS = `
  exists (select from came c where c.revision > w.seen_revision and ${IN_SCOPE})
    or exists (select from late l where l.id = w.id and l.revision is not null) as has_news,
  exists (select from went c where c.revision > w.seen_revision and ${IN_SCOPE}) as has_losses,
  exists (select from dead d where d.model_id = w.id) as has_dead_sources`;

/** The revision of the last change that makes a mental model stale. */
const lastOf = (table: 'came' | 'went'): string =>
  `(select max(c.revision) from ${table} c where c.revision > w.seen_revision and ${IN_SCOPE})`;
export const STALE_REVISION = `greatest(${lastOf('came')}, (select l.revision from late l where l.id = w.id), ${lastOf('went')}) as stale_revision`;

export const SCOPE_COLUMNS = 'm.id, m.seen_revision, m.scope_tags, m.scope_mode, m.scope_groups, m.scope_types, m.built_scopes';

export interface Staleness extends Row {
  has_news: boolean;
  has_losses: boolean;
  has_dead_sources: boolean;
}

/**
 * The stale ones among these mental models, or among all with the consolidation trigger. One
 * statement for any number.
 */
export async function readStale(db: Queryable, scope: BankScope, which: readonly string[] | 'after_consolidation'): Promise<Set<string>> {
  const isAfter = which === 'after_consolidation';
  const rows = await db.query<Staleness & { id: string; is_outdated: boolean }>({
    name: isAfter ? 'models_stale_after_consolidation' : 'models_stale',
    text: `with w as materialized (
        select ${SCOPE_COLUMNS}, m.built_query is not null and m.built_query <> m.source_query as is_outdated from mental_models m
        where m.bank_uid = $1 and ${isAfter ? 'm.after_consolidation' : 'm.id = any($2::text[])'}
      ), ${CHANGES}
      select w.id, w.is_outdated, ${STALENESS} from w`,
    values: isAfter ? [scope.bankUid] : [scope.bankUid, which],
  });
  return new Set(rows.filter((row) => row.is_outdated || row.has_news || row.has_losses || row.has_dead_sources).map(({ id }) => id));
}

/** Whether a source of one of its blocks was deleted, invalidated, or left its scope. */
export async function hasDeadSources(db: Queryable, scope: BankScope, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from model_block_sources s join mental_models w on w.bank_uid = s.bank_uid and w.id = s.model_id
    where s.bank_uid = ${scope.bankUid} and s.model_id = ${id} and (${sql.raw(IS_DEAD)} or ${sql.raw(IS_OUTSIDE)}) limit 1`);
  return rows.length > 0;
}
