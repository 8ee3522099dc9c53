/** Who decided when a memory is true: the rules, the request that retained it, or a user. */
export const VALIDITY_SOURCES = ['derived', 'given', 'set'] as const;
export type ValiditySource = (typeof VALIDITY_SOURCES)[number];

/** Whether a later memory replaced a memory, as a filter. */
export const VALIDITIES = ['current', 'superseded'] as const;
