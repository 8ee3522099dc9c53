import { ApiError, type Callable, failureOf, requestOf, type UntypedOptions } from '#lib/api/call';
import { PEER_HEADER } from '#lib/api/entry-headers';
import type { CallOperation } from '#lib/api/mcp/tool';
import type { NextHandler } from '#lib/api/route';
import { markArrival, type ToolRefusal, toolRefusalOf } from '#lib/api/transport';

/**
 * Calls operations of the API inside this process. Such a call passes the same steps as one over
 * HTTP: authentication, limits, permissions, validation, audit and metrics. Only the network is
 * missing.
 */

/**
 * Headers that identify the caller. Cookies are not among them: a page must not act for a person.
 */
const IDENTIFYING = ['authorization', 'host', 'x-forwarded-for', 'x-request-id', PEER_HEADER];

/** Some clients send the key as it is. */
const BARE_KEY = /^mb[ks]_\S+$/;

/** The headers of `request` that identify its caller. */
export function identityOf(request: Request): Headers {
  const headers = new Headers();
  for (const name of IDENTIFYING) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, BARE_KEY.test(value) ? `Bearer ${value}` : value);
  }
  return headers;
}

/** The handlers of the operations that tools call, by method and path template. */
export type Handlers = ReadonlyMap<string, NextHandler>;

const nameOf = ({ method, path }: Pick<Callable, 'method' | 'path'>): string => `${method} ${path}`;

export const handlersOf = (handlers: readonly NextHandler[]): Handlers =>
  new Map(handlers.flatMap((handler) => handler.operations.map((operation) => [nameOf(operation), handler] as const)));

const ORIGIN = 'http://in-process';

/** A call that the guard of tools refused. */
export class RefusedToolCall extends ApiError {
  readonly reason: ToolRefusal;
  constructor({ status, code, detail, requestId }: ApiError, reason: ToolRefusal) {
    super(status, code, detail, { requestId });
    this.reason = reason;
  }
}

interface ToolCaller {
  readonly tool: string;
  /** calls on a missing bank fail with the reason `missing_bank` */
  readonly needsBank: boolean;
  /** the address at which the request arrived, for access tokens */
  readonly resource: string | null;
}

/**
 * Makes the calls of a tool with the identity of `request`, until `request` is aborted. A tool that
 * its bank allowed in one call may finish, even if that call changed the setting.
 */
export function callerFor(handlers: Handlers, request: Request, { tool, needsBank, resource }: ToolCaller): CallOperation {
  let isToolAllowed = false;
  return async (operation, ...[options]) => {
    const given = (options ?? {}) as UntypedOptions;
    const { address, headers, init } = requestOf(operation, 'application/json', given);
    const identity = identityOf(request);
    for (const [name, value] of Object.entries(headers)) identity.set(name, value);
    const inner = new Request(`${ORIGIN}${address}`, { ...init, headers: identity, signal: request.signal });
    markArrival(inner, { transport: 'mcp', tool, resource, needsBank, isToolAllowed });
    const handler = handlers.get(nameOf(operation));
    if (!handler) throw new Error(`No handler for ${nameOf(operation)}`);
    const response = await handler(inner);
    if (!response.ok) {
      const failure = await failureOf(response);
      const reason = toolRefusalOf(inner);
      throw reason === null ? failure : new RefusedToolCall(failure, reason);
    }
    isToolAllowed ||= given.bankId !== undefined;
    return response.json();
  };
}
