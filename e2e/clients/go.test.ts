import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';

/**
 * The Go client's own integration tests against this server. Its generated models reject unknown
 * fields, so they show whether an answer contains only what the contract defines. The tests send no
 * key.
 */

const run = promisify(execFile);
const MODULE = 'github.com/vectorize-io/hindsight/hindsight-clients/go';
const GO_MS = 600_000;

/**
 * The source of the client: a checkout in HINDSIGHT_GO_CLIENT, otherwise the newest module. Null if
 * neither is available.
 */
async function sourceOf(): Promise<string | null> {
  if (process.env.HINDSIGHT_GO_CLIENT) return process.env.HINDSIGHT_GO_CLIENT;
  try {
    const { stdout } = await run('go', ['mod', 'download', '-json', `${MODULE}@latest`], { cwd: tmpdir(), timeout: GO_MS });
    return (JSON.parse(stdout) as { Dir: string }).Dir;
  } catch {
    return null;
  }
}

let source: string | null = null;
let folder: string | undefined;
let store: Store | undefined;
let server: Server | undefined;

beforeAll(async () => {
  source = await sourceOf();
  if (source === null) return console.warn(`Left out: Go is missing, or ${MODULE} cannot be reached.`);
  folder = mkdtempSync(path.join(tmpdir(), 'go-client-'));
  cpSync(source, folder, { recursive: true });
  store = await openStore('embedded');
  server = await startServer({ env: { ...store.env, SERVICE_API_ANONYMOUS_ACCESS: 'true' } });
}, GO_MS);
afterAll(async () => {
  await server?.stop();
  await store?.drop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

it('the integration tests of the Go client pass', async ({ skip }) => {
  skip(source === null, 'the module cannot be reached');
  const env = { ...process.env, HINDSIGHT_API_URL: server!.url };
  const { stdout } = await run('go', ['test', '-count=1', '-tags', 'integration', '-v', '.'], { cwd: folder, env, timeout: GO_MS });
  const passed = stdout.match(/^--- PASS: /gm) ?? [];
  expect(passed.length).toBeGreaterThan(10);
  expect(stdout).not.toContain('--- SKIP');
});
