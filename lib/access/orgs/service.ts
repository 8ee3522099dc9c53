import { recordAudit } from '#lib/access/audit/service';
import { revokeGrantsOf } from '#lib/access/keys/granted';
import { keysMadeBy } from '#lib/access/keys/made-by';
import { MAX_OWNED, type Member, type MemberKey } from '#lib/access/orgs/contract';
import { slugOf } from '#lib/access/orgs/slug';
import * as store from '#lib/access/orgs/store';
import { toMember, toMemberKey } from '#lib/access/orgs/view';
import { cancelInvitationsBy } from '#lib/access/people/invitations/withdraw';
import { dropLinksMadeBy, makeResetLink } from '#lib/access/people/links';
import * as memberships from '#lib/access/people/memberships';
import { resetHindrance } from '#lib/access/people/reset-right';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { invalid, ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { Role } from '#lib/base/literals';
import { softDeleteBanks } from '#lib/base/purge/purge';
import { may, mayHandle, type Permission, refusalWords } from '#lib/base/roles';
import type { OrgScope, PersonScope } from '#lib/base/scope';

export const DEFAULT_SLUG = 'default';

/** Creates the organization that every database has, if it is missing. Returns its id. */
export const ensureDefaultOrganization = (db: Queryable): Promise<string> =>
  store.upsertOrganization(db, { id: newId(), slug: DEFAULT_SLUG, name: 'Default' });

const notFound = (): ServiceError => new ServiceError('not_found', 'Member not found');
const forbidden = (own: Role, permission: Permission): ServiceError => new ServiceError('forbidden', refusalWords(own, permission));
const tooLow = (detail: string): ServiceError => new ServiceError('role_too_low', detail);

/** The acting person. Only members have access to the operations of this file. */
const selfOf = (scope: OrgScope): string => {
  if (!scope.actor.userId) throw new ServiceError('forbidden', 'Forbidden');
  return scope.actor.userId;
};

const MAX_TRIES = 5;

/** The slug of the name, with a suffix if it is taken. */
async function insertUnderFreeSlug(tx: Tx, name: string): Promise<memberships.Organization> {
  const slug = slugOf(name);
  for (let i = 0; i < MAX_TRIES; i++) {
    const organization = { id: newId(), slug: i === 0 ? slug : `${slug}-${crypto.randomUUID().slice(0, 6)}`, name };
    if (await store.insertOrganization(tx, organization)) return organization;
  }
  throw new Error('no free slug was found');
}

/** Throws `conflict` if the person owns the maximum number of organizations. */
export function createOrganization(db: Db, person: PersonScope, name: string): Promise<memberships.OwnOrganization> {
  return db.transaction(async (tx) => {
    // A concurrent creation waits here for the first, so that the limit is reliable.
    if ((await store.countOwnedBehindLock(tx, person.userId)) >= MAX_OWNED)
      throw new ServiceError('conflict', `You own ${MAX_OWNED} organizations, the maximum for one person: delete one first`);
    const organization = await insertUnderFreeSlug(tx, name);
    await memberships.insertMembership(tx, organization.id, person.userId, 'owner');
    await recordAudit(
      tx,
      { orgId: organization.id, actor: { keyId: null, userId: person.userId, label: person.email }, request: person.request },
      { action: 'organization.create', target: { kind: 'organization', id: organization.id, label: name }, after: { name } },
    );
    return { ...organization, role: 'owner' };
  });
}

/**
 * Locks the organization and reads the role of the acting person again: of two people who act on
 * each other, the second acts with the role that the first has left them. Throws `not_a_member` or
 * `forbidden`.
 */
async function actingRole(tx: Tx, scope: OrgScope): Promise<Role> {
  const organization = await memberships.lockOrganization(tx, scope.orgId);
  const role = organization && (await memberships.findRole(tx, scope.orgId, selfOf(scope)));
  if (!role) throw new ServiceError('not_a_member', 'You are not a member of this organization');
  return role;
}

export function renameOrganization(db: Db, scope: OrgScope, name: string): Promise<memberships.OwnOrganization> {
  return db.transaction(async (tx) => {
    const role = await actingRole(tx, scope);
    if (!may(role, 'organization.manage')) throw forbidden(role, 'organization.manage');
    const before = await memberships.findOrganization(tx, scope.orgId);
    if (!before) throw notFound();
    if (before.name !== name) {
      await store.renameOrganization(tx, scope.orgId, name);
      await recordAudit(tx, scope, {
        action: 'organization.rename',
        target: { kind: 'organization', id: scope.orgId, label: name },
        before: { name: before.name },
        after: { name },
      });
    }
    return { ...before, name, role };
  });
}

const DELETE_TIMEOUT_MS = 10 * 60_000;

/**
 * Records the deletion and its actor in the log of the operator's organization, because the deleted
 * one's log is deleted too.
 */
async function noteDeletion(tx: Tx, scope: OrgScope, name: string, held: { banks: number; keys: number }): Promise<void> {
  const orgId = await store.idOfSlug(tx, DEFAULT_SLUG);
  if (orgId)
    await recordAudit(
      tx,
      { ...scope, orgId },
      { action: 'organization.delete', target: { kind: 'organization', id: scope.orgId, label: name }, before: held },
    );
}

/** `typed`: the name as the person has typed it. The log of the organization is deleted too. */
export function deleteOrganization(db: Db, scope: OrgScope, typed: string): Promise<{ banks: number; keys: number }> {
  return db.transaction(
    async (tx) => {
      const role = await actingRole(tx, scope);
      if (!may(role, 'organization.manage')) throw forbidden(role, 'organization.manage');
      const organization = await memberships.findOrganization(tx, scope.orgId);
      if (!organization) throw notFound();
      if (organization.slug === DEFAULT_SLUG)
        throw new ServiceError('conflict', 'The organization `default` cannot be deleted: the service itself needs it');
      if (organization.name !== typed) throw invalid(['query', 'name'], 'must be the name of the organization', typed);
      const held = await store.countHeld(tx, scope.orgId);
      await softDeleteBanks(tx, scope.orgId);
      await store.deleteOrganization(tx, scope.orgId);
      await noteDeletion(tx, scope, organization.name, held);
      return held;
    },
    { statementTimeoutMs: DELETE_TIMEOUT_MS },
  );
}

export const listMembers = async (db: Db, scope: OrgScope): Promise<Member[]> =>
  (await store.listMembers(db, scope.orgId)).map((row) => toMember(row, scope.actor.userId ?? null));

/**
 * Throws `not_found`, with the same message for a missing person and for a member of another
 * organization.
 */
export async function memberOf(db: Queryable, scope: OrgScope, userId: string): Promise<store.MemberRow> {
  const [row] = await store.listMembers(db, scope.orgId, userId);
  if (!row) throw notFound();
  return row;
}

export async function listMemberKeys(db: Db, scope: OrgScope, userId: string): Promise<MemberKey[]> {
  await memberOf(db, scope, userId);
  return (await keysMadeBy(db, scope.orgId, userId)).map(toMemberKey);
}

const requireAnotherOwner = async (tx: Tx, scope: OrgScope): Promise<void> => {
  if ((await memberships.countOwners(tx, scope.orgId)) < 2)
    throw new ServiceError('last_owner', 'An organization needs an Owner: make another member Owner first');
};

const ROLE_WORDS: Readonly<Record<Role, string>> = { owner: 'an Owner', admin: 'an Admin', member: 'a Member' };

const requireHandling = (own: Role, role: Role): void => {
  if (!mayHandle(own, role)) throw tooLow(`As ${ROLE_WORDS[own]} you cannot act on ${ROLE_WORDS[role]}`);
};

/**
 * Revokes invitations and links of a member who may not create them any more with the new role.
 * `role` null: the membership ends, and with it the access of the applications they connected.
 */
async function withdraw(tx: Tx, scope: OrgScope, userId: string, role: Role | null): Promise<void> {
  if (role === null) await revokeGrantsOf(tx, scope, userId);
  if (role === null || !may(role, 'member.manage')) await dropLinksMadeBy(tx, scope.orgId, userId);
  await cancelInvitationsBy(tx, scope, userId, role);
}

/** Granting and revoking a role both need the permission for it. */
export function setRole(db: Db, scope: OrgScope, userId: string, role: Role): Promise<Member> {
  return db.transaction(async (tx) => {
    const own = await actingRole(tx, scope);
    if (!may(own, 'member.manage')) throw forbidden(own, 'member.manage');
    const before = await memberOf(tx, scope, userId);
    requireHandling(own, before.role);
    if (!mayHandle(own, role)) throw tooLow(`Only an Owner makes somebody ${ROLE_WORDS[role]}`);
    if (before.role === role) return toMember(before, selfOf(scope));
    if (before.role === 'owner') await requireAnotherOwner(tx, scope);
    await store.updateRole(tx, scope.orgId, userId, role);
    await withdraw(tx, scope, userId, role);
    await recordAudit(tx, scope, {
      action: 'member.role',
      target: { kind: 'user', id: userId, label: before.email },
      before: { role: before.role },
      after: { role },
    });
    return toMember({ ...before, role }, selfOf(scope));
  });
}

/**
 * Keys that the person created stay: they belong to the organization. Those of applications that
 * they connected are revoked.
 */
export function removeMember(db: Db, scope: OrgScope, userId: string): Promise<Member> {
  return db.transaction(async (tx) => {
    const own = await actingRole(tx, scope);
    if (!may(own, 'member.manage')) throw forbidden(own, 'member.manage');
    const before = await memberOf(tx, scope, userId);
    requireHandling(own, before.role);
    if (before.role === 'owner') await requireAnotherOwner(tx, scope);
    await store.deleteMembership(tx, scope.orgId, userId);
    await withdraw(tx, scope, userId, null);
    await recordAudit(tx, scope, {
      action: 'member.remove',
      target: { kind: 'user', id: userId, label: before.email },
      before: { role: before.role },
    });
    return toMember(before, selfOf(scope));
  });
}

export function leaveOrganization(db: Db, scope: OrgScope): Promise<void> {
  return db.transaction(async (tx) => {
    const own = await actingRole(tx, scope);
    const userId = selfOf(scope);
    if (own === 'owner') await requireAnotherOwner(tx, scope);
    await store.deleteMembership(tx, scope.orgId, userId);
    await withdraw(tx, scope, userId, null);
    await recordAudit(tx, scope, {
      action: 'member.leave',
      target: { kind: 'user', id: userId, label: scope.actor.label },
      before: { role: own },
    });
  });
}

/**
 * Creates a link with which a member chooses a new password. Owners can create it for anybody,
 * admins for members, by the role in every organization of the member. The same is checked again
 * when it is used.
 */
export function createResetLink(db: Db, scope: OrgScope, userId: string): Promise<{ token: string; email: string; expiresAt: Date }> {
  return db.transaction(async (tx) => {
    const own = await actingRole(tx, scope);
    if (!may(own, 'member.manage')) throw forbidden(own, 'member.manage');
    const self = selfOf(scope);
    const target = await memberOf(tx, scope, userId);
    if (userId === self) throw new ServiceError('conflict', 'Change your own password in your account settings');
    requireHandling(own, target.role);
    const by = { orgId: scope.orgId, userId: self };
    if (await resetHindrance(tx, by, userId))
      throw tooLow(
        'This person belongs to another organization in which you may not reset their password. Ask the operator of the server for a link, made with: npm run reset',
      );
    const { token, expiresAt } = await makeResetLink(tx, userId, by);
    await recordAudit(tx, scope, { action: 'member.reset_link', target: { kind: 'user', id: userId, label: target.email } });
    return { token, email: target.email, expiresAt };
  });
}
