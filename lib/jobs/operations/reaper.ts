import { overCells } from '#lib/base/db/cells';
import type { Db, Tx } from '#lib/base/db/db';
import { emptyOutbox } from '#lib/base/db/outbox';
import { bring } from '#lib/jobs/operations/enqueue';
import type { JobServices } from '#lib/jobs/operations/port';
import { handlerOf } from '#lib/jobs/operations/registry';
import { endHeld, putBackRow } from '#lib/jobs/operations/settle';
import * as store from '#lib/jobs/operations/store-reap';
import * as runs from '#lib/jobs/operations/store-runs';
import { pruneLedger } from '#lib/models/llm/ledger';

/**
 * Makes sure that every operation ends, even if processes or the database die. It trusts only the
 * rows, and repairs missing runs and jobs. Every process that runs jobs does this; repetition does
 * no harm.
 */

/**
 * The most processes that may end under one operation. A process may be killed for any reason, so
 * one death says little about the work; several in a row suggest that the work causes them.
 */
const MOST_DEATHS = 4;
const LOST = 'The process that ran this operation ended before the operation did.';
const GIVEN_UP = `The server process ended ${MOST_DEATHS} times while this operation ran.`;

const FIRST_PAUSE_S = 30;
const PAUSE_FACTOR = 4;

/**
 * Seconds until an operation runs again after its process has ended under it this number of times.
 * The first time it waits only for its turn behind the others. Then it waits 30 seconds, two
 * minutes and so on, a quarter more or less, so that operations which died together run at
 * different times.
 */
export const pauseAfter = (deaths: number, random = Math.random()): number =>
  deaths < 2 ? 0 : FIRST_PAUSE_S * PAUSE_FACTOR ** (deaths - 2) * (0.75 + random / 2);

/**
 * Puts one orphaned run back behind the others, or ends it if too many processes have ended under
 * it.
 */
async function retake(app: JobServices, orphan: store.Orphan): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await runs.lockRow(tx, orphan.bank_uid, orphan.id, orphan.lease_token);
    if (!row) return;
    const deaths = row.deaths + 1;
    if (deaths >= MOST_DEATHS) return endHeld(tx, row, { status: 'failed', errorCode: 'worker_lost', errorMessage: GIVEN_UP });
    await putBackRow(tx, row, { seconds: pauseAfter(deaths), died: true, errorCode: 'worker_lost', errorMessage: LOST });
  });
}

/** Delivers an operation that has no job; one that is past its time limit ends. */
async function bringAgain(app: JobServices, waiting: store.UndeliveredOperation): Promise<void> {
  const { bank_uid: bankUid, id, type, run_after: runAfter, is_old: isOld } = waiting;
  await app.db.transaction(async (tx) => {
    const row = await runs.lockRow(tx, bankUid, id, null);
    // Another reaper may have been first.
    if (row?.status !== 'pending' || row.delivery_id !== null) return;
    if (isOld && !handlerOf(type))
      return endHeld(tx, row, { status: 'failed', errorCode: 'unknown_type', errorMessage: 'No process can execute this operation.' });
    await bring(tx, [{ bankUid, operationId: id, type, runAfter: runAfter.getTime() > Date.now() ? runAfter : null }]);
  });
}

/** `isSure`: whether expired leases prove that their owners are dead. */
export async function reap(app: JobServices, isSure = true): Promise<void> {
  await overCells(app.db, (db) => reapCell({ ...app, db }, isSure));
}

/** The same for one cell. */
export async function reapCell(app: JobServices, isSure: boolean): Promise<void> {
  if (isSure) await retakeAll(app, false);
  await bringAll(app, false);
  await emptyOutbox(app.db);
}

/** The same if no other process can be running: expired leases are not awaited. */
export async function recover(app: JobServices): Promise<void> {
  await overCells(app.db, async (db) => {
    await retakeAll({ ...app, db }, true);
    await bringAll({ ...app, db }, true);
  });
}

async function retakeAll(app: JobServices, all: boolean): Promise<void> {
  for (const orphan of await store.orphans(app.db, all)) await retake(app, orphan);
}

/**
 * Delivers operations that lost their job, because a cleared bank continues under another uid.
 */
export async function bringStranded(app: JobServices): Promise<void> {
  await overCells(app.db, (db) => bringUndelivered({ ...app, db }, true));
}

async function bringUndelivered(app: JobServices, all: boolean): Promise<void> {
  for (const waiting of await store.undelivered(app.db, all)) await bringAgain(app, waiting);
}

async function bringAll(app: JobServices, all: boolean): Promise<void> {
  await store.forgetDeliveries(app.db, all);
  await bringUndelivered(app, all);
  await store.dropStrayJobs(app.db, all);
}

type DeleteBatch = (tx: Tx, from: store.EndedOperation) => Promise<store.EndedOperation | null>;

async function deleteAll(db: Db, isOver: () => boolean, deleteBatch: DeleteBatch): Promise<void> {
  for (let from: store.EndedOperation | null = store.FIRST_ENDED; from !== null && !isOver(); ) {
    const last: store.EndedOperation = from;
    from = await db.transaction((tx) => deleteBatch(tx, last), { isBatch: true });
  }
}

/**
 * Deletes rows that are stored only for a limited time, in small transactions, however many have
 * become due.
 * @param isOver called between two batches; if true, the rest remains for the next time
 */
export async function tidy({ db }: JobServices, isOver: () => boolean = () => false): Promise<void> {
  await overCells(db, async (at) => {
    await deleteAll(at, isOver, store.deletePayloads);
    await deleteAll(at, isOver, store.deleteEnded);
  });
  await pruneLedger(db, isOver);
}
