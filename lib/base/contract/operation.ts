import type { z } from 'zod';
import type { Permission } from '#lib/base/roles';

/**
 * One endpoint as data. The wrapper (`lib/api/route.ts`) validates with it, and the handler's types
 * come from it. The OpenAPI document, the tests and the typed client of the console are generated
 * from it. Nothing here knows how a request is served.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call:
 * - `none`: anybody; for monitoring.
 * - `key`: the public API. A key, or a signed-in member with the organization in `X-Organization`.
 * - `session`: the console. A signed-in person. With a permission, the organization is required
 *   too; without one, the operation concerns only the person.
 * - `visitor`: the pages of the console for people who may not be signed in yet: sign-in, set-up,
 *   invitation, reset.
 */
export type AuthKind = 'none' | 'key' | 'session' | 'visitor';

export const TAGS = [
  'Memory',
  'Graph',
  'Observations',
  'Documents',
  'Banks',
  'Entities',
  'Mental models',
  'Knowledge base',
  'Directives',
  'Operations',
  'Transfer',
  'API keys',
  'Monitoring',
  'Console',
] as const;
export type Tag = (typeof TAGS)[number];

/**
 * Error statuses that an operation may return beside those that the kernel adds (401, 403, 503 with
 * a key or a session, 429 with a key; 413, 415, 422 with input).
 */
export type ErrorStatus = 400 | 401 | 404 | 409 | 410 | 413 | 429 | 503 | 504;

export interface Operation<
  Path extends string = string,
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Auth extends AuthKind = AuthKind,
  Allowed extends Permission | null = Permission | null,
> {
  /** unique, in snake_case; the operationId of the OpenAPI document */
  readonly id: string;
  readonly method: Method;
  /**
   * as on the wire, `{name}` for a segment; `{document_id}` may contain slashes (see `pathMatcher`)
   */
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly auth: Auth;
  /** null if the operation concerns no organization */
  readonly permission: Allowed;
  /** path parameters except `bank_id`, which the guard checks and passes in the scope */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * the body is a form with one file, in its field `file`, of at most these bytes; no `body` then
   */
  readonly upload?: { readonly maxBytes: number };
  /** replies are parsed with this schema, so a field that it does not declare is never sent */
  readonly response: Response;
  /** names of fields that have no effect because of other fields of this body */
  readonly idle?: (body: never) => readonly string[];
  /** schemas of further statuses that a handler returns itself, with `reply(status, body)` */
  readonly otherResponses?: Readonly<Partial<Record<number, z.ZodType>>>;
  readonly status: 200 | 201 | 202;
  readonly errors: readonly ErrorStatus[];
  readonly deprecated: boolean;
  /** a call may spend tokens of a language model */
  readonly costsTokens: boolean;
  readonly maxBodyBytes: number;
  /**
   * `omitted`: null fields of declared objects are omitted unless the caller asks for them; nulls
   * inside records and `z.unknown()` are sent
   */
  readonly nulls: 'omitted' | 'sent';
  readonly mediaType: string;
  /**
   * data of the events that are sent to a caller that accepts `text/event-stream`, by event name;
   * the last event is `result` or `error`
   */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /**
   * a link may open it: a signed-in member may name the organization in the query parameter
   * `organization`, because a link sends no headers
   */
  readonly isLinked?: true;
  /** the file name under which a browser saves the reply; without it the browser shows the reply */
  readonly attachment?: string;
}

export const MIB = 1024 * 1024;

/** A parameter of `Accept`: sends the null fields that an operation would omit. */
export const WITH_NULLS = 'nulls=sent';

type DefaultedField = 'status' | 'errors' | 'deprecated' | 'costsTokens' | 'maxBodyBytes' | 'nulls' | 'mediaType';
type DeclaredOperation<Op> = Omit<Op, DefaultedField> & Partial<Pick<Op, DefaultedField & keyof Op>>;

/** The largest request body for operations that need no sign-in. */
export const VISITOR_BODY_BYTES = 16 * 1024;

/**
 * Declares an endpoint. Defaults: status 200, 1 MiB of body (16 KiB for visitors), nulls omitted,
 * JSON.
 */
export function operation<
  const Path extends string,
  const Auth extends AuthKind,
  Response extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  const Allowed extends Permission | null = null,
>(
  declared: DeclaredOperation<Operation<Path, Params, Query, Body, Response, Auth, Allowed>>,
): Operation<Path, Params, Query, Body, Response, Auth, Allowed> {
  return {
    status: 200,
    errors: [],
    deprecated: false,
    costsTokens: false,
    maxBodyBytes: declared.auth === 'visitor' ? VISITOR_BODY_BYTES : MIB,
    nulls: 'omitted',
    mediaType: 'application/json',
    ...declared,
  };
}

export const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value && 'permission' in value;

/**
 * Whether the reference describes the operation. The others are private to the console and its
 * server.
 */
export const isPublic = ({ auth }: Operation): boolean => auth === 'none' || auth === 'key';
