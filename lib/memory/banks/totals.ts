import { BoundedCache } from '#lib/base/bounded-cache';
import type { BankScope } from '#lib/base/scope';

/**
 * Cached totals of lists. A write gives the bank its next revision, which every request reads. So a
 * total is valid for one revision, and paging through an unchanged bank counts once.
 */
const known = new BoundedCache<number>(500_000);

/**
 * The total at the revision that this request read. `count` may see a later revision; then the
 * total is correct for that one. `list` identifies the list and its filter. The total must not
 * change without a write to the bank, as consolidation states do.
 */
export async function totalOf({ bankUid, bank }: BankScope, list: object, count: () => Promise<number>): Promise<number> {
  // Nothing was written before the first revision.
  if (bank === null || bank.revision === 0) return count();
  const key = JSON.stringify([bankUid, bank.revision, list]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const total = await count();
  known.set(key, total);
  return total;
}
