import { beforeEach, expect, it } from 'vitest';
import { db, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { updateConfig } from '#lib/memory/banks/configure';
import { currentBank } from '#lib/memory/banks/service';
import { getDocument, updateDocument } from '#lib/memory/documents/service';
import { retainHandler } from '#lib/memory/retain/background';
import { dryRunBody, retainBody } from '#lib/memory/retain/contract';
import { dryRun } from '#lib/memory/retain/dry-run';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** Named sets of settings for reading single items. */

const TALK = 'Ana: I moved to Porto. The studio is cheaper there.\nBen: I am allergic to cats.';
const STRATEGIES = { logs: { retain_extraction_mode: 'chunks' }, plain: {} };
const never = new AbortController().signal;

withTestBank();
beforeEach(async () => {
  await configure({ retain_strategies: STRATEGIES });
});

async function configure(updates: Record<string, unknown>): Promise<void> {
  await updateConfig({ db, env: { bankDefaults: {} } }, scope, updates);
  setScope((await currentBank(db, scope))!);
}
const retainItems = (...items: Record<string, unknown>[]) =>
  retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items }));
const item = (document_id: string | null, strategy?: string, content = TALK) => ({ content, document_id, strategy });
const extractors = async () =>
  (
    await db.query<{ id: string; extractor: string; n: number }>(sql`
      select d.id, m.extractor, count(*)::int as n from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
      where m.bank_uid = ${scope.bankUid} group by 1, 2 order by 1, 2`)
  ).map(({ id, extractor, n }) => `${id}: ${n} ${extractor}`);

it('an item is read by its strategy, together with items of other strategies', async () => {
  const story = 'Carla paints the harbour. It takes her a week.';
  const { outcomes } = await retainItems(
    item('a'),
    item('b', 'logs', story),
    item('c', 'unknown', 'Dora sings.'),
    item('d', 'logs', 'Emil runs. He is fast.'),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['facts', 'facts', 'facts', 'facts']);
  expect(await extractors()).toEqual(['a: 2 builtin', 'b: 1 chunks', 'c: 1 builtin', 'd: 1 chunks']);
  expect(await inconsistencies(db, scope)).toEqual([]);
});

it('an item without a strategy, or with an unknown one, is read by that of the bank', async () => {
  await configure({ retain_default_strategy: 'logs' });
  await retainItems(item('a'), item('b', 'unknown', 'Dora sings. She is loud.'), item('c', 'plain', 'Emil runs.'));
  expect(await extractors()).toEqual(['a: 1 chunks', 'b: 1 chunks', 'c: 1 builtin']);
});

it('a document has the strategy of its first item; items without a document share one per strategy', async () => {
  await retainItems(item('a', 'logs'), item('a', 'plain', 'Carla paints.'));
  expect((await getDocument(db, scope, 'a')).retain_params).toMatchObject({ strategy: 'plain' });
  expect((await extractors()).every((line) => line.endsWith('chunks'))).toBe(true);
  await retainItems(item(null, 'logs', 'Dora sings.'), item(null, undefined, 'Emil runs.'), item(null, 'logs', 'Fay reads.'));
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from documents where bank_uid = ${scope.bankUid}`);
  expect(row!.n).toBe(3);
});

it('another strategy rereads an unchanged text, the same one does not', async () => {
  const ids = async () =>
    (await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} order by id`)).map(({ id }) => id);
  await retainItems(item('a'));
  const first = await ids();
  await retainItems(item('a'));
  expect(await ids()).toEqual(first);
  await retainItems(item('a', 'logs'));
  expect(await extractors()).toEqual(['a: 1 chunks']);
});

it('reprocessing a document preserves its strategy and its changed observation scopes', async () => {
  await retainItems({ ...item('a', 'logs'), tags: ['x', 'y'] });
  await updateDocument(db, scope, 'a', { observation_scopes: 'per_tag' });
  await retainHandler.run(jobOf(jobApp(db), scope, { reprocess: 'a' }));
  expect(await extractors()).toEqual(['a: 1 chunks']);
  const scopes = await db.query<{ scopes: unknown }>(
    sql`select observation_scopes as scopes from memories where bank_uid = ${scope.bankUid}`,
  );
  expect(scopes).toEqual([{ scopes: 'per_tag' }]);
});

it('a dry run uses a strategy, which its own fields override', async () => {
  const run = (more: Record<string, unknown>) => dryRun({}, scope, dryRunBody.parse({ content: TALK, ...more }), never);
  expect(await run({ strategy: 'logs' })).toMatchObject({ method: 'chunks', chunks: [{ fact_count: 1 }] });
  expect(await run({ strategy: 'logs', retain_extraction_mode: 'verbatim' })).toMatchObject({ method: 'extractive' });
  expect(await run({ strategy: 'unknown' })).toMatchObject({ method: 'extractive' });
});

it.each([
  [{ retain_strategies: { logs: { retain_chunk_size: 0 } } }, /retain_strategies/],
  [{ retain_strategies: ['logs'] }, /retain_strategies/],
  [{ retain_default_strategy: 7 }, /retain_default_strategy/],
])('settings like %j are rejected', async (updates, message) => {
  await expect(configure(updates)).rejects.toThrow(message);
});
