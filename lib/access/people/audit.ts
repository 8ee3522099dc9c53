import { type AuditEntry, recordAudit } from '#lib/access/audit/service';
import { organizationsOf } from '#lib/access/people/memberships';
import type { Queryable } from '#lib/base/db/db';
import type { Origin } from '#lib/base/scope';

/**
 * Records an action that concerns a person, not one organization, in the log of each organization
 * of the person.
 */
export async function auditPerson(
  tx: Queryable,
  person: { readonly userId: string; readonly email: string },
  request: Origin,
  entry: AuditEntry,
  actor: { readonly userId: string | null; readonly label: string } = { userId: person.userId, label: person.email },
): Promise<void> {
  for (const { id } of await organizationsOf(tx, person.userId))
    await recordAudit(tx, { orgId: id, actor: { keyId: null, ...actor }, request }, entry);
}
