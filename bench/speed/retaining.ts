/**
 * Measures recalls in one bank while a large text is retained, re-read and deleted in another one,
 * in one request each. npm run bench retaining -- [--url postgres://…] [--mib 10]
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { itemOf } from '#bench/support/client';
import { conversation } from '#bench/support/generate';
import { beside, FELT, felt, fillReaderBank, serve } from '#bench/support/load-comparison';
import { markdownTable } from '#bench/support/report';
import { type Reply, request, send } from '#e2e/fixtures/http';
import { getOperation, listOperations, type OperationPage, type OperationStatusResponse } from '#lib/jobs/operations/contract';
import { putBank } from '#lib/memory/banks/contract';
import { deleteDocument, getDocument, reprocessDocument } from '#lib/memory/documents/contract';
import { retainedResponse, retainMemories } from '#lib/memory/retain/contract';

const LIMIT_MS = 1_800_000;
const POLL_MS = 200;
/** The approximate length of a turn with its name and its line break. */
const TURN = 88;

const { values } = parseArgs({ options: { url: { type: 'string' }, mib: { type: 'string' } } });
const mib = Number(values.mib ?? 10);

const sessions = conversation({ seed: 2, sentences: Math.floor((mib * 2 ** 20) / TURN), turnsPerSession: 500 });
const texts = sessions.map(({ turns }) => turns.join('\n'));
const whole = texts.join('\n');

const { kind, place, server, at } = await serve(values.url);
const { url, key, client } = at;

/** Performs the work and returns the number of memories. */
type RetainTask = () => Promise<number>;

const retained =
  (items: readonly object[]): RetainTask =>
  async () => {
    const reply = await send(url, request(retainMemories, { key, path: { bank_id: 'large' }, body: { items } }), LIMIT_MS);
    return retainedResponse.parse(answered(reply)).outcomes.reduce((sum, { facts }) => sum + facts, 0);
  };

/** Runs in the background, until its operation ends. */
const reRead =
  (document_id: string): RetainTask =>
  async () => {
    const queued = await send(url, request(reprocessDocument, { key, path: { bank_id: 'large', document_id } }));
    const { operation_id } = answered(queued) as { operation_id: string };
    for (;;) {
      const { status } = answered(
        await send(url, request(getOperation, { key, path: { bank_id: 'large', operation_id } })),
      ) as OperationStatusResponse;
      if (status === 'completed') break;
      if (status !== 'pending' && status !== 'processing') throw new Error(`the operation has ${status}`);
      await delay(POLL_MS);
    }
    const reply = await send(url, request(getDocument, { key, path: { bank_id: 'large', document_id } }));
    return (answered(reply) as { memory_unit_count: number }).memory_unit_count;
  };

const deleted =
  (document_id: string): RetainTask =>
  async () => {
    const reply = await send(url, request(deleteDocument, { key, path: { bank_id: 'large', document_id } }), LIMIT_MS);
    return (answered(reply) as { memory_units_deleted: number }).memory_units_deleted;
  };

const QUEUED = 1_000;
const SENTENCES = 3;

/** Retains are requested one after the other, and processed in the meantime. */
const queued: RetainTask = async () => {
  const bank_id = 'queued';
  await send(url, request(putBank, { key, path: { bank_id }, body: { enable_observations: false } }));
  for (const session of conversation({ seed: 5, sentences: QUEUED * SENTENCES, turnsPerSession: SENTENCES }))
    answered(await send(url, request(retainMemories, { key, path: { bank_id }, body: { async: true, items: [itemOf(session)] } })));
  for (;;) {
    const open = await send(url, request(listOperations, { key, path: { bank_id }, query: { limit: '1' } }));
    const { counts } = answered(open) as OperationPage;
    if (counts.failed > 0) throw new Error(`${counts.failed} operations have failed`);
    if (counts.pending + counts.processing === 0) return QUEUED * SENTENCES;
    await delay(POLL_MS);
  }
};

function answered({ status, json, text }: Reply): unknown {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return json;
}

const works: [string, RetainTask][] = [
  ['one document', retained([{ content: whole, document_id: 'one' }])],
  ['another text in its place', retained([{ content: texts.toReversed().join('\n').toUpperCase(), document_id: 'one' }])],
  ['the same re-read', reRead('one')],
  ['as much behind it', retained([{ content: whole, document_id: 'one', update_mode: 'append' }])],
  [`${texts.length} documents that say it again`, retained(texts.map((content, i) => ({ content, document_id: `session ${i}` })))],
  ['the first deleted', deleted('one')],
  [`${QUEUED} queued retains`, queued],
];

async function measure(work: RetainTask): Promise<string[]> {
  let isOver = false;
  let memories = 0;
  let seconds = 0;
  const both = await beside(
    at,
    async () => {
      const begun = performance.now();
      try {
        memories = await work();
      } finally {
        seconds = (performance.now() - begun) / 1000;
        isOver = true;
      }
    },
    () => isOver,
  );
  return [memories.toString(), seconds.toFixed(1), ...felt(both)];
}

try {
  await fillReaderBank(at);
  await send(url, request(putBank, { key, path: { bank_id: 'large' }, body: { enable_observations: false } }));
  const rows: string[][] = [];
  for (const [name, work] of works) {
    const row = [name, ...(await measure(work))];
    console.error(row.join('  '));
    rows.push(row);
  }
  console.log(`\nA recall in another bank while ${mib} MiB are retained in one request (${kind}), milliseconds\n`);
  console.log(markdownTable(['what', 'memories', 'seconds', ...FELT], rows));
  client.close();
} finally {
  await server.stop('SIGKILL');
  await place.remove();
}
