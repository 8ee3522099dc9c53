/** Kinds of requests to a provider. */
export const CALL_TYPES = ['llm', 'embedding', 'rerank', 'decision'] as const;
export type CallType = (typeof CALL_TYPES)[number];

/** Periods of the statistics of model calls. */
export const LEDGER_PERIODS = ['1d', '7d', '30d'] as const;
export type LedgerPeriod = (typeof LEDGER_PERIODS)[number];
