import type { Operation } from '#lib/base/contract/operation';
import { ServiceError } from '#lib/base/errors';
import type { Transport } from '#lib/base/literals';
import { may } from '#lib/base/roles';
import type { BankScope } from '#lib/base/scope';

/**
 * How a request of the API reached this process. A request over HTTP has no entry here; one that
 * another interface of this process makes has one, and no header can forge it.
 */

export interface Arrival {
  readonly transport: Transport;
  /** the MCP tool that makes the request; null: none, it only identifies its caller */
  readonly tool: string | null;
  /** the address at which the caller arrived, for which access tokens are issued; null: none are */
  readonly resource: string | null;
  /** a missing bank is an error, although the operation would treat it as empty or create it */
  readonly needsBank?: boolean;
  /** an earlier request of the same call has shown that the bank allows the tool */
  readonly isToolAllowed?: boolean;
}

/** Why a tool may not make its request; `uncreatable_bank`: its caller may not create the bank. */
export type ToolRefusal = 'missing_bank' | 'uncreatable_bank' | 'disabled_tool';

const arrivals = new WeakMap<Request, Arrival>();
const refusals = new WeakMap<Request, ToolRefusal>();

/** Notes that `request` is made by this process itself, for a caller of another interface. */
export const markArrival = (request: Request, arrival: Arrival): void => {
  arrivals.set(request, arrival);
};

export const transportOf = (request: Request): Transport => arrivals.get(request)?.transport ?? 'http';

/** The address at which access tokens of the OAuth server are accepted; null: nowhere. */
export const resourceOf = (request: Request): string | null => arrivals.get(request)?.resource ?? null;

/** The tools that a bank allows, by its setting `mcp_enabled_tools`; null: all. */
export function enabledTools(config: Readonly<Record<string, unknown>> | undefined): readonly string[] | null {
  const list = config?.mcp_enabled_tools;
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : null;
}

/** Why `requireTool` refused a request; null: it did not. */
export const toolRefusalOf = (request: Request): ToolRefusal | null => refusals.get(request) ?? null;

/**
 * Throws `not_found` if the tool that makes the request needs a bank that exists, or would create
 * one and its caller may not, and `forbidden` if the bank does not allow the tool.
 */
export function requireTool(
  request: Request,
  { permission }: Pick<Operation, 'permission'>,
  { bankId, bank, actor }: Pick<BankScope, 'bankId' | 'bank' | 'actor'>,
): void {
  const arrival = arrivals.get(request);
  if (!arrival?.tool) return;
  const mayCreate = may(actor.kind === 'anonymous' ? 'unrestricted_key' : actor.kind, 'bank.create');
  if (bank === null && (arrival.needsBank || (permission === 'bank.write' && !mayCreate))) {
    refusals.set(request, mayCreate ? 'missing_bank' : 'uncreatable_bank');
    throw new ServiceError('not_found', `The bank '${bankId}' does not exist`);
  }
  const enabled = enabledTools(bank?.config);
  if (enabled === null || enabled.includes(arrival.tool) || arrival.isToolAllowed) return;
  refusals.set(request, 'disabled_tool');
  throw new ServiceError('forbidden', `The bank does not allow the tool ${arrival.tool}: see its setting mcp_enabled_tools`);
}
