import { encode } from '#lib/api/encoding';
import { errorBody } from '#lib/api/error-body';
import { quotaHeaders } from '#lib/api/quota';
import { sqlState } from '#lib/base/db/errors';
import { ERROR_CODES, type ErrorCode, ServiceError, ValidationFailure, type ValidationIssue } from '#lib/base/errors';
import type { Log } from '#lib/base/log';
import { strikeKeys } from '#lib/base/redact';
import { LlmError } from '#lib/models/llm/port';

/** The only place that converts errors to answers. */

const REALM = 'Bearer realm="memory-bank"';
const CHALLENGES: Partial<Record<ErrorCode, string>> = {
  unauthorized: REALM,
  invalid_key: `${REALM}, error="invalid_token"`,
  key_expired: `${REALM}, error="invalid_token"`,
  key_revoked: `${REALM}, error="invalid_token"`,
  session_ended: `${REALM}, error="invalid_token"`,
  sign_in_failed: REALM,
  forbidden: `${REALM}, error="insufficient_scope"`,
  bank_out_of_scope: `${REALM}, error="insufficient_scope"`,
  capability_missing: `${REALM}, error="insufficient_scope"`,
  cross_origin: `${REALM}, error="insufficient_scope"`,
  role_too_low: `${REALM}, error="insufficient_scope"`,
};

const headersOf = (error: ServiceError): Record<string, string> => {
  const headers: Record<string, string> = {};
  const challenge = CHALLENGES[error.code];
  if (challenge) headers['WWW-Authenticate'] = challenge;
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(error.retryAfterSeconds);
  if (error.hangsUp) headers.Connection = 'close';
  return { ...headers, ...quotaHeaders(error.quotas) };
};

/**
 * SQLSTATE classes of data that the database cannot store: wrong encodings, numbers out of range,
 * malformed patterns and queries.
 */
const BAD_DATA = /^(22...|42601|54...)$/;

/**
 * Wrong data that the schemas accepted and the database rejected. Connection errors are
 * `ServiceError`s already (`lib/base/db/errors.ts`).
 */
const badData = (error: unknown): ServiceError | null =>
  BAD_DATA.test(sqlState(error) ?? '')
    ? new ServiceError('bad_request', 'The request contains a value that the database cannot store', { cause: error })
    : null;

/**
 * The error of a model that is unavailable, or that the operator must fix; a write has stored
 * nothing. Its message contains no names.
 */
const modelTrouble = (error: unknown, { writes = false }: ErrorContext): ServiceError | null => {
  if (!(error instanceof LlmError)) return null;
  const { kind, message, retryAfterSeconds } = error;
  const unwritten = writes ? '. No memory was written' : '';
  if (kind !== 'transient') return new ServiceError('unavailable', `${message}${unwritten}; the operator must fix it.`, { cause: error });
  return new ServiceError('unavailable', `${message}${unwritten}; try again later.`, {
    cause: error,
    retryAfterSeconds: retryAfterSeconds ?? MODEL_PAUSE_SECONDS,
  });
};
const MODEL_PAUSE_SECONDS = 5;

/**
 * A fault of the code, not of the caller, as the log contains it: names and texts of statements,
 * never their values.
 */
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

/** The properties of the request that an error's answer needs. */
export interface ErrorContext {
  readonly id: string;
  readonly acceptEncoding: string | null;
  /** the request was a write */
  readonly writes?: boolean;
}

const answer = (status: number, body: unknown, context: ErrorContext, headers: Record<string, string> = {}): Response => {
  const encoded = encode(JSON.stringify(body), context.acceptEncoding);
  return new Response(encoded.body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...encoded.headers,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': context.id,
      ...headers,
    },
  });
};

/**
 * Rejected input is returned to its sender, and copied into tickets and logs. So it never contains
 * a password, and only the first characters of a key.
 */
const withoutSecrets = (issue: ValidationIssue): ValidationIssue => {
  const { input, ...rest } = issue;
  if (typeof input !== 'string') return issue;
  return issue.loc.some((part) => /password/i.test(String(part))) ? rest : { ...rest, input: strikeKeys(input) };
};

/** Logs a fault of the code as an error, and a service that was not available as a warning. */
export function logFault(error: unknown, context: Readonly<Record<string, string>>, log: Log | undefined): void {
  if (error instanceof ServiceError) log?.warn({ ...context, code: error.code, ...faultOf(error) }, 'request not served');
  else log?.error({ ...context, ...faultOf(error) }, 'request failed');
}

/** Converts an error to an answer. Faults are logged; mistakes of callers are not. */
export function errorResponse(error: unknown, context: ErrorContext, log: Log | undefined): Response {
  if (error instanceof ValidationFailure) return answer(422, { detail: error.issues.map(withoutSecrets) }, context);
  const known = error instanceof ServiceError ? error : (modelTrouble(error, context) ?? badData(error));
  const failure = known ?? new ServiceError('internal', 'Internal Server Error', { cause: error });
  const status = ERROR_CODES[failure.code];
  if (!known) logFault(error, { request_id: context.id }, log);
  else if (status >= 500) log?.warn({ request_id: context.id, code: failure.code, ...faultOf(error) }, 'request not served');
  return answer(status, errorBody(failure.code, failure.message, context.id), context, headersOf(failure));
}

/** A caller that has disconnected gets no answer; the status appears only in the metrics. */
const CLIENT_DISCONNECTED = 499;

/** The answer to a request that failed. After its caller has disconnected, nothing is logged. */
export function failureResponse(
  { signal, headers }: Pick<Request, 'signal' | 'headers'>,
  error: unknown,
  context: Omit<ErrorContext, 'acceptEncoding'>,
  log: Log | undefined,
): Response {
  if (signal.aborted) return new Response(null, { status: CLIENT_DISCONNECTED });
  return errorResponse(error, { ...context, acceptEncoding: headers.get('accept-encoding') }, log);
}
