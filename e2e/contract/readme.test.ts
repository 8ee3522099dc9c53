import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { defined } from '#lib/base/defined';

/** The commands and code that README.md shows, on a started server. */

const PROJECT = path.resolve(import.meta.dirname, '../..');
const README = readFileSync(path.join(PROJECT, 'README.md'), 'utf8');

/** Returns the first block of a language that contains these words. */
const blockOf = (language: string, words: string): string =>
  defined(
    [...README.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
      .map(([, code]) => code)
      .find((code) => code?.includes(words)),
  );

let store: Store;
let server: Server;
beforeAll(async () => {
  store = await openStore();
  server = await startServer({ env: store.env });
});
afterAll(async () => {
  await server?.stop();
  await store?.drop();
});

/** Runs a program as a reader of README.md does, with `KEY` set. Returns its output. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, KEY: server.key, SERVICE_API_URL: server.url };
  return (await promisify(execFile)(program, args, { cwd: PROJECT, env, timeout: 60_000 })).stdout;
}
const here = (code: string): string => code.replaceAll('http://127.0.0.1:3000', server.url);

describe('README.md', () => {
  it('retains and recalls with curl', async () => {
    const output = await run('bash', ['-euc', here(blockOf('sh', 'curl'))]);
    expect(output).toContain('"success":true');
    expect(output).toContain('because the studio there is cheaper');
  });

  it('retains and recalls with the official client', async () => {
    const output = await run(process.execPath, ['--input-type=module-typescript', '-e', here(blockOf('ts', 'HindsightClient'))]);
    expect(output.trim()).toBe('Ana prefers the window seat.');
  });

  it('imports a file of another memory store', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-readme-'));
    const file = path.join(folder, 'memories.json');
    const command = defined(/`(SERVICE_API_KEY=\$KEY npm run import -- FILE --bank ID)`/.exec(README)?.[1])
      .replace('FILE', file)
      .replace('ID', 'brought');
    try {
      writeFileSync(file, JSON.stringify({ results: [{ id: 'm1', memory: 'Ana prefers tea.', hash: 'a', user_id: 'ana' }] }));
      expect(await run('bash', ['-euc', `${command} --dry-run`])).toContain('creates the bank brought: 1 document, 1 fact');
      const output = await run('bash', ['-euc', command]);
      expect(output).toContain('export of mem0 with 1 memory');
      expect(output).toContain('imported: 1 document, 1 fact');
      expect(await run('bash', ['-euc', command])).toContain('skipped: 1 document');
      writeFileSync(file, 'no export');
      await expect(run('bash', ['-euc', command])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Known formats'),
      });
      await expect(run('bash', ['-euc', `${command} --mode none`])).rejects.toMatchObject({ code: 2 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('runs the demo', async () => {
    const command = defined(/`(npm run demo -- \$KEY)`/.exec(README)?.[1]);
    expect(await run('bash', ['-euc', command])).toContain('demo');
  });
});
