import type { SignInMethod } from '#lib/access/sessions/literals';
import { IDLE_HOURS, MAX_DAYS } from '#lib/access/sessions/settings';
import { bankFound, FOUND_BANK, type FoundBankRow, joinBank } from '#lib/base/db/bank-state';
import { type Queryable, sql } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';
import type { BankState } from '#lib/base/scope';

/** An active session with its person and, if an organization is given, the person's role in it. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly method: string;
  /** last used more than a minute ago */
  readonly isStale: boolean;
  /**
   * the given organization, or the only one; null: unknown, suspended, not the person's, or one of
   * several
   */
  readonly membership: { readonly orgId: string; readonly role: Role } | null;
  /** none was given, and the person belongs to several */
  readonly isAmbiguous: boolean;
  readonly bank: BankState | null;
}

interface SessionLookupRow extends FoundBankRow {
  session_id: string;
  user_id: string;
  email: string;
  name: string;
  method: string;
  is_stale: boolean;
  org_id: string | null;
  role: Role | null;
  memberships: number | null;
}

/** The condition for an active session; `s` is the table's alias. */
export const IS_LIVING = `s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_HOURS} hours'`;

/** Session, person, membership and the bank of the path in one statement; never cached. */
const FIND_SESSION = `
  select s.id as session_id, s.user_id, s.method, u.email, u.name, s.last_seen_at < now() - interval '60 seconds' as is_stale,
    m.org_id, m.role, m.memberships, ${FOUND_BANK}
  from sessions s
  join users u on u.id = s.user_id
  left join lateral (
    select ms.org_id, ms.role, count(*) over () as memberships
    from memberships ms join organizations o on o.id = ms.org_id
    where ms.user_id = s.user_id and o.suspended_at is null and ($2::text is null or o.slug = $2) limit 1) m on true
  ${joinBank('c.org_id = m.org_id and c.id = $3 and m.memberships = 1')}
  where s.id = $1 and ${IS_LIVING}`;

export async function findSession(db: Queryable, id: string, slug: string | null, bankId: string | null): Promise<SessionRow | null> {
  const [row] = await db.query<SessionLookupRow>({ name: 'find_session', text: FIND_SESSION, values: [id, slug, bankId] });
  if (!row) return null;
  return {
    id: row.session_id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    method: row.method,
    isStale: row.is_stale,
    membership: row.org_id && row.role && row.memberships === 1 ? { orgId: row.org_id, role: row.role } : null,
    isAmbiguous: (row.memberships ?? 0) > 1,
    bank: await bankFound(db, row),
  };
}

/**
 * At most once a minute, for any number of calls or processes. A session that has ended is not
 * changed.
 */
export async function touchSession(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'touch_session',
    text: `update sessions set last_seen_at = now() where id = $1 and ended_at is null and last_seen_at < now() - interval '60 seconds'`,
    values: [id],
  });
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  readonly userAgent: string;
  readonly address: string;
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(sql`
    insert into sessions (id, user_id, method, user_agent, address, expires_at)
    values (${session.id}, ${session.userId}, ${session.method}, ${session.userAgent}, ${session.address},
      now() + make_interval(days => ${MAX_DAYS}))`);
}

/** Deletes rows of old sessions. */
export async function deleteOldSessions(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`
    delete from sessions where user_id = ${userId} and least(expires_at, coalesce(ended_at, expires_at)) < now() - interval '30 days'`);
}

export interface ListedSession {
  readonly id: string;
  readonly method: SignInMethod;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export async function listSessions(db: Queryable, userId: string): Promise<ListedSession[]> {
  const rows = await db.query<{
    id: string;
    method: SignInMethod;
    user_agent: string;
    address: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  }>(sql`
    select s.id, s.method, s.user_agent, s.address, s.created_at, s.last_seen_at, s.expires_at
    from sessions s where s.user_id = ${userId} and ${sql.raw(IS_LIVING)} order by s.last_seen_at desc, s.id desc`);
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }));
}

/** Returns null if it is not a session of this person. `wasLiving` false: it had already ended. */
export async function endSession(db: Queryable, userId: string, id: string): Promise<{ wasLiving: boolean } | null> {
  const [row] = await db.query<{ was_living: boolean }>(sql`
    with found as (select s.id, (${sql.raw(IS_LIVING)}) as was_living from sessions s where s.id = ${id} and s.user_id = ${userId} for update),
      ended as (update sessions set ended_at = now() where id in (select id from found) and ended_at is null)
    select was_living from found`);
  return row ? { wasLiving: row.was_living } : null;
}

/** Ends all active sessions except one; returns the number. */
export async function endSessions(db: Queryable, userId: string, exceptId: string | null): Promise<number> {
  const rows = await db.query(sql`
    update sessions s set ended_at = now()
    where s.user_id = ${userId} and s.id is distinct from ${exceptId}::uuid and ${sql.raw(IS_LIVING)} returning s.id`);
  return rows.length;
}

/** The person of a session, active or not. */
export async function findOwner(db: Queryable, id: string): Promise<{ userId: string; email: string } | null> {
  const [row] = await db.query<{ user_id: string; email: string }>(
    sql`select s.user_id, u.email from sessions s join users u on u.id = s.user_id where s.id = ${id}`,
  );
  return row ? { userId: row.user_id, email: row.email } : null;
}
