import { ServiceError } from '#lib/base/errors';
import type { Transport } from '#lib/base/literals';

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
}

const arrivals = new WeakMap<Request, Arrival>();

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

/** Throws `forbidden` if the bank does not allow the tool that makes the request. */
export function requireTool(request: Request, config: Readonly<Record<string, unknown>> | undefined): void {
  const arrival = arrivals.get(request);
  if (!arrival?.tool) return;
  const enabled = enabledTools(config);
  if (enabled !== null && !enabled.includes(arrival.tool))
    throw new ServiceError('forbidden', `The bank does not allow the tool ${arrival.tool}: see its setting mcp_enabled_tools`);
}
