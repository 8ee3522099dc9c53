import { formatTimestamp } from '#lib/http/fields';
import type { Invitation } from '#lib/invitations/contract';
import type { InvitationRow } from '#lib/invitations/store';

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
