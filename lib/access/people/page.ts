import type { Me } from '#lib/access/people/contract';
import { personOf } from '#lib/access/people/person';
import { meOf } from '#lib/access/people/service';
import { readSession } from '#lib/access/sessions/service';
import type { SignInSettings } from '#lib/access/sessions/settings';
import type { Db } from '#lib/base/db/db';
import { NO_ORIGIN } from '#lib/base/scope';

/**
 * Returns the person who opens a page; null if nobody is signed in. Pages use it only for
 * navigation; their data comes from the API, which checks again.
 */
export async function meOfCookie(
  { db, signIn }: { readonly db: Db; readonly signIn: SignInSettings },
  cookieHeader: string | null,
): Promise<Omit<Me, 'version' | 'origin'> | null> {
  const session = await readSession(db, signIn, cookieHeader, null, null);
  return session && meOf(db, personOf(session, NO_ORIGIN));
}
