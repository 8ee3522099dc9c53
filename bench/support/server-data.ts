import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BenchDatabase, databasesOf } from '#bench/support/options';
import type { ServerData } from '#bench/support/server';
import { generateKey } from '#lib/access/keys/codec';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';
import { migrate } from '#lib/base/db/migrate';

/** For a database of several gigabytes. */
const COPY_TIMEOUT_MS = 600_000;

export interface OwnServerData extends ServerData {
  /**
   * Opens the database for measurements without the server. The embedded one is free only while the
   * server is stopped.
   */
  open(): Promise<Db>;
  remove(): Promise<void>;
}

/** Data to begin with: a database on the same server, or the folder of an embedded one. */
export type DataSource = { readonly database: string } | { readonly folder: string };

/** Creates a folder, and on PostgreSQL a database, for this run alone. `from` is copied. */
export async function makeServerData(database: BenchDatabase, adminUrl: string | null, from?: DataSource): Promise<OwnServerData> {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-bench-'));
  const dataDir = path.join(folder, 'data');
  if (from && 'folder' in from) cpSync(from.folder, dataDir, { recursive: true });
  const created = database === 'pg' ? await createDatabase(adminUrl!, from && 'database' in from ? from.database : null) : null;
  const open = () => openDatabase({ kind: database, url: created?.url ?? null, dataDir, statementTimeoutMs: 60_000 });
  // Settings of a role are not part of a copy.
  if (created && from) await migrateNow(await open());
  return {
    dataDir,
    databaseUrl: created?.url ?? null,
    key: generateKey('key'),
    open,
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

async function migrateNow(db: Db): Promise<void> {
  await migrate(db).finally(() => db.close());
}

async function createDatabase(adminUrl: string, template: string | null): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `memory_bank_bench_${randomBytes(6).toString('hex')}`;
  // Copying files is several times as fast as logging each block.
  const copied = template ? ` template ${template} strategy file_copy` : '';
  await administer(adminUrl, (db) => db.query(sql.raw(`create database ${name}${copied}`)));
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await administer(adminUrl, (db) => db.query(sql.raw(`drop database if exists ${name} with (force)`)))),
  };
}

/** Runs `work` on the database that `url` names, with one connection. */
export async function administer<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({ kind: 'pg', url, dataDir: '', maxConnections: 1, statementTimeoutMs: COPY_TIMEOUT_MS });
  return work(db).finally(() => db.close());
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
