import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Polls `GET /health/live` continuously over its own connection, in a separate thread that the
 * tests cannot delay. It answers a message when a poll that began after the message has ended. The
 * answer is the slowest poll since the last message, in milliseconds. A poll that exceeds `capMs`
 * is aborted and counts as `capMs`.
 */
const { url, capMs } = workerData as { url: string; capMs: number };
const PAUSE_MS = 2;

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let slowest = 0;
let isAsked = false;

const poll = (): Promise<void> =>
  new Promise((resolve) => {
    const request = http.get(`${url}/health/live`, { agent, signal: AbortSignal.timeout(capMs) }, (response) => {
      response.resume();
      response.on('close', resolve);
    });
    // The parent process detects a server that has ended.
    request.on('error', () => setTimeout(resolve, PAUSE_MS));
  });

parentPort?.on('message', () => {
  isAsked = true;
});

for (;;) {
  const answers = isAsked;
  const begun = performance.now();
  await poll();
  slowest = Math.max(slowest, performance.now() - begun);
  if (answers) {
    parentPort?.postMessage(slowest);
    slowest = 0;
    isAsked = false;
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
