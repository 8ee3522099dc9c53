/** So many calls of one organisation at once in this process, first come, first served. */
export const CALLS_AT_ONCE = 4;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

export class Turns {
  private readonly queues = new Map<string, Queue>();
  private readonly atOnce: number;

  constructor(atOnce: number = CALLS_AT_ONCE) {
    this.atOnce = atOnce;
  }

  /** Throws the signal's reason when it is aborted before its turn. */
  async take<T>(orgId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const queue = this.queues.get(orgId) ?? { running: 0, waiting: [] };
    this.queues.set(orgId, queue);
    if (queue.running >= this.atOnce) await this.wait(queue, signal);
    else queue.running++;
    try {
      return await work();
    } finally {
      this.leave(orgId, queue);
    }
  }

  private wait(queue: Queue, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', gone);
        resolve();
      };
      const gone = () => {
        queue.waiting.splice(queue.waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', gone, { once: true });
      queue.waiting.push(go);
    });
  }

  /** Whoever waits takes over the place. */
  private leave(orgId: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) next();
    else if (--queue.running === 0) this.queues.delete(orgId);
  }
}
