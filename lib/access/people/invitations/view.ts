import type { Invitation } from '#lib/access/people/invitations/contract';
import type { InvitationRow } from '#lib/access/people/invitations/store';
import { formatTimestamp } from '#lib/base/contract/fields';

export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.status,
  invited_by: row.invitedBy,
  created_at: formatTimestamp(row.createdAt),
  expires_at: formatTimestamp(row.expiresAt),
  accepted_at: row.acceptedAt && formatTimestamp(row.acceptedAt),
  cancelled_at: row.cancelledAt && formatTimestamp(row.cancelledAt),
});
