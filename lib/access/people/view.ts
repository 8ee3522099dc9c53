import type { Session } from '#lib/access/people/contract';
import type { ListedSession } from '#lib/access/sessions/service';
import { formatTimestamp } from '#lib/base/contract/fields';

export const toSession = (row: ListedSession, currentId: string): Session => ({
  id: row.id,
  is_current: row.id === currentId,
  method: row.method,
  user_agent: row.userAgent,
  address: row.address,
  created_at: formatTimestamp(row.createdAt),
  last_seen_at: formatTimestamp(row.lastSeenAt),
  expires_at: formatTimestamp(row.expiresAt),
});
