import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { brokenRules } from '#e2e/faults/integrity';
import { type FaultRow, row } from '#e2e/faults/row';
import { type Client, findLosses, newStream, type Stream, untilAcknowledged, write } from '#e2e/faults/workload';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import type { DatabaseKind } from '#lib/db/db';

const BANK = 'killed';
const WRITERS = 4;

/** Lets the writers run until some more writes are acknowledged, then kills the server at no particular moment. */
async function killUnderLoad(server: Server, stream: Stream): Promise<void> {
  const client: Client = { url: server.url, key: server.key };
  const enough = stream.acknowledged + randomInt(4, 30);
  let isDead = false;
  const writers = Array.from({ length: WRITERS }, (_, i) => write(client, BANK, stream, i, () => isDead));
  await untilAcknowledged(stream, enough, writers);
  await delay(randomInt(0, 30));
  isDead = true;
  await server.stop('SIGKILL');
  await Promise.all(writers);
}

const spread = (values: readonly number[]): string => {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms, worst ${sorted.at(-1)!.toFixed(0)} ms`;
};

/** kill -9 of the server during a stream of retains, again and again on one store, with all of it checked after every restart. */
export const killRounds = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('kill -9 during retains', kind, rounds, async () => {
    const store = await openStore(kind);
    const stream = newStream();
    const wrong: string[] = [];
    const restarts: number[] = [];
    let server = await startServer({ env: store.env });
    try {
      for (let round = 0; round < rounds; round++) {
        const before = stream.counter;
        await killUnderLoad(server, stream);
        const begun = performance.now();
        server = await startServer({ env: store.env, key: server.key });
        restarts.push(performance.now() - begun);
        const touched = [...stream.documents.values()].filter(({ id }) => !id.startsWith('note-') || Number(id.slice(5)) >= before);
        wrong.push(...(await findLosses(server, BANK, touched)));
      }
      wrong.push(...(await findLosses(server, BANK, stream.documents.values())));
      await server.stop();
      wrong.push(...(await store.look(brokenRules)));
    } catch (error) {
      const { exitCode, signalCode } = server.process;
      throw new Error(`The server (exit ${exitCode}, signal ${signalCode}) wrote:\n${server.stderr()}`, { cause: error });
    } finally {
      await server.stop('SIGKILL');
      await store.drop();
    }
    return { did: `${stream.acknowledged} acknowledged, ready again in ${spread(restarts)}`, wrong };
  });
