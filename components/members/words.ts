import { type MemberLock, namesOfWho } from '#components/members/rights';
import { listed } from '#components/strings/counted';
import { members as t } from '#components/strings/members';
import type { Member } from '#lib/access/orgs/contract';
import { type Permission, rolesWith } from '#lib/base/roles';

const MAX_NAMED = 3;

/** "Priya Raman, Hal Oduya, Ines Duarte and 2 more", or null if unknown. */
export function whoMay(members: readonly Pick<Member, 'role' | 'name'>[] | undefined, permission: Permission): string | null {
  const names = namesOfWho(members ?? [], permission);
  if (names.length === 0) return null;
  const rest = names.length - MAX_NAMED;
  return listed([...names.slice(0, MAX_NAMED), ...(rest > 0 ? [t.more(rest)] : [])]);
}

/** The reason of a locked control, or null. */
export function lockText(lock: MemberLock | null, members: readonly Member[] | undefined): string | null {
  switch (lock) {
    case null:
      return null;
    case 'notManager':
      return t.locks.onlyFor(rolesWith('member.manage'), whoMay(members, 'member.manage'));
    case 'roles':
      return t.locks.roles(rolesWith('admin.manage'), whoMay(members, 'admin.manage'));
    case 'above': {
      const who = whoMay(members, 'organization.manage');
      return who ? t.locks.above(who) : t.locks.aboveAlone;
    }
    case 'lastOwner':
      return t.locks.lastOwner;
    case 'ownPassword':
      return t.locks.ownPassword;
  }
}
