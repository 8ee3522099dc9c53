import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FaultRow, row } from '#e2e/faults/row';
import { factsOf, markerOf, readDocument, retain, talkOf } from '#e2e/faults/workload';
import { type Reply, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { generateKey } from '#lib/access/keys/codec';
import type { DatabaseKind } from '#lib/base/db/db';

/**
 * Two servers start at the same time on an empty store. On the embedded store the second one exits
 * with 1 and names the process that has the lock. On PostgreSQL both become ready, either one
 * creates the schema, and each sees the writes of the other.
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
const TURNS = 60;
/** A hundred times the duration of these retains on an idle machine. */
const SHUTDOWN_SECONDS = 60;
/**
 * A fast machine may respond before the signal arrives. Such a round tests nothing and is repeated.
 */
const TRIES = 10;

const inProgress = async (server: Server): Promise<number> => {
  const { text } = await send(server.url, { method: 'GET', path: '/metrics' });
  return Number(/^memory_bank_http_requests_in_progress (\d+)/m.exec(text)?.[1] ?? 0);
};

/**
 * Sends retains, and the signal while all of them are in progress. Returns null if one was answered
 * before the signal.
 */
async function stopUnder(server: Server, bank: string): Promise<{ code: number | null; replies: (Reply | Error)[] } | null> {
  let answered = 0;
  const retains = Array.from({ length: RETAINS }, async (_, i) => {
    const item = { content: talkOf(markerOf(i), TURNS), document_id: `d-${i}` };
    const reply = await retain(server, bank, item).catch((error: Error) => error);
    answered++;
    return reply;
  });
  // The scrape counts itself.
  while (answered === 0 && (await inProgress(server)) <= RETAINS);
  const isInTime = answered === 0;
  const code = await server.stop();
  const replies = await Promise.all(retains);
  return isInTime ? { code, replies } : null;
}

/**
 * Sends SIGTERM while requests are in progress. Each request is answered and stored, and the
 * process exits with 0 and releases its lock.
 */
export const softStops = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('SIGTERM during retains', kind, rounds, async () => {
    const store = await openStore(kind);
    const env = { ...store.env, SERVICE_API_SHUTDOWN_SECONDS: String(SHUTDOWN_SECONDS) };
    const wrong: string[] = [];
    let server = await startServer({ env });
    try {
      for (let round = 0, tried = 0; round < rounds; tried++) {
        const bank = `soft-${tried}`;
        const stopped = await stopUnder(server, bank);
        if (!stopped && tried >= rounds * TRIES) throw new Error(`the retains were over before the signal ${tried} times`);
        if (stopped && kind === 'embedded' && existsSync(path.join(store.env.SERVICE_API_DATA_DIR!, 'lock')))
          wrong.push(`round ${round}: the lock is left`);
        server = await startServer({ env, key: server.key });
        if (!stopped) continue;
        if (stopped.code !== 0) wrong.push(`round ${round}: ended with ${stopped.code}`);
        for (const [i, reply] of stopped.replies.entries())
          wrong.push(...(await wrongReply(server, bank, `d-${i}`, reply)).map((what) => `round ${round}: ${what}`));
        round++;
      }
    } finally {
      await server.stop('SIGKILL');
      await store.drop();
    }
    return { did: `${rounds * RETAINS} retains of ${TURNS} turns under way, each answered and stored; exited with 0`, wrong };
  });

/**
 * Checks the response to a retain that was in progress at the signal, and the stored document after
 * the restart. Returns what is wrong.
 */
async function wrongReply(server: Server, bank: string, document: string, reply: Reply | Error): Promise<string[]> {
  if (reply instanceof Error) return [reply.message];
  if (reply.status !== 200) return [`answered ${reply.status}`];
  // A connection that stays open after the last answer would delay the shutdown.
  const wrong = reply.headers.connection === 'close' ? [] : ['the connection stays open'];
  const found = await readDocument(server, bank, document);
  return found?.memory_unit_count === factsOf(reply) ? wrong : [...wrong, `${found?.memory_unit_count} of ${factsOf(reply)} units`];
}
