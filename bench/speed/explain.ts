import { type Sample, sampleRecalls } from '#bench/speed/stages';
import { type Progress, withPlace, withServer } from '#bench/speed/suite';
import type { Client } from '#bench/support/client';
import { backends, databaseVersion, timeNearest } from '#bench/support/database';
import { fill } from '#bench/support/load-comparison';
import { type Latency, timeEach } from '#bench/support/measure';
import type { BenchDatabase, Options } from '#bench/support/options';
import { type BankPlan, planBank, WARM_UP } from '#bench/support/plan';
import { cpuMs, type ServerCpu } from '#bench/support/processes';
import type { RunningServer } from '#bench/support/server';
import type { Db } from '#lib/base/db/db';

/**
 * Breaks the time of one recall down: the same questions to the same banks, over HTTP as a whole,
 * and then without a server stage by stage.
 */

const SEED = 2;
/** Recalls before anything is measured, because a new process compiles its code first. */
const YOUNG = 200;

interface RecallCosts {
  readonly recall: Costs;
  readonly route: Costs;
}

interface Costs extends Latency {
  /** processor time of each call, in milliseconds; null if it cannot be measured */
  readonly cpu: ServerCpu | null;
}

export interface Explained extends RecallCosts {
  readonly units: number;
  /** the bare query */
  readonly nearest: Latency;
  readonly samples: readonly Sample[];
}

export interface Explanation {
  readonly version: string;
  readonly banks: readonly Explained[];
}

interface SizedBank extends BankPlan {
  readonly units: number;
  readonly seed: number;
}

const planSized = (units: number, seed: number, recalls: number): SizedBank => ({
  ...planBank(`bench-${units}`, seed, units, WARM_UP + recalls),
  units,
  seed,
});

/**
 * Measurements that need the server come first: the embedded database belongs to one process at a
 * time.
 */
export function explainRecalls(
  database: BenchDatabase,
  sizes: readonly number[],
  options: Options,
  progress: Progress,
): Promise<Explanation> {
  const say: Progress = (line) => progress(`${database}: ${line}`);
  const banks = sizes.map((units, i) => planSized(units, SEED + i, options.recalls));
  return withPlace(database, options, async (place) => {
    const served = await withServer(place, async (client, server) => {
      await fillAll(banks, { url: server.url, key: place.key, client }, say);
      const beside = place.databaseUrl ? await place.open() : null;
      return askAll(banks, { client, server, db: beside }, say).finally(() => beside?.close());
    });
    const db = await place.open();
    try {
      return { version: await databaseVersion(db), banks: await explainAll(banks, db, served, say) };
    } finally {
      await db.close();
    }
  });
}

async function fillAll(banks: readonly SizedBank[], place: Parameters<typeof fill>[0], say: Progress): Promise<void> {
  for (const { name, units, seed } of banks) {
    say(`filling ${name}`);
    await fill(place, name, units, seed);
  }
}

interface ServingContext {
  readonly client: Client;
  readonly server: RunningServer;
  /** the database without the server; null if it is a thread of the server */
  readonly db: Db | null;
}

async function askAll(banks: readonly SizedBank[], serving: ServingContext, say: Progress): Promise<RecallCosts[]> {
  const [{ name, questions }] = banks as [SizedBank];
  for (let n = 0; n < YOUNG; n++) await serving.client.recall(name, questions[n % questions.length]!);
  const served: RecallCosts[] = [];
  for (const bank of banks) {
    say(`recalls from ${bank.name}`);
    served.push(await askServed(bank, serving));
  }
  return served;
}

async function askServed({ name, questions }: SizedBank, { client, server, db }: ServingContext): Promise<RecallCosts> {
  const costsOf = async (work: (question: string) => Promise<unknown>): Promise<Costs> => {
    await timeEach(questions.slice(0, WARM_UP), 0, work);
    const before = await cpuOf(server, db);
    const spent = await timeEach(questions.slice(WARM_UP), 0, work);
    const after = await cpuOf(server, db);
    const each = (part: keyof ServerCpu): number => (after![part] - before![part]) / spent.samples;
    return { ...spent, cpu: before && after && { server: each('server'), database: each('database') } };
  };
  return { recall: await costsOf((question) => client.recall(name, question)), route: await costsOf(() => client.get('/version')) };
}

async function cpuOf(server: RunningServer, db: Db | null): Promise<ServerCpu | null> {
  const cpu = server.cpu();
  return cpu && { ...cpu, ...(db && { database: cpuMs(await backends(db)) ?? 0 }) };
}

async function explainAll(banks: readonly SizedBank[], db: Db, served: readonly RecallCosts[], say: Progress): Promise<Explained[]> {
  // This process is new as well.
  await sampleRecalls(db, banks[0]!);
  const explained: Explained[] = [];
  for (const [i, bank] of banks.entries()) {
    say(`stages of recalls from ${bank.name}`);
    const samples = (await sampleRecalls(db, bank)).slice(WARM_UP);
    explained.push({ ...served[i]!, units: bank.units, nearest: await timeNearest(db, bank), samples });
  }
  return explained;
}
