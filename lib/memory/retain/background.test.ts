import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { db, newTestBank, orgId, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { eventually, jobApp, jobOf, quickRunner } from '#e2e/fixtures/jobs';
import { parseEnv } from '#lib/api/env';
import { registerHandlers } from '#lib/api/handlers';
import { type Db, sql } from '#lib/base/db/db';
import { mintBankScope, NO_BANK } from '#lib/base/scope';
import { getOperation, type Runner, retryOperation } from '#lib/jobs/operations/service';
import { getDocument, reprocessDocument, updateDocument } from '#lib/memory/documents/service';
import { retainHandler, retainLater } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { PART_CHUNKS } from '#lib/memory/retain/shorten';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

let runner: Runner | null = null;

withTestDatabase();
beforeAll(async () => {
  registerHandlers();
});
beforeEach(async () => {
  await newTestBank();
});
afterEach(async () => {
  await runner?.stop();
  runner = null;
  await db.query(sql`delete from job_queue.job`);
  await db.query(sql`delete from operations where bank_uid is not null`);
});

const run = async (): Promise<void> => {
  runner = await quickRunner(jobApp(db));
};
const later = async (items: object[], more: object = {}, key: string | null = null): Promise<string> =>
  (await retainLater({ db }, scope, retainBody.parse({ items, async: true, ...more }), key)).operation_id!;
const over = (id: string) =>
  eventually(async () => {
    const seen = await getOperation(db, scope, id, { include_payload: false });
    return seen.status !== 'pending' && seen.status !== 'processing' && seen;
  });
const counts = async () =>
  (
    await db.query<{ documents: number; units: number; texts: number }>(sql`
      select (select count(*) from documents where bank_uid = ${scope.bankUid}) as documents,
        (select count(*) from memories where bank_uid = ${scope.bankUid} and fact_type <> 'observation') as units,
        (select count(*) from operations where bank_uid = ${scope.bankUid} and type = 'retain' and payload is not null) as texts`)
  )[0];

test('the result, the end of the part and the end of the whole are written in one transaction', async () => {
  const id = await later([{ content: 'Ana: I paint.' }, { content: 'Ben: I sing.', document_id: 'log', update_mode: 'append' }]);
  await run();
  expect(await over(id)).toMatchObject({ status: 'completed' });
  expect(await counts()).toEqual({ documents: 2, units: 2, texts: 0 });
  const writers = await db.query<{ writer: string; n: number }>(sql`
    select writer, count(*) as n from (
      select xmin::text as writer from documents where bank_uid = ${scope.bankUid}
      union all select xmin::text from operations where bank_uid = ${scope.bankUid} and type in ('retain', 'batch_retain')) w
    group by writer`);
  expect(writers.map(({ n }) => n)).toEqual([4]);
});

test('an operation id of another bank creates no new bank', async () => {
  const id = await later([{ content: 'Ana: I paint.' }]);
  const unmade = mintBankScope({ ...scope, bankId: 'never', bankUid: NO_BANK, bank: null });
  const body = retainBody.parse({ items: [{ content: 'Ana: I sing.' }], async: true, operation_id: id });
  await expect(retainLater({ db }, unmade, body, null)).rejects.toMatchObject({ code: 'conflict' });
  expect(await db.query(sql`select 1 from banks where org_id = ${orgId} and id = 'never'`)).toEqual([]);
});

test('appends to one document run in the order of their requests', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await later([{ content: `Ana: Step ${i} is done.`, document_id: 'log', update_mode: 'append' }]));
  await run();
  for (const id of ids) expect(await over(id)).toMatchObject({ status: 'completed' });
  const { original_text } = await getDocument(db, scope, 'log');
  expect(original_text).toBe(Array.from({ length: 6 }, (_, i) => `Ana: Step ${i} is done.`).join('\n'));
});

test('a missing bank is created; a repeated key returns the same response, with another body it fails', async () => {
  setScope(mintBankScope({ ...scope, bankId: 'new', bankUid: NO_BANK, bank: null }));
  const id = await later([{ content: 'Ana sings.' }], {}, 'key');
  const [bank] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = 'new'`);
  setScope(mintBankScope({ ...scope, bankUid: bank!.uid }));
  expect(await later([{ content: 'Ana sings.' }], {}, 'key')).toBe(id);
  await expect(later([{ content: 'Ana dances.' }], {}, 'key')).rejects.toMatchObject({ code: 'conflict' });
  const both = await Promise.all([later([{ content: 'At once.' }], {}, 'k2'), later([{ content: 'At once.' }], {}, 'k2')]);
  expect(new Set(both).size).toBe(1);
});

test('a failed part reports the outcomes of its items, and stores its text until a retry succeeds', async () => {
  const id = await later([{ content: 'Ana: I paint.', document_id: 'd' }]);
  await db.query(sql`
    update operations set payload = jsonb_set(payload, '{items,0,timestamp}', '"soon"') where bank_uid = ${scope.bankUid} and parent_id = ${id}`);
  await run();
  const failed = await over(id);
  expect(failed).toMatchObject({
    status: 'failed',
    result_metadata: {
      outcomes: [{ index: 0, document_id: 'd', outcome: 'failed', reason: expect.any(String) }],
      extraction_errors_count: 1,
    },
  });
  await db.query(sql`
    update operations set payload = jsonb_set(payload, '{items,0,timestamp}', '"now"') where bank_uid = ${scope.bankUid} and parent_id = ${id}`);
  await retryOperation(db, scope, id);
  expect(await over(id)).toMatchObject({ status: 'completed', result_metadata: { unit_ids_count: 1 } });
  expect(await counts()).toEqual({ documents: 1, units: 1, texts: 0 });
});

test('reprocessing reads a document with its own tags and times, even if its memories were edited', async () => {
  const item = {
    content: 'Ana: I paint.\nBen: I sing.',
    document_id: 'd',
    timestamp: '2026-05-02T10:00:00Z',
    context: 'talk',
    tags: ['a'],
  };
  await run();
  await over(await later([item]));
  await updateDocument(db, scope, 'd', { tags: ['b'] });
  const old = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid}`);
  const { operation_id } = await reprocessDocument(db, scope, 'd');
  expect(await over(operation_id)).toMatchObject({ status: 'completed', result_metadata: { outcomes: [{ outcome: 'facts', facts: 2 }] } });
  const units = await db.query<{ id: string; tags: string[]; mentioned_at: Date; context: string }>(
    sql`select id, tags, mentioned_at, context from memories where bank_uid = ${scope.bankUid} and fact_type <> 'observation' order by position`,
  );
  expect(units).toHaveLength(2);
  expect(units.some(({ id }) => old.some((one) => one.id === id))).toBe(false);
  for (const unit of units) expect(unit).toMatchObject({ tags: ['b'], context: 'talk' });
  expect(units[0]!.mentioned_at).toEqual(new Date('2026-05-02T10:00:00Z'));
  await expect(reprocessDocument(db, scope, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
});

test('reprocessing reads the items of a document as they were given, including later appends', async () => {
  const items = [
    { content: 'Ana paints.', document_id: 'd', timestamp: 'unset', context: 'first', entities: [{ text: 'Blue Atelier', type: 'PLACE' }] },
    { content: 'Ben sings in a choir.', document_id: 'd', timestamp: '2026-05-02T10:00:00+02:00', tags: ['b'], metadata: { from: 'mail' } },
    { content: 'Chloe swims.', document_id: 'd', context: 'third' },
  ];
  const all = () =>
    db.query(sql`
      select m.text, m.context, m.mentioned_at, m.tags, m.metadata,
        array(select e.canonical_name from memory_entities l join entities e on e.bank_uid = l.bank_uid and e.id = l.entity_id
          where l.bank_uid = m.bank_uid and l.memory_id = m.id order by 1) as entities
      from memories m where m.bank_uid = ${scope.bankUid} and m.fact_type <> 'observation' order by m.position`);
  await run();
  await over(await later(items));
  await over(
    await later([{ content: 'Dmitri plays chess.', document_id: 'd', update_mode: 'append', timestamp: 'unset', context: 'fourth' }]),
  );
  const before = await all();
  expect(before).toMatchObject([
    { context: 'first', mentioned_at: null, tags: [] },
    { context: '', mentioned_at: new Date('2026-05-02T08:00:00Z'), tags: ['b'] },
    { context: 'third', mentioned_at: expect.any(Date) },
    { context: 'fourth', mentioned_at: null },
  ]);
  expect(before[0]!.entities).toContain('Blue Atelier');
  for (let time = 0; time < 2; time++) {
    const { operation_id } = await reprocessDocument(db, scope, 'd');
    expect(await over(operation_id)).toMatchObject({ status: 'completed' });
    expect(await all()).toEqual(before);
  }
});

/** The database, with an action before the n-th transaction of a bank. */
function beforeTransaction(n: number, act: () => Promise<unknown>): Db {
  let count = 0;
  const transaction: Db['transaction'] = async (work, options) => {
    if (options?.line && ++count === n) await act();
    return db.transaction(work, options);
  };
  return new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
}

const retainNow = (items: object[]) => retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items }));
const reprocess = (on = db, fence = async () => {}) => retainHandler.run(jobOf(jobApp(on), scope, { reprocess: 'd' }, { fence }));

test('reprocessing loses no text of a long document, even if its memories fit into one batch', async () => {
  const filler = 'which took all of a long and quiet day with rain '.repeat(8);
  const content = Array.from({ length: 120 }, (_, i) => `Ana: I painted house ${i}, ${filler}.`).join('\n');
  await retainNow([{ content, document_id: 'd' }]);
  const chunks = await db.query(sql`select 1 from chunks where bank_uid = ${scope.bankUid}`);
  expect(chunks.length).toBeGreaterThan(PART_CHUNKS);
  const before = await getDocument(db, scope, 'd');
  await reprocess();
  const { original_text, memory_unit_count } = await getDocument(db, scope, 'd');
  expect({ length: original_text!.length, memory_unit_count }).toEqual({
    length: before.original_text!.length,
    memory_unit_count: before.memory_unit_count,
  });
});

const stateOf = async () => {
  const { tags, observation_scopes, expires_at } = await getDocument(db, scope, 'd');
  const memories = await db.query<{ tags: string[]; expires_at: Date | null; n: number }>(sql`
    select tags, expires_at, count(*) as n from memories where bank_uid = ${scope.bankUid} and fact_type <> 'observation' group by 1, 2`);
  return { tags, observation_scopes, expires_at, memories };
};

test('reprocessing keeps what is changed in the document meanwhile', async () => {
  await retainNow([{ content: 'Ana: I paint.\nBen: I sing.', document_id: 'd', tags: ['open'] }]);
  const at = '2090-01-01T00:00:00+00:00';
  const changes = [{ tags: ['private'] }, { observation_scopes: 'shared' as const }, { expires_at: at }];
  for (const change of changes) await reprocess(beforeTransaction(1, () => updateDocument(db, scope, 'd', change)));
  const memories = [{ tags: ['private'], expires_at: new Date(at), n: 2 }];
  expect(await stateOf()).toEqual({ tags: ['private'], observation_scopes: 'shared', expires_at: at, memories });
});

test('reprocessing in batches keeps such a change, and does not take its own for one', async () => {
  const content = Array.from({ length: 1100 }, (_, i) => `Number ${i} of the inventory was found in room ${i % 17}.`).join('\n\n');
  await retainNow([{ content, document_id: 'd', tags: ['open'] }]);
  const batches = async (): Promise<number> => {
    let n = 0;
    await reprocess(db, async () => {
      n++;
    });
    return n;
  };
  // An item expires with the last of its chunks, so the first batch changes the expiry of this one.
  await db.query(sql`update chunks set expires_at = '2090-01-01' where bank_uid = ${scope.bankUid} and index = 0`);
  const first = await batches();
  expect(first).toBeGreaterThan(3);
  expect(await batches()).toBe(first);
  await reprocess(beforeTransaction(3, () => updateDocument(db, scope, 'd', { tags: ['private'] })));
  expect(await stateOf()).toMatchObject({ tags: ['private'], memories: [{ tags: ['private'], n: 1100 }] });
});

test('a part has the whole time limit of the operator', () => {
  expect(retainHandler.deadlineSeconds).toBeGreaterThanOrEqual(parseEnv({}).maxOperationSeconds);
});
