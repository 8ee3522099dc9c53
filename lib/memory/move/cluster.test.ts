import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '#bench/support/generate';
import { isCitus, moveToOtherWorker, type Worker, workerOf } from '#e2e/fixtures/citus';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { assertWhole, MORE_TIME, type TwoCells, Writers } from '#e2e/fixtures/moving';
import { isGate } from '#e2e/fixtures/runs';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { type Db, sql } from '#lib/base/db/db';
import { migrateCells } from '#lib/base/db/migrate';
import type { BankScope } from '#lib/base/scope';

/**
 * What happens to writers when Citus moves their cell, or when its worker is killed. Only with
 * CITUS_URL. CITUS_KILL and CITUS_START are commands that kill and start a node of the cluster:
 * they are called with its host and port.
 */

const CELL = 'cell_1';
const OTHER = 'cell_2';
const MOVES = isGate ? 2 : 6;
const KILLS = isGate ? 1 : 5;
const { CITUS_KILL, CITUS_START } = process.env;

async function run(command: string, { host, port }: Worker): Promise<void> {
  const [code] = await once(spawn('/bin/sh', ['-c', `${command} "$@"`, 'sh', host, String(port)], { stdio: 'ignore' }), 'exit');
  expect(code).toBe(0);
}

describe.runIf(isCitus())('writers of a cell of a Citus cluster', () => {
  let directory: Db;
  let cells: TwoCells;
  let scope: BankScope;
  beforeAll(async () => {
    directory = inCell(await openTestDatabase(), DEFAULT_CELL);
  });
  afterAll(() => directory.close());
  beforeEach(async () => {
    cells = { directory, other: inCell(directory, CELL) };
    scope = await bankScope(cells.other, (await seedOrg(directory)).orgId, 'bank');
  });

  it(`lose nothing while it moves to another worker: ${MOVES} times`, { timeout: MORE_TIME }, async () => {
    const writers = new Writers(cells, scope);
    for (let move = 0; move < MOVES; move++) {
      await writers.more(3);
      const from = await workerOf(directory, CELL);
      expect(await moveToOtherWorker(directory, CELL)).not.toEqual(from);
    }
    await writers.more(3);
    await writers.stop();
    expect([...writers.refusals].filter((code) => code !== 'unavailable')).toEqual([]);
    await assertWhole(cells, scope, writers.said);
  });

  it.skipIf(!CITUS_KILL || !CITUS_START)(
    `are only asked to come back while its worker is down: ${KILLS} times`,
    { timeout: MORE_TIME },
    async () => {
      await migrateCells(directory, [OTHER]);
      const others = { directory, other: inCell(directory, OTHER) };
      const untouched = await bankScope(others.other, scope.orgId, 'other');
      if ((await workerOf(directory, OTHER)).port === (await workerOf(directory, CELL)).port) await moveToOtherWorker(directory, OTHER);
      const writers = new Writers(cells, scope);
      const bystanders = new Writers(others, untouched, { count: 1 });
      const worker = await workerOf(directory, CELL);
      const random = randomFrom(64);
      for (let kill = 0; kill < KILLS; kill++) {
        await writers.more(3);
        await delay(random() * 200);
        await run(CITUS_KILL!, worker);
        try {
          await bystanders.more(3);
        } finally {
          await run(CITUS_START!, worker);
        }
        // Citus itself does this every minute: it completes what the worker had prepared.
        await directory.query(sql`select recover_prepared_transactions()`);
      }
      await writers.more(3);
      await Promise.all([writers.stop(), bystanders.stop()]);
      expect([...writers.refusals]).toEqual(['unavailable']);
      expect([...bystanders.refusals]).toEqual([]);
      await assertWhole(cells, scope, writers.said);
      await assertWhole(others, untouched, bystanders.said);
    },
  );
});
