import type { Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { type Job, type JobHandler, type JobResult, type JobServices, PermanentFailure } from '#lib/jobs/operations/port';
import { enqueue, enqueueBatch, findOperation, isOperationElsewhere } from '#lib/jobs/operations/service';
import { configOf } from '#lib/memory/banks/config';
import { ensureBank, inBank, lockBank, noteExpiry, recreateBank, shareLockBank } from '#lib/memory/banks/service';
import {
  type RetainAnswer,
  type RetainBody,
  type RetainItem,
  type RetainResponse,
  retainItem,
  retainResponse,
} from '#lib/memory/retain/contract';
import { type DocumentItem, expiryOfRange, expiryText, givenItems } from '#lib/memory/retain/item-sources';
import { itemOf, partsOf, type QueuedItem, type RetainPart, tokensAbout } from '#lib/memory/retain/parts';
import { expiryOf } from '#lib/memory/retain/plan';
import {
  assertAppendable,
  assertTextsStored,
  assertUnexpired,
  hashOf,
  type Idempotency,
  idempotencyOf,
  withScopes,
} from '#lib/memory/retain/request';
import { retain } from '#lib/memory/retain/service';
import { findAnswer, findText, readTextState, type StoredText, saveAnswer } from '#lib/memory/retain/store-answers';
import { readPlan } from '#lib/memory/retain/store-read';
import type { RetainRun, RetainServices } from '#lib/memory/retain/write';

/**
 * Retain in the background. The request is stored until it is done. Each part is written once, in
 * the transaction that stores its outcomes.
 */

const PARENT = 'batch_retain';
const PART = 'retain';

/** Queues the work with `async`, and performs it without. */
export async function retainNowOrLater(
  services: RetainServices,
  scope: BankScope,
  body: RetainBody,
  idempotencyKey: string | null,
  signal: AbortSignal,
): Promise<RetainAnswer> {
  assertUnexpired(body);
  return body.async ? retainLater(services, scope, body, idempotencyKey) : retain(services, scope, body, idempotencyKey, { signal });
}

/**
 * Thrown out of the transaction: another request with the same key was acknowledged in the
 * meantime.
 */
class Answered extends Error {}

/** Thrown out of the transaction: the bank was deleted or cleared after it was looked up. */
class BankDeletedError extends Error {}

const TRIES = 4;

export async function retainLater(
  { db, env }: Pick<RetainServices, 'db' | 'env'>,
  scope: BankScope,
  body: RetainBody,
  idempotencyKey: string | null,
): Promise<RetainAnswer> {
  const config = configOf(env, scope.bank);
  assertAppendable(withScopes(body, config));
  const appended = documentsOf(body.items.filter(({ update_mode }) => update_mode === 'append'));
  if (appended.length > 0) assertTextsStored(appended, await readPlan(db, scope, appended, null), config.storeDocumentText);
  const idempotency = idempotencyOf(idempotencyKey, body);
  if (body.items.length === 0) return { success: true, bank_id: scope.bankId, items_count: 0, async: true };
  // Checked before a new bank is created, which would otherwise remain empty.
  const chosen = body.operation_id?.toLowerCase();
  if (chosen !== undefined && (await isOperationElsewhere(db, scope, chosen))) throw usedElsewhere(chosen);
  let bank = await ensureBank(db, scope);
  for (let attempt = 1; ; attempt++) {
    try {
      return await inBank(db, bank, (tx) => queue(tx, bank, { body, ttlSeconds: config.retainTtlSeconds }, idempotency));
    } catch (error) {
      if (attempt === TRIES) throw error;
      if (error instanceof BankDeletedError) bank = await recreateBank(db, bank);
      else if (!(error instanceof Answered)) throw error;
    }
  }
}

interface QueuedRequest {
  readonly body: RetainBody;
  /** default of the bank */
  readonly ttlSeconds: number | null;
}

async function queue(tx: Tx, scope: BankScope, request: QueuedRequest, idempotency: Idempotency | null): Promise<RetainAnswer> {
  const askedAt = new Date();
  const first = firstOf(request.body.items.map((item) => expiryOf(item, askedAt, request.ttlSeconds)));
  if (first && !(await noteExpiry(tx, scope, first))) throw new BankDeletedError();
  if (!(await shareLockBank(tx, scope))) throw new BankDeletedError();
  const known = idempotency && (await findAnswer(tx, scope, idempotency.key));
  if (known) {
    if (known.requestHash !== idempotency.requestHash)
      throw new ServiceError('conflict', 'This Idempotency-Key was used for another request');
    return { ...retainResponse.parse(known.response), deduplicated: true };
  }
  const response = await queueParts(tx, scope, request, askedAt);
  if (idempotency && !(await saveAnswer(tx, scope, { ...idempotency, response }))) throw new Answered();
  return response;
}

async function queueParts(tx: Tx, scope: BankScope, { body, ttlSeconds }: QueuedRequest, askedAt: Date): Promise<RetainAnswer> {
  const id = body.operation_id?.toLowerCase() ?? newId();
  const answer = (items_count: number): RetainAnswer => ({
    success: true,
    bank_id: scope.bankId,
    items_count,
    async: true,
    operation_id: id,
  });
  const parts = partsOf(body.items);
  const result = {
    items_count: body.items.length,
    total_tokens: sum(body.items.map(tokensAbout)),
    num_sub_batches: parts.length,
    request_hash: hashOf({ items: body.items, document_tags: body.document_tags }),
  };
  const isNew = await enqueueBatch(tx, scope, {
    id,
    type: PARENT,
    itemsCount: body.items.length,
    documentId: onlyDocument(body.items),
    result,
    parts: parts.map((part) => partOf(part, body, { askedAt, ttlSeconds })),
  });
  if (isNew) return answer(body.items.length);
  const first = await findOperation(tx, scope, id);
  if (first?.type !== PARENT) throw usedElsewhere(id);
  // Operations that an older version queued have no hash.
  const known = first.result?.request_hash;
  if (known !== undefined && known !== result.request_hash)
    throw new ServiceError('conflict', `The operation id '${id}' was used for other items`);
  return { ...answer(first.items_count), deduplicated: true };
}

const usedElsewhere = (id: string): ServiceError => new ServiceError('conflict', `The operation id '${id}' was used for something else`);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const documentsOf = (items: readonly RetainItem[]): string[] => [...new Set(items.flatMap(({ document_id }) => document_id ?? []))];

/** The document of all items; null if there are several, or items without one. */
function onlyDocument(items: readonly RetainItem[]): string | null {
  const [first, ...others] = new Set(items.map(({ document_id }) => document_id ?? null));
  return others.length === 0 ? (first ?? null) : null;
}

/**
 * The items without a document in one part share one. Its id is chosen now, so that a second run
 * writes the same document.
 */
function partOf(
  { items, positions }: RetainPart,
  body: RetainBody,
  { askedAt, ttlSeconds }: { readonly askedAt: Date; readonly ttlSeconds: number | null },
) {
  const documentId = newId();
  const expiries = items.map((item) => expiryOf(item, askedAt, ttlSeconds));
  return {
    type: PART,
    itemsCount: items.length,
    documentId: onlyDocument(items),
    lanes: documentsOf(items),
    payload: {
      // With the time at which each expires, so that a queued text can be removed then.
      items: items.map(({ ttl_seconds: _, ...item }, i) => ({
        ...item,
        document_id: item.document_id ?? documentId,
        ...(expiries[i] && { expires_at: expiries[i].toISOString() }),
      })),
      positions,
      new_document: documentId,
      document_tags: body.document_tags,
      asked_at: askedAt.toISOString(),
    },
    payloadExpiresAt: firstOf(expiries),
  };
}

/** null: none of them expires. */
const firstOf = (expiries: readonly (Date | null)[]): Date | null =>
  expiries.reduce((first, at) => (first && (!at || first <= at) ? first : at), null);

// --- the run -------------------------------------------------------------------------------------

interface RetainPayload {
  readonly items: readonly QueuedItem[];
  readonly positions: readonly number[];
  /** document id of the items that named none */
  readonly new_document?: string;
  readonly document_tags: readonly string[];
  readonly asked_at: string;
}

type RetainJob = Job<Readonly<Record<string, unknown>>, JobServices & RetainServices>;

const withoutItems = { async: false, operation_id: null } as const;

/** Outcomes by the position of their items in the request from which the part was cut. */
const resultOf = ({ outcomes, usage, items_count }: RetainResponse, positions: readonly number[]): Record<string, unknown> => ({
  items_count,
  usage,
  outcomes: outcomes.map((outcome) => ({ ...outcome, index: positions[outcome.index] ?? outcome.index })),
});

/**
 * If nothing could be read, the operation fails, and a retry reads the items again. Appended items
 * are already in their document, so a retry would duplicate them. Such an operation completes, and
 * only reprocessing the document reads them again.
 */
function endOf(response: RetainResponse, items: readonly RetainItem[], positions: readonly number[]): JobResult {
  const result = resultOf(response, positions);
  const isUnread = response.outcomes.every(({ outcome }) => outcome === 'failed');
  if (!isUnread || items.some(({ update_mode }) => update_mode === 'append')) return { result };
  const [reason, ...others] = new Set(response.outcomes.map((outcome) => outcome.reason));
  return { result, failure: { code: 'nothing_read', message: reason && others.length === 0 ? reason : NOTHING_READ } };
}

const NOTHING_READ = 'Nothing of the content could be read.';

/** Shorter work reports no progress. */
const PROGRESS_INTERVAL_MS = 1_000;

/** Reports the progress of the run, throttled. */
function throttledProgress(job: RetainJob): NonNullable<RetainRun['onProgress']> {
  let next = performance.now() + PROGRESS_INTERVAL_MS;
  return (stage, processed, total) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_INTERVAL_MS;
    void job.progress(stage, processed, total);
  };
}

async function runRetain(job: RetainJob): Promise<JobResult> {
  if (typeof job.payload.reprocess === 'string') return runReprocess(job, job.payload.reprocess);
  const payload = job.payload as unknown as RetainPayload;
  const items = payload.items.map(itemOf);
  const { app, scope, signal, operationId } = job;
  await retain(app, scope, { ...withoutItems, items, document_tags: [...payload.document_tags] }, null, {
    signal,
    operationId,
    askedAt: new Date(payload.asked_at),
    onProgress: throttledProgress(job),
    newIds: new Set(payload.new_document === undefined ? [] : [payload.new_document]),
    fence: (tx) => job.fence(tx),
    written: (tx, response) => job.complete(tx, endOf(response, items, payload.positions)),
  });
  return {};
}

/**
 * The limit is the longest that an operator can set: a language model needs a quarter of an hour
 * for a document of a megabyte, and an attempt that ends keeps none of its answers.
 */
export const retainHandler: JobHandler<JobServices & RetainServices> = {
  type: PART,
  deadlineSeconds: 1800,
  maxAttempts: 4,
  run: runRetain,
};

// --- reprocessing --------------------------------------------------------------------------------

/**
 * Queues a reprocessing of the stored text of a document. Joins an operation that already waits.
 */
export async function reprocess(tx: Tx, scope: BankScope, documentId: string): Promise<string> {
  const { operationId } = await enqueue(tx, scope, {
    type: PART,
    subject: `reprocess ${documentId}`,
    payload: { reprocess: documentId },
    itemsCount: 1,
    documentId,
    lanes: [documentId],
  });
  return operationId;
}

/** Thrown out of the transaction: the document was changed after it was read. */
class DocumentChangedError extends Error {}

const documentMissing = (): PermanentFailure => new PermanentFailure('document_gone', 'The document was deleted or has no text.');

/**
 * The items as they were given. For a document of an older version, which did not store them: its
 * text and the data of its retain.
 */
function itemsOf(id: string, stored: StoredText): DocumentItem[] {
  const text = stored.texts.join('');
  const { params, metadata, tags, observationScopes, itemSources, createdAt } = stored;
  const expiryOf = (range: { start: number; end: number }) => expiryOfRange(stored, range);
  const given = givenItems(itemSources, { id, text, tags, observationScopes, createdAt, expiryOf });
  if (given) return given;
  const fields = {
    document_id: id,
    context: params.context ?? null,
    timestamp: params.event_date ?? null,
    strategy: params.strategy ?? null,
    metadata,
    tags,
    observation_scopes: observationScopes ?? null,
  };
  return runsOf(stored).map(({ content, expiresAt }) => ({
    item: retainItem.parse({ ...fields, content, expires_at: expiryText(expiresAt) }),
    at: createdAt,
  }));
}

/** The text of a document, divided where its expiry changes. Items are joined by line breaks. */
function runsOf({ texts, expiries }: StoredText): { content: string; expiresAt: Date | null }[] {
  const runs: { content: string; expiresAt: Date | null }[] = [];
  texts.forEach((text, i) => {
    const expiresAt = expiries[i] ?? null;
    const last = runs.at(-1);
    if (last && last.expiresAt?.getTime() === expiresAt?.getTime()) last.content += text;
    else runs.push({ content: last && text.startsWith('\n') ? text.slice(1) : text, expiresAt });
  });
  return runs;
}

async function runReprocess(job: RetainJob, documentId: string): Promise<JobResult> {
  for (let attempt = 1; ; attempt++) {
    const stored = await findText(job.app.db, job.scope, documentId);
    if (!stored || stored.texts.join('').trim() === '') throw documentMissing();
    try {
      await reread(job, documentId, stored);
      return {};
    } catch (error) {
      if (!(error instanceof DocumentChangedError)) throw error;
      if (attempt === TRIES) throw new ServiceError('conflict', 'Other requests are changing the document. Try again.');
    }
  }
}

async function reread(job: RetainJob, documentId: string, stored: StoredText): Promise<void> {
  const { app, scope, signal, operationId } = job;
  const given = itemsOf(documentId, stored);
  const items = given.map(({ item }) => item);
  const readState = (tx: Tx) => readTextState(tx, scope, documentId);
  let state: string | null = stored.state;
  await retain(app, scope, { ...withoutItems, items, document_tags: [] }, null, {
    signal,
    operationId,
    askedAt: given.map(({ at }) => at),
    onProgress: throttledProgress(job),
    reread: { lengths: stored.texts.map(({ length }) => length) },
    fence: async (tx) => {
      await job.fence(tx);
      await lockBank(tx, scope);
      if ((await readState(tx)) !== state) throw new DocumentChangedError();
    },
    partWritten: async (tx) => {
      const own = await readState(tx);
      tx.afterCommit(() => {
        state = own;
      });
    },
    written: (tx, response) => job.complete(tx, endOf(response, items, [])),
  });
}
