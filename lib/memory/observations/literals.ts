/** How the evidence of an observation develops. */
export const TRENDS = ['new', 'stable', 'strengthening', 'weakening', 'stale'] as const;
export type Trend = (typeof TRENDS)[number];
