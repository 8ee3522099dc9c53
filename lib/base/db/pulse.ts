import { sqlState } from '#lib/base/db/errors';

/**
 * Tells a slow statement from a server that is out of reach. A statement may rightly take ten seconds; where nobody hears anything for three,
 * the server is asked on a connection of its own whether it lives. One question answers for all who wait.
 */

/** After so long without an answer the server is asked. */
const QUIET_MS = 3_000;
/** How long it may take to say that it lives. */
export const KNOCK_MS = 2_000;

export class Pulse {
  readonly #knock: () => Promise<boolean>;
  #heardAt = performance.now();
  #asked: Promise<boolean> | null = null;

  constructor(knock: () => Promise<boolean>) {
    this.#knock = knock;
  }

  /** An answer has come, to whomever. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Calls `lost` once when the server no longer answers anybody, or after `patienceMs`, whichever comes first. Gives back how to stop. */
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
        if (lives) this.heard();
        return lives;
      })
      .finally(() => {
        this.#asked = null;
      });
    return this.#asked;
  }
}

export interface Knocking {
  connect(): Promise<unknown>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
}

/** Whether a server answers a new connection. A refusal counts as well: it comes from a server that lives. */
export async function isAnswering(client: Knocking): Promise<boolean> {
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

/** What names a connection to the server, which told it these when it began. */
export interface ServerProcess {
  readonly processID?: number | null;
  readonly secretKey?: number | Buffer | null;
}

export interface Cancelling {
  readonly connection: { on(event: 'error', listener: () => void): unknown; readonly stream: { destroy(): unknown } };
  cancel(target: ServerProcess & { readonly activeQuery: object }, statement: object): void;
}

/** Asks the server, on a connection of its own, to end the statement that another waits for. Whether it does shows in that one's answer. */
export function askToEnd(own: Cancelling, { processID, secretKey }: ServerProcess): void {
  const { connection } = own;
  connection.on('error', () => undefined);
  // The drivers ask only for a statement that they believe to be under way.
  const statement = {};
  own.cancel({ activeQuery: statement, processID, secretKey }, statement);
  setTimeout(() => connection.stream.destroy(), KNOCK_MS).unref();
}
