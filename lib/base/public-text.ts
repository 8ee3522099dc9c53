import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#lib/base/public-address';

/**
 * Reads a text from a URL that a stranger chose. Unlike `outbound.ts`, which follows the operator's
 * settings, it connects to public addresses only.
 */

const LIMIT_MS = 2500;
const MAX_BYTES = 16 * 1024;

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

const resolveName: Resolve = (name) => lookup(name, { all: true });

/**
 * Resolves a name for a connection, and fails unless all its addresses are public. The connection
 * uses the addresses that were checked, so that a second answer of the name server changes nothing.
 */
export const publicLookup =
  (resolve: Resolve = resolveName): LookupFunction =>
  (name, { all }, callback) => {
    const refuse = (): void => callback(new Error('The name has no public address'), []);
    resolve(name).then((addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) refuse();
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    }, refuse);
  };

/**
 * Parses a URL of a public server: https on its usual port, at a name and without credentials;
 * null for any other.
 */
export function publicUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url : null;
}

export interface PublicText {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** When a response may be cached until. */
const CACHING = ['cache-control', 'expires'] as const;

async function textOf(response: IncomingMessage): Promise<PublicText> {
  // A redirect would lead to another server.
  if (response.statusCode !== 200) throw new Error(`The server answered with ${response.statusCode}`);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new Error('The answer is too large');
    parts.push(part);
  }
  const headers = CACHING.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { text: Buffer.concat(parts).toString('utf8'), headers: Object.fromEntries(headers) };
}

/**
 * Reads at most 16 KiB within 2.5 s, with the headers about caching. Throws for a URL that is not
 * `publicUrl`, for a name that has an address that is not public, and for any answer but 200.
 */
export async function readPublicText(address: string, resolve: Resolve = resolveName): Promise<PublicText> {
  const url = publicUrl(address);
  if (!url) throw new Error('The URL is not that of a public server');
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    request(
      url,
      // Without an agent no connection outlives the request.
      { lookup: publicLookup(resolve), agent: false, headers: { accept: 'application/json' }, signal: AbortSignal.timeout(LIMIT_MS) },
      answered,
    )
      .on('error', failed)
      .end();
  });
  try {
    return await textOf(response);
  } finally {
    response.destroy();
  }
}
