import { rolesBeside } from '#lib/access/people/store-memberships';
import type { Queryable } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';
import { mayHandle } from '#lib/base/roles';

/** Where somebody may not let a person choose a new password. */
export interface ResetHindrance {
  readonly orgId: string;
  /** null: the maker does not belong there */
  readonly own: Role | null;
  /** null: the person does not belong there */
  readonly role: Role | null;
}

/**
 * Whoever holds a reset link is the person in every organisation: whoever makes one must be able to act on the person's role in each of them
 * and share with the person the one the link is made in. null: nothing stands in the way as roles are now.
 */
export async function resetHindrance(
  db: Queryable,
  made: { readonly orgId: string; readonly userId: string },
  personId: string,
): Promise<ResetHindrance | null> {
  const roles = await rolesBeside(db, personId, made.userId);
  if (!roles.some(({ orgId }) => orgId === made.orgId)) return { orgId: made.orgId, own: null, role: null };
  return roles.find(({ own, role }) => own === null || !mayHandle(own, role)) ?? null;
}
