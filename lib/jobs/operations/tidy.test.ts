import { expect, it } from 'vitest';
import { db, directory, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { NO_USAGE } from '#lib/base/usage';
import { tidy } from '#lib/jobs/operations/reaper';
import { enqueue, enqueueBatch } from '#lib/jobs/operations/service';
import { deleteEnded, FIRST_ENDED } from '#lib/jobs/operations/store-reap';
import { bookCall } from '#lib/models/llm/ledger';

withTestBank();

const DAY_MS = 86_400_000;

it('deletes payloads after a week, an ended operation with its parts after a month, and costs after 400 days', async () => {
  const asked = async (daysAgo: number | null): Promise<string> => {
    const { operationId: id } = await db.transaction((tx) => enqueue(tx, scope, { type: 'a', subject: null, payload: { text: 'words' } }));
    if (daysAgo !== null)
      await db.query(
        sql`update operations set status = 'failed', completed_at = now() - make_interval(days => ${daysAgo}::int) where id = ${id}`,
      );
    return id;
  };
  const [open, young, weeks] = [await asked(null), await asked(6), await asked(8)];
  await asked(31);
  const batch = newId();
  const part = { type: 'retain', payload: {}, itemsCount: 1, documentId: null, lanes: [] };
  await db.transaction((tx) =>
    enqueueBatch(tx, scope, { id: batch, type: 'batch_retain', itemsCount: 2, documentId: null, result: {}, parts: [part, part] }),
  );
  await db.query(sql`
    update operations set status = 'completed', completed_at = now() - interval '31 days' where id = ${batch} or parent_id = ${batch}`);
  const spend = (daysAgo: number) =>
    bookCall(db, scope, {
      ...{ id: newId(), use: 'retain', operation: `${daysAgo}`, operationId: null, documentId: null, configuration: 'default' },
      ...{ provider: 'openai', model: 'm', failure: null, attempt: 1, usage: NO_USAGE, durationMs: 1 },
      startedAt: new Date(Date.now() - daysAgo * DAY_MS),
    });
  for (const days of [0, 399, 401]) await spend(days);

  await tidy(jobApp(db));
  const rows = await db.query<{ id: string; has_payload: boolean }>(sql`
    select id, payload is not null as has_payload from operations where bank_uid = ${scope.bankUid}`);
  expect(Object.fromEntries(rows.map(({ id, has_payload }) => [id, has_payload]))).toEqual({ [open]: true, [young]: true, [weeks]: false });
  const calls = await db.query<{ operation: string }>(
    sql`select operation from llm_calls where org_id = ${scope.orgId} order by started_at desc`,
  );
  expect(calls.map(({ operation }) => operation)).toEqual(['0', '399']);
});

/** Operations of the bank, those with a payload, and calls in the ledger. */
const stored = async (): Promise<unknown> => {
  const [row] = await db.query<{ operations: number; payloads: number }>(sql`
    select count(*) as operations, count(payload) as payloads from operations where bank_uid = ${scope.bankUid}`);
  const [calls] = await directory.query<{ n: number }>(sql`select count(*) as n from llm_calls where org_id = ${scope.orgId}`);
  return { ...row, calls: calls?.n };
};

it('deletes in small transactions, however much has become due, and continues the next time', async () => {
  const failed = (count: number, daysAgo: number) =>
    db.query(sql`
      insert into operations (bank_uid, id, type, actor_kind, actor_label, status, payload, completed_at)
      select ${scope.bankUid}::bigint, gen_random_uuid(), 'a', 'key', 'k', 'failed', '{}', now() - make_interval(days => ${daysAgo}::int)
      from generate_series(1, ${count}::int)`);
  await failed(250, 8);
  await failed(450, 31);
  await directory.query(sql`
    insert into llm_calls (org_id, id, bank_id, use, operation, configuration, provider, model, attempt, input_tokens, output_tokens, cached_tokens,
      thoughts_tokens, total_tokens, duration_ms, started_at)
    select ${scope.orgId}::uuid, gen_random_uuid(), 'bank', 'retain', 'a', 'default', 'openai', 'm', 1, 0, 0, 0, 0, 0, 1, now() - interval '401 days'
    from generate_series(1, 700)`);
  // In another cell, a batch of each kind finds nothing in the default one before.
  const idle = db === directory ? 0 : 2;
  /** Ends the work before its next batch, after this number of batches. */
  const after = (batches: number) => {
    let left = idle + batches;
    return () => left-- <= 0;
  };
  await tidy(jobApp(db), after(1));
  expect(await stored()).toEqual({ operations: 700, payloads: 500, calls: 700 });
  await tidy(jobApp(db));
  expect(await stored()).toEqual({ operations: 250, payloads: 0, calls: 0 });

  await failed(450, 31);
  await db.query(sql`update operations set payload = null where bank_uid = ${scope.bankUid}`);
  await tidy(jobApp(db), after(3));
  expect(await stored()).toMatchObject({ operations: 300 });
  await tidy(jobApp(db));
  expect(await stored()).toMatchObject({ operations: 250 });
});

it('deletes fewer parents at a time if they have many parts', async () => {
  await db.query(sql`
    with parents as materialized (
      select gen_random_uuid() as id from generate_series(1, 5)
    ), inserted as (
      insert into operations (bank_uid, id, type, actor_kind, actor_label, status, children_total, completed_at)
      select ${scope.bankUid}::bigint, id, 'batch_retain', 'key', 'k', 'completed', 150, now() - interval '31 days' from parents returning id
    )
    insert into operations (bank_uid, id, type, parent_id, actor_kind, actor_label, status, completed_at)
    select ${scope.bankUid}::bigint, gen_random_uuid(), 'retain', p.id, 'key', 'k', 'completed', now() - interval '31 days'
    from parents p cross join generate_series(1, 150)`);
  const count = () => db.query(sql`select count(*) as n from operations where bank_uid = ${scope.bankUid}`);
  await db.transaction((tx) => deleteEnded(tx, FIRST_ENDED));
  expect(await count()).toEqual([{ n: 3 * 151 }]);
  await tidy(jobApp(db));
  expect(await count()).toEqual([{ n: 0 }]);
});
