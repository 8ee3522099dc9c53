import { array, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/** From when to when valid memories mention an entity; null for a time that none of them has. */
export interface MentionTimes extends Row {
  occurred_start: Date | null;
  occurred_end: Date | null;
  mentioned_at: Date | null;
  mentioned_last: Date | null;
  created_at: Date | null;
  created_last: Date | null;
}

interface TimeOfMemory {
  readonly name: string;
  /** an expression on memory `m` */
  readonly value: string;
  readonly which: 'min' | 'max';
  /** the direction of an index in which this value comes first */
  readonly order: string;
}

const TIMES: readonly TimeOfMemory[] = [
  { name: 'occurred_start', value: 'm.occurred_start', which: 'min', order: 'asc' },
  { name: 'occurred_end', value: 'coalesce(m.occurred_end, m.occurred_start)', which: 'max', order: 'desc' },
  { name: 'mentioned_at', value: 'm.mentioned_at', which: 'min', order: 'asc nulls first' },
  { name: 'mentioned_last', value: 'm.mentioned_at', which: 'max', order: 'desc nulls last' },
  { name: 'created_at', value: 'm.created_at', which: 'min', order: 'asc' },
  { name: 'created_last', value: 'm.created_at', which: 'max', order: 'desc' },
];
const joined = (text: (time: TimeOfMemory) => string, separator = ', '): SQL => sql.raw(TIMES.map(text).join(separator));

/** The times of a group of memories `m`. */
export const MENTION_TIMES: SQL = joined(({ name, value, which }) => `${which}(${value}) as ${name}`);

/** Memories that are read from each end of each time. */
const SEARCHED = 2_000;
/** The search takes as long as reading about this number of mentions. */
const WORTHWHILE = 20_000;

/**
 * The times of entities that are mentioned at all ends of the bank's history. The others are
 * missing from the result, and their mentions must be read. The most mentioned entities of a large
 * bank have millions of mentions, and nearly all of these entities are mentioned soon after each
 * end. Observations are skipped: they mention nothing themselves, and many may be stored at once.
 * An earlier state is not searched, because it has no order by time. `searched`: the number of
 * memories from each end. `worthwhile`: the number of mentions up to which nothing is searched.
 */
export async function searchMentionTimes(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  { searched = SEARCHED, worthwhile = WORTHWHILE }: { readonly searched?: number; readonly worthwhile?: number } = {},
): Promise<ReadonlyMap<string, MentionTimes>> {
  const { bankUid, bank, isEarlier } = scope;
  if (isEarlier || ids.length * (bank?.unitCount ?? 0) <= worthwhile) return new Map();
  const ends = TIMES.map(
    ({ name, value, order }) => sql`(
      select ${sql.raw(`'${name}' as name, m.id, ${value} as at`)} from memories m
      where m.bank_uid = ${bankUid} and m.state = 'valid' and m.fact_type <> 'observation' and ${sql.raw(`${value} is not null
      order by ${value} ${order}`)} limit ${searched}::bigint)`,
  );
  const rows = await db.query<MentionTimes & { id: string }>(sql`
    with asked as materialized (
      select e.id, e.mention_count from entities e where e.bank_uid = ${bankUid} and e.id = any(${array(ids, 'uuid[]')})
    ), outermost as materialized (
      select o.* from (${sql.join(ends, sql` union all `)}) o where (select sum(mention_count) from asked) > ${worthwhile}::bigint
    ), found as (
      select x.entity_id, ${joined(({ name, which }) => `${which}(o.at) filter (where o.name = '${name}') as ${name}`)}
      from outermost o cross join lateral (select x.entity_id from memory_entities x where x.bank_uid = ${bankUid} and x.memory_id = o.id offset 0) x
      where x.entity_id in (select id from asked) group by x.entity_id
    ), searched as (
      select array(select name from outermost group by name having count(*) >= ${searched}::bigint) as in_part
    )
    select f.entity_id as id, ${joined(({ name }) => `f.${name}`)} from found f cross join searched s
    where ${joined(({ name }) => `(f.${name} is not null or '${name}' <> all(s.in_part))`, ' and ')}`);
  return new Map(rows.map(({ id, ...times }) => [id, times]));
}
