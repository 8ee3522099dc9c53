import { measureServed, SENTENCES_PER_REQUEST, type ServerTimes } from '#bench/speed/server-times';
import { type Client, connect, itemOf } from '#bench/support/client';
import { type DatabaseBaseline, measureBare, nearestAlone } from '#bench/support/database';
import type { Latency } from '#bench/support/measure';
import type { BenchDatabase, Options } from '#bench/support/options';
import { type BySize, planBank, planBanks, TURNS_PER_SESSION } from '#bench/support/plan';
import { type RunningServer, startServer } from '#bench/support/server';
import { makeServerData, type OwnServerData } from '#bench/support/server-data';

const FOOTPRINT_CALLS = 100;

export interface Boot {
  readonly readyMs: number;
  /**
   * resident memory after a hundred retains and a hundred recalls; null if the system does not
   * report it
   */
  readonly bytes: number | null;
}

export interface SuiteResult {
  readonly database: BenchDatabase;
  readonly served: ServerTimes;
  readonly bare: DatabaseBaseline;
  /** for each bank, p50 and p95 of the bare query */
  readonly nearest: BySize<Latency>;
  readonly firstBoot: Boot;
  readonly secondBoot: Boot;
  /** time to readiness with all banks in the database */
  readonly filledBootMs: number;
}

export type Progress = (line: string) => void;

export async function runSuite(database: BenchDatabase, options: Options, progress: Progress): Promise<SuiteResult> {
  const say: Progress = (line) => progress(`${database}: ${line}`);
  say('starting twice on an empty database');
  const boots = await withPlace(database, options, measureBoots);
  const banks = await withPlace(database, options, (place) => measureBanks(place, options, say));
  return { database, ...boots, ...banks };
}

export async function withPlace<T>(database: BenchDatabase, { adminUrl }: Options, work: (place: OwnServerData) => Promise<T>): Promise<T> {
  const place = await makeServerData(database, adminUrl);
  return work(place).finally(() => place.remove());
}

export async function withServer<T>(place: OwnServerData, work: (client: Client, server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServer(place);
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

async function measureBoots(place: OwnServerData): Promise<Pick<SuiteResult, 'firstBoot' | 'secondBoot'>> {
  const bank = planBank('footprint', 1, FOOTPRINT_CALLS * TURNS_PER_SESSION, FOOTPRINT_CALLS);
  const boot = (): Promise<Boot> =>
    withServer(place, async (client, server) => {
      for (const session of bank.sessions) await client.retain(bank.name, [itemOf(session)]);
      for (const question of bank.questions) await client.recall(bank.name, question);
      return { readyMs: server.readyMs, bytes: server.bytes() };
    });
  return { firstBoot: await boot(), secondBoot: await boot() };
}

/**
 * Measurements without the server come last, because the embedded database belongs to one process
 * at a time. Only a database server runs the bare query while the product serves.
 */
async function measureBanks(
  place: OwnServerData,
  options: Options,
  say: Progress,
): Promise<Pick<SuiteResult, 'served' | 'bare' | 'nearest' | 'filledBootMs'>> {
  const banks = planBanks(options);
  const served = await withServer(place, async (client) => {
    const beside = place.databaseUrl ? await place.open() : null;
    return measureServed(client, beside, banks, options, say).finally(() => beside?.close());
  });
  const filledBootMs = await withServer(place, async (_, server) => server.readyMs);
  say('the same database without the server');
  const db = await place.open();
  try {
    const nearest = served.nearest ?? (await nearestAlone(db, banks));
    return { served, filledBootMs, nearest, bare: await measureBare(db, banks, SENTENCES_PER_REQUEST) };
  } finally {
    await db.close();
  }
}
