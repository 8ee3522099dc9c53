import { z } from 'zod';
import type { AnswerOf } from '#lib/api/call';
import { clearMemories, deleteBank, getProfile, getStats, listBanks, listTags, patchBank, putBank, updateBankConfig } from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { type Tool, tool } from '#lib/api/mcp/tool';
import { unreachableBanks } from '#lib/memory/banks/contract';

const profile = z.object({
  bank_id: z.string(),
  name: z.string(),
  mission: z.string().optional(),
  disposition: z.record(z.string(), z.int()),
});
type Profile = { readonly bank_id: string; readonly name: string; readonly mission: string; readonly disposition: Record<string, number> };
export const profileOf = ({ bank_id, name, mission, disposition }: Profile) => ({ bank_id, name, disposition, ...compact({ mission }) });

const listBanksTool = tool(
  {
    name: 'list_banks',
    title: 'List banks',
    description:
      'Lists the memory banks that the key reaches, most recently used first. A bank contains the memories of one agent, user or project.',
    effect: 'reads',
    permission: 'bank.list',
    about: 'banks',
    input: z.object({ query: args.textOrNone('Part of the id or name.'), limit: args.limit(25), offset: args.offset() }),
    output: z.object({
      banks: z.array(
        z.object({
          bank_id: z.string(),
          name: z.string(),
          mission: z.string().optional(),
          fact_count: z.int(),
          last_write_at: z.string().optional(),
        }),
      ),
      ...args.page,
      unreachable: unreachableBanks.optional(),
    }),
  },
  async ({ call }, { query, limit, offset }) => {
    const { banks, ...page } = await call(listBanks, { query: { q: query, limit, offset } });
    return {
      banks: banks.map(({ bank_id, name, mission, fact_count, last_write_at }) => ({
        bank_id,
        name,
        fact_count,
        ...compact({ mission, last_write_at }),
      })),
      ...page,
    };
  },
);

const createBank = tool(
  {
    name: 'create_bank',
    title: 'Create a bank',
    description: 'Creates a memory bank. An existing bank gets the name and mission. retain creates a missing bank by itself.',
    effect: 'writes',
    isIdempotent: true,
    permission: 'bank.create',
    about: 'banks',
    input: z.object({
      bank_id: args.text('The id of the bank.'),
      name: args.textOrNone('Its display name.'),
      mission: args.textOrNone('Who the agent is and what its memory is for.'),
    }),
    output: profile,
  },
  async ({ call }, { bank_id: bankId, name, mission }) => profileOf(await call(putBank, { bankId, body: { name, mission } })),
);

const getBank = tool(
  {
    name: 'get_bank',
    title: 'Get a bank',
    description: 'Returns the name, mission and disposition of the bank.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({}),
    output: profile,
  },
  async ({ call, bankId }) => profileOf(await call(getProfile, { bankId })),
);

const counts = z.record(z.string(), z.int());

/** Statistics with the names that tools use. */
export const statsOf = (stats: AnswerOf<typeof getStats>) => ({
  bank_id: stats.bank_id,
  memories: stats.total_nodes,
  memories_by_type: stats.nodes_by_fact_type,
  documents: stats.total_documents,
  entities: stats.total_entities,
  links: stats.total_links,
  operations_by_status: stats.operations_by_status,
  pending_consolidation: stats.pending_consolidation,
  failed_consolidation: stats.failed_consolidation,
  ...compact({ last_memory_write_at: stats.last_memory_write_at }),
});

const getBankStats = tool(
  {
    name: 'get_bank_stats',
    title: 'Get the statistics of a bank',
    description: 'Returns the number of memories, documents and entities of the bank, and its background work.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'chosen_bank',
    input: z.object({}),
    output: z.object({
      bank_id: z.string(),
      memories: z.int(),
      memories_by_type: counts,
      documents: z.int(),
      entities: z.int(),
      links: z.int(),
      operations_by_status: counts,
      pending_consolidation: z.int().describe('Memories that are not summarized yet.'),
      failed_consolidation: z.int(),
      last_memory_write_at: z.string().optional(),
    }),
  },
  async ({ call, bankId }) => statsOf(await call(getStats, { bankId })),
);

const updateBank = tool(
  {
    name: 'update_bank',
    title: 'Change a bank',
    description: 'Changes the name, mission or settings of the bank. Absent arguments change nothing.',
    effect: 'writes',
    isIdempotent: true,
    permission: 'bank.configure',
    about: 'bank',
    input: z.object({
      name: args.textOrNone('Its display name.'),
      mission: args.textOrNone('Who the agent is and what its memory is for.'),
      config_updates: args.object('Settings by name, such as {"recall_max_tokens": 2000}. null resets a setting.'),
    }),
    output: profile,
  },
  async ({ call, bankId }, { name, mission, config_updates: updates }) => {
    if (updates) await call(updateBankConfig, { bankId, body: { updates } });
    const isOnlySettings = updates !== undefined && name === undefined && mission === undefined;
    return profileOf(isOnlySettings ? await call(getProfile, { bankId }) : await call(patchBank, { bankId, body: { name, mission } }));
  },
);

const deleteBankTool = tool(
  {
    name: 'delete_bank',
    title: 'Delete a bank',
    description: 'Permanently deletes the bank with all memories and documents. This cannot be undone: ask the user first.',
    effect: 'deletes',
    isIdempotent: true,
    permission: 'bank.delete',
    about: 'bank',
    input: z.object({}),
    output: args.done.extend({ deleted_count: z.int().describe('Number of memories, entities and documents.') }),
  },
  async ({ call, bankId }) => {
    const { deleted_count } = await call(deleteBank, { bankId });
    return { status: 'deleted', message: `The bank ${bankId} is deleted.`, deleted_count: deleted_count ?? 0 };
  },
);

const clearMemoriesTool = tool(
  {
    name: 'clear_memories',
    title: 'Clear the memories of a bank',
    description:
      'Permanently deletes all memories and documents of the bank, or the memories of one type. The bank remains. This cannot be undone: ask the user first.',
    effect: 'deletes',
    isIdempotent: true,
    permission: 'bank.delete',
    about: 'bank',
    input: z.object({ type: z.enum(['world', 'experience', 'observation']).optional().describe('Only memories of this type.') }),
    output: args.done.extend({ deleted_count: z.int() }),
  },
  async ({ call, bankId }, { type }) => {
    const { deleted_count } = await call(clearMemories, { bankId, query: { type } });
    return { status: 'cleared', message: 'The memories are deleted.', deleted_count: deleted_count ?? 0 };
  },
);

const listTagsTool = tool(
  {
    name: 'list_tags',
    title: 'List tags',
    description: 'Lists the tags of memories with their number, most used first.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({ q: args.textOrNone('A tag; `*` matches any characters.'), limit: args.limit(100), offset: args.offset() }),
    output: z.object({ items: z.array(z.object({ tag: z.string(), count: z.int() })), ...args.page }),
  },
  ({ call, bankId }, query) => call(listTags, { bankId, query }),
);

export const bankTools: readonly Tool[] = [
  listBanksTool,
  createBank,
  getBank,
  getBankStats,
  updateBank,
  deleteBankTool,
  clearMemoriesTool,
  listTagsTool,
];
