import { type Queryable, sql } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';

/** Memberships of people in organizations. */

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface OwnOrganization extends Organization {
  readonly role: Role;
}

export async function findOrganization(db: Queryable, orgId: string): Promise<Organization | null> {
  const [row] = await db.query<{ id: string; slug: string; name: string }>(
    sql`select id, slug, name from organizations where id = ${orgId}`,
  );
  return row ?? null;
}

/** Serializes decisions about roles of the organization. Returns null if it was deleted. */
export async function lockOrganization(tx: Queryable, orgId: string): Promise<Organization | null> {
  const [row] = await tx.query<{ id: string; slug: string; name: string }>(
    sql`select id, slug, name from organizations where id = ${orgId} for no key update`,
  );
  return row ?? null;
}

/** The organizations of a person, by name, without suspended ones. */
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

/**
 * Roles of a person in every organization, including suspended ones, each with the role of another
 * person there.
 */
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

/** Locks the roles in all organizations of the person until this transaction has ended. */
export async function lockOrganizationsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`
    select id from organizations where id in (select org_id from memberships where user_id = ${userId}) order by id for no key update`);
}

export async function countOwners(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query<{ owners: number }>(sql`
    select count(*) as owners from memberships where org_id = ${orgId} and role = 'owner'`);
  return row?.owners ?? 0;
}

/** Returns false if the person is already a member; the role is not changed. */
export async function insertMembership(tx: Queryable, orgId: string, userId: string, role: Role): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into memberships (org_id, user_id, role) values (${orgId}, ${userId}, ${role}) on conflict do nothing returning user_id`);
  return rows.length > 0;
}

/** Whether this address belongs to a member. */
export async function isMemberEmail(db: Queryable, orgId: string, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from memberships m join users u on u.id = m.user_id where m.org_id = ${orgId} and u.email = ${email}`);
  return rows.length > 0;
}
