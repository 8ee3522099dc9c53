/**
 * How much a transaction may write, so that others wait for it no longer than a tenth of a second or two: everybody else of the embedded
 * store waits for a transaction, and every writer of the bank on any. The unit is a memory with its usual rows; one with many names, or
 * one that many observations cite, weighs as much as several.
 */

/** Names of a memory that are part of its usual weight. */
export const USUAL_NAMES = 8;
/** Further names that take as long to write as one memory: each may be an entity, a spelling and a mention. */
export const NAMES_PER_MEMORY = 2;

/** What one transaction of a bulk change or deletion may weigh, give or take one memory or chunk. */
export const PART_WEIGHT = 150;

export const weightOf = (names: number): number => 1 + Math.max(0, names - USUAL_NAMES) / NAMES_PER_MEMORY;
