/**
 * Measures recalls of eight clients from a large bank right after the server starts, when nothing
 * of it is cached. npm run bench cold -- [--url postgres://…] [--sizes 10000,30000,100000]
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { CLIENTS } from '#bench/speed/server-times';
import { type Client, connect } from '#bench/support/client';
import { fill } from '#bench/support/load-comparison';
import { latency, throughput } from '#bench/support/measure';
import { type BankPlan, planBank } from '#bench/support/plan';
import { markdownTable } from '#bench/support/report';
import { type RunningServer, startServer } from '#bench/support/server';
import { makeServerData } from '#bench/support/server-data';

const SECONDS = 10;
/** The recalls answered until then are reported, in seconds from the first request. */
const UNTIL = [1, 2, 3, 5, SECONDS];

const { values } = parseArgs({ options: { url: { type: 'string' }, sizes: { type: 'string' } } });
const sizes = (values.sizes ?? '10000,30000,100000').split(',').map(Number);
const kind = values.url ? 'pg' : 'embedded';
const place = await makeServerData(kind, values.url ?? null);
let server: RunningServer | null = null;

async function withServer<T>(work: (client: Client, url: string) => Promise<T>): Promise<T> {
  server = await startServer(place);
  const client = connect(server.url, place.key);
  try {
    return await work(client, server.url);
  } finally {
    client.close();
    await server.stop();
    server = null;
  }
}

async function ask(client: Client, bank: BankPlan): Promise<string[]> {
  const taken: { at: number; ms: number }[] = [];
  const begun = performance.now();
  await throughput(bank.questions, { clients: CLIENTS, seconds: SECONDS, warmUpSeconds: 0 }, async (question) => {
    const asked = performance.now();
    await client.recall(bank.name, question);
    taken.push({ at: performance.now() - begun, ms: performance.now() - asked });
  });
  const { p50, p95 } = latency(taken.map(({ ms }) => ms));
  const slowest = Math.max(...taken.map(({ ms }) => ms));
  return [...UNTIL.map((second) => taken.filter(({ at }) => at <= second * 1000).length), ...[p50, p95, slowest].map(Math.round)].map(
    String,
  );
}

try {
  const warm = planBank('warm', 9, 600, 100);
  await withServer(async (client, url) => {
    await fill({ url, key: place.key, client }, 'warm', 600, 9);
    for (const [i, size] of sizes.entries()) await fill({ url, key: place.key, client }, `cold-${size}`, size, i + 2);
  });
  const rows: string[][] = [];
  for (const [i, size] of sizes.entries()) {
    const row = await withServer(async (client) => {
      // Compiles the code and opens the connections, so that only the uncached bank is measured.
      for (const question of [...warm.questions, ...warm.questions]) await client.recall(warm.name, question);
      return ask(client, planBank(`cold-${size}`, i + 2, size, 500));
    });
    rows.push([String(size), ...row]);
  }
  console.log(
    `\n${CLIENTS} clients ask a bank that a new server has not read yet (${kind}): recalls answered within so many seconds, and milliseconds\n`,
  );
  console.log(markdownTable(['memories', ...UNTIL.map((second) => `${second} s`), 'p50', 'p95', 'slowest'], rows));
} finally {
  await (server as RunningServer | null)?.stop();
  await place.remove();
}
