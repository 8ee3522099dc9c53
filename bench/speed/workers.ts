/**
 * Measures the throughput of one worker and of two, and recalls in the meantime, on PostgreSQL. npm
 * run bench workers -- --url postgres://… [--retains 1000] [--banks 4] [--answer-ms 300] [--only
 * builtin|model]
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#bench/support/client';
import { backends } from '#bench/support/database';
import { conversation } from '#bench/support/generate';
import { FILLED, fill, PAUSE_MS, QUESTIONS, READ, type ReaderTarget, WARM_UP } from '#bench/support/load-comparison';
import { batchesOf, type Latency, latency, time } from '#bench/support/measure';
import { cpuMs } from '#bench/support/processes';
import { markdownTable, p50p95, times } from '#bench/support/report';
import { makeServerData } from '#bench/support/server-data';
import { request, send } from '#e2e/fixtures/http';
import { startLocalProvider } from '#e2e/fixtures/llm';
import { startServer, startWorker } from '#e2e/fixtures/server';
import { type Db, type Row, sql } from '#lib/base/db/db';
import { retainMemories } from '#lib/memory/retain/contract';
import { ensureBuilt } from '../../scripts/setup.mjs';

const IDLE_RECALLS = 100;
const SENTENCES = 3;
const LIMIT_MS = 200_000;

interface Bench extends Pick<ReaderTarget, 'url' | 'key'> {
  readonly db: Db;
  readonly env: Readonly<Record<string, string>>;
  readonly banks: readonly string[];
  readonly retains: number;
}

interface Run {
  readonly workers: number;
  readonly perSecond: number;
  /**
   * recalls from the bank that is never written, and from one that is: before the workers start,
   * and while they work
   */
  readonly recall: readonly { readonly idle: Latency; readonly during: Latency }[];
  readonly twice: number;
  /**
   * processor time of each retain in milliseconds, of the workers and of the database on their
   * behalf; null if it cannot be measured
   */
  readonly cpu: { readonly workers: number; readonly database: number } | null;
}

/**
 * Fills the banks with the built-in rules, also if a model extracts later. Consolidation is off, so
 * that only retains are measured.
 */
async function fillAll(env: Bench['env'], banks: readonly string[]): Promise<void> {
  const { url, key, stop } = await startServer({ env });
  const client = connect(url, key);
  for (const [n, bank_id] of [READ, ...banks].entries()) await fill({ url, key, client }, bank_id, FILLED, 1 + n);
  client.close();
  await stop();
}

/** Sends one request for each text, so that texts are not combined. */
async function queue({ url, key, banks, retains }: Bench, seed: number): Promise<void> {
  const texts = conversation({ seed, sentences: retains * SENTENCES, turnsPerSession: SENTENCES }).slice(0, retains);
  for (const batch of batchesOf([...texts.entries()], 8))
    await Promise.all(
      batch.map(async ([n, { turns, timestamp }]) => {
        const body = { async: true, items: [{ content: turns.join('\n'), timestamp }] };
        const reply = await send(url, request(retainMemories, { key, path: { bank_id: banks[n % banks.length]! }, body }), 60_000);
        if (reply.status !== 200) throw new Error(`retain answered ${reply.status}: ${reply.text}`);
      }),
    );
}

/** One sequential client that recalls from each bank in turn until `isOver`. */
async function recalls({ url, key, banks }: Bench, isOver: (asked: number) => boolean): Promise<Latency[]> {
  const asked = [READ, banks[0]!];
  const client = connect(url, key);
  const samples: number[][] = asked.map(() => []);
  for (let n = 0; !isOver(n); n++)
    for (const [i, bank] of asked.entries()) {
      samples[i]!.push(await time(() => client.recall(bank, QUESTIONS[n % QUESTIONS.length]!)));
      await delay(PAUSE_MS);
    }
  client.close();
  return samples.map(latency);
}

/** Reads `what` of the retains since then. */
const ours = <T extends Row>(db: Db, what: string, since: Date): Promise<[T]> =>
  db.query<T>({
    name: '',
    text: `select ${what} from operations where type = 'retain' and created_at >= $1`,
    values: [since],
  }) as Promise<[T]>;
const TWICE = `(select count(*) from (
  select 1 from memories m where m.created_at >= $1 group by m.bank_uid, m.text, m.chunk_id having count(*) > 1) t)`;

async function untilOver(db: Db, since: Date): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const [{ open }] = await ours<{ open: boolean }>(db, `coalesce(bool_or(status in ('pending', 'processing')), false) as open`, since);
    if (!open) return;
    if (performance.now() > end) throw new Error('the queue was not worked off in time');
    await delay(100);
  }
}

/**
 * Runs the workers, from the moment at which all are ready; with none, the web process runs the
 * jobs itself.
 */
async function run(place: Pick<Bench, 'db' | 'env' | 'banks' | 'retains'>, count: number, seed: number): Promise<Run> {
  const { db, env, retains } = place;
  const web = await startServer({ env: count === 0 ? env : { ...env, SERVICE_API_RUN_WORKER: 'false' } });
  const bench: Bench = { ...place, url: web.url, key: web.key };
  const [clock] = await db.query<{ now: Date }>(sql`select now() as now`);
  await db.query(sql`vacuum analyze`);
  await recalls(bench, (n) => n >= WARM_UP);
  const idle = await recalls(bench, (n) => n >= IDLE_RECALLS);
  await queue(bench, seed);
  const others = new Set(await backends(db));
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(env)));
  const pids = workers.map((worker) => worker.process.pid!);
  const spent = cpuMs(pids);
  const [{ left }] = await ours<{ left: number }>(db, `count(*) filter (where status in ('pending', 'processing')) as left`, clock!.now);
  const begun = performance.now();
  let isOver = false;
  const asking = recalls(bench, () => isOver);
  await untilOver(db, clock!.now);
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  const during = await asking;
  const database = cpuMs((await backends(db)).filter((pid) => !others.has(pid)));
  const own = cpuMs(pids);
  await Promise.all([...workers, web].map((process) => process.stop()));
  const [end] = await ours<{ done: number; twice: number }>(
    db,
    `count(*) filter (where status = 'completed') as done, ${TWICE} as twice`,
    clock!.now,
  );
  if (end.done !== retains) throw new Error(`${end.done} of ${retains} retains were done`);
  return {
    workers: count,
    perSecond: left / seconds,
    recall: idle.map((one, i) => ({ idle: one, during: during[i]! })),
    twice: end.twice,
    cpu: spent === null || count === 0 ? null : { workers: (own! - spent) / left, database: database! / left },
  };
}

function printRuns(title: string, runs: readonly Run[]): void {
  const first = runs.find(({ workers }) => workers === 1);
  const rows = runs.map(({ workers, perSecond, recall, twice, cpu }) => [
    workers === 0 ? 'none, npm start alone' : String(workers),
    perSecond.toFixed(0),
    times(perSecond, first!.perSecond),
    String(twice),
    cpu ? cpu.workers.toFixed(1) : '-',
    cpu && cpu.database > 0 ? cpu.database.toFixed(1) : '-',
    ...recall.flatMap(({ idle, during }) => [...p50p95(idle), ...p50p95(during), times(during.p50, idle.p50)]),
  ]);
  const of = (bank: string) => ['idle p50', 'p95', `${bank}: p50`, 'p95', 'p50 ratio'];
  console.log(`\n${title}\n`);
  console.log(
    markdownTable(
      ['workers', 'retains/s', 'to one', 'done twice', 'CPU ms: worker', 'database', ...of('elsewhere'), ...of('written to')],
      rows,
    ),
  );
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    retains: { type: 'string' },
    banks: { type: 'string' },
    'answer-ms': { type: 'string' },
    only: { type: 'string' },
  },
});
if (!values.url)
  throw new Error(
    'usage: npm run bench workers -- --url postgres://… [--retains 1000] [--banks 4] [--answer-ms 300] [--only builtin|model]',
  );
const retains = Number(values.retains ?? 1_000);
const banks = Array.from({ length: Number(values.banks ?? 4) }, (_, n) => `written-${n}`);
const answerMs = Number(values['answer-ms'] ?? 300);

await ensureBuilt(process.cwd());
const provider = await startLocalProvider();
provider.always({ kind: 'slow', ms: answerMs });
const place = await makeServerData('pg', values.url);
const env = { DATABASE_URL: place.databaseUrl!, SERVICE_API_DATABASE_DRIVER: 'pg', SERVICE_API_LOG_LEVEL: 'warn' };
const model = { SERVICE_API_LLM_PROVIDER: 'openai-compatible', SERVICE_API_LLM_MODEL: 'bench', SERVICE_API_LLM_BASE_URL: provider.url };
const db = await place.open();
try {
  await fillAll(env, banks);
  for (const [kind, counts, more, title] of [
    ['builtin', [0, 1, 2], {}, `${retains} retains of ${SENTENCES} sentences in ${banks.length} banks, built-in reading`],
    ['model', [1, 2], model, `The same, read by a model that takes ${answerMs} ms for each answer`],
  ] as const) {
    if (values.only && values.only !== kind) continue;
    const runs: Run[] = [];
    for (const count of counts)
      runs.push(await run({ db, banks, retains, env: { ...env, ...more } }, count, 10 * count + (kind === 'model' ? 1 : 2)));
    printRuns(title, runs);
  }
} finally {
  await db.close();
  await provider.stop();
  await place.remove();
}
