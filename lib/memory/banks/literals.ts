/** What a list of banks can be sorted by. */
export const BANK_SORTS = ['last_write_at', 'name', 'bank_id', 'fact_count', 'created_at'] as const;
export type BankSort = (typeof BANK_SORTS)[number];

/** Banks of unreachable databases that a list names. */
export const MAX_UNREACHABLE = 100;
