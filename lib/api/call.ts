import type { z } from 'zod';
import { filenameOf } from '#lib/api/attachment';
import { EVENT_STREAM, EventReader } from '#lib/api/event-reader';
import { type Method, type Operation, WITH_NULLS } from '#lib/base/contract/operation';
import { ERROR_CODES, type ErrorCode, type ValidationIssue } from '#lib/base/errors';

/**
 * The console's API client: one function, typed by the operation that the server validates with. It
 * runs in browsers and loads no schema, because the server has validated every answer.
 */

/** The part of an operation that a page needs to call it. All of them are in `lib/api/calls.ts`. */
export interface Callable<Op extends Operation = Operation> {
  readonly method: Method;
  readonly path: Op['path'];
  /** for people who may not be signed in: a refusal does not mean that a session ended */
  readonly isForVisitors?: true;
  /** never set: the types of input and output, for the compiler */
  readonly operation?: Op;
}
/** The answer of a call. */
export type AnswerOf<C extends Callable> = z.output<OpOf<C>['response']>;
/** The body of a call. */
export type BodyOf<C extends Callable> = Input<OpOf<C>['body']>;
export type OpOf<C extends Callable> = NonNullable<C['operation']>;

/** A failed call. `offline`: no answer; `unknown`: an answer that is not the API's. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'offline' | 'unknown';
  /** a message for people */
  readonly detail: string;
  readonly requestId: string | null;
  /** of a 422: the faulty fields */
  readonly issues: readonly ValidationIssue[];
  /** seconds to wait */
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: ApiError['code'],
    detail: string,
    more: { requestId?: string | null; issues?: readonly ValidationIssue[]; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = more.requestId ?? null;
    this.issues = more.issues ?? [];
    this.retryAfter = more.retryAfter;
  }

  /** The message of the 422 for one field of the body, `a.b` for a nested one. */
  issueOf(field: string): string | undefined {
    return this.issues.find(({ loc }) => loc.slice(1).join('.') === field)?.msg;
  }
}

/** The input type of a schema. */
export type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type InputPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<string, never> extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> }
    : { [Key in Name]: z.input<Schema> }
  : { [Key in Name]?: undefined };
type BankParameter<Path extends string> = Path extends `${string}{bank_id}${string}` ? { bankId: string } : { bankId?: undefined };

export type CallOptions<Op extends Operation> = InputPart<'params', Op['params']> &
  InputPart<'query', Op['query']> &
  InputPart<'body', Op['body']> &
  BankParameter<Op['path']> & {
    /** slug of the organization, for operations that concern one */
    org?: string;
    signal?: AbortSignal;
  };

export type Args<Op extends Operation> =
  Record<string, never> extends CallOptions<Op> ? [options?: CallOptions<Op>] : [options: CallOptions<Op>];

/** The options of a call, without their types. */
export interface UntypedOptions {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  bankId?: string;
  org?: string;
  signal?: AbortSignal;
}

/**
 * Whether a segment is a dot segment, which clients and proxies resolve even if it is encoded. Dots
 * inside a longer segment are safe.
 */
const isResolved = (segment: string): boolean => segment === '.' || segment === '..';
const documentPath = (id: string): string => {
  const segments = id.split('/');
  return segments.map(encodeURIComponent).join(segments.some(isResolved) ? '%2F' : '/');
};

/** Names whose values may contain slashes; everything else is one segment. */
const GREEDY = new Set(['document_id', 'key']);

const pathOf = (operation: Callable, { params = {}, bankId }: UntypedOptions): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(name === 'bank_id' ? bankId : params[name]);
    return GREEDY.has(name) ? documentPath(value) : encodeURIComponent(value);
  });

const searchOf = (query: Readonly<Record<string, unknown>> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};

/** Path and query of a call, for links and curl commands. */
export const addressOf = <C extends Callable>(operation: C, ...[options]: Args<OpOf<C>>): string => {
  const loose = (options ?? {}) as UntypedOptions;
  return `${pathOf(operation, loose)}${searchOf(loose.query)}`;
};

const retryAfterOf = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
};

/** The error of a response that is not ok. */
export async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { detail, code, request_id } = (body ?? {}) as { detail?: unknown; code?: unknown; request_id?: unknown };
  const requestId = typeof request_id === 'string' ? request_id : response.headers.get('x-request-id');
  const more = { requestId, retryAfter: retryAfterOf(response) };
  if (Array.isArray(detail)) {
    const issues = detail as ValidationIssue[];
    return new ApiError(response.status, 'unprocessable', issues.map(({ msg }) => msg).join('; '), { ...more, issues });
  }
  return typeof detail === 'string'
    ? new ApiError(response.status, (typeof code === 'string' ? code : 'unknown') as ApiError['code'], detail, more)
    : new ApiError(response.status, 'unknown', `HTTP ${response.status}`, more);
}

export const ACCEPT = `application/json;${WITH_NULLS}`;

/** Codes of a session that ended while a page was open, handled in one place. */
const ENDED = new Set(['unauthorized', 'session_ended']);
let onEnded: (() => void) | undefined;
export const whenSessionEnds = (act: () => void): void => {
  onEnded = act;
};

/**
 * The person was removed from the organization while one of its pages was open, so the page must
 * not stay visible.
 */
let onExpelled: (() => void) | undefined;
export const whenExpelled = (act: () => void): void => {
  onExpelled = act;
};

export const unreachable = (cause?: unknown): ApiError => new ApiError(0, 'offline', 'The server could not be reached', { cause });

/** Path, query and body of a call, for `fetch` or for a handler of this process. */
export function requestOf(operation: Callable, accept: string, options: UntypedOptions) {
  const headers: Record<string, string> = { Accept: accept };
  const hasBody = options.body !== undefined;
  if (hasBody || operation.method !== 'GET') headers['Content-Type'] = 'application/json';
  return {
    address: `${pathOf(operation, options)}${searchOf(options.query)}`,
    headers,
    init: {
      method: operation.method,
      ...(hasBody && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    },
  };
}

async function send(operation: Callable, accept: string, options: UntypedOptions): Promise<Response> {
  const { address, headers, init } = requestOf(operation, accept, options);
  if (options.org !== undefined) headers['X-Organization'] = options.org;
  let response: Response;
  try {
    response = await fetch(address, { ...init, headers, credentials: 'same-origin', cache: 'no-store' });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw unreachable(cause);
  }
  return accepted(operation, response);
}

/** Returns a successful response. Throws the `ApiError` of another one. */
export async function accepted(operation: Callable, response: Response): Promise<Response> {
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (!operation.isForVisitors && ENDED.has(failure.code)) onEnded?.();
  if (failure.code === 'not_a_member') onExpelled?.();
  throw failure;
}

/**
 * Calls an operation with the session of this browser and returns the answer, including nulls.
 * Throws `ApiError`.
 */
export async function call<C extends Callable>(operation: C, ...[options]: Args<OpOf<C>>): Promise<AnswerOf<C>> {
  const response = await send(operation, ACCEPT, (options ?? {}) as UntypedOptions);
  return agreed<C>(response, await response.json().catch(() => undefined));
}

/** Rejects answers that are not the API's, such as a proxy's page. */
export function agreed<C extends Callable>(response: Response, body: unknown): AnswerOf<C> {
  if (body !== undefined) return body as AnswerOf<C>;
  throw new ApiError(response.status, 'unknown', 'The answer does not have the expected format', {
    requestId: response.headers.get('x-request-id'),
  });
}

/** As `call`, for an attachment: returns the bytes and the file name that the server proposes. */
export async function download<C extends Callable>(operation: C, ...[options]: Args<OpOf<C>>): Promise<{ blob: Blob; filename: string }> {
  const response = await send(operation, '*/*', (options ?? {}) as UntypedOptions);
  const filename = filenameOf(response.headers.get('content-disposition')) ?? 'download';
  return { blob: await response.blob(), filename };
}

type Events = Readonly<Record<string, z.ZodType>>;
type ProgressName<All extends Events> = Exclude<keyof All & string, 'result' | 'error'>;
/** An event before the answer. `All`: the events of the operation by name. */
export type ProgressEvent<All extends Events> = {
  [Name in ProgressName<All>]: { readonly event: Name; readonly data: z.output<All[Name]> };
}[ProgressName<All>];

/** As `call`, for an operation that reports progress. Listeners must ignore unknown event names. */
export async function listen<C extends Callable, T extends { readonly event: string; readonly data: unknown }>(
  operation: C,
  onEvent: (event: T) => void,
  ...[options]: Args<OpOf<C>>
): Promise<AnswerOf<C>> {
  const loose = (options ?? {}) as UntypedOptions;
  const response = await send(operation, `${EVENT_STREAM};${WITH_NULLS}`, loose);
  for await (const { event, data } of eventsOf(response, loose.signal)) {
    const body: unknown = JSON.parse(data);
    if (event === 'result') return agreed<C>(response, body);
    if (event === 'error') throw errorOfEvent(body, response);
    onEvent({ event, data: body } as T);
  }
  throw brokenOff(response);
}

const brokenOff = (response: Response, cause?: unknown): ApiError =>
  new ApiError(0, 'offline', 'The answer broke off', { requestId: response.headers.get('x-request-id'), cause });

function errorOfEvent(body: unknown, response: Response): ApiError {
  const { detail, code, request_id, retry_after } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const known = typeof code === 'string' && Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : null;
  return new ApiError(known ? ERROR_CODES[known] : response.status, known ?? 'unknown', typeof detail === 'string' ? detail : 'Failed', {
    requestId: typeof request_id === 'string' ? request_id : response.headers.get('x-request-id'),
    ...(typeof retry_after === 'number' && { retryAfter: retry_after }),
  });
}

async function* eventsOf(response: Response, signal: AbortSignal | undefined) {
  const source = response.body?.getReader();
  const [reader, decoder] = [new EventReader(), new TextDecoder()];
  try {
    while (source) {
      const { value, done } = await source.read().catch((cause: unknown) => {
        throw signal?.aborted ? cause : brokenOff(response, cause);
      });
      if (done) return;
      yield* reader.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    await source?.cancel().catch(() => undefined);
  }
}
