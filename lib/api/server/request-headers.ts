import type { IncomingMessage } from 'node:http';
import { PEER_HEADER } from '#lib/api/entry-headers';
import { isApi } from '#lib/api/surface';
import { defined } from '#lib/base/defined';

/** The headers that the application receives. */

const count = (rawHeaders: readonly string[], name: string): number => {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = defined(rawHeaders[i]);
    if (given.length === name.length && given.toLowerCase() === name) found++;
  }
  return found;
};

/** Several keys in one request are ambiguous: they count as one invalid key. */
function refuseSeveralKeys({ rawHeaders, headers }: IncomingMessage): void {
  if (count(rawHeaders, 'authorization') > 1) headers.authorization = 'several';
}

/**
 * Headers with which the framework's own pages talk to it. On the API they would cause a redirect
 * or worse.
 */
const FRAMEWORK_HEADER = /^(rsc|next-.+|x-(nextjs|middleware|invoke|now|matched)-.+)$/;

function hideFrameworkHeaders({ url = '', headers }: IncomingMessage): void {
  if (isApi(url)) for (const name of Object.keys(headers)) if (FRAMEWORK_HEADER.test(name)) delete headers[name];
}

/**
 * Sets the address of the peer, which no other code may set. The framework must trust only the
 * requested host: behind a proxy NEXTAUTH_URL names it.
 */
function notePeer({ headers, socket }: IncomingMessage): void {
  headers[PEER_HEADER] = socket.remoteAddress ?? '';
  for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']) delete headers[name];
}

/**
 * Conditions that no answer needs: the framework answers 500 where one of a file fails. Files are
 * small, and a changed file has another name; a server may send a whole file in place of a range.
 */
const CONDITIONS = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

function hideConditions({ headers }: IncomingMessage): void {
  for (const name of CONDITIONS) delete headers[name];
}

export function sanitizeHeaders(req: IncomingMessage): void {
  hideConditions(req);
  refuseSeveralKeys(req);
  hideFrameworkHeaders(req);
  notePeer(req);
}
