/**
 * What a write has done to what is derived from memories. A statement that changes rows gives these along; `applyChanges` alone brings the
 * bank's counts and speakers and the entities to what is there now. A retain hands its counts over with its rows, in the statement that
 * writes them.
 */
export interface MemoryChanges {
  /** live units more than before; below 0 they went */
  readonly unitDelta: number;
  /** of their terms */
  readonly termDelta: number;
  /** entities of units that went, moved or changed: some may have none left */
  readonly entityIds: readonly string[];
  /** of these, the ones whose first or last time stood on such a unit */
  readonly staleIds: readonly string[];
}

export const NO_CHANGES: MemoryChanges = { unitDelta: 0, termDelta: 0, entityIds: [], staleIds: [] };

export const sumOf = (changes: readonly MemoryChanges[]): MemoryChanges => ({
  unitDelta: changes.reduce((sum, { unitDelta }) => sum + unitDelta, 0),
  termDelta: changes.reduce((sum, { termDelta }) => sum + termDelta, 0),
  entityIds: [...new Set(changes.flatMap(({ entityIds }) => entityIds))],
  staleIds: [...new Set(changes.flatMap(({ staleIds }) => staleIds))],
});
