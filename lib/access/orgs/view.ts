import type { DependentKey } from '#lib/access/keys/made-by';
import type { Member, MemberKey } from '#lib/access/orgs/contract';
import type { MemberRow } from '#lib/access/orgs/store';
import { formatTimestamp } from '#lib/base/contract/fields';

export const toMember = (row: MemberRow, selfId: string | null): Member => ({
  user_id: row.userId,
  email: row.email,
  name: row.name,
  role: row.role,
  is_self: row.userId === selfId,
  joined_at: formatTimestamp(row.joinedAt),
  last_seen_at: row.lastSeenAt && formatTimestamp(row.lastSeenAt),
});

export const toMemberKey = (key: DependentKey): MemberKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  status: key.status,
  last_used_at: key.lastUsedAt && formatTimestamp(key.lastUsedAt),
});
