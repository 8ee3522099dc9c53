import { count, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { LlmUse } from '#lib/base/literals';
import type { SettingName } from '#lib/memory/settings/contract';
import type { HealthStatus } from '#lib/models/llm/contract';

interface Words {
  readonly label: string;
  readonly meaning: string;
  readonly unit?: string;
}

/** Label, meaning and unit of each setting. */
const settings: Readonly<Record<SettingName, Words>> = {
  retain_mission: { label: 'Retain mission', meaning: 'What a model looks for when it extracts facts from text.' },
  retain_extraction_mode: {
    label: 'Extraction mode',
    meaning: 'How facts are extracted from text. Without a model, every mode except “chunks” uses the built-in rules.',
  },
  retain_custom_instructions: { label: 'Custom instructions', meaning: 'Guidelines for the mode “custom”. Other modes ignore them.' },
  retain_extract_causal_links: { label: 'Causal links', meaning: 'Whether a model extracts which fact caused which.' },
  retain_chunk_size: {
    label: 'Chunk size',
    meaning: 'Target size of the chunks that a text is split into. Each chunk is one model call.',
    unit: 'characters',
  },
  retain_structured_chunk_size: {
    label: 'JSON chunk size',
    meaning: 'An item that is one JSON object stays one chunk up to this size. Not set: it is split like other text.',
    unit: 'characters',
  },
  entity_labels: {
    label: 'Labels',
    meaning: 'A vocabulary by which a model classifies facts. A label becomes an entity, and a tag if it is configured as one.',
  },
  entities_allow_free_form: { label: 'Free-form entities', meaning: 'Off: a model extracts only entities from the labels.' },
  llm_output_language: { label: 'Output language', meaning: 'The language in which a model writes. Not set: the language of the text.' },
  retain_llm: { label: 'Model for retain', meaning: 'Extracts facts from text.' },
  consolidation_llm: { label: 'Model for consolidation', meaning: 'Writes observations from facts.' },
  reflect_llm: { label: 'Model for reflect', meaning: 'Answers questions and writes mental models.' },
  retain_strategies: {
    label: 'Retain strategies',
    meaning: 'Named sets of the settings above. A caller selects one for each item with “strategy”.',
  },
  retain_default_strategy: {
    label: 'Default strategy',
    meaning: 'The strategy of items that name none. Not set: the settings of the bank.',
  },
  store_document_text: {
    label: 'Store document texts',
    meaning: 'Off: a text is deleted once its memories are extracted. A document without its text cannot be appended to or reprocessed.',
  },
  retain_ttl_seconds: {
    label: 'Time to live',
    meaning:
      'Memories and texts are deleted this long after they were retained, unless a request says otherwise. Not set: never. Applies to what is retained from now on.',
    unit: 'seconds',
  },
  enable_observations: { label: 'Observations', meaning: 'Whether facts are consolidated into observations.' },
  enable_auto_consolidation: {
    label: 'Automatic consolidation',
    meaning: 'Consolidate after each write. Off: only on request.',
  },
  observations_mission: { label: 'Observations mission', meaning: 'What observations are about.' },
  max_observations_per_scope: {
    label: 'Observations per scope',
    meaning: 'The maximum for each set of tags. −1: no limit; 0: no new observations. Observations without tags are never limited.',
    unit: 'observations',
  },
  observation_scope_limits: {
    label: 'Limits for specific scopes',
    meaning: 'The same limit for specific sets of tags. The first matching rule applies.',
  },
  default_observation_scopes: {
    label: 'Default observation scopes',
    meaning: 'The tag sets used to consolidate items that name no scopes. Not set: all tags of the item combined.',
  },
  consolidation_llm_batch_size: {
    label: 'Memories per call',
    meaning: 'How many memories a model consolidates per call. More memories mean fewer calls, but each call is harder.',
    unit: 'memories',
  },
  consolidation_max_memories_per_round: {
    label: 'Memories per round',
    meaning: 'How many memories one round of consolidation processes.',
    unit: 'memories',
  },
  enable_text_search: { label: 'Keyword search', meaning: 'Whether recall searches for the words of a query.' },
  enable_temporal_retrieval: { label: 'Temporal search', meaning: 'Whether recall understands “last week” and searches by date.' },
  enable_graph_retrieval: { label: 'Graph search', meaning: 'Whether recall follows entities and causal links.' },
  enable_reranking: { label: 'Reranking', meaning: 'Whether recall uses the reranker, if the operator has configured one.' },
  recall_max_tokens: { label: 'Result size', meaning: 'Default token limit of a recall.', unit: 'tokens' },
  recall_prefer_observations: {
    label: 'Prefer observations',
    meaning: 'Recall omits facts that a returned observation covers, unless the request says otherwise.',
  },
  recall_abstains: {
    label: 'Abstain',
    meaning: 'Recall returns nothing when no memory matches the query well. Off: it returns the best matches with low scores.',
  },
  recall_fact_fallback: {
    label: 'Fact fallback',
    meaning: 'When only observations are requested and no model consolidates, recall adds facts that no returned observation covers.',
  },
  recall_include_chunks: { label: 'Include chunks', meaning: 'Whether recall includes source text if the request does not say.' },
  recall_chunks_max_tokens: { label: 'Chunk tokens', meaning: 'Default token limit for chunks in a recall.', unit: 'tokens' },
  recall_budget_function: {
    label: 'Budget function',
    meaning: 'How many candidates a recall considers: fixed numbers, or in proportion to its token limit.',
  },
  recall_budget_fixed_low: { label: 'Fixed budget, low', meaning: 'Candidates with budget “low”.', unit: 'candidates' },
  recall_budget_fixed_mid: { label: 'Fixed budget, mid', meaning: 'Candidates with budget “mid”.', unit: 'candidates' },
  recall_budget_fixed_high: { label: 'Fixed budget, high', meaning: 'Candidates with budget “high”.', unit: 'candidates' },
  recall_budget_adaptive_low: {
    label: 'Adaptive budget, low',
    meaning: 'Candidates per result token, budget “low”.',
    unit: 'per token',
  },
  recall_budget_adaptive_mid: {
    label: 'Adaptive budget, mid',
    meaning: 'Candidates per result token, budget “mid”.',
    unit: 'per token',
  },
  recall_budget_adaptive_high: {
    label: 'Adaptive budget, high',
    meaning: 'Candidates per result token, budget “high”.',
    unit: 'per token',
  },
  recall_budget_min: { label: 'Minimum budget', meaning: 'An adaptive budget is never smaller.', unit: 'candidates' },
  recall_budget_max: { label: 'Maximum budget', meaning: 'An adaptive budget is never greater.', unit: 'candidates' },
  reflect_mission: { label: 'Bank mission', meaning: 'Who the agent is and what its memory is for.' },
  disposition_skepticism: { label: 'Skepticism', meaning: 'From 1, trusting, to 5, skeptical. 3 is neutral.', unit: 'of 5' },
  disposition_literalism: { label: 'Literalism', meaning: 'From 1, flexible, to 5, literal. 3 is neutral.', unit: 'of 5' },
  disposition_empathy: { label: 'Empathy', meaning: 'From 1, detached, to 5, empathetic. 3 is neutral.', unit: 'of 5' },
  knowledge_page_default_trigger: {
    label: 'Refresh trigger of pages',
    meaning: 'Fields of the refresh trigger of new pages of the knowledge base, in place of the built-in ones.',
  },
  mcp_enabled_tools: {
    label: 'MCP tools',
    meaning: 'The tools that MCP clients see and may call on this bank. Not set: all that their key permits.',
  },
};

/** The settings of one bank. */
export const bankSettings = translated('bankSettings', {
  title: 'Bank settings',
  purpose: 'Effective settings, and where each comes from: default, server or this bank.',
  nameTitle: 'Name',
  name: 'Bank name',
  nameHelp: (id: string) => `A display name. The API uses the ID ${id}, which cannot be changed.`,
  nameMissing: 'Enter a name for the bank.',
  rename: 'Rename',
  renamed: (name: string) => `Bank renamed to ${name}`,
  missionAdd: 'Add to the mission',
  missionText: 'New information about the bank',
  missionHelp:
    'A model merges it into the mission and replaces what it contradicts. Without a model it is appended. Each addition is one model call.',
  missionMissing: 'Write what to add to the mission.',
  missionAddAction: 'Add',
  missionAdding: 'Adding',
  missionAdded: 'Mission updated',
  sections: 'Settings sections',
  settingsTitle: 'Settings',
  tabs: {
    retain: 'Retain',
    observations: 'Observations',
    recall: 'Recall',
    reflect: 'Reflect',
    models: 'Models',
    mcp: 'MCP',
    transfer: 'Export and copy',
    danger: 'Danger zone',
  },
  failed: 'Could not load the settings',
  /** `who`: a sentence without its period, which names the roles that may change them. */
  readOnly: (who: string) => `You can view all settings, but not change them. ${who}.`,
  setHere: (n: number) => (n === 0 ? 'This bank overrides no settings.' : `This bank overrides ${count(n, 'setting')}.`),
  settings,
  listOf: (tab: string) => `Settings: ${tab}`,

  origins: { default: 'Default', environment: 'Server', bank: 'This bank' },
  originMeans: {
    default: 'Default value.',
    environment: (variable: string) => `Set by ${variable} for all banks on this server.`,
    bank: (inherited: string) => `inherited: ${inherited}`,
  },
  idle: (model: string) => `This bank chose “${model}”, which the operator no longer offers. It is treated as not set.`,
  withdrawn: (label: string, model: string) =>
    `${label}: this bank chose “${model}”, which the operator no longer offers. The operator’s choice applies until you choose another one.`,
  notSet: 'not set',
  on: 'On',
  off: 'Off',
  noLimit: 'no limit',
  entries: (n: number) => (n === 0 ? 'none' : count(n, 'entry', 'entries')),
  operatorModel: 'the operator’s choice',
  builtin: 'built in, no model',
  modes: {
    concise: 'Concise',
    verbose: 'Verbose',
    custom: 'Custom',
    verbatim: 'Verbatim',
    chunks: 'Chunks',
    fixed: 'Fixed',
    adaptive: 'Adaptive',
  } as Readonly<Record<string, string>>,
  modeMeanings: {
    concise: 'a model extracts the important facts',
    verbose: 'a model extracts every fact, in full',
    custom: 'a model follows the custom instructions',
    verbatim: 'the text is stored unchanged; a model finds dates, entities and causal links',
    chunks: 'no model: each chunk of the text is one memory',
    fixed: 'the same number of candidates for every recall',
    adaptive: 'in proportion to the token limit',
  } as Readonly<Record<string, string>>,

  edit: 'Edit',
  editOf: (label: string) => `Edit ${label}`,
  resetOf: (label: string) => `Reset ${label}`,
  value: 'Value',
  json: 'Value, as JSON',
  jsonHelp: {
    entity_labels:
      'A list of labels. “type” is value (one of “values”), multi-values (some of them), text (any words) or map (one label for each of “fields”). “tag”: true makes the label a tag too. “optional”: false requires it on every fact.',
    retain_strategies:
      'An object. Each name maps to the settings that differ from those of the bank, by their API names, for example “retain_mission”.',
    observation_scope_limits: 'A list of rules. “scope” lists tags; * matches any text and ? any character. “limit” −1 means no limit.',
  } as Readonly<Record<string, string>>,
  jsonExample: {
    entity_labels: [
      {
        key: 'topic',
        description: 'what it is about',
        type: 'value',
        tag: true,
        values: [{ value: 'repair' }, { value: 'sale', description: 'something was bought' }],
      },
    ],
    retain_strategies: { logs: { retain_extraction_mode: 'chunks', retain_chunk_size: 4000 } },
    observation_scope_limits: [{ scope: ['user:*'], limit: 20 }],
  } as Readonly<Record<string, unknown>>,
  example: 'Use an example',
  badJson: 'This is not valid JSON.',
  badJsonAt: (line: number, sign: number) => `This is not valid JSON: check line ${number(line)}, character ${number(sign)}.`,
  entry: (at: number) => `Entry ${number(at + 1)}`,
  /** An entry of a named list within a value. */
  entryOfList: (list: string, at: number) => `${list} ${number(at + 1)}`,
  /** A message about a part of a value. */
  faultAt: (place: string, message: string) => `${place}: ${message}`,
  valueWithUnit: (value: string, unit: string) => `${value} ${unit}`,

  missing: 'is missing.',
  shouldBe: {
    string: 'must be text.',
    number: 'must be a number.',
    boolean: 'must be true or false.',
    array: 'must be a list.',
    object: 'must be an object.',
    record: 'must be an object.',
  } as Readonly<Record<string, string>>,
  wrongKind: 'has the wrong type.',
  oneOf: (values: readonly string[]) => `must be one of ${values.join(', ')}.`,
  badNumber: 'Enter a number.',
  moreThan: (bound: string) => `Must be more than ${bound}.`,
  atLeast: (bound: string) => `Must be at least ${bound}.`,
  atMost: (bound: string) => `Must be at most ${bound}.`,
  letters: (n: number) => count(n, 'character'),
  entriesOf: (n: number) => count(n, 'entry', 'entries'),
  wholeNumber: 'Enter a whole number.',
  emptyInherits: 'Leave empty to use the inherited value.',
  unchanged: 'This is already the current value.',
  save: 'Save',
  saving: 'Saving',
  saved: (label: string) => `${label} saved`,
  settingReset: (label: string) => `${label} reset to the inherited value`,
  saveFailed: 'Could not save the setting.',
  appliesFrom: {
    retain: 'Applies from the next retain. Stored memories do not change.',
    observations: 'Applies from the next consolidation. Existing observations remain.',
    recall: 'Applies from the next recall.',
    reflect: 'Applies from the next answer.',
    models: 'Applies from the next call.',
    mcp: 'Applies from the next call. Clients list the tools again when they reconnect.',
  },
  willChange: '{next} instead of {now}.',

  resetAll: 'Reset all settings',
  resetAllText: (n: number) =>
    n === 0
      ? 'All settings are already inherited.'
      : `${count(n, 'setting')} of this bank will use the inherited ${n === 1 ? 'value' : 'values'}.`,
  resetTitle: (what: string) => `Reset ${what}?`,
  resetAllTitle: 'Reset all settings?',
  resetAction: 'Reset',
  resetting: 'Resetting',
  resetDone: 'All settings reset',
  resetKeeps: 'Stored memories do not change.',
  changes: 'Changes',
  was: 'was',
  is: 'becomes',

  modelsTitle: 'Models of this bank',
  modelsFailed: 'Could not load the models',
  modelsForManagers: 'Everyone sees the names. Owners and Admins also see provider and model. Keys and addresses are never shown.',
  modelsNote: 'Only the operator can set provider keys and addresses. They are never shown.',
  uses: { retain: 'Retain', consolidation: 'Consolidation', reflect: 'Reflect' } satisfies Record<LlmUse, string>,
  configurationOf: 'Configuration {name}',
  useColumns: { use: 'Use', configuration: 'Configuration', model: 'Provider and model', source: 'Set by' },
  useSources: { bank: 'this bank', use: 'the operator, for this use', default: 'the operator, for all' },
  embeddings: 'Embeddings',
  embeddingsNone: 'none stored yet, {next}',
  embeddingsNext: (configured: string) => `the first will be created with ${configured}`,
  embeddingsChanging: '{model}, {pending}: {progress}',
  embeddingsPending: (configured: string) => `until all are re-embedded with ${configured}`,
  embeddingsProgress: 'progress',
  reranker: 'Reranker',
  rerankerOn: 'configured by the operator',
  rerankerOff: 'not configured',
  test: 'Test the models',
  testing: 'Testing',
  testCost: 'Makes one small call to each model. These calls cost tokens; at most 6 tests a minute.',
  testFree: 'No model is configured, so there is nothing to test.',
  testOff: 'The operator has disabled the test (SERVICE_API_ENABLE_BANK_LLM_HEALTH).',
  testFailed: 'Could not test the models.',
  testResult: 'Test result',
  testedAt: 'tested {time}',
  ms: (n: number) => `${number(Math.round(n))} ms`,
  refuses: 'Reachable, but returns an error',
  health: {
    connected: 'Connected',
    not_configured: 'Not configured: uses built-in rules',
    auth_failed: 'API key rejected',
    unreachable: 'Unreachable',
    timeout: 'No answer within 10 s',
  } satisfies Record<HealthStatus, string>,

  clearTitle: 'Clear observations',
  clearText:
    'Deletes all observations of the bank; facts remain. The next consolidation derives new ones, which costs model calls if a model is configured.',
  clear: 'Clear observations',
  clearing: 'Clearing',
  clearAsk: 'Clear all observations?',
  cleared: 'Observations cleared',
  clearedDetail: (n: number) => `${count(n, 'observation')} deleted. The facts are pending for the next consolidation.`,
  deleteTitle: 'Delete bank',
  deleteText:
    'Permanently deletes everything in the bank: memories, documents, entities, observations and their history. This cannot be undone.',
  deleteContents: (memories: number, documents: number, entities: number) =>
    `It contains ${count(memories, 'memory', 'memories')}, ${count(documents, 'document')} and ${count(entities, 'entity', 'entities')}.`,
  deleteAction: 'Delete bank',
  deleting: 'Deleting',
  deleteAsk: (bank: string) => `Delete ${bank}?`,
  deleteKeys: 'Keys that reach only this bank will reach no bank.',
  deleted: (bank: string) => `${bank} deleted`,
});
