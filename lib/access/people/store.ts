import { type Queryable, sql } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { users } from '#lib/base/db/schema/people';
import type { LocaleChoice } from '#lib/base/literals';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly locale: LocaleChoice;
}

interface UserRow extends Record<string, unknown>, ColumnsOf<typeof users, 'id' | 'email' | 'name' | 'password_hash' | 'locale'> {}

const toUser = (row: UserRow | undefined): User | null =>
  row ? { id: row.id, email: row.email, name: row.name, passwordHash: row.password_hash, locale: row.locale as LocaleChoice } : null;

const USER = sql`id, email, name, password_hash, locale`;

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const [row] = await db.query<UserRow>(sql`select ${USER} from users where email = ${email}`);
  return toUser(row);
}

/** `lock`: locks the row until the transaction ends. */
export async function findUser(db: Queryable, id: string, { lock = false } = {}): Promise<User | null> {
  const [row] = await db.query<UserRow>(sql`select ${USER} from users where id = ${id} ${lock ? sql`for update` : sql``}`);
  return toUser(row);
}

/** Returns false if this address already has an account; it is not changed. */
export async function insertUser(db: Queryable, user: User): Promise<boolean> {
  const rows = await db.query(sql`
    insert into users (id, email, name, locale, password_hash, password_changed_at)
    values (${user.id}, ${user.email}, ${user.name}, ${user.locale}, ${user.passwordHash}, case when ${user.passwordHash}::text is null then null else now() end)
    on conflict (email) do nothing returning id`);
  return rows.length > 0;
}

/** Returns false if the person was deleted. */
export async function updateUser(
  db: Queryable,
  userId: string,
  { name, locale }: Partial<Pick<User, 'name' | 'locale'>>,
): Promise<boolean> {
  const rows = await db.query(sql`
    update users set name = coalesce(${name ?? null}::text, name), locale = coalesce(${locale ?? null}::text, locale) where id = ${userId} returning id`);
  return rows.length > 0;
}

export async function setPasswordHash(db: Queryable, userId: string, passwordHash: string): Promise<boolean> {
  const rows = await db.query(sql`
    update users set password_hash = ${passwordHash}, password_changed_at = now() where id = ${userId} returning id`);
  return rows.length > 0;
}

/** The person then signs in through a provider, or uses a reset link. */
export async function dropPassword(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`update users set password_hash = null, password_changed_at = now() where id = ${userId}`);
}

/** Whether a provider has verified the person's address. */
export async function hasIdentity(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from user_identities where user_id = ${userId} limit 1`);
  return rows.length > 0;
}

/** The person with a provider's own id. */
export async function findUserByIdentity(db: Queryable, provider: string, subject: string): Promise<User | null> {
  const [row] = await db.query<UserRow>(sql`
    select u.id, u.email, u.name, u.password_hash from user_identities i join users u on u.id = i.user_id
    where i.provider = ${provider} and i.subject = ${subject}`);
  return toUser(row);
}

/**
 * Links a person to a provider's id. Returns false if the person has another id there, or the id
 * belongs to another person.
 */
export async function insertIdentity(db: Queryable, provider: string, subject: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into user_identities (provider, subject, user_id)
    select ${provider}, ${subject}, ${userId}::uuid
    where not exists (select from user_identities where provider = ${provider} and user_id = ${userId})
    on conflict do nothing returning user_id`);
  return rows.length > 0;
}

export type LinkKind = 'setup' | 'reset';

export interface NewLink {
  readonly id: string;
  readonly kind: LinkKind;
  readonly tokenHash: Buffer;
  readonly userId: string | null;
  readonly orgId: string | null;
  readonly createdBy: string | null;
  readonly hours: number;
}

export async function insertLink(db: Queryable, link: NewLink): Promise<Date> {
  const [row] = await db.query<{ expires_at: Date }>(sql`
    insert into account_links (id, kind, token_hash, user_id, org_id, created_by, expires_at)
    values (${link.id}, ${link.kind}, ${link.tokenHash}, ${link.userId}, ${link.orgId}, ${link.createdBy},
      now() + make_interval(hours => ${link.hours}))
    returning expires_at`);
  if (!row) throw new Error('a link was not written');
  return row.expires_at;
}

export interface AccountLink {
  readonly id: string;
  readonly userId: string | null;
  /** the organization and person that created it; both null: the operator of the server */
  readonly orgId: string | null;
  readonly createdBy: string | null;
  readonly expiresAt: Date;
  /** neither used nor expired */
  readonly isOpen: boolean;
}

export async function findLink(db: Queryable, kind: LinkKind, tokenHash: Buffer): Promise<AccountLink | null> {
  const [row] = await db.query<{
    id: string;
    user_id: string | null;
    org_id: string | null;
    created_by: string | null;
    expires_at: Date;
    is_open: boolean;
  }>(sql`
    select id, user_id, org_id, created_by, expires_at, used_at is null and expires_at > now() as is_open
    from account_links where kind = ${kind} and token_hash = ${tokenHash}`);
  if (!row) return null;
  const { id, user_id: userId, org_id: orgId, created_by: createdBy, expires_at: expiresAt, is_open: isOpen } = row;
  return { id, userId, orgId, createdBy, expiresAt, isOpen };
}

/** Of concurrent requests with the same link, one gets true. */
export async function takeLink(db: Queryable, linkId: string): Promise<boolean> {
  const rows = await db.query(sql`
    update account_links set used_at = now() where id = ${linkId} and used_at is null and expires_at > now() returning id`);
  return rows.length > 0;
}

/** Deletes links with which this person could choose a new password. */
export async function dropResetLinks(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`delete from account_links where kind = 'reset' and user_id = ${userId} and used_at is null`);
}

export async function dropSetupLinks(db: Queryable, orgId: string): Promise<void> {
  await db.query(sql`delete from account_links where kind = 'setup' and org_id = ${orgId} and used_at is null`);
}

/**
 * Deletes open links that a person created in an organization in which they have no role any more.
 */
export async function dropLinksMadeBy(db: Queryable, orgId: string, createdBy: string): Promise<void> {
  await db.query(sql`delete from account_links where org_id = ${orgId} and created_by = ${createdBy} and used_at is null`);
}
