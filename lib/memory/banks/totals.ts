import { BoundedCache } from '#lib/base/bounded-cache';
import type { BankScope } from '#lib/base/scope';

/**
 * Numbers of listings that were counted already. A write gives the bank its next revision, which every request reads anew, so a number
 * stands for the revision it was counted at and for nothing else: whoever pages through a bank at rest counts once.
 */
const known = new BoundedCache<number>(500_000);

/**
 * The number at the revision that this request saw. `count` may see a later one; then it is right for a later one as well.
 * `asked` names the listing and its filter; it must hold nothing that changes without a write to the bank, as consolidation does.
 */
export async function totalOf({ bankUid, bank }: BankScope, asked: object, count: () => Promise<number>): Promise<number> {
  // Nothing was written before the first revision.
  if (bank === null || bank.revision === 0) return count();
  const key = JSON.stringify([bankUid, bank.revision, asked]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const total = await count();
  known.set(key, total);
  return total;
}
