import type { Quota } from '#lib/base/quota';

/**
 * The codes that a service may throw, each with its HTTP status. This is the only such table: the
 * API (`lib/api/errors.ts`), the server entry (`lib/api/server/refusals.ts`), the reference and API
 * clients read it. Services name a code and never look at its status, except the access check,
 * which reports the expected answer of a call. The message is sent to the caller as `detail`: name
 * the field and the limit, never a secret and never memory text.
 */
export const ERROR_CODES = {
  bad_request: 400,
  unauthorized: 401,
  invalid_key: 401,
  key_expired: 401,
  key_revoked: 401,
  session_ended: 401,
  sign_in_failed: 401,
  forbidden: 403,
  bank_out_of_scope: 403,
  capability_missing: 403,
  cross_origin: 403,
  role_too_low: 403,
  not_found: 404,
  not_a_member: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  last_owner: 409,
  gone: 410,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  timeout: 504,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

// The bundler gives start-up and the route files separate instances of this module, so a class is
// recognized by a mark and not by identity.
const SERVICE_ERROR = Symbol.for('memory-bank.service-error');
const VALIDATION_FAILURE = Symbol.for('memory-bank.validation-failure');
const carries = (value: unknown, mark: symbol): boolean => typeof value === 'object' && value !== null && mark in value;

interface ServiceErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
  readonly hangsUp?: boolean;
  readonly quotas?: readonly Quota[];
}

export class ServiceError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return carries(value, SERVICE_ERROR);
  }
  readonly [SERVICE_ERROR] = true;
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** The rest of the request is not read: the connection is closed after the answer. */
  readonly hangsUp: boolean;
  /** The remaining quotas of the limits that the call counts against. */
  readonly quotas: readonly Quota[];
  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.hangsUp = options.hangsUp ?? false;
    this.quotas = options.quotas ?? [];
  }
}

/**
 * One failed check of a request, in the format of `HTTPValidationError`. `loc` starts with body,
 * query or path.
 */
export interface ValidationIssue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/**
 * A 422 that a service finds after schema validation; the API answers it exactly like a schema
 * failure.
 */
export class ValidationFailure extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return carries(value, VALIDATION_FAILURE);
  }
  readonly [VALIDATION_FAILURE] = true;
  readonly issues: ValidationIssue[];
  constructor(issues: ValidationIssue[]) {
    super(issues.map((i) => `${i.loc.join('.')}: ${i.msg}`).join('; '));
    this.name = 'ValidationFailure';
    this.issues = issues;
  }
}

/** An issue found by a service: `place` starts with body, query or path. */
export const issueAt = (place: (string | number)[], reason: string, input?: unknown): ValidationIssue => ({
  type: 'value_error',
  loc: place,
  msg: `Value error, ${reason}`,
  ...(input !== undefined && { input }),
  ctx: { error: {} },
});

/** The error of one such issue, to be thrown. */
export const invalid = (place: (string | number)[], reason: string, input?: unknown): ValidationFailure =>
  new ValidationFailure([issueAt(place, reason, input)]);

/** Errors of the settings, one line for each; printed as it is before the process ends. */
export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}
