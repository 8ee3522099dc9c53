/** Sets of words that the schema, the contracts and the console share. Declared once. */

export const FACT_TYPES = ['world', 'experience', 'observation'] as const;
export type FactType = (typeof FACT_TYPES)[number];

export const MEMORY_STATES = ['valid', 'invalidated'] as const;
export type MemoryState = (typeof MEMORY_STATES)[number];

export const TAG_MODES = ['any', 'all', 'any_strict', 'all_strict', 'exact'] as const;
export type TagMode = (typeof TAG_MODES)[number];

export const BUDGETS = ['low', 'mid', 'high'] as const;
export type Budget = (typeof BUDGETS)[number];

/** How exactly a date is known, coarse last. */
export const DATE_GRAINS = ['instant', 'day', 'week', 'month', 'quarter', 'season', 'year', 'decade'] as const;
export type DateGrain = (typeof DATE_GRAINS)[number];

/** What became of one retained item. */
export const OUTCOMES = ['facts', 'no_facts', 'partial', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
