import type { App } from '#lib/api/app';
import { isOwnHost } from '#lib/api/origin';

/**
 * The public origin of this service for a request; null if it cannot be trusted, or if nobody can
 * sign in. There the OAuth server is found.
 */
export function publicOrigin({ signIn }: Pick<App, 'signIn'>, headers: Headers): string | null {
  if (signIn.secret === null) return null;
  const host = headers.get('host');
  return signIn.origin ?? (isOwnHost(host, signIn.host) ? `http://${host}` : null);
}
