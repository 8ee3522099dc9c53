import type { ModelUse } from '#lib/base/literals';
import type { SettingName } from '#lib/memory/settings/contract';
import type { HealthStatus } from '#lib/models/llm/contract';

const number = (n: number): string => n.toLocaleString('en');
const count = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;

interface Words {
  readonly label: string;
  readonly meaning: string;
  readonly unit?: string;
}

/** What each setting is called and does, for people. */
const settings: Readonly<Record<SettingName, Words>> = {
  retain_mission: { label: 'Mission of retain', meaning: 'What a model is to look for when it reads facts out of text.' },
  retain_extraction_mode: {
    label: 'Extraction mode',
    meaning: 'How facts are read from text. Without a model, every mode but “chunks” is the built-in reading.',
  },
  retain_custom_instructions: { label: 'Custom instructions', meaning: 'Guidelines of the mode “custom”; no other mode reads them.' },
  retain_extract_causal_links: { label: 'Causes', meaning: 'Whether a model tells which fact brought another one about.' },
  retain_chunk_size: {
    label: 'Chunk size',
    meaning: 'Aimed size of the pieces that a text is read in. Each piece is one call to the model.',
    unit: 'characters',
  },
  retain_structured_chunk_size: {
    label: 'Chunk size of JSON',
    meaning: 'A content that is one JSON object stays one piece up to this size. Not set: it is cut like any other.',
    unit: 'characters',
  },
  entity_labels: {
    label: 'Labels',
    meaning: 'A vocabulary by which a model sorts facts; a label is an entity, and a tag where it says so.',
  },
  entities_allow_free_form: { label: 'Free entities', meaning: 'Off: a model names none but those of the labels.' },
  llm_output_language: { label: 'Language', meaning: 'The language in which a model writes. Not set: that of the text.' },
  retain_llm: { label: 'Model for retain', meaning: 'Reads facts out of text.' },
  consolidation_llm: { label: 'Model for consolidation', meaning: 'Makes observations of facts.' },
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
    meaning: 'Off: a text is dropped once its memories are extracted. A document without its text cannot be appended to or read again.',
  },
  enable_observations: { label: 'Observations', meaning: 'Whether facts are consolidated into observations.' },
  enable_auto_consolidation: {
    label: 'Consolidate by itself',
    meaning: 'Whether that happens after a write. Off: only when somebody asks for it.',
  },
  observations_mission: { label: 'Mission of observations', meaning: 'What observations are to be about.' },
  max_observations_per_scope: {
    label: 'Observations per scope',
    meaning: 'How many a set of tags may hold. −1 is no limit, 0 makes no new ones. Without tags there is never a limit.',
    unit: 'observations',
  },
  observation_scope_limits: {
    label: 'Limits of some scopes',
    meaning: 'The same for some sets of tags; the first rule that matches counts.',
  },
  default_observation_scopes: {
    label: 'Default observation scopes',
    meaning: 'The tag sets used to consolidate items that name no scopes. Not set: all tags of the item combined.',
  },
  consolidation_llm_batch_size: {
    label: 'Memories per call',
    meaning: 'How many memories a model consolidates with one call. More cost fewer calls, and each is harder.',
    unit: 'memories',
  },
  consolidation_max_memories_per_round: {
    label: 'Memories per round',
    meaning: 'How many memories one round of consolidation takes.',
    unit: 'memories',
  },
  enable_text_search: { label: 'Search by words', meaning: 'Whether recall looks for the words of a question.' },
  enable_temporal_retrieval: { label: 'Search by time', meaning: 'Whether recall understands “last week” and searches by dates.' },
  enable_graph_retrieval: { label: 'Search along links', meaning: 'Whether recall follows entities and causes.' },
  enable_reranking: { label: 'Reranking', meaning: 'Whether recall asks the reranker, where the operator has set one.' },
  recall_max_tokens: { label: 'Size of an answer', meaning: 'Of a recall that names no size.', unit: 'tokens' },
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
  recall_include_chunks: { label: 'Bring chunks along', meaning: 'Whether a recall that does not say brings the source text along.' },
  recall_chunks_max_tokens: { label: 'Size of chunks', meaning: 'Of a recall that asks for chunks and names no size.', unit: 'tokens' },
  recall_budget_function: { label: 'Budget', meaning: 'How many candidates a recall looks at: fixed numbers, or shares of its size.' },
  recall_budget_fixed_low: { label: 'Fixed budget, low', meaning: 'Candidates with budget “low”.', unit: 'candidates' },
  recall_budget_fixed_mid: { label: 'Fixed budget, mid', meaning: 'Candidates with budget “mid”.', unit: 'candidates' },
  recall_budget_fixed_high: { label: 'Fixed budget, high', meaning: 'Candidates with budget “high”.', unit: 'candidates' },
  recall_budget_adaptive_low: {
    label: 'Adaptive budget, low',
    meaning: 'Candidates for each token of the answer, budget “low”.',
    unit: 'per token',
  },
  recall_budget_adaptive_mid: {
    label: 'Adaptive budget, mid',
    meaning: 'Candidates for each token of the answer, budget “mid”.',
    unit: 'per token',
  },
  recall_budget_adaptive_high: {
    label: 'Adaptive budget, high',
    meaning: 'Candidates for each token of the answer, budget “high”.',
    unit: 'per token',
  },
  recall_budget_min: { label: 'Least budget', meaning: 'An adaptive budget is never smaller.', unit: 'candidates' },
  recall_budget_max: { label: 'Greatest budget', meaning: 'An adaptive budget is never greater.', unit: 'candidates' },
  reflect_mission: { label: 'Mission of the bank', meaning: 'Who the agent is and what its memory is for.' },
  disposition_skepticism: { label: 'Scepticism', meaning: 'From 1, trusting, to 5, sceptical. 3 is neutral.', unit: 'of 5' },
  disposition_literalism: { label: 'Literalism', meaning: 'From 1, flexible, to 5, literal. 3 is neutral.', unit: 'of 5' },
  disposition_empathy: { label: 'Empathy', meaning: 'From 1, detached, to 5, empathetic. 3 is neutral.', unit: 'of 5' },
};

/** The settings of one bank. */
export const bankSettings = {
  title: 'Bank settings',
  purpose: 'What holds for this bank, and who said so: the standard, the operator of the server, or the bank itself.',
  nameTitle: 'Name',
  name: 'Name of the bank',
  nameHelp: (id: string) => `For people. Agents call it ${id}, which stays.`,
  nameMissing: 'A bank has a name.',
  rename: 'Rename',
  renamed: (name: string) => `The bank is called ${name}`,
  missionAdd: 'Add to the mission',
  missionText: 'What else is to be known of the bank',
  missionHelp:
    'A model puts it to what the mission says and replaces what it contradicts; without one it is appended. Each time is one call.',
  missionMissing: 'Write what is to be added.',
  missionAddAction: 'Add',
  missionAdding: 'Adding',
  missionAdded: 'The mission says it',
  sections: 'Sections of the settings',
  settingsTitle: 'Settings',
  tabs: {
    retain: 'Retain',
    observations: 'Observations',
    recall: 'Recall',
    reflect: 'Reflect',
    models: 'Models',
    danger: 'Danger zone',
  },
  failed: 'The settings could not be read',
  readOnly: (who: string) => `You can read all of this, but not change it. ${who}.`,
  setHere: (n: number) => (n === 0 ? 'The bank sets nothing itself.' : `The bank sets ${count(n, 'setting')} itself; the bank wins.`),
  settings,
  listOf: (tab: string) => `Settings: ${tab}`,

  origins: { standard: 'Standard', environment: 'Operator', bank: 'This bank' },
  originMeans: {
    standard: 'Nobody has set it.',
    environment: (variable: string) => `Set by ${variable} for all banks of this server.`,
    bank: (inherited: string) => `inherited: ${inherited}`,
  },
  idle: (model: string) => `This bank chose “${model}”, which the operator no longer offers: it counts as not set.`,
  withdrawn: (label: string, model: string) =>
    `${label}: this bank chose “${model}”, which the operator no longer offers. What holds is the operator’s choice, until another one is chosen here.`,
  notSet: 'not set',
  on: 'On',
  off: 'Off',
  noLimit: 'no limit',
  entries: (n: number) => (n === 0 ? 'none' : count(n, 'entry', 'entries')),
  standardModel: 'the operator’s choice',
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
    concise: 'a model writes the facts that matter',
    verbose: 'a model writes every fact, in full',
    custom: 'a model follows the custom instructions',
    verbatim: 'the words stay as they are; a model finds dates, entities and causes',
    chunks: 'no model: each piece of the text is one memory',
    fixed: 'the same number of candidates for every recall',
    adaptive: 'shares of the size of the answer',
  } as Readonly<Record<string, string>>,

  edit: 'Change',
  editOf: (label: string) => `Change ${label}`,
  resetOf: (label: string) => `Reset ${label}`,
  value: 'Value',
  json: 'Value, as JSON',
  jsonHelp: {
    entity_labels:
      'A list of labels. “type” is value (one of “values”), multi-values (some of them), text (any words) or map (one label for each of “fields”); “tag”: true makes the label a tag too, “optional”: false asks for it on every fact.',
    retain_strategies:
      'An object. Each name contains the settings that differ from those of the bank, as they are called in the API, for example “retain_mission”.',
    observation_scope_limits: 'A list of rules. “scope” holds tags, in which * and ? stand for any text and any sign; “limit” −1 is none.',
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
  badJson: 'This is not JSON yet.',
  badJsonAt: (line: number, sign: number) => `This is not JSON yet: look at line ${number(line)}, sign ${number(sign)}.`,
  entry: (at: number) => `Entry ${number(at + 1)}`,
  missing: 'is missing.',
  shouldBe: {
    string: 'should be a text.',
    number: 'should be a number.',
    boolean: 'should be true or false.',
    array: 'should be a list.',
    object: 'should be an object.',
    record: 'should be an object.',
  } as Readonly<Record<string, string>>,
  wrongKind: 'is of another kind.',
  oneOf: (values: readonly string[]) => `should be one of ${values.join(', ')}.`,
  badNumber: 'A number is needed.',
  moreThan: (bound: string) => `More than ${bound}.`,
  atLeast: (bound: string) => `At least ${bound}.`,
  atMost: (bound: string) => `At most ${bound}.`,
  letters: (n: number) => count(n, 'character'),
  entriesOf: (n: number) => count(n, 'entry', 'entries'),
  wholeNumber: 'A whole number is needed.',
  emptyInherits: 'Empty goes back to the inherited value.',
  unchanged: 'This is the value already.',
  save: 'Save',
  saving: 'Saving',
  saved: (label: string) => `${label} is saved`,
  wentBack: (label: string) => `${label} is inherited again`,
  saveFailed: 'It was not saved.',
  holdsFrom: {
    retain: 'Holds from the next retain on. What is stored stays as it was read.',
    observations: 'Holds from the next consolidation on. Observations that are there stay.',
    recall: 'Holds from the next recall on.',
    reflect: 'Holds from the next answer on.',
    models: 'Holds from the next call on.',
  },
  inPlaceOf: (value: string) => `in place of ${value}`,

  resetAll: 'Reset all settings',
  resetAllText: (n: number) =>
    n === 0
      ? 'Every setting is inherited already.'
      : `${count(n, 'setting')} of this bank ${n === 1 ? 'goes' : 'go'} back to what is inherited.`,
  resetTitle: (what: string) => `Reset ${what}?`,
  resetAllTitle: 'Reset all settings?',
  resetAction: 'Reset',
  resetting: 'Resetting',
  resetDone: 'All settings are inherited again',
  resetKeeps: 'What was retained stays as it was read.',
  changes: 'What changes',
  was: 'was',
  is: 'becomes',

  modelsTitle: 'What this bank asks',
  modelsFailed: 'The models could not be read',
  modelsForManagers:
    'Names stand here for everybody; provider and model are shown to Owners and Admins. Keys and addresses are shown to nobody.',
  modelsNote: 'Keys and addresses of providers are the operator’s alone: they are not shown, and no bank can set them.',
  uses: { retain: 'Retain', consolidation: 'Consolidation', reflect: 'Reflect' } satisfies Record<ModelUse, string>,
  useColumns: { use: 'For', configuration: 'Configuration', model: 'Provider and model', source: 'Chosen by' },
  useSources: { bank: 'this bank', use: 'the operator, for this use', default: 'the operator, for all' },
  embeddings: 'Vectors',
  embeddingsNext: (configured: string) => `the first will be made by ${configured}`,
  embeddingsAnew: (configured: string) => `until all are made anew by ${configured}`,
  embeddingsProgress: 'how far it is',
  embeddingsNone: 'nothing stored yet',
  reranker: 'Reranker',
  rerankerOn: 'set by the operator',
  rerankerOff: 'none is set',
  test: 'Test the models',
  testing: 'Asking them',
  testCost: 'Makes one small call to each model: real calls that cost tokens, at most 6 a minute.',
  testFree: 'No model is configured: there is nothing to call, and it costs nothing.',
  testOff: 'The operator has switched the test off (SERVICE_API_ENABLE_BANK_LLM_HEALTH).',
  testFailed: 'The models were not tested.',
  testResult: 'Result of the test',
  testedAt: 'asked ',
  ms: (n: number) => `${number(Math.round(n))} ms`,
  refuses: 'Reached, but answers with an error',
  health: {
    connected: 'Answers',
    not_configured: 'Not configured: built in',
    auth_failed: 'Refuses the key',
    unreachable: 'Cannot be reached',
    timeout: 'Did not answer in 10 s',
  } satisfies Record<HealthStatus, string>,

  clearTitle: 'Clear observations',
  clearText:
    'All observations of the bank go; the facts stay. The next consolidation derives observations anew, which costs model calls where a model is configured.',
  clear: 'Clear observations',
  clearing: 'Clearing',
  clearAsk: 'Clear all observations?',
  cleared: 'The observations are cleared',
  clearedDetail: (n: number) => `${count(n, 'observation')} went. The facts wait for the next consolidation.`,
  deleteTitle: 'Delete the bank',
  deleteText: 'Everything in it goes for good: memories, documents, entities, observations and their history. No one can bring it back.',
  deleteHolds: (memories: number, documents: number, entities: number) =>
    `It holds ${count(memories, 'memory', 'memories')}, ${count(documents, 'document')} and ${count(entities, 'entity', 'entities')}.`,
  deleteAction: 'Delete bank',
  deleting: 'Deleting',
  deleteAsk: (bank: string) => `Delete ${bank}?`,
  deleteKeys: 'Keys that reach only this bank reach nothing after that.',
  deleted: (bank: string) => `${bank} is deleted`,
} as const;
