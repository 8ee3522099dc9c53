import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { projectFile } from '#lib/base/db/root';
import '#lib/base/threads/wasm-code';
import { byteDotModule } from '#lib/memory/recall/retrieval/cached/byte-dot';
import { type ByteRows, MOST_THREADS, type PartResult, partsOf, type RowComparison } from './byte-rows.mjs';
import { BUSY, LEFT, TURN, takeFrom } from './compare-turns.mjs';

/**
 * Threads that compare vectors of very large banks together with the main thread, in the same
 * memory. Each takes rows until there are none, so the main thread waits for no more than the rows
 * that another one compares at the end. A thread that is not running at the moment takes none. If
 * one fails, the main thread compares everything, and none is used any more.
 *
 * The threads sleep until `control` has another turn, and are counted in it while they may read
 * anything of that turn. So the main thread can wait for them without returning to its event loop.
 */

/** What a thread receives at its start. */
export interface CompareThreadData {
  readonly control: Int32Array;
  /** see `ComparisonPart` */
  readonly bars: Float32Array;
  readonly port: MessagePort;
  /** its number, from 1 */
  readonly thread: number;
  readonly module: WebAssembly.Module;
}

/** Rows of a bank that threads share. */
export interface SharedRows {
  readonly dimensions: number;
  readonly memory: WebAssembly.Memory;
}

export interface CompareTask {
  readonly turn: number;
  /** what `share` returned */
  readonly id: number;
  readonly comparison: RowComparison;
}

export type CompareMessage = ({ readonly share: number } & SharedRows) | { readonly forget: number } | CompareTask;

/** What a thread found in its part of a turn. */
export interface CompareAnswer extends PartResult {
  readonly turn: number;
}

/** A thread needs microseconds for what it takes. */
const LIMIT_MS = 2_000;

/** One less than there are processors. */
const helpers = (): number => Math.min(MOST_THREADS, availableParallelism()) - 1;

export class CompareThreads {
  readonly #control = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  readonly #bars: Float32Array;
  readonly #size: number;
  readonly #limitMs: number;
  readonly #file: string;
  /** null: not started yet. Empty: they are not used. */
  #ports: MessagePort[] | null = null;
  #workers: Worker[] = [];
  #shared = 0;
  #turn = 0;
  /** parts of comparisons that threads have compared */
  answered = 0;
  readonly #forgotten = new FinalizationRegistry<number>((id) => {
    this.#send({ forget: id });
    this.#wake();
  });

  constructor({ size = helpers(), limitMs = LIMIT_MS, file = 'lib/memory/recall/retrieval/cached/compare-thread.mjs' } = {}) {
    this.#size = size;
    this.#limitMs = limitMs;
    this.#file = file;
    this.#bars = new Float32Array(new SharedArrayBuffer((1 + size) * Float32Array.BYTES_PER_ELEMENT));
  }

  /** The threads that are used. */
  get count(): number {
    return this.#ports?.length ?? this.#size;
  }

  /** Shares rows until their owner is collected as garbage. Returns their number. */
  share(owner: object, rows: SharedRows): number {
    this.#start();
    const id = ++this.#shared;
    this.#send({ share: id, ...rows });
    if (this.#ports!.length > 0) this.#forgotten.register(owner, id);
    return id;
  }

  /**
   * Begins a comparison in the threads. The returned function takes part in it, and returns what
   * each thread found. Nothing of the comparison may change in between, and no other may begin.
   */
  begin(id: number, rows: ByteRows, comparison: RowComparison): () => Int32Array[] {
    const parts = partsOf(comparison.size);
    if (this.#ports!.length === 0) return () => [alone(rows, comparison, parts)];
    const control = this.#control;
    Atomics.store(control, LEFT, 0);
    this.#join();
    const turn = ++this.#turn;
    this.#bars.fill(Number.NEGATIVE_INFINITY);
    this.#send({ turn, id, comparison });
    Atomics.store(control, LEFT, parts);
    this.#wake();
    return () => {
      if (turn !== this.#turn) throw new Error('Another comparison began before this one ended.');
      const own = rows.compare(comparison, { thread: 0, bars: this.#bars, take: () => takeFrom(control) });
      this.#join();
      const all = [own, ...this.#answers(turn)];
      if (all.reduce((sum, part) => sum + part.parts, 0) === parts) return all.map(({ slots }) => slots);
      // A thread took rows and did not compare them.
      this.#end();
      return [alone(rows, comparison, parts)];
    };
  }

  /** Ends the threads. Comparisons continue without them. */
  async close(): Promise<void> {
    await Promise.all(this.#end());
  }

  #end(): Promise<number>[] {
    this.#ports = [];
    return this.#workers.splice(0).map((worker) => worker.terminate());
  }

  #start(): void {
    if (this.#ports !== null) return;
    this.#ports = [];
    for (let thread = 1; thread <= this.#size; thread++) {
      const { port1, port2 } = new MessageChannel();
      const data: CompareThreadData = { control: this.#control, bars: this.#bars, port: port2, thread, module: byteDotModule() };
      const worker = new Worker(/* turbopackIgnore: true */ projectFile(this.#file), {
        // Flags of the process may have another meaning for a thread.
        execArgv: [],
        workerData: data,
        transferList: [port2],
        resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
      });
      worker.unref();
      worker.on('error', () => this.#end());
      worker.on('exit', () => this.#end());
      this.#workers.push(worker);
      this.#ports.push(port1);
    }
  }

  #send(message: CompareMessage): void {
    for (const port of this.#ports!) port.postMessage(message);
  }

  #wake(): void {
    Atomics.add(this.#control, TURN, 1);
    Atomics.notify(this.#control, TURN);
  }

  /** Waits for the threads that are at work. If one does not end, none is used any more. */
  #join(): void {
    const until = performance.now() + this.#limitMs;
    for (let busy = Atomics.load(this.#control, BUSY); busy > 0; busy = Atomics.load(this.#control, BUSY)) {
      if (performance.now() > until) return void this.#end();
      Atomics.wait(this.#control, BUSY, busy, this.#limitMs);
    }
  }

  #answers(turn: number): CompareAnswer[] {
    const found: CompareAnswer[] = [];
    for (const port of this.#ports!)
      for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
        const answer: CompareAnswer = received.message;
        if (answer.turn === turn) found.push(answer);
      }
    this.answered += found.length;
    return found;
  }
}

function alone(rows: ByteRows, comparison: RowComparison, parts: number): Int32Array {
  let left = parts;
  return rows.compare(comparison, { thread: 0, bars: Float32Array.of(Number.NEGATIVE_INFINITY), take: () => --left }).slots;
}

let threads: CompareThreads | undefined;
/** Those of this process. */
export function compareThreads(): CompareThreads {
  threads ??= new CompareThreads();
  return threads;
}
