import { z } from 'zod';
import { AUDIT_ACTOR_KINDS } from '#lib/access/audit/literals';
import { isKeyless, KEYLESS, nameText, newIdText, pageOf, tagList, timestampOut } from '#lib/base/contract/fields';
import { tokenUsage } from '#lib/base/contract/usage';
import { BLOCK_DECISIONS, MENTAL_MODEL_CHANGES, MENTAL_MODEL_STATES, REFRESH_MODES, REFRESH_OUTCOMES, TAG_MODES } from '#lib/base/literals';
import type { TagGroup } from '#lib/base/tags/contract';
import { onlyOneRefresh, triggerBase, triggerPatchBase } from '#lib/base/trigger/contract';
import { unappliedDirectives } from '#lib/memory/directives/contract';
import { MENTAL_MODEL_DETAILS, MODE_FALLBACKS, REFRESH_CAUSES, STALE_REASONS } from '#lib/memory/mental-models/literals';
import { responseSchema } from '#lib/memory/reflect/contract';

/** Fields of requests and responses about mental models. */

const MAX_NAME = 200;
const MAX_QUERY = 4000;

const free = () => z.record(z.string(), z.unknown());

// --- settings of a mental model ---

const form = { response_schema: responseSchema().nullish().describe('JSON Schema of an object to fill in from the document.') };
const triggerFields = triggerBase.extend(form).describe('When and how the mental model is refreshed.');

export const trigger = triggerFields.refine(
  ({ refresh_after_consolidation, refresh_cron }) => !(refresh_after_consolidation && refresh_cron),
  { error: 'Value error, set either refresh_after_consolidation or refresh_cron, not both', path: ['refresh_cron'] },
);

export type TriggerBody = z.output<typeof trigger>;

/**
 * The trigger of a page: fields that are not sent keep their value, which at first is that of new
 * pages.
 */
export const triggerPatch = onlyOneRefresh(triggerPatchBase.extend(form));

export type TriggerPatch = z.output<typeof triggerPatch>;

/** For output, where values are not validated again. */
const outputGroups = () => z.array(z.unknown() as z.ZodType<TagGroup>).nullish();

export const outputTrigger = triggerFields.extend({ tag_groups: outputGroups(), response_schema: free().nullish() });

export const name = () => nameText(MAX_NAME);

export const sourceQuery = () =>
  z
    .string()
    .max(MAX_QUERY)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: 'Value error, source_query must contain at least one word' })
    .refine(isKeyless, KEYLESS)
    .meta({ examples: ['What does Ann like, and what does she avoid?'] });

export const maxTokens = () => z.int().min(256).max(8192);

export const createBody = z.object({
  id: newIdText().nullish().describe('Generated if missing.'),
  name: name(),
  source_query: sourceQuery().describe('The question that the document answers.'),
  tags: tagList()
    .default([])
    .describe('The mental model reads memories with all of these tags, unless `trigger.tags_match` or `trigger.tag_groups` is set.'),
  max_tokens: maxTokens().default(2048).describe('Maximum length of the document, in cl100k tokens.'),
  trigger: trigger.prefault({}),
});

export type CreateMentalModelBody = z.output<typeof createBody>;

export const patchBody = z
  .object({
    name: name().nullish(),
    source_query: sourceQuery().nullish().describe('After a change, the next refresh rewrites the document.'),
    max_tokens: maxTokens().nullish(),
    tags: tagList().nullish().describe('[] removes all tags.'),
    trigger: trigger.nullish().describe('Replaces the whole trigger: missing fields are reset to their defaults.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== null && value !== undefined), {
    error: 'Value error, nothing to change: set name, source_query, max_tokens, tags or trigger',
  })
  .meta({ minProperties: 1 });

export type PatchMentalModelBody = z.output<typeof patchBody>;

// --- results of a refresh ---

const evidence = z.object({
  id: z.string(),
  text: z.string(),
  type: z.string(),
  context: z.string().nullish(),
  occurred_start: timestampOut().nullish(),
  occurred_end: timestampOut().nullish(),
  mentioned_at: timestampOut().nullish(),
  name: z.string().nullish().describe('Only for directives.'),
  content: z.string().nullish().describe('Only for directives.'),
});

export type MentalModelEvidence = z.output<typeof evidence>;

const basedOn = z
  .record(z.string(), z.array(evidence))
  .describe('The cited sources by type: world, experience, observation, mental-models, directives, opinion.');

const deltaOperation = z.object({
  op: z
    .string()
    .describe(
      'append_block, insert_block, replace_block, remove_block, add_section, remove_section, replace_section_blocks or rename_section.',
    ),
  section_id: z.string().nullish(),
  block_id: z.string().nullish(),
  block_ids: z.array(z.string()).describe('Blocks that the operation created, changed or removed.'),
  heading: z.string().nullish(),
  source_ids: z.array(z.string()),
  cause: z.string().describe('Reason for the operation, such as new_fact, source_changed, source_gone, budget or model.'),
  reason: z.string().nullish().describe('Why the operation was skipped.'),
});

const deltaOperations = z.object({ applied: z.array(deltaOperation), skipped: z.array(deltaOperation) });

const retraction = z
  .object({
    fact_ids: z.array(z.string()),
    fact_texts: z.array(z.string()).describe('The text of each fact as it was cited; empty if the fact was deleted.'),
    fact_states: z.array(z.string()).describe('The state of each fact: gone, invalidated, edited or out_of_scope.'),
    block_ids: z.array(z.string()).describe('Blocks that were removed, rewritten from their remaining sources, or lost a source.'),
    applied: z.boolean(),
    deferred_reason: z.string().nullish(),
  })
  .describe('Sources that changed since they were cited, and the blocks that were changed in consequence.');

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
    unapplied_directives: unappliedDirectives(),
    mental_models: z.array(free()).describe('Always empty: mental models are listed in `based_on`.'),
    outcome: z.enum(REFRESH_OUTCOMES),
    no_evidence: z.boolean().nullish().describe('Whether nothing is known about the query: the document is empty.'),
    method: z.string().nullish().describe('`extractive`: verbatim sentences of memories. Otherwise the language model that wrote it.'),
    delta_applied: z.boolean().nullish(),
    delta_operations_applied: z.array(deltaOperation).nullish(),
    delta_operations_skipped: z.array(deltaOperation).nullish(),
    delta_skipped_reason: z.string().nullish(),
    refresh_skipped: z.boolean().nullish(),
    structured_output: free().nullish(),
    structured_output_error: z.string().nullish(),
    warnings: z.array(z.string()).nullish().describe('What the refresh could not do or what may be missing.'),
    trace: trace.nullish(),
    document_tokens: z.int().nullish(),
    document_budget: z.int().nullish(),
  })
  .describe('The result of the last refresh.');

export type MentalModelReflectResponse = z.output<typeof reflectResponse>;

// --- mental models ---

const lastError = z
  .object({ code: z.string(), message: z.string(), at: timestampOut(), operation_id: z.string().nullable() })
  .describe('Why the last refresh failed. Reset by the next successful refresh. The earlier content is preserved.');

const refreshRetry = z
  .object({
    message: z.string(),
    next_retry_at: timestampOut().nullable().describe('null: a retry is running.'),
    retry_until: timestampOut().nullable(),
  })
  .describe('Why the refresh in `operation_id` has not succeeded so far, and when it is retried. null if no attempt failed.');

export const block = z.object({
  id: z.string(),
  text: z.string(),
  source_ids: z.array(z.string()),
  note: z.string().nullable().describe('What happened to the evidence since the block was written.'),
});

export type MentalModelBlock = z.output<typeof block>;

export const model = z.object({
  id: z.string(),
  bank_id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  created_at: timestampOut(),
  last_refreshed_at: timestampOut().describe('When the last refresh ended. Before the first refresh: when the mental model was created.'),
  last_full_refreshed_at: timestampOut().nullish().describe('When the last full refresh ended.'),
  last_refresh_failed_at: timestampOut().nullish().describe('When the last refresh failed. null if a later one succeeded.'),
  last_memory_seen_at: timestampOut().nullish().describe('When the newest memory that a refresh has read was written.'),
  source_query: z.string().nullish(),
  content: z.string().nullish().describe('Markdown. A placeholder before the first refresh; empty after a clear.'),
  max_tokens: z.int().nullish(),
  trigger: outputTrigger.nullish(),
  blocks: z
    .array(block.extend({ note: block.shape.note.nullish() }))
    .nullish()
    .describe('The blocks of `content` in order, without headings, each with its sources. Only with `detail=full`.'),
  reflect_response: reflectResponse.nullish(),
  is_stale: z
    .boolean()
    .nullish()
    .describe('Whether memories within its scope, or its query, changed since the last refresh. In lists, and with `detail=full`.'),
  stale_reasons: z.array(z.enum(STALE_REASONS)).nullish().describe('Why it is stale. Present together with `is_stale`.'),
  stale_revision: z
    .int()
    .nullish()
    .describe('The bank revision of the last change to memories within its scope. Only for a single mental model with `detail=full`.'),
  state: z
    .enum(MENTAL_MODEL_STATES)
    .describe('`generating`: not written yet. `empty`: cleared, or nothing is known about the query. `failed`: the last refresh failed.'),
  version: z.int().describe('Number of the current version.'),
  method: z.string().nullish().describe('`extractive`: verbatim sentences of memories. Otherwise the language model that wrote it.'),
  last_error: lastError.nullish(),
  next_refresh_at: timestampOut().nullish().describe('Next time of `refresh_cron` or `full_refresh_cron`.'),
  operation_id: z.string().nullish().describe('The running refresh, otherwise the queued one.'),
  is_knowledge_page: z.boolean().describe('Whether it is a page of the knowledge base.'),
  refresh_retry: refreshRetry.nullish(),
});

export type MentalModel = z.output<typeof model>;

export const modelPage = pageOf(model);

export type MentalModelPage = z.output<typeof modelPage>;

export const detail = () =>
  z
    .enum(MENTAL_MODEL_DETAILS)
    .default('full')
    .describe('`content` adds content and configuration, `full` also `blocks` and `reflect_response`.');

export const created = z.object({ mental_model_id: z.string(), operation_id: z.string() });

export type CreatedMentalModel = z.output<typeof created>;

export const submitted = z.object({
  operation_id: z.string(),
  status: z.literal('queued'),
  deduplicated: z.boolean().describe('Whether the request joined an operation that was already queued.'),
});

export type RefreshSubmitted = z.output<typeof submitted>;

// --- versions ---

const versionFields = {
  version: z.int(),
  change: z.enum(MENTAL_MODEL_CHANGES),
  restored_version: z.int().nullable().describe('The version that this one restored.'),
  mode: z.enum(REFRESH_MODES).nullable().describe('The mode of the refresh that wrote it.'),
  mode_requested: z.enum(REFRESH_MODES).nullable(),
  mode_reason: z.enum(MODE_FALLBACKS).nullable().describe('Why `mode` differs from `mode_requested`.'),
  outcome: z.enum(REFRESH_OUTCOMES).nullable(),
  method: z.string().nullable(),
  operation_id: z.string().nullable(),
  cause: z.enum(REFRESH_CAUSES).nullable().describe('What caused the refresh.'),
  actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), label: z.string() }).describe('Who requested it.'),
  decision: z
    .object({ kind: z.enum(BLOCK_DECISIONS), block_id: z.string(), is_undone: z.boolean() })
    .nullable()
    .describe('The decision of a person about a block that made an `edit`, or its undoing.'),
  source_ids: z.array(z.string()).describe('Ids of the sources that its blocks cite.'),
  usage: tokenUsage,
};

export const historyEntry = z.object({
  previous_content: z.string().nullable(),
  previous_reflect_response: z.object({ based_on: basedOn.nullable(), trace: trace.nullable() }).nullable(),
  changed_at: timestampOut(),
  content: z.string().describe('The content of this version.'),
  blocks: z.array(block).describe('The blocks of this version, each with its sources.'),
  ...versionFields,
});

export type MentalModelHistoryEntry = z.output<typeof historyEntry>;

const versionSummary = z.object({
  ...versionFields,
  created_at: timestampOut(),
  is_current: z.boolean(),
  tokens: z.int().describe('Length of the content, in cl100k tokens.'),
  words: z.int(),
  blocks: z.int(),
  facts_added: z.int().describe('Number of facts that this version cites and the previous one does not.'),
  facts_dropped: z.int(),
  facts_kept: z.int(),
});

export type MentalModelVersionSummary = z.output<typeof versionSummary>;

export const versionPage = pageOf(versionSummary);

export type MentalModelVersionPage = z.output<typeof versionPage>;

const section = z.object({
  id: z.string(),
  heading: z.string().describe('Empty for the text before the first heading.'),
  level: z.int(),
  blocks: z.array(block),
});

const document = z
  .object({ sections: z.array(section) })
  .describe('The content as sections and blocks. Their ids are stable across versions.');

export type MentalModelDocument = z.output<typeof document>;

const source = z.object({
  id: z.string(),
  type: z.string().describe('world, experience, observation or mental_model.'),
  text: z.string().nullable().describe('The current text, or for mental models the text that was read. null if the source was deleted.'),
  context: z.string().nullable(),
  state: z.enum(['live', 'edited', 'invalidated', 'deleted']).describe('`edited`: the text differs from the one that was read.'),
  occurred_start: timestampOut().nullable(),
  mentioned_at: timestampOut().nullable(),
});

export type MentalModelSource = z.output<typeof source>;

export const versionDetail = z.object({
  ...versionSummary.shape,
  mental_model_id: z.string(),
  name: z.string().describe('The name at that version; the same applies to `source_query`, `tags` and `max_tokens`.'),
  source_query: z.string(),
  tags: z.array(z.string()),
  max_tokens: z.int(),
  content: z.string(),
  document: document.nullable().describe('null if the version has no content.'),
  delta_operations: deltaOperations.nullable(),
  retraction: retraction.nullable(),
  warnings: z.array(z.string()),
  facts: z
    .object({ added: z.array(z.string()), dropped: z.array(z.string()), kept: z.array(z.string()) })
    .describe('Ids of facts, compared with the previous version. All of them are in `sources`.'),
  sources: z.array(source).describe('The sources that this version and the previous one cite.'),
  reflect_response: reflectResponse.nullable(),
});

export type MentalModelVersion = z.output<typeof versionDetail>;

// --- dry run ---

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
    .describe('The facts that the document would cite, compared with those that it cites now.'),
  no_evidence: z
    .boolean()
    .describe('Whether nothing is known about the query and no cited source remains: the document is or becomes empty.'),
  failure: z.object({ code: z.string(), message: z.string() }).nullish().describe('The reason for a failed outcome.'),
  method: z.string().nullish(),
  version: z.int().describe('The version that the plan is based on.'),
  scope: z.object({
    tags: z.array(z.string()).nullish(),
    tags_match: z.enum(TAG_MODES),
    tag_groups: outputGroups(),
    fact_types: z.array(z.string()).nullish(),
    exclude_mental_models: z.boolean(),
    exclude_mental_model_ids: z.array(z.string()),
  }),
  window: z.object({
    created_after: timestampOut().nullish().describe('Delta only.'),
    created_before: timestampOut(),
    watermark: timestampOut().nullish(),
    after_revision: z.int().nullish().describe('Reads memories written after this revision of the bank (exclusive).'),
    up_to_revision: z.int().describe('Reads memories written up to this revision of the bank (inclusive).'),
  }),
  facts: z.object({ retrieved: counts, used: counts }),
  based_on: basedOn,
  unapplied_directives: unappliedDirectives(),
  current_content: z.string(),
  candidate_content: z.string(),
  preview_content: z.string(),
  diff: z.string().describe('Unified diff from `current_content` to `preview_content`.'),
  delta_operations: deltaOperations.nullish(),
  document: document.nullish().describe('The preview as sections and blocks.'),
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
