import { sqlState } from '#lib/db/errors';
import { ERROR_CODES, type ErrorCode, ServiceError, ValidationFailure } from '#lib/errors';
import { BODY_LENGTH } from '#lib/http/encoding';
import type { Log } from '#lib/log';

/** The one place where a failure becomes an answer. */

const REALM = 'Bearer realm="memory-bank"';
const CHALLENGES: Partial<Record<ErrorCode, string>> = {
  unauthorized: REALM,
  invalid_key: `${REALM}, error="invalid_token"`,
  key_expired: `${REALM}, error="invalid_token"`,
  key_revoked: `${REALM}, error="invalid_token"`,
  forbidden: `${REALM}, error="insufficient_scope"`,
  bank_out_of_scope: `${REALM}, error="insufficient_scope"`,
  capability_missing: `${REALM}, error="insufficient_scope"`,
};

const headersOf = (error: ServiceError): Record<string, string> => {
  const headers: Record<string, string> = {};
  const challenge = CHALLENGES[error.code];
  if (challenge) headers['WWW-Authenticate'] = challenge;
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(error.retryAfterSeconds);
  if (error.hangsUp) headers.Connection = 'close';
  return headers;
};

/** SQLSTATE classes of data the store cannot take: wrong encodings, numbers out of range, malformed patterns and queries. */
const BAD_DATA = /^(22...|42601|54...)$/;

/** Wrong data that came past the schemas as far as the database. Connection troubles are `ServiceError`s already (`lib/db/errors.ts`). */
const badData = (error: unknown): ServiceError | null =>
  BAD_DATA.test(sqlState(error) ?? '')
    ? new ServiceError('bad_request', 'The request holds a value that the store cannot take', { cause: error })
    : null;

/** A failure of the code, not of the caller: what stands in the log. Names and texts of statements, never their values. */
const faultOf = (error: unknown): Record<string, unknown> => {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const cause = thrown.cause instanceof Error ? `${thrown.cause.name}: ${thrown.cause.message}` : undefined;
  const text = thrown.message.split('\nparams:', 1)[0];
  return {
    error: `${thrown.name}: ${text}`,
    cause,
    stack: thrown.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .join('\n'),
  };
};

const answer = (status: number, body: unknown, headers: Record<string, string>): Response => {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json', [BODY_LENGTH]: length, 'Cache-Control': 'no-store', ...headers },
  });
};

/** Writes the log line where one is due; callers' mistakes are not logged. */
export function errorResponse(error: unknown, requestId: string, log: Log | undefined): Response {
  if (error instanceof ValidationFailure) return answer(422, { detail: error.issues }, { 'X-Request-Id': requestId });
  const known = error instanceof ServiceError ? error : badData(error);
  const failure = known ?? new ServiceError('internal', 'Internal Server Error', { cause: error });
  const status = ERROR_CODES[failure.code];
  if (!known) log?.error({ request_id: requestId, ...faultOf(error) }, 'request failed');
  else if (status >= 500) log?.warn({ request_id: requestId, code: failure.code, ...faultOf(error) }, 'request not served');
  const body = { detail: failure.message, code: failure.code, request_id: requestId };
  return answer(status, body, { 'X-Request-Id': requestId, ...headersOf(failure) });
}
