import { setTimeout as after } from 'node:timers/promises';
import { DEFAULT_CELL } from '#lib/base/db/cells';
import type { Tx } from '#lib/base/db/db';
import { withLongSnapshot } from '#lib/base/db/long-snapshot';
import { defined } from '#lib/base/defined';
import { ServiceError, ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { currentScopeOf } from '#lib/jobs/operations/current-scope';
import { waitingDetached } from '#lib/jobs/operations/detach';
import { deferredIfDirectoryAway } from '#lib/jobs/operations/outage';
import {
  type Authority,
  Deferred,
  type Job,
  type JobHandler,
  type JobResult,
  type JobServices,
  PermanentFailure,
  Superseded,
  TRIED_FOR_HOURS,
} from '#lib/jobs/operations/port';
import { type Delivery, drop, dueLanes, laneOf } from '#lib/jobs/operations/queue';
import { endHeld, putBack, settle } from '#lib/jobs/operations/settle';
import * as runs from '#lib/jobs/operations/store-runs';
import { LlmError } from '#lib/models/llm/port';

/** One run of one operation, from the delivery to its end. */

/** Why a run was stopped. */
export type StopReason = 'cancelled' | 'shutdown' | 'lost';

export class Stopped extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`The run was stopped: ${reason}`);
    this.name = 'Stopped';
    this.reason = reason;
  }
}

/**
 * A run took longer than it may. `most`: seconds of the operator's setting, which is named only if
 * a higher one would help.
 */
export class DeadlineExceeded extends Error {
  constructor(handler: Pick<JobHandler, 'deadlineSeconds'>, most: number) {
    const advice = most < handler.deadlineSeconds ? 'Split the request or raise SERVICE_API_MAX_OPERATION_SECONDS.' : 'Split the request.';
    super(`The operation exceeded its time limit of ${Math.min(handler.deadlineSeconds, most)} s. ${advice}`);
    this.name = 'DeadlineExceeded';
  }
}

/** A run in progress, as the runner stores it. */
export interface ActiveRun {
  /** contains its bank */
  readonly cell: string;
  readonly lease: runs.Lease;
  readonly stop: AbortController;
}

/** The runner's side of a run. */
export interface Watch {
  /**
   * services for the handler; ownership checks, snapshots and the end of the operation bypass the
   * queue of its statements
   */
  readonly inside: JobServices;
  /** runs a wait, during which other runs use the place of this one */
  readonly detached: Job['detached'];
  started(running: ActiveRun): void;
  ended(running: ActiveRun): void;
  secondsBefore(attempt: number): number;
  /** how long a run has its place before others may want it, and between two questions */
  readonly placeMs: number;
}

/**
 * How long a handler may take to notice that it was stopped; later writes find that the run lost
 * the operation.
 */
const GRACE_MS = 2_000;
const WAITS_S = [5, 20, 80] as const;
const MAX_WAIT_S = 3_600;
const SETTLE_TRIES = 8;
/**
 * A provider that is unavailable without a retry time is asked again as after this number of
 * attempts.
 */
const AS_AWAY = 2;

/**
 * Seconds until the next attempt, a quarter more or less, so that operations that failed together
 * do not return together.
 */
export const waitBefore = (attempt: number, random = Math.random()): number =>
  (WAITS_S[Math.min(attempt, WAITS_S.length) - 1] ?? 5) * (0.75 + random / 2);

/** The consequence of a run that threw. */
export type RunVerdict =
  | { readonly kind: 'fail'; readonly code: string; readonly message: string; readonly details?: JobResult['details'] }
  | { readonly kind: 'retry'; readonly code: string; readonly message: string; readonly seconds?: number }
  | { readonly kind: 'defer'; readonly seconds?: number; readonly message: string; readonly cameForward?: boolean }
  | { readonly kind: 'putBack' }
  | { readonly kind: 'nothing' };

const GIVEN_UP = `It could not be done in ${TRIED_FOR_HOURS} hours; nothing of it is lost, and it can be tried again.`;
const UNEXPECTED = 'The operation failed unexpectedly. See the log of the server.';

/** Codes of errors that a retry would not avoid. */
const LASTING: ReadonlySet<string> = new Set([
  'bad_request',
  'not_found',
  'forbidden',
  'bank_out_of_scope',
  'too_large',
  'unprocessable',
  'gone',
]);

/** Pure: the messages of our own errors are stored; all others are hidden. */
export function verdictOf(error: unknown): RunVerdict {
  if (error instanceof Superseded) return { kind: 'nothing' };
  if (error instanceof PermanentFailure) return failureOf(error);
  if (error instanceof Deferred)
    return { kind: 'defer', seconds: boundedWait(error.seconds), message: error.message, cameForward: error.cameForward };
  if (error instanceof DeadlineExceeded) return { kind: 'retry', code: 'deadline', message: error.message };
  if (error instanceof Stopped) return error.reason === 'shutdown' ? { kind: 'putBack' } : { kind: 'nothing' };
  if (error instanceof ValidationFailure) return { kind: 'fail', code: 'unprocessable', message: error.message };
  if (error instanceof LlmError) return ofModel(error);
  if (!(error instanceof ServiceError)) return { kind: 'retry', code: 'internal', message: UNEXPECTED };
  const { code, message, retryAfterSeconds } = error;
  if (LASTING.has(code)) return { kind: 'fail', code, message };
  return { kind: 'retry', code, message, ...(retryAfterSeconds === undefined ? {} : { seconds: retryAfterSeconds }) };
}

const failureOf = ({ code, message, details }: PermanentFailure): RunVerdict => ({
  kind: 'fail',
  code,
  message,
  ...(details && { details }),
});

const boundedWait = (seconds: number): number => Math.min(Math.max(seconds, 1), MAX_WAIT_S);

/**
 * The provider's message is only in the ledger. Unavailability is not a fault of the work, and does
 * not count as an attempt.
 */
function ofModel({ kind, retryAfterSeconds }: LlmError): RunVerdict {
  if (kind === 'configuration')
    return { kind: 'fail', code: 'model_configuration', message: 'The language model cannot be used with its configuration.' };
  if (kind === 'content') return { kind: 'retry', code: 'model_answer', message: 'The language model gave no usable answer.' };
  const message = 'The language model was not available.';
  return { kind: 'defer', message, ...(retryAfterSeconds !== null && { seconds: boundedWait(retryAfterSeconds) }) };
}

/**
 * Returns the handler's result, or throws the reason why there is none. A handler that does not
 * notice that it was stopped is abandoned after a while.
 */
async function outcomeOf(handler: JobHandler, job: Job): Promise<JobResult> {
  const { signal } = job;
  // A signal that was aborted before emits no event.
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => void after(GRACE_MS).then(() => reject(signal.reason)), { once: true });
  });
  stopped.catch(() => undefined);
  try {
    return await Promise.race([handler.run(job), stopped]);
  } catch (error) {
    // What a handler throws because it was stopped is not its own error.
    throw signal.aborted && !(error instanceof PermanentFailure) ? signal.reason : error;
  }
}

const noteFailure = (app: JobServices, { operationId, type, attempt }: runs.Claimed, code: string): void =>
  app.log.warn({ operation: operationId, type, attempt, code }, 'an operation has failed');

const endOf = ({ result, details, failure }: JobResult) =>
  failure
    ? ({ status: 'failed', result, details, errorCode: failure.code, errorMessage: failure.message } as const)
    : ({ status: 'completed', result, details } as const);

/** A job, and whether it has ended its operation itself. */
function jobOf(
  app: JobServices,
  { inside, detached, placeMs }: Watch,
  scope: BankScope,
  claimed: runs.Claimed,
  signal: AbortSignal,
): { job: Job; isOver: () => boolean } {
  const held = new WeakMap<Tx, runs.LockedOperation>();
  let over = false;
  let askedAt = performance.now();
  const job: Job = {
    app: waitingDetached(inside, detached),
    detached,
    scope,
    operationId: claimed.operationId,
    payload: claimed.payload,
    attempt: claimed.attempt,
    signal,
    fence: async (tx: Tx) => {
      const row = signal.aborted ? null : await runs.lockOwn(tx, claimed, app.db);
      if (!row) throw new Superseded();
      held.set(tx, row);
    },
    complete: async (tx, done) => {
      const row = held.get(tx);
      if (!row) throw new Error('End an operation only in a transaction that began with its fence.');
      await endHeld(tx, row, endOf(done));
      tx.afterCommit(() => {
        over = true;
        if (done.failure) noteFailure(app, claimed, done.failure.code);
      });
    },
    // It lasts longer than a turn in the queue of statements, which the writes between them need.
    snapshot: (use) => (app.db.kind === 'embedded' ? use(inside.db) : withLongSnapshot(app.db, { signal, detached }, use)),
    isPlaceWanted: async () => {
      if (performance.now() - askedAt < placeMs) return false;
      askedAt = performance.now();
      return (await dueLanes(app.db)).includes(laneOf(claimed.type));
    },
    progress: async (stage, processed, total, detail) => {
      const progress = { stage, at: new Date().toISOString(), processed, total, detail };
      await runs.setProgress(app.db, claimed, progress).catch(() => undefined);
    },
  };
  return { job, isOver: () => over };
}

/**
 * Repeats the write until it succeeds or the operation belongs to another run: while the database
 * is unavailable there is nothing else to do.
 */
async function persist(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      // From here on the reaper takes over.
      if (attempt === SETTLE_TRIES) throw error;
      await after(Math.min(5_000, 100 * 2 ** attempt));
    }
  }
}

async function conclude(app: JobServices, handler: JobHandler, claimed: runs.Claimed, verdict: RunVerdict, watch: Watch): Promise<void> {
  const { db } = app;
  const fail = async (code: string, message: string, details?: JobResult['details']) => {
    await settle(db, claimed, { status: 'failed', errorCode: code, errorMessage: message, details: details ?? null });
    noteFailure(app, claimed, code);
  };
  if (verdict.kind === 'nothing') return;
  if (verdict.kind === 'fail') return persist(() => fail(verdict.code, verdict.message, verdict.details));
  if (verdict.kind === 'putBack')
    return persist(() => putBack(db, claimed, { seconds: 0, uncounted: 'stopped', errorCode: null, errorMessage: null }));
  if (verdict.kind === 'defer') {
    const { message, cameForward: renewed = false } = verdict;
    if (claimed.isLast && !renewed) return persist(() => fail('given_up', `${message} ${GIVEN_UP}`));
    const seconds = verdict.seconds ?? watch.secondsBefore(AS_AWAY);
    return persist(() => putBack(db, claimed, { seconds, uncounted: 'put_off', renewed, errorCode: 'deferred', errorMessage: message }));
  }
  if (claimed.attempt >= handler.maxAttempts || claimed.isLast) return persist(() => fail(verdict.code, verdict.message));
  const seconds = verdict.seconds ?? watch.secondsBefore(claimed.attempt);
  return persist(() => putBack(db, claimed, { seconds, errorCode: verdict.code, errorMessage: verdict.message }));
}

/**
 * Claims the operation of a delivery and executes it. Errors of the operation are not thrown. An
 * unavailable database is thrown, and the reaper finds the rest. `started` is called when the run
 * owns the operation, `ended` when it is over.
 */
export async function runDelivery(app: JobServices, delivery: Delivery, handler: JobHandler, watch: Watch): Promise<void> {
  const lease = { bankUid: delivery.bankUid, operationId: delivery.operationId, token: newId() };
  const seconds = Math.min(handler.deadlineSeconds, app.env.maxOperationSeconds);
  const claimed = await claimOrPark(app, delivery, seconds, lease);
  if (!claimed) return drop(app.db, [delivery.id]);
  const running = { cell: delivery.cell, lease, stop: new AbortController() };
  const timer = setTimeout(() => running.stop.abort(new DeadlineExceeded(handler, app.env.maxOperationSeconds)), seconds * 1000);
  watch.started(running);
  try {
    await carryOut(app, handler, claimed, running.stop.signal, watch);
  } finally {
    clearTimeout(timer);
    watch.ended(running);
  }
}

/**
 * A job and its operation are written in one transaction, but a cell on another node than the queue
 * shows its part of it a moment later.
 */
const UNTIL_VISIBLE_MS: readonly number[] = [20, 80, 400, 1_500];

/**
 * Returns null if there is nothing to do for this delivery. An operation that must wait behind
 * another is delivered when that one ends.
 */
async function claimOrPark(app: JobServices, delivery: Delivery, deadlineSeconds: number, lease: runs.Lease): Promise<runs.Claimed | null> {
  const { bankUid, operationId, id: deliveryId } = delivery;
  const waits = delivery.cell === DEFAULT_CELL ? [] : [...UNTIL_VISIBLE_MS];
  for (;;) {
    const claimed = await runs.claim(app.db, lease, { deliveryId, deadlineSeconds });
    if (claimed) return claimed;
    if (await runs.park(app.db, bankUid, operationId, deliveryId)) return null;
    // Otherwise, the operation before it ended between the two checks.
    if (await runs.isAwaited(app.db, bankUid, operationId, deliveryId)) continue;
    const wait = waits.shift();
    if (wait === undefined) return null;
    await after(wait);
  }
}

const authorityOf = ({ authority = 'writer' }: JobHandler, { payload }: runs.Claimed): Authority =>
  typeof authority === 'function' ? authority(payload) : authority;

async function carryOut(app: JobServices, handler: JobHandler, claimed: runs.Claimed, signal: AbortSignal, watch: Watch): Promise<void> {
  let isOver = (): boolean => false;
  try {
    const current = await currentScopeOf(app, claimed, {
      authority: authorityOf(handler, claimed),
      permission: handler.permission ?? 'bank.write',
    });
    if (current === 'deleted') return;
    if ('refused' in current) throw new PermanentFailure('not_allowed', current.refused);
    const made = jobOf(app, watch, current.scope, claimed, signal);
    isOver = made.isOver;
    const end = endOf(await outcomeOf(handler, made.job));
    if (isOver()) return;
    await persist(() => settle(app.db, claimed, end));
    if (end.status === 'failed') noteFailure(app, claimed, defined(end.errorCode));
  } catch (error) {
    // Errors after the end do not change the result.
    if (isOver()) return;
    const verdict = verdictOf(deferredIfDirectoryAway(error, app.db, watch.secondsBefore(1)));
    if (verdict.kind === 'retry' && verdict.code === 'internal')
      app.log.error(
        { operation: claimed.operationId, type: claimed.type, attempt: claimed.attempt, error: nameOf(error) },
        'background work failed',
      );
    await conclude(app, handler, claimed, verdict, watch);
  }
}

/** The stack contains code locations and no data; messages of drivers may quote values. */
const nameOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}\n${(error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 6)
        .join('\n')}`
    : typeof error;
