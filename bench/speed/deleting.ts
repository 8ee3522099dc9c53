/**
 * Measures recalls in one bank while another, large one is deleted, and how long the purge runs
 * after the answer. npm run bench deleting -- [--url postgres://…] [--units 50000]
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { beside, FELT, felt, fill, fillReaderBank, serve } from '#bench/support/load-comparison';
import { markdownTable } from '#bench/support/report';
import { request, send } from '#e2e/fixtures/http';
import { sql } from '#lib/base/db/db';
import { deleteBank } from '#lib/memory/banks/contract';
import { clearMemories } from '#lib/memory/memories/contract';

const LIMIT_MS = 300_000;
/** The message in the log at the end of a purge. */
const OVER = /"purged soft-deleted banks"/g;

const { values } = parseArgs({ options: { url: { type: 'string' }, units: { type: 'string' } } });
const units = Number(values.units ?? 50_000);

const { kind, place, server, at } = await serve(values.url);
const { url, key, client } = at;

const ends = (): number => [...server.stderr().matchAll(OVER)].length;

async function measure(operation: typeof deleteBank | typeof clearMemories): Promise<string[]> {
  const before = ends();
  let begun = 0;
  let answered = 0;
  const deleteLarge = async (): Promise<void> => {
    begun = performance.now();
    const reply = await send(url, request(operation, { key, path: { bank_id: 'large' } }), LIMIT_MS);
    answered = performance.now() - begun;
    if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${reply.text}`);
  };
  const both = await beside(at, deleteLarge, () => ends() > before || (begun > 0 && performance.now() - begun > LIMIT_MS));
  return [answered.toFixed(0), ((performance.now() - begun) / 1000).toFixed(1), ...felt(both)];
}

try {
  await fillReaderBank(at);
  const rows: string[][] = [];
  for (const [name, operation] of [
    ['deleted', deleteBank],
    ['cleared', clearMemories],
  ] as const) {
    await fill(at, 'large', units, 2);
    rows.push([name, ...(await measure(operation))]);
  }
  console.log(`\nA recall in another bank while one of ${units} memories is deleted (${kind}), milliseconds\n`);
  console.log(markdownTable(['the bank is', 'answer', 'purged after s', ...FELT], rows));
  client.close();
  await server.stop();
  const db = await place.open();
  const [left] = await db.query<{ n: number }>(sql`select count(*) as n from banks where org_id is null`);
  await db.close();
  if (left?.n !== 0) throw new Error('the soft-deleted bank is still stored');
} finally {
  await server.stop('SIGKILL');
  await place.remove();
}
