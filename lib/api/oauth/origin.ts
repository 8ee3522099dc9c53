import type { App } from '#lib/api/app';
import { ownHost } from '#lib/api/origin';

/**
 * The public origin of this service for a request; null if it cannot be trusted, or if nobody can
 * sign in. There the OAuth server is found.
 */
export function publicOrigin({ signIn }: Pick<App, 'signIn'>, headers: Headers): string | null {
  if (signIn.secret === null) return null;
  if (signIn.origin !== null) return signIn.origin;
  const host = ownHost(headers.get('host'), signIn.host);
  return host === null ? null : `http://${host}`;
}
