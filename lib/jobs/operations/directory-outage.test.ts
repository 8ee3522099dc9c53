import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankScope, createCellDatabase, createServerDatabase, seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { openProxy, type TcpProxy } from '#e2e/fixtures/proxy';
import { inCell } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { openRemotes } from '#lib/base/db/remote';
import { enqueue, registerHandler } from '#lib/jobs/operations/service';

const CELL = 'remote_1';
const OPERATIONS = 6;

describe.skipIf(testDatabaseKind() !== 'pg')('an outage of the directory', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  let cell: Db;
  let proxy: TcpProxy;
  beforeAll(async () => {
    const [own, other] = [await createServerDatabase(), await createCellDatabase()];
    ends.push(own.drop, other.drop);
    const { hostname, port } = new URL(own.url);
    proxy = await openProxy({ host: hostname, port: Number(port) });
    ends.push(() => proxy.close());
    const main = await openDatabase({ kind: 'pg', url: proxy.through(own.url), dataDir: '' });
    const db = await openRemotes(main, { urls: new Map([[CELL, other.url]]) });
    ends.push(() => db.close());
    cell = inCell(db, CELL);
  });

  const operations = () =>
    cell.query<{ status: string; attempt: number; put_off: number; error_message: string | null }>(
      sql`select status, attempt, put_off, error_message from operations order by id`,
    );

  it('uses no attempt of an operation in another database', { timeout: 60_000 }, async () => {
    const scope = await bankScope(cell, (await seedOrg(cell.directory!)).orgId, 'bank');
    registerHandler({ type: 'a', deadlineSeconds: 60, maxAttempts: 1, run: async () => ({ result: {} }) });
    const runner = await quickRunner(jobApp(cell.directory!));
    ends.push(() => runner.stop());
    await proxy.cut();
    for (let n = 0; n < OPERATIONS; n++) await cell.transaction((tx) => enqueue(tx, scope, { type: 'a', subject: null, payload: {} }));
    await eventually(async () => (await operations()).every(({ put_off: putOff }) => putOff > 1), 'a second attempt');
    for (const { attempt, status, error_message: message } of await operations()) {
      expect(attempt).toBeLessThanOrEqual(1);
      expect(['pending', 'processing']).toContain(status);
      expect(message).toBe('The database with the list of banks was not available.');
    }
    await proxy.join();
    await eventually(async () => (await operations()).every(({ status }) => status === 'completed'), 'the end of all');
  });
});
