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

const READ = 'read';
const FILLED = 1_000;
const ASKED = 200;
const WARM_UP = 40;
const PAUSE_MS = 25;

const QUESTIONS = conversation({ seed: 3, sentences: 200, turnsPerSession: 1 }).map(({ turns }) => turns[0]!.replace(/^\w+: /, ''));

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

async function recalls({ client }: ReaderTarget, isOver: (asked: number) => boolean): Promise<ReaderLatency> {
  const samples: number[] = [];
  for (let n = 0; !isOver(n); n++) {
    samples.push(await time(() => client.recall(READ, QUESTIONS[n % QUESTIONS.length]!)));
    await delay(PAUSE_MS);
  }
  return { all: latency(samples), worst: Math.max(...samples) };
}

export interface LoadComparison {
  readonly idle: ReaderLatency;
  readonly during: ReaderLatency;
}

/** Measures recalls before `work`, and then while it runs until `isOver`. */
export async function beside(place: ReaderTarget, work: () => Promise<void>, isOver: () => boolean): Promise<LoadComparison> {
  await recalls(place, (n) => n >= WARM_UP);
  const idle = await recalls(place, (n) => n >= ASKED);
  const asking = recalls(place, isOver);
  await work();
  return { idle, during: await asking };
}

export const FELT = ['idle p50', 'p95', 'meanwhile p50', 'p95', 'p95 ratio', 'worst'];

export const felt = ({ idle, during }: LoadComparison): string[] => [
  ...p50p95(idle.all),
  ...p50p95(during.all),
  times(during.all.p95, idle.all.p95),
  during.worst.toFixed(0),
];
