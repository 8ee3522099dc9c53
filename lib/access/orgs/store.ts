import type { Organization } from '#lib/access/people/memberships';
import { type Queryable, sql } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';

/**
 * Returns the organization's id; inserts the row if there is none with this slug. Two concurrent
 * starters get the same id.
 */
export async function upsertOrganization(db: Queryable, organization: { id: string; slug: string; name: string }): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into organizations (id, slug, name) values (${organization.id}, ${organization.slug}, ${organization.name})
    on conflict (slug) do update set slug = excluded.slug
    returning id`);
  if (!row) throw new Error('an organization was neither inserted nor found');
  return row.id;
}

/** Returns false if the slug is taken. */
export async function insertOrganization(db: Queryable, { id, slug, name }: Organization): Promise<boolean> {
  const rows = await db.query(sql`
    insert into organizations (id, slug, name) values (${id}, ${slug}, ${name}) on conflict (slug) do nothing returning id`);
  return rows.length > 0;
}

export async function idOfSlug(db: Queryable, slug: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`select id from organizations where slug = ${slug}`);
  return row?.id ?? null;
}

export async function renameOrganization(tx: Queryable, orgId: string, name: string): Promise<void> {
  await tx.query(sql`update organizations set name = ${name} where id = ${orgId}`);
}

export async function countHeld(tx: Queryable, orgId: string): Promise<{ banks: number; keys: number }> {
  const [row] = await tx.query<{ banks: number; keys: number }>(sql`
    select (select count(*) from bank_cells where org_id = ${orgId}) as banks,
      (select count(*) from api_keys where org_id = ${orgId} and revoked_at is null) as keys`);
  return { banks: row?.banks ?? 0, keys: row?.keys ?? 0 };
}

/** Deletes the organization with everything in it. */
export async function deleteOrganization(tx: Queryable, orgId: string): Promise<void> {
  await tx.query(sql`delete from organizations where id = ${orgId}`);
}

/**
 * The number of organizations that a person owns. Concurrent counts for the same person wait until
 * this transaction has ended.
 */
export async function countOwnedBehindLock(tx: Queryable, userId: string): Promise<number> {
  await tx.query(sql`select 1 from users where id = ${userId} for no key update`);
  const [row] = await tx.query<{ owned: number }>(sql`
    select count(*) as owned from memberships where user_id = ${userId} and role = 'owner'`);
  return row?.owned ?? 0;
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

/** `userId` null: all members, the highest role first, then by name. */
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
