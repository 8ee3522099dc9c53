/** What a list of observations can be sorted by. */
export const OBSERVATION_SORTS = ['updated_at', 'created_at', 'proof_count'] as const;
export type ObservationSort = (typeof OBSERVATION_SORTS)[number];

/** How the evidence of an observation develops. */
export const TRENDS = ['new', 'stable', 'strengthening', 'weakening', 'stale'] as const;
export type Trend = (typeof TRENDS)[number];
