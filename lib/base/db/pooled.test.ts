import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createServerDatabase, isPooled, testDatabaseKind } from '#e2e/fixtures/database';
import { type TcpProxy as CutProxy, openProxy } from '#e2e/fixtures/proxy';
import { databaseKind, openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';

const kind = testDatabaseKind();
const UNAVAILABLE = { name: 'ServiceError', code: 'unavailable' };

describe('which database', () => {
  test.each([
    [{}, 'embedded'],
    [{ url: '' }, 'embedded'],
    [{ url: 'postgres://u:p@db.example.com/app' }, 'pg'],
    [{ url: 'postgres://u:p@ep-cool-1234.eu-central-1.aws.neon.tech/app?sslmode=require' }, 'neon'],
    [{ url: 'postgres://u:p@neon.tech.example.com/app' }, 'pg'],
    [{ url: 'postgres://u:p@localhost/app', kind: 'neon' as const }, 'neon'],
  ])('%o is %s', (settings, expected) => {
    expect(databaseKind(settings)).toBe(expected);
  });

  test.each(['pg', 'neon'] as const)('an unreachable server is refused without revealing the password (%s)', async (driver) => {
    const error = await openDatabase({ kind: driver, url: 'postgres://someone:hush-hush@127.0.0.1:1/app', dataDir: '' }).catch((e) => e);
    expect(error).toMatchObject({ name: 'DatabaseRefusal', message: expect.stringContaining('127.0.0.1:1/app cannot be reached') });
    expect(`${error.message} ${error.stack}`).not.toContain('hush-hush');
  });

  test('a server driver without a URL is refused', async () => {
    await expect(openDatabase({ kind: 'pg', dataDir: '' })).rejects.toThrow('needs DATABASE_URL');
  });
});

describe.skipIf(kind === 'embedded')('a pool of connections to a server', () => {
  let url: string;
  let drop: () => Promise<void>;
  let proxy: CutProxy;
  const opened: Db[] = [];
  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase());
    const { hostname, port } = new URL(url);
    proxy = await openProxy({ host: hostname, port: Number(port) });
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
  });
  afterAll(async () => {
    await proxy?.close();
    await drop?.();
  });
  const open = async (settings: { maxConnections?: number; statementTimeoutMs?: number; url?: string } = {}): Promise<Db> => {
    const db = await openDatabase({ kind, url, dataDir: '', ...settings });
    opened.push(db);
    return db;
  };
  const pid = async (db: Db): Promise<number> => (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid;
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

  test('sets its limits in each transaction, and leaves none on a connection', async () => {
    const db = await open({ maxConnections: 1, statementTimeoutMs: 4_321 });
    const settings = sql`select current_setting('jit') as jit, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`;
    const alone = await db.query(settings);
    expect(alone).toMatchObject([{ statement: '0', idle: '0', lock: '0' }]);
    const within = (statementTimeoutMs?: number) =>
      db.transaction((tx) => tx.query(settings), { ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) });
    expect(await within()).toEqual([{ jit: 'off', statement: '4321ms', idle: '15s', lock: '3s' }]);
    expect(await within(9_000)).toEqual([{ jit: 'off', statement: '9s', idle: '15s', lock: '9s' }]);
    expect(await db.query(settings)).toEqual(alone);
  });

  test('ends a statement that exceeds its limit, and only that', async () => {
    const db = await open({ statementTimeoutMs: 200 });
    const sleeping = sql`select count(*) as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%pg_sleep(3' || '600)%'`;
    await expect(db.query(sql`select pg_sleep(3600)`)).rejects.toMatchObject({ ...UNAVAILABLE, retryAfterSeconds: 1 });
    await expect.poll(() => db.query(sleeping)).toEqual([{ n: 0 }]);
    await expect(db.transaction((tx) => tx.query(sql`select pg_sleep(3600)`))).rejects.toMatchObject(UNAVAILABLE);
    expect(await db.query(sql`select 1 as v`)).toEqual([{ v: 1 }]);
    expect(await db.transaction((tx) => tx.query(sql`select 1 as v, pg_sleep(0.5)::text as s`), { statementTimeoutMs: 10_000 })).toEqual([
      { v: 1, s: '' },
    ]);
  });

  // A pooler stays connected to its clients when its connections to the server end.
  test.skipIf(isPooled())('survives the end of its connections: idle, in a statement, in a transaction', async () => {
    const db = await open({ maxConnections: 4 });
    const admin = await open({ maxConnections: 1 });
    const [before] = await Promise.all([pid(db), admin.query(sql`select 1`)]);
    await admin.query(others);
    await vi.waitFor(() => expect(db.pool()).toMatchObject({ idle: 0, inUse: 0 }), 20_000);
    expect(await pid(db)).not.toBe(before);

    const sleeping = expect(db.query(sql`select pg_sleep(8)`)).rejects.toMatchObject(UNAVAILABLE);
    const inTransaction = expect(
      db.transaction(async (tx) => {
        await tx.query(sql`create table lost (id int)`);
        await admin.query(others);
        await tx.query(sql`insert into lost values (1)`);
      }),
    ).rejects.toMatchObject(UNAVAILABLE);
    await Promise.all([sleeping, inTransaction]);
    expect(await db.query(sql`select to_regclass('lost') as t`)).toEqual([{ t: null }]);
    expect(db.pool().inUse).toBe(0);
  });

  test('is unavailable while the server cannot be reached and available again afterwards', async () => {
    const db = await open({ url: proxy.through(url) });
    await db.query(sql`select 1`);
    await proxy.cut();
    await expect(db.query(sql`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    await expect(db.transaction((tx) => tx.query(sql`select 1`))).rejects.toMatchObject(UNAVAILABLE);
    await proxy.join();
    expect(await db.query(sql`select 1 as v`)).toEqual([{ v: 1 }]);
  });

  test('gives up on a silent server long before a statement would end, and not on a slow one', async () => {
    const [frozen, slow] = [await open({ url: proxy.through(url), statementTimeoutMs: 600_000 }), await open()];
    await frozen.query(sql`select 1`);
    const sleeping = slow.query(sql`select 1 as v, pg_sleep(4)::text as s`);
    proxy.freeze();
    const late = expect(frozen.transaction((tx) => tx.query(sql`select 1`))).rejects.toMatchObject(UNAVAILABLE);
    await Promise.all([late, expect(frozen.query(sql`select 1`)).rejects.toMatchObject(UNAVAILABLE)]);
    proxy.thaw();
    expect(await sleeping).toEqual([{ v: 1, s: '' }]);
    expect(await frozen.query(sql`select 1 as v`)).toEqual([{ v: 1 }]);
  });

  test('gives up on a silent server, and finds it again', async () => {
    const db = await open({ url: proxy.through(url), statementTimeoutMs: 300 });
    await Promise.all([db.query(sql`select 1`), db.query(sql`select 1`)]);
    proxy.freeze();
    await Promise.all([
      expect(db.query(sql`select 1`)).rejects.toMatchObject(UNAVAILABLE),
      expect(db.transaction((tx) => tx.query(sql`select 1`))).rejects.toMatchObject(UNAVAILABLE),
    ]);
    expect(db.pool().inUse).toBe(0);
    proxy.thaw();
    expect(await db.query(sql`select 1 as v`)).toEqual([{ v: 1 }]);
  });

  test('names statements, but not behind a pooler', async () => {
    const db = await open({ maxConnections: 1 });
    await db.query({ name: 'named', text: 'select $1::int as v', values: [1] });
    const named = await db.query(sql`select count(*) as n from pg_prepared_statements where name = 'named'`);
    expect(named).toEqual([{ n: isPooled() ? 0 : 1 }]);
  });

  test('stops using named statements if a pooler loses them', async () => {
    const db = await open({ maxConnections: 1 });
    const named = { name: 'may_be_lost', text: 'select $1::int as v', values: [1] };
    expect(await db.query(named)).toEqual([{ v: 1 }]);
    await db.query(sql`deallocate all`);
    expect(await db.query(named)).toEqual([{ v: 1 }]);
    expect(await db.transaction((tx) => tx.query(named))).toEqual([{ v: 1 }]);
    expect(await db.query(sql`select count(*) as n from pg_prepared_statements`)).toEqual([{ n: 0 }]);
  });

  test.skipIf(isPooled())('a named statement that a pooler loses inside a transaction can be tried again', async () => {
    const db = await open({ maxConnections: 1 });
    const named = { name: 'may_be_lost', text: 'select $1::int as v', values: [1] };
    const work = () =>
      db.transaction(async (tx) => {
        await tx.query(named);
        await tx.query(sql`deallocate all`);
        return tx.query(named);
      });
    await expect(work()).rejects.toMatchObject({ ...UNAVAILABLE, retryAfterSeconds: 1 });
    expect(await work()).toEqual([{ v: 1 }]);
  });

  test('reports a lost race between transactions as busy', async () => {
    const db = await open({ maxConnections: 2 });
    await db.query(sql`create table accounts (id int primary key, n int)`);
    await db.query(sql`insert into accounts values (1, 0), (2, 0)`);
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    const move = (from: number, to: number) =>
      db.transaction(async (tx) => {
        await tx.query(sql`update accounts set n = n - 1 where id = ${from}`);
        if (++holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await tx.query(sql`update accounts set n = n + 1 where id = ${to}`);
      });
    const outcomes = await Promise.allSettled([move(1, 2), move(2, 1)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: UNAVAILABLE });
    expect(await db.query(sql`select sum(n) as n from accounts`)).toEqual([{ n: 0 }]);
  });

  test('waits its turn when all connections are in use, then fails with a clear error', async () => {
    const db = await open({ maxConnections: 1 });
    const [taken, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      taken.resolve();
      await answered.promise;
    });
    await taken.promise;
    await expect(db.query(sql`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    answered.resolve();
    await holding;
    expect(await db.query(sql`select 1 as v`)).toEqual([{ v: 1 }]);
  });
});
