import type { Db, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { type Actor, type BankScope, mintBankScope } from '#lib/base/scope';
import { TERMS_VERSION } from '#lib/base/text/index-terms';
import type { QueuedOperation } from '#lib/jobs/operations/port';
import { enqueue } from '#lib/jobs/operations/service';
import { inBank, lockBank } from '#lib/memory/banks/service';
import type { ReembedResponse } from '#lib/memory/reembedding/contract';
import * as store from '#lib/memory/reembedding/store';
import type { Embedder } from '#lib/models/embeddings/port';

/** Requests the re-embedding of banks, after a change of the configured model or by a caller. */

export const REEMBEDDING = 'reembedding';

/**
 * One operation at a time per bank. It uses the embedding model that is configured when it runs.
 */
const request = (tx: Tx, scope: BankScope): Promise<QueuedOperation> =>
  enqueue(tx, scope, { type: REEMBEDDING, subject: 'bank', payload: {} });

/** Throws `not_found` for a missing bank. */
export async function reembed(db: Db, scope: BankScope): Promise<ReembedResponse> {
  return inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
    const { operationId, deduplicated } = await request(tx, scope);
    return { operation_id: operationId, deduplicated };
  });
}

const SLICE = 200;
/** The actor of re-embeddings that follow from the configuration. */
const OPERATOR: Actor = { kind: 'anonymous', keyId: null, label: 'configuration' };

/**
 * Call it at startup: requests a re-embedding of every bank with another embedding model than the
 * configured one, or with index terms of an older version. Returns their number.
 */
export async function reembedOutdated({ db, embedder: { model } }: { readonly db: Db; readonly embedder: Embedder }): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const banks = await store.readOutdated(db, { model, version: TERMS_VERSION, type: REEMBEDDING, after, limit: SLICE });
    for (const { uid, org_id: orgId, id } of banks) {
      const scope = mintBankScope({ orgId, actor: OPERATOR, bankId: id, bankUid: uid, bank: null });
      await inBank(db, scope, async (tx) => {
        if ((await lockBank(tx, scope)) !== null) await request(tx, scope);
      });
    }
    count += banks.length;
    if (banks.length < SLICE) return count;
    after = defined(banks.at(-1)).uid;
  }
}

const AGAIN_MS = 600_000;
const MAX_REMEMBERED = 10_000;
const requestedAt = new Map<string, number>();

/**
 * Call it in the transaction of a write, after locking the bank: requests a re-embedding if the
 * bank uses another model. During a rollout, a process with the previous configuration may have run
 * the operation of a startup. At most once in ten minutes per process.
 */
export async function followModel(tx: Tx, scope: BankScope, configured: string): Promise<void> {
  const own = scope.bank?.embeddingModel ?? null;
  if (own === null || own === configured) return;
  const key = `${scope.orgId} ${scope.bankUid} ${configured}`;
  const now = performance.now();
  if (now - (requestedAt.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  if (requestedAt.size >= MAX_REMEMBERED) requestedAt.clear();
  requestedAt.set(key, now);
  if (!(await store.isUnderWay(tx, scope, REEMBEDDING))) await request(tx, scope);
}
