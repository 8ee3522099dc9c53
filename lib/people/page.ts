import type { App } from '#lib/app';
import type { Me } from '#lib/people/contract';
import { personOf } from '#lib/people/person';
import { meOf } from '#lib/people/service';
import { NO_ORIGIN } from '#lib/scope';
import { readSession } from '#lib/sessions/service';

/** Who opens a page; null: nobody is signed in. Pages decide by it where to go; what they show comes over the API, which asks again. */
export async function meOfCookie({ db, signIn }: App, cookieHeader: string | null): Promise<Omit<Me, 'version' | 'origin'> | null> {
  const session = await readSession(db, signIn, cookieHeader, null, null);
  return session && meOf(db, personOf(session, NO_ORIGIN));
}
