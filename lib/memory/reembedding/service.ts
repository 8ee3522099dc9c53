import type { Db, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { type Actor, type BankScope, mintBankScope } from '#lib/base/scope';
import type { QueuedOperation } from '#lib/jobs/operations/port';
import { enqueue } from '#lib/jobs/operations/service';
import { inBank, lockBank } from '#lib/memory/banks/service';
import type { ReembedResponse } from '#lib/memory/reembedding/contract';
import * as store from '#lib/memory/reembedding/store';
import type { Embedder } from '#lib/models/embeddings/port';

/** Who has a bank embedded anew: the operator who chose another model, and whoever asks for it. */

export const REEMBEDDING = 'reembedding';

/** One at a time for a bank. Which model it is to be is not said: the one that is configured when it runs. */
const request = (tx: Tx, scope: BankScope): Promise<QueuedOperation> =>
  enqueue(tx, scope, { type: REEMBEDDING, subject: 'bank', payload: {} });

/** Throws `not_found` for a bank that is not there. */
export async function reembed(db: Db, scope: BankScope): Promise<ReembedResponse> {
  return inBank(db, scope, async (tx) => {
    if ((await lockBank(tx, scope)) === null) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
    const { operationId, deduplicated } = await request(tx, scope);
    return { operation_id: operationId, deduplicated };
  });
}

const SLICE = 200;
/** Nobody asked: it follows from what the operator configured. */
const OPERATOR: Actor = { kind: 'anonymous', keyId: null, label: 'configuration' };

/** At boot: every bank whose vectors are of another model than the configured one. Gives how many there are. */
export async function reembedOutdated({ db, embedder: { model } }: { readonly db: Db; readonly embedder: Embedder }): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const banks = await store.readOutdated(db, { model, type: REEMBEDDING, after, limit: SLICE });
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
const asked = new Map<string, number>();

/**
 * In the transaction of a write to a bank of another model, behind its lock: during a rollout a process of the former configuration may
 * have taken what a boot asked for. At most once in ten minutes from this process.
 */
export async function followModel(tx: Tx, scope: BankScope, configured: string): Promise<void> {
  const own = scope.bank?.embeddingModel ?? null;
  if (own === null || own === configured) return;
  const key = `${scope.orgId} ${scope.bankUid} ${configured}`;
  const now = performance.now();
  if (now - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  if (asked.size >= MAX_REMEMBERED) asked.clear();
  asked.set(key, now);
  if (!(await store.isUnderWay(tx, scope, REEMBEDDING))) await request(tx, scope);
}
