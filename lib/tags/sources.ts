import { type SQL, sql } from '#lib/db/db';
import type { TagMode } from '#lib/literals';
import type { BankScope } from '#lib/scope';
import { tagCondition } from '#lib/tags/filter';

/** A filter by one set of tags, as listings take it. */
export interface TagScope {
  readonly tags: readonly string[];
  readonly mode: TagMode;
}

export const NO_TAG_SCOPE: TagScope = { tags: [], mode: 'any' };

/** No tags filter nothing, except that `exact` then means the untagged. */
export const isFiltering = ({ tags, mode }: TagScope): boolean => tags.length > 0 || mode === 'exact';

/**
 * The sources of observations as a relation with `bank_uid`, `observation_id` and `memory_id`. Under
 * a filter only the sources that pass it: an observation shows no more of its evidence than the
 * caller could list.
 */
export const visibleSources = ({ bankUid }: BankScope, filter: TagScope): SQL =>
  isFiltering(filter)
    ? sql`(select o.bank_uid, o.observation_id, o.memory_id from observation_sources o
        join memories f on f.bank_uid = o.bank_uid and f.id = o.memory_id and ${tagCondition(sql`f.tags`, filter.tags, filter.mode)}
        where o.bank_uid = ${bankUid})`
    : sql.raw('observation_sources');

/** How many sources prove unit `m`: under a filter, those of an observation that pass it. */
export const visibleProof = (scope: BankScope, filter: TagScope): SQL =>
  isFiltering(filter)
    ? sql`(case when m.fact_type <> 'observation' then m.proof_count else (
        select count(*) from ${visibleSources(scope, filter)} s join memories l on l.bank_uid = s.bank_uid and l.id = s.memory_id and l.state = 'valid'
        where s.observation_id = m.id) end)::int`
    : sql.raw('m.proof_count');

/** How many live memories name entity `e`: under a filter, those that pass it. */
export const visibleMentions = ({ bankUid }: BankScope, { tags, mode }: TagScope): SQL =>
  isFiltering({ tags, mode })
    ? sql`(select count(*) from memory_entities y
        join memories f on f.bank_uid = y.bank_uid and f.id = y.memory_id and f.state = 'valid' and ${tagCondition(sql`f.tags`, tags, mode)}
        where y.bank_uid = ${bankUid} and y.entity_id = e.id)::int`
    : sql.raw('e.mention_count');
