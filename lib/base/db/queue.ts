import { setTimeout as delay } from 'node:timers/promises';
import { callerSignal, hungUp } from '#lib/base/db/caller';
import { busy } from '#lib/base/db/errors';

interface Waiter {
  readonly grant: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * One session, many callers: first come, first served. A bare statement is one turn, a transaction keeps its turn until it ends;
 * sharing turns otherwise would let streams of bare statements starve transactions.
 */
export class FairQueue {
  #busy = false;
  #freeSince = performance.now();
  readonly #waiting: Waiter[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /**
   * @returns what ends the turn; calling it more than once does nothing. Rejects as busy when the turn does not come in time, and leaves
   * the queue when the caller hangs up.
   */
  async turn(patienceMs?: number): Promise<() => void> {
    if (this.#busy) await this.#wait(patienceMs);
    this.#busy = true;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.#waiting.shift();
      if (next) next.grant();
      else this.#free();
    };
  }

  #free(): void {
    this.#busy = false;
    this.#freeSince = performance.now();
  }

  /**
   * Waits until nobody has had a turn for `quietMs`, and no longer than `atMostMs`. A caller asks for several turns, milliseconds apart: long
   * work that comes back at once would come between any two of them.
   */
  async lull(quietMs: number, atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs;
    for (;;) {
      const now = performance.now();
      const left = this.#busy ? quietMs : this.#freeSince + quietMs - now;
      if (left <= 0 || now >= until) return;
      await delay(Math.min(left, until - now));
    }
  }

  #wait(patienceMs: number | undefined): Promise<void> {
    const { promise, resolve: grant, reject: refuse } = Promise.withResolvers<void>();
    const waiter = { grant, refuse };
    this.#waiting.push(waiter);
    const leave = (reason: unknown): void => {
      const place = this.#waiting.indexOf(waiter);
      if (place >= 0) this.#waiting.splice(place, 1);
      refuse(reason);
    };
    const gone = callerSignal();
    const hangUp = (): void => leave(hungUp());
    gone?.addEventListener('abort', hangUp, { once: true });
    const timer =
      patienceMs === undefined
        ? undefined
        : setTimeout(() => leave(busy(new Error(`Too many wait for the same: no turn within ${patienceMs} ms.`))), patienceMs);
    return promise.finally(() => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', hangUp);
    });
  }

  /** Those who wait get `reason`; whoever has the turn keeps it. */
  refuseAll(reason: unknown): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason);
  }
}

/** Lines of callers under names of their own: each is there as long as somebody stands in it. */
export class Lines {
  readonly #lines = new Map<string, FairQueue>();
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? new FairQueue();
    this.#lines.set(name, line);
    const end = await line.turn(this.#patienceMs);
    try {
      return await work();
    } finally {
      end();
      if (!line.busy) this.#lines.delete(name);
    }
  }
}
