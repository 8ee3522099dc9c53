import { z } from 'zod';
import { cronText, idText } from '#lib/base/contract/fields';
import { BUDGETS, FACT_TYPES, REFRESH_MODES, TAG_MODES } from '#lib/base/literals';
import { isFuzzy, leavesIn, tagGroups } from '#lib/base/tags/contract';

/** The refresh trigger of a mental model, in requests and in the configuration of a bank. */

const MAX_EXCLUDED = 64;
/** A month, in seconds. */
const MAX_INTERVAL_S = 31 * 86_400;

/** Without `response_schema`. */
export const triggerBase = z
  .object({
    mode: z
      .enum(REFRESH_MODES)
      .default('full')
      .describe(
        '`delta` applies the changes required by new memories and leaves all other blocks unchanged, if the document fits its budget. `full` rewrites the document from the memories nearest to the question.',
      ),
    budget: z.enum(BUDGETS).nullish().describe('How widely a refresh searches. Default: mid.'),
    refresh_after_consolidation: z.boolean().default(false).describe('Refresh after each consolidation of memories within its scope.'),
    refresh_cron: cronText()
      .nullish()
      .describe(
        'Cron expression with five fields, in UTC. Refreshes only if the mental model is stale. Cannot be combined with `refresh_after_consolidation`.',
      ),
    full_refresh_cron: cronText()
      .nullish()
      .describe(
        'Cron expression with five fields, in UTC. Refreshes in full mode, regardless of `mode`, unless nothing changed since the last full refresh.',
      ),
    min_refresh_interval_seconds: z
      .int()
      .min(0)
      .max(MAX_INTERVAL_S)
      .nullish()
      .describe('Minimum time between the last refresh and an automatic one. Requested refreshes do not wait.'),
    fact_types: z.array(z.enum(FACT_TYPES)).min(1).nullish().describe('Only memories of these types. Default: all.'),
    exclude_mental_models: z.boolean().default(false).describe('Do not read other mental models. A mental model never reads itself.'),
    exclude_mental_model_ids: z.array(idText()).max(MAX_EXCLUDED).nullish(),
    tags_match: z
      .enum(TAG_MODES)
      .nullish()
      .describe('How the tags of the mental model select memories. Default: `all_strict` with tags, `any` without.'),
    tag_groups: tagGroups()
      .refine((groups) => !leavesIn(groups).some(isFuzzy), { error: 'Value error, a stored filter must name its tags exactly' })
      .nullish()
      .describe('Trees of tag filters, in place of the tags of the mental model.'),
    include_chunks: z.boolean().nullish().describe('Also read the chunks of the memories.'),
    recall_max_tokens: z.int().min(0).nullish().describe('Maximum tokens of memories to read.'),
    recall_chunks_max_tokens: z.int().min(0).nullish().describe('Maximum tokens of chunks to read.'),
    reflect_search_observations_max_tokens: z.int().min(1).nullish().describe('Maximum tokens of observations to read.'),
    keep_trace: z.boolean().default(false).describe('Store the trace of a refresh in `reflect_response.trace`.'),
  })
  .describe('When and how the mental model is refreshed.');

/** The same where every field may be missing. */
export const triggerPatchBase = triggerBase.extend({
  mode: triggerBase.shape.mode.unwrap().nullish(),
  refresh_after_consolidation: triggerBase.shape.refresh_after_consolidation.unwrap().nullish(),
  exclude_mental_models: triggerBase.shape.exclude_mental_models.unwrap().nullish(),
  keep_trace: triggerBase.shape.keep_trace.unwrap().nullish(),
});

interface AutomaticRefreshes {
  refresh_after_consolidation?: boolean | null | undefined;
  refresh_cron?: string | null | undefined;
}

/** Refuses both automatic refreshes in one patch. */
export const onlyOneRefresh = <Schema extends z.ZodType<AutomaticRefreshes>>(schema: Schema): Schema =>
  schema.refine(({ refresh_after_consolidation, refresh_cron }) => !(refresh_after_consolidation && refresh_cron), {
    error: 'Set either refresh_after_consolidation or refresh_cron, not both',
    params: { badRequest: true },
  });
