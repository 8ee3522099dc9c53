import type { InvitationStatus, InvitedRole } from '#lib/access/people/literals';
import { array, type Queryable, sql } from '#lib/base/db/db';

export interface InvitationRow {
  readonly id: string;
  readonly orgId: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly status: InvitationStatus;
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly cancelledAt: Date | null;
}

interface InvitationLookupRow extends Record<string, unknown> {
  id: string;
  org_id: string;
  email: string;
  role: InvitedRole;
  status: InvitationStatus;
  inviter: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  cancelled_at: Date | null;
}

const toRow = (row: InvitationLookupRow): InvitationRow => ({
  id: row.id,
  orgId: row.org_id,
  email: row.email,
  role: row.role,
  status: row.status,
  invitedBy: row.inviter,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
  cancelledAt: row.cancelled_at,
});

const STATUS = sql`case when i.accepted_at is not null then 'accepted' when i.cancelled_at is not null then 'cancelled'
  when i.expires_at <= now() then 'expired' else 'open' end`;
const INVITATION = sql`i.id, i.org_id, i.email, i.role, ${STATUS} as status, u.email as inviter, i.created_at, i.expires_at, i.accepted_at,
  i.cancelled_at`;
const IS_OPEN = sql`accepted_at is null and cancelled_at is null and expires_at > now()`;

export async function listInvitations(db: Queryable, orgId: string, statuses: readonly InvitationStatus[], limit: number) {
  const rows = await db.query<InvitationLookupRow>(sql`
    select ${INVITATION} from invitations i left join users u on u.id = i.invited_by
    where i.org_id = ${orgId} and ${STATUS} = any(${array(statuses, 'text[]')})
    order by i.created_at desc, i.id desc limit ${limit}`);
  return rows.map(toRow);
}

export async function findInvitation(db: Queryable, orgId: string, id: string): Promise<InvitationRow | null> {
  const [row] = await db.query<InvitationLookupRow>(sql`
    select ${INVITATION} from invitations i left join users u on u.id = i.invited_by where i.org_id = ${orgId} and i.id = ${id}`);
  return row ? toRow(row) : null;
}

/** Returns an invitation of an organization that is not suspended. */
export async function findInvitationByToken(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(InvitationRow & { readonly slug: string; readonly organization: string }) | null> {
  const [row] = await db.query<InvitationLookupRow & { slug: string; organization: string }>(sql`
    select ${INVITATION}, o.slug, o.name as organization
    from invitations i join organizations o on o.id = i.org_id and o.suspended_at is null left join users u on u.id = i.invited_by
    where i.token_hash = ${tokenHash}`);
  return row ? { ...toRow(row), slug: row.slug, organization: row.organization } : null;
}

/**
 * Returns the invitation of a link that this person accepted, if they are still a member of its
 * organization.
 */
export async function findAcceptedInvitation(
  db: Queryable,
  tokenHash: Buffer,
  userId: string,
): Promise<(InvitationRow & { readonly slug: string; readonly organization: string }) | null> {
  const [row] = await db.query<InvitationLookupRow & { slug: string; organization: string }>(sql`
    select ${INVITATION}, o.slug, o.name as organization
    from invitations i join organizations o on o.id = i.org_id and o.suspended_at is null
      join memberships m on m.org_id = i.org_id and m.user_id = i.accepted_by
      left join users u on u.id = i.invited_by
    where i.token_hash = ${tokenHash} and i.accepted_by = ${userId}`);
  return row ? { ...toRow(row), slug: row.slug, organization: row.organization } : null;
}

/** Open invitations for a verified address, in organizations that are not suspended. */
export async function findOpenInvitations(db: Queryable, email: string): Promise<InvitationRow[]> {
  const rows = await db.query<InvitationLookupRow>(sql`
    select ${INVITATION} from invitations i join organizations o on o.id = i.org_id and o.suspended_at is null
    left join users u on u.id = i.invited_by
    where i.email = ${email} and ${STATUS} = 'open' order by i.created_at`);
  return rows.map(toRow);
}

export async function countOpen(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(sql`select count(*) as open from invitations where org_id = ${orgId} and ${IS_OPEN}`);
  return row?.open ?? 0;
}

export interface NewInvitation {
  readonly id: string;
  readonly orgId: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly tokenHash: Buffer;
  readonly invitedBy: string;
  readonly days: number;
}

export async function insertInvitation(tx: Queryable, invitation: NewInvitation): Promise<void> {
  await tx.query(sql`
    insert into invitations (id, org_id, email, role, token_hash, invited_by, expires_at)
    values (${invitation.id}, ${invitation.orgId}, ${invitation.email}, ${invitation.role}, ${invitation.tokenHash}, ${invitation.invitedBy},
      now() + make_interval(days => ${invitation.days}))`);
}

/** The fields of an invitation that its withdrawal entry contains. */
export interface WithdrawnInvitation extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly role: InvitedRole;
  /** its link still worked */
  readonly was_open: boolean;
}

/**
 * Cancels all invitations of this address that were neither accepted nor canceled, expired or not.
 */
export const cancelForEmail = (tx: Queryable, orgId: string, email: string): Promise<WithdrawnInvitation[]> =>
  tx.query<WithdrawnInvitation>(sql`
    update invitations set cancelled_at = now()
    where org_id = ${orgId} and email = ${email} and accepted_at is null and cancelled_at is null returning id, email, role, expires_at > now() as was_open`);

/** Returns false if it was accepted or canceled meanwhile. */
export async function cancelInvitation(tx: Queryable, orgId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update invitations set cancelled_at = now()
    where org_id = ${orgId} and id = ${id} and accepted_at is null and cancelled_at is null returning id`);
  return rows.length > 0;
}

/** Cancels open invitations that a person sent for these roles. */
export const cancelBy = (tx: Queryable, orgId: string, invitedBy: string, roles: readonly InvitedRole[]): Promise<WithdrawnInvitation[]> =>
  tx.query<WithdrawnInvitation>(sql`
    update invitations set cancelled_at = now()
    where org_id = ${orgId} and invited_by = ${invitedBy} and role = any(${array(roles, 'text[]')}) and ${IS_OPEN} returning id, email, role, true as was_open`);

/** Of concurrent requests with the same invitation, one gets true. */
export async function takeInvitation(tx: Queryable, id: string, userId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update invitations set accepted_at = now(), accepted_by = ${userId} where id = ${id} and ${IS_OPEN} returning id`);
  return rows.length > 0;
}
