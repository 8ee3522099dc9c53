/** How facts are extracted from text. */
export const EXTRACTION_MODES = ['concise', 'verbose', 'custom', 'verbatim', 'chunks'] as const;
export type ExtractionMode = (typeof EXTRACTION_MODES)[number];

/** How the number of candidates of a recall is determined. */
export const RECALL_BUDGET_FUNCTIONS = ['fixed', 'adaptive'] as const;
