import { createHmac } from 'node:crypto';
import Provider, { type Configuration, errors, interactionPolicy, type JWK } from 'oidc-provider';
import { countDocumentFetch } from '#lib/access/limits/documents';
import { OAuthAdapter } from '#lib/access/oauth/adapter';
import { fetchClientDocument, hasJustFailed } from '#lib/access/oauth/client-document';
import { ACCESS_SCOPES, ALL_SCOPES, AUTHORIZE, CONSENT_SECONDS, REGISTER, REVOKE, TOKEN } from '#lib/access/oauth/literals';
import { resourceAt, resourceUnder } from '#lib/access/oauth/resource';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

/**
 * The OAuth 2.1 server for MCP clients: authorization code with PKCE, refresh with rotation,
 * dynamic registration, revocation, resource indicators. The protocol is that of `oidc-provider`;
 * what a person grants is a key of their organization (`grants.ts`).
 */

const ACCESS_SECONDS = 3600;
/** The key of the grant may end earlier, and ends its tokens. */
const REFRESH_SECONDS = 400 * 86_400;
/** The least time that the document of a client is cached: its limit counts fetches. */
const DOCUMENT_SECONDS = 600;

/** Each authorization is a decision of its own: an earlier one never answers for a later one. */
function policy() {
  const prompts = interactionPolicy.base();
  const consent = prompts.get('consent');
  consent?.checks.clear();
  const login = prompts.get('login');
  login?.checks.clear();
  login?.checks.add(
    new interactionPolicy.Check('decision', 'a person must decide', 'interaction_required', (ctx) =>
      ctx.oidc.result?.consent?.grantId ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
    ),
  );
  return prompts;
}

/** What the library answers for every document that it cannot fetch. */
const NOT_FETCHED = 'client_id metadata document fetch failed';

/**
 * Whether a document may be fetched now, for a request from the address `ip`. Throws
 * `temporarily_unavailable` beyond the limit, and the error of a failed fetch for a document that
 * has just failed: the library asks again when it answers with the first error.
 */
async function mayFetch(ctx: { readonly ip: string; set(name: string, value: string): void } | undefined, url: string): Promise<boolean> {
  if (hasJustFailed(url)) throw new errors.InvalidClient(NOT_FETCHED);
  try {
    await countDocumentFetch(ctx?.ip ?? '');
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    ctx?.set('Retry-After', String(error.retryAfterSeconds));
    throw Object.assign(new errors.TemporarilyUnavailable(error.message), { status: 429, statusCode: 429 });
  }
}

/** Keys of cookies, derived from the secret of sign-in, so that all processes have the same. */
const cookieKey = (secret: string): string => createHmac('sha256', secret).update('oauth cookies').digest('base64url');

export interface OAuthSettings {
  /** the public origin of the server */
  readonly origin: string;
  /** that of sign-in */
  readonly secret: string;
  readonly signingKey: JWK;
  /** receives what the library answers with `server_error` */
  readonly onFault: (error: Error) => void;
  /** fetches the document of a client; the default is `fetchClientDocument` */
  readonly fetchDocument?: (url: string) => Promise<Response>;
}

/** Functions that the library would replace by examples log a line of text. */
const configuration = (
  db: Db,
  { origin, secret, signingKey, fetchDocument = (url) => fetchClientDocument(url) }: OAuthSettings,
): Configuration => ({
  // The library completes the object.
  jwks: { keys: [{ ...signingKey }] },
  adapter: (kind: string) => new OAuthAdapter(db, kind),
  clientAuthMethods: ['none'],
  // Documents of clients are all that the library fetches.
  fetch: (url) => fetchDocument(String(url)),
  clientDefaults: {
    // Http only for this machine, https, and schemes of installed applications.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  cookies: { keys: [cookieKey(secret)], names: { session: 'oauth_session', interaction: 'oauth_interaction', resume: 'oauth_resume' } },
  scopes: [...ALL_SCOPES],
  claims: {},
  responseTypes: ['code'],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  conformIdTokenClaims: true,
  findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  loadExistingGrant: (ctx) => {
    const id = ctx.oidc.result?.consent?.grantId;
    return id ? ctx.oidc.provider.Grant.find(id) : Promise.resolve(undefined);
  },
  interactions: { policy: policy(), url: (_ctx, { uid }) => `/connect/${uid}` },
  // The endpoint shows people a page instead (`lib/api/oauth/endpoint.ts`).
  renderError: (ctx, out) => {
    ctx.type = 'json';
    ctx.body = out;
  },
  routes: { authorization: AUTHORIZE, token: TOKEN, registration: REGISTER, revocation: REVOKE },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: mayFetch,
      cacheDuration: { min: DOCUMENT_SECONDS, max: 86_400 },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `${origin}/mcp`,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        const known = resourceUnder(origin, resource);
        if (known === null) throw new errors.InvalidTarget('resource must be the address of the MCP endpoint');
        const audience = resourceAt(origin, known.bankId);
        return { scope: ACCESS_SCOPES.write.join(' '), audience, accessTokenFormat: 'opaque', accessTokenTTL: ACCESS_SECONDS };
      },
    },
  },
  ttl: {
    AuthorizationCode: 60,
    AccessToken: ACCESS_SECONDS,
    RefreshToken: REFRESH_SECONDS,
    Grant: REFRESH_SECONDS,
    Interaction: CONSENT_SECONDS,
    Session: CONSENT_SECONDS,
    IdToken: ACCESS_SECONDS,
  },
});

/** The server at one public origin. */
export function openProvider(db: Db, settings: OAuthSettings): Provider {
  const provider = new Provider(settings.origin, configuration(db, settings));
  // The endpoint passes the scheme of the origin on.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => settings.onFault(error));
  // The framework of the library would print what the library did not catch.
  provider.onerror = (error) => {
    if (!('expose' in error && error.expose === true)) settings.onFault(error);
  };
  return provider;
}
