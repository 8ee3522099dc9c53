interface Waiter {
  readonly grant: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** Lets a fixed number of callers work at once; the rest waits, first come, first served. */
export class Semaphore {
  readonly #permits: number;
  readonly #onIdle: () => void;
  readonly #waiting: Waiter[] = [];
  #taken = 0;

  /** @param onIdle called when the last permit is released and no caller waits */
  constructor(permits: number, onIdle: () => void = () => undefined) {
    this.#permits = permits;
    this.#onIdle = onIdle;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the next caller gets a permit without waiting. */
  get hasRoom(): boolean {
    return this.#taken < this.#permits;
  }

  /**
   * Takes a permit, at once if there is room.
   * @returns its release; calling it more than once does nothing. Rejects with the signal's reason
   * when the signal aborts the wait.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.hasRoom) this.#taken++;
    else await this.#wait(signal);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#release();
    };
  }

  /** Runs `work` with a permit. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Rejects everyone who waits; permits that are taken stay taken. */
  refuseAll(reason: unknown): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason);
  }

  /** The first waiter takes over the permit. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next.grant();
    else if (--this.#taken === 0) this.#onIdle();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve: grant, reject: refuse } = Promise.withResolvers<void>();
    const waiter = { grant, refuse };
    this.#waiting.push(waiter);
    const leave = (): void => {
      const place = this.#waiting.indexOf(waiter);
      if (place >= 0) this.#waiting.splice(place, 1);
      refuse(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }
}

/** A semaphore per key. Each exists as long as it has users. */
export class KeyedSemaphore {
  readonly #permits: number;
  readonly #byKey = new Map<string, Semaphore>();

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Take a permit of it at once: the semaphore is dropped when its last permit is released. */
  of(key: string): Semaphore {
    const known = this.#byKey.get(key) ?? new Semaphore(this.#permits, () => this.#byKey.delete(key));
    this.#byKey.set(key, known);
    return known;
  }

  /**
   * Runs `work` with a permit of this key. Rejects with the signal's reason if it is aborted
   * before.
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    return this.of(key).run(work, signal);
  }
}
