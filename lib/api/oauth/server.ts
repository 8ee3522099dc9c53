import type Provider from 'oidc-provider';
import { openProvider } from '#lib/access/oauth/provider';
import type { App } from '#lib/api/app';
import { isOwnHost } from '#lib/api/origin';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/** The OAuth server of this process, one for each public origin. */

/** An operator has one origin; without a configured one, a developer reaches the server by some names. */
const MAX_ORIGINS = 8;

const providers = shared('oauth.providers', () => new Map<string, Provider>());

/**
 * The public origin of this service for a request; null if it cannot be trusted, or if nobody can
 * sign in.
 */
export function publicOrigin({ signIn }: Pick<App, 'signIn'>, headers: Headers): string | null {
  if (signIn.secret === null) return null;
  const host = headers.get('host');
  return signIn.origin ?? (isOwnHost(host, signIn.host) ? `http://${host}` : null);
}

/** Throws `not_found` where there is no OAuth server: see `publicOrigin`. */
export function oauthServer(services: App, headers: Headers): { readonly origin: string; readonly provider: Provider } {
  const origin = publicOrigin(services, headers);
  const { secret } = services.signIn;
  if (origin === null || secret === null) throw new ServiceError('not_found', 'Not Found');
  let provider = providers.get(origin);
  if (!provider) {
    provider = openProvider(services.db, origin, secret);
    if (providers.size >= MAX_ORIGINS) providers.clear();
    providers.set(origin, provider);
  }
  return { origin, provider };
}
