import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Client, type ClientConfig } from 'pg';
import { DatabaseRefusal, isFull, StatementOverrun, unavailable } from '#lib/base/db/errors';
import type { Connection } from '#lib/base/db/execute';
import { projectFile } from '#lib/base/db/root';
import '#lib/base/threads/wasm-code';
import { resultTypes } from '#lib/base/db/types';
import { WireStream } from '#lib/base/db/wire';
import { defined } from '#lib/base/defined';

export interface SessionSettings {
  /** folder of the database files; null keeps everything in memory */
  readonly files: string | null;
  /** a dump to start an empty database from, instead of building one */
  readonly template: string | null;
  readonly statementTimeoutMs: number;
}

type WorkerMessage =
  | { ready: true }
  | { failed: string }
  | { data: Uint8Array; fault: string | null }
  | { dumped: Uint8Array | null }
  | { closed: true };

/**
 * The time that a full checkpoint takes on a slow disk. After it, the files are recovered at the
 * next start, as after a crash.
 */
const CLOSE_TIMEOUT_MS = 300_000;

/**
 * Buffers smaller than a server's: there is one session, every page stays in this process's memory,
 * and the system caches the files anyway. Recursion is limited below the size of the thread's
 * stack.
 */
const SERVER_SETTINGS = ['jit=off', 'shared_buffers=32MB', 'max_stack_depth=1MB'];

/**
 * One lifetime of the worker thread and its session. When a statement exceeds its deadline or the
 * server faults, the thread is terminated and everything that waits for it is rejected. The session
 * cannot be used afterwards: `lost` contains the reason.
 */
export class EmbeddedSession implements Connection {
  readonly #worker: Worker;
  readonly #stream: WireStream;
  readonly #client: Client;
  readonly #onLost: (reason: Error) => void;
  #deadlineMs: number;
  #settle: ((message: WorkerMessage) => void) | null = null;
  lost: Error | null = null;
  readonly idleInTransactionMs = 15_000;

  private constructor(worker: Worker, settings: SessionSettings, onLost: (reason: Error) => void) {
    this.#worker = worker;
    this.#onLost = onLost;
    this.#deadlineMs = settings.statementTimeoutMs;
    this.#stream = new WireStream((round) => worker.postMessage({ exec: round }, [round.buffer]));
    // The types of `pg` know only sockets made by `net`; the client needs no more than what
    // WireStream has.
    const stream = (() => this.#stream) as unknown as NonNullable<ClientConfig['stream']>;
    this.#client = new Client({
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      stream,
      types: resultTypes as ClientConfig['types'],
    });
    this.#client.on('error', (error) => this.discard(error));
    worker.on('error', (error) => this.discard(error));
    worker.on('exit', () => this.discard(new Error('The database thread ended.')));
  }

  /**
   * Opens the files, recovering them if their last user was killed; rejects with the server's
   * reason when they cannot be opened.
   */
  static async open(settings: SessionSettings, onLost: (reason: Error) => void): Promise<EmbeddedSession> {
    const worker = new Worker(/* turbopackIgnore: true */ projectFile('lib/base/db/embedded-worker.mjs'), {
      workerData: { dataDir: settings.files, template: settings.template, settings: SERVER_SETTINGS },
      stdout: false,
      stderr: false,
    });
    const first = await new Promise<WorkerMessage>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The database thread ended while it opened the files.')));
    });
    if ('failed' in first) {
      await worker.terminate();
      const { files } = settings;
      const reason = files && isFull(path.dirname(files)) ? 'the disk is full. Free some space there and start again.' : first.failed;
      throw new DatabaseRefusal(`The embedded database${files ? ` in ${files}` : ''} cannot be opened: ${reason}`);
    }
    const session = new EmbeddedSession(worker, settings, onLost);
    worker.on('message', (message: WorkerMessage) => session.#receive(message));
    await session.#client.connect();
    return session;
  }

  #receive(message: WorkerMessage): void {
    if ('data' in message) {
      // The answer to a faulted statement reads like success without rows, and the server's memory
      // is in an unknown state.
      if (message.fault !== null) this.discard(new Error(`The database faulted: ${message.fault}`));
      else this.#stream.answer(Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength));
    } else if (this.#settle) {
      this.#settle(message);
      this.#settle = null;
    } else if ('failed' in message) this.discard(new Error(message.failed));
  }

  send(statement: Parameters<Connection['send']>[0]): ReturnType<Connection['send']> {
    return this.#withDeadline(this.#client.query(statement));
  }

  async control(text: string): Promise<{ command: string }> {
    const result: { command: string } | { command: string }[] = await this.#withDeadline(this.#client.query(text));
    return Array.isArray(result) ? defined(result.at(-1)) : result;
  }

  /** Whether no transaction is open: the previous user of the session left it clean. */
  get idle(): boolean {
    return this.#client.getTransactionStatus() === 'I';
  }

  /** Runs `work` with a different deadline per statement. */
  async withDeadline<T>(milliseconds: number | undefined, work: () => Promise<T>): Promise<T> {
    if (milliseconds === undefined) return work();
    const usual = this.#deadlineMs;
    this.#deadlineMs = milliseconds;
    try {
      return await work();
    } finally {
      this.#deadlineMs = usual;
    }
  }

  async #withDeadline<T>(answer: Promise<T>): Promise<T> {
    const deadline = this.#deadlineMs;
    const timer = setTimeout(() => this.discard(new StatementOverrun(deadline)), deadline);
    try {
      return await answer;
    } catch (error) {
      throw this.lost ? unavailable(this.lost) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Passes all files as a gzipped tar archive to `write`, in pieces of at most 1 MiB. Each piece
   * has the deadline of a statement. The archive is complete if this resolves.
   */
  async dump(write: (piece: Uint8Array) => Promise<void>): Promise<void> {
    // Before a checkpoint, only the write-ahead log is certain to be in the files.
    await this.control('CHECKPOINT');
    let isOpen = true;
    try {
      for (;;) {
        const piece = await this.#dumped(true);
        if (piece === null) break;
        await write(piece);
      }
      isOpen = false;
    } finally {
      if (isOpen && !this.lost) await this.#dumped(false).catch((error) => this.discard(error));
    }
  }

  /** The next piece of the dump; null: it has ended. */
  async #dumped(isWanted: boolean): Promise<Uint8Array | null> {
    const message = await this.#ask({ dump: isWanted });
    if ('dumped' in message) return message.dumped;
    throw new Error('failed' in message ? message.failed : 'The dump failed.');
  }

  async #ask(question: object): Promise<WorkerMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerMessage>();
    const onExit = (): void => reject(this.lost ?? new Error('The database thread ended.'));
    this.#settle = resolve;
    this.#worker.once('exit', onExit);
    this.#worker.postMessage(question);
    try {
      return await this.#withDeadline(promise);
    } finally {
      this.#worker.off('exit', onExit);
    }
  }

  discard(reason: unknown): void {
    if (this.lost) return;
    this.lost = reason instanceof Error ? reason : new Error(String(reason));
    this.#stream.destroy(this.lost);
    void this.#worker.terminate();
    this.#onLost(this.lost);
  }

  /** Writes everything to the files and ends the thread. */
  async close(): Promise<void> {
    if (this.lost) return;
    // The last checkpoint writes the pages left dirty by many statements.
    await this.withDeadline(CLOSE_TIMEOUT_MS, () => this.#ask({ close: true }));
    this.lost = new Error('The database is closed.');
    this.#stream.destroy();
    await this.#worker.terminate();
  }

  /** Resolves when the thread has really ended. Only then may another one open the files. */
  terminated(): Promise<unknown> {
    return this.#worker.terminate();
  }
}
