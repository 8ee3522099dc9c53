import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCellDatabase, createServerDatabase, orgScope, seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { openProxy, type TcpProxy } from '#e2e/fixtures/proxy';
import { recordAudit } from '#lib/access/audit/service';
import { readiness } from '#lib/api/monitoring/service';
import { directoryOf, inCell, isRemote, overCells, overReachableCells, readCells } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { migrateCells } from '#lib/base/db/migrate';
import { emptyOutbox } from '#lib/base/db/outbox';
import { openRemotes, removeCell } from '#lib/base/db/remote';
import { newId } from '#lib/base/ids';
import { purgeBanks, softDeleteBanks } from '#lib/base/purge/purge';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { currentBank, deleteBank, emptyBank, ensureBank, listBanks } from '#lib/memory/banks/service';

const CELL = 'cell_3';
const UNREACHABLE = { code: 'unavailable', retryAfterSeconds: expect.any(Number) };
const kind = testDatabaseKind();

/** Databases are dropped in the reverse order of their creation. */
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function newDirectory(): Promise<Db> {
  const { url, drop } = await createServerDatabase();
  ends.push(drop);
  const db = await openDatabase({ kind, url, dataDir: '' });
  ends.push(() => db.close());
  return db;
}

async function newCellUrl(): Promise<string> {
  const { url, drop } = await createCellDatabase();
  ends.push(drop);
  return url;
}

const open = (directory: Db, ...cells: readonly [string, string][]): Promise<Db> =>
  openRemotes(directory, { kind: kind === 'neon' ? kind : undefined, urls: new Map(cells) });

describe.skipIf(kind === 'embedded')('cells in another database', () => {
  let directory: Db;
  let url: string;
  let db: Db;
  let cell: Db;
  let proxy: TcpProxy;
  let orgId: string;
  beforeAll(async () => {
    directory = await newDirectory();
    const direct = await newCellUrl();
    const { hostname, port } = new URL(direct);
    proxy = await openProxy({ host: hostname, port: Number(port) });
    ends.push(() => proxy.close());
    url = kind === 'neon' ? direct : proxy.through(direct);
    db = await open(directory, [CELL, url]);
    ends.push(async () => {
      for (const remote of db.remotes?.values() ?? []) await remote.close();
    });
    cell = inCell(db, CELL);
    ({ orgId } = await seedOrg(directory));
  });

  const scopeOf = (bankId: string): BankScope =>
    mintBankScope({ orgId, actor: { kind: 'unrestricted_key', keyId: null, label: 'test' }, bankId, bankUid: NO_BANK, bank: null });
  const listed = (bankId: string) =>
    directory.query<{ uid: number; cell: string }>(sql`select uid, cell from bank_cells where org_id = ${orgId} and id = ${bankId}`);
  const audited = async (bankId: string): Promise<string[]> => {
    const rows = await directory.query<{ action: string }>(sql`
      select action from audit_log where org_id = ${orgId} and target_id = ${bankId} order by at, id`);
    return rows.map(({ action }) => action);
  };
  const waiting = () => cell.query<{ kind: string }>(sql`select kind from directory_outbox order by at, id`);

  it('has tables of banks and a queue, and no directory', async () => {
    const tables = await db.remotes!.get(CELL)!.query<{ name: string }>(sql`
      select schemaname || '.' || tablename as name from pg_tables where tablename in ('memories', 'organizations', 'job') or schemaname = 'public' order by 1`);
    expect(tables.map(({ name }) => name)).toEqual(['cell_3.memories', 'cell_3.organizations', 'job_queue.job', 'public.cell_database']);
    const functions = (at: Db) =>
      at.query(sql`
        select p.proname as name, p.proconfig as settings from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and p.prolang in (
          select l.oid from pg_language l where l.lanname in ('sql', 'plpgsql')) and not exists (
          select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`);
    expect(await functions(db.remotes!.get(CELL)!)).toEqual(await functions(directory));
    const local = await readCells(directory);
    expect(local).not.toContain(CELL);
    expect(await readCells(db)).toEqual([...local, CELL]);
    expect([isRemote(cell), isRemote(db), directoryOf(cell)]).toEqual([true, false, db]);
    expect(inCell(cell, 'default')).toBe(db);
  });

  it.each([
    ['select 1 as n from banks b join bank_cells c on c.uid = b.uid', 'two databases'],
    ['insert into banks (uid, id, name) select uid, id, id from bank_cells', 'two databases'],
  ])('refuses a statement for both databases: %s', async (text, why) => {
    await expect(cell.query(sql.raw(text))).rejects.toThrow(why);
  });

  it.each(["update organizations set name = 'x'", 'select 1 from organizations for share'])(
    'refuses a write to the directory in a transaction of a bank: %s',
    async (text) => {
      await expect(cell.transaction((tx) => tx.query(sql.raw(text)))).rejects.toThrow('cannot write to the directory');
    },
  );

  it('sends a statement to the database that has its tables', async () => {
    const named = sql`select current_database() as name, (select count(*) from organizations) as n`;
    const other = sql`select current_database() as name, (select count(*) from banks) as n`;
    const [here] = await cell.query<{ name: string }>(named);
    const [there] = await cell.query<{ name: string }>(other);
    expect(here).toEqual((await directory.query(named))[0]);
    expect(there!.name).not.toBe(here!.name);
    expect((await cell.transaction((tx) => tx.query<{ name: string }>(named)))[0]).toEqual(here);
  });

  it('creates, clears and deletes a bank with its row in the directory and the audit log, once each', async () => {
    const [made, same] = await Promise.all([ensureBank(cell, scopeOf('a')), ensureBank(cell, scopeOf('a'))]);
    expect(made.bankUid).toBe(same.bankUid);
    expect(await listed('a')).toEqual([{ uid: made.bankUid, cell: CELL }]);
    await emptyBank(cell, made);
    const cleared = (await currentBank(cell, made))!;
    expect(cleared.bankUid).not.toBe(made.bankUid);
    expect(await listed('a')).toEqual([{ uid: cleared.bankUid, cell: CELL }]);
    expect((await listBanks(db, orgScope(orgId), { offset: 0 })).banks.map(({ bank_id: id }) => id)).toContain('a');
    await deleteBank(cell, cleared);
    expect(await listed('a')).toEqual([]);
    expect(await audited('a')).toEqual(['bank.create', 'bank.clear', 'bank.delete']);
    expect(await waiting()).toEqual([]);
    expect(await purgeBanks(cell)).toBe(2);
  });

  const died = new Error('the process died after the commit');
  /** The cell as a process has it that dies before it changes the directory. */
  const dying = () => inCell<Db>({ ...db, transaction: () => Promise.reject(died) }, CELL);

  it.each(['purged', 'not purged'])('creates a bank under the id of one whose deletion was interrupted, %s', async (state) => {
    const id = `again ${state}`;
    const before = await ensureBank(cell, scopeOf(id));
    await deleteBank(dying(), before);
    expect(await listed(id)).toMatchObject([{ uid: before.bankUid }]);
    if (state === 'purged') await purgeBanks(cell);
    const after = await ensureBank(cell, scopeOf(id));
    expect(after.bankUid).not.toBe(before.bankUid);
    await emptyOutbox(cell);
    expect(await listed(id)).toEqual([{ uid: after.bankUid, cell: CELL }]);
    expect(await currentBank(cell, after)).not.toBeNull();
  });

  it('writes to a bank whose clearing was interrupted', async () => {
    const before = await ensureBank(cell, scopeOf('cleared'));
    await emptyBank(dying(), before);
    expect(await listed('cleared')).toMatchObject([{ uid: before.bankUid }]);
    const after = await ensureBank(cell, scopeOf('cleared'));
    expect(after.bankUid).not.toBe(before.bankUid);
    expect((await currentBank(cell, before))?.bankUid).toBe(after.bankUid);
    await emptyOutbox(cell);
    expect(await listed('cleared')).toEqual([{ uid: after.bankUid, cell: CELL }]);
  });

  it('makes in the directory what a process had no time for, once', async () => {
    const made = await ensureBank(cell, scopeOf('left'));
    const actor = { ...made, actor: { ...made.actor, label: 'once' } };
    const lost = dying();
    await lost.transaction((tx) =>
      recordAudit(tx, actor, { action: 'bank.configure', target: { kind: 'bank', id: 'left', label: 'left' } }),
    );
    await deleteBank(lost, made);
    expect((await waiting()).map(({ kind: change }) => change)).toEqual(['audit', 'unlist', 'audit']);
    expect(await audited('left')).toEqual(['bank.create']);
    // It dies again, between the change and the end of its row.
    const rows = await cell.query<{ id: string }>(sql`select id from directory_outbox`);
    const half = inCell({ ...db }, CELL);
    const { query } = half;
    const interrupted: Db = {
      ...half,
      query: (statement) => ('text' in statement || !isDelete(statement) ? query(statement) : Promise.reject(died)),
    };
    await expect(emptyOutbox(interrupted)).rejects.toThrow(died);
    expect((await cell.query(sql`select id from directory_outbox`)).length).toBe(rows.length);
    await Promise.all([emptyOutbox(cell), emptyOutbox(cell)]);
    expect(await waiting()).toEqual([]);
    expect(await audited('left')).toEqual(['bank.create', 'bank.configure', 'bank.delete']);
    expect(await listed('left')).toEqual([]);
  });

  it('creates a bank whose creation was interrupted after its id was listed', async () => {
    await directory.query(sql`insert into bank_cells (uid, org_id, id, cell) values (nextval('bank_uids'), ${orgId}, 'half', ${CELL})`);
    const [half] = await listed('half');
    const made = await ensureBank(cell, scopeOf('half'));
    expect(made.bankUid).toBe(half!.uid);
    expect(await audited('half')).toEqual(['bank.create']);
  });

  it('deletes the banks of a deleted organization, also what was written just then', async () => {
    const other = await seedOrg(directory);
    const made = await ensureBank(cell, { ...scopeOf('gone'), orgId: other.orgId });
    await directory.transaction((tx) => softDeleteBanks(tx, other.orgId));
    await purgeBanks(cell);
    const isThere = async () => (await cell.query(sql`select 1 from banks where uid = ${made.bankUid}`)).length > 0;
    expect(await isThere()).toBe(false);
    await cell.query(sql`insert into banks (uid, org_id, id, name) values (${made.bankUid}, ${other.orgId}, 'gone', 'gone')`);
    await purgeBanks(cell);
    expect(await isThere()).toBe(true);
    await directory.query(sql`update removed_banks set done_at = now() - interval '6 minutes'`);
    await purgeBanks(cell);
    expect(await isThere()).toBe(false);
    expect(await directory.query(sql`select 1 from removed_banks`)).toEqual([]);
  });

  it.skipIf(kind === 'neon')('refuses only what needs a database that cannot be reached', { timeout: 60_000 }, async () => {
    const here = await ensureBank(db, scopeOf('here'));
    const there = await ensureBank(cell, scopeOf('there'));
    await proxy.cut();
    onTestFinished(async () => void (await proxy.join().catch(() => undefined)));
    await expect(currentBank(cell, there)).rejects.toMatchObject(UNREACHABLE);
    const list = (q?: string, bankUids: number[] | null = null) => listBanks(db, { ...orgScope(orgId), bankUids }, { q, offset: 0 });
    const { banks, ...more } = await list('her');
    expect([banks.map(({ bank_id: id }) => id), more]).toMatchObject([
      ['here'],
      { total: 1, unreachable: { total: 1, bank_ids: ['there'] } },
    ]);
    expect(await list('her', [here.bankUid])).not.toHaveProperty('unreachable');
    // Their names may match.
    expect(await list('another')).toMatchObject({ total: 0, unreachable: { total: 0, bank_ids: [] } });
    expect(await currentBank(db, here)).not.toBeNull();
    const found = await overReachableCells(db, (at) => at.query(sql`select 1 from banks where id = 'here'`));
    expect(found.flat()).toHaveLength(1);
    await expect(overCells(db, (at) => at.query(sql`select 1 from banks`))).rejects.toMatchObject(UNREACHABLE);
    expect(await readiness({ db })).toMatchObject({ state: 'ready', unreachableCells: [CELL] });
    // A process that starts meanwhile serves the other banks, and these as soon as it can.
    const reported: (readonly string[])[] = [];
    const later = await openRemotes(directory, { urls: new Map([[CELL, url]]) }, (cells) => reported.push(cells));
    onTestFinished(async () => {
      for (const remote of later.remotes?.values() ?? []) await remote.close();
    });
    expect(reported).toEqual([[CELL]]);
    await expect(currentBank(inCell(later, CELL), there)).rejects.toMatchObject(UNREACHABLE);
    await proxy.join();
    expect((await currentBank(inCell(later, CELL), there))?.bankUid).toBe(there.bankUid);
    expect(await readiness({ db })).toMatchObject({ state: 'ready', unreachableCells: [] });
  });

  it('is named by a process that does not have its address', async () => {
    await ensureBank(db, scopeOf('near'));
    await ensureBank(cell, scopeOf('far'));
    const { banks, unreachable } = await listBanks(directory, orgScope(orgId), { offset: 0 });
    const ids = banks.map(({ bank_id: id }) => id);
    expect([ids.includes('near'), ids.includes('far')]).toEqual([true, false]);
    expect(unreachable?.bank_ids).toContain('far');
    expect(await listBanks(directory, orgScope((await seedOrg(directory)).orgId), { offset: 0 })).not.toHaveProperty('unreachable');
    expect(await readiness({ db: directory })).toMatchObject({ state: 'ready', unreachableCells: [CELL] });
    await expect(currentBank(inCell(directory, CELL), scopeOf('far'))).rejects.toMatchObject(UNREACHABLE);
  });

  describe('is removed', () => {
    const SECOND = 'cell_5';
    const isListed = async () => (await directory.query(sql`select 1 from cells where name = ${SECOND}`)).length > 0;
    let both: Db;
    let second: Db;
    beforeAll(async () => {
      const secondUrl = await newCellUrl();
      both = await open(directory, [CELL, url], [SECOND, secondUrl]);
      ends.push(async () => {
        for (const remote of both.remotes?.values() ?? []) await remote.close();
      });
      second = inCell(both, SECOND);
    });

    it('only if it is in another database', async () => {
      await expect(removeCell(both, 'default', { isLost: false })).rejects.toThrow('is in the database of DATABASE_URL');
      await expect(removeCell(both, 'cell_9', { isLost: false })).rejects.toThrow('There is no cell cell_9');
    });

    it('when it has no bank, no rows of deleted ones and nothing for the directory', async () => {
      const bank = await ensureBank(second, scopeOf('last'));
      await expect(removeCell(both, SECOND, { isLost: false })).rejects.toThrow('is in use');
      await deleteBank(second, bank);
      await expect(removeCell(both, SECOND, { isLost: false })).rejects.toThrow('rows of deleted banks');
      expect(await isListed()).toBe(true);
      await purgeBanks(second);
      await removeCell(both, SECOND, { isLost: false });
      expect(await isListed()).toBe(false);
      // A process with older settings.
      await expect(ensureBank(second, scopeOf('late'))).rejects.toMatchObject(UNREACHABLE);
      expect(await listed('late')).toEqual([]);
      await (await open(directory, [CELL, url])).remotes!.get(CELL)!.close();
    });

    it('if its database is lost, but not with banks', async () => {
      await directory.query(sql`insert into cells (name, database_id) values (${SECOND}, ${newId()})`);
      await directory.query(sql`
        insert into bank_cells (uid, org_id, id, cell) values (nextval('bank_uids'), ${orgId}, 'lost', ${SECOND})`);
      await expect(removeCell(directory, SECOND, { isLost: true })).rejects.toThrow('is in use');
      await directory.query(sql`delete from bank_cells where id = 'lost'`);
      await directory.query(sql`insert into removed_banks (uid, cell) values (1, ${SECOND})`);
      await removeCell(directory, SECOND, { isLost: true });
      expect(await isListed()).toBe(false);
    });
  });

  describe('is refused at start', () => {
    it('without its address', async () => {
      await expect(open(directory)).rejects.toThrow(`other databases: ${CELL}. Name their addresses in DATABASE_CELL_URLS`);
    });
    it('with the address of another database', async () => {
      await expect(open(directory, [CELL, await newCellUrl()])).rejects.toThrow('it is another database than before');
    });
    it('if it is in the directory of this or another installation', async () => {
      const second = await createServerDatabase();
      ends.push(second.drop);
      await expect(open(directory, [CELL, url], ['cell_4', second.url])).rejects.toThrow('it contains organizations');
    });
    it('if it belongs to another installation', async () => {
      await expect(open(await newDirectory(), ['cell_4', url])).rejects.toThrow('belong to another installation');
    });
    it('if it is a schema of the directory', async () => {
      const second = await newDirectory();
      await migrateCells(second, ['cell_4']);
      await expect(open(second, ['cell_4', await newCellUrl()])).rejects.toThrow('the cell cell_4 is in the database of DATABASE_URL');
    });
    it('if it is new and cannot be reached, without its password in the message', async () => {
      const secret = newId();
      const failing = open(await newDirectory(), ['cell_4', `postgres://somebody:${secret}@127.0.0.1:1/nothing`]);
      await expect(failing).rejects.toThrow('127.0.0.1:1/nothing');
      await expect(failing).rejects.not.toThrow(secret);
    });
  });
});

const isDelete = (statement: { readonly queryChunks?: readonly unknown[] }): boolean =>
  JSON.stringify(statement.queryChunks?.[0] ?? '').includes('delete from directory_outbox');
