import { z } from 'zod';
import { resourceAt } from '#lib/access/oauth/resource';
import { admit } from '#lib/api/admission';
import type { App } from '#lib/api/app';
import { identityOf } from '#lib/api/mcp/in-process';
import type { Tool } from '#lib/api/mcp/tool';
import { TOOLS } from '#lib/api/mcp/tools';
import { publicOrigin } from '#lib/api/oauth/origin';
import { pathMatcher, splitUrl } from '#lib/api/path';
import { enabledTools, markArrival } from '#lib/api/transport';
import { MIB, operation } from '#lib/base/contract/operation';
import { ServiceError } from '#lib/base/errors';
import { may } from '#lib/base/roles';
import type { BankScope, OrgScope } from '#lib/base/scope';

/** The caller of the MCP endpoint, its address, and the tools that it may use. */

const shared = {
  method: 'POST',
  tag: 'Memory',
  summary: 'Exchange messages of the Model Context Protocol (MCP)',
  auth: 'key',
  response: z.unknown(),
  maxBodyBytes: 10 * MIB,
} as const;
export const ALL_BANKS = operation({ ...shared, id: 'mcp', path: '/mcp', permission: 'bank.list' });
const ONE_BANK = operation({ ...shared, id: 'mcp_bank', path: '/mcp/{bank_id}', permission: 'bank.read' });

const matchers = [ALL_BANKS, ONE_BANK].map((endpoint) => ({ endpoint, match: pathMatcher(endpoint.path) }));

export interface Target {
  readonly endpoint: typeof ALL_BANKS | typeof ONE_BANK;
  readonly pathBank: string | null;
  readonly headerBank: string | null;
  /** names in `?tools=`; null: all */
  readonly chosen: ReadonlySet<string> | null;
}

export function targetOf(request: Request): Target {
  const { path, search } = splitUrl(request.url);
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  for (const { endpoint, match } of matchers) {
    const params = match(bare);
    if (!params) continue;
    const names = new URLSearchParams(search).get('tools');
    return {
      endpoint,
      pathBank: params.bank_id ?? null,
      headerBank: request.headers.get('x-bank-id'),
      chosen: names === null ? null : new Set(names.split(',').map((name) => name.trim())),
    };
  }
  throw new ServiceError('not_found', 'MCP is served at /mcp and /mcp/{bank_id}');
}

export interface McpCaller {
  /** of the request */
  readonly id: string;
  readonly target: Target;
  /** the request with only the headers that identify its caller */
  readonly identity: Request;
  /** the address for which access tokens must have been issued; null: none are accepted */
  readonly resource: string | null;
}

/** Throws `not_found` for an address that is not of the endpoint. */
export function callerOf(services: App, request: Request, id: string): McpCaller {
  const target = targetOf(request);
  const headers = identityOf(request);
  headers.set('x-request-id', id);
  const identity = new Request(request.url, { headers, signal: request.signal });
  const origin = publicOrigin(services, request.headers);
  const resource = origin === null ? null : resourceAt(origin, target.pathBank);
  markArrival(identity, { transport: 'mcp', tool: null, resource });
  return { id, target, identity, resource };
}

/** The tools that a caller may see: of its permissions, its choice, and the setting of the bank. */
function visible({ chosen, pathBank }: Target, scope: BankScope | OrgScope): readonly Tool[] {
  const enabled = 'bank' in scope ? enabledTools(scope.bank?.config) : null;
  const { kind } = scope.actor;
  return TOOLS.filter(
    ({ name, about, permission }) =>
      (pathBank === null || about === 'bank') &&
      (chosen?.has(name) ?? true) &&
      (enabled?.includes(name) ?? true) &&
      may(kind === 'anonymous' ? 'unrestricted_key' : kind, permission),
  );
}

/**
 * Tools that a call may name; permissions and the setting of the bank are checked by the operation.
 */
export const callableTools = ({ chosen, pathBank }: Target): readonly Tool[] =>
  TOOLS.filter(({ name, about }) => (pathBank === null || about === 'bank') && (chosen?.has(name) ?? true));

/** The tools that an admitted caller sees. Throws the errors of a caller that is not. */
export async function admittedTools(services: App, { id, target, identity }: McpCaller): Promise<readonly Tool[]> {
  const bankId = target.pathBank ?? target.headerBank;
  const admitted = await admit(services, bankId === null ? ALL_BANKS : ONE_BANK, identity, { id, bankId });
  return admitted && 'orgId' in admitted.scope ? visible(target, admitted.scope) : [];
}
