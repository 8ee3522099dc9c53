import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { defined } from '#lib/base/defined';

/**
 * Worker threads for pure work that would block the main thread.
 *
 * A *session* is the work of one request. All its tasks run in order in the same thread, which may
 * store state for it: the caller awaits each task before it runs the next. A *task* is one message
 * to the thread and one answer. A thread takes tasks in the order in which they arrive. So sessions
 * that share it take turns, and none waits for more than one task of each other session.
 *
 * This is our own code, and not a package such as Piscina, because those choose a thread for each
 * task: they have neither sessions nor turns.
 *
 * Protocol with the file of the thread: it posts one message of any kind once it is loaded, then
 * answers each `{ session, task }` with one message. `{ end: session }` ends a session and is not
 * answered.
 */

/**
 * The task did not end normally: its thread was terminated or died. Other tasks continue in a new
 * thread.
 */
export class ThreadFailure extends Error {
  readonly timedOut: boolean;
  constructor(message: string, options: ErrorOptions & { readonly timedOut: boolean }) {
    super(message, options);
    this.name = 'ThreadFailure';
    this.timedOut = options.timedOut;
  }
}

export interface ThreadPoolSettings {
  /** absolute path of the file that the threads run */
  readonly file: string;
  /** for one task; a thread that takes longer is terminated */
  readonly limitMs: number;
  /** a thread with a larger heap dies, and its task fails */
  readonly heapMb: number;
  /** the most threads; by default one less than there are processors, and at most four */
  readonly size?: number;
}

export interface ThreadSession<Task, Answer> {
  /** Rejects with `ThreadFailure`, or at once with the reason of the session's signal. */
  run(task: Task): Promise<Answer>;
  end(): void;
}

export interface ThreadPool<Task, Answer> {
  session(signal: AbortSignal): ThreadSession<Task, Answer>;
  /** Ends all threads. Running and waiting tasks fail. */
  close(): Promise<void>;
}

/** Loading a thread's file takes half a second on a quiet machine. */
const START_MS = 60_000;

interface QueuedTask<Task, Answer> {
  readonly session: number;
  readonly task: Task;
  /** only the first call of the two counts */
  readonly settle: (answer: Answer) => void;
  readonly fail: (reason: unknown) => void;
}

const defaultSize = (): number => Math.min(4, Math.max(1, availableParallelism() - 1));

/** Node 22.18 and later run TypeScript without a flag. */
const EXEC_ARGV = process.features.typescript ? [] : ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

class Thread<Task, Answer> {
  readonly #settings: ThreadPoolSettings;
  readonly #queue: QueuedTask<Task, Answer>[] = [];
  #worker: Worker | null = null;
  #isReady = false;
  #running: QueuedTask<Task, Answer> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** open sessions */
  sessions = 0;

  constructor(settings: ThreadPoolSettings) {
    this.#settings = settings;
  }

  add(task: QueuedTask<Task, Answer>): void {
    if (this.#isClosed) task.fail(closed());
    else this.#queue.push(task);
    this.#next();
  }

  /** Removes a task from the queue; a running one continues to its end. */
  remove(task: QueuedTask<Task, Answer>): void {
    const place = this.#queue.indexOf(task);
    if (place >= 0) this.#queue.splice(place, 1);
  }

  end(session: number): void {
    if (this.#isReady) this.#worker?.postMessage({ end: session });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker) this.#lose(worker, closed());
    this.#failQueued(closed());
    await worker?.terminate();
  }

  #next(): void {
    if (this.#running || this.#queue.length === 0) return;
    this.#worker ??= this.#start();
    this.#worker.ref();
    if (!this.#isReady) return;
    const task = defined(this.#queue.shift());
    this.#running = task;
    this.#limit(this.#worker, this.#settings.limitMs, new ThreadFailure('The task took too long.', { timedOut: true }));
    this.#worker.postMessage({ session: task.session, task: task.task });
  }

  #start(): Worker {
    const worker = new Worker(/* turbopackIgnore: true */ this.#settings.file, {
      execArgv: EXEC_ARGV,
      resourceLimits: { maxOldGenerationSizeMb: this.#settings.heapMb },
    });
    this.#isReady = false;
    this.#limit(worker, START_MS, new Error('A worker thread did not start in time.'));
    worker.on('message', (answer: Answer) => this.#receive(worker, answer));
    worker.on('error', (cause) => this.#lose(worker, new ThreadFailure('The thread of the task died.', { cause, timedOut: false })));
    worker.on('messageerror', (cause) => this.#lose(worker, new ThreadFailure('The answer cannot be read.', { cause, timedOut: false })));
    worker.on('exit', () => this.#lose(worker, new ThreadFailure('The thread of the task ended.', { timedOut: false })));
    return worker;
  }

  #receive(worker: Worker, answer: Answer): void {
    if (worker !== this.#worker) return;
    this.#unlimit();
    if (this.#isReady) {
      this.#running?.settle(answer);
      this.#running = null;
    }
    this.#isReady = true;
    if (this.#queue.length > 0) this.#next();
    else worker.unref();
  }

  #limit(worker: Worker, milliseconds: number, reason: Error): void {
    this.#unlimit();
    // An answer that came while the main thread was busy is received before the second look.
    const timer = setTimeout(() => setImmediate(() => this.#timer === timer && this.#lose(worker, reason)), milliseconds);
    this.#timer = timer;
  }

  #failQueued(reason: Error): void {
    for (const { fail } of this.#queue.splice(0)) fail(reason);
  }

  #unlimit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #lose(worker: Worker, reason: Error): void {
    if (worker !== this.#worker) return;
    this.#unlimit();
    this.#worker = null;
    void worker.terminate();
    this.#running?.fail(reason);
    this.#running = null;
    // If a thread cannot be started, it would not start for the next task either.
    if (!this.#isReady) this.#failQueued(new Error('A worker thread cannot be started.', { cause: reason }));
    this.#isReady = false;
    if (!this.#isClosed) this.#next();
  }
}

const closed = (): Error => new Error('The threads are closed.');

export function createThreadPool<Task, Answer>(settings: ThreadPoolSettings): ThreadPool<Task, Answer> {
  const size = settings.size ?? defaultSize();
  const threads: Thread<Task, Answer>[] = [];
  let sessions = 0;

  const leastBusy = (): Thread<Task, Answer> => {
    const idle = threads.find((thread) => thread.sessions === 0);
    if (idle) return idle;
    if (threads.length < size) threads.push(new Thread(settings));
    return threads.reduce((least, thread) => (thread.sessions < least.sessions ? thread : least));
  };

  return {
    session: (signal) => {
      const id = ++sessions;
      const thread = leastBusy();
      thread.sessions++;
      let isOpen = true;
      return {
        run: (task) => runIn(thread, id, task, signal),
        end: () => {
          if (!isOpen) return;
          isOpen = false;
          thread.sessions--;
          thread.end(id);
        },
      };
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function runIn<Task, Answer>(thread: Thread<Task, Answer>, session: number, task: Task, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve: settle, reject: fail } = Promise.withResolvers<Answer>();
  const queued: QueuedTask<Task, Answer> = { session, task, settle, fail };
  const stop = (): void => {
    thread.remove(queued);
    fail(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  thread.add(queued);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
