import type { Member } from '#lib/access/orgs/contract';
import { ROLES, type Role } from '#lib/base/literals';
import { may, mayHandle, PERMISSIONS, type Permission } from '#lib/base/roles';

/** What the page can say before the service decides: the same table, the same order of questions. */

/** Why somebody cannot be acted on. */
export type MemberLock = 'notManager' | 'roles' | 'above' | 'lastOwner' | 'ownPassword';

export interface MemberLocks {
  readonly role: MemberLock | null;
  /** of oneself: leaving */
  readonly remove: MemberLock | null;
  readonly reset: MemberLock | null;
}

export const ownersOf = (members: readonly Pick<Member, 'role'>[]): number => members.filter(({ role }) => role === 'owner').length;

/** Who may change nothing but into the same role changes none. */
const changesRole = (own: Role, role: Role): boolean => ROLES.some((other) => other !== role && mayHandle(own, other));

/** `owners`: how many the organisation has. */
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

/** Permissions that people can have, in the order of the table. */
export const personalPermissions = (): readonly Permission[] => PERSONAL;

/** What somebody may as `to` and may not as `from`; everything of `to` when `from` is null. */
export const gainsOf = (from: Role | null, to: Role): Permission[] =>
  PERSONAL.filter((permission) => may(to, permission) && !(from && may(from, permission)));

/** Names of those who may do something, in the order of the list. */
export const namesOfWho = (members: readonly Pick<Member, 'role' | 'name'>[], permission: Permission): string[] =>
  members.filter(({ role }) => may(role, permission)).map(({ name }) => name);
