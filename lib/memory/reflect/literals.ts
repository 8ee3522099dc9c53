import { FACT_TYPES } from '#lib/base/literals';

/** What the answer of a reflect can rest on. */
export const CITED_TYPES = [...FACT_TYPES, 'mental_model'] as const;
export type CitedType = (typeof CITED_TYPES)[number];
