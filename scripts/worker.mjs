/**
 * Background work in a process of its own: `npm run worker` in the project, `node worker.mjs` in the standalone output. The very application
 * that `serve.mjs` opens, listening nowhere; any number of these may work on one database.
 */
import os from 'node:os';
import { open } from './serve.mjs';

/** Read by `lib/api/boot.ts`. */
const WORKER = Symbol.for('memory-bank.worker');

/** Resolves when it is at work; it ends with the process. */
export async function work({ begun = performance.now() } = {}) {
  globalThis[WORKER] = true;
  // Beside a process that answers somebody, that one goes first.
  os.setPriority(5);
  const { running } = await open();
  // Nothing else holds the process while there is nothing to do.
  const alive = setInterval(() => {}, 60_000);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    clearInterval(alive);
    await running.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(`Memory Bank works off background operations, at work after ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
}

if (process.argv[1] === import.meta.filename) await work();
