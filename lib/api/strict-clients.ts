/**
 * Clients that reject values their contract version does not define. The generated Go client
 * rejects unknown fields, so responses to it omit our extensions. Python clients before 0.10 reject
 * one enum value.
 */

/** Fields of a refresh trigger. */
const TRIGGER = ['trigger.budget', 'trigger.full_refresh_cron', 'trigger.reflect_search_observations_max_tokens'];

const VERSION = ['features.mental_models', 'features.reflect', 'llm', 'storage'];

/**
 * Fields of answers beyond contract version 0.9.1, by operation: `[]` is any element of a list,
 * `children*` an object and all objects in its `children`.
 */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  retain_memories: ['deduplicated', 'outcomes'],
  recall_memories: ['incomplete', 'results.[].superseded_by', 'results.[].valid_to'],
  reflect: [
    ...['chunk_id', 'document_id', 'mentioned_at', 'metadata', 'tags'].map((name) => `based_on.memories.[].${name}`),
    ...['citations', 'incomplete', 'method', 'outcome', 'retrieved', 'unapplied_directives'],
    ...['structured_output_error', 'trace.checks', 'trace.duration_ms', 'trace.notes'],
    ...['attempt', 'input_tokens', 'outcome', 'output_tokens', 'start_ms'].map((name) => `trace.llm_calls.[].${name}`),
    ...['trace.tool_calls.[].known', 'trace.tool_calls.[].start_ms'],
  ],
  dry_run_extract_memories: [
    ...['chunks', 'failed_chunks', 'method', 'recognized'],
    ...['caused_by', 'chunk_index', 'entity_categories', 'speaker', 'tags'].map((name) => `facts.[].${name}`),
  ],
  list_memories: ['incomplete', 'next_cursor'],
  list_documents: ['items.[].matched_fields', 'total_is_estimate'],
  get_graph: ['incomplete', 'total_edges'],
  list_observation_scopes: ['limit', 'offset', 'total'],
  get_document: ['expires_at', 'expires_in_part', 'unread_chunk_count'],
  delete_document: ['receipt'],
  get_bank_config: ['inherited', 'not_in_force'],
  update_bank_config: ['inherited', 'not_in_force'],
  reset_bank_config: ['inherited', 'not_in_force'],
  get_agent_stats: ['computed_at', 'total_entities'],
  get_memories_timeseries: ['from', 'to'],
  get_entity_graph: ['incomplete'],
  list_entities: ['incomplete', 'items.[].category', 'items.[].kind'],
  get_entity: ['aliases', 'category', 'kind', 'observations.[].id'],
  regenerate_entity_observations: ['aliases', 'category', 'kind', 'observations.[].id'],
  ...modelFields(),
  dry_run_refresh_mental_model: [
    ...['document', 'document_budget', 'document_tokens', 'evidence', 'failure', 'method', 'no_evidence', 'structured_output', 'version'],
    ...['retraction.block_ids', 'retraction.fact_states', 'structured_output_error', 'trace.retraction.block_ids'],
    'unapplied_directives',
    ...['trace.retraction.fact_states', 'window.after_revision', 'window.up_to_revision'],
  ],
  export_bank_template: [
    ...[
      'consolidation_llm',
      'default_observation_scopes',
      'enable_text_search',
      'knowledge_page_default_trigger',
      'llm_output_language',
      'recall_abstains',
      'recall_fact_fallback',
      'recall_prefer_observations',
      'reflect_llm',
      'retain_extract_causal_links',
      'retain_llm',
      'retain_ttl_seconds',
    ].map((name) => `bank.${name}`),
    ...['budget', 'full_refresh_cron', 'reflect_search_observations_max_tokens'].map((name) => `mental_models.[].trigger.${name}`),
  ],
  get_knowledge_base_tree: nodeFields().map((name) => `roots.[].children*.${name}`),
  create_knowledge_folder: nodeFields(),
  update_knowledge_node: nodeFields(),
  search_knowledge_base: ['results.[].scores', 'results.[].source_query'],
  refresh_mental_model: ['deduplicated'],
  list_operations: [
    ...['counts', ...['operation_id', 'operation_type', 'parent_id', 'parts'].map((name) => `operations.[].${name}`)],
    ...['details.facts', 'details.version', 'retry_until', 'shortfall', 'started_at', 'subject', 'unanswered'].map(
      (name) => `operations.[].${name}`,
    ),
  ],
  get_operation_status: [
    ...['document_id', 'id', 'items_count', 'mental_model_id', 'parent_id', 'retry_until', 'shortfall', 'started_at', 'task_type'],
    ...['details.facts', 'details.version', 'subject', 'unanswered'],
  ],
  version: VERSION,
  version_v1: VERSION,
};

function nodeFields(): string[] {
  return ['last_refresh_failed_at', ...TRIGGER];
}

function modelFields(): Record<string, string[]> {
  const own = [
    'blocks',
    'is_knowledge_page',
    'last_error',
    'last_full_refreshed_at',
    'last_refresh_failed_at',
    'method',
    'next_refresh_at',
    'operation_id',
    'refresh_retry',
    'stale_reasons',
    'stale_revision',
    'state',
    ...TRIGGER,
  ];
  const fields = [...own, 'version'];
  const one = ['get_mental_model', 'update_mental_model', 'clear_mental_model'];
  return { ...Object.fromEntries(one.map((id) => [id, fields])), list_mental_models: fields.map((name) => `items.[].${name}`) };
}

/** Changes an answer, which it owns, for its caller. */
export type AnswerAdapter = (answer: unknown) => void;

/** Set to undefined, which JSON omits. */
function remove(value: unknown, [name, ...rest]: readonly string[]): void {
  if (typeof value !== 'object' || value === null || name === undefined) return;
  if (name === '[]') {
    if (Array.isArray(value)) for (const element of value) remove(element, rest);
    return;
  }
  if (name === 'children*') {
    remove(value, rest);
    if ('children' in value) remove(value.children, ['[]', name, ...rest]);
    return;
  }
  const object = value as Record<string, unknown>;
  if (!Object.hasOwn(object, name)) return;
  if (rest.length === 0) object[name] = undefined;
  else remove(object[name], rest);
}

const GO = /\bOpenAPI-Generator\/[^\s/]+\/go\b/;
const EARLY_PYTHON = /\bhindsight-client-python\/0\.[0-9]\./;

/**
 * Returns how an answer of an operation changes for the caller with this `User-Agent`; null: not at
 * all.
 */
export function adaptFor(operationId: string, userAgent: string | null): AnswerAdapter | null {
  if (userAgent === null) return null;
  const extensions = EXTENSIONS[operationId];
  if (extensions && GO.test(userAgent)) {
    const paths = extensions.map((path) => path.split('.'));
    return (answer) => {
      for (const path of paths) remove(answer, path);
    };
  }
  if (operationId === 'dry_run_refresh_mental_model' && EARLY_PYTHON.test(userAgent))
    return (answer) => {
      const body = answer as { outcome?: string; trace?: { outcome?: string } | null };
      for (const result of [body, body.trace])
        if (result?.outcome === 'content_unchanged') result.outcome = 'content_preserved_no_new_facts';
    };
  return null;
}
