import { noteWrite } from '#lib/banks/service';
import type { Tx } from '#lib/db/db';
import { tidyEntities } from '#lib/entities/service';
import type { Changes } from '#lib/memories/changes';
import type { BankScope } from '#lib/scope';

/** Last of a write that changed memories, under the bank's lock. `revision`: the one that it has stamped on its rows. */
export async function applyChanges(tx: Tx, scope: BankScope, revision: number, changes: Changes): Promise<void> {
  await tidyEntities(tx, scope, changes);
  await noteWrite(tx, scope, { revision, unitDelta: changes.unitDelta, termDelta: changes.termDelta });
}
