import type Provider from 'oidc-provider';
import type { App } from '#lib/api/app';
import { publicOrigin } from '#lib/api/oauth/origin';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/** The OAuth server of this process, one for each public origin. */

/**
 * An operator has one origin; without a configured one, a developer reaches the server by some
 * names.
 */
const MAX_ORIGINS = 8;

const providers = shared('oauth.providers', () => new Map<string, Provider>());

export interface OAuthServer {
  readonly origin: string;
  readonly provider: Provider;
}

/**
 * The library is loaded with the first request that needs it: most servers never do. Throws
 * `not_found` where there is no OAuth server: see `publicOrigin`.
 */
export async function oauthServer(services: App, headers: Headers): Promise<OAuthServer> {
  const origin = publicOrigin(services, headers);
  const { secret } = services.signIn;
  if (origin === null || secret === null) throw new ServiceError('not_found', 'Not Found');
  const known = providers.get(origin);
  if (known) return { origin, provider: known };
  const { openProvider } = await import('#lib/access/oauth/provider');
  const provider = providers.get(origin) ?? openProvider(services.db, origin, secret);
  if (providers.size >= MAX_ORIGINS) providers.clear();
  providers.set(origin, provider);
  return { origin, provider };
}
