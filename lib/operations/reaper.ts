import type { App } from '#lib/app';
import { pruneLedger } from '#lib/llm/ledger';
import { bring } from '#lib/operations/enqueue';
import { handlerOf } from '#lib/operations/registry';
import { waitBefore } from '#lib/operations/run';
import { endHeld, putBackRow } from '#lib/operations/settle';
import * as store from '#lib/operations/store-reap';
import * as runs from '#lib/operations/store-runs';

/**
 * What makes sure that every operation ends, whatever died: it trusts the rows alone, and makes good what is missing of runs and jobs.
 * Every process that runs jobs does this; doing it twice does no harm.
 */

/**
 * Runs that may be lost with their process. More than may fail: whoever kills processes says nothing about the work; less than for ever: the
 * work may be what kills them.
 */
const MOST_LOST = 10;
const LOST = 'The process that ran it ended before it was done.';

/** Puts one orphaned run back, or ends it when it has had all its attempts. */
async function retake(app: App, orphan: store.Orphan, seconds: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await runs.lockRow(tx, orphan.bank_uid, orphan.id, orphan.lease_token);
    if (!row) return;
    if (row.attempt >= MOST_LOST) return endHeld(tx, row, { status: 'failed', errorCode: 'worker_lost', errorMessage: LOST });
    await putBackRow(tx, row, { seconds, errorCode: 'worker_lost', errorMessage: LOST });
  });
}

/** Has an operation brought again that nothing would bring; one that nobody could do in all its time ends. */
async function bringAgain(app: App, waiting: store.Undelivered): Promise<void> {
  const { bank_uid: bankUid, id, type, run_after: runAfter, is_old: isOld } = waiting;
  await app.db.transaction(async (tx) => {
    const row = await runs.lockRow(tx, bankUid, id, null);
    // Another reaper may have been first.
    if (row?.status !== 'pending' || row.delivery_id !== null) return;
    if (isOld && !handlerOf(type))
      return endHeld(tx, row, { status: 'failed', errorCode: 'unknown_type', errorMessage: 'No process knows how to do this.' });
    await bring(tx, [{ bankUid, operationId: id, type, runAfter: runAfter.getTime() > Date.now() ? runAfter : null }]);
  });
}

/** Who dies with one process after the other is tried less and less often; the first time the lease was wait enough. */
const secondsFor = ({ attempt }: store.Orphan): number => (attempt === 1 ? 0 : waitBefore(attempt - 1));

/** `isSure`: whether leases that have run out can be held against those who should have renewed them. */
export async function reap(app: App, isSure = true): Promise<void> {
  if (isSure) for (const orphan of await store.orphans(app.db, false)) await retake(app, orphan, secondsFor(orphan));
  await bringAll(app, false);
}

/** So often what died with its process is begun at once when another one starts: whoever restarts a server wants it done. */
const AT_ONCE = 3;

/** The same where no other process can be at work: nothing waits for a lease to run out, and what may be the end of each process waits longer. */
export async function recover(app: App): Promise<void> {
  for (const orphan of await store.orphans(app.db, true))
    await retake(app, orphan, orphan.attempt <= AT_ONCE ? 0 : waitBefore(orphan.attempt - AT_ONCE));
  await bringAll(app, true);
}

/** What lost its delivery: with a bank that was cleared its operations went on under another one. `all`: at once. */
export async function bringStranded(app: App, all = true): Promise<void> {
  for (const waiting of await store.undelivered(app.db, all)) await bringAgain(app, waiting);
}

async function bringAll(app: App, all: boolean): Promise<void> {
  await store.forgetDeliveries(app.db, all);
  await bringStranded(app, all);
  await store.dropStrayJobs(app.db, all);
}

/** What is kept for a time only. */
export async function tidy({ db }: App): Promise<void> {
  await store.tidy(db);
  await pruneLedger(db);
}
