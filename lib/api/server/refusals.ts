import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { errorBody } from '#lib/api/error-body';
import { requestIdOf } from '#lib/api/request-id';
import { URL_TOO_LONG } from '#lib/api/surface';
import { ERROR_CODES, type ErrorCode } from '#lib/base/errors';

/** Requests that the server entry answers itself, before the framework sees them. */

/**
 * How long the rest of a refused request is read and discarded, so that its sender sees the answer
 * before the connection ends.
 */
const LINGER_MS = 2000;

export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly headers?: OutgoingHttpHeaders;
}

export const BAD_REQUEST: Refusal = { code: 'bad_request', detail: 'Bad Request' };
export const NOT_FOUND: Refusal = { code: 'not_found', detail: 'Not Found' };
export const METHOD_NOT_ALLOWED: Refusal = { code: 'method_not_allowed', detail: 'Method Not Allowed' };
export const REQUEST_TIMEOUT: Refusal = { code: 'request_timeout', detail: 'Request Timeout' };
const TOO_LARGE: Refusal = { code: 'too_large', detail: 'Content Too Large' };
export const URI_TOO_LONG: Refusal = { code: 'uri_too_long', detail: URL_TOO_LONG };
export const HEADERS_TOO_LARGE: Refusal = { code: 'headers_too_large', detail: 'The header fields are too large' };
const INTERNAL: Refusal = { code: 'internal', detail: 'Internal Server Error' };
/** No answer is possible until the application is open: the caller tries again. */
export const STARTING: Refusal = { code: 'unavailable', detail: 'The server is starting.', headers: { 'Retry-After': '1' } };

export const statusOf = ({ code }: Refusal): number => ERROR_CODES[code];

const BY_STATUS = new Map(
  [BAD_REQUEST, NOT_FOUND, METHOD_NOT_ALLOWED, REQUEST_TIMEOUT, TOO_LARGE, URI_TOO_LONG, HEADERS_TOO_LARGE].map((each) => [
    statusOf(each),
    each,
  ]),
);
/**
 * The error for a status that the framework chose; `internal` for one that the entry does not know.
 */
export const refusalOf = (status: number): Refusal => BY_STATUS.get(status) ?? INTERNAL;

/** The bytes of an answer. */
export const bodyOf = ({ code, detail }: Refusal, id: string): string => JSON.stringify(errorBody(code, detail, id));

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers a request with an error and closes the connection. */
export function refuse(req: IncomingMessage, res: ServerResponse, reason: Refusal): void {
  const id = requestIdOf(req.headers['x-request-id']);
  const body = bodyOf(reason, id);
  res.writeHead(statusOf(reason), {
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
