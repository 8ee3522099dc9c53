import type { Asked, Laid, LayoutTask, OnProgress, Told } from '#components/graph/layout/task';

/** Ended by whoever asked. */
export class Cancelled extends Error {}

interface Waiting {
  readonly resolve: (told: Told) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: OnProgress;
}

/** The worker as it is asked from the page. It is started when it is needed first, and anew after a cancel. */
export class Layouter {
  #worker: Worker | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  layout(task: LayoutTask, onProgress: OnProgress = () => undefined): Promise<Laid> {
    return this.#ask({ id: this.#next(), kind: 'layout', task }, onProgress).then((told) => (told as Extract<Told, { kind: 'laid' }>).laid);
  }

  groups(task: Pick<LayoutTask, 'nodes' | 'edges'>): Promise<Int32Array> {
    return this.#ask({ id: this.#next(), kind: 'groups', task }, () => undefined).then(
      (told) => (told as Extract<Told, { kind: 'groups' }>).groups,
    );
  }

  /** Whatever is under way ends with `Cancelled`. */
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

  #ask(asked: Asked, onProgress: OnProgress): Promise<Told> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.id, { resolve, reject, onProgress });
      worker.postMessage(asked);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
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
