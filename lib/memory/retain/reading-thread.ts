import { parentPort } from 'node:worker_threads';
import { present } from '#lib/base/defined';
import { type ReadingTask, Sessions } from '#lib/memory/retain/reading-tasks';

/**
 * The file that a reading thread runs (`lib/base/threads/thread-pool.ts` has the protocol). It lies outside every bundle, and runs as it is
 * under `next start`, in the standalone output, in scripts and in tests; `next.config.mjs` lists what it imports for the output.
 */

type Message = { readonly session: number; readonly task: ReadingTask } | { readonly end: number };

const sessions = new Sessions();
const port = present(parentPort);

port.on('message', (message: Message) => {
  if ('end' in message) sessions.end(message.end);
  else port.postMessage(sessions.run(message.session, message.task));
});
port.postMessage({ ready: true });
