import { type Queryable, sql } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';

/** The organisation's id; the row is written if there is none with this slug. Two starters at once get the same. */
export async function upsertOrganization(db: Queryable, organization: { id: string; slug: string; name: string }): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into organizations (id, slug, name) values (${organization.id}, ${organization.slug}, ${organization.name})
    on conflict (slug) do update set slug = excluded.slug
    returning id`);
  if (!row) throw new Error('an organisation was neither written nor found');
  return row.id;
}

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** False: the slug is taken. */
export async function insertOrganization(db: Queryable, { id, slug, name }: Organization): Promise<boolean> {
  const rows = await db.query(sql`
    insert into organizations (id, slug, name) values (${id}, ${slug}, ${name}) on conflict (slug) do nothing returning id`);
  return rows.length > 0;
}

export async function findOrganization(db: Queryable, orgId: string): Promise<Organization | null> {
  const [row] = await db.query<{ id: string; slug: string; name: string }>(
    sql`select id, slug, name from organizations where id = ${orgId}`,
  );
  return row ?? null;
}

export async function idOfSlug(db: Queryable, slug: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`select id from organizations where slug = ${slug}`);
  return row?.id ?? null;
}

/** Whoever decides about roles of the organisation waits here for those who decide at the same time. null: it is gone. */
export async function lockOrganization(tx: Queryable, orgId: string): Promise<Organization | null> {
  const [row] = await tx.query<{ id: string; slug: string; name: string }>(
    sql`select id, slug, name from organizations where id = ${orgId} for no key update`,
  );
  return row ?? null;
}

export async function renameOrganization(tx: Queryable, orgId: string, name: string): Promise<void> {
  await tx.query(sql`update organizations set name = ${name} where id = ${orgId}`);
}

export async function countHeld(tx: Queryable, orgId: string): Promise<{ banks: number; keys: number }> {
  const [row] = await tx.query<{ banks: number; keys: number }>(sql`
    select (select count(*) from banks where org_id = ${orgId}) as banks,
      (select count(*) from api_keys where org_id = ${orgId} and revoked_at is null) as keys`);
  return { banks: row?.banks ?? 0, keys: row?.keys ?? 0 };
}

/** With everything in it. */
export async function deleteOrganization(tx: Queryable, orgId: string): Promise<void> {
  await tx.query(sql`delete from organizations where id = ${orgId}`);
}

export interface OwnOrganization extends Organization {
  readonly role: Role;
}

/** Those a person belongs to, by name; suspended ones are not there. */
export async function organizationsOf(db: Queryable, userId: string): Promise<OwnOrganization[]> {
  return db.query<{ id: string; slug: string; name: string; role: Role }>(sql`
    select o.id, o.slug, o.name, m.role from memberships m join organizations o on o.id = m.org_id
    where m.user_id = ${userId} and o.suspended_at is null order by lower(o.name), o.slug`);
}

/** null: not a member. */
export async function findRole(db: Queryable, orgId: string, userId: string): Promise<Role | null> {
  const [row] = await db.query<{ role: Role }>(sql`select role from memberships where org_id = ${orgId} and user_id = ${userId}`);
  return row?.role ?? null;
}

/** Roles of a person in every organisation, suspended ones too, and beside each what somebody else is there. */
export async function rolesBeside(
  db: Queryable,
  userId: string,
  otherId: string,
): Promise<{ readonly orgId: string; readonly role: Role; readonly own: Role | null }[]> {
  const rows = await db.query<{ org_id: string; role: Role; own: Role | null }>(sql`
    select m.org_id, m.role, o.role as own from memberships m
    left join memberships o on o.org_id = m.org_id and o.user_id = ${otherId}
    where m.user_id = ${userId} order by m.org_id`);
  return rows.map((row) => ({ orgId: row.org_id, role: row.role, own: row.own }));
}

/** Whoever decides about roles in an organisation of the person waits until this transaction has ended. */
export async function lockOrganizationsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`
    select id from organizations where id in (select org_id from memberships where user_id = ${userId}) order by id for no key update`);
}

export async function countOwners(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query<{ owners: number }>(sql`
    select count(*) as owners from memberships where org_id = ${orgId} and role = 'owner'`);
  return row?.owners ?? 0;
}

/** Organisations that a person owns; whoever counts them for the same person waits until this transaction has ended. */
export async function countOwnedBehindLock(tx: Queryable, userId: string): Promise<number> {
  await tx.query(sql`select 1 from users where id = ${userId} for no key update`);
  const [row] = await tx.query<{ owned: number }>(sql`
    select count(*) as owned from memberships where user_id = ${userId} and role = 'owner'`);
  return row?.owned ?? 0;
}

/** False: the person is a member already; the role stays. */
export async function insertMembership(tx: Queryable, orgId: string, userId: string, role: Role): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into memberships (org_id, user_id, role) values (${orgId}, ${userId}, ${role}) on conflict do nothing returning user_id`);
  return rows.length > 0;
}

export async function updateRole(tx: Queryable, orgId: string, userId: string, role: Role): Promise<void> {
  await tx.query(sql`update memberships set role = ${role} where org_id = ${orgId} and user_id = ${userId}`);
}

export async function deleteMembership(tx: Queryable, orgId: string, userId: string): Promise<void> {
  await tx.query(sql`delete from memberships where org_id = ${orgId} and user_id = ${userId}`);
}

export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: Date;
  readonly lastSeenAt: Date | null;
}

/** `userId` null: all, the highest role first, then by name. */
export async function listMembers(db: Queryable, orgId: string, userId: string | null = null): Promise<MemberRow[]> {
  const rows = await db.query<{
    user_id: string;
    email: string;
    name: string;
    role: Role;
    created_at: Date;
    last_seen_at: Date | null;
  }>(sql`
    select m.user_id, u.email, u.name, m.role, m.created_at,
      (select max(s.last_seen_at) from sessions s where s.user_id = m.user_id) as last_seen_at
    from memberships m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and (${userId}::uuid is null or m.user_id = ${userId}::uuid)
    order by array_position(array['owner', 'admin', 'member'], m.role), lower(u.name), u.email`);
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    joinedAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Whether this address belongs to a member. */
export async function isMemberEmail(db: Queryable, orgId: string, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from memberships m join users u on u.id = m.user_id where m.org_id = ${orgId} and u.email = ${email}`);
  return rows.length > 0;
}
