/**
 * `npm start` and `npm run worker`: installs and builds what is missing or outdated, then starts
 * the server or the worker. It runs in this process if Node is new enough, so that there is one
 * process to monitor and stop; otherwise in the pinned Node.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onParentEnd } from './parent.mjs';
import { ensureBuilt, ensureInstalled, pinnedNode, SERVER_FLAGS } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The server is TypeScript, which older versions cannot run. */
const isNewEnough = Boolean(process.features.typescript);

const USAGE = `npm start          serves, and does background work unless SERVICE_API_RUN_WORKER is false
npm run worker     does background work alone, on a server database

Neither takes arguments: all settings are environment variables, listed in .env.example.`;

const words = process.argv.slice(2);
const entry = words[0] === 'worker' ? 'worker.mjs' : 'serve.mjs';
const unknown = words.slice(entry === 'worker.mjs' ? 1 : 0);
if (unknown.length > 0) {
  const asks = unknown.some((word) => word === '--help' || word === '-h');
  console[asks ? 'log' : 'error'](asks ? USAGE : `Unknown: ${unknown.join(' ')}\n\n${USAGE}`);
  process.exit(asks ? 0 : 2);
}

// Only if npm started the process, and not for a process in the background of a shell that may end
// before it.
if (process.env.npm_lifecycle_event) onParentEnd(() => process.kill(process.pid, 'SIGTERM'));

async function runElsewhere() {
  const child = spawn(pinnedNode(root), [...SERVER_FLAGS, path.join(root, 'scripts', entry)], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

try {
  await ensureInstalled(root);
  await ensureBuilt(root);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
if (!isNewEnough) await runElsewhere();
else await import(`./${entry}`);
