/**
 * Measures one large bank on a server: recall, eight clients, the time until the bank is cached,
 * memory and retain. npm run bench scale -- [--database embedded|pg] [--url postgres://…] [--sizes
 * 10000,100000] [--memory-mb 1024]
 *
 * Each size is filled once; later runs copy it.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CLIENTS } from '#bench/speed/server-times';
import { type Client, connect } from '#bench/support/client';
import { nearestNeighbors } from '#bench/support/database';
import { type Filling, filledData } from '#bench/support/filled-data';
import { conversation, questions, singleSentences } from '#bench/support/generate';
import { startIdleServer } from '#bench/support/idle-server';
import { fillLargeBank } from '#bench/support/large-bank';
import { inTurn, type Latency, throughput, time, timeEach, timeInTurn } from '#bench/support/measure';
import { type BenchDatabase, databasesOf } from '#bench/support/options';
import { type BankPlan, TURNS_PER_SESSION, WARM_UP } from '#bench/support/plan';
import { markdownTable, megabytes, ms, seconds, times, whole } from '#bench/support/report';
import { type RunningServer, startServer } from '#bench/support/server';
import { makeServerData, type OwnServerData } from '#bench/support/server-data';
import { untilCached } from '#bench/support/until-cached';
import { ensureDefaultOrganization } from '#lib/access/orgs/service';
import { sql } from '#lib/base/db/db';
import { compactBanks } from '#lib/memory/recall/retrieval/cached/compact';
import { PAGE_FORMAT } from '#lib/memory/recall/retrieval/cached/page-format';

const QUESTIONS = 60;
const RETAINS = 30;
const RESTS = 20;
/** Seconds of recalls by eight clients. */
const SECONDS = 8;
const PAUSE_MS = 25;
/** As long as the exact query of a bank of a million takes. */
const IDLE_MS = 800;
const COMPACTED_WITHIN_MS = 1_800_000;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    url: { type: 'string' },
    sizes: { type: 'string', default: '10000,100000' },
    'memory-mb': { type: 'string', default: '1024' },
  },
});
const settings = { SERVICE_API_RECALL_MEMORY_MB: values['memory-mb'] };

/** The longest call of `/health/live`, and of a server without work meanwhile, in ms. */
interface Longest {
  readonly ms: number;
  readonly idleMs: number;
}

interface Cold {
  readonly cachedMs: number;
  /** of the recalls of the slowest client, in ms */
  readonly p99: number;
  readonly failures: number;
  readonly live: Longest;
}

interface Together {
  readonly perSecond: number;
  readonly latency: Latency;
  readonly failures: number;
}

interface Measured {
  /** in alternation with the exact query, during which the server is idle */
  readonly recall: Latency;
  readonly nearest: Latency;
  /** one recall after the other */
  readonly alone: Latency;
  /** after a pause of `IDLE_MS` each, in which the database is idle too */
  readonly rested: Latency;
  readonly concurrent: Together;
  /** while one more client retains one sentence after the other */
  readonly besideWrites: Together;
  readonly retainsPerSecond: number;
  /** from `npm start` until the server answers, and until the bank is cached */
  readonly readyMs: number;
  readonly cachedMs: number;
  readonly whileReading: Latency;
  /** the longest `/health/live` while the bank is read, and while eight clients recall */
  readonly readingLive: Longest;
  readonly busyLive: Longest;
  /** the same with eight clients from the start */
  readonly cold: Cold;
  readonly retain: Latency;
  /** beyond those of a server with one memory, at the end and at most while the bank was read */
  readonly bytes: number;
  readonly readingBytes: number;
}

/** The same texts as `fillLargeBank` retains. */
function planOf(size: number): BankPlan {
  const sessions = conversation({ seed: 1, sentences: Math.min(size, 2000), turnsPerSession: TURNS_PER_SESSION });
  return { name: 'bench', sessions, questions: questions(sessions, 1, WARM_UP + QUESTIONS) };
}

async function withServer<T>(place: OwnServerData, work: (client: Client, server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServer(place, settings);
  const client = connect(server.url, place.key);
  try {
    return await work(client, server);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${server.log()}`, { cause: error });
  } finally {
    client.close();
    await server.stop();
  }
}

/** Recalls of eight clients at the same time. */
async function together(client: Client, { questions: asked }: BankPlan, bank: string): Promise<Together> {
  let failures = 0;
  const work = (question: string) => client.recall(bank, question).catch(() => failures++);
  return { ...(await throughput(asked, { clients: CLIENTS, seconds: SECONDS, warmUpSeconds: 2 }, work)), failures };
}

/** The same, while one more client retains one sentence after the other. */
async function besideWrites(client: Client, plan: BankPlan): Promise<{ besideWrites: Together; retainsPerSecond: number }> {
  let [written, isOver] = [0, false];
  const next = inTurn(singleSentences(7, 10_000));
  const begun = performance.now();
  const writes = (async () => {
    for (; !isOver; written++) await client.retain(plan.name, [{ content: next() }]);
  })();
  const asked = await together(client, plan, plan.name).finally(() => {
    isOver = true;
  });
  await writes;
  return { besideWrites: asked, retainsPerSecond: (written * 1000) / (performance.now() - begun) };
}

/** Resident memory of a server with one memory, after the same calls as of a large bank. */
async function emptyBytes(database: BenchDatabase, plan: BankPlan): Promise<number> {
  const place = await makeServerData(database, values.url ?? null);
  try {
    await withServer(place, (client) => client.retain('first', [{ content: 'Alice Chen moved to Lisbon.' }]));
    return await withServer(place, async (client, server) => {
      for (const question of plan.questions) await client.recall('first', question);
      await together(client, plan, 'first');
      for (const content of singleSentences(5, WARM_UP + RETAINS)) await client.retain('other', [{ content }]);
      return server.bytes() ?? Number.NaN;
    });
  } finally {
    await place.remove();
  }
}

interface Watched {
  readonly live: Longest;
  /** resident, at most */
  readonly bytes: number;
}

/** Calls `/health/live`, and the server without work, while `work` runs. */
async function watch(client: Client, server: RunningServer, work: () => Promise<void>): Promise<Watched> {
  let [bytes, isOver] = [0, false];
  const longest = async (of: Client, path: string): Promise<number> => {
    let most = 0;
    for (; !isOver; await delay(PAUSE_MS)) most = Math.max(most, await time(() => of.get(path)));
    return most;
  };
  const calls = Promise.all([longest(client, '/health/live'), longest(idle, '/')]);
  const weighed = (async () => {
    for (; !isOver; await delay(PAUSE_MS)) bytes = Math.max(bytes, server.bytes() ?? Number.NaN);
  })();
  await work().finally(() => {
    isOver = true;
  });
  await weighed;
  const [own, other] = await calls;
  return { live: { ms: own, idleMs: other }, bytes };
}

/** Eight clients ask while the bank is read. */
async function measureCold(place: OwnServerData, plan: BankPlan): Promise<Cold> {
  return withServer(place, async (client, server) => {
    const begun = performance.now();
    let [p99, failures] = [0, 0];
    const ask = async (): Promise<void> => {
      const asked = await untilCached(server, place.key, plan, () => failures++);
      p99 = Math.max(p99, asked.p99);
    };
    const { live } = await watch(client, server, async () => {
      await Promise.all(Array.from({ length: CLIENTS }, ask));
    });
    const cachedMs = server.readyMs + performance.now() - begun;
    return { cachedMs, p99, failures, live };
  });
}

interface Served extends Omit<Measured, 'nearest' | 'cold'> {
  /** null: the database is embedded, and the server has it open */
  readonly nearest: Latency | null;
}

async function measureServed(place: OwnServerData, plan: BankPlan, empty: number): Promise<Served> {
  return withServer(place, async (client, server) => {
    const begun = performance.now();
    let whileReading: Latency | undefined;
    const reading = await watch(client, server, async () => {
      whileReading = await untilCached(server, place.key, plan);
    });
    const cachedMs = server.readyMs + performance.now() - begun;
    const beside = place.databaseUrl ? await place.open() : null;
    const next = inTurn(plan.questions);
    const alternated = await timeInTurn(
      { recall: () => client.recall(plan.name, next()), nearest: beside ? await nearestNeighbors(beside, plan) : async () => null },
      { rounds: QUESTIONS, warmUp: WARM_UP },
    );
    await beside?.close();
    const { recall: alone } = await timeInTurn({ recall: () => client.recall(plan.name, next()) }, { rounds: QUESTIONS, warmUp: WARM_UP });
    const { rested } = await timeInTurn(
      { idle: () => delay(IDLE_MS), rested: () => client.recall(plan.name, next()) },
      { rounds: RESTS, warmUp: 1 },
    );
    let concurrent: Together | undefined;
    const busy = await watch(client, server, async () => {
      concurrent = await together(client, plan, plan.name);
    });
    const retain = await timeEach(singleSentences(5, WARM_UP + RETAINS), WARM_UP, (content) => client.retain(plan.name, [{ content }]));
    // Before the writes of the next line, which a server with one memory does not get.
    const bytes = (server.bytes() ?? Number.NaN) - empty;
    const written = await besideWrites(client, plan);
    return {
      ...written,
      recall: alternated.recall,
      nearest: beside && alternated.nearest,
      alone,
      rested,
      concurrent: concurrent!,
      readyMs: server.readyMs,
      cachedMs,
      whileReading: whileReading!,
      readingLive: reading.live,
      busyLive: busy.live,
      retain,
      bytes,
      readingBytes: reading.bytes - empty,
    };
  });
}

/** The embedded database is searched after the server has stopped. */
async function nearestAlone(place: OwnServerData, plan: BankPlan): Promise<Latency> {
  const db = await place.open();
  return timeEach(plan.questions, WARM_UP, await nearestNeighbors(db, plan)).finally(() => db.close());
}

/** Fills a bank of this size, and writes its pages as the server does in the background. */
const filling = (size: number): Filling => ({
  name: `scale_${size}`,
  version: PAGE_FORMAT,
  fill: async (db) => {
    const filledMs = await time(async () => fillLargeBank(db, size, await ensureDefaultOrganization(db)));
    // Otherwise consolidation would run in the background.
    await db.query(sql`delete from operations`);
    await db.query(sql`update consolidation_items set status = 'done'`);
    const pagesMs = await time(() => compactBanks(db, { milliseconds: COMPACTED_WITHIN_MS, pause: async () => {} }));
    console.error(`filled in ${seconds(filledMs)} s, pages written in ${seconds(pagesMs)} s`);
  },
});

async function measure(database: BenchDatabase, size: number, empty: number): Promise<Measured> {
  const plan = planOf(size);
  const place = await makeServerData(database, values.url ?? null, await filledData(database, values.url ?? null, filling(size)));
  try {
    const served = await measureServed(place, plan, empty);
    const cold = await measureCold(place, plan);
    return { ...served, cold, nearest: served.nearest ?? (await nearestAlone(place, plan)) };
  } finally {
    await place.remove();
  }
}

const longest = (call: Longest): string => `${ms(call.ms)} (${ms(call.idleMs)})`;

/** `first`: the figures of the smallest bank of the same run. */
const LINES: Readonly<Record<string, (measured: Measured, first: Measured) => string>> = {
  'recall, p50 ms': ({ recall }) => ms(recall.p50),
  '– divided by the bare exact query': ({ recall, nearest }) => times(recall.p50, nearest.p50),
  'recall, p95 ms': ({ recall }) => ms(recall.p95),
  '– divided by the bare exact query, p95': ({ recall, nearest }) => times(recall.p95, nearest.p95),
  'recall without exact queries between, p50 ms': ({ alone }) => ms(alone.p50),
  '– divided by the bare exact query, p50': ({ alone, nearest }) => times(alone.p50, nearest.p50),
  [`recall after ${IDLE_MS} ms without a call, p50 ms`]: ({ rested }) => ms(rested.p50),
  [`recalls per second, ${CLIENTS} clients`]: ({ concurrent }) => whole(concurrent.perSecond),
  '– p50 ms': ({ concurrent }) => ms(concurrent.latency.p50),
  '– p95 ms': ({ concurrent }) => ms(concurrent.latency.p95),
  '– failed': ({ concurrent }) => whole(concurrent.failures),
  '– longest /health/live, ms (of an idle server)': ({ busyLive }) => longest(busyLive),
  'start to ready, s': ({ readyMs }) => seconds(readyMs),
  'start to cached, s': ({ cachedMs }) => seconds(cachedMs),
  '– recall meanwhile, p50 ms': ({ whileReading }) => ms(whileReading.p50),
  '– longest /health/live, ms, meanwhile (of an idle server)': ({ readingLive }) => longest(readingLive),
  [`start to cached with ${CLIENTS} clients, s`]: ({ cold }) => seconds(cold.cachedMs),
  '– recall of the slowest, p99 ms': ({ cold }) => ms(cold.p99),
  '– failed, meanwhile': ({ cold }) => whole(cold.failures),
  '– longest /health/live, ms, with them (of an idle server)': ({ cold }) => longest(cold.live),
  'retain of one sentence, p50 ms': ({ retain }) => ms(retain.p50),
  '– divided by that of the first bank': ({ retain }, first) => times(retain.p50, first.retain.p50),
  [`recalls per second, ${CLIENTS} clients and one that retains`]: ({ besideWrites: { perSecond } }) => whole(perSecond),
  '– p50 ms, beside writes': ({ besideWrites: { latency } }) => ms(latency.p50),
  '– p95 ms, beside writes': ({ besideWrites: { latency } }) => ms(latency.p95),
  '– failed, beside writes': ({ besideWrites: { failures } }) => whole(failures),
  '– retains per second': ({ retainsPerSecond }) => whole(retainsPerSecond),
  'memory above a server with one memory, MB': ({ bytes }) => megabytes(bytes),
  '– at most while the bank is read': ({ readingBytes }) => megabytes(readingBytes),
};

const idleServer = await startIdleServer();
const idle = connect(idleServer.url, '');
const sizes = values.sizes.split(',').map(Number);
for (const database of databasesOf(values.database ?? (values.url ? 'pg' : 'embedded'), values.url ?? null)) {
  const measured: Measured[] = [];
  const empty = await emptyBytes(database, planOf(Math.min(...sizes)));
  for (const size of sizes) {
    console.error(`${database}: ${whole(size)} memories`);
    measured.push(await measure(database, size, empty));
  }
  console.log(`\nOne bank (${database})\n`);
  const rows = Object.entries(LINES).map(([name, of]) => [name, ...measured.map((one) => of(one, measured[0]!))]);
  console.log(markdownTable(['memories', ...sizes.map(whole)], rows));
}
idle.close();
await idleServer.stop();
