/**
 * Measures what MCP adds to a call of the API, in one server.
 *
 *   npm run bench mcp -- [--memories 5000] [--rounds 300]
 */
import { parseArgs } from 'node:util';
import { connect } from '#bench/support/client';
import { fill } from '#bench/support/load-comparison';
import { inTurn, timeInTurn } from '#bench/support/measure';
import { planBank } from '#bench/support/plan';
import { markdownTable, ms, p50p95, times } from '#bench/support/report';
import { startServer } from '#bench/support/server';
import { makeServerData } from '#bench/support/server-data';

const WARM_UP = 50;
const REVISION = '2026-07-28';
const BANK = 'bench';

const { values } = parseArgs({ options: { memories: { type: 'string' }, rounds: { type: 'string' } } });
const memories = Number(values.memories ?? 5000);
const rounds = Number(values.rounds ?? 300);

const place = await makeServerData('embedded', null);
const server = await startServer(place);
const client = connect(server.url, place.key);
try {
  await fill({ url: server.url, key: place.key, client }, BANK, memories, 1);
  const { questions } = planBank(BANK, 1, memories, rounds + WARM_UP);

  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<void> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${place.key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok || text.includes('"isError":true')) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  };
  const recall = { budget: 'mid', max_tokens: 4096 };
  const callOf = (query: string, _meta?: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'recall', arguments: { query, ...recall }, ...(_meta && { _meta }) },
  });
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  // Every kind of call asks the same questions.
  const asking = (ask: (query: string) => Promise<void>): (() => Promise<void>) => {
    const next = inTurn(questions);
    return () => ask(next());
  };
  const works = {
    'API recall': asking((query) => post(`/v1/default/banks/${BANK}/memories/recall`, { query, ...recall, include: { entities: null } })),
    'MCP recall, 2025-11-25': asking((query) => post(`/mcp/${BANK}`, callOf(query))),
    'MCP recall, 2026-07-28': asking((query) =>
      post(`/mcp/${BANK}`, callOf(query, envelope), { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'recall' }),
    ),
    'MCP tools/list': () => post(`/mcp/${BANK}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  };
  const measured = await timeInTurn(works, { rounds, warmUp: WARM_UP });
  const base = measured['API recall'].p50;
  const rows = Object.entries(measured).map(([name, latency]) => [
    name,
    ...p50p95(latency),
    ms(latency.p50 - base),
    times(latency.p50, base),
  ]);
  console.log(`\n${memories} memories, embedded database, one client, ${rounds} calls of each kind in turn\n`);
  console.log(markdownTable(['call', 'p50 ms', 'p95 ms', 'more ms', 'ratio'], rows));
} finally {
  client.close();
  await server.stop();
  await place.remove();
}
