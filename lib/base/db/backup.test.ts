import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { isGate } from '#e2e/fixtures/runs';
import { backUp, restore } from '#lib/base/db/backup';
import { openDatabase } from '#lib/base/db/connect';
import { openControl, requestBackup } from '#lib/base/db/control';
import { files, openDataDir } from '#lib/base/db/data-dir';
import { type Db, sql } from '#lib/base/db/db';
import { openEmbedded } from '#lib/base/db/embedded';
import { migrate } from '#lib/base/db/migrate';
import { ensureDatabaseTemplate } from '#lib/base/db/template';

const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let dataDir: string;
let archive: string;
let number = 0;
beforeEach(async () => {
  await ensureDatabaseTemplate();
  dataDir = path.join(folder, `data-${++number}`);
  archive = path.join(folder, `backup-${number}.tar.gz`);
});

async function open(dir = dataDir): Promise<Db> {
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  return db;
}

async function fill(db: Db): Promise<void> {
  const { orgId } = await seedOrg(db);
  const { bankUid } = await bankScope(db, orgId, 'bank');
  await db.query(sql`
    insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, extractor, revision)
    select ${bankUid}, gen_random_uuid(), 'world', 'fact ' || n, 2, 2, array_to_tsvector(array['fact', n::text]), 'builtin', 1
    from generate_series(1, 2000) n`);
  await db.query(sql`insert into memory_embeddings (bank_uid, memory_id, model, fact_type, embedding)
    select bank_uid, id, 'm', fact_type, '[0.25,-1]' from memories`);
}

/** Every table with its number of rows and a hash of all of them. */
async function contents(db: Db): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const result: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t order by 1`);
    result[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex')}`;
  }
  return result;
}

/** A filled and closed database with its contents. It is created once. */
let pattern: Promise<{ dir: string; before: Record<string, string> }> | null = null;

/** Copies a filled and closed database. Returns its contents. */
async function filledAndClosed(): Promise<Record<string, string>> {
  pattern ??= (async () => {
    const dir = path.join(folder, 'pattern');
    const db = await open(dir);
    await fill(db);
    const before = await contents(db);
    await db.close();
    return { dir, before };
  })();
  const { dir, before } = await pattern;
  cpSync(dir, dataDir, { recursive: true });
  return before;
}

test('a backup through the running process and its restore preserve every row', async () => {
  const before = await filledAndClosed();
  const db = await open();
  const writing = db.query(sql`update banks set revision = revision`);
  expect((await backUp(dataDir, archive)).through).toContain(`process ${process.pid}`);
  await writing;
  await db.query(sql`delete from memories`);
  await db.close();
  const { replaced } = await restore(dataDir, archive);
  const restored = await open();
  expect(await contents(restored)).toEqual(before);
  expect(before.memories).toMatch(/^2000 /);
  await restored.close();
  expect(readdirSync(dataDir)).toEqual(['db', path.basename(replaced!)]);
});

test.skipIf(isGate)('a restore detaches the replaced database whole, so that it can be restored', async () => {
  const first = await open();
  await backUp(dataDir, archive);
  await fill(first);
  const before = await contents(first);
  await first.close();
  const { replaced } = await restore(dataDir, archive);
  await (await open()).close();
  rmSync(files(dataDir).db, { recursive: true });
  renameSync(replaced!, files(dataDir).db);
  const back = await open();
  expect(await contents(back)).toEqual(before);
  await back.close();
});

test.skipIf(isGate)('a backup of a stopped database and its restore into another directory', async () => {
  const before = await filledAndClosed();
  expect(await backUp(dataDir, archive)).toEqual({ through: null });
  expect(statSync(archive).mode & 0o077).toBe(0);
  dataDir = `${dataDir}-copy`;
  await restore(dataDir, archive);
  const copy = await open();
  expect(await contents(copy)).toEqual(before);
  await copy.close();
});

test('a restore is refused while a process has the database open, and names it', async () => {
  const db = await open();
  await backUp(dataDir, archive);
  await expect(restore(dataDir, archive)).rejects.toThrow(`is in use by process ${process.pid}`);
  await db.close();
});

test('an archive that is not a backup is refused and the old data stay', async () => {
  const before = await filledAndClosed();
  writeFileSync(archive, 'not an archive');
  await expect(restore(dataDir, archive)).rejects.toThrow('cannot be restored');
  await expect(restore(dataDir, `${archive}.none`)).rejects.toThrow('does not exist');
  const same = await open();
  expect(await contents(same)).toEqual(before);
  await same.close();
});

test.skipIf(isGate)('a backup of a newer version is refused', async () => {
  const db = await open();
  await db.query(sql`insert into schema_migrations (name, hash) values ('9999_future', 'x')`);
  await db.close();
  await backUp(dataDir, archive);
  await expect(restore(dataDir, archive)).rejects.toThrow('newer version');
});

test('a backup is written in pieces, one after the other', async () => {
  await filledAndClosed();
  const db = await openDataDir(dataDir, 60_000);
  const sizes: number[] = [];
  let writing = 0;
  await db.dump(async ({ length }) => {
    expect(++writing).toBe(1);
    await new Promise(setImmediate);
    writing--;
    sizes.push(length);
  });
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 20);
  await db.close();
});

test('a backup that cannot be written to its end fails, and the database stays available', async () => {
  await filledAndClosed();
  const db = await openDataDir(dataDir, 60_000);
  await expect(db.dump(() => Promise.reject(new Error('no space')))).rejects.toThrow('no space');
  expect(await db.query(sql`select count(*) as n from memories`)).toEqual([{ n: 2000 }]);
  await backUp(dataDir, archive);
  await db.close();
});

test('a backup fails if the process that writes it cannot complete it', async () => {
  const control = (await openControl(folder))!;
  control.serve(async (write) => {
    await write(Buffer.alloc(1000));
    throw new Error('the process ended');
  });
  const draft = path.join(folder, 'draft');
  await expect(requestBackup(control.socket, createWriteStream(draft))).rejects.toThrow('ended before it was complete');
  control.serve(async () => {
    throw new Error('no files');
  });
  await expect(requestBackup(control.socket, createWriteStream(draft))).rejects.toThrow('no files');
  control.close();
});

test.skipIf(isGate)('an archive of an earlier version is restored', async () => {
  const before = await filledAndClosed();
  const pglite = await PGlite.create({ dataDir: files(dataDir).db, extensions: { vector, pg_trgm, btree_gin } });
  writeFileSync(archive, Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer()));
  await pglite.close();
  await restore(dataDir, archive);
  const restored = await open();
  expect(await contents(restored)).toEqual(before);
  await restored.close();
});

test('an archive is also the template of a database in memory', async () => {
  const before = await filledAndClosed();
  await backUp(dataDir, archive);
  const db = await openEmbedded({ files: null, template: archive, statementTimeoutMs: 60_000 });
  expect(await contents(db)).toEqual(before);
  await db.close();
});

test('an existing file is never overwritten, and no missing database is created', async () => {
  writeFileSync(archive, 'precious');
  await expect(backUp(dataDir, archive)).rejects.toThrow('exists already');
  await expect(backUp(path.join(folder, 'nothing'), `${archive}2`)).rejects.toThrow('no embedded database');
  expect(existsSync(`${archive}2`)).toBe(false);
});

test('a restore that was killed between its renames is undone at the next start', async () => {
  const before = await filledAndClosed();
  renameSync(files(dataDir).db, files(dataDir).previous);
  const again = await open();
  expect(await contents(again)).toEqual(before);
  await again.close();
});

test('a restore that was killed before it archived the replaced files archives them at the next start', async () => {
  await (await open()).close();
  mkdirSync(files(dataDir).previous);
  await (await open()).close();
  expect(readdirSync(dataDir)).toEqual(['db', expect.stringMatching(/^db\.replaced-/)]);
});

describe('on the command line', { timeout: 300_000 }, () => {
  const run = (script: string, args: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    });

  // The gate has e2e/contract/standalone.test.ts, which does the same with a running server.
  test.skipIf(isGate)('migrate, back up and restore', async () => {
    const env = { SERVICE_API_DATA_DIR: dataDir };
    expect(run('migrate', [], env)).toMatchObject({ status: 0, stdout: 'The schema is up to date.\n' });
    expect(run('backup', [archive], env)).toMatchObject({ status: 0, stdout: `${archive} written.\n` });
    const restored = run('restore', [archive], env);
    expect(restored.status).toBe(0);
    const replaced = new RegExp(`^${archive} restored into ${dataDir}\\.\nThe replaced database is in (\\S+);`).exec(restored.stdout)?.[1];
    expect(existsSync(replaced!)).toBe(true);
    const db = await openDatabase({ dataDir });
    expect(run('restore', [archive], env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`in use by process ${process.pid}`),
    });
    await db.close();
  });

  test.each([
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ])('%s of a server database names %s', (script, tool) => {
    const result = run(script, [], { DATABASE_URL: 'postgres://someone:hush-hush@db.example.com/app' });
    expect(result).toMatchObject({ status: 1, stderr: expect.stringContaining(`use ${tool}`) });
    expect(result.stderr).not.toContain('hush-hush');
  });
});
