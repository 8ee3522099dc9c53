import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { app, appIfReady } from '#lib/api/app';
import { readBody } from '#lib/api/body';
import { BodyShare } from '#lib/api/body-budget';
import type { ApiError } from '#lib/api/call';
import { BODY_LENGTH } from '#lib/api/entry-headers';
import { errorResponse } from '#lib/api/errors';
import { ALL_BANKS, admittedTools, callableTools, callerOf, type McpCaller, targetOf } from '#lib/api/mcp/caller';
import { callerFor, type Handlers, handlersOf } from '#lib/api/mcp/in-process';
import { type McpSession, serverFor } from '#lib/api/mcp/server';
import { publicOrigin } from '#lib/api/oauth/origin';
import { refuseForeignPages } from '#lib/api/origin';
import { splitUrl } from '#lib/api/path';
import { type NextHandler, type Resource, respondTo } from '#lib/api/route';
import { VISITOR_BODY_BYTES } from '#lib/base/contract/operation';
import { ERROR_CODES, type ErrorCode, ServiceError, ValidationFailure } from '#lib/base/errors';
import { isStructured } from '#lib/base/structured';

/**
 * The MCP endpoint. `/mcp` serves all banks that the key reaches, `/mcp/{bank_id}` serves one. Each
 * request is answered by itself: there are no sessions to lose, and any process can answer.
 */

/** Calls of one request, for clients of the revision that allowed several. */
const MAX_MESSAGES = 50;

type Message = Readonly<Record<string, unknown>>;

const isMessage = (value: unknown): value is Message => isStructured(value);
const messagesOf = (body: unknown): readonly Message[] => (Array.isArray(body) ? body : [body]).filter(isMessage);

interface Incoming {
  readonly body: unknown;
  readonly messages: readonly Message[];
  /** the client waits for progress, so the answer is a stream */
  readonly streams: boolean;
}

const acceptsStream = ({ headers }: Request): boolean => headers.get('accept')?.includes('text/event-stream') ?? false;

/** Clients that wait for progress get a stream; all others get JSON, which every client reads. */
const wantsProgress = (messages: readonly Message[]): boolean =>
  messages.some(({ params }) => isStructured(params) && isStructured(params._meta) && params._meta.progressToken !== undefined);

/** The request with the headers that the protocol requires and some clients omit. */
function completed(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: 'POST', headers, signal: request.signal });
}

async function exchange(request: Request, session: McpSession, { body, streams }: Incoming): Promise<Response> {
  const parsedBody = body ?? null;
  const whole = completed(request);
  if (!(await isLegacyRequest(whole, parsedBody)))
    return createMcpHandler(() => serverFor(session), { legacy: 'reject' }).fetch(whole, { parsedBody });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await serverFor(session).connect(transport);
  return transport.handleRequest(whole, { parsedBody });
}

/** A body that is not JSON, or no request. */
class BrokenMessage extends Error {
  readonly code: ProtocolErrorCode;
  constructor(code: ProtocolErrorCode, message: string, cause?: ValidationFailure) {
    super(message, { cause });
    this.code = code;
  }
}

/** JSON-RPC answers it with an error of its own form, of no request. */
const brokenAnswer = ({ code, message }: BrokenMessage): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });

const isErrorCode = (code: ApiError['code']): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** A larger body is read only for a caller that is admitted. */
const isSmall = ({ headers }: Request): boolean => Number(headers.get('content-length') ?? Number.NaN) <= VISITOR_BODY_BYTES;

async function incoming(request: Request, { target }: McpCaller, share: BodyShare): Promise<Incoming> {
  const body = await readBody(request, target.endpoint, share).catch((error: unknown) => {
    throw error instanceof ValidationFailure ? new BrokenMessage(ProtocolErrorCode.ParseError, 'The body is not valid JSON', error) : error;
  });
  const messages = messagesOf(body);
  if (messages.length > MAX_MESSAGES)
    throw new BrokenMessage(ProtocolErrorCode.InvalidRequest, `At most ${MAX_MESSAGES} messages are allowed in one request`);
  return { body, messages, streams: acceptsStream(request) && wantsProgress(messages) };
}

/**
 * Calls of tools are admitted by the operations that they call. The status of a stream is sent
 * before that.
 */
const isAdmittedLater = ({ messages, streams }: Incoming): boolean =>
  !streams && messages.length > 0 && messages.every(({ method }) => method === 'tools/call');

async function post(handlers: Handlers, request: Request, id: string): Promise<Response> {
  const services = app();
  refuseForeignPages(request, services.signIn);
  const caller = callerOf(services, request, id);
  const { target, identity, resource } = caller;
  const share = new BodyShare();
  try {
    const early = isSmall(request) ? null : await admittedTools(services, caller);
    const message = await incoming(request, caller, share);
    const admitted = early ?? (isAdmittedLater(message) ? null : await admittedTools(services, caller));
    let hasCalled = false;
    let refused: ApiError | null = null;
    const session: McpSession = {
      pathBank: target.pathBank,
      headerBank: target.headerBank,
      tools: admitted ?? callableTools(target),
      callerFor: (tool, needsBank) => {
        const call = callerFor(handlers, identity, { tool, needsBank, resource });
        return (operation, ...options) => {
          hasCalled = true;
          return call(operation, ...options);
        };
      },
      onUnauthorized: (error) => {
        refused = error;
      },
    };
    const response = await exchange(request, session, message);
    // Clients sign in again after a 401, not after a failed tool.
    throwRefusal(refused);
    // An unknown tool and wrong arguments are reported without a call of an operation.
    if (!admitted && !hasCalled) await admittedTools(services, caller);
    return response;
  } finally {
    share.release();
  }
}

function throwRefusal(refused: ApiError | null): void {
  if (refused && isErrorCode(refused.code)) throw new ServiceError(refused.code, refused.detail);
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function dressed(response: Response, id: string): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  headers.set('X-Request-Id', id);
  return new Response(response.body, { status: response.status, headers });
}

/** Where a client without a key finds the server that gives it a token (RFC 9728). */
function challenge(request: Request): string | null {
  const services = appIfReady();
  const origin = services && publicOrigin(services, request.headers);
  if (!origin) return null;
  const { path } = splitUrl(request.url);
  return `resource_metadata="${origin}/.well-known/oauth-protected-resource${path.replace(/\/$/, '')}"`;
}

/** The form of errors that MCP clients show. */
async function errorAnswer(request: Request, error: unknown, id: string): Promise<Response> {
  const response = errorResponse(error, { id, acceptEncoding: null }, appIfReady()?.log);
  const { detail, code, request_id } = (await response.json()) as Record<string, unknown>;
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
  const headers = new Headers(response.headers);
  headers.delete(BODY_LENGTH);
  // No other token would help a page of another site.
  if (code === 'cross_origin') headers.delete('WWW-Authenticate');
  const metadata = response.status === 401 ? challenge(request) : null;
  if (metadata) headers.set('WWW-Authenticate', `${headers.get('WWW-Authenticate')}, ${metadata}`);
  return Response.json({ error: text, code, request_id }, { status: response.status, headers });
}

/**
 * Some clients look whether the address exists before they send anything; a stream without a
 * session has nothing to say.
 */
function probe(request: Request): Response {
  targetOf(request);
  if (request.headers.get('accept')?.includes('text/event-stream'))
    throw new ServiceError('method_not_allowed', 'This server has no sessions: send POST');
  return Response.json({});
}

const notAllowed = (): never => {
  throw new ServiceError('method_not_allowed', 'Send POST');
};

/** The exports of the endpoint's route file. `handlers`: of all operations that tools call. */
export function mcpResource(handlers: readonly NextHandler[]): Resource {
  const byOperation = handlersOf(handlers);
  const handlerOf = (respond: (request: Request, id: string) => Response | Promise<Response>): NextHandler =>
    Object.assign(
      (request: Request) =>
        respondTo(request, (id) => ({
          operation: ALL_BANKS,
          respond: async () => {
            try {
              return dressed(await respond(request, id), id);
            } catch (error) {
              // Nobody waits for an answer.
              if (request.signal.aborted) throw error;
              if (error instanceof BrokenMessage) return dressed(brokenAnswer(error), id);
              const answer = await errorAnswer(request, error, id);
              if (answer.status === 405) answer.headers.set('Allow', 'GET, POST');
              return answer;
            }
          },
        })),
      { operations: [] },
    );
  const [refuse, look] = [handlerOf(notAllowed), handlerOf(probe)];
  return {
    GET: look,
    HEAD: look,
    POST: handlerOf((request, id) => post(byOperation, request, id)),
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
  };
}
