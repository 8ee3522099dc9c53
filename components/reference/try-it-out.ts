/** The requests of Try it out, and the curl commands that are shown for them. */

/** Replaces the key in curl commands. A shown command never contains a key or a session. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

const AUTHORIZATION = 'Authorization';
const ORGANIZATION = 'X-Organization';

/** The part of a request of Swagger UI that its `requestInterceptor` may change. */
export interface TryRequest {
  /** The request reads the document, not an operation. */
  readonly loadSpec?: boolean;
  headers?: Record<string, string>;
}

/**
 * Names the organization in a request that is sent with the session of the user. A key belongs to
 * one organization. `organization`: the slug, or null if nobody is signed in.
 */
export function requestOf<Sent extends TryRequest>(request: Sent, organization: string | null): Sent {
  const isOfSession = !request.loadSpec && request.headers?.[AUTHORIZATION] === undefined;
  if (isOfSession && organization !== null) request.headers = { ...request.headers, [ORGANIZATION]: organization };
  return request;
}

/** An immutable map of Swagger UI. */
export interface ImmutableMap {
  getIn(path: readonly string[]): unknown;
  setIn(path: readonly string[], value: unknown): ImmutableMap;
  deleteIn(path: readonly string[]): ImmutableMap;
}

/**
 * The sent request as its curl command shows it: a placeholder for the key replaces the session
 * with its organization, or the key that was entered. An operation without authentication has
 * neither.
 */
export const shownRequest = (request: ImmutableMap, needsKey: boolean): ImmutableMap =>
  needsKey
    ? request.deleteIn(['headers', ORGANIZATION]).setIn(['headers', AUTHORIZATION], `Bearer ${KEY_PLACEHOLDER}`)
    : request.deleteIn(['headers', ORGANIZATION]).deleteIn(['headers', AUTHORIZATION]);

/** Whether an operation of an OpenAPI document needs a key. `path`: as in the document. */
export function needsKey(document: ImmutableMap, path: string, method: string): boolean {
  const security = document.getIn(['paths', path, method, 'security']);
  return typeof security === 'object' && security !== null && 'size' in security && security.size !== 0;
}
