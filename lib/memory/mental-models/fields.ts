import { z } from 'zod';
import { AUDIT_ACTOR_KINDS } from '#lib/access/audit/literals';
import { cronText, idText, isKeyless, KEYLESS, nameText, newIdText, pageOf, tagList, timestampOut } from '#lib/base/contract/fields';
import { tokenUsage } from '#lib/base/contract/usage';
import { BUDGETS, FACT_TYPES, MODEL_CHANGES, MODEL_STATES, REFRESH_MODES, REFRESH_OUTCOMES, TAG_MODES } from '#lib/base/literals';
import { isFuzzy, leavesIn, type TagGroup, tagGroups } from '#lib/base/tags/contract';
import { MODE_FALLBACKS, MODEL_DETAILS, REFRESH_CAUSES, STALE_REASONS } from '#lib/memory/mental-models/literals';
import { responseSchema } from '#lib/memory/reflect/contract';

/** What requests and answers about mental models are made of. */

const MAX_NAME = 200;
const MAX_QUERY = 4000;
const MAX_EXCLUDED = 64;
/** A month: what waits longer is not waited for, it is forgotten. */
const MAX_INTERVAL_S = 31 * 86_400;

const free = () => z.record(z.string(), z.unknown());

// --- what a model is made by ---------------------------------------------------------------------------------------------------------

const triggerFields = z
  .object({
    mode: z
      .enum(REFRESH_MODES)
      .default('full')
      .describe(
        '`delta` changes what new memories ask for and leaves the other blocks as they stand, to the byte, as long as the document keeps to its budget; `full` writes it anew from the memories nearest to the question.',
      ),
    budget: z.enum(BUDGETS).nullish().describe('How widely a refresh searches; mid without it.'),
    refresh_after_consolidation: z.boolean().default(false).describe('Whenever memories within its scope were consolidated.'),
    refresh_cron: cronText()
      .nullish()
      .describe('Five fields, UTC. Only where there is something new. Not together with `refresh_after_consolidation`.'),
    full_refresh_cron: cronText()
      .nullish()
      .describe(
        'Five fields, UTC. Refreshes in full mode whatever `mode` is, unless nothing was written or changed since the last full refresh.',
      ),
    min_refresh_interval_seconds: z
      .int()
      .min(0)
      .max(MAX_INTERVAL_S)
      .nullish()
      .describe('What runs by itself waits until so much time has passed since the last refresh. What is asked for does not.'),
    fact_types: z.array(z.enum(FACT_TYPES)).min(1).nullish().describe('Only memories of these types; all without it.'),
    exclude_mental_models: z.boolean().default(false).describe('Other mental models are not read. A model never reads itself.'),
    exclude_mental_model_ids: z.array(idText()).max(MAX_EXCLUDED).nullish(),
    tags_match: z
      .enum(TAG_MODES)
      .nullish()
      .describe('How the tags of the model choose memories; without it `all_strict` where it has tags, else `any`.'),
    tag_groups: tagGroups()
      .refine((groups) => !leavesIn(groups).some(isFuzzy), { error: 'Value error, a stored filter names its tags exactly' })
      .nullish()
      .describe('Trees of tag filters in place of the tags of the model.'),
    include_chunks: z.boolean().nullish().describe('Reads the chunks that memories were read from, too.'),
    recall_max_tokens: z.int().min(0).nullish().describe('How many tokens of memories are read.'),
    recall_chunks_max_tokens: z.int().min(0).nullish().describe('How many tokens of chunks are read.'),
    reflect_search_observations_max_tokens: z.int().min(1).nullish().describe('How many tokens of observations are read.'),
    response_schema: responseSchema().nullish().describe('What is to be answered beside the text: JSON Schema of an object.'),
    keep_trace: z.boolean().default(false).describe('What a refresh did stands in `reflect_response.trace`.'),
  })
  .describe('When and how it is written again.');

export const trigger = triggerFields.refine(
  ({ refresh_after_consolidation, refresh_cron }) => !(refresh_after_consolidation && refresh_cron),
  { error: 'Value error, refresh_after_consolidation and refresh_cron exclude each other', path: ['refresh_cron'] },
);

export type TriggerBody = z.output<typeof trigger>;

/** As it is told, where nobody checks it again. */
const toldGroups = () => z.array(z.unknown() as z.ZodType<TagGroup>).nullish();

const toldTrigger = triggerFields.extend({ tag_groups: toldGroups(), response_schema: free().nullish() });

const name = () => nameText(MAX_NAME);

const sourceQuery = () =>
  z
    .string()
    .max(MAX_QUERY)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'Value error, source_query must contain at least one word' })
    .refine(isKeyless, KEYLESS)
    .meta({ examples: ['What does Ann like, and what does she avoid?'] });

const maxTokens = () => z.int().min(256).max(8192);

export const createBody = z.object({
  id: newIdText().nullish().describe('Chosen by the caller; else one is made.'),
  name: name(),
  source_query: sourceQuery().describe('The question that the document answers.'),
  tags: tagList().default([]).describe('Memories with all of these are read, unless `trigger` says otherwise.'),
  max_tokens: maxTokens().default(2048).describe('cl100k tokens of the document.'),
  trigger: trigger.prefault({}),
});

export type CreateModelBody = z.output<typeof createBody>;

export const patchBody = z
  .object({
    name: name().nullish(),
    source_query: sourceQuery().nullish().describe('The next refresh writes the document anew.'),
    max_tokens: maxTokens().nullish(),
    tags: tagList().nullish().describe('[] takes all away.'),
    trigger: trigger.nullish().describe('Replaces the whole trigger: what is not given goes back to its default.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== null && value !== undefined), {
    error: 'Value error, nothing to change: give name, source_query, max_tokens, tags or trigger',
  })
  .meta({ minProperties: 1 });

export type PatchModelBody = z.output<typeof patchBody>;

// --- what a refresh tells ------------------------------------------------------------------------------------------------------------

const evidence = z.object({
  id: z.string(),
  text: z.string(),
  type: z.string(),
  context: z.string().nullish(),
  occurred_start: timestampOut().nullish(),
  occurred_end: timestampOut().nullish(),
  mentioned_at: timestampOut().nullish(),
});

export type ModelEvidence = z.output<typeof evidence>;

const basedOn = z
  .record(z.string(), z.array(evidence))
  .describe('By type: world, experience, observation, mental-models, directives, opinion. Only what is cited.');

const deltaOperation = z.object({
  op: z
    .string()
    .describe(
      'append_block, insert_block, replace_block, remove_block, add_section, remove_section, replace_section_blocks or rename_section.',
    ),
  section_id: z.string().nullish(),
  block_id: z.string().nullish(),
  block_ids: z.array(z.string()).describe('Blocks that it made, changed or removed.'),
  heading: z.string().nullish(),
  source_ids: z.array(z.string()),
  cause: z.string().describe('Why it was wanted: new_fact, source_changed, source_gone, budget, model and the like.'),
  reason: z.string().nullish().describe('Why it was skipped.'),
});

const deltaOperations = z.object({ applied: z.array(deltaOperation), skipped: z.array(deltaOperation) });

const retraction = z
  .object({
    fact_ids: z.array(z.string()),
    fact_texts: z.array(z.string()).describe('Of each, as it was cited; empty where it was deleted.'),
    fact_states: z.array(z.string()).describe('Of each: gone, invalidated, edited or out_of_scope.'),
    block_ids: z.array(z.string()).describe('Blocks that were removed, told again from what is left, or lost a source.'),
    applied: z.boolean(),
    deferred_reason: z.string().nullish(),
  })
  .describe('Sources that are no longer as they were cited, and what became of the blocks that rested on them.');

const toolCall = z.object({
  tool: z.string(),
  reason: z.string().nullish(),
  input: free(),
  output: free().nullish(),
  updated_at: timestampOut().nullish(),
  result_count: z.int().nullish(),
  duration_ms: z.number(),
  iteration: z.int(),
});

const trace = z.object({
  recorded_at: timestampOut().nullish(),
  effective_mode: z.enum(REFRESH_MODES),
  mode_fallback_reason: z.enum(MODE_FALLBACKS).nullish(),
  outcome: z.enum(REFRESH_OUTCOMES),
  tool_calls: z.array(toolCall),
  llm_calls: z.array(z.object({ scope: z.string(), duration_ms: z.number() })),
  delta_operations: deltaOperations.nullish(),
  retraction: retraction.nullish(),
  usage: tokenUsage.nullish(),
  duration_ms: z.number(),
  warnings: z.array(z.string()),
});

const reflectResponse = z
  .object({
    text: z.string(),
    based_on: basedOn,
    mental_models: z.array(free()).describe('Always empty; they stand in `based_on`.'),
    outcome: z.enum(REFRESH_OUTCOMES),
    no_evidence: z.boolean().nullish().describe('Nothing is known about it: the document is empty.'),
    method: z.string().nullish().describe('`extractive`: verbatim sentences of memories. Else the model that wrote it.'),
    delta_applied: z.boolean().nullish(),
    delta_operations_applied: z.array(deltaOperation).nullish(),
    delta_operations_skipped: z.array(deltaOperation).nullish(),
    delta_skipped_reason: z.string().nullish(),
    refresh_skipped: z.boolean().nullish(),
    structured_output: free().nullish(),
    structured_output_error: z.string().nullish(),
    warnings: z.array(z.string()).nullish().describe('What the refresh could not do, or what may be missing, in sentences.'),
    trace: trace.nullish(),
    document_tokens: z.int().nullish(),
    document_budget: z.int().nullish(),
  })
  .describe('What the last refresh answered.');

export type ModelReflectResponse = z.output<typeof reflectResponse>;

// --- the model -----------------------------------------------------------------------------------------------------------------------

const lastError = z
  .object({ code: z.string(), message: z.string(), at: timestampOut(), operation_id: z.string().nullable() })
  .describe('Why the last refresh failed; gone with the next that does not. What was written before stays.');

const refreshRetry = z
  .object({
    message: z.string(),
    next_retry_at: timestampOut().nullable().describe('null: it is being tried.'),
    retry_until: timestampOut().nullable(),
  })
  .describe('Why the refresh in `operation_id` did not succeed so far, and when it is tried again; null: nothing went wrong.');

export const block = z.object({
  id: z.string(),
  text: z.string(),
  source_ids: z.array(z.string()),
  note: z.string().nullable().describe('What happened to its evidence since it was written.'),
});

export type ModelBlock = z.output<typeof block>;

export const model = z.object({
  id: z.string(),
  bank_id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  created_at: timestampOut(),
  last_refreshed_at: timestampOut().describe('When the last refresh ended; when it was created, before the first.'),
  last_full_refreshed_at: timestampOut().nullish().describe('When the last full refresh ended.'),
  last_refresh_failed_at: timestampOut().nullish().describe('When the last refresh failed; null if a later one succeeded.'),
  last_memory_seen_at: timestampOut().nullish().describe('When the newest memory within its scope was written that a refresh has read.'),
  source_query: z.string().nullish(),
  content: z.string().nullish().describe('Markdown. Before the first refresh a line that says so; after a clear nothing.'),
  max_tokens: z.int().nullish(),
  trigger: toldTrigger.nullish(),
  blocks: z
    .array(block.extend({ note: block.shape.note.nullish() }))
    .nullish()
    .describe('What `content` is made of, in its order and without headings, each with what it rests on. With `detail=full`.'),
  reflect_response: reflectResponse.nullish(),
  is_stale: z
    .boolean()
    .nullish()
    .describe(
      'Memories within its scope came, changed or went since it was written, or its query did. In listings, and with `detail=full`.',
    ),
  stale_reasons: z.array(z.enum(STALE_REASONS)).nullish().describe('Why; beside `is_stale`.'),
  stale_revision: z
    .int()
    .nullish()
    .describe('The revision of the bank at which memories within its scope last came, changed or went since. With `detail=full` of one.'),
  state: z
    .enum(MODEL_STATES)
    .describe('`generating`: not written yet. `empty`: cleared, or nothing is known about it. `failed`: the last refresh did.'),
  version: z.int().describe('Counts the changes of its content.'),
  method: z.string().nullish().describe('`extractive`: verbatim sentences of memories. Else the model that wrote it.'),
  last_error: lastError.nullish(),
  next_refresh_at: timestampOut().nullish().describe('When `refresh_cron` or `full_refresh_cron` comes due.'),
  operation_id: z.string().nullish().describe('The refresh that runs, else the one that waits.'),
  is_knowledge_page: z.boolean().describe('Always false: this server has no knowledge pages.'),
  refresh_retry: refreshRetry.nullish(),
});

export type MentalModel = z.output<typeof model>;

export const modelPage = pageOf(model);

export type MentalModelPage = z.output<typeof modelPage>;

export const detail = () =>
  z.enum(MODEL_DETAILS).default('full').describe('`content` adds content and configuration, `full` also `blocks` and `reflect_response`.');

export const created = z.object({ mental_model_id: z.string(), operation_id: z.string() });

export type CreatedModel = z.output<typeof created>;

export const submitted = z.object({
  operation_id: z.string(),
  status: z.literal('queued'),
  deduplicated: z.boolean().describe('It joined one that was waiting.'),
});

export type RefreshSubmitted = z.output<typeof submitted>;

// --- its past ------------------------------------------------------------------------------------------------------------------------

const versionFields = {
  version: z.int(),
  change: z.enum(MODEL_CHANGES),
  restored_version: z.int().nullable().describe('The version that this one brought back.'),
  mode: z.enum(REFRESH_MODES).nullable().describe('How it was written.'),
  mode_requested: z.enum(REFRESH_MODES).nullable(),
  mode_reason: z.enum(MODE_FALLBACKS).nullable().describe('Why `mode` is not the one that was asked for.'),
  outcome: z.enum(REFRESH_OUTCOMES).nullable(),
  method: z.string().nullable(),
  operation_id: z.string().nullable(),
  cause: z.enum(REFRESH_CAUSES).nullable().describe('What asked for the refresh.'),
  actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), label: z.string() }).describe('Who asked for it.'),
  source_ids: z.array(z.string()).describe('What its blocks cite.'),
  usage: tokenUsage,
};

export const historyEntry = z.object({
  previous_content: z.string().nullable(),
  previous_reflect_response: z.object({ based_on: basedOn.nullable(), trace: trace.nullable() }).nullable(),
  changed_at: timestampOut(),
  content: z.string().describe('Of this version.'),
  blocks: z.array(block).describe('Of this version, each with what it rests on.'),
  ...versionFields,
});

export type ModelHistoryEntry = z.output<typeof historyEntry>;

const versionSummary = z.object({
  ...versionFields,
  created_at: timestampOut(),
  is_current: z.boolean(),
  tokens: z.int().describe('cl100k tokens of the content.'),
  words: z.int(),
  blocks: z.int(),
  facts_added: z.int().describe('Cited by this version and not by the one before.'),
  facts_dropped: z.int(),
  facts_kept: z.int(),
});

export type ModelVersionSummary = z.output<typeof versionSummary>;

export const versionPage = pageOf(versionSummary);

export type ModelVersionPage = z.output<typeof versionPage>;

const section = z.object({
  id: z.string(),
  heading: z.string().describe('Empty: what stands before the first heading.'),
  level: z.int(),
  blocks: z.array(block),
});

const document = z
  .object({ sections: z.array(section) })
  .describe('The content in parts. `id` of a section and of a block stay the same from version to version for as long as it is there.');

export type ModelDocument = z.output<typeof document>;

const source = z.object({
  id: z.string(),
  type: z.string().describe('world, experience, observation or mental_model.'),
  text: z.string().nullable().describe('As it is now, else as it was when it was read; null: it was deleted.'),
  context: z.string().nullable(),
  state: z.enum(['live', 'edited', 'invalidated', 'deleted']).describe('`edited`: its text is not the one that was read.'),
  occurred_start: timestampOut().nullable(),
  mentioned_at: timestampOut().nullable(),
});

export type ModelSource = z.output<typeof source>;

export const versionDetail = z.object({
  ...versionSummary.shape,
  mental_model_id: z.string(),
  name: z.string().describe('As it was then; so are `source_query`, `tags` and `max_tokens`.'),
  source_query: z.string(),
  tags: z.array(z.string()),
  max_tokens: z.int(),
  content: z.string(),
  document: document.nullable().describe('null: there is none.'),
  delta_operations: deltaOperations.nullable(),
  retraction: retraction.nullable(),
  warnings: z.array(z.string()),
  facts: z
    .object({ added: z.array(z.string()), dropped: z.array(z.string()), kept: z.array(z.string()) })
    .describe('Ids, against the version before; each stands in `sources`.'),
  sources: z.array(source).describe('What this version and the one before cite.'),
  reflect_response: reflectResponse.nullable(),
});

export type ModelVersion = z.output<typeof versionDetail>;

// --- what a refresh would do ---------------------------------------------------------------------------------------------------------

const counts = z.record(z.string(), z.int());

export const dryRun = z.object({
  mental_model_id: z.string(),
  name: z.string(),
  requested_mode: z.enum(REFRESH_MODES),
  effective_mode: z.enum(REFRESH_MODES),
  mode_fallback_reason: z.enum(MODE_FALLBACKS).nullish(),
  outcome: z.enum(REFRESH_OUTCOMES),
  would_persist: z.boolean(),
  evidence: z
    .object({ added: z.array(z.string()), dropped: z.array(z.string()), kept: z.array(z.string()) })
    .describe('What the document would cite, against what it cites now.'),
  no_evidence: z
    .boolean()
    .describe('Nothing is known about the query and nothing cited is left: the document is, or becomes, an empty one.'),
  failure: z.object({ code: z.string(), message: z.string() }).nullish().describe('Of a failed outcome.'),
  method: z.string().nullish(),
  version: z.int().describe('The one that it was planned on.'),
  scope: z.object({
    tags: z.array(z.string()).nullish(),
    tags_match: z.enum(TAG_MODES),
    tag_groups: toldGroups(),
    fact_types: z.array(z.string()).nullish(),
    exclude_mental_models: z.boolean(),
    exclude_mental_model_ids: z.array(z.string()),
  }),
  window: z.object({
    created_after: timestampOut().nullish().describe('Delta only.'),
    created_before: timestampOut(),
    watermark: timestampOut().nullish(),
    after_revision: z.int().nullish().describe('Memories that were written after this revision of the bank,'),
    up_to_revision: z.int().describe('and not after this one.'),
  }),
  facts: z.object({ retrieved: counts, used: counts }),
  based_on: basedOn,
  current_content: z.string(),
  candidate_content: z.string(),
  preview_content: z.string(),
  diff: z.string().describe('Unified; applied to `current_content` it gives `preview_content`.'),
  delta_operations: deltaOperations.nullish(),
  document: document.nullish().describe('The preview in parts.'),
  retraction: retraction.nullish(),
  structured_output: free().nullish(),
  structured_output_error: z.string().nullish(),
  document_tokens: z.int(),
  document_budget: z.int(),
  trace,
  usage: tokenUsage,
  duration_ms: z.int(),
  warnings: z.array(z.string()),
});

export type DryRunRefresh = z.output<typeof dryRun>;
