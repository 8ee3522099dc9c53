import type { KeyFacts } from '#lib/access/keys/access';
import { bankFound, FOUND_BANK, type FoundBankRow, joinBank } from '#lib/base/db/bank-state';
import { directoryOf } from '#lib/base/db/cells';
import { type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import type { BankState } from '#lib/base/scope';

/** All facts that decide about a call, in the present state of the database. */
export interface KeyRow extends KeyFacts {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly prefix: string;
  /** banks of the effective scope, if the call concerns no bank and the key is restricted */
  readonly bankUids: readonly number[] | null;
  readonly bank: BankState | null;
}

const containsBank = (key: string, bank: string): string =>
  `exists (select from api_key_banks s where s.org_id = k.org_id and s.key_id = ${key} and s.bank_uid = ${bank})`;

/**
 * Reads key, organization, parent, scope and the bank of the path in one statement on the
 * database's clock. The facts about the key and its parent are separate, and
 * `lib/access/keys/access.ts` combines them. So revoking or narrowing a parent applies to its
 * children without changing their rows. `readOnly`: SQL of whether the key only reads.
 */
const keyFacts = (readOnly = 'k.read_only'): string => `
  select k.id, k.org_id, k.name, k.prefix, k.can_mint,
    k.parent_id is not null as is_child,
    o.suspended_at is null as is_org_active,
    k.revoked_at is not null as is_revoked,
    p.revoked_at is not null as is_parent_revoked,
    coalesce(k.expires_at <= now(), false) as is_expired,
    coalesce(p.expires_at <= now(), false) as is_parent_expired,
    k.scope_kind <> 'all' as is_restricted,
    coalesce(p.scope_kind, 'all') <> 'all' as is_parent_restricted,
    k.granted_by is not null as is_application, ${readOnly} as read_only,
    k.granted_by is null or exists (
      select from memberships m where m.org_id = k.org_id and m.user_id = k.granted_by) as is_granter_member,
    k.scope_kind = 'all' or ${containsBank('k.id', 'c.uid')} as reaches_bank,
    coalesce(p.scope_kind, 'all') = 'all' or ${containsBank('k.parent_id', 'c.uid')} as parent_reaches_bank,
    case when $2::text is null and (k.scope_kind <> 'all' or p.scope_kind <> 'all') then (
      select coalesce(json_agg(x.uid), '[]'::json) from bank_cells x
      where x.org_id = k.org_id
        and (k.scope_kind = 'all' or ${containsBank('k.id', 'x.uid')})
        and (k.parent_id is null or p.scope_kind = 'all' or ${containsBank('k.parent_id', 'x.uid')})
    ) end as bank_uids,
    ${FOUND_BANK}
  from api_keys k
  join organizations o on o.id = k.org_id
  left join api_keys p on p.org_id = k.org_id and p.id = k.parent_id
  ${joinBank('c.org_id = k.org_id and c.id = $2')}`;

interface FoundKey extends FoundBankRow {
  id: string;
  org_id: string;
  name: string;
  prefix: string;
  can_mint: boolean;
  is_child: boolean;
  is_org_active: boolean;
  is_revoked: boolean;
  is_parent_revoked: boolean;
  is_expired: boolean;
  is_parent_expired: boolean;
  is_restricted: boolean;
  is_parent_restricted: boolean;
  is_application: boolean;
  read_only: boolean;
  is_granter_member: boolean;
  reaches_bank: boolean;
  parent_reaches_bank: boolean;
  bank_uids: number[] | null;
}

const toKey = async (db: Queryable, row: FoundKey): Promise<KeyRow> => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  prefix: row.prefix,
  canMint: row.can_mint,
  isOrgActive: row.is_org_active,
  own: { isRevoked: row.is_revoked, isExpired: row.is_expired, isRestricted: row.is_restricted, reachesBank: row.reaches_bank },
  parent: row.is_child
    ? {
        isRevoked: row.is_parent_revoked,
        isExpired: row.is_parent_expired,
        isRestricted: row.is_parent_restricted,
        reachesBank: row.parent_reaches_bank,
      }
    : null,
  application: row.is_application ? { isReadOnly: row.read_only, isGranterMember: row.is_granter_member } : null,
  bankUids: row.bank_uids,
  bank: await bankFound(db, row),
});

const FIND_KEY = `${keyFacts()} where k.hash = $1 and k.hash_version = 1`;
/** A client may ask for a token of a smaller scope than the key has. */
const WITHOUT_WRITING = `k.read_only or not 'memory:write' = any(string_to_array(coalesce(t.payload ->> 'scope', ''), ' '))`;
const FIND_KEY_BY_TOKEN = `${keyFacts(WITHOUT_WRITING)}
  join oauth_records t on t.grant_id = k.grant_id
  where t.kind = 'AccessToken' and t.id = $1 and t.expires_at > now() and t.payload ->> 'aud' = $3`;
const FIND_KEY_BY_ID = `${keyFacts()} where k.id = $1 and k.org_id = $3`;

/**
 * `bankId` null: the call concerns no bank. Never cached: a revoked key is refused by the next
 * call.
 */
export async function findKey(db: Queryable, hash: Buffer, bankId: string | null): Promise<KeyRow | null> {
  const [row] = await db.query<FoundKey>({ name: 'find_key', text: FIND_KEY, values: [hash, bankId] });
  return row ? toKey(db, row) : null;
}

/**
 * The same for an access token of the OAuth server, by its SHA-256 in hexadecimal. `resource`: the
 * address that the token must have been issued for.
 */
export async function findKeyByToken(db: Queryable, tokenHash: string, bankId: string | null, resource: string): Promise<KeyRow | null> {
  const [row] = await db.query<FoundKey>({ name: 'find_key_by_token', text: FIND_KEY_BY_TOKEN, values: [tokenHash, bankId, resource] });
  return row ? toKey(db, row) : null;
}

/** The same for a key that is looked up by id. */
export async function findKeyFacts(db: Queryable, orgId: string, keyId: string, bankId: string): Promise<KeyRow | null> {
  const at = directoryOf(db);
  const [row] = await at.query<FoundKey>({ name: 'find_key_facts', text: FIND_KEY_BY_ID, values: [keyId, bankId, orgId] });
  return row ? toKey(at, row) : null;
}

const FIND_BANK = `select o.id as org_id, ${FOUND_BANK} from organizations o ${joinBank('c.org_id = o.id and c.id = $2')} where o.id = $1`;

/** The bank of a call without a key. */
export async function findBankOf(db: Queryable, orgId: string, bankId: string): Promise<BankState | null> {
  const at = directoryOf(db);
  const [row] = await at.query<FoundBankRow>({ name: 'find_bank_of', text: FIND_BANK, values: [orgId, bankId] });
  return row ? bankFound(at, row) : null;
}

/** At most once a minute for each key, for any number of calls or processes. */
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
  /** a point in time, or seconds from now on the clock of the database; null: never */
  readonly expires: Date | { readonly seconds: number } | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** only for the key of an application */
  readonly grant?: { readonly id: string; readonly by: string; readonly isReadOnly: boolean } | undefined;
}

const expiry = (expires: NewKey['expires']): SQL => {
  if (expires === null || expires instanceof Date) return sql`${expires}::timestamptz`;
  return sql`now() + make_interval(secs => ${expires.seconds}::double precision)`;
};

/**
 * Returns true if written; false if a key with this hash exists in any state: it is not changed.
 */
export async function insertKey(db: Queryable, key: NewKey): Promise<boolean> {
  const rows = await db.query(sql`
    insert into api_keys (id, org_id, name, hash, hash_version, prefix, scope_kind, parent_id, can_mint, metadata, created_by, expires_at,
      grant_id, granted_by, read_only)
    values (${key.id}, ${key.orgId}, ${key.name}, ${key.hash}, 1, ${key.prefix}, ${key.scopeKind}, ${key.parentId}, ${key.canMint},
      ${JSON.stringify(key.metadata)}::jsonb, ${key.createdBy}, ${expiry(key.expires)},
      ${key.grant?.id ?? null}, ${key.grant?.by ?? null}, ${key.grant?.isReadOnly ?? false})
    on conflict (hash) do nothing returning id`);
  return rows.length > 0;
}

/** The number of valid keys that servers created at start. */
export async function countServerKeys(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) as n from api_keys
    where org_id = ${orgId} and created_by = 'bootstrap' and revoked_at is null and coalesce(expires_at > now(), true)`);
  return row?.n ?? 0;
}

export async function hasAnyKey(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`select exists (select from api_keys) as found`);
  return row?.found ?? false;
}

/**
 * Whether the key of an OAuth grant is neither revoked nor expired, and its granter is a member.
 */
export async function isGrantUsable(db: Queryable, grantId: string): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (
      select from api_keys k join organizations o on o.id = k.org_id and o.suspended_at is null
      join memberships m on m.org_id = k.org_id and m.user_id = k.granted_by
      where k.grant_id = ${grantId} and k.revoked_at is null and k.expires_at > now()) as found`);
  return row?.found ?? false;
}

export interface GrantedKey extends Row {
  id: string;
  org_id: string;
  name: string;
}

/**
 * The key of an OAuth grant, or one that a person granted, locked until the end of the transaction.
 */
export async function findGrantKey(
  tx: Queryable,
  which: { readonly grantId: string } | { readonly keyId: string; readonly userId: string },
): Promise<GrantedKey | null> {
  const condition = 'grantId' in which ? sql`grant_id = ${which.grantId}` : sql`id = ${which.keyId} and granted_by = ${which.userId}`;
  const [row] = await tx.query<GrantedKey>(sql`select id, org_id, name from api_keys where ${condition} for update`);
  return row ?? null;
}

export interface GrantedRecord extends Row {
  id: string;
  name: string;
  slug: string;
  org_name: string;
  /** null: every bank */
  bank_ids: string[] | null;
  read_only: boolean;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date;
}

/**
 * The usable keys that a person granted in the organizations of which they are a member, newest
 * first.
 */
export const listGrantedKeys = (db: Queryable, userId: string): Promise<GrantedRecord[]> =>
  db.query<GrantedRecord>(sql`
    select k.id, k.name, o.slug, o.name as org_name, k.read_only, k.created_at, k.last_used_at, k.expires_at,
      case when k.scope_kind <> 'all' then (
        select coalesce(json_agg(b.id order by b.id), '[]'::json) from api_key_banks s
        join bank_cells b on b.org_id = s.org_id and b.uid = s.bank_uid where s.org_id = k.org_id and s.key_id = k.id) end as bank_ids
    from api_keys k join organizations o on o.id = k.org_id and o.suspended_at is null
    join memberships m on m.org_id = k.org_id and m.user_id = k.granted_by
    where k.granted_by = ${userId} and k.revoked_at is null and k.expires_at > now()
    order by k.created_at desc, k.id desc`);
