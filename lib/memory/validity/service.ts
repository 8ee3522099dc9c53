import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import * as store from '#lib/memory/validity/store';

export { deriveValidity } from '#lib/memory/validity/derive';

/**
 * Memories changed in text, tags, times or state. Call it under the lock of the bank. What was
 * derived from them, and of them, is removed at once, and derived again by the next consolidation.
 */
export const validityChanged = async (
  tx: Tx,
  scope: BankScope,
  { memoryIds, revision }: { readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<void> => {
  if (memoryIds.length > 0) await store.clearDerived(tx, scope, revision, memoryIds);
};
