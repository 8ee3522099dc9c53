import type { DispatchFunc } from 'light-my-request';
import { z } from 'zod';
import { countFailure } from '#lib/access/limits/failures';
import { countRegistration } from '#lib/access/limits/registrations';
import { clientMetadata } from '#lib/access/oauth/client-metadata';
import { ALL_SCOPES, AUTHORIZE, knownScopes, REGISTER, REVOKE, TOKEN } from '#lib/access/oauth/literals';
import { resourceAt } from '#lib/access/oauth/resource';
import { withClientId, withoutResource } from '#lib/access/oauth/token-request';
import { app } from '#lib/api/app';
import { FORM_TYPE, readBody, readForm } from '#lib/api/body';
import { publicOrigin } from '#lib/api/oauth/origin';
import { endRequestCookie, requestCookies } from '#lib/api/oauth/request-cookie';
import { oauthServer } from '#lib/api/oauth/server';
import { clientAddress } from '#lib/api/origin';
import { pathMatcher, splitUrl } from '#lib/api/path';
import { type Resource, respondTo } from '#lib/api/route';
import { operation, VISITOR_BODY_BYTES } from '#lib/base/contract/operation';
import { ERROR_CODES, ServiceError, ValidationFailure } from '#lib/base/errors';

/**
 * The addresses of the OAuth server, and the documents by which clients find it. The library speaks
 * to sockets; here it gets each request as it may see it, and its answer is sent on.
 */

const METADATA = '/.well-known/oauth-authorization-server';
const OF_RESOURCE = '/.well-known/oauth-protected-resource';

/** For metrics, and for the limit of bodies. */
const ENDPOINT = operation({
  id: 'oauth',
  method: 'POST',
  path: '/oauth',
  tag: 'Monitoring',
  summary: 'Handle an OAuth request',
  auth: 'none',
  permission: null,
  response: z.unknown(),
  maxBodyBytes: VISITOR_BODY_BYTES,
});

interface Passed {
  readonly method: 'GET' | 'POST';
  /** path and query */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Headers of the request that the library reads. */
const PASSED = ['cookie', 'authorization', 'content-type', 'user-agent'];
/** Headers of its answers that are the server's business. */
const DROPPED = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);

/**
 * The library's own session, which the browser never gets: the console signs people in. The library
 * would keep the person of the first authorization, and fail for the next person at this browser.
 */
const isSession = (cookie: string): boolean => /^\s*oauth_session(\.sig)?=/.test(cookie);

const withoutSession = (header: string): string =>
  header
    .split(';')
    .filter((cookie) => !isSession(cookie))
    .join(';');

const addressOf = (request: Request): string | null => clientAddress(request.headers, app().env.trustedProxyHops);

async function pass(request: Request, { method, url, headers = {}, body }: Passed): Promise<Response> {
  const { origin, provider } = await oauthServer(app(), request.headers);
  const { inject } = await import('light-my-request');
  const { host, protocol } = new URL(origin);
  const own = PASSED.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, name === 'cookie' ? withoutSession(value) : value] as const];
  });
  const answer = await inject(provider.callback() as unknown as DispatchFunc, {
    method,
    url,
    headers: {
      ...Object.fromEntries(own),
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': addressOf(request) ?? 'unknown',
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  });
  const sent = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (!DROPPED.has(name))
      for (const each of [value].flat())
        if (each !== undefined && !(name === 'set-cookie' && isSession(String(each)))) sent.append(name, String(each));
  sent.set('Cache-Control', 'no-store');
  return new Response(answer.rawPayload.byteLength === 0 ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: sent,
  });
}

/** The id in the address of the page on which a person decides; undefined for other addresses. */
const requestIdIn = (location: string | null): string | undefined => /^\/connect\/([\w-]+)$/.exec(location ?? '')?.[1];

const isPage = (request: Request): boolean => request.headers.get('accept')?.includes('text/html') ?? false;

/** An error that cannot return to the application: a page for browsers, else the error itself. */
async function forPeople(request: Request, response: Response): Promise<Response> {
  if (!isPage(request)) return response;
  const { error } = (await response.json()) as { error?: string };
  const location = `/connect-error?${new URLSearchParams({ error: error ?? 'server_error' })}`;
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** The query that the library gets. The person decides anyway, about the first resource. */
function authorizationQuery(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.set('scope', knownScopes(query.get('scope')).join(' '));
  const resource = query.get('resource');
  if (resource !== null) query.set('resource', resource);
  // The library also knows `fragment` and `form_post`; it refuses a mode that it does not know.
  if (!['query', null].includes(query.get('response_mode'))) query.set('response_mode', 'unsupported');
  return query;
}

/** Starts an authorization, or continues one after the decision. */
async function authorize(request: Request): Promise<Response> {
  const { path, search } = splitUrl(request.url);
  const query = path === AUTHORIZE ? authorizationQuery(search) : '';
  const response = await pass(request, { method: 'GET', url: `${path}?${query}` });
  if (response.status >= 400) return forPeople(request, response);
  const origin = publicOrigin(app(), request.headers);
  if (origin === null) return response;
  const started = requestIdIn(response.headers.get('location'));
  const answered = path === AUTHORIZE ? null : path.slice(AUTHORIZE.length + 1);
  const cookies = started
    ? requestCookies(origin, started, request.headers.get('cookie'))
    : answered
      ? [endRequestCookie(origin, answered)]
      : [];
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** An error of RFC 6749, 5.2. */
const oauthError = (status: number, error: string, error_description: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ error, error_description }, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });

/** `id`: of the request, for the audit log. */
const postForm = (request: Request, id: string, body: string): Promise<Response> => {
  const headers = { 'content-type': FORM_TYPE, 'x-request-id': id };
  return pass(request, { method: 'POST', url: splitUrl(request.url).path, body, headers });
};

async function token(request: Request, id: string): Promise<Response> {
  const given = new URLSearchParams(String(await readForm(request, VISITOR_BODY_BYTES)));
  const { env } = app();
  const { provider } = await oauthServer(app(), request.headers);
  const form = await withoutResource(provider, withClientId(given));
  if (form === null) return oauthError(400, 'invalid_target', 'resource must be the address for which the access was granted');
  const response = await postForm(request, id, String(form));
  if (await isFailedGuess(response)) await countFailure(env.failedAuthPerMinute, addressOf(request));
  return response;
}

/**
 * An unknown code, token or client. It counts as an invalid key does; a valid one is never limited.
 */
async function isFailedGuess(response: Response): Promise<boolean> {
  if (response.status < 400 || response.status >= 500) return false;
  const { error } = (await response.clone().json()) as { error?: string };
  return error === 'invalid_grant' || error === 'invalid_client';
}

async function revoke(request: Request, id: string): Promise<Response> {
  const form = new URLSearchParams(String(await readForm(request, VISITOR_BODY_BYTES)));
  return postForm(request, id, String(withClientId(form)));
}

async function register(request: Request): Promise<Response> {
  await countRegistration(app().db, addressOf(request));
  const body = JSON.stringify(clientMetadata(await readBody(request, ENDPOINT)));
  return pass(request, { method: 'POST', url: REGISTER, body, headers: { 'content-type': 'application/json' } });
}

const resourcePath = pathMatcher(`${OF_RESOURCE}/mcp/{bank_id}`);

/** Which server gives tokens for the MCP endpoint (RFC 9728). */
function resourceMetadata(request: Request): Response {
  const origin = publicOrigin(app(), request.headers);
  const { path } = splitUrl(request.url);
  const bare = path.replace(/\/$/, '');
  const bankId = bare === OF_RESOURCE || bare === `${OF_RESOURCE}/mcp` ? null : resourcePath(bare)?.bank_id;
  if (origin === null || bankId === undefined) throw new ServiceError('not_found', 'Not Found');
  return Response.json({
    resource: resourceAt(origin, bankId),
    resource_name: 'Memory Bank',
    authorization_servers: [origin],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
  });
}

/** What this server can do (RFC 8414), without what it does not offer to these clients. */
async function serverMetadata(request: Request): Promise<Response> {
  const response = await pass(request, { method: 'GET', url: METADATA });
  const { issuer, authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint, ...rest } =
    (await response.json()) as Record<string, unknown>;
  return Response.json({
    issuer,
    authorization_endpoint,
    token_endpoint,
    registration_endpoint,
    revocation_endpoint,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: rest.authorization_response_iss_parameter_supported ?? true,
  });
}

/**
 * Converts errors of the API to those of OAuth. An error of the server itself is left to
 * `respondTo`.
 */
const withOAuthErrors =
  (respond: Respond, invalid: 'invalid_request' | 'invalid_client_metadata'): Respond =>
  async (request, id) => {
    try {
      return await respond(request, id);
    } catch (error) {
      if (error instanceof ValidationFailure) return oauthError(400, invalid, error.issues[0]?.msg ?? 'The body is not valid');
      if (!(error instanceof ServiceError) || ERROR_CODES[error.code] >= 500 || error.code === 'not_found') throw error;
      const retryAfter: Record<string, string> =
        error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
      const code = error.code === 'too_many_requests' ? 'temporarily_unavailable' : invalid;
      return oauthError(ERROR_CODES[error.code], code, error.message, retryAfter);
    }
  };

type Respond = (request: Request, id: string) => Response | Promise<Response>;

const GETS: readonly (readonly [RegExp, Respond])[] = [
  [/^\/oauth\/authorize(\/[\w-]+)?$/, authorize],
  [/^\/\.well-known\/oauth-protected-resource(\/|$)/, resourceMetadata],
  [/^\/\.well-known\/oauth-authorization-server$/, serverMetadata],
];
const POSTS: ReadonlyMap<string, Respond> = new Map<string, Respond>([
  [TOKEN, withOAuthErrors(token, 'invalid_request')],
  [REVOKE, withOAuthErrors(revoke, 'invalid_request')],
  [REGISTER, withOAuthErrors(register, 'invalid_client_metadata')],
]);

const missing: Respond = () => {
  throw new ServiceError('not_found', 'Not Found');
};

const onGet = (path: string): Respond | undefined => GETS.find(([pattern]) => pattern.test(path))?.[1];

/** The methods of a path; none: there is no such path. */
const methodsOf = (path: string): readonly string[] => [...(onGet(path) ? ['GET', 'HEAD'] : []), ...(POSTS.has(path) ? ['POST'] : [])];

const notAllowed: Respond = () => {
  throw new ServiceError('method_not_allowed', 'Method Not Allowed');
};

/** The handler of a method. The answers need no cookie. */
function handlerOf(method: 'GET' | 'POST' | null): Resource['GET'] {
  const handle = async (request: Request): Promise<Response> => {
    const { path } = splitUrl(request.url);
    const respond = method === 'GET' ? onGet(path) : method === 'POST' ? POSTS.get(path) : undefined;
    const otherwise = methodsOf(path).length > 0 ? notAllowed : missing;
    const answer = await respondTo(request, (id) => ({ operation: ENDPOINT, respond: async () => (respond ?? otherwise)(request, id) }));
    if (answer.status === 405) answer.headers.set('Allow', methodsOf(path).join(', '));
    return answer;
  };
  return Object.assign(handle, { operations: [] });
}

const [get, post, other] = [handlerOf('GET'), handlerOf('POST'), handlerOf(null)];
/** The exports of the route files of the OAuth server. */
export const oauthResource: Resource = { GET: get, HEAD: get, POST: post, PUT: other, PATCH: other, DELETE: other, OPTIONS: other };
