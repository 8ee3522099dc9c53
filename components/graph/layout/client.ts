import type { Coordinates, LayoutTask, OnProgress, WorkerMessage, WorkerRequest } from '#components/graph/layout/task';

/** The caller canceled the work. */
export class Cancelled extends Error {}

interface Waiting {
  readonly resolve: (message: WorkerMessage) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: OnProgress;
}

/**
 * The page's interface to the layout worker. Starts the worker on first use and after a
 * cancellation.
 */
export class Layouter {
  #worker: Worker | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  layout(task: LayoutTask, onProgress: OnProgress = () => undefined): Promise<Coordinates> {
    return this.#ask({ id: this.#next(), kind: 'layout', task }, onProgress).then(
      (message) => (message as Extract<WorkerMessage, { kind: 'laid' }>).laid,
    );
  }

  /** `former`: the community of each node, null if unknown; or null to find new ones. */
  groups(task: Pick<LayoutTask, 'nodes' | 'edges'>, former: readonly (number | null)[] | null): Promise<Int32Array> {
    return this.#ask({ id: this.#next(), kind: 'groups', task, former }, () => undefined).then(
      (message) => (message as Extract<WorkerMessage, { kind: 'groups' }>).groups,
    );
  }

  /** Rejects all pending work with `Cancelled`. */
  cancel(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Cancelled());
    this.#waiting.clear();
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }

  #ask(asked: WorkerRequest, onProgress: OnProgress): Promise<WorkerMessage> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.id, { resolve, reject, onProgress });
      worker.postMessage(asked);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      if (data.kind === 'progress') return waiting.onProgress(data.share, data.laid);
      this.#waiting.delete(data.id);
      if (data.kind === 'failed') waiting.reject(new Error(data.why));
      else waiting.resolve(data);
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message || 'the layout stopped'));
      this.#waiting.clear();
    };
    return worker;
  }
}
