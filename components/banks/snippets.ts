import { addressOf } from '#lib/api/call';
import { listMemories, recallMemories, retainMemories } from '#lib/api/calls';

/** Shell commands, with `$KEY` for the key. */

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const lines = (server: string, path: string, body?: unknown): string =>
  [
    `curl -s ${quote(`${server}${path}`)}`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quote(JSON.stringify(body))}`]),
  ].join(' \\\n');

export const retainLine = (server: string, bankId: string, content: string): string =>
  lines(server, addressOf(retainMemories, { bankId, body: { items: [] } }), { items: [{ content }] });

export const recallLine = (server: string, bankId: string, query: string): string =>
  lines(server, addressOf(recallMemories, { bankId, body: { query } }), { query });

export const listLine = (server: string, bankId: string): string =>
  lines(server, addressOf(listMemories, { bankId, query: { sort: 'created_at', limit: 20, offset: 0 } }));
