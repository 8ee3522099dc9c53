import { resetHindrance } from '#lib/access/people/reset-right';
import * as store from '#lib/access/people/store';
import { hashToken, newToken } from '#lib/access/people/token';
import type { Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';

/** Long enough for a weekend between the first start and the first owner. */
const SETUP_HOURS = 7 * 24;
const RESET_HOURS = 24;

export interface OneTimeLink {
  /** only its hash is stored */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Creates a link that makes its visitor the first owner of an organization; earlier links stop
 * working.
 */
export async function makeSetupLink(db: Queryable, orgId: string): Promise<OneTimeLink> {
  await store.dropSetupLinks(db, orgId);
  return makeLink(db, { kind: 'setup', userId: null, orgId, createdBy: null, hours: SETUP_HOURS });
}

/**
 * Creates a link with which its visitor chooses the person's password; earlier links stop working.
 * `by` null: the operator of the server.
 */
export async function makeResetLink(tx: Queryable, userId: string, by: { orgId: string; userId: string } | null): Promise<OneTimeLink> {
  await store.dropResetLinks(tx, userId);
  return makeLink(tx, { kind: 'reset', userId, orgId: by?.orgId ?? null, createdBy: by?.userId ?? null, hours: RESET_HOURS });
}

async function makeLink(db: Queryable, link: Omit<Parameters<typeof store.insertLink>[1], 'id' | 'tokenHash'>): Promise<OneTimeLink> {
  const token = newToken();
  return { token, expiresAt: await store.insertLink(db, { ...link, id: newId(), tokenHash: hashToken(token) }) };
}

export const dropLinksMadeBy = store.dropLinksMadeBy;

/** Throws `not_found` for an unknown link, `gone` for a used or expired one. */
export async function openLink(db: Queryable, kind: store.LinkKind, token: string): Promise<store.AccountLink> {
  const link = await store.findLink(db, kind, hashToken(token));
  if (!link) throw new ServiceError('not_found', 'Link not found');
  if (!link.isOpen) throw expiredLink();
  return link;
}

export const expiredLink = (): ServiceError => new ServiceError('gone', 'This link was already used or has expired. Ask for a new one.');

/**
 * A reset link is valid only while its creator is allowed to create it, with the present roles of
 * both. The operator's stays valid. Throws `gone`.
 */
export async function requireCreatorRights(db: Queryable, { orgId, createdBy, userId }: store.AccountLink): Promise<void> {
  if (orgId === null) return;
  if (createdBy === null || userId === null || (await resetHindrance(db, { orgId, userId: createdBy }, userId))) throw expiredLink();
}

/** Throws a 410 for all but one of concurrent requests with the link. */
export async function takeLink(tx: Queryable, linkId: string): Promise<void> {
  if (!(await store.takeLink(tx, linkId))) throw expiredLink();
}
