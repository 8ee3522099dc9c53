import type { AccessLevel, KeyOrigin, KeyStatus } from '#lib/access/keys/literals';
import { array, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';

/** Keys as records that are listed and changed; authentication is in `store.ts`. */

export interface KeyRecord extends Row {
  id: string;
  name: string;
  prefix: string;
  status: KeyStatus;
  origin: KeyOrigin;
  metadata: Record<string, unknown>;
  can_mint: boolean;
  /** null: not the key of an application */
  access: AccessLevel | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** banks that the key, and its parent if it has one, reach now; null: all */
  bank_ids: string[] | null;
  /** banks of a child that its parent no longer reaches */
  withheld_bank_ids: string[];
  child_count: number;
  created_by: string;
  revoked_by: string | null;
  parent_id: string | null;
  parent_name: string | null;
  parent_prefix: string | null;
  parent_status: KeyStatus | null;
}

const status = (key: string, parent?: string): string => {
  const is = (test: (of: string) => string) => [key, ...(parent ? [parent] : [])].map(test).join(' or ');
  return `case when ${is((of) => `${of}.revoked_at is not null`)} then 'revoked'
    when ${is((of) => `coalesce(${of}.expires_at <= now(), false)`)} then 'expired' else 'active' end`;
};

/**
 * SQL for the label of a stored id: a person's email address, a key's name and prefix, else the id
 * itself.
 */
const who = (column: string): string => {
  const id = `case when ${column} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${column}::uuid end`;
  return `coalesce((select u.email from users u where u.id = ${id}),
    (select w.name || ' (' || w.prefix || '…)' from api_keys w where w.org_id = k.org_id and w.id = ${id}), ${column})`;
};

/** The existing banks of a key, filtered by `test`. */
const banksWhere = (test: string): string => `(
      select coalesce(json_agg(b.id order by b.id), '[]'::json) from api_key_banks s
      join bank_cells b on b.org_id = s.org_id and b.uid = s.bank_uid where s.org_id = k.org_id and s.key_id = k.id and (${test}))`;

const PARENT_REACHES = `coalesce(p.scope_kind, 'all') = 'all'
        or exists (select from api_key_banks h where h.org_id = k.org_id and h.key_id = p.id and h.bank_uid = s.bank_uid)`;

const RECORD = sql.raw(`
  select k.id, k.name, k.prefix, k.metadata, k.can_mint, k.created_at, k.last_used_at, k.expires_at, k.parent_id,
    coalesce(k.revoked_at, p.revoked_at) as revoked_at,
    ${status('k', 'p')} as status,
    case when k.parent_id is not null then 'child' when k.grant_id is not null then 'application'
      when k.created_by = 'bootstrap' then 'bootstrap' else 'console' end as origin,
    case when k.grant_id is null then null when k.read_only then 'read' else 'write' end as access,
    case when k.scope_kind <> 'all' then ${banksWhere(PARENT_REACHES)} end as bank_ids,
    case when p.scope_kind <> 'all' then ${banksWhere(`not (${PARENT_REACHES})`)} else '[]'::json end as withheld_bank_ids,
    case when ${status('k', 'p')} <> 'active' then 0 else (
      select count(*) from api_keys c where c.org_id = k.org_id and c.parent_id = k.id and ${status('c')} = 'active') end as child_count,
    ${who('k.created_by')} as created_by, ${who('k.revoked_by')} as revoked_by,
    p.name as parent_name, p.prefix as parent_prefix, case when p.id is not null then ${status('p')} end as parent_status
  from api_keys k left join api_keys p on p.org_id = k.org_id and p.id = k.parent_id`);

const STATUS = sql.raw(status('k', 'p'));

export async function findRecord(db: Queryable, orgId: string, keyId: string): Promise<KeyRecord | null> {
  const [row] = await db.query<KeyRecord>(sql`${RECORD} where k.org_id = ${orgId} and k.id = ${keyId}`);
  return row ?? null;
}

export interface RecordFilter {
  readonly statuses: readonly KeyStatus[];
  readonly q?: string | undefined;
  readonly parentId?: string | undefined;
  readonly sort: 'created_at' | 'name' | 'last_used_at' | 'expires_at' | 'status';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const SORTS = {
  created_at: sql.raw('k.created_at'),
  name: sql.raw('lower(k.name)'),
  last_used_at: sql.raw('k.last_used_at'),
  expires_at: sql.raw('k.expires_at'),
  status: sql.raw(`array_position(array['active', 'expired', 'revoked'], ${status('k', 'p')})`),
} as const;

/**
 * Two statements: one counts by status, one reads the page. Unused or non-expiring keys are last.
 */
export async function listRecords(
  db: Queryable,
  orgId: string,
  { statuses, q, parentId, sort, order, limit, offset }: RecordFilter,
): Promise<{ rows: KeyRecord[]; counts: Record<KeyStatus, number>; total: number }> {
  const match = q ? sql`and (position(lower(${q}::text) in lower(k.name)) > 0 or starts_with(k.prefix, ${q}::text))` : sql``;
  const family = parentId ? sql`and k.parent_id = ${parentId}` : sql``;
  const where = sql`where k.org_id = ${orgId} ${family} ${match}`;
  const counted = await db.query<{ status: KeyStatus; n: number }>(sql`
    select ${STATUS} as status, count(*) as n from api_keys k left join api_keys p on p.org_id = k.org_id and p.id = k.parent_id
    ${where} group by 1`);
  const direction = sql.raw(order);
  const rows = await db.query<KeyRecord>(sql`
    ${RECORD} ${where} and ${STATUS} = any(${array(statuses, 'text[]')})
    order by ${SORTS[sort]} ${direction} nulls last, k.created_at desc, k.id desc limit ${limit}::bigint offset ${offset}::bigint`);
  const counts = { active: 0, revoked: 0, expired: 0 };
  for (const { status: of, n } of counted) counts[of] = n;
  return { rows, counts, total: [...new Set(statuses)].reduce((sum, of) => sum + counts[of], 0) };
}

/**
 * Serializes the creation of keys in one organization, so that a limit that is checked afterwards
 * is reliable.
 */
export async function lockRoom(tx: Tx, orgId: string): Promise<void> {
  await tx.query(sql`select 1 from organizations where id = ${orgId} for no key update`);
}

/** Returns which of these names are taken by keys of the organization, including revoked ones. */
export async function takenNames(tx: Tx, orgId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ name: string }>(sql`
    select distinct k.name from api_keys k where k.org_id = ${orgId} and k.name = any(${array(names, 'text[]')})`);
  return new Set(rows.map(({ name }) => name));
}

/** Active keys without those of applications. */
export async function countActive(tx: Tx, orgId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*) as n from api_keys k where k.org_id = ${orgId} and k.grant_id is null and ${sql.raw(status('k'))} = 'active'`);
  return row?.n ?? 0;
}

/** Active keys of the applications that a person connected. */
export async function countApplications(tx: Tx, orgId: string, userId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*) as n from api_keys k where k.org_id = ${orgId} and k.granted_by = ${userId} and ${sql.raw(status('k'))} = 'active'`);
  return row?.n ?? 0;
}

interface Installations {
  readonly clientId: string;
  readonly resource: string;
}

const ofClient = ({ clientId, resource }: Installations): SQL =>
  sql`metadata ->> 'oauth_client_id' = ${clientId} and metadata ->> 'oauth_resource' = ${resource}`;

/** Those of one client at one address. */
export async function countInstallations(tx: Tx, orgId: string, userId: string, of: Installations): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*) as n from api_keys k
    where k.org_id = ${orgId} and k.granted_by = ${userId} and ${ofClient(of)} and ${sql.raw(status('k'))} = 'active'`);
  return row?.n ?? 0;
}

/** A key that is locked until the end of the transaction. */
export interface HeldKey extends Row {
  id: string;
  name: string;
  prefix: string;
  scope_kind: 'all' | 'banks';
  can_mint: boolean;
  is_child: boolean;
  is_bootstrap: boolean;
  is_application: boolean;
  is_revoked: boolean;
  is_expired: boolean;
  /** from its creation to its expiry; null: never expires */
  lifetime_seconds: number | null;
  active_children: number;
}

/**
 * `share`: the key cannot be revoked or changed meanwhile, and many transactions may lock it so; a
 * creator of children locks its parent like this. `update`: exclusive; a transaction that revokes
 * the key thereby sees every child that was ever created.
 */
export async function lockKey(
  tx: Tx,
  orgId: string,
  keyId: string,
  strength: 'share' | 'update',
  parentId?: string,
): Promise<HeldKey | null> {
  const family = parentId ? sql`and k.parent_id = ${parentId}` : sql``;
  const [row] = await tx.query<HeldKey>(sql`
    select k.id, k.name, k.prefix, k.scope_kind, k.can_mint, k.parent_id is not null as is_child, k.created_by = 'bootstrap' as is_bootstrap,
      k.grant_id is not null as is_application,
      k.revoked_at is not null as is_revoked, coalesce(k.expires_at <= now(), false) as is_expired,
      extract(epoch from k.expires_at - k.created_at)::float8 as lifetime_seconds,
      (select count(*) from api_keys c where c.org_id = k.org_id and c.parent_id = k.id and ${sql.raw(status('c'))} = 'active') as active_children
    from api_keys k where k.org_id = ${orgId} and k.id = ${keyId} ${family} for ${sql.raw(strength)} of k`);
  return row ?? null;
}

/**
 * The remaining lifetime of a parent for a new child. `ends` and `days` are null for a parent that
 * never expires.
 */
export interface RemainingLifetime extends Row {
  /** a child of the requested lifetime would end with its parent or before it */
  readonly fits: boolean;
  readonly ends: Date | null;
  /** whole days */
  readonly days: number | null;
}

export async function lifeLeft(tx: Tx, orgId: string, parentId: string, seconds: number): Promise<RemainingLifetime> {
  const [row] = await tx.query<RemainingLifetime>(sql`
    select expires_at is null or now() + make_interval(secs => ${seconds}::float8) <= expires_at as fits, expires_at as ends,
      floor(extract(epoch from expires_at - now()) / 86400)::int as days
    from api_keys where org_id = ${orgId} and id = ${parentId}`);
  return row ?? { fits: false, ends: null, days: null };
}

/**
 * Returns the banks of these ids that exist and are in the scope of the key `within`, locked
 * against deletion until the end of the transaction. They are locked in the order of their uids and
 * before any row of a scope. So a transaction that deletes a bank cannot wait for us while we wait
 * for it.
 */
export function lockBanksInScope(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  within: { id: string; scope_kind: 'all' | 'banks' } | null,
): Promise<{ uid: number; id: string }[]> {
  const inside: SQL =
    within?.scope_kind === 'banks'
      ? sql`and exists (select from api_key_banks s where s.org_id = b.org_id and s.key_id = ${within.id} and s.bank_uid = b.uid)`
      : sql``;
  return tx.query(sql`
    select b.uid, b.id from bank_cells b where b.org_id = ${orgId} and b.id = any(${array(ids, 'text[]')}) ${inside}
    order by b.uid for key share of b`);
}

/** Sets the scope of a key to exactly these banks; null: all. */
export async function setBanks(tx: Tx, orgId: string, keyId: string, uids: readonly number[] | null): Promise<void> {
  await tx.query(sql`update api_keys set scope_kind = ${uids ? 'banks' : 'all'} where org_id = ${orgId} and id = ${keyId}`);
  await tx.query(sql`
    delete from api_key_banks where org_id = ${orgId} and key_id = ${keyId} and bank_uid <> all(${array(uids ?? [], 'bigint[]')})`);
  await addBanks(tx, orgId, keyId, uids ?? []);
}

export async function addBanks(tx: Tx, orgId: string, keyId: string, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  await tx.query(sql`
    insert into api_key_banks (org_id, key_id, bank_uid) select ${orgId}::uuid, ${keyId}::uuid, unnest(${array(uids, 'bigint[]')})
    on conflict do nothing`);
}

/** The banks in the scope of a key, locked like those of `holdBanks`. */
export async function lockBanksOfKey(tx: Tx, orgId: string, keyId: string): Promise<number[]> {
  const rows = await tx.query<{ uid: number }>(sql`
    select b.uid from bank_cells b join api_key_banks s on s.org_id = b.org_id and s.bank_uid = b.uid
    where b.org_id = ${orgId} and s.key_id = ${keyId} order by b.uid for key share of b`);
  return rows.map(({ uid }) => uid);
}

export interface RevokedKey extends Row {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly is_expired: boolean;
}

/** The organizations in which a person has connected applications. */
export async function organizationsGrantedBy(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.query<{ org_id: string }>(
    sql`select distinct org_id from api_keys where granted_by = ${userId} and revoked_at is null order by org_id`,
  );
  return rows.map(({ org_id }) => org_id);
}

/**
 * Revokes the keys of applications that a person connected; `only`: of one client at one address,
 * without the newest `keep` of those that have not expired. Returns those that were not revoked
 * before.
 */
export function revokeGrantedBy(
  tx: Tx,
  orgId: string,
  userId: string,
  by: string,
  only: (Installations & { readonly keep: number }) | null,
): Promise<RevokedKey[]> {
  const granted = sql`org_id = ${orgId} and granted_by = ${userId} and revoked_at is null`;
  const same = only
    ? sql`and id in (select id from api_keys where ${granted}
        and ${ofClient(only)}
        order by coalesce(expires_at > now(), true) desc, created_at desc, id desc offset ${only.keep})`
    : sql``;
  return tx.query(sql`
    update api_keys set revoked_at = now(), revoked_by = ${by} where ${granted} ${same}
    returning id, name, prefix, coalesce(expires_at <= now(), false) as is_expired`);
}

/**
 * Revokes the key and all its children; returns those that were not revoked before. Lock the key
 * with `update` first.
 */
export function revokeFamily(tx: Tx, orgId: string, keyId: string, by: string): Promise<RevokedKey[]> {
  return tx.query(sql`
    update api_keys set revoked_at = now(), revoked_by = ${by}
    where org_id = ${orgId} and (id = ${keyId} or parent_id = ${keyId}) and revoked_at is null
    returning id, name, prefix, coalesce(expires_at <= now(), false) as is_expired`);
}
