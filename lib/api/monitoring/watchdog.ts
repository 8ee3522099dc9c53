import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { projectFile } from '#lib/base/db/root';

/**
 * Ends a process whose event loop is blocked. Such a process does not respond, ignores SIGTERM, and
 * blocks the embedded database for its successor. Its supervisor only restarts it if it ends.
 */

/** An operation in the log, without memory text. */
export interface WatchedOperation {
  readonly id: string;
  readonly type: string;
}

export interface Watchdog {
  /** The operations that are running, for the log line before the process ends. */
  setRunning(operations: readonly WatchedOperation[]): void;
  stop(): Promise<void>;
}

/**
 * Its default action ends a process without a core dump; shells and containers show it as exit code
 * 142.
 */
export const STALLED_SIGNAL = 'SIGALRM';

const TICK_MS = 1_000;
const SLOTS = { beat: 0, debugged: 1 } as const;

/**
 * Watches the event loop of this thread from a separate thread.
 * @param seconds without an answer before the process ends; 0: off
 * @param tickMs interval of the checks; for tests
 */
export function startWatchdog(seconds: number, tickMs = TICK_MS): Watchdog {
  if (seconds === 0) return { setRunning: () => undefined, stop: async () => undefined };
  const shared = new SharedArrayBuffer(Object.keys(SLOTS).length * Int32Array.BYTES_PER_ELEMENT);
  const state = new Int32Array(shared);
  const beat = (): void => {
    Atomics.add(state, SLOTS.beat, 1);
    // A breakpoint pauses this thread for any length of time.
    Atomics.store(state, SLOTS.debugged, inspector.url() === undefined ? 0 : 1);
  };
  beat();
  const thread = new Worker(/* turbopackIgnore: true */ projectFile('lib/api/monitoring/watchdog-thread.mjs'), {
    // Flags of the process may have another meaning for a thread, or prevent its start.
    execArgv: [],
    workerData: { shared, tickMs, ticks: Math.ceil((seconds * 1000) / tickMs), slots: SLOTS, signal: STALLED_SIGNAL },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  // If the watchdog cannot start, the process continues without it.
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
