import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '#bench/support/generate';
import { contentOf, fillArchivedBank } from '#e2e/fixtures/archived-bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { openTestDatabase, orgScope } from '#e2e/fixtures/database';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import {
  assertForgotten,
  assertWhole,
  cellIn,
  cellOfBank,
  cellsOf,
  directive,
  MORE_TIME,
  OTHER_CELL,
  rowsIn,
  say,
  seedBank,
  settle,
  type TwoCells,
  Writers,
} from '#e2e/fixtures/moving';
import { isGate, runs } from '#e2e/fixtures/runs';
import { registerHandlers } from '#lib/api/handlers';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { type Db, sql } from '#lib/base/db/db';
import { migrateCells } from '#lib/base/db/migrate';
import type { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { currentBank, deleteBank, emptyBank, openBankList } from '#lib/memory/banks/service';
import { createDirective } from '#lib/memory/directives/service';
import { patchBody } from '#lib/memory/mental-models/fields';
import { updateModel } from '#lib/memory/mental-models/service';
import { MOVE_LIMITS, moveBank, settleMoves } from '#lib/memory/move/service';
import { MOVED_TABLES, UNMOVED_TABLES } from '#lib/memory/move/tables';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { retainLater } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const DEATHS = runs(40);
/** Statements from the freeze to the end. */
const LAST = 20;

let directory: Db;
let second: Db;
let scope: BankScope;
let two: TwoCells;

beforeAll(async () => {
  registerHandlers();
  directory = inCell(await openTestDatabase(), DEFAULT_CELL);
  second = inCell(await openTestDatabase(), DEFAULT_CELL);
  await migrateCells(directory, [OTHER_CELL]);
  await migrateCells(second, [OTHER_CELL]);
});
afterAll(async () => {
  await directory.close();
  await second.close();
});

describe('the moved tables', () => {
  it('are all tables of banks, each with its key', async () => {
    const tables = await directory.query<{ name: string; key: string[] }>(sql`
      select c.relname as name, array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where k.place > 1 order by k.place) as key
      from pg_class c join pg_index x on x.indrelid = c.oid and x.indisprimary
      join pg_attribute b on b.attrelid = c.oid and b.attname = 'bank_uid' and not b.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relname <> 'api_key_banks' order by 1`);
    const moved = MOVED_TABLES.map(({ name, key }) => ({ name, key }));
    expect(tables.filter(({ name }) => !UNMOVED_TABLES.includes(name))).toEqual(moved.sort((a, b) => (a.name < b.name ? -1 : 1)));
  });

  it('follow those that they refer to', async () => {
    const keys = await directory.query<{ table: string; target: string }>(sql`
      select t.relname as "table", f.relname as target from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_class f on f.oid = c.confrelid where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`);
    const place = (name: string): number => MOVED_TABLES.findIndex((table) => table.name === name);
    expect(keys.length).toBeGreaterThan(40);
    expect(keys.filter(({ table, target }) => place(table) >= 0 && place(target) > place(table))).toEqual([]);
  });
});

describe('a process that runs jobs', () => {
  beforeEach(async () => {
    two = { directory, other: inCell(directory, OTHER_CELL) };
    scope = await seedBank(two);
    await fillArchivedBank(directory, scope, 6);
  });

  it.skipIf(isGate)('runs every operation of a moved bank once, also those that began before', { timeout: MORE_TIME }, async () => {
    const said = Array.from({ length: 12 }, (_, n) => `Ana planted tree ${n}.`);
    const queue = (content: string) => retainLater(jobApp(directory), scope, retainBody.parse({ items: [{ content }], async: true }), null);
    for (const content of said.slice(0, 8)) await queue(content);
    const runner = await quickRunner(jobApp(directory));
    try {
      const moving = moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid, {
        onStep: async (step) => {
          if (step === 'copied') for (const content of said.slice(8)) await queue(content);
        },
      });
      await moving;
      const isOpen = sql`select 1 from operations where bank_uid = ${scope.bankUid} and status in ('pending', 'processing')`;
      await eventually(async () => (await two.other.query(isOpen)).length === 0, 'the end of all operations', 120_000);
    } finally {
      await runner.stop();
    }
    const failed = await two.other.query(sql`select type from operations where bank_uid = ${scope.bankUid} and status <> 'completed'`);
    expect(failed).toEqual([]);
    await settle(two);
    await assertWhole(two, scope, said);
  });

  it('discards the copy of a process that died while the bank was frozen', async () => {
    const life = { left: Number.MAX_SAFE_INTEGER };
    const cells = { directory: mortal(directory, life), from: mortal(directory, life), to: mortal(two.other, life) };
    const moving = moveBank(cells, scope.bankUid, {
      onStep: async (step) => {
        if (step === 'frozen') life.left = 0;
      },
    });
    await expect(moving).rejects.toThrow('dead');
    await expect(say(directory, scope, 'Ana left.')).rejects.toMatchObject({ code: 'unavailable' });
    await directory.query(sql`update bank_moves set lease_until = now()`);
    const runner = await quickRunner(jobApp(directory));
    try {
      await eventually(() => say(directory, scope, 'Ana came back.').catch(() => null), 'a write');
      const copy = sql`select 1 from banks where uid = ${scope.bankUid}`;
      await eventually(async () => (await two.other.query(copy)).length === 0, 'the purge of the copy');
    } finally {
      await runner.stop();
    }
    await assertWhole(two, scope, ['Ana came back.']);
  });
});

describe.each(['schemas', 'databases'])('a bank that moves between two %s', (kind) => {
  beforeEach(async () => {
    two = { directory, other: inCell(kind === 'schemas' ? directory : second, OTHER_CELL) };
    scope = await seedBank(two);
  });

  it('has every row in the other cell and none in the old one', async () => {
    await fillArchivedBank(directory, scope);
    const before = { rows: await rowsIn(directory, scope), content: await contentOf(directory, scope) };
    const moved = await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid);
    expect(moved.rows).toBe(Object.values(before.rows).flat().length);
    expect(await rowsIn(two.other, scope)).toEqual(before.rows);
    expect(await contentOf(two.other, scope)).toEqual(before.content);
    expect(await inconsistencies(two.other, scope)).toEqual([]);
    expect(await cellOfBank(two, scope)).toBe(OTHER_CELL);
    // Requests that had begun still read the old rows.
    await settleMoves(directory, cellIn(two), [DEFAULT_CELL, OTHER_CELL]);
    expect(await contentOf(directory, scope)).toMatchObject({ memories: before.content.memories });
    await expect(moveBank(cellsOf(two, OTHER_CELL), scope.bankUid)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Rows of an earlier move'),
    });
    // To a third cell, which the leftover rows do not concern.
    const third = { ...cellsOf(two, OTHER_CELL), to: inCell(directory, OTHER_CELL) };
    if (kind === 'databases') await expect(moveBank(third, scope.bankUid)).rejects.toThrow('was just moved');
    await settle(two);
    await assertWhole(two, scope);
    await moveBank(cellsOf(two, OTHER_CELL), scope.bankUid);
    expect(await rowsIn(directory, scope)).toEqual(before.rows);
    await settle(two);
    await assertWhole(two, scope);
  });

  it.runIf(kind === 'schemas')('remains in a list of banks that is being read', async () => {
    await directory.query(sql`
      with listed as (insert into bank_cells (uid, org_id, id, cell)
        select nextval('bank_uids'), ${scope.orgId}::uuid, 'a ' || n, ${DEFAULT_CELL} from generate_series(1, 500) n returning uid, org_id, id)
      insert into banks (uid, org_id, id, name) select uid, org_id, id, id from listed`);
    const { first, more } = await openBankList(directory, orgScope(scope.orgId), { offset: 0, sort: 'bank_id', order: 'asc' }, (read) =>
      read(),
    );
    expect(first.banks).toHaveLength(500);
    await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid);
    expect((await more!.next()).value).toMatchObject({ banks: [{ bank_id: 'bank' }], total: 501 });
    await settle(two);
  });

  it('loses nothing that is written meanwhile, and writers are only asked to come back', async () => {
    await fillArchivedBank(directory, scope, 20);
    const writers = new Writers(two, scope);
    await writers.more(3);
    const { frozenMs } = await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid);
    await writers.more(3);
    await writers.stop();
    await settle(two);
    expect(frozenMs).toBeLessThan(MOVE_LIMITS.frozenMs);
    expect([...writers.refusals].filter((code) => code !== 'unavailable')).toEqual([]);
    expect(await cellOfBank(two, scope)).toBe(OTHER_CELL);
    await assertWhole(two, scope, writers.said);
  });

  it('refuses every write while it is frozen, with a time to come back, and answers reads', async () => {
    await fillArchivedBank(directory, scope, 6);
    const writes: Record<string, (db: Db) => Promise<unknown>> = {
      retain: (db) => say(db, scope, 'Ana sold her bees.'),
      directive: (db) => createDirective(db, scope, directive('Be brief.')),
      'mental model': (db) => updateModel({ db, embedder: builtinEmbedder() }, scope, 'ana', patchBody.parse({ name: 'Anna' })),
      settings: (db) => db.query(sql`update banks set mission = 'Honey.' where uid = ${scope.bankUid}`),
      operation: (db) => retainLater(jobApp(db), scope, retainBody.parse({ items: [{ content: 'Later.' }], async: true }), null),
    };
    const refusals: Record<string, unknown> = {};
    const found: number[] = [];
    await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid, {
      onStep: async (step) => {
        if (step !== 'frozen' && step !== 'switched') return;
        for (const [name, write] of Object.entries(writes))
          refusals[`${name} when ${step}`] = await write(directory).then(
            () => 'written',
            ({ code, retryAfterSeconds }: ServiceError) => `${code} ${retryAfterSeconds}`,
          );
        const bank = (await currentBank(directory, scope))!;
        found.push((await recall(jobApp(directory), bank, recallBody.parse({ query: 'bees' }))).results.length);
      },
    });
    expect(Object.entries(refusals).filter(([, refusal]) => refusal !== 'unavailable 2')).toEqual([]);
    expect(Object.keys(refusals)).toHaveLength(10);
    expect(found.filter((results) => results > 0)).toHaveLength(2);
    await settle(two);
    await assertWhole(two, scope);
  });

  it('stays where it is if a writer comes after the end of the freeze', async () => {
    await fillArchivedBank(directory, scope, 6);
    const moving = moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid, {
      onStep: async (step) => {
        if (step !== 'published') return;
        await directory.query(sql`update bank_moving set frozen_until = now() - interval '1 second' where bank_uid = ${scope.bankUid}`);
        await say(directory, scope, 'Ana was first.');
      },
    });
    await expect(moving).rejects.toMatchObject({ code: 'unavailable' });
    expect(await cellOfBank(two, scope)).toBe(DEFAULT_CELL);
    await settle(two);
    await assertWhole(two, scope, ['Ana was first.']);
  });

  it('is not written after the freeze was sealed, however late the switch is', async () => {
    await fillArchivedBank(directory, scope, 6);
    const refusals: string[] = [];
    await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid, {
      onStep: async (step) => {
        if (step !== 'sealed') return;
        const freeze = await directory.query(sql`select is_frozen, frozen_until from bank_moving where bank_uid = ${scope.bankUid}`);
        expect(freeze).toEqual([{ is_frozen: true, frozen_until: null }]);
        await say(directory, scope, 'Ana was late.').catch(({ code }: ServiceError) => refusals.push(code));
      },
    });
    expect(refusals).toEqual(['unavailable']);
    expect(await cellOfBank(two, scope)).toBe(OTHER_CELL);
    await settle(two);
    await assertWhole(two, scope);
  });

  it('has an entry in the audit log with both cells', async () => {
    const { rows } = await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid);
    const entries = await directory.query(sql`
      select actor_kind, actor_label, target_id, before, after from audit_log where org_id = ${scope.orgId} and action = 'bank.move'`);
    const expected = { actor_kind: 'system', actor_label: 'operator', target_id: scope.bankId };
    expect(entries).toEqual([{ ...expected, before: { cell: DEFAULT_CELL }, after: { cell: OTHER_CELL, rows } }]);
    await settle(two);
  });

  it('refuses writes of transactions that would not see a freeze', async () => {
    const refusals: string[] = [];
    await moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid, {
      onStep: async (step) => {
        if (step !== 'copied') return;
        const write = directory.transaction((tx) => tx.query(sql`update banks set mission = 'Bees.' where uid = ${scope.bankUid}`), {
          isSnapshot: true,
        });
        await write.catch(({ code }: ServiceError) => refusals.push(code));
      },
    });
    expect(refusals).toEqual(['unavailable']);
    await settle(two);
    await assertWhole(two, scope);
  });

  it.each([
    ['cleared', emptyBank],
    ['deleted', deleteBank],
  ])('is not moved if it is %s meanwhile', async (_, end) => {
    await fillArchivedBank(directory, scope, 6);
    const moving = moveBank(cellsOf(two, DEFAULT_CELL), scope.bankUid, {
      onStep: async (step) => {
        if (step === 'copied') await end(directory, scope);
      },
    });
    await expect(moving).rejects.toMatchObject({ code: 'not_found' });
    await settle(two);
    const listed = await directory.query(sql`select cell from bank_cells where org_id = ${scope.orgId}`);
    expect(listed).toEqual(end === emptyBank ? [{ cell: DEFAULT_CELL }] : []);
    await assertForgotten(two, scope, [two.directory, two.other]);
  });

  it('is discarded in both cells if another process discarded the move before it began to copy', async () => {
    await fillArchivedBank(directory, scope, 6);
    const { from, to } = cellsOf(two, DEFAULT_CELL);
    let batches = 0;
    const moving = moveBank({ directory, from, to }, scope.bankUid, {
      onStep: async (step) => {
        if (step === 'batch' && batches++ === 3) await settle(two);
      },
    });
    await expect(moving).rejects.toMatchObject({ code: 'unavailable' });
    await settle(two);
    expect(await cellOfBank(two, scope)).toBe(DEFAULT_CELL);
    await assertWhole(two, scope);
    await say(directory, scope, 'Ana came back.');
  });

  it('is in exactly one cell if the move ends after any of its statements', { timeout: MORE_TIME }, async () => {
    await fillArchivedBank(directory, scope, 12);
    const random = randomFrom(64);
    let statements = 0;
    for (let round = 0; round <= DEATHS; round++) {
      const cell = await cellOfBank(two, scope);
      const { from, to } = cellsOf(two, cell);
      const before = await rowsIn(from, scope);
      // Half of them are among the last statements, where the copies change their roles.
      const first = round % 2 === 0 ? 0 : statements - LAST;
      const life = { left: round === 0 ? Number.MAX_SAFE_INTEGER : first + Math.floor(random() * (statements - first)) };
      await moveBank({ directory: mortal(directory, life), from: mortal(from, life), to: mortal(to, life) }, scope.bankUid).catch(
        () => undefined,
      );
      if (round === 0) statements = Number.MAX_SAFE_INTEGER - life.left;
      else expect(life.left).toBeLessThan(0);
      await settle(two);
      expect(await rowsIn(cellIn(two)(await cellOfBank(two, scope)), scope)).toEqual(before);
      await assertWhole(two, scope);
    }
  });
});

/** The database of a process that dies after this number of statements. */
function mortal(db: Db, life: { left: number }): Db {
  const live = (): void => {
    if (life.left-- <= 0) throw new Error('The process is dead.');
  };
  const query: Db['query'] = async (statement) => {
    live();
    return db.query(statement);
  };
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction((tx) => {
      const inside: Db['query'] = async (statement) => {
        live();
        return tx.query(statement);
      };
      return work({ ...tx, query: inside });
    }, options);
  return { ...db, query, transaction };
}
