import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocument, recall, retain } from '#e2e/faults/workload';
import { type Server, spawnServer, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';

const run = promisify(execFile);

/**
 * The standalone output, copied to an empty folder without the project and its packages, with an
 * empty store. The container image contains the same files.
 */

let root: string;
let store: Store;
let server: Server | undefined;

// The operator sets no key, as on a first start.
const start = (): Promise<Server> => startServer({ root, env: { ...store.env, SERVICE_API_BOOTSTRAP_KEY: '' } });

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'memory-bank-standalone-'));
  cpSync(path.resolve('.next/standalone'), root, { recursive: true });
  store = await openStore('embedded', 'empty');
});
afterAll(async () => {
  await server?.stop();
  await store?.drop();
  rmSync(root, { recursive: true, force: true });
});

it('a port in use ends the first start with only that error, and leaves the first key to the next start', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const PORT = String((other.address() as AddressInfo).port);
  const refused = spawnServer({ ...store.env, PORT, SERVICE_API_BOOTSTRAP_KEY: '' }, root);
  expect(await refused.ended).toBe(1);
  expect(refused.stdout()).toBe('');
  expect(refused.stderr()).toBe(
    `Memory Bank cannot start.\nPort ${PORT} on 127.0.0.1 is in use; stop that process or set PORT to another port.\n`,
  );
  expect(existsSync(path.join(store.env.SERVICE_API_DATA_DIR!, 'db'))).toBe(false);
  other.close();
});

it('starts, prints a key for all banks, retains and recalls, and accepts the key after a restart', async () => {
  server = await start();
  const key = /^\s*export KEY=(mbk_[0-9A-Za-z]{49})$/m.exec(server.stdout())?.[1];
  expect(key).toBeDefined();
  const client = { url: server.url, key: key! };
  const content = 'Ana: I moved to Porto in March because the studio there is cheaper.\nBen: I am allergic to cats.';
  expect((await retain(client, 'first', { content, document_id: 'chat' })).status).toBe(200);
  expect((await recall(client, 'first', 'Why did Ana move?'))[0]?.text).toContain('the studio there is cheaper');
  // long enough for a thread, whose files are outside the bundles
  const log = Array.from({ length: 60 }, (_, i) => `Ana: Plant number ${i} stands in the garden house.`).join('\n');
  expect((await retain(client, 'first', { content: log, document_id: 'log' })).status).toBe(200);
  expect(await readDocument(client, 'first', 'log')).toMatchObject({ original_text: log, memory_unit_count: 60 });
  expect(await server.stop()).toBe(0);

  server = await start();
  expect(server.stdout()).toMatch(
    /^Memory Bank is ready on http:\/\/127\.0\.0\.1:\d+ after \d+\.\d s\n\n {2}Reference {3}http\S+\/docs\n {2}Memories {4}in an embedded database in \S+\n\nThis service has no owner yet\.[^\n]+\n\n {2}http\S+\/setup\/\S+\n\n$/,
  );
  expect(server.stderr()).toBe('');
  const again = { url: server.url, key: key! };
  expect(await readDocument(again, 'first', 'chat')).toMatchObject({ original_text: content, memory_unit_count: 2 });
  expect((await recall(again, 'first', 'Who is allergic to what?'))[0]?.text).toContain('cats');
});

it('has the configuration of the build, although it contains no configuration file', async () => {
  const page = await fetch(`${server!.url}/login`);
  expect(page.status).toBe(200);
  expect(page.headers.get('x-powered-by')).toBeNull();
});

/** Makes Node report an older version. */
const OLDER = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });\n`;

it('says which Node it needs, and ends an older one with only that sentence', async () => {
  expect(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).engines).toEqual({ node: '>=24' });
  const older = path.join(root, 'older.cjs');
  writeFileSync(older, OLDER);
  const env = { ...process.env, ...store.env, NODE_OPTIONS: `--require ${older}` };
  const refused = { code: 1, stdout: '', stderr: 'Memory Bank needs Node 24 or newer; this is Node 20.1.0.\n' };
  for (const entry of ['serve.mjs', 'worker.mjs'])
    await expect(run(process.execPath, [entry], { cwd: root, env }), entry).rejects.toMatchObject(refused);
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const name of ['key', 'backup', 'restore', 'reset'])
    await expect(run('sh', ['-c', scripts[name]], { cwd: root, env }), name).rejects.toMatchObject(refused);
});

it('has the tools of an operator: a key, a backup while it runs, a password link, and a restore', async () => {
  const tool = (...words: string[]) => run('npm', ['run', '--silent', ...words], { cwd: root, env: { ...process.env, ...store.env } });
  expect((await tool('key')).stdout).toMatch(/^mbk_[0-9A-Za-z]{49}\n$/);
  const archive = path.join(root, 'backup.tar.gz');
  expect((await tool('backup', '--', archive)).stdout).toContain(`${archive} written by`);
  await expect(tool('reset', '--', 'nobody@example.com')).rejects.toMatchObject({ stderr: expect.stringContaining('no account') });
  await expect(tool('restore', '--', archive)).rejects.toMatchObject({ code: 1 });
  expect(await server!.stop()).toBe(0);
  server = undefined;
  expect((await tool('restore', '--', archive)).stdout).toContain('restored into');
});
