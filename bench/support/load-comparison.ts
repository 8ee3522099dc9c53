import { setTimeout as delay } from 'node:timers/promises';
import { type Client, connect, itemOf } from '#bench/support/client';
import { conversation } from '#bench/support/generate';
import { batchesOf, type Latency, latency, time } from '#bench/support/measure';
import { p50p95, times } from '#bench/support/report';
import { makeServerData } from '#bench/support/server-data';
import { request, send } from '#e2e/fixtures/http';
import { startServer } from '#e2e/fixtures/server';
import { putBank } from '#lib/memory/banks/contract';
import { ensureBuilt } from '../../scripts/setup.mjs';

/**
 * Measures recalls of one sequential client in its own bank while the server performs large work
 * elsewhere.
 */

/** The bank of the recalls. Nothing writes to it while they are measured. */
export const READ = 'read';
/** The initial number of memories of the bank, so that it is not empty. */
export const FILLED = 1_000;
/** The number of recalls before the work starts. */
export const ASKED = 200;
export const WARM_UP = 40;
/** The pause between two recalls. */
export const PAUSE_MS = 25;

export const QUESTIONS = conversation({ seed: 3, sentences: 200, turnsPerSession: 1 }).map(({ turns }) => turns[0]!.replace(/^\w+: /, ''));

export interface ReaderTarget {
  readonly url: string;
  readonly key: string;
  readonly client: Client;
}

/**
 * Starts a fresh server on the embedded database, or on a new database of the PostgreSQL server at
 * this address.
 */
export async function serve(postgres: string | undefined) {
  const kind = postgres ? 'pg' : 'embedded';
  await ensureBuilt(process.cwd());
  const place = await makeServerData(kind, postgres ?? null);
  const server = await startServer({
    env: {
      SERVICE_API_LOG_LEVEL: 'info',
      SERVICE_API_DATABASE_DRIVER: kind,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : { SERVICE_API_DATA_DIR: place.dataDir }),
    },
  });
  const { url, key } = server;
  return { kind, place, server, at: { url, key, client: connect(url, key) } };
}

export async function fill({ url, key, client }: ReaderTarget, bank_id: string, sentences: number, seed: number): Promise<void> {
  await send(url, request(putBank, { key, path: { bank_id }, body: { enable_observations: false } }));
  for (const batch of batchesOf(conversation({ seed, sentences, turnsPerSession: 20 }), 20))
    await client.retain(bank_id, batch.map(itemOf));
}

export const fillReaderBank = (place: ReaderTarget): Promise<void> => fill(place, READ, FILLED, 1);

export interface ReaderLatency {
  readonly all: Latency;
  /** milliseconds */
  readonly worst: number;
}

/**
 * Recalls in sequence until `isOver`, and returns the milliseconds of each. Rejects at the first
 * failure.
 */
export async function recalls(client: Client, bank: string, isOver: (asked: number) => boolean): Promise<number[]> {
  const samples: number[] = [];
  for (let n = 0; !isOver(n); n++) {
    samples.push(await time(() => client.recall(bank, QUESTIONS[n % QUESTIONS.length]!)));
    await delay(PAUSE_MS);
  }
  return samples;
}

const latencyOf = (samples: readonly number[]): ReaderLatency => ({ all: latency([...samples]), worst: Math.max(...samples) });

export interface LoadComparison {
  readonly idle: ReaderLatency;
  readonly during: ReaderLatency;
}

/** Measures recalls before `work`, and then while it runs until `isOver`. */
export async function beside({ client }: ReaderTarget, work: () => Promise<void>, isOver: () => boolean): Promise<LoadComparison> {
  await recalls(client, READ, (n) => n >= WARM_UP);
  const idle = await recalls(client, READ, (n) => n >= ASKED);
  const asking = recalls(client, READ, isOver);
  await work();
  return { idle: latencyOf(idle), during: latencyOf(await asking) };
}

export const FELT = ['idle p50', 'p95', 'meanwhile p50', 'p95', 'p95 ratio', 'worst'];

export const felt = ({ idle, during }: LoadComparison): string[] => [
  ...p50p95(idle.all),
  ...p50p95(during.all),
  times(during.all.p95, idle.all.p95),
  during.worst.toFixed(0),
];
