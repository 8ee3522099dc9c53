import { parentPort } from 'node:worker_threads';
import { present } from '#lib/base/defined';
import { type ReadingTask, Sessions } from '#lib/memory/retain/reading-tasks';

/**
 * The entry file of a reading thread; `lib/base/threads/thread-pool.ts` documents the protocol. It
 * is not bundled. It runs as source under `next start`, in the standalone output, in scripts and in
 * tests. `next.config.mjs` lists its imports for the standalone output.
 */

type Message = { readonly session: number; readonly task: ReadingTask } | { readonly end: number };

const sessions = new Sessions();
const port = present(parentPort);

port.on('message', (message: Message) => {
  if ('end' in message) sessions.end(message.end);
  else port.postMessage(sessions.run(message.session, message.task));
});
port.postMessage({ ready: true });
