import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { dumpTo, openEmbedded } from '#lib/base/db/embedded';
import { migrate, readMigrations } from '#lib/base/db/migrate';
import { projectFile } from '#lib/base/db/root';

/**
 * A migrated, empty embedded database as an archive. Building one takes seconds and hundreds of
 * megabytes, unpacking one a fraction of that. So the build makes it once, and first starts and
 * tests begin with it. Everything works without it, only slower.
 */
const FOLDER = '.cache/database';

/** Another schema or another server is another template. */
function templatePath(): string {
  const server = readFileSync(projectFile('node_modules/@electric-sql/pglite/package.json'), 'utf8');
  const key = createHash('sha256');
  for (const { name, hash } of readMigrations()) key.update(name + hash);
  key.update((JSON.parse(server) as { version: string }).version);
  const root = path.dirname(projectFile('drizzle'));
  return path.join(/* turbopackIgnore: true */ root, FOLDER, `${key.digest('hex').slice(0, 16)}.tar.gz`);
}

/** The archive's path when it has been built, else null. */
export function databaseTemplate(): string | null {
  const file = templatePath();
  return existsSync(file) ? file : null;
}

/**
 * Builds the archive unless it exists. Several processes may do so at once: each writes a complete
 * file, and the last one wins.
 */
export async function ensureDatabaseTemplate(): Promise<string> {
  const file = templatePath();
  if (existsSync(file)) return file;
  const db = await openEmbedded({ files: null, template: null, statementTimeoutMs: 120_000 });
  await migrate(db);
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await dumpTo(db, draft);
  await db.close();
  renameSync(draft, file);
  return file;
}
