import { expect } from 'vitest';
import { rpc } from '#e2e/fixtures/mcp';
import type { Target } from '#e2e/fixtures/requests';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { TEMPLATES } from '#lib/api/mcp/resources';
import { newId } from '#lib/base/ids';

/**
 * One message for each tool, resource template and list of the MCP endpoint, and the addresses to
 * which it can be sent. Add a line here for a new tool.
 */

/** The arguments of a tool, from the ids of a bank and its items. */
type Arguments = Readonly<Record<string, (target: Target) => Readonly<Record<string, unknown>>>>;

const document = ({ document_id }: Target) => ({ document_id });
const memory = ({ memory_id }: Target) => ({ memory_id });
const directive = ({ directive_id }: Target) => ({ directive_id });
const model = ({ mental_model_id }: Target) => ({ mental_model_id });
const operationArguments = ({ operation_id }: Target) => ({ operation_id });
const none = () => ({});
const QUESTION = 'What is the word of the day?';
const content = 'Wanda walked through every tool.';

/** Tools that change or return an existing item of a bank. */
export const OF_ITEMS: Arguments = {
  get_mental_model: model,
  update_mental_model: (target) => ({ ...model(target), name: 'Walked', tags_match: 'any' }),
  refresh_mental_model: model,
  clear_mental_model: model,
  delete_mental_model: model,
  get_memory: memory,
  update_memory: (target) => ({ ...memory(target), text: content }),
  invalidate_memory: memory,
  get_document: document,
  delete_document: document,
  get_operation: operationArguments,
  cancel_operation: operationArguments,
  delete_directive: directive,
  get_knowledge_page: ({ page_id }) => ({ page_id }),
  update_knowledge_node: ({ node_id }) => ({ node_id, position: 0 }),
  delete_knowledge_node: ({ node_id }) => ({ node_id }),
};
const OF_BANKS: Arguments = {
  retain: (target) => ({ ...document(target), content }),
  sync_retain: (target) => ({ ...document(target), content }),
  recall: () => ({ query: QUESTION, include_chunks: true, include_entities: true, include_source_facts: true }),
  reflect: () => ({ query: QUESTION, include_based_on: true, include_trace: true }),
  list_mental_models: none,
  create_mental_model: (target) => ({ ...model(target), name: 'Walked', source_query: QUESTION }),
  list_memories: none,
  list_documents: none,
  list_banks: none,
  create_bank: ({ bank_id }) => ({ bank_id, name: 'Walked' }),
  get_bank: none,
  get_bank_stats: none,
  update_bank: () => ({ mission: 'Walked.', config_updates: { recall_max_tokens: 1 } }),
  delete_bank: none,
  clear_memories: none,
  list_tags: none,
  list_operations: none,
  list_directives: none,
  create_directive: () => ({ name: 'Walked', content: 'Answer in German.' }),
  get_knowledge_base_tree: none,
  search_knowledge_base: () => ({ query: QUESTION }),
  create_knowledge_folder: () => ({ name: 'Walked' }),
  create_knowledge_page: () => ({ name: `Walked ${newId()}`, source_query: QUESTION }),
};
export const TOOLS: Arguments = { ...OF_ITEMS, ...OF_BANKS };

export interface Probe {
  readonly name: string;
  readonly kind: 'tool' | 'resource' | 'method';
  /** `args`: how the address of the request names the bank in arguments of tools */
  readonly message: (target: Target, args: object) => object;
  /** wrong for every caller */
  readonly fails?: true;
}

const uriOf = (template: string, target: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(target[name] ?? expect.fail(`no value for ${name}`)));
export const method = (name: string, params: object = {}): Probe => ({ name, kind: 'method', message: () => rpc(name, params) });

export const PROBES: readonly Probe[] = [
  ...Object.entries(TOOLS).map(
    ([name, args]): Probe => ({
      name,
      kind: 'tool',
      message: (target, more) => rpc('tools/call', { name, arguments: { ...args(target), ...more } }),
    }),
  ),
  ...TEMPLATES.map(
    ({ uriTemplate }): Probe => ({
      name: uriTemplate,
      kind: 'resource',
      message: (target) => rpc('resources/read', { uri: uriOf(uriTemplate, target) }),
    }),
  ),
  method('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
  ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((name) => method(name)),
  method('prompts/get', { name: 'what_do_you_know', arguments: { topic: 'the word of the day' } }),
  {
    name: 'several calls in one request',
    kind: 'method',
    message: (_, args) =>
      ['get_bank', 'list_memories', 'list_tags'].map((name, id) => ({ ...rpc('tools/call', { name, arguments: args }), id })),
  },
  { ...method('tools/call', { name: 'nothing', arguments: {} }), name: 'an unknown tool', fails: true },
  { ...method('tools/call', { name: 'recall', arguments: {} }), name: 'a tool without its arguments', fails: true },
];

export interface Address {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly args?: object;
}

export type AddressOf = (bankId: string) => Address;

/** The ways in which a request names a bank. */
export const byArgument: AddressOf = (bank_id) => ({ path: '/mcp', args: { bank_id } });
export const byHeader: AddressOf = (bankId) => ({ path: '/mcp', headers: { 'x-bank-id': bankId } });
export const byPath: AddressOf = (bankId) => ({ path: `/mcp/${bankId}` });
export const ADDRESSES = [byArgument, byHeader, byPath];

/** Requests about the own bank of a principal, whose arguments are about another. */
export const MIXED_ADDRESSES: readonly AddressOf[] = [
  (bank_id) => ({ path: `/mcp/${OWN_BANK}`, headers: { 'x-bank-id': bank_id }, args: { bank_id } }),
  () => byHeader(OWN_BANK),
];
