import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom } from '#bench/support/generate';
import { fillArchivedBank } from '#e2e/fixtures/archived-bank';
import { createCellDatabase, createServerDatabase, testDatabaseKind } from '#e2e/fixtures/database';
import { eventually } from '#e2e/fixtures/jobs';
import { assertWhole, cellOfBank, MORE_TIME, OTHER_CELL, say, seedBank, settle, type TwoCells, Writers } from '#e2e/fixtures/moving';
import { start } from '#e2e/fixtures/programs/process';
import { isGate } from '#e2e/fixtures/runs';
import { registerHandlers } from '#lib/api/handlers';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { sql } from '#lib/base/db/db';
import { migrateCells } from '#lib/base/db/migrate';
import { openRemotes } from '#lib/base/db/remote';
import { MOVE_LIMITS } from '#lib/memory/move/service';

/** Of each kind of cells; `npm run test:full` does twenty. */
const KILLS = isGate ? 1 : 20;
/** A move of this bank takes about a second. */
const LONGEST_MS = 1_500;

describe.skipIf(testDatabaseKind() !== 'pg')('a move that is killed while the bank is written', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  interface Cells extends TwoCells {
    readonly urls: ReadonlyMap<string, string>;
  }

  async function openCells(kind: 'schemas' | 'databases'): Promise<Cells> {
    const own = await createServerDatabase();
    const other = kind === 'schemas' ? own : await createCellDatabase();
    ends.push(own.drop, ...(kind === 'schemas' ? [] : [other.drop]));
    const main = await openDatabase({ kind: 'pg', url: own.url, dataDir: '', statementTimeoutMs: 30_000 });
    if (kind === 'schemas') await migrateCells(main, [OTHER_CELL]);
    const directory = kind === 'schemas' ? main : await openRemotes(main, { urls: new Map([[OTHER_CELL, other.url]]) });
    ends.push(() => directory.close());
    const urls = new Map([
      [DEFAULT_CELL, own.url],
      [OTHER_CELL, other.url],
    ]);
    return { directory, other: inCell(directory, OTHER_CELL), urls };
  }

  it.each([
    ['schemas', 1],
    ['databases', 2],
  ] as const)(
    `leaves it in one of the two %s, with all that was acknowledged: ${KILLS} times`,
    { timeout: MORE_TIME * 2 },
    async (kind, seed) => {
      registerHandlers();
      const two = await openCells(kind);
      const { directory, urls } = two;
      const scope = await seedBank(two);
      await fillArchivedBank(directory, scope, 20);
      const random = randomFrom(seed);
      const said: string[] = [];
      let isKilled = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const from = await cellOfBank(two, scope);
        const to = from === DEFAULT_CELL ? OTHER_CELL : DEFAULT_CELL;
        const writers = new Writers(two, scope, { name: `${kind} ${kill} ` });
        const program = start('move.ts', [urls.get(DEFAULT_CELL)!, urls.get(from)!, from, urls.get(to)!, to, String(scope.bankUid)]);
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
    },
  );

  it.skipIf(isGate).each(['schemas', 'databases'] as const)(
    'leaves it writable if it was frozen between two %s, before another process notices',
    async (kind) => {
      registerHandlers();
      const two = await openCells(kind);
      const { directory, urls } = two;
      const scope = await seedBank(two);
      await fillArchivedBank(directory, scope, 6);
      const program = start('move.ts', [
        urls.get(DEFAULT_CELL)!,
        urls.get(DEFAULT_CELL)!,
        DEFAULT_CELL,
        urls.get(OTHER_CELL)!,
        OTHER_CELL,
        String(scope.bankUid),
        'published',
      ]);
      await program.line((line) => line === 'published');
      // The process renews the freeze as long as it lives.
      await delay(MOVE_LIMITS.thawMs * 1.5);
      await expect(say(directory, scope, 'Ana was early.')).rejects.toMatchObject({ code: 'unavailable' });
      await program.kill();
      await eventually(() => say(directory, scope, 'Ana came back.').catch(() => null), 'a write');
      expect(await directory.query(sql`select phase from bank_moves where uid = ${scope.bankUid}`)).toEqual([{ phase: 'copying' }]);
      await settle(two);
      await assertWhole(two, scope, ['Ana came back.']);
    },
  );
});
