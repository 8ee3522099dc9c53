/**
 * What a recall in one bank feels while another one, a large one, is deleted, and how long that goes on behind the answer.
 * node bench/deleting.ts [--url postgres://…] [--units 50000]
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, itemOf } from '#bench/client';
import { conversation } from '#bench/generate';
import { batchesOf, type Latency, latency, time } from '#bench/measure';
import { makePlace } from '#bench/place';
import { markdownTable, p50p95, times } from '#bench/report';
import { request, send } from '#e2e/fixtures/http';
import { startServer } from '#e2e/fixtures/server';
import { deleteBank, putBank } from '#lib/banks/contract';
import { sql } from '#lib/db/db';
import { clearMemories } from '#lib/memories/contract';
import { ensureBuilt } from '../scripts/setup.mjs';

const READ = 'read';
const FILLED = 1_000;
const ASKED = 200;
const WARM_UP = 40;
const PAUSE_MS = 25;
const LIMIT_MS = 300_000;
/** What the log says at its end. */
const OVER = /"deleted what was set aside"/g;

const QUESTIONS = conversation({ seed: 3, sentences: 200, turnsPerSession: 1 }).map(({ turns }) => turns[0]!.replace(/^\w+: /, ''));

const { values } = parseArgs({ options: { url: { type: 'string' }, units: { type: 'string' } } });
const units = Number(values.units ?? 50_000);
const kind = values.url ? 'pg' : 'embedded';

await ensureBuilt(process.cwd());
const place = await makePlace(kind, values.url ?? null);
const server = await startServer({
  env: {
    SERVICE_API_LOG_LEVEL: 'info',
    SERVICE_API_DATABASE_DRIVER: kind,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : { SERVICE_API_DATA_DIR: place.dataDir }),
  },
});
const { url, key } = server;
const client = connect(url, key);

async function fill(bank_id: string, sentences: number, seed: number): Promise<void> {
  await send(url, request(putBank, { key, path: { bank_id }, body: { enable_observations: false } }));
  for (const batch of batchesOf(conversation({ seed, sentences, turnsPerSession: 20 }), 20))
    await client.retain(bank_id, batch.map(itemOf));
}

/** One patient client until `isOver`. */
async function recalls(isOver: (asked: number) => boolean): Promise<{ all: Latency; worst: number }> {
  const samples: number[] = [];
  for (let n = 0; !isOver(n); n++) {
    samples.push(await time(() => client.recall(READ, QUESTIONS[n % QUESTIONS.length]!)));
    await delay(PAUSE_MS);
  }
  return { all: latency(samples), worst: Math.max(...samples) };
}

const ends = (): number => [...server.stderr().matchAll(OVER)].length;

async function measure(operation: typeof deleteBank | typeof clearMemories) {
  await recalls((n) => n >= WARM_UP);
  const idle = await recalls((n) => n >= ASKED);
  const before = ends();
  const begun = performance.now();
  let answered = 0;
  const asking = recalls(() => ends() > before || performance.now() - begun > LIMIT_MS);
  const reply = await send(url, request(operation, { key, path: { bank_id: 'large' } }), LIMIT_MS);
  answered = performance.now() - begun;
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${reply.text}`);
  const during = await asking;
  return { idle, during, answered, over: performance.now() - begun };
}

try {
  await fill(READ, FILLED, 1);
  const rows: string[][] = [];
  for (const [name, operation] of [
    ['deleted', deleteBank],
    ['cleared', clearMemories],
  ] as const) {
    await fill('large', units, 2);
    const { idle, during, answered, over } = await measure(operation);
    rows.push([
      name,
      answered.toFixed(0),
      (over / 1000).toFixed(1),
      ...p50p95(idle.all),
      ...p50p95(during.all),
      times(during.all.p95, idle.all.p95),
      during.worst.toFixed(0),
    ]);
  }
  console.log(`\nA recall in another bank while one of ${units} memories goes (${kind}), milliseconds\n`);
  console.log(
    markdownTable(['the bank is', 'answer', 'all gone after s', 'idle p50', 'p95', 'meanwhile p50', 'p95', 'p95 ratio', 'worst'], rows),
  );
  client.close();
  await server.stop();
  const db = await place.open();
  const [left] = await db.query<{ n: number }>(sql`select count(*) as n from banks where org_id is null`);
  await db.close();
  if (left?.n !== 0) throw new Error('what was set aside is still there');
} finally {
  await server.stop('SIGKILL');
  await place.remove();
}
