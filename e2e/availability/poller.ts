import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks `GET /health/live` again and again over a connection of its own, in a thread of its own: what the tests do at the same time cannot
 * delay it. On a message it answers, as soon as a poll that began after the message has ended, the slowest poll since the last message in
 * milliseconds. A poll that takes longer than `capMs` is given up, and counts as that.
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
    // A server that has ended is noticed by whoever started it.
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
