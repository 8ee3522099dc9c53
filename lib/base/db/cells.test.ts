import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCitus, moveToOtherWorker, workerOf } from '#e2e/fixtures/citus';
import { deleteBank, insertBank, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { cellForNew, cellOf, DEFAULT_CELL, findCell, inCell, inLocalCells, knownCells, overCells } from '#lib/base/db/cells';
import { type Db, sql } from '#lib/base/db/db';
import { translate } from '#lib/base/db/errors';
import { migrateCells } from '#lib/base/db/migrate';
import { bankTables, loadParser, qualified } from '#lib/base/db/qualify';

const OTHER = 'cell_1';

let db: Db;
let orgId: string;
beforeAll(async () => {
  await loadParser();
  db = inCell(await openTestDatabase(), DEFAULT_CELL);
  ({ orgId } = await seedOrg(db));
  await migrateCells(db, [OTHER]);
});
afterAll(() => db.close());

describe('a qualified statement', () => {
  it.each([
    ['select 1 from memories m', 'select 1 from c.memories m'],
    ['select 1 from "memories"', 'select 1 from c."memories"'],
    ['select 1 from public.memories, "public"."chunks" x', 'select 1 from c.memories, c."chunks" x'],
    ['insert into banks (id) select 1 from organizations', 'insert into c.banks (id) select 1 from organizations'],
    ['update banks b set name = banks.name from banks', 'update c.banks b set name = banks.name from c.banks'],
    ['delete from chunks using documents d where d.uid = 1', 'delete from c.chunks using c.documents d where d.uid = 1'],
    ["select 'memories', 'ü' from memories", "select 'memories', 'ü' from c.memories"],
    [
      "select 'ü😀' as x, m.* from memories m /* ü */ join chunks c on true",
      "select 'ü😀' as x, m.* from c.memories m /* ü */ join c.chunks c on true",
    ],
    [
      'select null::memories, (x).id::uuid from jsonb_populate_record(null::banks, $1) x',
      'select null::c.memories, (x).id::uuid from jsonb_populate_record(null::c.banks, $1) x',
    ],
    ['select 1 from memories m for update of m skip locked', 'select 1 from c.memories m for update of m skip locked'],
    ['select 1 from memories for update of memories', 'select 1 from c.memories for update of memories'],
    [
      'with memories as (select * from public.memories) select 1 from memories',
      'with memories as (select * from c.memories) select 1 from memories',
    ],
    [
      'with chunks as (update chunks set index = 1 returning 1) select 1 from chunks',
      'with chunks as (update c.chunks set index = 1 returning 1) select 1 from chunks',
    ],
    ['analyze memories (bank_uid), chunks', 'analyze c.memories (bank_uid), c.chunks'],
    [
      'select 1 from api_keys join bank_cells on true join job_queue.job j on true',
      'select 1 from api_keys join bank_cells on true join job_queue.job j on true',
    ],
  ])('%s', (text, expected) => {
    expect(qualified(text, 'c')).toBe(expected);
    expect(qualified(text, 'c')).toBe(expected);
  });

  it('has the tables of banks', async () => {
    const tables = await bankTables();
    expect(tables.size).toBeGreaterThan(30);
    expect([...tables]).toEqual(expect.arrayContaining(['banks', 'memories', 'operations', 'recall_pages']));
    expect(['api_key_banks', 'bank_cells', 'purge_receipts', 'audit_log'].filter((name) => tables.has(name))).toEqual([]);
  });
});

const named = (handle: Db) => sql`select id from banks where org_id = ${orgId} order by id collate "C" /* ${sql.raw(cellOf(handle))} */`;

describe('a cell', () => {
  it('has the same tables as the default one', async () => {
    const columns = (schema: string) =>
      db.query(sql`
        select table_name, column_name, data_type, udt_name, is_nullable, is_generated,
          case when (table_name, column_name) <> ('banks', 'uid') then replace(column_default, 'public.', '') end as column_default
        from information_schema.columns where table_schema = ${schema} and table_name <> 'schema_migrations'
          and format('%I.%I', table_schema, table_name)::regclass not in (select objid from pg_depend where deptype = 'e') order by 1, 2`);
    expect(await columns(OTHER)).toEqual(await columns('public'));
    const indexes = (schema: string) =>
      db.query(sql`
        select tablename, replace(indexdef, ${`${schema}.`}, '') as indexdef from pg_indexes where schemaname = ${schema} order by 1, 2`);
    expect(await indexes(OTHER)).toEqual(await indexes('public'));
    const constraints = (schema: string) =>
      db.query(sql`
        select c.conrelid::regclass::text like '%banks' as of_banks, c.conname, replace(pg_get_constraintdef(c.oid), ${`${schema}.`}, '') as definition
        from pg_constraint c where c.connamespace = ${schema}::regnamespace and c.conname <> 'banks_org_id_organizations_id_fk' and c.contype <> 'n' order by 2, 3`);
    expect(await constraints(OTHER)).toEqual(await constraints('public'));
    const triggers = (schema: string) =>
      db.query(sql`
        select t.tgname, replace(pg_get_triggerdef(t.oid), ${`${schema}.`}, '') as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = ${schema}::regnamespace and not t.tgisinternal order by 1, 2`);
    expect(await triggers(OTHER)).toEqual(await triggers('public'));
  });

  it('reads no sequence by default, so that a role that is no superuser can distribute it', async () => {
    const defaults = await db.query(sql`
      select table_name, column_name from information_schema.columns where table_schema = ${OTHER} and column_default like '%nextval%'`);
    expect(defaults).toEqual([]);
  });

  it('contains banks that the default one does not contain, under numbers of one sequence', async () => {
    const other = inCell(db, OTHER);
    const [first, second] = [await insertBank(db, orgId, 'here'), await insertBank(other, orgId, 'there')];
    expect(second).toBeGreaterThan(first);
    expect(await db.query(named(db))).toEqual([{ id: 'here' }]);
    expect(await other.query(named(other))).toEqual([{ id: 'there' }]);
    expect(await findCell(db, orgId, 'there')).toBe(OTHER);
    expect(await other.transaction((tx) => tx.query(named(other)))).toEqual([{ id: 'there' }]);
    expect(await overCells(db, (at) => at.query(named(at)))).toEqual([[{ id: 'here' }], [{ id: 'there' }]]);
    expect(await db.transaction((tx) => inLocalCells(tx, async (at) => (await at.query(named(db))).length))).toEqual([1, 1]);
    await deleteBank(other, orgId, 'there');
    expect(await other.query(named(other))).toEqual([]);
    expect(await db.query(named(db))).toEqual([{ id: 'here' }]);
  });

  it('binds its functions to its own tables', async () => {
    const unbound = await db.query(sql`
      select proname from pg_proc where pronamespace = ${OTHER}::regnamespace and not coalesce(proconfig::text like ${`%search_path=${OTHER},%`}, false)`);
    expect(unbound).toEqual([]);
    expect(await db.query(sql`select 1 from pg_proc where pronamespace = ${OTHER}::regnamespace limit 1`)).toHaveLength(1);
  });

  it('that moves during a statement is tried again by the caller', () => {
    const error = Object.assign(new Error('could not find the intermediate result file'), { code: 'CIINF' });
    expect(translate(error)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });

  it.each([
    ['XX000', 'terminating connection due to unexpected postmaster exit'],
    ['XX000', 'the database system is shutting down'],
    ['58030', 'failed to complete COPY on 127.0.0.1:5432'],
    ['58030', 'failed to COPY to shard 102008 on 127.0.0.1:5432'],
    ['XX000', 'could not commit transaction for shard 102025 on at least one active node'],
    ['XX000', "failed to prepare transaction 'citus_0_1_2_3' on host 127.0.0.1:5432"],
    ['XX000', 'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally'],
    ['XX000', 'could not receive data from server: Connection reset by peer'],
    ['XX000', 'could not send data to server: Broken pipe'],
    ['XX000', 'SSL connection has been closed unexpectedly'],
  ])('whose worker stops during a statement is unavailable: %s %s', (code, message) => {
    expect(translate(Object.assign(new Error(message), { code }))).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });

  it('that fails does not stop the work in others', async () => {
    const seen: string[] = [];
    const work = overCells(db, async (at) => {
      seen.push(cellOf(at));
      if (cellOf(at) === DEFAULT_CELL) throw new Error('down');
    });
    await expect(work).rejects.toThrow('down');
    expect(seen).toEqual([DEFAULT_CELL, OTHER]);
  });

  it('is created once, and known to every process', async () => {
    expect(await migrateCells(db, [OTHER])).toEqual([]);
    expect(await knownCells(db)).toEqual([DEFAULT_CELL, OTHER]);
  });

  it('is chosen before a handle is wrapped', () => {
    expect(() => inCell({ ...inCell(db, OTHER) }, DEFAULT_CELL)).toThrow('before');
    expect(inCell(inCell(db, OTHER), DEFAULT_CELL)).toBe(db);
    expect(inCell(db, OTHER)).toBe(inCell(db, OTHER));
  });
});

describe.runIf(isCitus())('a cell of a Citus cluster', () => {
  it('is on one worker, and moves to another with its banks', async () => {
    const at = inCell(db, OTHER);
    await insertBank(at, orgId, 'moved');
    const from = await workerOf(db, OTHER);
    const to = await moveToOtherWorker(db, OTHER);
    expect(to).not.toEqual(from);
    expect(await workerOf(db, OTHER)).toEqual(to);
    expect(await at.query(sql`select 1 from banks where org_id = ${orgId} and id = 'moved'`)).toHaveLength(1);
    await deleteBank(at, orgId, 'moved');
  });
});

describe('the cell of a new bank', () => {
  const cells = ['default', 'cell_1', 'cell_2', 'cell_3'];
  const ids = Array.from({ length: 4_000 }, (_, i) => `bank-${i}`);

  it('depends on the organization and the bank, and not on the order of the cells', () => {
    for (const id of ids.slice(0, 100)) expect(cellForNew(cells.toReversed(), 'o', id)).toBe(cellForNew(cells, 'o', id));
    expect(cellForNew([], 'o', 'b')).toBe(DEFAULT_CELL);
    expect(cellForNew(['cell_1'], 'o', 'b')).toBe('cell_1');
  });

  it('distributes banks evenly, and a further cell takes only its share', () => {
    const count = (cell: string) => ids.filter((id) => cellForNew(cells, 'o', id) === cell).length;
    for (const cell of cells) expect(Math.abs(count(cell) - 1_000)).toBeLessThan(150);
    const moved = ids.filter((id) => cellForNew([...cells, 'cell_4'], 'o', id) !== cellForNew(cells, 'o', id));
    expect(new Set(moved.map((id) => cellForNew([...cells, 'cell_4'], 'o', id)))).toEqual(new Set(['cell_4']));
    expect(Math.abs(moved.length - 800)).toBeLessThan(150);
  });
});
