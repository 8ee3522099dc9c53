import type { IncomingMessage } from 'node:http';
import { BAD_REQUEST, METHOD_NOT_ALLOWED, NOT_FOUND, type Refusal, URI_TOO_LONG } from '#lib/api/server/refusals';
import { isApi, MAX_URL } from '#lib/api/surface';
import { defined } from '#lib/base/defined';

/** Requests that must be refused before the framework reads them. */

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * A dot segment, plain or encoded, and an empty one would be resolved on the way and reach another
 * resource than the requested one.
 */
const AMBIGUOUS = /(^|\/)(\.|%2e){1,2}(\/|$)|\/\/|\\/i;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the error of the request line, else null. The framework would read the body of any
 * request to a page; in development its own tools write to their own paths.
 */
export function refusalFor({ url = '', method = '' }: IncomingMessage, dev: boolean): Refusal | null {
  if (url.length > MAX_URL) return URI_TOO_LONG;
  if (!METHODS.has(method)) return { ...METHOD_NOT_ALLOWED, headers: { Allow: [...METHODS].join(', ') } };
  if (!url.startsWith('/')) return { ...BAD_REQUEST, detail: 'The request target must be a path' };
  const target = defined(url.split('?', 1)[0]);
  if (target.includes('%') && !isDecodable(target)) return { ...BAD_REQUEST, detail: 'The path contains a malformed percent-encoding' };
  if (AMBIGUOUS.test(target)) return NOT_FOUND;
  if (!dev && !isRead(method) && !isApi(url)) return { ...METHOD_NOT_ALLOWED, headers: { Allow: 'GET, HEAD' } };
  return null;
}

/** Browsers receive a page for a mistyped URL (`MISSING_PAGE`), not JSON. */
export const isMistyped = ({ method, url = '', headers }: IncomingMessage, { code }: Refusal): boolean =>
  (code === 'bad_request' || code === 'not_found') && method === 'GET' && !isApi(url) && headers.accept?.includes('text/html') === true;

/** An address without a page. */
export const MISSING_PAGE = '/not-there';
