import { z } from 'zod';
import { bankOf } from '#lib/access/keys/service';
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
import { listBanks } from '#lib/memory/banks/service';

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

/**
 * The names in `?tools=`, which may be repeated; null: no choice. Throws `bad_request` for names
 * that no tool has: the client would miss a tool without a word.
 */
function chosenTools(queries: readonly string[]): ReadonlySet<string> | null {
  if (queries.length === 0) return null;
  const names = queries.flatMap((query) => query.split(',')).map((name) => name.trim());
  const unknown = names.filter((name) => !TOOLS.some((tool) => tool.name === name));
  if (unknown.length > 0)
    throw new ServiceError(
      'bad_request',
      `tools: there is no tool '${unknown.join("', '")}'. The tools are ${TOOLS.map(({ name }) => name).join(', ')}`,
    );
  return new Set(names);
}

/** Throws `not_found` for an address that is not of the endpoint, `bad_request` for its query. */
export function targetOf(request: Request): Target {
  const { path, search } = splitUrl(request.url);
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  for (const { endpoint, match } of matchers) {
    const params = match(bare);
    if (!params) continue;
    return {
      endpoint,
      pathBank: params.bank_id ?? null,
      headerBank: request.headers.get('x-bank-id'),
      chosen: chosenTools(new URLSearchParams(search).getAll('tools')),
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

/** Throws as `targetOf`. */
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

type BankConfig = Readonly<Record<string, unknown>>;

/**
 * The settings of the bank of the request, or of the only bank that the key reaches; undefined if
 * there is no such bank.
 */
async function configOf({ db }: App, scope: OrgScope | BankScope): Promise<BankConfig | undefined> {
  if ('bank' in scope) return scope.bank?.config;
  if (scope.bankUids?.length !== 1) return undefined;
  const { banks } = await listBanks(db, scope, { limit: 1, offset: 0 });
  const bank = banks[0] && (await bankOf(db, scope.orgId, banks[0].bank_id));
  return bank?.config;
}

/** The tools that a caller may see: of its permissions, its choice, and the setting of the bank. */
function visible({ chosen, pathBank }: Target, { actor: { kind } }: OrgScope | BankScope, config: BankConfig | undefined): readonly Tool[] {
  const enabled = enabledTools(config);
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
  if (!admitted || !('orgId' in admitted.scope)) return [];
  return visible(target, admitted.scope, await configOf(services, admitted.scope));
}
