import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BenchDatabase, databasesOf } from '#bench/support/options';
import type { ServerData } from '#bench/support/server';
import { generateKey } from '#lib/access/keys/codec';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { migrate } from '#lib/base/db/migrate';

export interface OwnServerData extends ServerData {
  /**
   * Opens the database for measurements without the server. The embedded one is free only while the
   * server is stopped.
   */
  open(): Promise<Db>;
  remove(): Promise<void>;
}

/** Creates a folder, and on PostgreSQL a database, for this run alone. */
export async function makeServerData(database: BenchDatabase, adminUrl: string | null): Promise<OwnServerData> {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-bench-'));
  const dataDir = path.join(folder, 'data');
  const created = database === 'pg' ? await createDatabase(adminUrl!) : null;
  return {
    dataDir,
    databaseUrl: created?.url ?? null,
    key: generateKey('key'),
    open: () => openDatabase({ kind: database, url: created?.url ?? null, dataDir, statementTimeoutMs: 60_000 }),
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await created?.drop();
    },
  };
}

/** Runs `work` on a migrated database that is created for it and removed afterwards. */
async function inDatabase(database: BenchDatabase, adminUrl: string | null, work: (db: Db) => Promise<void>): Promise<void> {
  const place = await makeServerData(database, adminUrl);
  const db = await place.open();
  try {
    await migrate(db);
    await work(db);
  } finally {
    await db.close();
    await place.remove();
  }
}

async function createDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `memory_bank_bench_${randomBytes(6).toString('hex')}`;
  await administer(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(adminUrl, `drop database ${name} with (force)`) };
}

async function administer(url: string, statement: string): Promise<void> {
  const db = await openDatabase({ kind: 'pg', url, dataDir: '', maxConnections: 1, statementTimeoutMs: 60_000 });
  await db.query(sql.raw(statement)).finally(() => db.close());
}

/** Command-line options of a benchmark of one bank. `units` is its number of memories. */
export const BANK_OPTIONS = { database: { type: 'string' }, url: { type: 'string' }, units: { type: 'string' } } as const;

/** Runs a benchmark of one bank on each database that `BANK_OPTIONS` name. */
export async function onDatabases(
  { database = 'embedded', url = null, units = 30_000 }: { database?: string; url?: string | null; units?: string | number },
  run: (db: Db, database: BenchDatabase, units: number) => Promise<void>,
): Promise<void> {
  for (const one of databasesOf(database, url)) await inDatabase(one, url, (db) => run(db, one, Number(units)));
}
