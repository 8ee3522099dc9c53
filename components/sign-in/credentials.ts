import { ui } from '#components/strings/ui';

/** Sign-in and sign-out through the endpoints of the sign-in library. Browser only. */

/** A refusal by the server. `retryAfter` in seconds. */
export class SignInError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  constructor(reply: Response, body: { detail?: unknown; code?: unknown }) {
    super(typeof body.detail === 'string' ? body.detail : ui.unexpected);
    this.name = 'SignInError';
    this.status = reply.status;
    this.code = typeof body.code === 'string' ? body.code : 'internal';
    this.requestId = reply.headers.get('x-request-id');
    const seconds = Number(reply.headers.get('retry-after'));
    this.retryAfter = seconds > 0 ? seconds : null;
  }
}

async function fail(reply: Response): Promise<never> {
  throw new SignInError(reply, (await reply.json().catch(() => ({}))) as { detail?: unknown; code?: unknown });
}

async function csrfToken(): Promise<string> {
  const reply = await fetch('/api/auth/csrf', { cache: 'no-store' });
  if (!reply.ok) return fail(reply);
  return ((await reply.json()) as { csrfToken: string }).csrfToken;
}

async function post(action: string, fields: Readonly<Record<string, string>>): Promise<{ url?: string }> {
  const reply = await fetch(`/api/auth/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: 'true' }),
  });
  if (!reply.ok) return fail(reply);
  return (await reply.json()) as { url?: string };
}

/**
 * Resolves when the session cookie is set. Throws `SignInError`: 401 `sign_in_failed`, 429
 * `too_many_requests` with `retryAfter`.
 */
export async function signInWithPassword(credentials: { email: string; password: string }): Promise<void> {
  await post('callback/password', { email: credentials.email, password: credentials.password });
}

/**
 * Redirects to the provider, which returns to `callbackUrl` (a path of this server) or to
 * `/login?error=…`.
 */
export async function signInWith(provider: string, callbackUrl: string): Promise<void> {
  const { url } = await post(`signin/${encodeURIComponent(provider)}`, { callbackUrl });
  if (url) window.location.assign(url);
}

/** Deletes the session and its cookie. */
export async function signOut(): Promise<void> {
  await post('signout', { callbackUrl: '/login' });
}
