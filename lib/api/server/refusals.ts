import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Requests that the server entry answers itself, before the framework sees them. */

/** How long the rest of a refused request is read and discarded, so that its sender sees the answer before the connection ends. */
const LINGER_MS = 2000;

export const MAX_URL = 8192;

export interface Refusal {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly headers?: OutgoingHttpHeaders;
}

const refusal = (status: number, detail: string, code: string): Refusal => ({ status, detail, code });
export const BAD_REQUEST = refusal(400, 'Bad Request', 'bad_request');
export const NOT_FOUND = refusal(404, 'Not Found', 'not_found');
export const METHOD_NOT_ALLOWED = refusal(405, 'Method Not Allowed', 'method_not_allowed');
export const REQUEST_TIMEOUT = refusal(408, 'Request Timeout', 'request_timeout');
const TOO_LARGE = refusal(413, 'Content Too Large', 'too_large');
export const URI_TOO_LONG = refusal(414, `The address is longer than ${MAX_URL} bytes`, 'uri_too_long');
export const HEADERS_TOO_LARGE = refusal(431, 'The header fields are too large', 'headers_too_large');
const INTERNAL = refusal(500, 'Internal Server Error', 'internal');
/** Until the application is open nobody can answer: the caller tries again. */
export const STARTING: Refusal = { ...refusal(503, 'The server is starting.', 'unavailable'), headers: { 'Retry-After': '1' } };

const BY_STATUS = new Map(
  [BAD_REQUEST, NOT_FOUND, METHOD_NOT_ALLOWED, REQUEST_TIMEOUT, TOO_LARGE, URI_TOO_LONG, HEADERS_TOO_LARGE].map((each) => [
    each.status,
    each,
  ]),
);
/** The error of the API for a status that the framework chose; `internal` for any that the entry does not know. */
export const refusalOf = (status: number): Refusal => BY_STATUS.get(status) ?? INTERNAL;

/** The body of every error of the API (`lib/api/errors.ts`). */
export const errorBody = ({ detail, code }: Refusal, id: string): string => JSON.stringify({ detail, code, request_id: id });

export const requestId = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers a request with an error and closes the connection. */
export function refuse(req: IncomingMessage, res: ServerResponse, reason: Refusal): void {
  const id = requestId(req);
  const body = errorBody(reason, id);
  res.writeHead(reason.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
    Connection: 'close',
    ...reason.headers,
  });
  if (req.method === 'HEAD' || !hasBody(req)) {
    res.end(req.method === 'HEAD' ? undefined : body);
    return;
  }
  // Closing a connection with unread bytes resets it, which may lose the answer.
  res.write(body);
  const end = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once('end', end).once('close', end).resume();
}
