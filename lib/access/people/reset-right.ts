import { rolesBeside } from '#lib/access/people/store-memberships';
import type { Queryable } from '#lib/base/db/db';
import type { Role } from '#lib/base/literals';
import { mayHandle } from '#lib/base/roles';

/** An organization in which the creator may not reset the person's password. */
export interface ResetHindrance {
  readonly orgId: string;
  /** null: the creator is not a member there */
  readonly own: Role | null;
  /** null: the person is not a member there */
  readonly role: Role | null;
}

/**
 * The visitor of a reset link becomes the person in every organization. So its creator must be
 * allowed to manage the person's role in each of them. They must also share the organization in
 * which the link is created. Returns null if the present roles allow it.
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
