/** Parameters of the retrievers, the same for both implementations. */

/**
 * BM25: saturation and length. A term counts once per memory, because memories are a sentence or
 * two long.
 */
export const K1 = 0.9;
export const B = 0.75;

/** BM25: how rare a term is that `frequency` of `units` memories contain. */
export const inverseFrequency = (units: number, frequency: number): number =>
  Math.log(1 + (Math.max(0, units - frequency) + 0.5) / (frequency + 0.5));

/** Maximum number of seeds of spreading activation. */
export const SEEDS = 12;
/**
 * Exponent of a seed's share of the best score. A question is about one memory, and memories that
 * only resemble it mislead.
 */
export const SEED_POWER = 4;
/**
 * Digits of a seed's share and of a heat. Smaller differences are ties, which the older memory
 * wins: the database and the process calculate with different precision, and texts of one form
 * differ by no more.
 */
export const SEED_DIGITS = 3;
export const HEAT_DIGITS = 6;
export const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Spreading activation: entities per hop, memories per entity, activated memories in the end. */
export const ENTITIES = 8;
export const UNITS_PER_ENTITY = 8;
export const ACTIVATED = 30;
export const HOP_DECAY = 0.5;

/**
 * Memories that the time retriever compares: the latest that begin in the window, and of those that
 * overlap its start the first to end. The database compares this number in 0.4 s.
 */
export const WINDOW_SCAN = 50_000;
/** Candidates of the time retriever: the nearest in meaning, then the latest. */
export const WINDOW_CAP = 60;
/** Maximum number of permanent instructions, the latest. */
export const INSTRUCTION_CAP = 20;
/** Distance in positions of a neighbor in the document. */
export const BESIDE = 2;
