import { isIP } from 'node:net';
import { PEER_HEADER } from '#lib/api/entry-headers';
import { isLoopback } from '#lib/api/env';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/** The origin of a request: the address of the caller, and the page that sent it. */

const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/**
 * Normalizes an IP address, without port and without the wrapping of IPv4 in IPv6; null if the text
 * is not an address.
 */
export function plainAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare = WITH_PORT.exec(trimmed);
  const address = (bare?.[1] ?? bare?.[2] ?? trimmed).toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) ? address : null;
}

/**
 * The address of the caller, behind `trustedHops` proxies that each append their peer to
 * `X-Forwarded-For`. Only entries of those proxies are trusted; without a trusted proxy the header
 * is ignored.
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

/**
 * Whether a proxy seems to be in front. The framework adds the header itself, with the address of
 * the peer.
 */
function isForwarded(headers: Headers): boolean {
  const entries = (headers.get('x-forwarded-for') ?? '').split(',');
  const [first = ''] = entries;
  return first !== '' && (entries.length > 1 || plainAddress(first) !== plainAddress(headers.get(PEER_HEADER) ?? ''));
}

/**
 * Calls `warn` the first time in this process that a forwarding header is ignored because no proxy
 * is configured.
 */
export function warnOfProxy(headers: Headers, trustedHops: number, warn: (message: string) => void): void {
  if (trustedHops > 0 || untrustedProxy.warned || !isForwarded(headers)) return;
  untrustedProxy.warned = true;
  warn(UNTRUSTED_PROXY);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** The configured address of this service. */
export interface OwnAddress {
  /**
   * the public origin, scheme and host; null: plain http on the host of the request, if that is one
   * of `isOwnHost`
   */
  readonly origin: string | null;
  /** the name or address that the service listens on */
  readonly host: string;
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

interface Host {
  /** lower case, IPv6 in brackets */
  readonly name: string;
  /** name and port as browsers write them in an origin: without the default port of http */
  readonly text: string;
}

/** Parses a `Host` header; null unless it is one name or IP address with a port of 1 to 65535. */
function parseHost(header: string | null): Host | null {
  const name = HOST.exec(header ?? '')?.[1]?.toLowerCase();
  const url = name === undefined ? null : URL.parse(`http://${header}`);
  return name === undefined || !url || url.port === '0' ? null : { name, text: url.host };
}

/** The host of a request, in the form of an origin; null if no URL can contain it. */
export const hostText = (header: string | null): string | null => parseHost(header)?.text ?? null;

/**
 * The host of a request in the form of an origin, if it can be trusted without a configured
 * address; otherwise null. A foreign page can point its own name here, and then counts as the same
 * site. But it cannot be loaded from `localhost`, from a bare IP address, or from the operator's
 * name.
 */
export function ownHost(header: string | null, listening: string): string | null {
  const host = parseHost(header);
  if (!host) return null;
  const { name, text } = host;
  const isOwn =
    isLoopback(name) || name.endsWith('.localhost') || name === listening.toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) > 0;
  return isOwn ? text : null;
}

export const isOwnHost = (header: string | null, listening: string): boolean => ownHost(header, listening) !== null;

/**
 * Whether a web page of `origin` is one of this service: of the configured address, else of the
 * very host and port that the request is for.
 */
export function isOwnPage(origin: string, headers: Headers, own: OwnAddress): boolean {
  if (own.origin !== null) return origin === own.origin;
  const host = ownHost(headers.get('host'), own.host);
  return host !== null && URL.parse(origin)?.host === host;
}

/** Whether a request is for the name of the configured address, or for one of `isOwnHost`. */
export function isForUs(headers: Headers, { origin, host }: OwnAddress): boolean {
  const header = headers.get('host');
  return isOwnHost(header, host) || (origin !== null && parseHost(header)?.name === new URL(origin).hostname);
}

/**
 * Throws `cross_origin` for a web page of another site. Editors and desktop applications have
 * origins of their own schemes, which no page can have.
 */
export function refuseForeignPages({ headers }: Pick<Request, 'headers'>, own: OwnAddress): void {
  const origin = headers.get('origin');
  if (origin === null || !/^(https?:|null$)/.test(origin)) return;
  if (isOwnPage(origin, headers, own)) return;
  throw new ServiceError('cross_origin', 'Pages of other sites may not call this server');
}

/**
 * The address of this service in examples that a visitor may run with a key: the configured one, or
 * that of the request unless its host is a foreign name.
 */
export const exampleAddress = ({ origin, host }: OwnAddress, header: string | null, port: number): string =>
  origin ?? `http://${ownHost(header, host) ?? `localhost:${port}`}`;

const NEEDS_ADDRESS =
  'This address is unknown to the console: set NEXTAUTH_URL to the URL that people open. Without it only localhost, an IP address and SERVICE_API_HOST are allowed.';

/**
 * A foreign name must not lead to this service: its answers would be sent to that name, as the
 * return address after a sign-in. Throws `cross_origin`. With a configured address `Host` is not
 * read.
 */
export function requireOwnHost({ headers }: Pick<Request, 'headers'>, own: OwnAddress): void {
  if (own.origin === null && !isOwnHost(headers.get('host'), own.host)) throw new ServiceError('cross_origin', NEEDS_ADDRESS);
}

/**
 * A write by cookie must come from a page of exactly this origin: browsers report it in
 * `Sec-Fetch-Site`, older ones and plain http elsewhere in `Origin`. Without either, the write is
 * refused. Throws `cross_origin`.
 */
export function requireSameOrigin(request: Pick<Request, 'method' | 'headers'>, own: OwnAddress): void {
  if (isRead(request.method)) return;
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  requireOwnHost(request, own);
  const isOwn =
    site === null ? headers.get('origin') === (own.origin ?? `http://${hostText(headers.get('host'))}`) : site === 'same-origin';
  if (!isOwn) throw new ServiceError('cross_origin', 'A change with a session cookie must come from a page of this service');
}
