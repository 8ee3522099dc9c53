/**
 * The addresses for which access tokens are issued: the MCP endpoint, and its address for one bank.
 */

export interface McpResource {
  /** null: all banks that the person chooses */
  readonly bankId: string | null;
}

/** Without the last slash, so that one address has one spelling. */
const bare = (url: string): string => url.replace(/\/$/, '');

/** The address of the MCP endpoint for a bank; null: for all banks. */
export const resourceAt = (origin: string, bankId: string | null): string =>
  bankId === null ? `${origin}/mcp` : `${origin}/mcp/${encodeURIComponent(bankId)}`;

/** What `resource` names under `origin`; null if it is not an address of the MCP endpoint there. */
export function resourceUnder(origin: string, resource: string): McpResource | null {
  const url = URL.parse(resource);
  if (!url || url.origin !== origin || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return null;
  const [, first, bank, ...rest] = bare(url.pathname).split('/');
  if (first !== 'mcp' || rest.length > 0) return null;
  if (bank === undefined) return { bankId: null };
  try {
    return bank === '' ? null : { bankId: decodeURIComponent(bank) };
  } catch {
    return null;
  }
}
