import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '#bench/support/generate';
import { fillArchivedBank } from '#e2e/fixtures/archived-bank';
import { createServerDatabase, testDatabaseKind } from '#e2e/fixtures/database';
import { eventually } from '#e2e/fixtures/jobs';
import { assertWhole, cellOfBank, MORE_TIME, OTHER_CELL, say, seedBank, settle, type TwoCells, Writers } from '#e2e/fixtures/moving';
import { start } from '#e2e/fixtures/programs/process';
import { isGate } from '#e2e/fixtures/runs';
import { registerHandlers } from '#lib/api/handlers';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { migrateCells } from '#lib/base/db/migrate';
import { MOVE_LIMITS } from '#lib/memory/move/service';

/** Of each kind of cells; `npm run test:full` does twenty. */
const KILLS = isGate ? 2 : 20;
/** A move of this bank takes about a second. */
const LONGEST_MS = 1_500;

describe.skipIf(testDatabaseKind() !== 'pg')('a move that is killed while the bank is written', () => {
  const ends: (() => Promise<unknown>)[] = [];
  const urls: string[] = [];
  const databases: Db[] = [];
  beforeAll(async () => {
    registerHandlers();
    for (let n = 0; n < 2; n++) {
      const { url, drop } = await createServerDatabase();
      const db = await openDatabase({ kind: 'pg', url, dataDir: '', statementTimeoutMs: 30_000 });
      ends.unshift(async () => {
        await db.close();
        await drop();
      });
      await migrateCells(db, [OTHER_CELL]);
      urls.push(url);
      databases.push(db);
    }
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it.each([
    ['schemas', 0],
    ['databases', 1],
  ])(`leaves it in one of the two %s, with all that was acknowledged: ${KILLS} times`, { timeout: MORE_TIME * 2 }, async (kind, other) => {
    const directory = databases[0]!;
    const two: TwoCells = { directory, other: inCell(databases[other]!, OTHER_CELL) };
    const scope = await seedBank(two);
    await fillArchivedBank(directory, scope, 20);
    const random = randomFrom(other + 1);
    const said: string[] = [];
    const places = new Map([
      [DEFAULT_CELL, urls[0]!],
      [OTHER_CELL, urls[other]!],
    ]);
    let isKilled = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const from = await cellOfBank(two, scope);
      const to = from === DEFAULT_CELL ? OTHER_CELL : DEFAULT_CELL;
      const writers = new Writers(two, scope, { name: `${kind} ${kill} ` });
      const program = start('move.ts', [urls[0]!, places.get(from)!, from, places.get(to)!, to, String(scope.bankUid)]);
      await program.line((line) => line === 'ready');
      await delay(random() * LONGEST_MS);
      if (!program.lines.some((line) => line.startsWith('moved'))) isKilled++;
      await program.kill();
      await settle(two);
      await writers.more(2);
      await writers.stop();
      said.push(...writers.said);
      expect([...writers.refusals].filter((code) => code !== 'unavailable')).toEqual([]);
      // Another round: the purge skips rows that the dead process has locked.
      await settle(two);
      await assertWhole(two, scope, said);
    }
    expect(isKilled).toBeGreaterThan(0);
  });

  it.each([
    ['schemas', 0],
    ['databases', 1],
  ])('leaves it writable if it was frozen between two %s, before another process notices', async (_, other) => {
    const directory = databases[0]!;
    const two: TwoCells = { directory, other: inCell(databases[other]!, OTHER_CELL) };
    const scope = await seedBank(two);
    await fillArchivedBank(directory, scope, 6);
    const program = start('move.ts', [urls[0]!, urls[0]!, DEFAULT_CELL, urls[other]!, OTHER_CELL, String(scope.bankUid), 'published']);
    await program.line((line) => line === 'published');
    // The process renews the freeze as long as it lives.
    await delay(MOVE_LIMITS.thawMs * 1.5);
    await expect(say(directory, scope, 'Ana was early.')).rejects.toMatchObject({ code: 'unavailable' });
    await program.kill();
    await eventually(() => say(directory, scope, 'Ana came back.').catch(() => null), 'a write');
    expect(await directory.query(sql`select phase from bank_moves where uid = ${scope.bankUid}`)).toEqual([{ phase: 'copying' }]);
    await settle(two);
    await assertWhole(two, scope, ['Ana came back.']);
  });
});
