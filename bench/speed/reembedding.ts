/**
 * Measures recalls in a bank while a local provider re-embeds the bank, and how long that takes.
 * npm run bench reembedding -- [--url postgres://…] [--units 10000] [--answer-ms 50]
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#bench/support/client';
import { ASKED, fill, recalls, WARM_UP } from '#bench/support/load-comparison';
import { latency } from '#bench/support/measure';
import { markdownTable, p50p95, times } from '#bench/support/report';
import { makeServerData } from '#bench/support/server-data';
import { request, send } from '#e2e/fixtures/http';
import { startLocalProvider } from '#e2e/fixtures/llm';
import { startServer } from '#e2e/fixtures/server';
import { listOperations, type OperationPage } from '#lib/jobs/operations/contract';
import { ensureBuilt } from '../../scripts/setup.mjs';

const BANK = 'large';
const LIMIT_MS = 300_000;

const { values } = parseArgs({ options: { url: { type: 'string' }, units: { type: 'string' }, 'answer-ms': { type: 'string' } } });
const units = Number(values.units ?? 10_000);
const kind = values.url ? 'pg' : 'embedded';

await ensureBuilt(process.cwd());
const provider = await startLocalProvider();
provider.always({ kind: 'slow', ms: Number(values['answer-ms'] ?? 50) });
const place = await makeServerData(kind, values.url ?? null);
const env = {
  SERVICE_API_LOG_LEVEL: 'warn',
  SERVICE_API_DATABASE_DRIVER: kind,
  ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : { SERVICE_API_DATA_DIR: place.dataDir }),
};
const other = {
  SERVICE_API_EMBEDDINGS_PROVIDER: 'openai-compatible',
  SERVICE_API_EMBEDDINGS_MODEL: 'bench',
  SERVICE_API_EMBEDDINGS_BASE_URL: provider.url,
};
const first = await startServer({ env });
let second: Awaited<ReturnType<typeof startServer>> | null = null;
try {
  const before = connect(first.url, first.key);
  await fill({ url: first.url, key: first.key, client: before }, BANK, units, 2);
  await recalls(before, BANK, (n) => n >= WARM_UP);
  const idle = latency(await recalls(before, BANK, (n) => n >= ASKED));
  before.close();
  await first.stop();

  second = await startServer({ env: { ...env, ...other } });
  const { url, key } = second;
  const client = connect(url, key);
  const begun = performance.now();
  let isDone = false;
  const asking = recalls(client, BANK, () => isDone);
  while (!isDone) {
    const { json } = await send(url, request(listOperations, { key, path: { bank_id: BANK }, query: { type: 'reembedding' } }));
    const [one] = (json as OperationPage).operations;
    isDone = one?.status === 'completed';
    if (one?.status === 'failed' || performance.now() - begun > LIMIT_MS) throw new Error(`not embedded anew: ${one?.status}`);
    await delay(200);
  }
  const seconds = (performance.now() - begun) / 1000;
  const samples = await asking;
  const during = latency(samples);
  const after = latency(await recalls(client, BANK, (n) => n >= ASKED));
  client.close();
  console.log(`\nA recall in a bank of ${units} memories while it is embedded anew (${kind}), milliseconds; ${seconds.toFixed(0)} s\n`);
  console.log(
    markdownTable(
      ['idle p50', 'p95', 'meanwhile p50', 'p95', 'p95 ratio', 'worst', 'recalls', 'after p50', 'p95'],
      [
        [
          ...p50p95(idle),
          ...p50p95(during),
          times(during.p95, idle.p95),
          Math.max(...samples).toFixed(0),
          String(samples.length),
          ...p50p95(after),
        ],
      ],
    ),
  );
} finally {
  await first.stop('SIGKILL');
  await second?.stop('SIGKILL');
  await provider.stop();
  await place.remove();
}
