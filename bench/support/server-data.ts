import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchDatabase } from '#bench/support/options';
import type { ServerData } from '#bench/support/server';
import { generateKey } from '#lib/access/keys/codec';
import { openDatabase } from '#lib/base/db/connect';
import { type Db, sql } from '#lib/base/db/db';

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
