import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Polls `GET /health/live` while something else happens. */
export interface Poller {
  /**
   * The slowest answer since the last call, in milliseconds; resolves after a poll that began after
   * the call has ended.
   */
  slowest(): Promise<number>;
  stop(): Promise<unknown>;
}

/**
 * Starts to poll in a separate thread (`poller.ts`). A poll that takes longer than `capMs` is
 * aborted and counts as `capMs`.
 */
export function startPoller(url: string, capMs: number): Poller {
  // A thread inherits the options of its process, which are those of the test runner.
  const worker = new Worker(path.join(import.meta.dirname, 'poller.ts'), { workerData: { url, capMs }, execArgv: [] });
  return {
    slowest: () =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (milliseconds: number) => {
          worker.off('error', reject);
          resolve(milliseconds);
        });
        worker.postMessage(null);
      }),
    stop: () => worker.terminate(),
  };
}
