import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { revokeEveryGrantOf } from '#lib/access/keys/granted';
import { signInRun } from '#lib/access/people/next-auth';
import { offeredProviders } from '#lib/access/people/providers';
import { sessionCookie } from '#lib/access/sessions/settings';
import { type App, app, appIfReady } from '#lib/api/app';
import { FORM_TYPE, readForm } from '#lib/api/body';
import { failureResponse } from '#lib/api/errors';
import { clientAddress, requireOwnHost, requireSameOrigin, warnOfProxy } from '#lib/api/origin';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { observeRequest } from '#lib/base/metrics';

/** A sign-in consists of two short fields, a token and a return URL. */
const MAX_FORM_BYTES = 16 * 1024;

interface Context {
  readonly params: Promise<{ nextauth: string[] }>;
}

/**
 * The requests that the console needs; the sign-in library has more endpoints. `oauth`: the
 * configured providers without the password.
 */
function isServed(method: string, [action = '', provider, ...more]: readonly string[], oauth: readonly string[]): boolean {
  if (more.length > 0) return false;
  switch (`${method} ${action}`) {
    case 'GET csrf':
    case 'GET session':
    case 'POST signout':
      return provider === undefined;
    case 'GET signin':
    case 'GET error':
      return true;
    case 'GET callback':
    case 'POST signin':
      return provider !== undefined && oauth.includes(provider);
    case 'POST callback':
      return provider === 'password';
    default:
      return false;
  }
}

function allowedMethods({ env }: App, path: readonly string[]): string[] {
  const oauth = offeredProviders(env)
    .map(({ id }) => id)
    .filter((id) => id !== 'password');
  const methods = ['GET', 'POST'].filter((method) => isServed(method, path, oauth));
  return methods[0] === 'GET' ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
}

/**
 * The library reads bodies of any size and of two types, so the body is read with a limit first.
 */
async function bounded(request: NextRequest): Promise<NextRequest> {
  if (request.method !== 'POST') return request;
  const body = await readForm(request, MAX_FORM_BYTES);
  const headers = new Headers(request.headers);
  headers.set('content-type', FORM_TYPE);
  return new NextRequest(request.url, { method: 'POST', headers, body: new Uint8Array(body) });
}

async function serve(services: App, id: string, request: NextRequest, context: Context): Promise<Response> {
  const path = (await context.params).nextauth;
  const allowed = allowedMethods(services, path);
  if (allowed.length === 0) throw new ServiceError('not_found', 'Not Found');
  if (!allowed.includes(request.method)) throw new ServiceError('method_not_allowed', 'Method Not Allowed');
  const { secret, offBecause } = services.signIn;
  if (secret === null) throw new ServiceError('unavailable', offBecause ?? 'Sign-in is off');
  requireSameOrigin(request, services.signIn);
  requireOwnHost(request, services.signIn);
  const { headers } = request;
  const address = clientAddress(headers, services.env.trustedProxyHops);
  warnOfProxy(headers, services.env.trustedProxyHops, (message) => services.log.warn(message));
  const run = signInRun({ ...services, endApplications: revokeEveryGrantOf }, secret, {
    id,
    address,
    userAgent: headers.get('user-agent'),
  });
  const response: Response = await NextAuth(await bounded(request), context, run.options);
  if (path[0] === 'callback' && request.method === 'POST') {
    const failure = run.failure();
    if (failure) throw failure;
    const isIn = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie(services.signIn)}=`));
    if (!isIn) throw new ServiceError('cross_origin', 'The token of the sign-in page is missing or not its own');
  }
  // The library refuses requests with plain text, sometimes with status 500. All are client errors.
  if (response.status >= 400) throw new ServiceError('bad_request', 'The sign-in request is malformed');
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Request-Id', id);
  return response;
}

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const id = newId();
  const begun = performance.now();
  const response = await Promise.resolve()
    .then(() => serve(app(), id, request, context))
    .catch((error: unknown) => failureResponse(request, error, { id }, appIfReady()?.log));
  const services = appIfReady();
  if (response.status === 405 && services)
    response.headers.set('Allow', allowedMethods(services, (await context.params).nextauth).join(', '));
  observeRequest(request.method, null, response.status, (performance.now() - begun) / 1000);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

export { handler as DELETE, handler as GET, handler as HEAD, handler as OPTIONS, handler as PATCH, handler as POST, handler as PUT };
