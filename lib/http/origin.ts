import { isIP } from 'node:net';
import { isLoopback } from '#lib/env';
import { ServiceError } from '#lib/errors';

/** Where a request comes from: the address of the caller, and the page that sent it. */

/** Set by the server entry (`scripts/serve.mjs`) from the socket; whatever a caller sends under this name is thrown away there. */
export const PEER_HEADER = 'x-peer-address';

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
 * A write by cookie must come from a page of this very origin: browsers say so in `Sec-Fetch-Site`, older ones and plain http elsewhere in
 * `Origin`. Neither is no proof. Throws `cross_origin`.
 */
export function requireSameOrigin(request: Pick<Request, 'method' | 'headers'>, own: OwnAddress): void {
  if (isRead(request.method)) return;
  const { headers } = request;
  const host = headers.get('host');
  const site = headers.get('sec-fetch-site');
  const isOwn = site === null ? headers.get('origin') === (own.origin ?? `http://${host}`) : site === 'same-origin';
  if (!isOwn) throw new ServiceError('cross_origin', 'A change by cookie must come from a page of this service');
  if (own.origin === null && !isOwnHost(host, own.host)) throw new ServiceError('cross_origin', NEEDS_ADDRESS);
}
