import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FaultRow, row } from '#e2e/faults/row';
import { factsOf, markerOf, readDocument, retain, talkOf } from '#e2e/faults/workload';
import { send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import type { DatabaseKind } from '#lib/db/db';
import { generateKey } from '#lib/keys/codec';

/**
 * Two servers started at once on one empty store. The embedded one belongs to a single process: the other ends with 1 and names the
 * holder. On PostgreSQL both come up, whoever makes the schema, and see each other's writes.
 */
export const twoStarters = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('two starters at once', kind, rounds, async () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const store = await openStore(kind, 'empty');
      const key = generateKey('key');
      const starts = await Promise.allSettled([startServer({ env: store.env, key }), startServer({ env: store.env, key })]);
      const running = starts.filter((start) => start.status === 'fulfilled').map((start) => start.value);
      const refusals = starts.filter((start) => start.status === 'rejected').map((start) => String(start.reason));
      try {
        if (kind === 'embedded') wrong.push(...wrongRefusal(running, refusals));
        else wrong.push(...refusals, ...(await wrongSharing(running)));
      } finally {
        await Promise.all(running.map((server) => server.stop()));
        await store.drop();
      }
    }
    return { did: kind === 'embedded' ? 'one serves, the other names it and ends with 1' : 'both serve', wrong };
  });

function wrongRefusal(running: readonly Server[], refusals: readonly string[]): string[] {
  if (running.length !== 1) return [`${running.length} servers on one directory: ${refusals}`];
  const [refusal = ''] = refusals;
  const holder = `process ${running[0]!.process.pid}`;
  return refusal.includes('ended with 1') && refusal.includes(holder)
    ? []
    : [`the refusal does not end with 1 or name ${holder}: ${refusal}`];
}

async function wrongSharing([one, other]: readonly Server[]): Promise<string[]> {
  if (!one || !other) return ['a server is missing'];
  const written = await retain(one, 'both', { content: talkOf(markerOf(1), 2), document_id: 'd' });
  const read = await readDocument(other, 'both', 'd');
  return written.status === 200 && read?.memory_unit_count === 2 ? [] : ['one does not see what the other wrote'];
}

const RETAINS = 4;
const TURNS = 400;
/** Closing the store takes a moment; waiting for clients that keep their connections open would take ten seconds. */
const LINGER_MS = 5000;

const inProgress = async (server: Server): Promise<number> => {
  const { text } = await send(server.url, { method: 'GET', path: '/metrics' });
  return Number(/^memory_bank_http_requests_in_progress (\d+)/m.exec(text)?.[1] ?? 0);
};

/** SIGTERM while requests are under way: each of them is answered and kept, the process ends with 0, the lock is gone. */
export const softStops = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('SIGTERM during retains', kind, rounds, async () => {
    const store = await openStore(kind);
    const wrong: string[] = [];
    let server = await startServer({ env: store.env });
    try {
      for (let round = 0; round < rounds; round++) {
        const bank = `soft-${round}`;
        let answered = 0;
        const retains = Array.from({ length: RETAINS }, async (_, i) => {
          const reply = await retain(server, bank, { content: talkOf(markerOf(i), TURNS), document_id: `d-${i}` }).catch(
            (error: Error) => error,
          );
          answered++;
          return reply;
        });
        // The scrape counts itself.
        while (answered === 0 && (await inProgress(server)) <= RETAINS);
        if (answered > 0) wrong.push(`round ${round}: the retains were over before the signal`);
        const lastAnswer = Promise.all(retains).then(() => performance.now());
        const code = await server.stop();
        const lingering = performance.now() - (await lastAnswer);
        if (lingering > LINGER_MS) wrong.push(`round ${round}: ended ${lingering.toFixed(0)} ms after the last answer`);
        if (code !== 0) wrong.push(`round ${round}: ended with ${code}`);
        if (kind === 'embedded' && existsSync(path.join(store.env.SERVICE_API_DATA_DIR!, 'lock')))
          wrong.push(`round ${round}: the lock is left`);
        const replies = await Promise.all(retains);
        server = await startServer({ env: store.env, key: server.key });
        for (const [i, reply] of replies.entries()) {
          const found = await readDocument(server, bank, `d-${i}`);
          if (reply instanceof Error) wrong.push(`round ${round}: ${reply.message}`);
          else if (reply.status !== 200) wrong.push(`round ${round}: answered ${reply.status}`);
          else if (found?.memory_unit_count !== factsOf(reply))
            wrong.push(`round ${round}: ${found?.memory_unit_count} of ${factsOf(reply)} units`);
        }
      }
    } finally {
      await server.stop('SIGKILL');
      await store.drop();
    }
    return { did: `${rounds * RETAINS} retains of ${TURNS} turns under way, each answered and kept; ended with 0`, wrong };
  });
