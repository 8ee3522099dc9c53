import type { z } from 'zod';
import type { Permission } from '#lib/base/roles';

/**
 * One endpoint as data. The wrapper (`lib/api/route.ts`) checks by it, the handler's types come from it, and the OpenAPI document,
 * the tests and the typed client of the console fold out of it. Nothing here knows how a request is served.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `none`: nobody is asked for; monitoring.
 * `key`: the public API. A key, or a signed-in member with the organisation in `X-Organization`.
 * `session`: the console. A signed-in person; with a permission also the organisation, without one it is about the person alone.
 * `visitor`: the console's pages for people who may not be signed in yet: sign-in, set-up, invitation, reset.
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
  'Operations',
  'API keys',
  'Monitoring',
  'Console',
] as const;
export type Tag = (typeof TAGS)[number];

/** Error statuses an operation may answer beside those that the kernel adds by itself (401, 403, 503 with a key or a session, 429 with a key; 413, 415, 422 with input). */
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
  /** unique, snake_case; the operationId of the OpenAPI document */
  readonly id: string;
  readonly method: Method;
  /** as on the wire, `{name}` for a segment; `{document_id}` also takes slashes (see `pathMatcher`) */
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly auth: Auth;
  /** null where no organisation is touched */
  readonly permission: Allowed;
  /** path parameters except `bank_id`, which the guard checks and hands over in the scope */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** replies are parsed by this before they leave: a field that is not named here never leaves */
  readonly response: Response;
  /** names of fields that have no effect beside what else this body says */
  readonly idle?: (body: never) => readonly string[];
  /** shapes of further statuses that a handler answers itself, with `reply(status, body)` */
  readonly otherResponses?: Readonly<Partial<Record<number, z.ZodType>>>;
  readonly status: 200 | 201;
  readonly errors: readonly ErrorStatus[];
  readonly deprecated: boolean;
  /** a call may spend tokens of a language model */
  readonly costsTokens: boolean;
  readonly maxBodyBytes: number;
  /** `omitted`: null fields of declared objects are left out, unless the caller asks for them; nulls inside records and `z.unknown()` stay */
  readonly nulls: 'omitted' | 'sent';
  readonly mediaType: string;
  /** data of the events that a caller gets who accepts `text/event-stream`, by their names; the last ones are `result` and `error` */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** the name under which a browser saves the reply; without it the reply is shown */
  readonly attachment?: string;
}

export const MIB = 1024 * 1024;

/** As a parameter of `Accept`: null fields are sent, where an operation leaves them out otherwise. */
export const WITH_NULLS = 'nulls=sent';

type Defaulted = 'status' | 'errors' | 'deprecated' | 'costsTokens' | 'maxBodyBytes' | 'nulls' | 'mediaType';
type Declared<Op> = Omit<Op, Defaulted> & Partial<Pick<Op, Defaulted & keyof Op>>;

/** The largest body of a request that nobody has to sign in for. */
export const VISITOR_BODY_BYTES = 16 * 1024;

/** Declares an endpoint. Defaults: 200, 1 MiB of body (16 KiB of a visitor's), nulls left out, JSON. */
export function operation<
  const Path extends string,
  const Auth extends AuthKind,
  Response extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  const Allowed extends Permission | null = null,
>(
  declared: Declared<Operation<Path, Params, Query, Body, Response, Auth, Allowed>>,
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

/** Part of the API that the reference describes; the rest is between the console and its server. */
export const isPublic = ({ auth }: Operation): boolean => auth === 'none' || auth === 'key';
