import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCellDatabase, createServerDatabase, testDatabaseKind } from '#e2e/fixtures/database';
import { request, send } from '#e2e/fixtures/http';
import { eventually } from '#e2e/fixtures/jobs';
import { openProxy, type TcpProxy } from '#e2e/fixtures/proxy';
import { type Server, spawnServer, startServer } from '#e2e/fixtures/server';
import { healthReady } from '#lib/api/monitoring/contract';
import type { Operation } from '#lib/base/contract/operation';
import { cellForNew } from '#lib/base/db/cells';
import { openDatabase } from '#lib/base/db/connect';
import { sql } from '#lib/base/db/db';
import { deleteBank, listBanks } from '#lib/memory/banks/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** A server with a cell in its own database and a cell in another one, which can be cut off. */

const CELL = 'cell_3';
const run = promisify(execFile);

describe.skipIf(testDatabaseKind() !== 'pg')('a server with a cell in another database', () => {
  const ends: (() => Promise<unknown>)[] = [];
  let server: Server;
  let proxy: TcpProxy;
  let directoryUrl: string;
  let otherUrl: string;
  let env: Record<string, string>;
  /** a bank of each database */
  let here: string;
  let there: string;
  beforeAll(async () => {
    const own = await createServerDatabase();
    const other = await createCellDatabase();
    const { hostname, port } = new URL(other.url);
    proxy = await openProxy({ host: hostname, port: Number(port) });
    ends.push(own.drop, other.drop, () => proxy.close());
    directoryUrl = own.url;
    otherUrl = other.url;
    env = {
      DATABASE_URL: own.url,
      DATABASE_CELLS: `default,${CELL}`,
      DATABASE_CELL_URLS: `${CELL}=${proxy.through(other.url)}`,
    };
    server = await startServer({ env });
    ends.push(() => server.stop());
    const directory = await openDatabase({ kind: 'pg', url: own.url, dataDir: '', maxConnections: 1 });
    const [org] = await directory.query<{ id: string }>(sql`select id from organizations where slug = 'default'`);
    await directory.close();
    const ids = Array.from({ length: 40 }, (_, n) => `bank-${n}`);
    here = ids.find((id) => cellForNew(['default', CELL], org!.id, id) === 'default')!;
    there = ids.find((id) => cellForNew(['default', CELL], org!.id, id) === CELL)!;
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  const ask = (operation: Operation, sent: Parameters<typeof request>[1] = {}) =>
    send(server.url, request(operation, { key: server.key, ...sent }));
  const of = (bank_id: string) => ({ path: { bank_id } });
  const cells = (...args: string[]) =>
    run(process.execPath, [path.resolve('scripts/cells.ts'), ...args], { env: { ...process.env, ...env } });
  const say = (bank: string, content: string, isLater = false) =>
    ask(retainMemories, { ...of(bank), body: { items: [{ content }], async: isLater } });
  const texts = async (bank: string): Promise<string> => (await ask(listMemories, of(bank))).text;
  const databaseOf = async (bank: string): Promise<string> => {
    const directory = await openDatabase({ kind: 'pg', url: directoryUrl, dataDir: '', maxConnections: 1 });
    const [row] = await directory.query<{ cell: string }>(sql`select cell from bank_cells where id = ${bank}`);
    await directory.close();
    return row!.cell;
  };

  it('serves banks of both, and works for both queues', async () => {
    for (const bank of [here, there]) {
      expect((await say(bank, 'Ana paints the harbour door green.')).status).toBe(200);
      expect((await say(bank, 'Ben repairs the lighthouse lamp.', true)).status).toBe(200);
      await eventually(async () => (await texts(bank)).includes('lighthouse'), 'the background retain');
      expect((await ask(recallMemories, { ...of(bank), body: { query: 'Who paints the door?' } })).text).toContain('Ana');
    }
    expect([await databaseOf(here), await databaseOf(there)]).toEqual(['default', CELL]);
    const listed = (await ask(listBanks)).json as { banks: { bank_id: string }[] };
    expect(listed.banks.map(({ bank_id }) => bank_id).sort()).toEqual([here, there].sort());
  });

  it('refuses only the banks of a database that cannot be reached, and serves them again afterwards', async () => {
    await proxy.cut();
    const refused = await say(there, 'The lamp is broken.');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(listMemories, of(there))).status).toBe(503);
    const listed = await ask(listBanks);
    expect([listed.status, listed.json]).toEqual([
      200,
      expect.objectContaining({
        banks: [expect.objectContaining({ bank_id: here })],
        total: 1,
        unreachable: { total: 1, bank_ids: [there] },
      }),
    ]);
    expect((await ask(listBanks, { query: { q: 'another' } })).json).toMatchObject({ unreachable: { total: 0, bank_ids: [] } });
    expect((await say(here, 'Cem mends the red kite.', true)).status).toBe(200);
    await eventually(async () => (await texts(here)).includes('kite'), 'the background retain');
    const ready = await ask(healthReady);
    expect([ready.status, ready.json]).toEqual([200, expect.objectContaining({ unreachable_cells: [CELL] })]);
    await proxy.join();
    await eventually(async () => (await say(there, 'Dina sails at dawn.', true)).status === 200, 'the other database');
    await eventually(async () => (await texts(there)).includes('dawn'), 'the background retain');
    expect((await ask(healthReady)).json).toMatchObject({ unreachable_cells: [] });
    expect((await ask(listBanks)).json).not.toHaveProperty('unreachable');
  });

  it.each([
    ['there', 'to', CELL],
    ['back', 'from', 'default'],
  ])('moves a bank %s while it is written, with the command', async (_, direction, to) => {
    const bank = direction === 'to' ? here : there;
    const said: string[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++)
        if ((await say(bank, `Writer paid invoice ${n} of ${n}7 euros.`)).status === 200) said.push(`invoice ${n} of`);
    })();
    try {
      await eventually(async () => said.length > 1, 'a write');
      await cells('move', bank, '--to', to);
      const before = said.length;
      await eventually(async () => said.length > before, 'a write to the other database');
    } finally {
      isOver = true;
      await writing;
    }
    expect(await databaseOf(bank)).toBe(to);
    const reply = await ask(listMemories, { ...of(bank), query: { limit: '500' } });
    expect(said.filter((text) => !reply.text.includes(text))).toEqual([]);
    expect(reply.text).toContain('lighthouse');
  });

  it('lists the databases of cells without credentials', async () => {
    const { hostname, port, pathname } = new URL(env.DATABASE_CELL_URLS!.slice(CELL.length + 1));
    const { stdout } = await cells('list');
    expect(stdout).toContain(`${CELL}: 1 bank in ${hostname}:${port}${pathname}\n`);
    expect(stdout).not.toContain('postgres');
  });

  it('deletes a bank of the other database, which is purged there', async () => {
    expect((await ask(deleteBank, of(here))).status).toBe(200);
    expect((await ask(listBanks)).text).not.toContain(here);
    expect((await say(here, 'Eva waters the garden.')).status).toBe(200);
    expect(await texts(here)).not.toContain('lighthouse');
    const other = await openDatabase({ kind: 'pg', url: otherUrl, dataDir: '', maxConnections: 1 });
    ends.push(() => other.close());
    // The rows of the bank that was moved away remain for a minute.
    const hidden = sql.raw(`select 1 from ${CELL}.banks where org_id is null and uid not in (select bank_uid from ${CELL}.bank_moving)`);
    await eventually(async () => (await other.query(hidden)).length === 0, 'the purge');
    expect(await other.query(sql.raw(`select kind from ${CELL}.directory_outbox`))).toEqual([]);
  });

  it('does not start without the address of a cell, or with an address that it cannot use', async () => {
    const { DATABASE_CELL_URLS: _, ...without } = env;
    const fails = async (changed: Record<string, string>) => {
      const { stderr, ended } = spawnServer(changed);
      expect(await ended).toBe(1);
      return stderr();
    };
    expect(await fails({ ...without, DATABASE_CELLS: 'default' })).toContain('Name their addresses in DATABASE_CELL_URLS');
    expect(await fails({ ...env, DATABASE_CELL_URLS: `${CELL}=${directoryUrl}` })).toContain('it contains organizations');
  });
});
