import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** What `GET /health/live` does while something else happens. */
export interface Poller {
  /** The slowest answer since this was last asked, in milliseconds; resolves when an answer that was asked for afterwards has come. */
  slowest(): Promise<number>;
  stop(): Promise<unknown>;
}

/** Starts to poll in a thread of its own (`poller.ts`). `capMs`: a poll that takes longer is given up, and counts as that. */
export function startPoller(url: string, capMs: number): Poller {
  // The options of the process are those of a test runner.
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
