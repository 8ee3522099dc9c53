import type { Tx } from '#lib/db/db';
import type { BankScope } from '#lib/scope';

export interface Touched {
  readonly entityIds: readonly string[];
  /** of these, the ones whose first or last time may be another now */
  readonly staleIds: readonly string[];
}

/**
 * Entities that lost mentions: those with none left go, unless they stand for several spellings (somebody or something found those to
 * be one, which must not be lost); the others get the times of what is left.
 */
export async function tidyEntities(tx: Tx, scope: BankScope, { entityIds, staleIds }: Touched): Promise<number> {
  if (entityIds.length === 0) return 0;
  const [row] = await tx.query<{ n: number }>({
    name: 'entities_tidy',
    text: `with touched as (
             select unnest($2::uuid[]) as id
           ), left_over as (
             select t.id, s.first, s.last from unnest($3::uuid[]) as t(id) cross join lateral (
               select min(m.mentioned_at) as first, max(m.mentioned_at) as last
               from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
               where x.bank_uid = $1 and x.entity_id = t.id) s
           ), orphans as (
             delete from entities e using touched t where e.bank_uid = $1 and e.id = t.id and e.mention_count = 0
               and not exists (select 1 from memory_entities x where x.bank_uid = $1 and x.entity_id = e.id)
               and (select count(*) from entity_aliases a where a.bank_uid = $1 and a.entity_id = e.id) <= 1
             returning e.id
           ), seen as (
             update entities e set first_seen = l.first, last_seen = l.last from left_over l
             where e.bank_uid = $1 and e.id = l.id and e.mention_count > 0 and (e.first_seen, e.last_seen) is distinct from (l.first, l.last)
           )
           select count(*) as n from orphans`,
    values: [scope.bankUid, entityIds, staleIds],
  });
  return row?.n ?? 0;
}
