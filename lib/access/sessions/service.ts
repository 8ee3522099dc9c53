import { sessionIdOf } from '#lib/access/sessions/cookie';
import type { SignInMethod } from '#lib/access/sessions/literals';
import type { SignInSettings } from '#lib/access/sessions/settings';
import * as store from '#lib/access/sessions/store';
import { findSession, type ListedSession, type SessionRow, touchSession } from '#lib/access/sessions/store';
import { afterwards } from '#lib/base/db/caller';
import type { Queryable } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { isUuid, newId } from '#lib/base/ids';

export type { ListedSession, SessionRow };

const MAX_USER_AGENT = 300;

/**
 * Opens a session for a person who has just proven their identity. Returns the session's id, which
 * may only be sent in the sealed cookie.
 */
export async function openSession(
  tx: Queryable,
  { userId, method, userAgent, address }: { userId: string; method: SignInMethod; userAgent: string | null; address: string | null },
): Promise<string> {
  const id = newId();
  await store.deleteOldSessions(tx, userId);
  await store.insertSession(tx, { id, userId, method, userAgent: (userAgent ?? '').slice(0, MAX_USER_AGENT), address: address ?? '' });
  return id;
}

export const listSessions = store.listSessions;
export const endSession = store.endSession;
export const endSessions = store.endSessions;
export const ownerOfSession = store.findOwner;

/**
 * Returns the active session of a cookie, with the membership in the organization `slug` and the
 * bank of the path. Sends one statement, or none for an invalid cookie. Returns null if nobody is
 * signed in.
 */
export async function readSession(
  db: Queryable,
  settings: SignInSettings,
  cookieHeader: string | null,
  slug: string | null,
  bankId: string | null,
): Promise<SessionRow | null> {
  const id = await sessionIdOf(settings, cookieHeader);
  return id === null ? null : findSession(db, id, slug, bankId);
}

/**
 * As `readSession`. Throws `unauthorized` without a valid cookie, `session_ended` if its session
 * has ended.
 */
export async function verifySession(
  db: Queryable,
  settings: SignInSettings,
  cookieHeader: string | null,
  slug: string | null,
  bankId: string | null,
): Promise<SessionRow> {
  const id = await sessionIdOf(settings, cookieHeader);
  if (id === null) throw new ServiceError('unauthorized', settings.offBecause ?? 'Sign in first');
  const found = await findSession(db, id, slug, bankId);
  if (!found) throw new ServiceError('session_ended', 'The session has ended; sign in again');
  return found;
}

/** `failed` is called if the write fails; the request is not affected. */
export function noteSessionUse(db: Queryable, session: SessionRow, failed: (error: unknown) => void): void {
  if (session.isStale) afterwards(() => touchSession(db, session.id), failed);
}

export const isLivingSession = async (db: Queryable, id: string): Promise<boolean> =>
  isUuid(id) && (await findSession(db, id, null, null)) !== null;
