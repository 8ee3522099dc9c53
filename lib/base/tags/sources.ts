import { type SQL, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';

/**
 * Relations and columns with data of memories, limited to a tag filter. Without a filter, each is
 * the plain table or column.
 */

/**
 * The sources of observations as a relation with `bank_uid`, `observation_id` and `memory_id`.
 * Under a filter, only the matching sources: an observation shows no evidence that the caller could
 * not list.
 */
export const visibleSources = ({ bankUid }: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql.raw('observation_sources')
    : sql`(select o.bank_uid, o.observation_id, o.memory_id from observation_sources o
        join memories f on f.bank_uid = o.bank_uid and f.id = o.memory_id and ${treeCondition(tags, sql`f.tags`)}
        where o.bank_uid = ${bankUid})`;

/**
 * The number of sources that prove unit `m`: under a filter, the matching sources of an
 * observation.
 */
export const visibleProof = (scope: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql.raw('m.proof_count')
    : sql`(case when m.fact_type <> 'observation' then m.proof_count else (
        select count(*) from ${visibleSources(scope, tags)} s join memories l on l.bank_uid = s.bank_uid and l.id = s.memory_id and l.state = 'valid'
        where s.observation_id = m.id) end)::int`;

/** The number of live memories that name entity `e`: under a filter, the matching ones. */
export const visibleMentions = ({ bankUid }: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql.raw('e.mention_count')
    : sql`(select count(*) from memory_entities y
        join memories f on f.bank_uid = y.bank_uid and f.id = y.memory_id and f.state = 'valid' and ${treeCondition(tags, sql`f.tags`)}
        where y.bank_uid = ${bankUid} and y.entity_id = e.id)::int`;

/**
 * Rows are looked up one by one if they are more than this many times as many as those they are
 * looked up for: a lookup takes about as long as reading four.
 */
const ROWS_PER_LOOKUP = sql.raw('4');

/** Valid memories that match a filter. */
const isMatch = (tags: TagFilter): SQL => sql`f.state = 'valid' and ${treeCondition(tags, sql`f.tags`)}`;
const fieldsOf = (columns: readonly string[]): SQL => sql.raw(columns.map((column) => `, f.${column}`).join(''));

/**
 * `matchingMentions` of an earlier state, which have `spellings`, too. They are always joined: each
 * lookup would read the mentions of all memories that were changed since. `ids` null: of all
 * entities.
 */
export const earlierMentions = ({ bankUid }: BankScope, tags: TagFilter, ids: SQL | null, columns: readonly string[] = []): SQL => {
  const fields = fieldsOf(columns);
  return sql`(
    with matching as materialized (
      select f.id${fields} from memories f where f.bank_uid = ${bankUid} and ${isMatch(tags)}
    )
    select y.entity_id, y.spellings${fields} from memory_entities y join matching f on f.id = y.memory_id
    where y.bank_uid = ${bankUid}${ids === null ? sql`` : sql` and y.entity_id = any(array(${ids}))`})`;
};

/**
 * The mentions of the entities that `ids` selects, in valid memories that match the filter, as a
 * relation with `entity_id` and the `columns` of the memory. The planner knows neither how
 * often these entities are mentioned, nor whether that is more than what the filter matches. So the
 * stored numbers of mentions decide: memories of few mentions are looked up, or mentions of few
 * matches, or all are joined.
 */
export const matchingMentions = (scope: BankScope, tags: TagFilter, ids: SQL, columns: readonly string[] = []): SQL => {
  if (scope.isEarlier) return earlierMentions(scope, tags, ids, columns);
  const { bankUid } = scope;
  const [fields, matches] = [fieldsOf(columns), isMatch(tags)];
  return sql`(
    with mentioned as materialized (
      select e.id, e.mention_count from entities e where e.bank_uid = ${bankUid} and e.id in (${ids})
    ), matching as materialized (
      select f.id${fields} from memories f where f.bank_uid = ${bankUid} and ${matches}
    ), counted as (
      select (select coalesce(sum(mention_count), 0) from mentioned) as mentions, (select count(*) from matching) as matches
    ), choice as materialized (
      select matches > ${ROWS_PER_LOOKUP} * mentions as by_mention, mentions > ${ROWS_PER_LOOKUP} * matches as by_match from counted
    )
    select y.entity_id${fields} from mentioned e join memory_entities y on y.bank_uid = ${bankUid} and y.entity_id = e.id
    join memories f on f.bank_uid = ${bankUid} and f.id = y.memory_id and ${matches} where (select by_mention from choice)
    union all
    select y.entity_id${fields} from matching f
    cross join lateral (select x.entity_id from memory_entities x where x.bank_uid = ${bankUid} and x.memory_id = f.id offset 0) y
    where (select by_match from choice) and y.entity_id in (select id from mentioned)
    union all
    select y.entity_id${fields} from mentioned e join memory_entities y on y.bank_uid = ${bankUid} and y.entity_id = e.id
    join matching f on f.id = y.memory_id where (select not by_mention and not by_match from choice))`;
};

/**
 * The number of valid memories that match a filter of one tag, from the stored number of the tag;
 * null: of another filter, whose matches must be counted.
 */
export const countOfTag = ({ bankUid }: BankScope, filter: TagFilter): SQL | null => {
  const [tag, ...others] = filter.kind === 'leaf' && filter.mode !== 'exact' ? filter.tags : [];
  if (filter.kind !== 'leaf' || tag === undefined || others.length > 0) return null;
  const isLenient = filter.mode === 'any' || filter.mode === 'all';
  const untagged = sql` + (select count(*) from memories u where u.bank_uid = ${bankUid} and u.state = 'valid' and u.tags = '{}')`;
  return sql`coalesce((select t.units from tag_tallies t where t.bank_uid = ${bankUid} and t.tag = ${tag}), 0)${isLenient ? untagged : sql``}`;
};

/** Joins mentions `y` of entity `e` with the live memories that match the filter. */
const SEEN = `join memories f on f.bank_uid = BANK and f.id = y.memory_id and f.state = 'valid' and PASSES
      where y.bank_uid = BANK and y.entity_id = e.id`;

/**
 * Looks the memory of each mention up, until one matches: a join would compare all of an earlier
 * state.
 */
const ONE_BY_ONE = `cross join lateral (select from memories f where f.bank_uid = BANK and f.id = y.memory_id and f.state = 'valid' and PASSES offset 0) f
      where y.bank_uid = BANK and y.entity_id = e.id`;

/** Whether a user gave entity `e` its name. */
const GIVEN = `exists (select from entity_changes c where c.bank_uid = BANK and c.entity_id = e.id and c.kind = 'rename' and c.undone_at is null
      and c.after->>'canonical_name' = e.canonical_name and c.before->>'canonical_name' <> e.canonical_name)`;

/**
 * The name of entity `e` under a filter: a name that a user gave it, or its usual name if a
 * matching memory uses it. Otherwise, the spelling that most of these memories use. A spelling that
 * only hidden memories use is never shown. The usual name is also the last resort, for memories
 * without stored spellings.
 */
const NAME = `coalesce(
    (select e.canonical_name where ${GIVEN}),
    (select e.canonical_name from entity_aliases a where a.bank_uid = BANK and a.entity_id = e.id and a.name = e.canonical_name
      and (SHOWN or exists (select from memory_entities y ${ONE_BY_ONE} and a.key::text = any(y.spellings))) limit 1),
    (select a.name from (
      select s.key, count(*) as uses from memory_entities y cross join unnest(y.spellings) as s(key) ${SEEN} group by s.key) u
      join entity_aliases a on a.bank_uid = BANK and a.key = u.key and a.entity_id = e.id order by u.uses desc, length(a.name) desc, a.key limit 1),
    e.canonical_name)`;

/**
 * The names that matching mentions use, for many entities at once, as a relation with `entity_id`
 * and `name`. `mentions`: the name of a relation with `entity_id` and `spellings`.
 */
export const usedNames = ({ bankUid }: BankScope, mentions: string): SQL => sql`(
    select distinct on (a.entity_id) a.entity_id, a.name from (
      select y.entity_id, s.key, count(*) as uses from ${sql.raw(mentions)} y cross join unnest(y.spellings) as s(key) group by y.entity_id, s.key) u
    join entity_aliases a on a.bank_uid = ${bankUid} and a.key = u.key and a.entity_id = u.entity_id
    join entities e on e.bank_uid = ${bankUid} and e.id = u.entity_id
    order by a.entity_id, a.name = e.canonical_name desc, u.uses desc, length(a.name) desc, a.key)`;

/**
 * The name of entity `e` under a filter, as `visibleName`, from its row `used` of `usedNames`. The
 * row may be null.
 */
export const usedName = (scope: BankScope, used: string): SQL =>
  sql`case when ${isGivenName(scope)} then e.canonical_name else coalesce(${sql.raw(used)}.name, e.canonical_name) end`;

const PLACES = /(BANK|PASSES|SHOWN)/;

export const isGivenName = ({ bankUid }: BankScope): SQL =>
  sql.join(GIVEN.split(PLACES).map((part) => (part === 'BANK' ? sql`${bankUid}` : sql.raw(part))));

/**
 * Whether a mention in the relation `shown` of live matching memories, with `entity_id` and
 * `spellings`, uses spelling `a` of entity `e`.
 */
const isShown = (shown: string): string => `exists (select from ${shown} y where y.entity_id = e.id and a.key::text = any(y.spellings))`;

/** `shown`: mentions of `isShown`, which are checked first because an entity may have very many. */
export const visibleName = ({ bankUid }: BankScope, tags: TagFilter | null, shown?: string): SQL => {
  if (tags === null) return sql.raw('e.canonical_name');
  const values: Readonly<Record<string, SQL>> = {
    BANK: sql`${bankUid}`,
    PASSES: treeCondition(tags, sql`f.tags`),
    SHOWN: sql.raw(shown === undefined ? 'false' : isShown(shown)),
  };
  return sql.join(NAME.split(PLACES).map((part) => values[part] ?? sql.raw(part)));
};

/**
 * The same for a statement that is written as text, where `$1` is the bank. `passes`: the filter as
 * a condition on a column.
 */
export function visibleNameText(tags: TagFilter | null, passes: (column: string) => string, shown: string): string {
  if (tags === null) return 'e.canonical_name';
  const values: Readonly<Record<string, string>> = { BANK: '$1', PASSES: passes('f.tags'), SHOWN: isShown(shown) };
  return NAME.split(PLACES)
    .map((part) => values[part] ?? part)
    .join('');
}
