/** Kinds of requests to a provider. */
export const CALL_TYPES = ['llm', 'embedding', 'rerank', 'decision'] as const;
export type CallType = (typeof CALL_TYPES)[number];

/** What the statistics of the model calls can be about. */
export const LEDGER_PERIODS = ['1d', '7d', '30d'] as const;
export type LedgerPeriod = (typeof LEDGER_PERIODS)[number];
