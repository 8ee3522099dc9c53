// @ts-check
/**
 * A thread that compares vectors; see `compare-threads.ts`. Plain JavaScript outside the bundle: it
 * is the same file under `next start`, in the standalone output, in scripts and in tests.
 */
import os from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { ByteRows } from './byte-rows.mjs';
import { BUSY, TURN, takeFrom } from './compare-turns.mjs';

/** @import { CompareAnswer, CompareMessage, CompareTask } from './compare-threads.ts' */
/** @import { CompareThreadData } from './compare-threads.ts' */

/** @type {CompareThreadData} */
const { control, bars, port, thread, module } = workerData;
// The thread that answers callers has priority. On other systems this would apply to the process.
if (process.platform === 'linux') os.setPriority(5);

/** A sleeping thread collects no garbage by itself, and the memory of a bank is hundreds of MB. */
setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');

/** @type {Map<number, ByteRows>} */
const shared = new Map();
/** @type {CompareTask | null} */
let task = null;

function receive() {
  for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
    /** @type {CompareMessage} */
    const message = received.message;
    if ('turn' in message) task = message;
    else if ('forget' in message) {
      shared.delete(message.forget);
      collectGarbage();
    } else shared.set(message.share, new ByteRows(message.dimensions, module, message.memory));
  }
}

/** An answer to nothing. @type {CompareAnswer} */
const FAILED = { turn: 0, slots: new Int32Array(0), parts: 0 };

/**
 * @param {number} first what the thread has taken
 * @returns {CompareAnswer}
 */
function compare(first) {
  // The task was sent before anything could be taken.
  receive();
  const [current, rows] = [task, task && shared.get(task.id)];
  task = null;
  if (!current || !rows) return FAILED;
  /** @type {number | null} */
  let next = first;
  const take = () => {
    const taken = next ?? takeFrom(control);
    next = null;
    return taken;
  };
  try {
    return { turn: current.turn, ...rows.compare(current.comparison, { thread, bars, take }) };
  } catch {
    return FAILED;
  }
}

for (let turn = 0; ; ) {
  Atomics.wait(control, TURN, turn);
  turn = Atomics.load(control, TURN);
  Atomics.add(control, BUSY, 1);
  const first = takeFrom(control);
  if (first >= 0) port.postMessage(compare(first));
  else receive();
  Atomics.sub(control, BUSY, 1);
  Atomics.notify(control, BUSY);
}
