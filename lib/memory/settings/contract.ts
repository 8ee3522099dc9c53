import { z } from 'zod';
import { MAX_TAGS } from '#lib/base/bounds';
import { isKeyless, KEYLESS, observationScopes, tagText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { onlyOneRefresh, triggerPatchBase } from '#lib/base/trigger/contract';
import { EXTRACTION_MODES, RECALL_BUDGET_FUNCTIONS } from '#lib/memory/settings/literals';

/**
 * The settings of a bank: the only list for its configuration, its profile, the environment
 * (`INHERITED`) and the code that reads them (`lib/memory/banks/config.ts`). A setting is listed
 * here only if it is used.
 */

const MAX_TEXT = 16 * 1024;
const MAX_DESCRIPTION = 4 * 1024;
const MAX_MISSION = 64 * 1024;
const MAX_LABELS = 64;
const MAX_VALUES = 256;
const MAX_RULES = 64;

const keyless = (max: number) => z.string().max(max).refine(isKeyless, KEYLESS);
const words = () => keyless(MAX_TEXT).nullable();
const trait = () => z.int().min(1).max(5);
const modelName = () => keyless(64).min(1).nullable();

const labelText = () => keyless(200);
const labelDescription = () => keyless(MAX_DESCRIPTION).default('').describe('When a language model should choose it.');
const labelValue = z.object({ value: labelText().min(1), description: labelDescription() });
const labelField = z.object({
  type: z.enum(['value', 'multi-values', 'text']).default('text'),
  description: labelDescription(),
  values: z.array(labelValue).max(MAX_VALUES).default([]),
});

/** A label for facts. A fact gets `key:value` as an entity, and as a tag if the group says so. */
export const entityLabel = z.object({
  key: labelText()
    .min(1)
    .refine((text) => !text.includes(':'), { error: 'Value error, a label key must not contain a colon' }),
  description: labelDescription(),
  type: z
    .enum(['value', 'multi-values', 'text', 'map'])
    .default('value')
    .describe(
      '`value`: one of `values`. `multi-values`: several of them. `text`: any text. `map`: one label for each of `fields`, named `key.field`.',
    ),
  optional: z.boolean().default(true).describe('If false, the model is asked to label every fact.'),
  tag: z.boolean().default(false).describe('Whether the label is also added to the tags of the memory.'),
  values: z.array(labelValue).max(MAX_VALUES).default([]),
  fields: z.record(labelText().min(1), labelField).default({}),
});
export type EntityLabel = z.output<typeof entityLabel>;

const scopeLimit = z.object({
  scope: z
    .array(tagText())
    .max(MAX_TAGS)
    .describe('Tag patterns, in which `*` matches any text and `?` any character. Patterns and tags must match one to one.'),
  limit: z.int().min(-1).describe('-1: no limit.'),
});

/** Settings of extraction; a strategy may override each of them. */
const retainFields = {
  retain_mission: words().describe('What a language model should look for when it extracts facts.'),
  retain_extraction_mode: z
    .enum(EXTRACTION_MODES)
    .describe(
      'How facts are extracted. `concise`, `verbose` and `custom` (see `retain_custom_instructions`): a language model writes them. `verbatim`: the text is unchanged, and a model ' +
        'finds dates, entities and causes. `chunks`: one memory per chunk, without a model. If no model is configured, all modes but `chunks` use the built-in rules.',
    ),
  retain_custom_instructions: words().describe('Guidelines for the extraction mode `custom`.'),
  retain_extract_causal_links: z.boolean().describe('Whether a language model extracts which fact caused another.'),
  retain_chunk_size: z
    .int()
    .min(1)
    .max(16_000)
    .describe('Target size of a chunk, in characters. A chunk has at most five thirds of it. Values below 200 count as 200.'),
  retain_structured_chunk_size: z
    .int()
    .min(1)
    .max(64_000)
    .nullable()
    .describe('Maximum number of characters up to which a JSON object is one chunk. null: it is split like other content.'),
  entity_labels: z.array(entityLabel).max(MAX_LABELS).describe('A vocabulary with which a language model labels facts.'),
  entities_allow_free_form: z.boolean().describe('If false, a language model extracts no entities other than those of `entity_labels`.'),
  llm_output_language: keyless(64)
    .min(1)
    .nullable()
    .describe('The language in which a language model writes. null: the language of the text.'),
};

const MAX_STRATEGIES = 64;
const MAX_TOOLS = 100;

export const bankSettings = z.object({
  reflect_mission: keyless(MAX_MISSION).describe('Who the agent is and what its memory is for. The `mission` of the profile.'),
  disposition_skepticism: trait().describe('1 (trusting) to 5 (skeptical).'),
  disposition_literalism: trait().describe('1 (flexible) to 5 (literal).'),
  disposition_empathy: trait().describe('1 (detached) to 5 (empathetic).'),

  ...retainFields,
  retain_strategies: z
    .record(keyless(64).min(1), z.object(retainFields).partial())
    .refine((strategies) => Object.keys(strategies).length <= MAX_STRATEGIES, {
      error: `Value error, at most ${MAX_STRATEGIES} strategies`,
    })
    .describe('Named sets of the extraction settings. They override those of the bank for items with that `strategy`.'),
  retain_default_strategy: keyless(64).min(1).nullable().describe('The strategy of items without one. null: the settings of the bank.'),
  store_document_text: z
    .boolean()
    .describe(
      'Whether the texts of documents are stored. If false, a retained text is dropped after extraction; a document without its text cannot be appended to or reprocessed.',
    ),

  retain_ttl_seconds: z
    .int()
    .min(60)
    .max(3_155_760_000)
    .nullable()
    .describe(
      'The number of seconds after which memories and texts expire, for items without `expires_at` and `ttl_seconds`. null: never. Applies to what is retained from now on.',
    ),

  retain_llm: modelName().describe(
    'The language model that extracts facts, by its name on the server. null: the default model. `builtin`: no model.',
  ),
  consolidation_llm: modelName().describe('The language model that consolidates facts. null: the default model.'),
  reflect_llm: modelName().describe('The language model that answers questions and writes mental models. null: the default model.'),

  enable_observations: z.boolean().describe('Whether facts are consolidated into observations.'),
  enable_auto_consolidation: z.boolean().describe('Whether facts are consolidated automatically after a write.'),
  observations_mission: words().describe('What observations should be about.'),
  max_observations_per_scope: z
    .int()
    .min(-1)
    .describe('Maximum number of observations per set of tags. -1: no limit. 0: no new ones. Observations without tags have no limit.'),
  observation_scope_limits: z
    .array(scopeLimit)
    .max(MAX_RULES)
    .describe('The limit for matching sets of tags. The first rule that matches is used.'),
  default_observation_scopes: observationScopes().nullable().describe('The default of `observation_scopes` for items. null: `combined`.'),
  consolidation_llm_batch_size: z.int().min(1).max(100).describe('Maximum number of memories per model call of consolidation.'),
  consolidation_max_memories_per_round: z.int().min(1).max(10_000).describe('Maximum number of memories per round of consolidation.'),

  enable_text_search: z.boolean().describe('Whether recall uses the keyword retriever.'),
  enable_temporal_retrieval: z.boolean().describe('Whether recall uses the temporal retriever.'),
  enable_graph_retrieval: z.boolean().describe('Whether recall uses the graph retriever.'),
  enable_reranking: z.boolean().describe('Whether recall uses the reranker, if the server has one.'),
  recall_max_tokens: z.int().min(0).max(1_000_000).describe('The default of `max_tokens` in recall.'),
  recall_prefer_observations: z.boolean().describe('The default of `prefer_observations`.'),
  recall_abstains: z
    .boolean()
    .describe(
      'Whether recall returns nothing when no memory matches the query well. If false, it returns the best matches with low scores.',
    ),
  recall_fact_fallback: z
    .boolean()
    .describe(
      'Whether recall adds facts that no returned observation covers when only observations are requested and no model consolidates.',
    ),
  recall_include_chunks: z.boolean().describe('Whether recall includes chunks by default.'),
  recall_chunks_max_tokens: z.int().min(0).max(1_000_000).describe('The default of `include.chunks.max_tokens` in recall.'),
  recall_budget_function: z
    .enum(RECALL_BUDGET_FUNCTIONS)
    .describe('How many candidates a recall considers: `fixed` numbers, or `adaptive` shares of its `max_tokens`.'),
  recall_budget_fixed_low: z.int().min(1).max(10_000),
  recall_budget_fixed_mid: z.int().min(1).max(10_000),
  recall_budget_fixed_high: z.int().min(1).max(10_000),
  recall_budget_adaptive_low: z.number().positive().max(10),
  recall_budget_adaptive_mid: z.number().positive().max(10),
  recall_budget_adaptive_high: z.number().positive().max(10),
  recall_budget_min: z.int().min(1).max(10_000).describe('Minimum number of candidates of an adaptive budget.'),
  recall_budget_max: z.int().min(1).max(10_000).describe('Maximum number of candidates of an adaptive budget.'),

  knowledge_page_default_trigger: onlyOneRefresh(triggerPatchBase)
    .nullable()
    .describe('Fields of the refresh trigger of new pages of the knowledge base, in place of the built-in ones.'),

  mcp_enabled_tools: z
    .array(z.string().min(1).max(64))
    .max(MAX_TOOLS)
    .nullable()
    .describe('The MCP tools that clients see and may call on this bank, by name. null: all. An empty list: none.'),
});
export type BankSettings = z.output<typeof bankSettings>;

/**
 * Settings of the contract that have no effect on this server. They are stored unchanged, so that
 * clients can write a whole configuration, and responses list them as not in force.
 */
export const IDLE_SETTINGS = [
  'audit_log_enabled',
  'consolidation_llm_parallelism',
  'consolidation_source_facts_max_tokens',
  'consolidation_source_facts_max_tokens_per_observation',
  'consolidation_strategies',
  'consolidation_use_decision_model',
  'llm_gemini_safety_settings',
  'memory_defense',
  'mental_model_delta_use_decision_model',
  'mental_model_min_refresh_interval_seconds',
  'mental_model_refresh_use_decision_model',
  'reflect_default_options',
  'reflect_source_facts_max_tokens',
  'reflect_use_decision_model',
  'retain_chunk_batch_size',
  'retain_max_attachments_per_chunk',
] as const;
export type IdleSetting = (typeof IDLE_SETTINGS)[number];
const ENVIRONMENT = /^[A-Z0-9]+_API_(?=[A-Z])/;
/** `SERVICE_API_RETAIN_MISSION` and `retain_mission` are one setting. */
export const settingName = (given: string): string => (ENVIRONMENT.test(given) ? given.replace(ENVIRONMENT, '').toLowerCase() : given);
export const isIdleSetting = (name: string): name is IdleSetting => (IDLE_SETTINGS as readonly string[]).includes(name);
export type SettingName = keyof BankSettings;
export const SETTING_NAMES = Object.keys(bankSettings.shape) as SettingName[];

/** The defaults, if neither the bank nor the environment sets a value. */
export const DEFAULT_SETTINGS: BankSettings = {
  reflect_mission: '',
  disposition_skepticism: 3,
  disposition_literalism: 3,
  disposition_empathy: 3,
  retain_mission: null,
  retain_extraction_mode: 'concise',
  retain_custom_instructions: null,
  retain_extract_causal_links: true,
  retain_chunk_size: 2400,
  retain_structured_chunk_size: null,
  entity_labels: [],
  entities_allow_free_form: true,
  llm_output_language: null,
  retain_strategies: {},
  retain_default_strategy: null,
  store_document_text: true,
  retain_ttl_seconds: null,
  retain_llm: null,
  consolidation_llm: null,
  reflect_llm: null,
  enable_observations: true,
  enable_auto_consolidation: true,
  observations_mission: null,
  max_observations_per_scope: -1,
  observation_scope_limits: [],
  default_observation_scopes: null,
  consolidation_llm_batch_size: 8,
  consolidation_max_memories_per_round: 100,
  enable_text_search: true,
  enable_temporal_retrieval: true,
  enable_graph_retrieval: true,
  enable_reranking: true,
  recall_max_tokens: 4096,
  recall_prefer_observations: false,
  recall_abstains: false,
  recall_fact_fallback: true,
  recall_include_chunks: false,
  recall_chunks_max_tokens: 8192,
  recall_budget_function: 'fixed',
  recall_budget_fixed_low: 100,
  recall_budget_fixed_mid: 300,
  recall_budget_fixed_high: 1000,
  recall_budget_adaptive_low: 0.025,
  recall_budget_adaptive_mid: 0.075,
  recall_budget_adaptive_high: 0.25,
  recall_budget_min: 50,
  recall_budget_max: 2000,
  knowledge_page_default_trigger: null,
  mcp_enabled_tools: null,
};

/** The settings that the server can set for all banks: `SERVICE_API_` and the name in capitals. */
export const INHERITED = [
  'retain_extraction_mode',
  'retain_chunk_size',
  'llm_output_language',
  'enable_observations',
  'enable_auto_consolidation',
  'recall_max_tokens',
] as const satisfies readonly SettingName[];

/** Columns of the bank's row, which the older operations on the profile write too. */
export const PROFILE_SETTINGS = [
  'reflect_mission',
  'disposition_skepticism',
  'disposition_literalism',
  'disposition_empathy',
] as const satisfies readonly SettingName[];

export const bankConfigResponse = z.object({
  bank_id: z.string(),
  config: z.record(z.string(), z.unknown()).describe('Every setting with its effective value.'),
  overrides: z.record(z.string(), z.unknown()).describe('The settings that the bank overrides.'),
  inherited: z.record(z.string(), z.unknown()).describe('Every setting with the value that applies without an override.'),
  not_in_force: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Overrides that count as not set, with the reason: a language model that the server no longer offers, or a setting without effect in this version.',
    ),
});
export type BankConfigResponse = z.output<typeof bankConfigResponse>;

const PATH = '/v1/default/banks/{bank_id}/config';

type SettingsObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is SettingsObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of names in `given` that are missing in `read`, the same value after validation. */
export function unreadNames(given: unknown, read: unknown, path: string): string[] {
  if (Array.isArray(given) && Array.isArray(read)) return given.flatMap((item, i) => unreadNames(item, read[i], path));
  if (!isObject(given) || !isObject(read)) return [];
  return Object.entries(given).flatMap(([name, value]) =>
    Object.hasOwn(read, name) ? unreadNames(value, read[name], `${path}.${name}`) : [`${path}.${name}`],
  );
}

/**
 * The ignored parts of a setting: all of it if it has no effect, else the unknown names inside it.
 */
function ignoredOf(given: string, value: unknown, path: string): string[] {
  const name = settingName(given);
  if (isIdleSetting(name)) return [`${path}.${given}`];
  const read = bankSettings.partial().safeParse({ [name]: value });
  return read.success ? unreadNames(value, Object.values(read.data)[0], `${path}.${given}`) : [];
}

/** The ignored parts of settings in the field `path` of a body, each once. */
export const ignoredSettings = (settings: SettingsObject, path = 'updates'): string[] => [
  ...new Set(Object.entries(settings).flatMap(([given, value]) => ignoredOf(given, value, path))),
];

export const getBankConfig = operation({
  id: 'get_bank_config',
  method: 'GET',
  path: PATH,
  tag: 'Banks',
  summary: 'Get the configuration of a bank',
  description:
    'Returns the effective value of every setting: from the bank, else from the server, else the default. A missing bank has no overrides.',
  auth: 'key',
  permission: 'bank.read',
  response: bankConfigResponse,
});

export const updateBankConfig = operation({
  id: 'update_bank_config',
  method: 'PATCH',
  path: PATH,
  tag: 'Banks',
  summary: 'Change the configuration of a bank',
  description:
    'Changes the given settings atomically. null resets a setting to its inherited value. Names are those of the response or of the environment (SERVICE_API_RETAIN_MISSION). ' +
    'Unknown names, credentials and invalid values are rejected with 400 and the name. `X-Ignored-Params` lists settings without effect, which are stored, and unknown names inside a value, which are dropped. Creates the bank if it does not exist.',
  auth: 'key',
  permission: 'bank.configure',
  body: z
    .object({ updates: z.record(z.string().max(128), z.unknown()).describe('New values by name.') })
    .meta({ examples: [{ updates: { recall_max_tokens: 2000 } }] }),
  idle: ({ updates }: { readonly updates: SettingsObject }) => ignoredSettings(updates),
  response: bankConfigResponse,
  errors: [400],
});

export const resetBankConfig = operation({
  id: 'reset_bank_config',
  method: 'DELETE',
  path: PATH,
  tag: 'Banks',
  summary: 'Reset the configuration of a bank',
  description: 'Resets every setting to its inherited value, including mission and disposition. Stored memories are unchanged.',
  auth: 'key',
  permission: 'bank.configure',
  response: bankConfigResponse,
});
