import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { type Db, sql, type Tx } from '#lib/base/db/db';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { consolidationCounts } from '#lib/memory/observations/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const embedder = builtinEmbedder();
const COPIES = 2100;
/** Counts the locks of a bank. */
const withLocks = (before: () => Promise<unknown> = async () => undefined) => {
  const seen = { locks: 0 };
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction(async (tx) => {
      const query: Tx['query'] = (statement) => {
        if ('name' in statement && statement.name === 'bank_lock') seen.locks++;
        return tx.query(statement);
      };
      return work({ ...tx, query });
    }, options);
  const through: Db = {
    ...db,
    query: db.query.bind(db),
    transaction: async (...args) => {
      await before();
      return transaction(...args);
    },
  };
  return { seen, through };
};
const run = (payload: Record<string, unknown>, through = db) =>
  consolidationHandler.run(jobOf(jobApp(through, { embedder }), scope, { automatic: false, sweep: false, within: null, ...payload }));
/** Consolidates nothing: no memory has the tag. */
const sweeping = (through: Db) => run({ sweep: true, within: [['none']] }, through);
const counts = () => consolidationCounts(db, scope);
const setUp = async () => {
  await retain({ db, embedder }, scope, retainBody.parse({ items: [{ content: 'Ana: I live in Porto.', document_id: 'a' }] }));
  await run({});
  const copied = ['fact_type', 'text', 'tokens', 'term_count', 'revision'].join(', ');
  await db.query(sql`
    insert into memories (bank_uid, id, ${sql.raw(copied)}, state, extractor, search)
    select bank_uid, gen_random_uuid(), ${sql.raw(copied)}, case when n = 7 then 'invalidated' else 'valid' end, extractor, search
    from memories, generate_series(0, ${COPIES}::int) n where bank_uid = ${scope.bankUid}`);
};

it('a sweep lists all memories without an item, and locks the bank only for those', async () => {
  await setUp();
  const first = withLocks();
  await sweeping(first.through);
  expect(await counts()).toEqual({ pending: COPIES, done: 1, failed: 0 });
  expect(first.seen.locks).toBeGreaterThan(2);
  await db.query(sql`update consolidation_items set status = 'done' where bank_uid = ${scope.bankUid}`);
  const second = withLocks();
  await sweeping(second.through);
  expect(second.seen.locks).toBe(0);
  expect(await counts()).toEqual({ pending: 0, done: COPIES + 1, failed: 0 });
});

it('a sweep leaves memories alone that another writer has listed meanwhile', async () => {
  await setUp();
  const list = () =>
    db.query(sql`
      with unlisted as materialized (
        select m.bank_uid, m.id, i.scope_key from memories m join consolidation_items i on i.bank_uid = m.bank_uid and i.memory_id <> m.id
        where m.bank_uid = ${scope.bankUid} and m.state = 'valid')
      insert into consolidation_items (bank_uid, memory_id, scope_key, status)
      select bank_uid, id, scope_key, 'done' from unlisted on conflict do nothing`);
  await sweeping(withLocks(list).through);
  expect(await counts()).toEqual({ pending: 0, done: COPIES + 1, failed: 0 });
});
