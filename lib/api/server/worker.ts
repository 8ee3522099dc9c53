import os from 'node:os';
import { entry } from '#lib/api/entry';
import { openApplication } from '#lib/api/server/application';
import { onShutdown } from '#lib/api/server/shutdown';

/**
 * Background work in a separate process. It opens the same application as `serve.ts`, without a
 * port; any number of these may work on one database. Resolves when it is working; it ends with the
 * process.
 */
export async function work(): Promise<void> {
  entry.isWorker = true;
  // A process that answers callers has priority.
  os.setPriority(5);
  const { running } = await openApplication();
  // Nothing else prevents the process from ending while there is nothing to do.
  const alive = setInterval(() => {}, 60_000);
  onShutdown(async () => {
    clearInterval(alive);
    await running.stop();
  });
  process.stdout.write(`Memory Bank works off background operations, at work after ${(performance.now() / 1000).toFixed(1)} s\n`);
}
