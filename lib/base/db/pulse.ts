import { sqlState } from '#lib/base/db/errors';

/**
 * Distinguishes a slow statement from an unreachable server. A statement may legitimately take ten
 * seconds. If nobody gets an answer for three, the server is asked over a separate connection
 * whether it lives. One question answers for all waiting callers.
 */

/** After this time without an answer the server is asked. */
const QUIET_MS = 3_000;
/** How long the server may take to answer that it lives. */
export const KNOCK_MS = 2_000;

export class Pulse {
  readonly #knock: () => Promise<boolean>;
  #heardAt = performance.now();
  #asked: Promise<boolean> | null = null;

  constructor(knock: () => Promise<boolean>) {
    this.#knock = knock;
  }

  /** An answer has arrived, for any caller. */
  answered(): void {
    this.#heardAt = performance.now();
  }

  /**
   * Calls `lost` once, when the server no longer answers or after `patienceMs` at the latest.
   * Returns a function that stops the watch.
   */
  watch(patienceMs: number, lost: (afterMs: number) => void): () => void {
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
    };
    const giveUp = (): void => {
      end();
      lost(Math.round(performance.now() - since));
    };
    const look = async (): Promise<void> => {
      const left = patienceMs - (performance.now() - since);
      if (left <= 0) return giveUp();
      const quiet = performance.now() - Math.max(since, this.#heardAt);
      const isLost = quiet >= QUIET_MS && !(await this.#lives());
      if (isOver) return;
      if (isLost) return giveUp();
      wait();
    };
    const wait = (): void => {
      const now = performance.now();
      const untilQuiet = Math.max(since, this.#heardAt) + QUIET_MS - now;
      timer = setTimeout(() => void look(), Math.max(0, Math.min(untilQuiet, since + patienceMs - now)));
    };
    wait();
    return end;
  }

  #lives(): Promise<boolean> {
    this.#asked ??= this.#knock()
      .then((lives) => {
        if (lives) this.answered();
        return lives;
      })
      .finally(() => {
        this.#asked = null;
      });
    return this.#asked;
  }
}

export interface PulseClient {
  connect(): Promise<unknown>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
}

/** Whether a server answers a new connection. A refusal counts as an answer. */
export async function isAnswering(client: PulseClient): Promise<boolean> {
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return sqlState(error) !== null;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The identification of a connection, which the server sent when it began. */
export interface ServerProcess {
  readonly processID?: number | null;
  readonly secretKey?: number | Buffer | null;
}

export interface Canceling {
  readonly connection: { on(event: 'error', listener: () => void): unknown; readonly stream: { destroy(): unknown } };
  cancel(target: ServerProcess & { readonly activeQuery: object }, statement: object): void;
}

/**
 * Asks the server, over a separate connection, to end a statement. The result is visible in the
 * answer of that statement.
 */
export function askToEnd(own: Canceling, { processID, secretKey }: ServerProcess): void {
  const { connection } = own;
  connection.on('error', () => undefined);
  // The drivers send the request only for a statement that they consider running.
  const statement = {};
  own.cancel({ activeQuery: statement, processID, secretKey }, statement);
  setTimeout(() => connection.stream.destroy(), KNOCK_MS).unref();
}
