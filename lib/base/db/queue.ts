import { setTimeout as delay } from 'node:timers/promises';
import { callerSignal, hungUp } from '#lib/base/db/caller';
import { busy } from '#lib/base/db/errors';
import { KeyedSemaphore, Semaphore } from '#lib/base/semaphore';

/** Takes a permit. Rejects as busy when there is none within `patienceMs`, and when the caller hangs up. */
async function acquire(semaphore: Semaphore, patienceMs: number | undefined): Promise<() => void> {
  if (semaphore.hasRoom) return semaphore.acquire();
  const leaving = new AbortController();
  const gone = callerSignal();
  const hangUp = (): void => leaving.abort(hungUp());
  gone?.addEventListener('abort', hangUp, { once: true });
  const timer =
    patienceMs === undefined
      ? undefined
      : setTimeout(() => leaving.abort(busy(new Error(`Too many wait for the same: no turn within ${patienceMs} ms.`))), patienceMs);
  try {
    return await semaphore.acquire(leaving.signal);
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', hangUp);
  }
}

/**
 * One session, many callers: first come, first served. A bare statement is one turn, a transaction keeps its turn until it ends;
 * sharing turns otherwise would let streams of bare statements starve transactions.
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
   * @returns what ends the turn; calling it more than once does nothing. Rejects as busy when the turn does not come in time, and leaves
   * the queue when the caller hangs up.
   */
  turn(patienceMs?: number): Promise<() => void> {
    return acquire(this.#session, patienceMs);
  }

  /**
   * Waits until nobody has had a turn for `quietMs`, and no longer than `atMostMs`. A caller asks for several turns, milliseconds apart: long
   * work that comes back at once would come between any two of them.
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

  /** Those who wait get `reason`; whoever has the turn keeps it. */
  refuseAll(reason: unknown): void {
    this.#session.refuseAll(reason);
  }
}

/** Lines of callers under names of their own: each is there as long as somebody stands in it. */
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
