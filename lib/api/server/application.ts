import path from 'node:path';
import { entry, type RunningApp } from '#lib/api/entry';
import { ignoreBrokenPipes } from '#lib/api/server/broken-pipes';
import { type Address, prepareEnvironment } from '#lib/api/server/environment';
import { loadBuiltConfig } from '#lib/api/server/framework';

/** The folder of the project, or of the standalone output. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface Options {
  readonly dev?: boolean;
  /**
   * Binds the port, and returns the reason if that fails, otherwise null. Without it, the
   * application does not listen.
   */
  readonly listen?: (address: Address) => Promise<string | null>;
}

/** Opens the application: its store is open and its background work has begun. */
export async function openApplication({ dev = false, listen }: Options = {}) {
  ignoreBrokenPipes();
  process.chdir(ROOT);
  const address = prepareEnvironment(dev);
  const { default: next } = await import('next');
  const app = next({ dev, dir: ROOT, hostname: address.host, port: address.port });
  const booted = new Promise<RunningApp>((resolve) => {
    entry.onBooted = resolve;
  });
  if (listen) entry.listen = () => listen(address);
  if (!dev) await loadBuiltConfig(ROOT);
  await app.prepare();
  return { app, host: address.host, running: await booted };
}
