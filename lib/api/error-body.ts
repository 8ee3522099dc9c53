import type { ErrorCode } from '#lib/base/errors';

/**
 * The body of every error of the API, except failed checks of a request: those are a 422 with a
 * list of issues as `detail`.
 */
export interface ErrorBody {
  readonly detail: string;
  readonly code: ErrorCode;
  /** the same as in the header `X-Request-Id` */
  readonly request_id: string;
}

/** The fields in their order on the wire. */
export const errorBody = (code: ErrorCode, detail: string, requestId: string): ErrorBody => ({ detail, code, request_id: requestId });
