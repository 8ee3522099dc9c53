import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ConsoleFrame } from '#components/shell/console-frame';
import { endedPath, LAST_ORGANIZATION, loginPath, preferred } from '#components/shell/paths';
import type { Me } from '#lib/access/people/contract';

/** The end of its name, after a prefix that depends on the address of the server. */
const SESSION_COOKIE = 'next-auth.session-token';

/**
 * Requires a session; otherwise redirects to sign-in and back to this URL. Account pages
 * (`slug` null) use the last visited organization.
 */
export async function GuardedFrame({ me, slug, children }: { me: Me | null; slug: string | null; children: ReactNode }) {
  if (!me) {
    const path = (await headers()).get('x-path');
    const hadSession = (await cookies()).getAll().some(({ name }) => name.endsWith(SESSION_COOKIE));
    redirect(hadSession ? endedPath(path) : loginPath(path));
  }
  const begun = preferred(me.organizations, (await cookies()).get(LAST_ORGANIZATION)?.value)?.slug ?? null;
  return (
    <ConsoleFrame me={me} slug={slug ?? begun}>
      {children}
    </ConsoleFrame>
  );
}
