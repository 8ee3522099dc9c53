import { setTimeout as delay } from 'node:timers/promises';
import {
  ask,
  askAgain,
  askOn,
  type BackgroundRetain,
  bankOf,
  everything,
  newAsked,
  notOnce,
  unfinished,
  untilOver,
} from '#e2e/faults/background';
import { type FaultRow, row } from '#e2e/faults/row';
import { type Client, END_MS, untilReady } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { openProxy } from '#e2e/fixtures/proxy';
import { randomInt } from '#e2e/fixtures/random';
import { startServer, startWorker } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import type { DatabaseKind } from '#lib/base/db/db';
import { putBank } from '#lib/memory/banks/contract';

/**
 * Retains in the background while a dependency is unavailable, and while two workers process the
 * queue.
 */

const CLIENTS = 6;
/** Maximum number of retains before the fault begins. */
const ENOUGH = 100;
const BANKS = 4;
const BANK_NAMES = Array.from({ length: BANKS }, (_, n) => bankOf(n));

/** For a web process that runs no jobs, because a separate worker does. */
const ELSEWHERE = { SERVICE_API_RUN_WORKER: 'false' };

/**
 * Clients send retains while `happening` runs, and repeat those that were not acknowledged. Returns
 * the seconds until the last operation ended.
 */
async function whileAsking(client: Client, all: BackgroundRetain[], happening: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, () => askOn(client, all, () => isOver, BANKS));
  const enough = all.length + randomInt(ENOUGH);
  while (all.length < enough) await delay(1);
  await happening();
  await untilReady(client);
  isOver = true;
  await Promise.all(clients);
  await askAgain(client, all);
  const ends = await Promise.all(BANK_NAMES.map((bank) => untilOver(client, END_MS, bank)));
  return Math.max(...ends);
}

/** The connection to PostgreSQL is cut for `seconds` while retains are processed. */
export const backgroundCut = (rounds: number, seconds: number): Promise<FaultRow> =>
  row(`database away for ${seconds} s during background retains`, 'pg', rounds, async () => {
    const store = await openStore('pg');
    const { hostname, port } = new URL(store.url!);
    const proxy = await openProxy({ host: hostname, port: Number(port || 5432) });
    const server = await startServer({ env: { ...store.env, DATABASE_URL: proxy.through(store.url!) } });
    const all: BackgroundRetain[] = [];
    let last = 0;
    try {
      const away = async () => {
        await proxy.cut();
        await delay(seconds * 1000);
        await proxy.join();
      };
      for (let round = 0; round < rounds; round++) last = Math.max(last, await whileAsking(server, all, away));
      const wrong = await unfinished(server, all);
      await server.stop();
      wrong.push(...everything(await notOnce(store, all)));
      return { did: `${all.length} retains, each stored once, the last ended ${last.toFixed(0)} s after the cut`, wrong };
    } finally {
      await server.stop('SIGKILL');
      await proxy.close();
      await store.drop();
    }
  });

/**
 * A process is suspended for `seconds` during its work. On the embedded store it is the only
 * process. On PostgreSQL it is one of two workers, and the other one takes over its work meanwhile.
 */
export const frozen = (kind: DatabaseKind, seconds: number): Promise<FaultRow> =>
  row(`process frozen for ${seconds} s during background retains`, kind, 1, async () => {
    const store = await openStore(kind);
    const isEmbedded = kind === 'embedded';
    const server = await startServer({ env: isEmbedded ? store.env : { ...store.env, ...ELSEWHERE } });
    const workers = isEmbedded ? [] : [await startWorker(store.env), await startWorker(store.env)];
    const [one = server] = workers;
    const all: BackgroundRetain[] = [];
    try {
      const last = await whileAsking(server, all, async () => {
        one.process.kill('SIGSTOP');
        await delay(seconds * 1000);
        one.process.kill('SIGCONT');
      });
      const wrong = await unfinished(server, all);
      await Promise.all(workers.map((worker) => worker.stop()));
      await server.stop();
      wrong.push(...everything(await notOnce(store, all)));
      return { did: `${all.length} retains, each stored once, the last ended ${last.toFixed(0)} s after it went on`, wrong };
    } finally {
      await Promise.all([...workers, server].map((running) => running.stop('SIGKILL')));
      await store.drop();
    }
  });

/**
 * Two workers start together on one queue, with jobs of one bank and of several.
 * `bench/speed/workers.ts` measures their speed.
 */
export const twoWorkers = (retains: number): Promise<FaultRow> =>
  row('two workers on one queue', 'pg', retains, async () => {
    const store = await openStore('pg');
    const server = await startServer({ env: { ...store.env, ...ELSEWHERE } });
    const all: BackgroundRetain[] = [];
    const durations: string[] = [];
    try {
      // Consolidation is off, because it would start further work.
      for (const bank_id of BANK_NAMES)
        await send(
          server.url,
          request(putBank, { key: server.key, path: { bank_id }, body: { enable_observations: false, enable_auto_consolidation: false } }),
        );
      for (const banks of [1, BANKS]) {
        const queued = Array.from({ length: retains }, (_, i) => ({
          ...newAsked(all.length + i),
          isAppend: false,
          bank: bankOf(i % banks),
        }));
        all.push(...queued);
        for (const asked of queued) await ask(server, asked);
        const workers = await Promise.all([startWorker(store.env), startWorker(store.env)]);
        const begun = performance.now();
        for (const bank of BANK_NAMES) await untilOver(server, END_MS, bank);
        durations.push(`${retains} for ${banks} ${banks === 1 ? 'bank' : 'banks'} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
        await Promise.all(workers.map((worker) => worker.stop()));
      }
      const wrong = await unfinished(server, all);
      await server.stop();
      wrong.push(...everything(await notOnce(store, all)));
      return { did: `${durations.join(', ')}, each stored once`, wrong };
    } finally {
      await server.stop('SIGKILL');
      await store.drop();
    }
  });
