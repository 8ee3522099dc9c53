#!/usr/bin/env node
/**
 * Runs the suites against one database and leaves their results in test-results/, which scripts/test-total.mjs adds up.
 *
 *   npm test                                     everything on the embedded database: install, lint, types, build, suites, journeys in a browser
 *   npm run test:database -- pg URL              unit and contract suites on a real PostgreSQL
 *   npm run test:database -- neon URL            the same through the Neon driver and a local WebSocket proxy
 *
 * Plain JavaScript without dependencies: on a fresh clone it runs before anything is installed, on whatever Node is there.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
const [database = 'embedded', url] = process.argv.slice(2);
if (!['embedded', 'pg', 'neon'].includes(database) || (database !== 'embedded' && !url)) {
  console.error('usage: scripts/test.mjs [embedded | pg URL | neon URL]');
  process.exit(2);
}

const env = {
  ...process.env,
  // Node 24 from the lock file first, whatever the machine has.
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  TEST_DATABASE: database,
  ...(url ? { TEST_DATABASE_URL: url } : {}),
};

/** How each step ended: a lint error or a crash beside the tests is in no report of theirs, and counts all the same. */
const steps = [];

/** @returns {boolean} whether the command ended well */
function run(title, command, args) {
  console.log(`\n── ${title} (${database})`);
  const started = Date.now();
  const { status } = spawnSync(path.join(bin, command), args, { cwd: root, env, stdio: 'inherit' });
  console.log(`── ${title}: ${status === 0 ? 'ok' : `FAILED (${status})`} in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  steps.push({ title, status });
  writeFileSync(path.join(root, 'test-results', `${database}-steps.json`), JSON.stringify(steps));
  return status === 0;
}

const suite = (name) =>
  run(`${name} suite`, 'vitest', [
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${database}-${name}.json`,
  ]);

await ensureInstalled(root);
mkdirSync(path.join(root, 'test-results'), { recursive: true });
for (const name of ['unit', 'contract', 'console']) rmSync(path.join(root, 'test-results', `${database}-${name}.json`), { force: true });

let ok = true;
if (database === 'embedded') {
  ok = run('lint', 'biome', ['check']) && ok;
  ok = run('types', 'tsc', ['--noEmit']) && ok;
}
await ensureBuilt(root);
ok = suite('unit') && ok;
ok = suite('contract') && ok;
if (database === 'embedded') {
  ensureChromium();
  ok = run('console suite', 'playwright', ['test']) && ok;
}
if (database === 'embedded' && !process.env.CI)
  spawnSync(path.join(bin, 'node'), ['scripts/test-total.mjs'], { cwd: root, env, stdio: 'inherit' });
process.exit(ok ? 0 : 1);
