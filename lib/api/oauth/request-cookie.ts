import { requestOver } from '#lib/access/oauth/grants';
import { CONSENT_SECONDS } from '#lib/access/oauth/literals';
import type { App } from '#lib/api/app';
import { publicOrigin } from '#lib/api/oauth/origin';

/**
 * Binds a connection request to the browser that started it. Its id is in an address that anybody
 * can send to a person: without the cookie, an attacker could start a request, have somebody else
 * allow it, and get the code.
 */

/** A browser may have some requests open at once; the oldest cookies make room for new ones. */
const MAX_REQUESTS = 8;

const NAME = 'oauth_request_';
/** Browsers accept this prefix over https alone, and then from no other host of the domain. */
const prefixAt = (origin: string): string => `${origin.startsWith('https:') ? '__Host-' : ''}${NAME}`;

const setCookie = (origin: string, name: string, seconds: number): string =>
  `${name}=1; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;

const namesIn = (header: string | null): string[] => (header ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');

/**
 * Values of `Set-Cookie` for the browser that starts a request. `header`: its cookies until now.
 */
export function requestCookies(origin: string, id: string, header: string | null): string[] {
  // Browsers send the oldest first (RFC 6265, 5.4).
  const earlier = namesIn(header).filter((name) => name.startsWith(prefixAt(origin)));
  const dropped = earlier.slice(0, Math.max(0, earlier.length - MAX_REQUESTS + 1));
  return [setCookie(origin, `${prefixAt(origin)}${id}`, CONSENT_SECONDS), ...dropped.map((name) => setCookie(origin, name, 0))];
}

/** The value of `Set-Cookie` that ends the binding of an answered request. */
export const endRequestCookie = (origin: string, id: string): string => setCookie(origin, `${prefixAt(origin)}${id}`, 0);

/** Whether the request was started in the browser that sends these headers. */
export function isOwnRequest(services: Pick<App, 'signIn'>, headers: Headers, id: string): boolean {
  const origin = publicOrigin(services, headers);
  return origin !== null && namesIn(headers.get('cookie')).includes(`${prefixAt(origin)}${id}`);
}

/** Throws `not_found`, as for an unknown request, unless it was started in this browser. */
export function requireOwnRequest(services: Pick<App, 'signIn'>, headers: Headers, id: string): void {
  if (!isOwnRequest(services, headers, id)) throw requestOver();
}
