import type { Member } from '#lib/access/orgs/contract';
import { ROLES, type Role } from '#lib/base/literals';
import { may, mayHandle, PERMISSIONS, type Permission } from '#lib/base/roles';

/** Predicts the decisions of the server with the same table and in the same order. */

/** Why an action on a member is locked. */
export type MemberLock = 'notManager' | 'roles' | 'above' | 'lastOwner' | 'ownPassword';

export interface MemberLocks {
  readonly role: MemberLock | null;
  /** For the user's own membership: leaving. */
  readonly remove: MemberLock | null;
  readonly reset: MemberLock | null;
}

export const ownersOf = (members: readonly Pick<Member, 'role'>[]): number => members.filter(({ role }) => role === 'owner').length;

/** A role that could only assign the current role can change no roles. */
const changesRole = (own: Role, role: Role): boolean => ROLES.some((other) => other !== role && mayHandle(own, other));

/** `owners`: the number of Owners in the organization. */
export function locksOf(own: Role, { role, is_self }: Pick<Member, 'role' | 'is_self'>, owners: number): MemberLocks {
  const isLastOwner = role === 'owner' && owners < 2;
  const manages = may(own, 'member.manage');
  const acting = manages ? (mayHandle(own, role) ? null : 'above') : 'notManager';
  const staying = isLastOwner ? 'lastOwner' : null;
  return {
    role: acting === 'above' ? acting : changesRole(own, role) ? staying : 'roles',
    remove: is_self ? staying : (acting ?? staying),
    reset: is_self ? 'ownPassword' : acting,
  };
}

const PERSONAL: readonly Permission[] = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) =>
  (['owner', 'admin', 'member'] as const).some((role) => may(role, permission)),
);

/** Permissions of people, in table order. */
export const personalPermissions = (): readonly Permission[] => PERSONAL;

/** Permissions that `to` has and `from` does not. All of `to` if `from` is null. */
export const gainsOf = (from: Role | null, to: Role): Permission[] =>
  PERSONAL.filter((permission) => may(to, permission) && !(from && may(from, permission)));

/** Names of the members with a permission, in list order. */
export const namesOfWho = (members: readonly Pick<Member, 'role' | 'name'>[], permission: Permission): string[] =>
  members.filter(({ role }) => may(role, permission)).map(({ name }) => name);
