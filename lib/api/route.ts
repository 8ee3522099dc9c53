import type { z } from 'zod';
import { absenceOf } from '#lib/api/absent';
import { type AdmittedCaller, admit, noteRefusal } from '#lib/api/admission';
import { type App, app, appIfReady } from '#lib/api/app';
import { dispositionOf } from '#lib/api/attachment';
import { chunksOfBody, readBody } from '#lib/api/body';
import { BodyShare } from '#lib/api/body-budget';
import { bodyReader } from '#lib/api/body-shape';
import { failureResponse } from '#lib/api/errors';
import { ignoredHeader } from '#lib/api/ignored';
import { boundaryOf, formOf, type UploadedForm } from '#lib/api/multipart';
import { type PathParams, pathMatcher, splitUrl } from '#lib/api/path';
import { queryParser } from '#lib/api/query';
import { quotaHeaders } from '#lib/api/quota';
import { requestIdOf } from '#lib/api/request-id';
import { bytesOf } from '#lib/api/sending';
import { adaptFor } from '#lib/api/strict-clients';
import { requireTool } from '#lib/api/transport';
import { check } from '#lib/api/validation';
import { type Method, MIB, type Operation } from '#lib/base/contract/operation';
import { type LongReply, nullFiller, nullPruner, type Reply, type Rewrite, type Streamed, wantsNulls } from '#lib/base/contract/reply';
import { onBehalfOf } from '#lib/base/db/caller';
import { cellForNew, DEFAULT_CELL, servicesIn } from '#lib/base/db/cells';
import type { Db } from '#lib/base/db/db';
import { issueAt, ServiceError, ValidationFailure } from '#lib/base/errors';
import { instruments, observeRequest } from '#lib/base/metrics';
import type { BankScope, OrgScope, PersonScope, VisitorScope } from '#lib/base/scope';
import { TAG_FILTER_FIELDS } from '#lib/base/tags/contract';

// Parts of an operation are optional properties: declared ones are defined, others are undefined.
type Output<S> = [S] extends [undefined] ? undefined : z.output<Extract<S, z.ZodType>>;

type InOrganization<Op extends Operation> = Op['path'] extends `${string}{bank_id}${string}` ? BankScope : OrgScope;
type ScopeOf<Op extends Operation> = {
  none: null;
  key: InOrganization<Op>;
  session: [Op['permission']] extends [null] ? PersonScope : InOrganization<Op>;
  visitor: VisitorScope;
}[Op['auth']];

/**
 * The input of a handler. `scope` is the bank of the path, or the organization if the path has no
 * bank. It is the person if no organization is concerned, the visitor if nobody need be signed in,
 * and null for monitoring.
 */
export interface OperationCall<Op extends Operation> {
  /** null only on monitoring endpoints, before boot has ended or after shutdown has begun */
  readonly app: Op['auth'] extends 'none' ? App | null : App;
  readonly scope: ScopeOf<Op>;
  readonly params: Output<Op['params']>;
  readonly query: Output<Op['query']>;
  readonly body: Output<Op['body']>;
  /**
   * runs a read of the bank where its answer is not older than the request: on a replica that has
   * reached the bank, else on `app.db`; `work` may run twice
   */
  readonly read: <T>(work: (at: Db) => Promise<T>) => Promise<T>;
  /** the form of an operation with `upload`; empty for others */
  readonly form: UploadedForm;
  readonly request: { readonly id: string; readonly signal: AbortSignal; readonly headers: Headers };
}

type HandlerAnswer<Op extends Operation> =
  | z.input<Op['response']>
  | Reply
  | Streamed<string | Uint8Array>
  | LongReply<z.input<Op['response']> & object>;
export type Handler<Op extends Operation> = (call: OperationCall<Op>) => Promise<HandlerAnswer<Op>> | HandlerAnswer<Op>;

/** An operation with its handler, for a `resource`. */
export interface Route {
  readonly operation: Operation;
  readonly match: (rawPath: string) => PathParams | null;
  readonly serve: (request: Request, context: Context) => Promise<Response>;
}

interface Context {
  readonly id: string;
  readonly params: PathParams;
  readonly search: string;
}

interface RouteSteps {
  readonly query: ReturnType<typeof queryParser>;
  readonly readShape: ReturnType<typeof bodyReader>;
  readonly prune: Rewrite;
  readonly fill: Rewrite;
}

const keepAll: Rewrite = () => undefined;

const compile = (operation: Operation): RouteSteps => ({
  query: queryParser(operation.query),
  readShape: bodyReader(operation.body),
  prune: operation.nulls === 'omitted' ? nullPruner(operation.response) : keepAll,
  fill: operation.nulls === 'omitted' ? nullFiller(operation.response) : keepAll,
});

/** An empty body is allowed if no field is required; it is read as an empty object. */
async function bodyOf(operation: Operation, request: Request, share: BodyShare): Promise<unknown> {
  return operation.body ? ((await readBody(request, operation, share)) ?? {}) : undefined;
}

const NO_FORM: UploadedForm = { file: (async function* () {})(), fields: new Map() };

/** Of a form beside its file. */
const FORM_BYTES = MIB;

/**
 * Throws `unsupported_media_type` unless the request has the declared form, and `too_large` if it
 * declares a larger one.
 */
function formIn({ upload }: Operation, request: Request): UploadedForm {
  if (!upload) return NO_FORM;
  if (Number(request.headers.get('content-length') ?? 0) > upload.maxBytes + FORM_BYTES)
    throw new ServiceError('too_large', `The file is larger than ${upload.maxBytes} bytes`, { hangsUp: true });
  const boundary = boundaryOf(request.headers.get('content-type'));
  return formOf(chunksOfBody(request), { boundary, name: 'file', maxBytes: upload.maxBytes });
}

/**
 * The same steps for every endpoint: authenticate, authorize, validate, call, check the reply,
 * answer. The handler gets typed input and returns the declared reply or throws. Only
 * `lib/api/errors.ts` converts errors.
 */
export function route<Op extends Operation>(operation: Op, handler: Handler<Op>): Route {
  let compiled: RouteSteps | undefined;
  const respond = async (request: Request, context: Context, share: BodyShare): Promise<Response> => {
    compiled ??= compile(operation);
    const services = operation.auth === 'none' ? appIfReady() : app();
    const bankId = context.params.bank_id ?? null;
    const admitted = services && (await admit(services, operation, request, { id: context.id, bankId }));
    if (admitted && 'bank' in admitted.scope) requireTool(request, operation, admitted.scope);
    const params = operation.params ? check(operation.params, context.params, 'path') : undefined;
    const raw = compiled.query(context.search);
    refuseUnfiltered(operation, raw.ignored);
    const query = operation.query ? check(operation.query, raw.value, 'query') : undefined;
    const given = await bodyOf(operation, request, share);
    const unread = compiled.readShape(given);
    const body = operation.body ? check(operation.body, given, 'body') : undefined;
    const scope = admitted?.scope ?? null;
    const inside = services && scope && servicesIn(services, cellOfCall(services, scope));
    const call = {
      app: inside ?? services,
      scope,
      read: <T>(work: (at: Db) => Promise<T>): Promise<T> => {
        const { db, replica } = inside ?? app();
        return replica && scope && 'bank' in scope ? replica.read(db, scope, work) : work(db);
      },
      params,
      query,
      body,
      form: formIn(operation, request),
      request: { id: context.id, signal: request.signal, headers: request.headers },
    };
    let answered: HandlerAnswer<Op>;
    try {
      answered = await handler(call as OperationCall<Op>);
    } catch (error) {
      if (services && scope && 'orgId' in scope) noteRefusal(services, operation, scope, bankId, error);
      throw error;
    }
    const rewrite = wantsNulls(request.headers) ? compiled.fill : compiled.prune;
    const adapt = adaptFor(operation.id, request.headers.get('user-agent'));
    const { status, headers, ...encoded } = await bytesOf(operation, { rewrite, adapt }, answered, request.headers.get('accept-encoding'));
    const ignored = [...raw.ignored, ...unread, ...(operation.idle?.(body as never) ?? [])];
    return new Response(encoded.body, {
      status,
      headers: {
        'Content-Type': operation.mediaType,
        ...encoded.encoding,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': context.id,
        ...(operation.attachment && { 'Content-Disposition': dispositionOf(operation.attachment, context.params.bank_id) }),
        ...(ignored.length > 0 && { 'X-Ignored-Params': ignoredHeader(ignored) }),
        ...(operation.deprecated && { Deprecation: 'true' }),
        ...quotaHeaders(admitted?.quotas ?? []),
        ...headers,
      },
    });
  };
  const serve = async (request: Request, context: Context): Promise<Response> => {
    const share = new BodyShare();
    try {
      return await respond(request, context, share);
    } finally {
      share.release();
    }
  };
  return { operation, match: pathMatcher(operation.path), serve };
}

/** The cell that contains the bank of a call, or will contain it if the call creates it. */
function cellOfCall({ env }: App, scope: AdmittedCaller['scope']): string {
  if (!('bank' in scope)) return DEFAULT_CELL;
  return scope.bank ? (scope.bank.cell ?? DEFAULT_CELL) : cellForNew(env.cellsForNewBanks, scope.orgId, scope.bankId);
}

/** Operations that read the content of a bank. */
const OF_BANKS = /\{(bank|chunk)_id\}/;

/**
 * Throws `ValidationFailure` if a tag filter is sent to a read that has none: its answer would show
 * more than the caller requested.
 */
function refuseUnfiltered({ method, path }: Operation, ignored: readonly string[]): void {
  const given = method === 'GET' && OF_BANKS.test(path) ? TAG_FILTER_FIELDS.filter((name) => ignored.includes(name)) : [];
  if (given.length === 0) return;
  throw new ValidationFailure(given.map((name) => issueAt(['query', name], `this operation does not filter by tags: omit ${name}`)));
}

type ResourceMethod = Method | 'HEAD' | 'OPTIONS';
export type NextHandler = ((request: Request) => Promise<Response>) & { readonly operations: readonly Operation[] };
export type Resource = Readonly<Record<ResourceMethod, NextHandler>>;

const resourceOf = (handlerOf: (method: ResourceMethod) => NextHandler): Resource => ({
  GET: handlerOf('GET'),
  HEAD: handlerOf('HEAD'),
  POST: handlerOf('POST'),
  PUT: handlerOf('PUT'),
  PATCH: handlerOf('PATCH'),
  DELETE: handlerOf('DELETE'),
  OPTIONS: handlerOf('OPTIONS'),
});

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface RouteAttempt {
  /** null if no operation has this path and method */
  readonly operation: Operation | null;
  readonly respond: () => Promise<Response>;
}

const noRoute = (path: string): never => {
  throw new ServiceError('not_found', absenceOf(path));
};

const wrongMethod = (): never => {
  throw new ServiceError('method_not_allowed', 'Method Not Allowed');
};

const choose = (routes: readonly Route[], request: Request, id: string): RouteAttempt | null => {
  const { path, search } = splitUrl(request.url);
  for (const candidate of routes) {
    const params = candidate.match(path);
    if (params) return { operation: candidate.operation, respond: () => candidate.serve(request, { id, params, search }) };
  }
  return null;
};

/** Handles all errors, and records the metrics of the request. */
export async function respondTo(request: Request, attempt: (id: string) => RouteAttempt): Promise<Response> {
  const id = requestIdOf(request.headers.get('x-request-id'));
  const begun = performance.now();
  const { httpInProgress } = instruments();
  let operation: Operation | null = null;
  let response: Response;
  httpInProgress.inc();
  try {
    const chosen = attempt(id);
    operation = chosen.operation;
    response = await onBehalfOf(request.signal, chosen.respond);
  } catch (error) {
    const writes = operation?.permission === 'bank.write' && !operation.path.includes('dry-run');
    response = failureResponse(request, error, { id, writes }, appIfReady()?.log);
  } finally {
    httpInProgress.dec();
  }
  observeRequest(request.method, operation, response.status, (performance.now() - begun) / 1000);
  return response;
}

/**
 * The exports of a route file: `export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } =
 * resource({ GET: route(listBanks, …) })`. Missing methods return 405. Several operations of one
 * method share a file if one path may match the other (documents, whose ids may contain slashes).
 * The first match is served, so the longer template comes first.
 */
export function resource(routes: Readonly<Partial<Record<Method, Route | readonly Route[]>>>): Resource {
  const of = (method: Method): readonly Route[] => {
    const given = routes[method] ?? [];
    return 'serve' in given ? [given] : given;
  };
  const allowedOn = (path: string): string[] => {
    const methods: string[] = METHODS.filter((method) => of(method).some((candidate) => candidate.match(path)));
    if (methods.includes('GET')) methods.splice(1, 0, 'HEAD');
    return methods;
  };
  const refuse = (request: Request): RouteAttempt => {
    const { path } = splitUrl(request.url);
    const allow = allowedOn(path);
    return { operation: null, respond: async () => (allow.length > 0 ? wrongMethod() : noRoute(path)) };
  };
  const handlerOf = (method: ResourceMethod): NextHandler => {
    const own = method === 'OPTIONS' ? [] : of(method === 'HEAD' ? 'GET' : method);
    const handler = async (request: Request): Promise<Response> => {
      const response = await respondTo(request, (id) => choose(own, request, id) ?? refuse(request));
      if (response.status === 405) response.headers.set('Allow', allowedOn(splitUrl(request.url).path).join(', '));
      return method === 'HEAD' ? new Response(null, response) : response;
    };
    return Object.assign(handler, { operations: own.map((candidate) => candidate.operation) });
  };
  return resourceOf(handlerOf);
}

/** The exports of a route file whose resource is loaded with the first request. */
export function lazyResource(load: () => Promise<Resource>): Resource {
  let loaded: Promise<Resource> | undefined;
  const handlerOf = (method: ResourceMethod): NextHandler =>
    Object.assign(
      async (request: Request) => {
        loaded ??= load();
        return (await loaded)[method](request);
      },
      { operations: [] },
    );
  return resourceOf(handlerOf);
}

/** For paths under the API's prefix without a route file. */
export const unknownRoute: Resource = resource({});
