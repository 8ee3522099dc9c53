import { setTimeout as delay } from 'node:timers/promises';
import { brokenRules } from '#e2e/faults/integrity';
import { type FaultRow, row } from '#e2e/faults/row';
import { findLosses, newStream, untilAcknowledged, untilReady, write } from '#e2e/faults/workload';
import { openProxy } from '#e2e/fixtures/proxy';
import { randomInt } from '#e2e/fixtures/random';
import { startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';

const BANK = 'cut';
const WRITERS = 4;

/**
 * Cuts the connection to PostgreSQL while retains are sent, and restores it. The server is never
 * restarted.
 */
export const cutRounds = (rounds: number): Promise<FaultRow> =>
  row('connection cut during retains', 'pg', rounds, async () => {
    const store = await openStore('pg');
    const { hostname, port } = new URL(store.url!);
    const proxy = await openProxy({ host: hostname, port: Number(port || 5432) });
    const server = await startServer({ env: { ...store.env, DATABASE_URL: proxy.through(store.url!) } });
    const stream = newStream();
    const wrong: string[] = [];
    let isOver = false;
    try {
      const writers = Array.from({ length: WRITERS }, (_, i) => write(server, BANK, stream, i, () => isOver));
      for (let round = 0; round < rounds; round++) {
        const enough = stream.acknowledged + randomInt(4, 30);
        await untilAcknowledged(stream, enough, writers);
        await proxy.cut();
        await delay(randomInt(0, 200));
        await proxy.join();
        await untilReady(server);
      }
      isOver = true;
      await Promise.all(writers);
      wrong.push(...(await findLosses(server, BANK, stream.documents.values())));
      await server.stop();
      wrong.push(...(await store.look(brokenRules)));
    } finally {
      await server.stop('SIGKILL');
      await proxy.close();
      await store.drop();
    }
    return { did: `${stream.acknowledged} acknowledged and there, whole and recalled; ${stream.refused} refused with 503`, wrong };
  });
