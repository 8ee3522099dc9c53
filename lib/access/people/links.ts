import { resetHindrance } from '#lib/access/people/reset-right';
import * as store from '#lib/access/people/store';
import { hashToken, newToken } from '#lib/access/people/token';
import type { Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';

/** Long enough for a weekend between the first start and the first Owner. */
const SETUP_HOURS = 7 * 24;
const RESET_HOURS = 24;

export interface MadeLink {
  /** only its hash is stored */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Lets whoever holds it become the first Owner of an organisation; links made before stop working. */
export async function makeSetupLink(db: Queryable, orgId: string): Promise<MadeLink> {
  await store.dropSetupLinks(db, orgId);
  const token = newToken();
  const expiresAt = await store.insertLink(db, {
    id: newId(),
    kind: 'setup',
    tokenHash: hashToken(token),
    userId: null,
    orgId,
    createdBy: null,
    hours: SETUP_HOURS,
  });
  return { token, expiresAt };
}

/** Lets whoever holds it choose the person's password; links made before stop working. `by` null: the operator of the server. */
export async function makeResetLink(tx: Queryable, userId: string, by: { orgId: string; userId: string } | null): Promise<MadeLink> {
  await store.dropResetLinks(tx, userId);
  const token = newToken();
  const expiresAt = await store.insertLink(tx, {
    id: newId(),
    kind: 'reset',
    tokenHash: hashToken(token),
    userId,
    orgId: by?.orgId ?? null,
    createdBy: by?.userId ?? null,
    hours: RESET_HOURS,
  });
  return { token, expiresAt };
}

export const dropLinksMadeBy = store.dropLinksMadeBy;

/** Throws `not_found` where there is no such link, `gone` where it was used or is too old. */
export async function openLink(db: Queryable, kind: store.LinkKind, token: string): Promise<store.AccountLink> {
  const link = await store.findLink(db, kind, hashToken(token));
  if (!link) throw new ServiceError('not_found', 'There is no such link');
  if (!link.isOpen) throw expiredLink();
  return link;
}

export const expiredLink = (): ServiceError => new ServiceError('gone', 'This link was used already or is too old');

/**
 * A reset link is as good as the right to make it: of somebody who could not make it now, as both have become meanwhile, it is over. The
 * operator's stays. Throws `gone`.
 */
export async function requireCreatorRights(db: Queryable, { orgId, createdBy, userId }: store.AccountLink): Promise<void> {
  if (orgId === null) return;
  if (createdBy === null || userId === null || (await resetHindrance(db, { orgId, userId: createdBy }, userId))) throw expiredLink();
}

/** Throws `gone` for all but one of those who come with the link at once. */
export async function takeLink(tx: Queryable, linkId: string): Promise<void> {
  if (!(await store.takeLink(tx, linkId))) throw expiredLink();
}
