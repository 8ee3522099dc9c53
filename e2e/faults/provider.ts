import { setTimeout as delay } from 'node:timers/promises';
import { ask, askFor, type BackgroundRetain, everything, newAsked, notOnce, stateOf, unfinished, untilOver } from '#e2e/faults/background';
import { type FaultRow, row } from '#e2e/faults/row';
import { type Client, END_MS, talkOf } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { startLocalProvider } from '#e2e/fixtures/llm';
import { type Server, startServer, startWorker } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { type DatabaseKind, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { type OperationStatusResponse, retryOperation } from '#lib/jobs/operations/contract';
import { putBank } from '#lib/memory/banks/contract';

/** A language model that accepts every request and never answers. */

const HOPELESS = 'hopeless';
const RETAINS = 12;
/** A request times out after a minute, and the next attempt follows after a minute at most. */

/** Waits until the operation was attempted and postponed, or has ended. */
async function untilPutOff(client: Client, id: string): Promise<OperationStatusResponse> {
  const end = performance.now() + END_MS;
  for (;;) {
    const state = await stateOf(client, id, HOPELESS);
    if (state.next_retry_at || state.completed_at) return state;
    if (performance.now() > end) throw new Error(`nothing became of it: ${JSON.stringify(state)}`);
    await delay(100);
  }
}

/**
 * Retains are sent while the model hangs, and their worker is killed once. When the model answers
 * again, each retain completes once. A waiting operation reports its next attempt. When its time
 * limit is over, it fails with an error that does not mention the provider, and can be retried.
 */
export const providerHangs = (kind: DatabaseKind, seconds: number): Promise<FaultRow> =>
  row(`provider hangs for ${seconds} s, then permanently`, kind, 1, async () => {
    const provider = await startLocalProvider();
    const store = await openStore(kind);
    const model = {
      SERVICE_API_LLM_PROVIDER: 'openai-compatible',
      SERVICE_API_LLM_MODEL: 'canary-model',
      SERVICE_API_LLM_API_KEY: 'sk-canary',
      SERVICE_API_LLM_BASE_URL: provider.url,
    };
    const isEmbedded = kind === 'embedded';
    const env = { ...store.env, ...model, ...(isEmbedded ? {} : { SERVICE_API_RUN_WORKER: 'false' }) };
    let server: Server = await startServer({ env });
    let worker = isEmbedded ? null : await startWorker({ ...store.env, ...model });
    const stop = async (signal?: NodeJS.Signals) => {
      await worker?.stop(signal);
      await server.stop(signal);
    };
    const all: BackgroundRetain[] = [];
    const wrong: string[] = [];
    try {
      provider.always({ kind: 'never' });
      for (let n = 0; n < RETAINS; n++) {
        const asked = newAsked(n);
        all.push(asked);
        await ask(server, asked);
      }
      await delay((seconds * 1000) / 2);
      await (worker ?? server).stop('SIGKILL');
      if (worker) worker = await startWorker({ ...store.env, ...model });
      else server = await startServer({ env, key: server.key });
      await delay((seconds * 1000) / 2);
      provider.always(null);
      const after = await untilOver(server, END_MS);
      wrong.push(...(await unfinished(server, all)));

      provider.always({ kind: 'never' });
      await send(
        server.url,
        request(putBank, {
          key: server.key,
          path: { bank_id: HOPELESS },
          body: { enable_observations: false, enable_auto_consolidation: false },
        }),
      );
      const id = newId();
      await askFor(server, HOPELESS, id, [{ content: talkOf('hopeless', 3) }]);
      const waits = await untilPutOff(server, id);
      if (waits.status !== 'pending' || !waits.retry_until) wrong.push(`a retain that nobody answers yet is ${JSON.stringify(waits)}`);
      await stop();
      // The child operation is retried.
      await store.look((db) => db.query(sql`update operations set retry_until = now() where parent_id = ${id}`));
      server = await startServer({ env, key: server.key });
      if (worker) worker = await startWorker({ ...store.env, ...model });
      const failing = await untilOver(server, END_MS, HOPELESS);
      const failed = await stateOf(server, id, HOPELESS);
      if (failed.status !== 'failed') wrong.push(`a retain that nobody answers is ${failed.status}`);
      if (/canary|openai|127\.0\.0\.1|http/i.test(JSON.stringify(failed))) wrong.push(`it tells too much: ${JSON.stringify(failed)}`);
      provider.always(null);
      await send(server.url, request(retryOperation, { key: server.key, path: { bank_id: HOPELESS, operation_id: id } }));
      await untilOver(server, END_MS, HOPELESS);
      const again = await stateOf(server, id, HOPELESS);
      if (again.status !== 'completed' || again.result_metadata?.unit_ids_count !== 3)
        wrong.push(`tried again it is ${JSON.stringify(again)}`);

      await stop();
      wrong.push(...everything(await notOnce(store, all)));
      const did = `${RETAINS} retains done ${after.toFixed(0)} s after it answered again; what waited on failed ${failing.toFixed(0)} s after its time, and was done when tried again`;
      return { did, wrong };
    } finally {
      await stop('SIGKILL');
      await provider.stop();
      await store.drop();
    }
  });
