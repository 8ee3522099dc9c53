import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { app, appIfReady } from '#lib/app';
import { ServiceError } from '#lib/errors';
import { errorResponse } from '#lib/http/errors';
import { clientAddress, requireSameOrigin } from '#lib/http/origin';
import { newId } from '#lib/ids';
import { observeRequest } from '#lib/monitoring/metrics';
import { signInRun } from '#lib/people/next-auth';
import { sessionCookie } from '#lib/sessions/settings';

/** What the sign-in library may be asked for; it has more doors than the console needs. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'callback', 'signin', 'error'],
  POST: ['signin', 'callback', 'signout'],
};

interface Context {
  readonly params: Promise<{ nextauth: string[] }>;
}

const isByPassword = (method: string, [action, provider]: readonly string[]): boolean =>
  method === 'POST' && action === 'callback' && provider === 'password';

async function serve(id: string, request: NextRequest, context: Context): Promise<Response> {
  const services = app();
  const path = (await context.params).nextauth;
  if (!ACTIONS[request.method]?.includes(path[0] ?? '')) throw new ServiceError('not_found', 'Not Found');
  const { secret, offBecause } = services.signIn;
  if (secret === null) throw new ServiceError('unavailable', offBecause ?? 'Sign-in is off');
  requireSameOrigin(request, services.signIn);
  const { headers } = request;
  const address = clientAddress(headers, services.env.trustedProxyHops);
  const run = signInRun(services, secret, { id, address, userAgent: headers.get('user-agent') });
  const response: Response = await NextAuth(request, context, run.options);
  if (isByPassword(request.method, path)) {
    const failure = run.failure();
    if (failure) throw failure;
    const isIn = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie(services.signIn)}=`));
    if (!isIn) throw new ServiceError('cross_origin', 'The token of the sign-in page is missing or not its own');
  }
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Request-Id', id);
  return response;
}

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const id = newId();
  const begun = performance.now();
  const response = await serve(id, request, context).catch((error: unknown) =>
    errorResponse(error, { id, acceptEncoding: request.headers.get('accept-encoding') }, appIfReady()?.log),
  );
  observeRequest(request.method, null, response.status, (performance.now() - begun) / 1000);
  return response;
}

export { handler as GET, handler as POST };
