import { beforeAll, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { jobApp } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { NO_USAGE } from '#lib/base/usage';
import { tidy } from '#lib/jobs/operations/reaper';
import { enqueue, enqueueBatch } from '#lib/jobs/operations/service';
import { bookCall } from '#lib/models/llm/ledger';

let scope: BankScope;
withTestDatabase();
beforeAll(async () => {
  scope = await bankScope(db, (await seedOrg(db)).orgId, 'bank');
});

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
