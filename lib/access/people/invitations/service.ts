import { recordAudit } from '#lib/access/audit/service';
import { normalizeEmail } from '#lib/access/people/email';
import { type Invitation, MAX_OPEN_INVITATIONS } from '#lib/access/people/invitations/contract';
import * as store from '#lib/access/people/invitations/store';
import { toInvitation } from '#lib/access/people/invitations/view';
import { recordWithdrawal } from '#lib/access/people/invitations/withdraw';
import type { InvitationStatus, InvitedRole } from '#lib/access/people/literals';
import { findRole, insertMembership, isMemberEmail, lockOrganization, type OwnOrganization } from '#lib/access/people/memberships';
import { hashToken, newToken } from '#lib/access/people/token';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { Role } from '#lib/base/literals';
import { may, mayHandle, refusalWords } from '#lib/base/roles';
import type { OrgScope, Origin } from '#lib/base/scope';

const DAYS = 7;

const endedInvitation = (): ServiceError =>
  new ServiceError('gone', 'This invitation was accepted, canceled or has expired. Ask for a new one.');
const notFound = (): ServiceError => new ServiceError('not_found', 'Invitation not found');

export const listInvitations = async (db: Db, scope: OrgScope, statuses: readonly InvitationStatus[] = ['open']): Promise<Invitation[]> =>
  (await store.listInvitations(db, scope.orgId, statuses, MAX_OPEN_INVITATIONS)).map(toInvitation);

async function invitationOf(db: Queryable, scope: OrgScope, id: string): Promise<store.InvitationRow> {
  const found = await store.findInvitation(db, scope.orgId, id);
  if (!found) throw notFound();
  return found;
}

const requireHandling = (own: Role, invited: InvitedRole): void => {
  if (!mayHandle(own, invited)) throw new ServiceError('role_too_low', 'Only an Owner can invite an Admin or cancel such an invitation');
};

/**
 * Returns the actor, checked under the lock of the organization with the present role: a person
 * with a lowered role can no longer invite with the old one.
 */
async function actorBehindLock(tx: Tx, scope: OrgScope, invited: InvitedRole): Promise<{ userId: string; role: Role }> {
  const { userId } = scope.actor;
  const role = userId && (await lockOrganization(tx, scope.orgId)) && (await findRole(tx, scope.orgId, userId));
  if (!userId || !role) throw new ServiceError('not_a_member', 'You are not a member of this organization');
  if (!may(role, 'member.manage')) throw new ServiceError('forbidden', refusalWords(role, 'member.manage'));
  requireHandling(role, invited);
  return { userId, role };
}

/**
 * Withdraws the open invitations for this address, with audit entries. A person can only withdraw
 * invitations that they could cancel.
 */
async function withdrawFormer(tx: Tx, scope: OrgScope, own: Role, email: string): Promise<void> {
  for (const former of await store.cancelForEmail(tx, scope.orgId, email)) {
    if (former.was_open) requireHandling(own, former.role);
    await recordWithdrawal(tx, scope, former, 'new link');
  }
}

/** Only this result contains the token; an open invitation of the same address stops working. */
export function createInvitation(
  db: Db,
  scope: OrgScope,
  wanted: { email: string; role: InvitedRole },
): Promise<Invitation & { token: string }> {
  const email = normalizeEmail(wanted.email);
  const { role } = wanted;
  const token = newToken();
  return db.transaction(async (tx) => {
    const { userId: invitedBy, role: own } = await actorBehindLock(tx, scope, role);
    if (await isMemberEmail(tx, scope.orgId, email)) throw new ServiceError('conflict', 'This person is already a member');
    await withdrawFormer(tx, scope, own, email);
    if ((await store.countOpen(tx, scope.orgId)) >= MAX_OPEN_INVITATIONS)
      throw new ServiceError('conflict', `There are ${MAX_OPEN_INVITATIONS} open invitations; cancel some first`);
    const id = newId();
    await store.insertInvitation(tx, { id, orgId: scope.orgId, email, role, tokenHash: hashToken(token), invitedBy, days: DAYS });
    await recordAudit(tx, scope, { action: 'member.invite', target: { kind: 'invitation', id, label: email }, after: { role } });
    return { ...toInvitation(await invitationOf(tx, scope, id)), token };
  });
}

/** A canceled invitation returns the same answer, without a second audit entry. */
export function cancelInvitation(db: Db, scope: OrgScope, id: string): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const found = await invitationOf(tx, scope, id);
    await actorBehindLock(tx, scope, found.role);
    if (await store.cancelInvitation(tx, scope.orgId, id)) await recordWithdrawal(tx, scope, { id, email: found.email, role: found.role });
    const after = await invitationOf(tx, scope, id);
    if (after.status === 'accepted') throw new ServiceError('conflict', 'The invitation was already accepted: remove the member instead');
    return toInvitation(after);
  });
}

export type OfferedInvitation = NonNullable<Awaited<ReturnType<typeof store.findInvitationByToken>>>;

/**
 * Returns the open invitation of a link. Throws `not_found` for an unknown link and `gone` for one
 * that has ended. For a person signed in with another address (`email`; null: not signed in) the
 * error is that of an unknown link.
 */
export async function invitationByToken(db: Queryable, token: string, email: string | null): Promise<OfferedInvitation> {
  const found = await store.findInvitationByToken(db, hashToken(token));
  if (!found) throw notFound();
  if (found.status !== 'open') throw endedInvitation();
  if (email !== null && email !== found.email) throw notFound();
  return found;
}

/** The invitation of a link through which this person is a member; null for any other link. */
export const acceptedInvitation = (db: Queryable, token: string, userId: string): Promise<OfferedInvitation | null> =>
  store.findAcceptedInvitation(db, hashToken(token), userId);

/**
 * Makes the person who has proven to own the invited address a member. Throws `gone` for all but
 * one of concurrent requests.
 */
export async function acceptInvitation(
  tx: Tx,
  invitation: Pick<store.InvitationRow, 'id' | 'orgId' | 'role'>,
  person: { readonly userId: string; readonly email: string },
  request: Origin,
): Promise<Role> {
  if (!(await store.takeInvitation(tx, invitation.id, person.userId))) throw endedInvitation();
  await insertMembership(tx, invitation.orgId, person.userId, invitation.role);
  const role = (await findRole(tx, invitation.orgId, person.userId)) ?? invitation.role;
  await recordAudit(
    tx,
    { orgId: invitation.orgId, actor: { keyId: null, userId: person.userId, label: person.email }, request },
    { action: 'member.join', target: { kind: 'user', id: person.userId, label: person.email }, after: { role } },
  );
  return role;
}

/** Open invitations of an address that a provider has verified. */
export const openInvitationsOf = store.findOpenInvitations;

export const organizationOf = (invitation: OfferedInvitation, role: Role): OwnOrganization => ({
  id: invitation.orgId,
  slug: invitation.slug,
  name: invitation.organization,
  role,
});
