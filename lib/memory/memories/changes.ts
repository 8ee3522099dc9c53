/**
 * The effects of a write on data that is derived from memories. A statement that changes rows
 * returns them. Only `applyChanges` then updates the bank's counts, its speakers and the entities.
 * A retain passes its counts with its rows, in the writing statement.
 */
export interface MemoryChanges {
  /** change of the number of valid memories */
  readonly unitDelta: number;
  /** change of the number of their terms */
  readonly termDelta: number;
  /** entities of deleted, moved or changed memories: some may have no mention left */
  readonly entityIds: readonly string[];
  /** those whose first or last mention may have been one of these memories */
  readonly staleIds: readonly string[];
}

export const NO_CHANGES: MemoryChanges = { unitDelta: 0, termDelta: 0, entityIds: [], staleIds: [] };

export const sumOf = (changes: readonly MemoryChanges[]): MemoryChanges => ({
  unitDelta: changes.reduce((sum, { unitDelta }) => sum + unitDelta, 0),
  termDelta: changes.reduce((sum, { termDelta }) => sum + termDelta, 0),
  entityIds: [...new Set(changes.flatMap(({ entityIds }) => entityIds))],
  staleIds: [...new Set(changes.flatMap(({ staleIds }) => staleIds))],
});
