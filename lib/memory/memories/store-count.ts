import { array, type Queryable, type SQL, sql } from '#lib/base/db/db';
import { prepared } from '#lib/base/db/statement';
import type { BankScope } from '#lib/base/scope';
import { and, conditions, type MemoryFilter, narrowings, observing, prefix } from '#lib/memory/memories/conditions';

/** Whether the filter only has a state, types, and optionally an entity. */
const isPlain = (filter: MemoryFilter): boolean => {
  const { search, consolidation, documentId, sourceId, ended, supersededBy, expiresWithinDays, extendable, tags, from, to } = filter;
  return [search, consolidation, documentId, sourceId, ended, supersededBy, expiresWithinDays, extendable, tags, from, to].every(
    (part) => part === null,
  );
};

/** The number of memories of a filter, from stored counts; null: it must be counted. */
function storedCount(scope: BankScope, filter: MemoryFilter): SQL | null {
  if (!isPlain(filter)) return null;
  const { state, types, entityId } = filter;
  const bank = scope.bankUid;
  if (entityId === null) {
    const typed = types ? sql`and fact_type = any(${array(types, 'text[]')})` : sql``;
    return sql`select coalesce(sum(units), 0)::bigint as n from memory_tallies where bank_uid = ${bank} and state = ${state} ${typed}`;
  }
  if (state !== 'valid' || types !== null) return null;
  return sql`
    select e.mention_count + (select count(distinct o.observation_id) from (${observing(scope, entityId, null)}) o) as n
    from entities e where e.bank_uid = ${bank} and e.id = ${entityId}::uuid`;
}

function counting(scope: BankScope, filter: MemoryFilter): SQL {
  const stored = storedCount(scope, filter);
  if (stored) return stored;
  const { ended } = filter;
  const all = ended?.isEnded === false ? storedCount(scope, { ...filter, ended: null }) : null;
  // Most memories are still true, so those that no longer are get counted instead.
  if (ended && all) return sql`select (${all}) - (${counting(scope, { ...filter, ended: { ...ended, isEnded: true } })}) as n`;
  return sql`with ${prefix(scope, filter)} counted as (
    select count(*) as n from memories m where m.bank_uid = ${scope.bankUid} and ${and(conditions(scope, filter))}) select n from counted`;
}

/**
 * Exact. The counts of types and states, and of the facts that mention an entity, are stored; those
 * that are still true are the rest of such a count.
 */
export async function countMemories(db: Queryable, scope: BankScope, filter: MemoryFilter): Promise<number> {
  const statement = counting(scope, filter);
  const [row] = await db.query<{ n: number }>(narrowings(filter) > 1 ? statement : prepared(statement));
  return row?.n ?? 0;
}

/** Ids of changeable memories after `after`, in the order of creation. */
export async function listIds(
  db: Queryable,
  scope: BankScope,
  filter: MemoryFilter,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with ${prefix(scope, filter)} page as (
      select m.id from memories m where m.bank_uid = ${scope.bankUid} and ${and(conditions(scope, filter))}
        and m.id > ${after}::uuid and m.id <= ${upTo}::uuid order by m.id limit ${limit}::bigint)
    select id from page`);
  return rows.map(({ id }) => id);
}
