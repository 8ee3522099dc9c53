import type { Member } from '#lib/access/orgs/contract';
import { ROLES, type Role } from '#lib/base/literals';

/** Filters and sorts the members, which are loaded completely. */

export const MEMBER_SORTS = ['name', 'email', 'role', 'joined_at', 'last_seen_at'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
export type Order = 'asc' | 'desc';

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en');

export function matching(members: readonly Member[], { role, q }: { role: Role | null; q: string }): Member[] {
  const words = folded(q).split(/\s+/u).filter(Boolean);
  return members.filter((member) => {
    const text = folded(`${member.name} ${member.email}`);
    return (role === null || member.role === role) && words.every((word) => text.includes(word));
  });
}

const time = (at: string | null): number => (at === null ? 0 : Date.parse(at));
const COMPARE: Readonly<Record<MemberSort, (a: Member, b: Member) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  email: (a, b) => a.email.localeCompare(b.email, 'en'),
  role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.name.localeCompare(b.name, 'en'),
  joined_at: (a, b) => time(a.joined_at) - time(b.joined_at),
  last_seen_at: (a, b) => time(a.last_seen_at) - time(b.last_seen_at),
};

export function sorted(members: readonly Member[], by: MemberSort, order: Order): Member[] {
  const sign = order === 'asc' ? 1 : -1;
  return members.toSorted((a, b) => sign * COMPARE[by](a, b));
}

export const countsOf = (members: readonly Member[]): Record<Role, number> =>
  Object.fromEntries(ROLES.map((role) => [role, members.filter((member) => member.role === role).length])) as Record<Role, number>;
