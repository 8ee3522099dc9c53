import type Provider from 'oidc-provider';
import type { App } from '#lib/api/app';
import { logFault } from '#lib/api/errors';
import { publicOrigin } from '#lib/api/oauth/origin';
import { callerSignal } from '#lib/base/db/caller';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/** The OAuth server of this process, one for each public origin. */

/**
 * An operator has one origin; without a configured one, a developer reaches the server by some
 * names. Another `Host` costs about a millisecond and replaces the least recently used origin.
 */
const MAX_ORIGINS = 8;

type OAuthServices = Pick<App, 'db' | 'log' | 'signIn'>;

const providers = shared('oauth.providers', () => new Map<string, Provider>());

function remember(origin: string, provider: Provider): void {
  providers.delete(origin);
  const [oldest] = providers.keys();
  if (oldest !== undefined && providers.size >= MAX_ORIGINS) providers.delete(oldest);
  providers.set(origin, provider);
}

async function open({ db, log }: OAuthServices, origin: string, secret: string): Promise<Provider> {
  const [{ openProvider }, { signingKey }] = await Promise.all([
    import('#lib/access/oauth/provider'),
    import('#lib/access/oauth/signing-key'),
  ]);
  const onFault = (error: Error): void => {
    if (!callerSignal()?.aborted) logFault(error, {}, log);
  };
  const key = await signingKey();
  // A concurrent request may have opened it.
  const provider = providers.get(origin) ?? openProvider(db, { origin, secret, signingKey: key, onFault });
  remember(origin, provider);
  return provider;
}

export interface OAuthServer {
  readonly origin: string;
  readonly provider: Provider;
}

/**
 * The library is loaded with the first request that needs it: most servers never do. Throws
 * `not_found` where there is no OAuth server: see `publicOrigin`.
 */
export async function oauthServer(services: OAuthServices, headers: Headers): Promise<OAuthServer> {
  const origin = publicOrigin(services, headers);
  const { secret } = services.signIn;
  if (origin === null || secret === null) throw new ServiceError('not_found', 'Not Found');
  const known = providers.get(origin);
  if (known) remember(origin, known);
  return { origin, provider: known ?? (await open(services, origin, secret)) };
}
