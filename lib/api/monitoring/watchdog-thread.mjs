/**
 * The thread of `watchdog.ts`: counts its own ticks without a beat of the main thread, and ends the
 * process after too many.
 */
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { shared, tickMs, ticks, slots, signal } = workerData;
const state = new Int32Array(shared);
let operations = [];
let lastBeat = Atomics.load(state, slots.beat);
let missed = 0;

parentPort.on('message', (running) => {
  operations = running;
});

const STDERR = 2;

function endProcess() {
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    seconds: Math.round((missed * tickMs) / 1000),
    operations,
    msg: 'the event loop does not answer: the process ends so that it can be restarted',
  };
  try {
    writeSync(STDERR, `${JSON.stringify(line)}\n`);
  } finally {
    // The main thread cannot run a handler any more: the default action of the signal ends the
    // process, even during JavaScript.
    process.kill(process.pid, process.platform === 'win32' ? 'SIGKILL' : signal);
  }
}

/**
 * Ticks are counted, not time: while the machine sleeps or the process is suspended, this thread
 * does not tick either, and the first beat afterwards restarts the count.
 */
setInterval(() => {
  const beat = Atomics.load(state, slots.beat);
  const isPaused = Atomics.load(state, slots.debugged) === 1;
  missed = beat === lastBeat && !isPaused ? missed + 1 : 0;
  lastBeat = beat;
  if (missed === ticks) endProcess();
}, tickMs);
