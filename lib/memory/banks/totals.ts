import { BoundedCache } from '#lib/base/bounded-cache';
import { defined } from '#lib/base/defined';
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
  const key = keyOf({ bankUid, bank }, list);
  if (key === null) return count();
  const found = known.get(key);
  if (found !== undefined) return found;
  const total = await count();
  known.set(key, total);
  return total;
}

/** null: nothing was written, before the first revision. */
const keyOf = ({ bankUid, bank }: Pick<BankScope, 'bankUid' | 'bank'>, list: object): string | null =>
  bank === null || bank.revision === 0 ? null : JSON.stringify([bankUid, bank.revision, list]);

/**
 * Totals of several lists in one state. `count` returns them with the revision at which it counted
 * all of them, so that cached totals are of this very revision.
 */
export async function totalsOf(
  scope: BankScope,
  lists: readonly object[],
  count: () => Promise<{ readonly totals: number[]; readonly revision: number | undefined }>,
): Promise<number[]> {
  const keys = lists.map((list) => keyOf(scope, { counts: list }));
  const cached = keys.flatMap((key) => (key === null ? [] : (known.get(key) ?? [])));
  if (cached.length === lists.length) return cached;
  const { totals, revision } = await count();
  if (revision === scope.bank?.revision) for (const [i, key] of keys.entries()) if (key !== null) known.set(key, defined(totals[i]));
  return totals;
}
