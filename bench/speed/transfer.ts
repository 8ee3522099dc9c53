/**
 * Measures the export and the import of one large bank: their time, the memory of the server, and
 * recall meanwhile. npm run bench transfer -- [--url postgres://…] [--units 100000]
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#bench/support/client';
import { conversation, questions } from '#bench/support/generate';
import { fillLargeBank } from '#bench/support/large-bank';
import { inTurn, type Latency, latency, time } from '#bench/support/measure';
import { TURNS_PER_SESSION, WARM_UP } from '#bench/support/plan';
import { markdownTable, megabytes, ms, seconds, times, whole } from '#bench/support/report';
import { startServer } from '#bench/support/server';
import { makeServerData } from '#bench/support/server-data';
import { type RequestOptions, request, send } from '#e2e/fixtures/http';
import { formWith } from '#e2e/fixtures/requests';
import type { Operation } from '#lib/base/contract/operation';
import { sql } from '#lib/base/db/db';
import { migrate } from '#lib/base/db/migrate';
import { getOperation } from '#lib/jobs/operations/contract';
import { compactBanks } from '#lib/memory/recall/retrieval/cached/compact';
import { downloadFile, exportBank, importBank } from '#lib/memory/transfer/contract';

const BANK = 'bench';
const QUESTIONS = 200;
const PAUSE_MS = 25;
const SAMPLE_MS = 100;
const LIMIT_MS = 1_800_000;
const COMPACTED_WITHIN_MS = 1_800_000;

const { values } = parseArgs({ options: { url: { type: 'string' }, units: { type: 'string', default: '100000' } } });
const units = Number(values.units);
const kind = values.url ? 'pg' : 'embedded';

interface Measured {
  readonly milliseconds: number;
  readonly recall: Latency;
  /** the largest resident memory of the server */
  readonly bytes: number;
}

const place = await makeServerData(kind, values.url ?? null);

/** Creates the bank before the server starts. */
async function fill(): Promise<void> {
  const first = await startServer(place);
  await connect(first.url, place.key).retain('first', [{ content: 'Alice Chen moved to Lisbon.' }]);
  await first.stop();
  const db = await place.open();
  await migrate(db);
  const [organization] = await db.query<{ id: string }>(sql`select org_id as id from banks where id = 'first'`);
  await fillLargeBank(db, units, organization!.id);
  // Otherwise consolidation would run in the background.
  await db.query(sql`delete from operations`);
  await db.query(sql`update consolidation_items set status = 'done'`);
  await compactBanks(db, { milliseconds: COMPACTED_WITHIN_MS });
  await db.close();
}

try {
  await fill();
  const server = await startServer(place, { SERVICE_API_RECALL_MEMORY_MB: '1024' });
  const client = connect(server.url, place.key);
  const sessions = conversation({ seed: 1, sentences: Math.min(units, 2000), turnsPerSession: TURNS_PER_SESSION });
  const next = inTurn(questions(sessions, 1, WARM_UP + QUESTIONS));

  const sent = (operation: Operation, options: RequestOptions = {}) =>
    send(server.url, request(operation, { key: place.key, ...options, path: { bank_id: BANK, ...options.path } }), LIMIT_MS);

  const ended = async (operation_id: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const { json } = await sent(getOperation, { path: { operation_id } });
      const { status, result_metadata } = json as { status: string; result_metadata: Record<string, unknown> };
      if (status === 'completed') return result_metadata;
      if (status === 'failed') throw new Error(JSON.stringify(json));
      await delay(SAMPLE_MS);
    }
  };

  /** Recalls in sequence while `work` runs. */
  const beside = async (work: () => Promise<unknown>): Promise<Measured> => {
    let isOver = false;
    let bytes = 0;
    const samples: number[] = [];
    const asking = (async () => {
      for (; !isOver; await delay(PAUSE_MS)) samples.push(await time(() => client.recall(BANK, next())));
    })();
    const watching = (async () => {
      for (; !isOver; await delay(SAMPLE_MS)) bytes = Math.max(bytes, server.bytes() ?? 0);
    })();
    const begun = performance.now();
    await work().finally(() => {
      isOver = true;
    });
    const milliseconds = performance.now() - begun;
    await Promise.all([asking, watching]);
    return { milliseconds, recall: latency(samples), bytes };
  };

  const operationOf = ({ status, json, text }: Awaited<ReturnType<typeof send>>): string => {
    if (status !== 202) throw new Error(`answered ${status}: ${text}`);
    return (json as { operation_id: string }).operation_id;
  };

  let archive = Buffer.alloc(0);
  const works: Record<string, () => Promise<unknown>> = {
    idle: () => delay(QUESTIONS * PAUSE_MS * 2),
    export: async () => {
      const { storage_key: key } = await ended(operationOf(await sent(exportBank)));
      const { path } = request(downloadFile, { path: { key: String(key) } });
      archive = Buffer.from(
        await (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${place.key}` } })).arrayBuffer(),
      );
    },
    import: async () => ended(operationOf(await sent(importBank, { query: { target_bank_id: 'copy' }, ...formWith({ file: archive }) }))),
  };
  await beside(works.idle!);
  const rows: string[][] = [];
  let idle: Measured | undefined;
  for (const [name, work] of Object.entries(works)) {
    console.error(`${kind}: ${name}`);
    const measured = await beside(work);
    idle ??= measured;
    const { milliseconds, recall, bytes } = measured;
    rows.push([
      name,
      ...[seconds(milliseconds), ms(recall.p50), ms(recall.p95), times(recall.p95, idle.recall.p95)],
      ...[megabytes(bytes), megabytes(bytes - idle.bytes)],
    ]);
  }
  console.log(`\nAn archive of ${whole(units)} memories with ${megabytes(archive.length)} MB (${kind})\n`);
  console.log(markdownTable(['work', 's', 'recall p50 ms', 'p95 ms', 'p95 ratio', 'MB', 'MB above idle'], rows));
  client.close();
  await server.stop();
} finally {
  await place.remove();
}
