/**
 * What a recall in one bank feels while a large text is retained in another one, in one request.
 * node bench/retaining.ts [--url postgres://…] [--mib 10]
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { beside, FELT, felt, fillBeside, serve } from '#bench/beside';
import { conversation } from '#bench/generate';
import { markdownTable } from '#bench/report';
import { request, send } from '#e2e/fixtures/http';
import { putBank } from '#lib/banks/contract';
import { retainedResponse, retainMemories } from '#lib/retain/contract';

const LIMIT_MS = 1_800_000;
/** Of a turn with its name and its line break, about. */
const TURN = 88;

const { values } = parseArgs({ options: { url: { type: 'string' }, mib: { type: 'string' } } });
const mib = Number(values.mib ?? 10);

const sessions = conversation({ seed: 2, sentences: Math.floor((mib * 2 ** 20) / TURN), turnsPerSession: 500 });
const texts = sessions.map(({ turns }) => turns.join('\n'));
const requests: [string, object[]][] = [
  ['one document', [{ content: texts.join('\n'), document_id: 'one' }]],
  ['another text in its place', [{ content: texts.toReversed().join('\n').toUpperCase(), document_id: 'one' }]],
  [`${texts.length} documents`, texts.map((content, i) => ({ content, document_id: `session ${i}` }))],
];

const { kind, place, server, at } = await serve(values.url);
const { url, key, client } = at;

async function measure(items: object[]): Promise<string[]> {
  let isOver = false;
  let facts = 0;
  let seconds = 0;
  const retained = async (): Promise<void> => {
    const begun = performance.now();
    const reply = await send(url, request(retainMemories, { key, path: { bank_id: 'large' }, body: { items } }), LIMIT_MS);
    seconds = (performance.now() - begun) / 1000;
    isOver = true;
    if (reply.status !== 200) return console.error(`answered ${reply.status} after ${seconds.toFixed(1)} s: ${reply.text.slice(0, 300)}`);
    facts = retainedResponse.parse(reply.json).outcomes.reduce((sum, outcome) => sum + outcome.facts, 0);
  };
  const both = await beside(at, retained, () => isOver);
  return [facts.toString(), seconds.toFixed(1), ...felt(both)];
}

try {
  await fillBeside(at);
  await send(url, request(putBank, { key, path: { bank_id: 'large' }, body: { enable_observations: false } }));
  const rows: string[][] = [];
  for (const [name, items] of requests) rows.push([name, ...(await measure(items))]);
  console.log(`\nA recall in another bank while ${mib} MiB are retained in one request (${kind}), milliseconds\n`);
  console.log(markdownTable(['retained', 'memories', 'seconds', ...FELT], rows));
  client.close();
} finally {
  await server.stop('SIGKILL');
  await place.remove();
}
