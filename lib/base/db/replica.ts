import { DEFAULT_CELL, inCell, isRemote } from '#lib/base/db/cells';
import type { Db } from '#lib/base/db/db';
import { isAway, isBusy } from '#lib/base/db/errors';
import type { BankScope } from '#lib/base/scope';

/** Where a read was sent, and why not to the replica. */
export const REPLICA_READS = ['replica', 'behind', 'unavailable'] as const;
export type ReplicaRead = (typeof REPLICA_READS)[number];

/** How long a replica that failed is not tried again. */
const PAUSE_MS = 5_000;

interface ReplicaEvents {
  /** called for every read */
  readonly count: (read: ReplicaRead) => void;
  /** called with the reason when a replica that answered cannot be used any more */
  readonly lost: (reason: string) => void;
}

/**
 * A streaming replica of the database. It answers a read of a bank only if it has reached the
 * revision that authentication read on the primary, so no answer is older than the request. It only
 * moves forward: what it has reached stays reached.
 */
export class Replica {
  readonly db: Db;
  readonly #events: ReplicaEvents;
  readonly #now: () => number;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(db: Db, events: ReplicaEvents, now: () => number = performance.now.bind(performance)) {
    this.db = db;
    this.#events = events;
    this.#now = now;
  }

  /**
   * Runs `work`, which only reads, on the replica; on `primary` if the replica is behind or fails.
   * Errors of `work` itself are thrown.
   */
  async read<T>(primary: Db, scope: BankScope, work: (at: Db) => Promise<T>): Promise<T> {
    // The replica is one of the directory's database.
    if (scope.bank === null || isRemote(primary)) return work(primary);
    const choice = await this.#choose(scope);
    if (choice === 'replica') {
      try {
        const answer = await work(this.#cellOf(scope));
        this.#events.count(choice);
        return answer;
      } catch (error) {
        // Busy: the replica canceled a statement that delayed what it must replay.
        if (!isAway(error) && !isBusy(error)) throw error;
        if (isAway(error)) this.#pause(error);
      }
    }
    this.#events.count(choice === 'replica' ? 'unavailable' : choice);
    return work(primary);
  }

  async #choose(scope: BankScope): Promise<ReplicaRead> {
    if (this.#now() < this.#pausedUntil) return 'unavailable';
    try {
      return (await this.#hasReached(scope)) ? 'replica' : 'behind';
    } catch (error) {
      if (!isAway(error) && !isBusy(error) && !(error instanceof NotAReplica)) throw error;
      this.#pause(error);
      return 'unavailable';
    }
  }

  /** Organizations have random ids, so another database has no such bank. */
  async #hasReached(scope: BankScope): Promise<boolean> {
    const { bank, bankUid, orgId } = scope;
    const [row] = await this.#cellOf(scope).query<{ is_reached: boolean; is_replica: boolean }>({
      name: 'replica_reached',
      text: `select b.revision >= $3 and b.backlog_revision >= $4 as is_reached, pg_is_in_recovery() as is_replica
        from banks b where b.uid = $1 and b.org_id = $2`,
      values: [bankUid, orgId, bank?.revision, bank?.backlogRevision],
    });
    // A copy that was made the primary of its own has revisions with other content.
    if (row && !row.is_replica) throw new NotAReplica('The database of DATABASE_REPLICA_URL does not follow a primary.');
    return row?.is_reached ?? false;
  }

  #cellOf({ bank }: BankScope): Db {
    return inCell(this.db, bank?.cell ?? DEFAULT_CELL);
  }

  #pause(reason: unknown): void {
    if (this.#now() >= this.#pausedUntil) this.#events.lost(reason instanceof Error ? reason.message : String(reason));
    this.#pausedUntil = this.#now() + PAUSE_MS;
  }

  close(): Promise<void> {
    return this.db.close();
  }
}

class NotAReplica extends Error {}

/** A database, and its replica if there is one. */
export interface ReadableDb {
  readonly db: Db;
  readonly replica?: Replica | null;
}

/**
 * Runs a read of a bank where the answer is not older than the request: on the replica if it has
 * reached the state of the bank, else on the primary. `work` may run twice, so it writes nothing.
 */
export const readBank = <T>({ db, replica }: ReadableDb, scope: BankScope, work: (at: Db) => Promise<T>): Promise<T> =>
  replica ? replica.read(db, scope, work) : work(db);
