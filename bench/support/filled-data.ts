import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BenchDatabase } from '#bench/support/options';
import { administer, type DataSource, makeServerData } from '#bench/support/server-data';
import { type Db, sql } from '#lib/base/db/db';
import { migrate, readMigrations } from '#lib/base/db/migrate';

/**
 * Databases that are filled once and copied by each run. They remain until the schema, the fill or
 * the version changes: then the next run fills new ones, and removes the old ones of that name.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, '.cache', 'bench');
const PREFIX = 'memory_bank_filled';
/** The source code of the contents, besides the schema. */
const SOURCES = ['bench/support/large-bank.ts', 'bench/support/generate.ts'];

export interface Filling {
  /** lower-case letters, digits and underscores */
  readonly name: string;
  /** of what `fill` writes in a format of its own */
  readonly version: number;
  /** The database is migrated and empty. */
  readonly fill: (db: Db) => Promise<void>;
}

/** The filled database, for `makeServerData`. On PostgreSQL it is a database of the same server. */
export async function filledData(database: BenchDatabase, adminUrl: string | null, { name, version, fill }: Filling): Promise<DataSource> {
  const begin = `${PREFIX}_${name}_`;
  const own = `${begin}${fingerprint(version)}`;
  const source = database === 'pg' ? { database: own } : { folder: path.join(FOLDER, own) };
  const stored = await namesOf(database, adminUrl);
  if (stored.includes(own)) return source;
  for (const outdated of stored) if (outdated.startsWith(begin)) await remove(database, adminUrl, outdated);
  const place = await makeServerData(database, adminUrl);
  try {
    // Connections opened after the migration have the settings that it gave their role.
    for (const work of [migrate, fill]) {
      const db = await place.open();
      await Promise.resolve(work(db)).finally(() => db.close());
    }
    if (place.databaseUrl) {
      const filled = new URL(place.databaseUrl).pathname.slice(1);
      await administer(adminUrl!, (db) => db.query(sql.raw(`alter database ${filled} rename to ${own}`)));
    } else {
      mkdirSync(FOLDER, { recursive: true });
      renameSync(place.dataDir, path.join(FOLDER, own));
    }
  } finally {
    await place.remove();
  }
  return source;
}

async function namesOf(database: BenchDatabase, adminUrl: string | null): Promise<string[]> {
  if (database === 'embedded') return existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return administer(adminUrl!, async (db) => {
    const rows = await db.query<{ name: string }>(sql`select datname as name from pg_database where starts_with(datname, ${PREFIX})`);
    return rows.map(({ name }) => name);
  });
}

async function remove(database: BenchDatabase, adminUrl: string | null, name: string): Promise<void> {
  if (database === 'pg') await administer(adminUrl!, (db) => db.query(sql.raw(`drop database ${name} with (force)`)));
  else rmSync(path.join(FOLDER, name), { recursive: true, force: true });
}

function fingerprint(version: number): string {
  const hash = createHash('sha256').update(`${version}`);
  for (const migration of readMigrations()) hash.update(migration.hash);
  for (const file of SOURCES) hash.update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex').slice(0, 12);
}
