import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { projectFile } from '#lib/base/db/root';

/**
 * Ends a process whose event loop has stopped answering. Such a process serves nobody, cannot be stopped by SIGTERM and holds the embedded
 * database against its successor, so whoever supervises it must be able to see that it is gone.
 */

/** An operation as it is named in the log: no text of any memory. */
export interface WatchedOperation {
  readonly id: string;
  readonly type: string;
}

export interface Watchdog {
  /** What is running now, for the line that is logged before the process ends. */
  setRunning(operations: readonly WatchedOperation[]): void;
  stop(): Promise<void>;
}

/** Its default action ends a process without a core dump; shells and containers show it as exit code 142. */
export const STALLED_SIGNAL = 'SIGALRM';

const TICK_MS = 1_000;
const SLOTS = { beat: 0, debugged: 1 } as const;

/**
 * Watches the event loop of this thread from a thread of its own.
 * @param seconds without an answer before the process ends; 0: it is not watched
 * @param tickMs between two looks; for tests
 */
export function startWatchdog(seconds: number, tickMs = TICK_MS): Watchdog {
  if (seconds === 0) return { setRunning: () => undefined, stop: async () => undefined };
  const shared = new SharedArrayBuffer(Object.keys(SLOTS).length * Int32Array.BYTES_PER_ELEMENT);
  const state = new Int32Array(shared);
  const beat = (): void => {
    Atomics.add(state, SLOTS.beat, 1);
    // A breakpoint holds this thread for as long as somebody looks at it.
    Atomics.store(state, SLOTS.debugged, inspector.url() === undefined ? 0 : 1);
  };
  beat();
  const thread = new Worker(/* turbopackIgnore: true */ projectFile('lib/api/monitoring/watchdog-thread.mjs'), {
    // Flags of the process may mean something else to a thread, or keep it from starting.
    execArgv: [],
    workerData: { shared, tickMs, ticks: Math.ceil((seconds * 1000) / tickMs), slots: SLOTS, signal: STALLED_SIGNAL },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  // A process that cannot be watched goes on unwatched.
  thread.on('error', () => undefined);
  const timer = setInterval(beat, tickMs / 2).unref();
  return {
    setRunning: (operations) => thread.postMessage(operations),
    stop: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
