import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { openDatabase } from '#lib/base/db/connect';
import { sql } from '#lib/base/db/db';
import { migrate } from '#lib/base/db/migrate';
import { enqueue, getOperation, registerHandler } from '#lib/jobs/operations/service';

test('work that ends the thread of the embedded database is done, once', { timeout: 180_000 }, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'memory-bank-thread-'));
  const db = await openDatabase({ dataDir });
  await migrate(db);
  const { orgId } = await seedOrg(db);
  const scope = await bankScope(db, orgId, 'bank');
  await db.query(sql`create table traces (operation text)`);
  registerHandler({
    type: 'a',
    deadlineSeconds: 60,
    maxAttempts: 4,
    run: async (job) => {
      await db.transaction(
        async (tx) => {
          await job.fence(tx);
          await tx.query(sql`insert into traces values (${job.operationId})`);
          if (job.payload.ends && job.attempt === 1) await tx.query(sql`select pg_sleep(3600)`);
          await job.complete(tx, {});
        },
        { statementTimeoutMs: 500 },
      );
      return {};
    },
  });
  const asked = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      db.transaction((tx) => enqueue(tx, scope, { type: 'a', subject: null, payload: { ends: i === 1 } })),
    ),
  );
  const runner = await quickRunner(jobApp(db));
  // Returns an error while the database is unavailable.
  const statusOf = async (id: string): Promise<string | null> => {
    const seen = await getOperation(db, scope, id, { include_payload: false }).catch(() => null);
    return seen?.status ?? null;
  };
  for (const { operationId } of asked)
    await eventually(async () => (await statusOf(operationId)) === 'completed', `the end of ${operationId}`, 120_000);
  await runner.stop();
  const traces = await db.query<{ operation: string }>(sql`select operation from traces order by 1`);
  expect(traces.map(({ operation }) => operation)).toEqual(asked.map(({ operationId }) => operationId).sort());
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});
