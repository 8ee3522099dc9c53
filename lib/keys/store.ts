import { type Queryable, sql } from '#lib/db/db';
import type { BankState } from '#lib/scope';

/** Everything that decides about a call, as the database sees it at this moment. */
export interface KeyRow {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly prefix: string;
  readonly isChild: boolean;
  readonly canMint: boolean;
  /** limited to chosen banks, by itself or by its parent */
  readonly isRestricted: boolean;
  readonly isOrgActive: boolean;
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  /** the named bank exists and lies in the effective scope */
  readonly reachesBank: boolean;
  /** banks of the effective scope, where no bank was named and the key is restricted */
  readonly bankUids: readonly number[] | null;
  readonly bank: BankState | null;
}

const BANK_COLUMNS = `b.uid, b.id as bank_id, b.revision, b.unit_count, b.term_count, b.speakers, b.embedding_model, b.config`;

interface BankColumns extends Record<string, unknown> {
  uid: number | null;
  bank_id: string;
  revision: number;
  unit_count: number;
  term_count: number;
  speakers: string[];
  embedding_model: string | null;
  config: Record<string, unknown>;
}

const toBank = (row: BankColumns): BankState | null =>
  row.uid === null
    ? null
    : {
        uid: row.uid,
        id: row.bank_id,
        revision: row.revision,
        unitCount: row.unit_count,
        termCount: row.term_count,
        speakers: row.speakers,
        embeddingModel: row.embedding_model,
        config: row.config,
      };

/**
 * Key, organisation, parent, scope and the bank of the path in one statement on the database's clock. A child counts as revoked or
 * expired with its parent and reaches what both reach, so a cascade or a narrowing holds even where no row of the child was touched.
 */
const FIND_KEY = `
  select k.id, k.org_id, k.name, k.prefix, k.can_mint,
    k.parent_id is not null as is_child,
    k.scope_kind <> 'all' or coalesce(p.scope_kind, 'all') <> 'all' as is_restricted,
    o.suspended_at is null as is_org_active,
    k.revoked_at is not null or p.revoked_at is not null as is_revoked,
    coalesce(k.expires_at <= now(), false) or coalesce(p.expires_at <= now(), false) as is_expired,
    b.uid is not null
      and (k.scope_kind = 'all' or exists (select from api_key_banks s where s.org_id = k.org_id and s.key_id = k.id and s.bank_uid = b.uid))
      and (k.parent_id is null or p.scope_kind = 'all'
        or exists (select from api_key_banks s where s.org_id = k.org_id and s.key_id = k.parent_id and s.bank_uid = b.uid)) as reaches_bank,
    case when $2::text is null and (k.scope_kind <> 'all' or p.scope_kind <> 'all') then (
      select coalesce(json_agg(x.uid), '[]'::json) from banks x
      where x.org_id = k.org_id
        and (k.scope_kind = 'all' or exists (select from api_key_banks s where s.org_id = k.org_id and s.key_id = k.id and s.bank_uid = x.uid))
        and (k.parent_id is null or p.scope_kind = 'all'
          or exists (select from api_key_banks s where s.org_id = k.org_id and s.key_id = k.parent_id and s.bank_uid = x.uid))
    ) end as bank_uids,
    ${BANK_COLUMNS}
  from api_keys k
  join organizations o on o.id = k.org_id
  left join api_keys p on p.org_id = k.org_id and p.id = k.parent_id
  left join banks b on b.org_id = k.org_id and b.id = $2
  where k.hash = $1 and k.hash_version = 1`;

interface FoundKey extends BankColumns {
  id: string;
  org_id: string;
  name: string;
  prefix: string;
  can_mint: boolean;
  is_child: boolean;
  is_restricted: boolean;
  is_org_active: boolean;
  is_revoked: boolean;
  is_expired: boolean;
  reaches_bank: boolean;
  bank_uids: number[] | null;
}

/** `bankId` null: the call names no bank. Never cached: a revoked key is refused by the next call. */
export async function findKey(db: Queryable, hash: Buffer, bankId: string | null): Promise<KeyRow | null> {
  const [row] = await db.query<FoundKey>({ name: 'find_key', text: FIND_KEY, values: [hash, bankId] });
  if (!row) return null;
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    prefix: row.prefix,
    isChild: row.is_child,
    canMint: row.can_mint,
    isRestricted: row.is_restricted,
    isOrgActive: row.is_org_active,
    isRevoked: row.is_revoked,
    isExpired: row.is_expired,
    reachesBank: row.reaches_bank,
    bankUids: row.bank_uids,
    bank: toBank(row),
  };
}

const FIND_BANK = `select ${BANK_COLUMNS} from organizations o left join banks b on b.org_id = o.id and b.id = $2 where o.id = $1`;

/** The bank of a call without a key. */
export async function findBankOf(db: Queryable, orgId: string, bankId: string): Promise<BankState | null> {
  const [row] = await db.query<BankColumns>({ name: 'find_bank_of', text: FIND_BANK, values: [orgId, bankId] });
  return row ? toBank(row) : null;
}

/** At most once a minute for each key, whatever the number of calls or processes. */
export async function touchKey(db: Queryable, orgId: string, keyId: string): Promise<void> {
  await db.query({
    name: 'touch_key',
    text: `update api_keys set last_used_at = now()
      where org_id = $1 and id = $2 and (last_used_at is null or last_used_at < now() - interval '60 seconds')`,
    values: [orgId, keyId],
  });
}

export interface NewKey {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly scopeKind: 'all' | 'banks';
  readonly canMint: boolean;
  readonly parentId: string | null;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** True when written; false when a key with this hash is there already, in whatever state: it stays as it is. */
export async function insertKey(db: Queryable, key: NewKey): Promise<boolean> {
  const rows = await db.query(sql`
    insert into api_keys (id, org_id, name, hash, hash_version, prefix, scope_kind, parent_id, can_mint, metadata, created_by, expires_at)
    values (${key.id}, ${key.orgId}, ${key.name}, ${key.hash}, 1, ${key.prefix}, ${key.scopeKind}, ${key.parentId}, ${key.canMint},
      ${JSON.stringify(key.metadata)}::jsonb, ${key.createdBy}, ${key.expiresAt})
    on conflict (hash) do nothing returning id`);
  return rows.length > 0;
}

/** Banks by id into the key's scope; gives back how many were found in the organisation. */
export async function insertKeyBanks(db: Queryable, orgId: string, keyId: string, bankIds: readonly string[]): Promise<number> {
  const rows = await db.query(sql`
    insert into api_key_banks (org_id, key_id, bank_uid)
    select org_id, ${keyId}::uuid, uid from banks where org_id = ${orgId} and id = any(${sql.param([...bankIds])}::text[])
    returning bank_uid`);
  return rows.length;
}

export async function hasAnyKey(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`select exists (select from api_keys) as found`);
  return row?.found ?? false;
}
