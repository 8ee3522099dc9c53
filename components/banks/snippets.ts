import { addressOf } from '#lib/api/call';
import { listMemories, recallMemories, retainMemories } from '#lib/api/calls';

/** Shell commands. `key`: a key, a mask on screen, or by default the variable `$KEY`. */

const VARIABLE = '$KEY';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const lines = (server: string, path: string, key: string, body?: unknown): string =>
  [
    `curl -s ${quote(`${server}${path}`)}`,
    `  -H "Authorization: Bearer ${key}"`,
    ...(body === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quote(JSON.stringify(body))}`]),
  ].join(' \\\n');

export const retainLine = (server: string, bankId: string, content: string, key = VARIABLE): string =>
  lines(server, addressOf(retainMemories, { bankId, body: { items: [] } }), key, { items: [{ content }] });

export const recallLine = (server: string, bankId: string, query: string, key = VARIABLE): string =>
  lines(server, addressOf(recallMemories, { bankId, body: { query } }), key, { query });

export const listLine = (server: string, bankId: string): string =>
  lines(server, addressOf(listMemories, { bankId, query: { sort: 'created_at', limit: 20, offset: 0 } }), VARIABLE);
