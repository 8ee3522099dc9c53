import { isIP } from 'node:net';
import { PEER_HEADER } from '#lib/api/entry-headers';
import { isLoopback } from '#lib/api/env';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/** Where a request comes from: the address of the caller, and the page that sent it. */

const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/** An address in one spelling, without port and without the wrapping of IPv4 in IPv6; null where the text is none. */
export function plainAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare = WITH_PORT.exec(trimmed);
  const address = (bare?.[1] ?? bare?.[2] ?? trimmed).toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) ? address : null;
}

/**
 * Who called, behind `trustedHops` proxies that each append whom they saw to `X-Forwarded-For`. Only entries that those proxies wrote are
 * believed; with no trusted proxy the header is not looked at.
 */
export function clientAddress(headers: Headers, trustedHops: number): string | null {
  const peer = plainAddress(headers.get(PEER_HEADER) ?? '');
  if (trustedHops === 0) return peer;
  const entries = (headers.get('x-forwarded-for') ?? '').split(',').filter((entry) => entry.trim() !== '');
  const entry = entries[Math.max(0, entries.length - trustedHops)];
  return (entry === undefined ? null : plainAddress(entry)) ?? peer;
}

const UNTRUSTED_PROXY =
  'X-Forwarded-For arrives, but SERVICE_API_TRUSTED_PROXY_HOPS is 0: everybody behind that proxy counts as one address, and so do their failed sign-ins and keys. Set it to the number of proxies in front.';

const untrustedProxy = shared('http.untrusted-proxy', () => ({ warned: false }));

/** Whether a proxy seems to be in front. The framework adds the header by itself, with the address of the peer. */
function isForwarded(headers: Headers): boolean {
  const entries = (headers.get('x-forwarded-for') ?? '').split(',');
  const [first = ''] = entries;
  return first !== '' && (entries.length > 1 || plainAddress(first) !== plainAddress(headers.get(PEER_HEADER) ?? ''));
}

/** Calls `warn` the first time in this process that a forwarding header is not believed because no proxy is configured. */
export function warnOfProxy(headers: Headers, trustedHops: number, warn: (message: string) => void): void {
  if (trustedHops > 0 || untrustedProxy.warned || !isForwarded(headers)) return;
  untrustedProxy.warned = true;
  warn(UNTRUSTED_PROXY);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** The address of this service, as far as it is configured. */
export interface OwnAddress {
  /** as people see it, scheme and host; null: plain http on the host that the request names, if that is one of `isOwnHost` */
  readonly origin: string | null;
  /** the name or address that it listens on */
  readonly host: string;
}

/**
 * Whether a `Host` can be believed without a configured address. A foreign page can let a name of its own lead here, and then counts as the
 * same site; what it cannot do is to be loaded from `localhost`, from a bare address, or from the name that the operator gave.
 */
export function isOwnHost(header: string | null, listening: string): boolean {
  const named = /^(\[[\da-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase();
  if (named === undefined) return false;
  return isLoopback(named) || named.endsWith('.localhost') || named === listening.toLowerCase() || isIP(named.replace(/^\[|\]$/g, '')) > 0;
}

const NEEDS_ADDRESS =
  'The console does not know this address as its own: set NEXTAUTH_URL to the address that people open. Without it only localhost, an IP address and SERVICE_API_HOST count.';

/**
 * A foreign name must not lead to this service: what is answered to it would be sent on to that name, as the address to return to after a
 * sign-in. Throws `cross_origin`. With a configured address nothing is read from `Host`.
 */
export function requireOwnHost({ headers }: Pick<Request, 'headers'>, own: OwnAddress): void {
  if (own.origin === null && !isOwnHost(headers.get('host'), own.host)) throw new ServiceError('cross_origin', NEEDS_ADDRESS);
}

/**
 * A write by cookie must come from a page of this very origin: browsers say so in `Sec-Fetch-Site`, older ones and plain http elsewhere in
 * `Origin`. Neither is no proof. Throws `cross_origin`.
 */
export function requireSameOrigin(request: Pick<Request, 'method' | 'headers'>, own: OwnAddress): void {
  if (isRead(request.method)) return;
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  const isOwn = site === null ? headers.get('origin') === (own.origin ?? `http://${headers.get('host')}`) : site === 'same-origin';
  if (!isOwn) throw new ServiceError('cross_origin', 'A change by cookie must come from a page of this service');
  requireOwnHost(request, own);
}
