import { forNobody } from '#lib/base/db/caller';
import type { Db, Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { forgetTexts } from '#lib/base/text-caches';
import { dropArchives } from '#lib/memory/archives/service';
import { inBank, lockBank, noteInAudit } from '#lib/memory/banks/service';
import * as items from '#lib/memory/observations/store-items';
import { type ObservationExtent, readExtent, readObservations } from '#lib/memory/observations/store-write';
import { writeObservations } from '#lib/memory/observations/write';

/** Deletes all observations of a bank. */

/** Maximum number of observations that one transaction deletes. */
const PART = 100;
/** Maximum number of items that one transaction sets back to pending. */
const REOPENED = 1_000;
/** Before all ids; the scope key of a write that inserts into no scope. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes the present observations in batches, then sets the items of all other memories back to
 * pending, and other requests can run between the batches. An observation is deleted together with
 * the reopening of its evidence. What others consolidate meanwhile remains. Once it has begun, it
 * continues to the end, whether or not the caller is still connected. If the process ends before,
 * the same request deletes the rest. Returns the number of deleted observations.
 */
export async function clearAll(db: Db, scope: BankScope): Promise<number> {
  const first = await inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return null;
    const extent = await readExtent(tx, scope);
    if (extent.count > 0) {
      // Recorded with the first batch, because the rest may never run.
      await noteInAudit(tx, scope, { action: 'bank.clear', before: { fact_type: 'observation', units: extent.count } });
      await dropArchives(tx, scope);
    }
    return { extent, part: await clearPart(tx, scope, { revision, extent, after: NO_ID }) };
  });
  if (first === null) return 0;
  const { extent } = first;
  let { removed, after } = first.part;
  while (after !== null) {
    const from = after;
    const part = await inNextBatch(db, scope, (tx, revision) => clearPart(tx, scope, { revision, extent, after: from }));
    removed += part?.removed ?? 0;
    after = part?.after ?? null;
  }
  forgetTexts(scope.bankUid);
  let item: items.ItemKey | null = { memoryId: NO_ID, scopeKey: NO_ID };
  while (item !== null) {
    const from: items.ItemKey = item;
    item = await inNextBatch(db, scope, (tx) => items.reopenNext(tx, scope, { after: from, until: extent.read_at, limit: REOPENED }));
  }
  return removed;
}

/** null: the bank was deleted. */
const inNextBatch = <T>(db: Db, scope: BankScope, work: (tx: Tx, revision: number) => Promise<T>): Promise<T | null> =>
  forNobody(() =>
    inBank(
      db,
      scope,
      async (tx) => {
        const revision = await lockBank(tx, scope);
        return revision === null ? null : work(tx, revision);
      },
      { isBatch: true },
    ),
  );

/** `after` of the result: the last one that was deleted; null: there are no more. */
async function clearPart(
  tx: Tx,
  scope: BankScope,
  { revision, extent, after }: { readonly revision: number; readonly extent: ObservationExtent; readonly after: string },
): Promise<{ removed: number; after: string | null }> {
  if (extent.last_id === null) return { removed: 0, after: null };
  const found = await readObservations(tx, scope, { after, last: extent.last_id, limit: PART });
  if (found.length === 0) return { removed: 0, after: null };
  await items.reopenEvidence(
    tx,
    scope,
    found.map(({ id }) => id),
  );
  const { removed } = await writeObservations(tx, scope, { revision, scopeKey: NO_ID, model: '' }, { drafts: [], removed: found });
  return { removed, after: found.length < PART ? null : (found.at(-1)?.id ?? null) };
}
