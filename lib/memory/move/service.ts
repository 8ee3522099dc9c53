import { setTimeout as delay } from 'node:timers/promises';
import { recordAudit } from '#lib/access/audit/service';
import { cellOf } from '#lib/base/db/cells';
import type { Db, Tx } from '#lib/base/db/db';
import { busy, isBusy } from '#lib/base/db/errors';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { purgeBanks } from '#lib/base/purge/purge';
import { type Copying, copyAll, copyChanges, inTarget, readColumns } from '#lib/memory/move/copy';
import * as store from '#lib/memory/move/store';
import * as rows from '#lib/memory/move/store-rows';
import { MOVED_TABLES } from '#lib/memory/move/tables';

/**
 * Moves a bank to another cell while it is read and written.
 *
 * Triggers note each written row while all rows are copied in batches. When few are left, the bank
 * is frozen: writers are refused with `unavailable` until the last changes are copied, both copies
 * are compared, and the directory names the other cell. That one statement is the move; until then
 * the bank is in its old cell, and from then on in the new one. The old rows are purged a little
 * later, so that requests that had begun can still read them.
 *
 * A process that dies leaves its move in the directory: `settleMoves` of any other process discards
 * the copy, or finishes what follows from the switch. A token fences the dead process off.
 */

export interface MoveLimits {
  /** a process that does not renew its move for this long has lost it */
  readonly leaseSeconds: number;
  /** the same while the bank is frozen */
  readonly frozenLeaseSeconds: number;
  /** writers are refused for at most this long */
  readonly frozenMs: number;
  /** and for this long after the process has ended */
  readonly thawMs: number;
  /** the freeze waits for writers for at most this long at a time */
  readonly waitMs: number;
  /** requests that began before the switch may read the old rows for this long */
  readonly graceSeconds: number;
}
export const MOVE_LIMITS: MoveLimits = {
  leaseSeconds: 30,
  frozenLeaseSeconds: 10,
  frozenMs: 8_000,
  thawMs: 2_000,
  waitMs: 1_000,
  graceSeconds: 60,
};

/** Fewer changes than this are copied while the bank is frozen. */
const FEW = 200;
const MOST_ROUNDS = 20;
const MOST_FREEZES = 10;
/**
 * A bank with fewer rows is compared completely while it is frozen. The rows of a larger one were
 * compared when they were copied, and are only counted.
 */
const COMPARED = 20_000;
const PAUSE_MS = 200;

/** Databases of a move. They may be different ones. */
export interface MoveCells {
  /** contains the list of banks */
  readonly directory: Db;
  readonly from: Db;
  readonly to: Db;
}

export interface MovedBank {
  readonly rows: number;
  /** how long writers were refused */
  readonly frozenMs: number;
}

/** Steps of a move, for tests that end a process after one of them. */
export type MoveStep = 'noted' | 'batch' | 'copied' | 'frozen' | 'published' | 'sealed' | 'switched' | 'hidden';

/**
 * Moves a bank to the cell of `to`, which exists and has all migrations.
 * @param uid number of the bank
 * @returns when the bank is in the other cell
 * @throws ServiceError `conflict` if the bank is not in the cell of `from` or is being moved;
 * `unavailable` if it could not be frozen in time: it is in its old cell then
 */
export async function moveBank(
  cells: MoveCells,
  uid: number,
  { limits = MOVE_LIMITS, onStep = async () => undefined }: { limits?: MoveLimits; onStep?: (step: MoveStep) => Promise<void> } = {},
): Promise<MovedBank> {
  const { directory, from, to } = cells;
  const token = newId();
  const columns = await readColumns(from, to);
  await discardLeftover(to, uid);
  const place = { uid, from: cellOf(from), to: cellOf(to), token, seconds: limits.leaseSeconds };
  if (!(await store.insertMove(directory, place))) throw notMoved(await store.phaseOf(directory, uid), place.from, limits);
  let renewedAt = performance.now();
  const onBatch = async (): Promise<void> => {
    await onStep('batch');
    if (performance.now() - renewedAt < (limits.leaseSeconds * 1000) / 3) return;
    renewedAt = performance.now();
    if (!(await store.renewMove(directory, uid, token, limits.leaseSeconds)))
      throw busy(new Error('Another process has taken the move over.'));
  };
  const move: Copying = { from, to, uid, token, columns, onBatch };
  try {
    await begin(move);
    await onStep('noted');
    await copyAll(move);
    for (let round = 0; round < MOST_ROUNDS && (await copyChanges(move)) > FEW; round++);
    await onStep('copied');
    return await switchOver(cells, move, limits, onStep);
  } catch (error) {
    await abandon(cells, uid, token).catch(() => undefined);
    throw error;
  }
}

/** Why a move could not begin. */
function notMoved(phase: store.MoveRow['phase'] | null, from: string, { graceSeconds }: MoveLimits): ServiceError {
  if (phase === 'copying') return new ServiceError('conflict', 'The bank is being moved already.');
  if (phase === 'switched')
    return new ServiceError(
      'conflict',
      `The bank was just moved, and its old rows are deleted ${graceSeconds} seconds later. Try again in two minutes.`,
    );
  return new ServiceError('conflict', `The bank is not in the cell ${from} any more.`);
}

/** Rows of an earlier move or attempt. */
async function discardLeftover(to: Db, uid: number): Promise<void> {
  if (!(await store.isThere(to, uid))) return;
  await purgeBanks(to);
  if (await store.isThere(to, uid))
    throw new ServiceError('conflict', 'Rows of an earlier move are being deleted. Try again in two minutes.');
}

async function begin({ from, to, uid, token, columns, onBatch }: Copying): Promise<void> {
  await store.noteMoving(from, uid, token, 'from');
  for (const table of MOVED_TABLES) {
    await onBatch();
    await patiently(() => store.addTriggers(from, uid, table));
  }
  await patiently(() => store.addTriggers(from, uid, { name: 'banks', key: [], uid: 'uid' }));
  const bank = await rows.readBankRow(from, uid);
  if (!bank?.orgId) throw new ServiceError('not_found', 'The bank was deleted.');
  await to.transaction(async (tx) => {
    await rows.copying(tx);
    await rows.writeBankRow(tx, defined(columns.get('banks')), bank.row, false);
    await store.noteMoving(tx, uid, token, 'to');
  });
}

/** Repeats what had to wait too long for other writers. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || attempt === MOST_FREEZES) throw error;
      await delay(PAUSE_MS * attempt);
    }
  }
}

async function switchOver(
  cells: MoveCells,
  move: Copying,
  limits: MoveLimits,
  onStep: (step: MoveStep) => Promise<void>,
): Promise<MovedBank> {
  const { directory, from } = cells;
  const { uid, token } = move;
  if (!(await store.renewMove(directory, uid, token, limits.leaseSeconds)))
    throw busy(new Error('Another process has taken the move over.'));
  let begun = performance.now();
  const isFrozen = await patiently(async () => {
    begun = performance.now();
    return (
      (await store.renewMove(directory, uid, token, limits.frozenLeaseSeconds)) &&
      (await from.transaction((tx) => store.freeze(tx, uid, token, limits)))
    );
  });
  if (!isFrozen) throw busy(new Error('Another process has taken the move over.'));
  const renewing = setInterval(() => {
    // A freeze that is not renewed ends, and so does the move.
    store.renewFreeze(from, uid, token, limits.thawMs).catch(() => undefined);
  }, limits.thawMs / 4);
  try {
    return await switchFrozen(cells, move, { limits, onStep, begun });
  } finally {
    clearInterval(renewing);
  }
}

/** `begun`: when writers were first refused. */
async function switchFrozen(
  { directory, from }: MoveCells,
  move: Copying,
  { limits, onStep, begun }: { readonly limits: MoveLimits; onStep(step: MoveStep): Promise<void>; readonly begun: number },
): Promise<MovedBank> {
  const { uid, token } = move;
  await onStep('frozen');
  const bank = await rows.readBankRow(from, uid);
  if (!bank?.orgId) throw new ServiceError('not_found', 'The bank was cleared or deleted.');
  await copyChanges(move);
  const count = await compare(move, limits.frozenMs);
  await inTarget(move, async (tx) => {
    await rows.writeBankRow(tx, defined(move.columns.get('banks')), bank.row, true);
    await store.adoptOperations(tx, uid);
    await store.forgetMoving(tx, uid);
  });
  await onStep('published');
  const isLate = performance.now() - begun > limits.frozenMs - limits.waitMs;
  if (isLate || !(await from.transaction((tx) => store.sealFreeze(tx, uid, token, limits.waitMs))))
    throw busy(new Error('The last changes took too long.'));
  await onStep('sealed');
  const isSwitched = await directory.transaction(async (tx) => {
    const switched = await store.switchCell(tx, uid, token);
    if (switched !== null) await recordMove(tx, switched, count);
    return switched !== null;
  });
  if (!isSwitched) throw busy(new Error('Another process has taken the move over.'));
  const frozenMs = performance.now() - begun;
  await onStep('switched');
  // Without this, the next sweep does it.
  await hideOld(from, uid).catch(() => undefined);
  await onStep('hidden');
  return { rows: count, frozenMs };
}

/** A person who runs a command on the server: as for the links that reset a password. */
const OPERATOR = { keyId: null, userId: null, label: 'operator' };

const recordMove = (tx: Tx, { orgId, bankId, from, to }: store.SwitchedBank, rows: number): Promise<void> =>
  recordAudit(
    tx,
    { orgId, actor: OPERATOR },
    { action: 'bank.move', target: { kind: 'bank', id: bankId, label: bankId }, before: { cell: from }, after: { cell: to, rows } },
  );

/**
 * Returns the number of rows. Throws if the copies differ, or if counting takes longer than
 * `milliseconds`.
 */
async function compare({ from, to, uid }: Copying, milliseconds: number): Promise<number> {
  const count = (db: Db) =>
    db.transaction((tx) => rows.countRows(tx, uid, MOVED_TABLES), { readOnly: true, statementTimeoutMs: milliseconds });
  const [own, other] = await Promise.all([count(from), count(to)]);
  const total = own.reduce((sum, each) => sum + each, 0);
  for (const [i, table] of MOVED_TABLES.entries()) {
    const isEqual =
      own[i] === other[i] &&
      (total > COMPARED || own[i] === 0 || (await rows.digest(from, uid, table)) === (await rows.digest(to, uid, table)));
    if (!isEqual) throw new ServiceError('internal', `The copy of ${table.name} differs.`);
  }
  return total;
}

const hideOld = (from: Db, uid: number): Promise<void> =>
  from.transaction(async (tx) => {
    await rows.copying(tx);
    await store.hide(tx, uid);
  });

/** Discards the copy of a move that is not switched, if it is still ours. */
async function abandon(cells: MoveCells, uid: number, token: string): Promise<void> {
  const move = await store.retakeMove(cells.directory, uid, token);
  if (move) await discard(cells, move);
  // Another process has discarded it, perhaps before the last trigger was created.
  else if (!(await store.isMoving(cells.directory, uid))) await forgetOld(cells.from, uid);
}

async function discard({ directory, from, to }: MoveCells, { uid, token }: store.MoveRow): Promise<void> {
  await store.thaw(from, uid);
  await discardCopy(to, uid);
  await forgetOld(from, uid);
  await store.deleteMove(directory, uid, token);
}

const discardCopy = (to: Db, uid: number): Promise<void> =>
  to.transaction(async (tx) => {
    await rows.copying(tx);
    await store.hide(tx, uid);
    await store.forgetMoving(tx, uid);
  });

async function forgetOld(from: Db, uid: number): Promise<void> {
  await patiently(() => store.dropTriggers(from, uid));
  await store.forgetMoving(from, uid);
}

/**
 * Discards the copies of moves whose process has ended, and the old rows of moves that were
 * switched `graceSeconds` ago. Any process may call it at any time.
 * @param cellAt the database of a cell
 * @param names of all cells
 * @returns the number of moves that are over now
 */
export async function settleMoves(
  directory: Db,
  cellAt: (cell: string) => Db,
  names: readonly string[],
  limits: MoveLimits = MOVE_LIMITS,
): Promise<number> {
  const failures: unknown[] = [];
  // A cell whose database cannot be reached must not delay what concerns others.
  const each = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
    for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  };
  await each(await store.findSwitched(directory), ({ uid, from_cell }) => hideOld(cellAt(from_cell), uid));
  const moves = await store.takeMoves(directory, { seconds: limits.leaseSeconds, graceSeconds: limits.graceSeconds });
  await each(moves, async (move) => {
    const from = cellAt(move.from_cell);
    if (move.phase === 'copying') return discard({ directory, from, to: cellAt(move.to_cell) }, move);
    await hideOld(from, move.uid);
    await forgetOld(from, move.uid);
    await store.deleteMove(directory, move.uid, move.token);
  });
  await each(names, (name) => forgetStray(directory, cellAt(name)));
  if (failures.length > 0) throw failures[0];
  return moves.length;
}

/** What a process noted in a cell after another one had discarded its move. */
async function forgetStray(directory: Db, db: Db): Promise<void> {
  for (const { bank_uid: uid, role } of await store.findMoving(db))
    if (!(await store.isMoving(directory, uid))) await (role === 'from' ? forgetOld(db, uid) : discardCopy(db, uid));
}
