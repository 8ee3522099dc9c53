import { recordAudit } from '#lib/access/audit/service';
import * as store from '#lib/access/people/invitations/store';
import { INVITED_ROLES } from '#lib/access/people/literals';
import type { Queryable } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';
import { mayHandle } from '#lib/base/roles';
import type { OrgScope } from '#lib/base/scope';

/**
 * Writes an audit entry for an invitation whose link stops working, for any reason. `because` is
 * the reason if nobody canceled it by hand.
 */
export async function recordWithdrawal(
  tx: Queryable,
  scope: OrgScope,
  { id, email, role }: Pick<store.WithdrawnInvitation, 'id' | 'email' | 'role'>,
  because?: 'new link' | 'role of inviter',
): Promise<void> {
  await recordAudit(tx, scope, {
    action: 'member.invite_cancel',
    target: { kind: 'invitation', id, label: email },
    before: { role },
    ...(because && { after: { by: because } }),
  });
}

/**
 * Cancels open invitations of a person whose role is now `role` (null: none any more) and who could
 * not send them any more.
 */
export async function cancelInvitationsBy(tx: Queryable, scope: OrgScope, userId: string, role: Role | null): Promise<void> {
  const beyond = INVITED_ROLES.filter((invited) => role === null || !mayHandle(role, invited));
  if (beyond.length === 0) return;
  for (const withdrawn of await store.cancelBy(tx, scope.orgId, userId, beyond))
    await recordWithdrawal(tx, scope, withdrawn, 'role of inviter');
}
