/**
 * Limits how much a transaction writes, so that others wait at most one or two tenths of a second.
 * On the embedded store all callers wait for a transaction, and on any store all writers of the
 * bank. The unit is a memory with its usual rows. A memory with many names, or one that many
 * observations cite, has the weight of several.
 */

/** Number of names that are included in the weight of a memory. */
export const USUAL_NAMES = 8;
/**
 * Number of additional names that take as long to write as one memory: each may be an entity, a
 * spelling and a mention.
 */
export const NAMES_PER_MEMORY = 2;

/**
 * Maximum weight of one transaction of a bulk change or deletion, rounded to whole memories or
 * chunks.
 */
export const PART_WEIGHT = 150;

/**
 * The same for a transaction that clears memories on a database server. Only writers of the bank
 * wait for it, and it takes about a third of a second.
 */
export const SERVER_CLEAR_WEIGHT = 1_000;

export const weightOf = (names: number): number => 1 + Math.max(0, names - USUAL_NAMES) / NAMES_PER_MEMORY;
