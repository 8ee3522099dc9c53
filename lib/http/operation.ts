import type { z } from 'zod';
import type { Permission } from '#lib/orgs/roles';

/**
 * One endpoint as data. The wrapper (`lib/http/route.ts`) checks by it, the handler's types come from it, and the OpenAPI document,
 * the tests and the typed client of the console fold out of it. Nothing here knows how a request is served.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const TAGS = ['Memory', 'Documents', 'Banks', 'Entities', 'Mental models', 'Operations', 'API keys', 'Monitoring'] as const;
export type Tag = (typeof TAGS)[number];

/** Error statuses an operation may answer beside those that the kernel adds by itself (401, 403 with a key; 422 with any input; 500). */
export type ErrorStatus = 400 | 404 | 409 | 410 | 413 | 429 | 503 | 504;

export interface Operation<
  Path extends string = string,
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Auth extends 'none' | 'key' = 'none' | 'key',
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
  /** null only where no key is asked for */
  readonly permission: Permission | null;
  /** path parameters except `bank_id`, which the guard checks and hands over in the scope */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** replies are parsed by this before they leave: a field that is not named here never leaves */
  readonly response: Response;
  /** shapes of further statuses that a handler answers itself, with `reply(status, body)` */
  readonly otherResponses?: Readonly<Partial<Record<number, z.ZodType>>>;
  readonly status: 200 | 201;
  readonly errors: readonly ErrorStatus[];
  readonly deprecated: boolean;
  /** a call may spend tokens of a language model */
  readonly costsTokens: boolean;
  readonly maxBodyBytes: number;
  /** `omitted`: null fields of declared objects are left out; nulls inside records and `z.unknown()` stay */
  readonly nulls: 'omitted' | 'sent';
  readonly mediaType: string;
}

export const MIB = 1024 * 1024;

type Defaulted = 'status' | 'errors' | 'deprecated' | 'costsTokens' | 'maxBodyBytes' | 'nulls' | 'mediaType';
type Declared<Op> = Omit<Op, Defaulted> & Partial<Pick<Op, Defaulted & keyof Op>>;

/** Declares an endpoint. Defaults: 200, 1 MiB of body, nulls left out, JSON. */
export function operation<
  const Path extends string,
  const Auth extends 'none' | 'key',
  Response extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(declared: Declared<Operation<Path, Params, Query, Body, Response, Auth>>): Operation<Path, Params, Query, Body, Response, Auth> {
  return {
    status: 200,
    errors: [],
    deprecated: false,
    costsTokens: false,
    maxBodyBytes: MIB,
    nulls: 'omitted',
    mediaType: 'application/json',
    ...declared,
  };
}

export const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value && 'permission' in value;
