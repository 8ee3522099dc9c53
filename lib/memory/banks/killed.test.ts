import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '#bench/support/generate';
import { createCellDatabase, createServerDatabase, seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { eventually, jobApp } from '#e2e/fixtures/jobs';
import { start } from '#e2e/fixtures/programs/process';
import { isGate } from '#e2e/fixtures/runs';
import { inCell } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { openRemotes } from '#lib/base/db/remote';
import { purgeBanks } from '#lib/base/purge/purge';
import { reap } from '#lib/jobs/operations/reaper';

/** `npm run test:full` does twenty. */
const KILLS = isGate ? 2 : 20;
const LONGEST_MS = 600;
const CELL = 'cell_3';
const BUSY = sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;

describe.skipIf(testDatabaseKind() !== 'pg')('a process that is killed while it changes banks of another database', () => {
  const ends: (() => Promise<unknown>)[] = [];
  let directory: Db;
  let cell: Db;
  let urls: string[];
  beforeAll(async () => {
    const own = await createServerDatabase();
    const other = await createCellDatabase();
    ends.push(own.drop, other.drop);
    urls = [own.url, other.url];
    directory = await openRemotes(await openDatabase({ kind: 'pg', url: own.url, dataDir: '' }), { urls: new Map([[CELL, other.url]]) });
    ends.push(() => directory.close());
    cell = inCell(directory, CELL);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it(`leaves nothing half, lost or twice: ${KILLS} times`, { timeout: 600_000 }, async () => {
    const random = randomFrom(1);
    const { orgId } = await seedOrg(directory);
    for (let kill = 0; kill < KILLS; kill++) {
      const prefix = `k${kill}-`;
      const program = start('banks.ts', [...urls, CELL, orgId, prefix]);
      await program.line((line) => line === 'ready');
      await delay(random() * LONGEST_MS);
      await program.kill();
      // A server may still be completing a statement of the dead process: sweeps are repeated.
      await eventually(async () => (await sweep()) && (await areIdle()) && (await sweep()), 'the end of its statements');
      await assertWhole(orgId, prefix, program.lines);
    }
  });

  /** What any other process does. Returns whether there was nothing to do. */
  async function sweep(): Promise<boolean> {
    const [left] = await cell.query<{ n: number }>(sql`
      select (select count(*) from directory_outbox) + (select count(*) from banks where org_id is null) as n`);
    await reap(jobApp(directory), false);
    await purgeBanks(cell);
    return left!.n === 0;
  }

  async function areIdle(): Promise<boolean> {
    const busy = await Promise.all([directory, cell].map((db) => db.query(BUSY)));
    return busy.flat().length === 0;
  }

  async function assertWhole(orgId: string, prefix: string, lines: readonly string[]): Promise<void> {
    expect(await cell.query(sql`select 1 from directory_outbox`)).toEqual([]);
    expect(await cell.query(sql`select uid from banks where org_id is null`)).toEqual([]);
    const rows = await cell.query<{ uid: number; id: string }>(sql`
      select uid, id from banks where org_id = ${orgId} and starts_with(id, ${prefix}) order by uid`);
    const listed = await directory.query<{ uid: number; id: string }>(sql`
      select uid, id from bank_cells where org_id = ${orgId} and starts_with(id, ${prefix}) order by uid`);
    // The id of a bank may be listed before the bank is created.
    const unfinished = listed.filter(({ uid }) => !rows.some((row) => row.uid === uid));
    expect(listed.filter((row) => !unfinished.includes(row))).toEqual(rows);
    expect(unfinished.length).toBeLessThan(2);
    const steps = await directory.query<{ id: string; actions: string[] }>(sql`
      select target_id as id, array_agg(replace(action, 'bank.', '') order by at, id) as actions from audit_log
      where org_id = ${orgId} and starts_with(target_id, ${prefix}) group by 1`);
    for (const { id, actions } of steps) {
      // Each step once, in order; the bank exists unless the last one was its deletion.
      expect(['create', 'clear', 'delete'].slice(0, actions.length)).toEqual(actions);
      expect(rows.some((row) => row.id === id)).toBe(actions.at(-1) !== 'delete');
    }
    const acknowledged = lines.filter((line) => /^(create|clear|delete) /.test(line));
    const recorded = new Set(steps.flatMap(({ id, actions }) => actions.map((action) => `${action} ${id}`)));
    expect(acknowledged.filter((line) => !recorded.has(line))).toEqual([]);
    expect(recorded.size - acknowledged.length).toBeLessThan(2);
    // Each operation of a bank has one job in the queue of the same database.
    const jobs = await cell.query<{ operations: number; jobs: number }>(sql`
      select (select count(*) from operations where children_total = 0) as operations, (select count(distinct data->>'operation') from job_queue.job where state < 'active'
        and data->>'operation' in (select id::text from operations where children_total = 0)) as jobs`);
    expect(jobs[0]!.jobs).toBe(jobs[0]!.operations);
  }
});
