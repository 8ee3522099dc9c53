/**
 * The tools that the bank setting `mcp_enabled_tools` may name. A test compares them with the tools
 * that the MCP endpoint serves.
 */

export const MCP_TOOLS: readonly string[] = [
  ...['retain', 'sync_retain', 'recall', 'reflect'],
  ...['list_mental_models', 'get_mental_model', 'create_mental_model', 'update_mental_model'],
  ...['refresh_mental_model', 'clear_mental_model', 'delete_mental_model'],
  ...['list_memories', 'get_memory', 'update_memory', 'invalidate_memory'],
  ...['list_documents', 'get_document', 'delete_document'],
  ...['list_banks', 'create_bank', 'get_bank', 'get_bank_stats', 'update_bank', 'delete_bank', 'clear_memories', 'list_tags'],
  ...['list_operations', 'get_operation', 'cancel_operation'],
  ...['list_directives', 'create_directive', 'delete_directive'],
  ...['get_knowledge_base_tree', 'search_knowledge_base', 'get_knowledge_page', 'create_knowledge_folder'],
  ...['create_knowledge_page', 'update_knowledge_node', 'delete_knowledge_node'],
];

const KNOWN: ReadonlySet<string> = new Set(MCP_TOOLS);

/** The names that no tool has, for an error. */
export const unknownTools = (names: readonly string[]): readonly string[] => names.filter((name) => !KNOWN.has(name));
