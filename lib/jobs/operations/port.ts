import type { Db, Tx } from '#lib/base/db/db';
import type { Log } from '#lib/base/log';
import type { BankScope } from '#lib/base/scope';
import type { Embedder } from '#lib/models/embeddings/port';
import type { ModelSet } from '#lib/models/llm/models';

/**
 * What background work is made of, for the domains that have some. An `operations` row is the resource that callers see; delivery is the
 * queue's. A handler may run more than once (a process may die at any instant), so each of its effects is written in a transaction that
 * begins with `job.fence(tx)`.
 */

/** What is asked for, in the same transaction as the thing it serves. */
export interface NewOperation {
  readonly type: string;
  /** At most one operation of a type and subject waits and one runs: a further one joins the one that waits. null: never joined. */
  readonly subject: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly itemsCount?: number;
  readonly documentId?: string | null;
  readonly mentalModelId?: string | null;
  /** What must not be written out of turn, such as documents by id: of two that share a lane the older one runs first. */
  readonly lanes?: readonly string[];
  readonly parentId?: string | null;
  /** chosen by the caller; else one is made */
  readonly id?: string;
  /** not before this; automatic work that comes in waves waits a little so that the wave is one operation */
  readonly startAfter?: Date;
}

export interface QueuedOperation {
  readonly operationId: string;
  /** joined to one that was already waiting */
  readonly deduplicated: boolean;
}

/** What running jobs takes of the process. */
export interface JobServices {
  readonly db: Db;
  readonly embedder: Embedder;
  readonly models: ModelSet;
  readonly log: Log;
  readonly env: { readonly maxOperationSeconds: number };
  /** the organisation that anonymous calls act in; null where they are refused */
  readonly anonymousOrgId: string | null;
}

/** One run of an operation. `App`: what its handler needs beyond that. */
export interface Job<Payload = Readonly<Record<string, unknown>>, App extends JobServices = JobServices> {
  readonly app: App;
  readonly scope: BankScope;
  readonly operationId: string;
  readonly payload: Payload;
  /** from 1 */
  readonly attempt: number;
  /** aborted by cancel, shutdown, a lost lease and the deadline; hand it to every model and network call */
  readonly signal: AbortSignal;
  /** First in every write transaction of the job: throws `Superseded` unless this run still holds the operation. Never locks the bank. */
  fence(tx: Tx): Promise<void>;
  /**
   * Ends the operation in the transaction of its effect, after `fence`: both are there, or neither is, and no second transaction is
   * needed. What the handler resolves to counts for nothing then.
   */
  complete(tx: Tx, done: JobResult): Promise<void>;
  /** For a wait that is not for a model or an embedder of `app`: meanwhile others have the place of this run. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** best effort, never throws */
  progress(stage: string, processed?: number, total?: number, detail?: Readonly<Record<string, number>>): Promise<void>;
}

/** What a handler resolves to, kept as the operation's `result_metadata` and `details`. No secrets, no raw errors, no memory text. */
export interface JobResult {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Why it has failed nevertheless: what it wrote stays, and so does what was asked for, to be tried again. `message` is shown to callers. */
  readonly failure?: { readonly code: string; readonly message: string };
}

/**
 * From when it was asked for, or was to begin, or last came forward; waits included: what keeps work from being done for so long is for
 * somebody to look after. The attempt that begins after that is the last one.
 */
export const TRIED_FOR_HOURS = 24;

export interface SettingsChange {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export type Authority = 'writer' | 'bank';

/**
 * `App`: what it needs of the process. The registry does not know; whoever registers handlers runs them with all that they need
 * (`lib/api/handlers.ts`).
 */
export interface JobHandler<App extends JobServices = JobServices> {
  readonly type: string;
  /** of one attempt, in seconds; DESIGN: retain child 600, consolidation round 900, refresh 600, re-embedding batch 1800 */
  readonly deadlineSeconds: number;
  readonly maxAttempts: number;
  /**
   * Whose right it takes. `writer`: whoever asked must still be allowed to write when it runs (a key revoked meanwhile stops it).
   * `bank` for work that follows from what the bank holds and serves all its writers, such as consolidation. `writer` when not said. A kind
   * that is asked for by callers and by itself tells by what was asked for.
   */
  readonly authority?: Authority | ((payload: Readonly<Record<string, unknown>>) => Authority);
  run(job: Job<Readonly<Record<string, unknown>>, App>): Promise<JobResult>;
  /**
   * Every few minutes in every process that runs jobs: asks for what ought to be under way and is not. Several may do it at once, so what it
   * asks for has a subject.
   */
  lookAfter?(app: App): Promise<unknown>;
  /** in the transaction that changes settings of a bank; the configuration before and after, as it is stored */
  onSettings?(tx: Tx, scope: BankScope, change: SettingsChange): Promise<void>;
  /** in the transaction that ends the operation for good, whatever its end; for what must follow from it */
  onEnd?(
    tx: Tx,
    job: { readonly scope: BankScope; readonly operationId: string; readonly status: 'completed' | 'failed' | 'cancelled' },
  ): Promise<void>;
}

/** The run lost its operation: cancelled, finished by another, or its lease expired. Nothing is to be written any more. */
export class Superseded extends Error {
  constructor() {
    super('This run no longer holds its operation');
    this.name = 'Superseded';
  }
}

/** Ends the operation as failed at once; trying again would fail the same way. `message` is shown to callers. */
export class PermanentFailure extends Error {
  readonly code: string;
  /** kept with the operation, as those of one that completed */
  readonly details: JobResult['details'];
  constructor(code: string, message: string, details?: JobResult['details']) {
    super(message);
    this.name = 'PermanentFailure';
    this.code = code;
    this.details = details;
  }
}

/**
 * Puts the operation back without counting an attempt: a provider said "later", or a minimum interval has not passed. `cameForward`: this
 * run did its share of something long, and the time for which it is tried begins anew.
 */
export class Deferred extends Error {
  readonly seconds: number;
  readonly cameForward: boolean;
  constructor(seconds: number, message: string, cameForward = false) {
    super(message);
    this.name = 'Deferred';
    this.seconds = seconds;
    this.cameForward = cameForward;
  }
}
