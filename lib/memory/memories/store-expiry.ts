import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/** When memories expire. The caller must hold the bank's lock. */

/**
 * A memory expires with the last of the passages that contain it. `places`: one row for each.
 */
const ALIGN = `
with wanted as materialized (
  select m.id from memories m where m.bank_uid = $1 and m.chunk_id = any($2::uuid[])
  union select e.memory_id from memory_evidence e where e.bank_uid = $1 and e.chunk_id = any($2::uuid[])
  union select unnest($3::uuid[])
), places as (
  select m.id, m.chunk_id from wanted w join memories m on m.bank_uid = $1 and m.id = w.id and m.chunk_id is not null
  union all
  select e.memory_id, e.chunk_id from wanted w join memory_evidence e on e.bank_uid = $1 and e.memory_id = w.id
), expiring as (
  select p.id, case when bool_and(c.expires_at is not null) then max(c.expires_at) end as expires_at
  from places p join chunks c on c.bank_uid = $1 and c.id = p.chunk_id group by p.id
)
update memories m set expires_at = x.expires_at, revision = $4::bigint, updated_at = now()
from expiring x where m.bank_uid = $1 and m.id = x.id and m.expires_at is distinct from x.expires_at
  and (not $5::boolean or x.expires_at < coalesce(m.expires_at, 'infinity'))`;

export interface ExpiryAlignment {
  /** chunks whose memories are aligned */
  readonly chunkIds: readonly string[];
  /** further memories */
  readonly memoryIds: readonly string[];
  readonly revision: number;
  /**
   * They only lost passages, so none of them can expire later than before: an earlier expiry was
   * set by hand and remains.
   */
  readonly isLoss?: boolean;
}

/** Sets the expiry of memories from the passages that contain them. */
export async function alignExpiries(tx: Tx, scope: BankScope, args: ExpiryAlignment): Promise<void> {
  await tx.query({
    name: 'memories_align_expiries',
    text: ALIGN,
    values: [scope.bankUid, args.chunkIds, args.memoryIds, args.revision, args.isLoss ?? false],
  });
}

/** Whether anything in the bank expires. */
export async function hasExpiries(tx: Tx, scope: BankScope): Promise<boolean> {
  const rows = await tx.query({
    name: 'memories_has_expiries',
    text: 'select 1 from banks where uid = $1 and next_expires_at is not null',
    values: [scope.bankUid],
  });
  return rows.length > 0;
}

/**
 * Sets when a memory expires; null: never. The passage that it was read from expires no earlier.
 * Other memories of the passage keep their own expiry.
 */
export async function setExpiry(
  tx: Tx,
  scope: BankScope,
  { id, expiresAt, revision }: { readonly id: string; readonly expiresAt: Date | null; readonly revision: number },
): Promise<void> {
  await tx.query({
    name: 'memories_set_expiry',
    text: `with passage as (
             update chunks c set expires_at = case when $3::timestamptz is not null then greatest(c.expires_at, $3::timestamptz) end
             from memories m where m.bank_uid = $1 and m.id = $2::uuid and c.bank_uid = $1 and c.id = m.chunk_id and c.expires_at is not null
           ), due as (
             update banks set next_expires_at = least(next_expires_at, $3::timestamptz) where uid = $1
           )
           update memories set expires_at = $3::timestamptz, revision = $4::bigint, updated_at = now() where bank_uid = $1 and id = $2::uuid`,
    values: [scope.bankUid, id, expiresAt?.toISOString() ?? null, revision],
  });
}

/**
 * Extends the expiry of memories; null: they never expire. Those that expire later or never stay.
 * Their passages expire no earlier. Returns the number of changed memories.
 */
export async function extendExpiries(
  tx: Tx,
  scope: BankScope,
  { ids, expiresAt, revision }: { readonly ids: readonly string[]; readonly expiresAt: Date | null; readonly revision: number },
): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: 'memories_extend_expiries',
    text: `with due as materialized (
             select m.id, m.chunk_id from memories m where m.bank_uid = $1 and m.id = any($2::uuid[])
               and case when $3::timestamptz is null then m.expires_at is not null else m.expires_at < $3::timestamptz end
           ), passage as (
             update chunks c set expires_at = case when $3::timestamptz is not null then greatest(c.expires_at, $3::timestamptz) end
             where c.bank_uid = $1 and c.id in (select chunk_id from due) and c.expires_at is not null
           ), extended as (
             update memories m set expires_at = $3::timestamptz, revision = $4::bigint, updated_at = now()
             where m.bank_uid = $1 and m.id in (select id from due) returning 1
           )
           select count(*) as n from extended`,
    values: [scope.bankUid, ids, expiresAt?.toISOString() ?? null, revision],
  });
  return row?.n ?? 0;
}
