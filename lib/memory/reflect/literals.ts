import { FACT_TYPES } from '#lib/base/literals';

/** Types of sources that an answer can cite. */
export const CITED_TYPES = [...FACT_TYPES, 'mental_model'] as const;
export type CitedType = (typeof CITED_TYPES)[number];
