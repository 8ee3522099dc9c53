import { setTimeout as delay } from 'node:timers/promises';
import { callerSignal, hungUp } from '#lib/base/db/caller';
import { busy } from '#lib/base/db/errors';
import { KeyedSemaphore, Semaphore } from '#lib/base/semaphore';

/**
 * Takes a permit. Rejects as busy if there is none within `patienceMs`, and if the caller
 * disconnects.
 */
async function acquire(semaphore: Semaphore, patienceMs: number | undefined): Promise<() => void> {
  if (semaphore.hasRoom) return semaphore.acquire();
  const leaving = new AbortController();
  const caller = callerSignal();
  if (caller?.aborted) throw hungUp();
  const hangUp = (): void => leaving.abort(hungUp());
  caller?.addEventListener('abort', hangUp, { once: true });
  const timer =
    patienceMs === undefined
      ? undefined
      : setTimeout(() => leaving.abort(busy(new Error(`Too many wait for the same: no turn within ${patienceMs} ms.`))), patienceMs);
  try {
    return await semaphore.acquire(leaving.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', hangUp);
  }
}

/**
 * One session, many callers: first come, first served. A statement is one turn; a transaction has
 * its turn until it ends. Any other sharing would let streams of statements starve transactions.
 */
export class FairQueue {
  #freeSince = performance.now();
  readonly #session = new Semaphore(1, () => {
    this.#freeSince = performance.now();
  });

  get waiting(): number {
    return this.#session.waiting;
  }

  get busy(): boolean {
    return !this.#session.hasRoom;
  }

  /**
   * @returns a function that ends the turn; calling it again does nothing. Rejects as busy if the
   * turn does not come in time, and leaves the queue if the caller disconnects.
   */
  turn(patienceMs?: number): Promise<() => void> {
    return acquire(this.#session, patienceMs);
  }

  /**
   * Waits until nobody has had a turn for `quietMs`, and at most `atMostMs`. A caller requests
   * several turns, milliseconds apart: long work that returned at once would run between any two of
   * them.
   */
  async lull(quietMs: number, atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs;
    for (;;) {
      const now = performance.now();
      const left = this.busy ? quietMs : this.#freeSince + quietMs - now;
      if (left <= 0 || now >= until) return;
      await delay(Math.min(left, until - now));
    }
  }

  /** Rejects all waiting callers with `reason`; the current turn is not affected. */
  refuseAll(reason: unknown): void {
    this.#session.refuseAll(reason);
  }
}

/** Named lines of callers. A line exists as long as it has callers. */
export class Lines {
  readonly #lines = new KeyedSemaphore(1);
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const end = await acquire(this.#lines.of(name), this.#patienceMs);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
