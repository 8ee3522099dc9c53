import { open as openFile } from 'node:fs/promises';
import path from 'node:path';
import { assertWanted } from '#lib/base/db/caller';
import type { Db } from '#lib/base/db/db';
import { EmbeddedSession, type SessionSettings } from '#lib/base/db/embedded-session';
import { diskFull, isFull, translate, unavailable } from '#lib/base/db/errors';
import { assertOutside, execute, transact } from '#lib/base/db/execute';
import { FairQueue } from '#lib/base/db/queue';
import type { ServiceError } from '#lib/base/errors';

/** Writes a piece of a dump. */
export type WritePiece = (piece: Uint8Array) => Promise<void>;

export interface EmbeddedDb extends Db {
  readonly kind: 'embedded';
  /**
   * Passes a gzipped tar archive of all files to `write`, piece by piece, in its own turn between
   * statements. The archive is complete if this resolves. Rejects if `write` does, or does not
   * settle within a minute: nobody else uses the database meanwhile.
   */
  dump(write: WritePiece): Promise<void>;
}

export interface EmbeddedSettings extends SessionSettings {
  /** cleanup after the files are closed (the lock) */
  readonly onClose?: () => Promise<void> | void;
}

/**
 * Waiting longer than this for a turn means that the database is overloaded: an error now is better
 * than an answer much later.
 */
const MAX_WAITING = 2_000;
/** Of the checkpoint before a dump, and of each piece. */
const DUMP_TIMEOUT_MS = 600_000;
const WRITE_TIMEOUT_MS = 60_000;
/**
 * The statements of a request are some milliseconds apart. A batch of long work waits this long for
 * the next one, and no longer in total.
 */
const LULL_MS = 6;
const LULL_AT_MOST_MS = 60;

/** Rejects if the piece is not written in time. */
const inTime =
  (write: WritePiece): WritePiece =>
  async (piece) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The backup was not received in time.')), WRITE_TIMEOUT_MS);
    try {
      await Promise.race([write(piece), late]);
    } finally {
      clearTimeout(timer);
    }
  };

/** Writes an archive of the database to a new file, which only its owner can read. */
export async function dumpTo(db: EmbeddedDb, file: string): Promise<void> {
  const target = await openFile(file, 'w', 0o600);
  try {
    await db.dump((piece) => target.appendFile(piece));
  } finally {
    await target.close();
  }
}

export async function openEmbedded(settings: EmbeddedSettings): Promise<EmbeddedDb> {
  const queue = new FairQueue();
  let closed = false;
  let opening: Promise<EmbeddedSession> | null = null;
  let current: EmbeddedSession | null = null;

  const open = (after?: EmbeddedSession): Promise<EmbeddedSession> => {
    opening ??= (async () => {
      try {
        // Two threads on the same files would destroy them.
        await after?.terminated();
        current = await EmbeddedSession.open(settings, lost);
        return current;
      } finally {
        opening = null;
      }
    })();
    return opening;
  };

  function lost(reason: Error): void {
    if (closed) return;
    const dead = current;
    current = null;
    queue.refuseAll(unavailable(new Error('The previous statement ended the database.', { cause: reason })));
    // Reopen at once. If that fails, the next caller tries again and gets the reason.
    if (dead) open(dead).catch(() => undefined);
  }

  const whyLost = (reason: unknown): ServiceError => {
    const folder = settings.files === null ? null : path.dirname(settings.files);
    return folder !== null && isFull(folder) ? diskFull(reason) : unavailable(reason);
  };

  const inTurn = async <T>(work: (session: EmbeddedSession) => Promise<T>): Promise<T> => {
    assertOutside(queue);
    if (closed) throw unavailable(new Error('The database is closed.'));
    assertWanted();
    if (queue.waiting >= MAX_WAITING) throw unavailable(new Error('Too many statements wait.'));
    const end = await queue.turn();
    let session: EmbeddedSession | null = null;
    try {
      session = current ?? (await open());
      return await work(session);
    } catch (error) {
      throw session?.lost || session === null ? whyLost(session?.lost ?? error) : translate(error);
    } finally {
      // A bare BEGIN must not catch the next caller's statement.
      if (session && !session.lost && !session.idle) await session.control('ROLLBACK').catch((error) => session?.discard(error));
      end();
    }
  };

  await open();

  return {
    kind: 'embedded',
    query: (statement) => inTurn((session) => execute(session, statement)),
    transaction: async (work, options = {}) => {
      if (options.isBatch) await queue.lull(LULL_MS, LULL_AT_MOST_MS);
      return inTurn((session) =>
        session.withDeadline(options.statementTimeoutMs, () =>
          transact(queue, session, work, { ...options, statementTimeoutMs: undefined }),
        ),
      );
    },
    dump: (write) => inTurn((session) => session.withDeadline(DUMP_TIMEOUT_MS, () => session.dump(inTime(write)))),
    pool: () => ({ max: 1, idle: queue.busy ? 0 : 1, inUse: queue.busy ? 1 : 0, waiting: queue.waiting }),
    close: async () => {
      if (closed) return;
      const end = await queue.turn();
      closed = true;
      queue.refuseAll(unavailable(new Error('The database is closed.')));
      try {
        await (current ?? (await opening?.catch(() => null)))?.close();
      } finally {
        end();
        await settings.onClose?.();
      }
    },
  };
}
