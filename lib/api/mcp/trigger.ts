import { z } from 'zod';
import { BUDGETS, FACT_TYPES, REFRESH_MODES, TAG_MODES } from '#lib/base/literals';

/**
 * The refresh trigger as an argument, with the fields of the contract. An unknown one is an error,
 * because it would have no effect.
 */
export const trigger = z.strictObject({
  mode: z.enum(REFRESH_MODES).optional(),
  budget: z.enum(BUDGETS).optional(),
  refresh_after_consolidation: z.boolean().optional(),
  refresh_cron: z.string().optional(),
  full_refresh_cron: z.string().optional(),
  min_refresh_interval_seconds: z.int().optional(),
  fact_types: z.array(z.enum(FACT_TYPES)).optional(),
  exclude_mental_models: z.boolean().optional(),
  exclude_mental_model_ids: z.array(z.string()).optional(),
  tags_match: z.enum(TAG_MODES).optional(),
  tag_groups: z.array(z.record(z.string(), z.unknown())).optional(),
  include_chunks: z.boolean().optional(),
  recall_max_tokens: z.int().optional(),
  recall_chunks_max_tokens: z.int().optional(),
  reflect_search_observations_max_tokens: z.int().optional(),
  reflect_search_observations_include_entities: z.boolean().optional(),
  response_schema: z.record(z.string(), z.unknown()).optional(),
  keep_trace: z.boolean().optional(),
});
