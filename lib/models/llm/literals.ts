/** Kinds of requests to a provider. */
export const CALL_TYPES = ['llm', 'embedding', 'rerank', 'decision'] as const;
export type CallType = (typeof CALL_TYPES)[number];

/** What a list of requests can be sorted by. */
export const CALL_SORTS = ['started_at', 'operation', 'model', 'status', 'input_tokens', 'output_tokens', 'duration_ms'] as const;
export type CallSort = (typeof CALL_SORTS)[number];

/** Periods of the statistics of model calls. */
export const LEDGER_PERIODS = ['1d', '7d', '30d'] as const;
export type LedgerPeriod = (typeof LEDGER_PERIODS)[number];
