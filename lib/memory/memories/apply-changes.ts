import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { noteWrite } from '#lib/memory/banks/service';
import { tidyEntities } from '#lib/memory/entities/service';
import type { MemoryChanges } from '#lib/memory/memories/changes';

/**
 * Final step of a write that changed memories, under the bank's lock. `revision`: the revision of
 * the changed rows.
 */
export async function applyChanges(tx: Tx, scope: BankScope, revision: number, changes: MemoryChanges): Promise<void> {
  await tidyEntities(tx, scope, changes);
  await noteWrite(tx, scope, { revision, unitDelta: changes.unitDelta, termDelta: changes.termDelta });
}
