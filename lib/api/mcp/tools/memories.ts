import { z } from 'zod';
import type { AnswerOf } from '#lib/api/call';
import { getMemory, listMemories, updateMemory } from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { fittingAny, MAX_LENGTH } from '#lib/api/mcp/fit';
import { type Tool, tool } from '#lib/api/mcp/tool';

const id = args.text('The id of the memory, as in the results of recall.');

const listed = args.memory.extend({ state: z.string().optional(), invalidation_reason: z.string().optional() });

type Listed = AnswerOf<typeof listMemories>['items'][number];

const listedOf = (item: Listed) => ({
  id: item.id,
  text: item.text,
  type: item.fact_type,
  ...compact({
    context: item.context,
    occurred_start: item.occurred_start,
    occurred_end: item.occurred_end,
    mentioned_at: item.mentioned_at,
    document_id: item.document_id,
    entities: item.entity_names,
    tags: item.tags,
  }),
});

const listMemoriesTool = tool(
  {
    name: 'list_memories',
    title: 'List memories',
    description:
      'Lists stored memories, the last mentioned first, with an optional word filter. To find what answers a question use recall.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      type: z.enum(['world', 'experience', 'observation']).optional().describe('Only memories of this type.'),
      q: args.textOrNone('Words that the memories contain.'),
      limit: args.limit(25),
      offset: args.offset(),
      tags: args.tags(),
      tags_match: args.tagsMatch(),
      tag_groups: args.tagGroups(),
      ...args.pastTimes,
    }),
    output: z.object({ items: z.array(listed), next_offset: args.nextOffset, ...args.page, incomplete: args.incomplete }),
  },
  async ({ call, bankId }, { type, tag_groups, ...filter }) => {
    const query = { ...filter, ...args.tagGroupsText(tag_groups), ...(type && { type: [type] }) };
    const { items, total, limit, offset, incomplete } = await call(listMemories, { bankId, query });
    const fitted = fittingAny(items.map(listedOf), MAX_LENGTH);
    return {
      items: [...fitted.items],
      total,
      limit,
      offset,
      ...compact({ incomplete }),
      ...(fitted.isCut && { next_offset: offset + fitted.items.length }),
    };
  },
);

const full = listed.extend({
  edited_at: z.string().optional(),
  invalidated_at: z.string().optional(),
  created_at: z.string(),
  proof_count: z.int(),
  source_memory_ids: z.array(z.string()).optional(),
});

const fullOf = (memory: AnswerOf<typeof getMemory>): z.output<typeof full> => {
  const { context, occurred_start, occurred_end, mentioned_at, document_id, chunk_id, entities, tags, metadata } = memory;
  const { state, invalidation_reason, edited_at, invalidated_at, source_memory_ids } = memory;
  return {
    id: memory.id,
    text: memory.text,
    type: memory.type,
    created_at: memory.created_at,
    proof_count: memory.proof_count,
    ...compact({ context, occurred_start, occurred_end, mentioned_at, document_id, chunk_id, entities, tags, metadata }),
    ...compact({ state, invalidation_reason, edited_at, invalidated_at, source_memory_ids }),
  };
};

const getMemoryTool = tool(
  {
    name: 'get_memory',
    title: 'Get a memory',
    description: 'Returns one memory with its dates, entities, tags and source.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({ memory_id: id }),
    output: full,
  },
  async ({ call, bankId }, params) => fullOf(await call(getMemory, { bankId, params })),
);

const updateMemoryTool = tool(
  {
    name: 'update_memory',
    title: 'Correct a memory',
    description:
      'Corrects a world or experience memory. Absent arguments change nothing. To record that something has changed in the world, retain the new fact instead.',
    effect: 'writes',
    isIdempotent: true,
    permission: 'bank.write',
    about: 'bank',
    input: z.object({
      memory_id: id,
      text: args.textOrNone('The corrected sentence.'),
      context: args.textOrNone('An empty text clears it.'),
      occurred_start: args.time('Start of the event'),
      occurred_end: args.time('End of the event'),
      mentioned_at: args.time('Time of the mention'),
      fact_type: z.enum(['world', 'experience']).optional(),
      entities: z.array(z.string()).optional().describe('Names of all entities, replacing the current ones.'),
      resolve_entities: z.boolean().default(true).describe('false: take names literally.'),
    }),
    output: full,
  },
  async ({ call, bankId }, { memory_id, ...body }) => fullOf(await call(updateMemory, { bankId, params: { memory_id }, body })),
);

const invalidateMemory = tool(
  {
    name: 'invalidate_memory',
    title: 'Forget a memory',
    description: 'Marks a memory as wrong, so that recall no longer returns it. `restore` undoes this.',
    effect: 'deletes',
    isIdempotent: true,
    permission: 'bank.write',
    about: 'bank',
    input: z.object({
      memory_id: id,
      reason: args.textOrNone('Why it is wrong.'),
      restore: z.boolean().default(false).describe('true: makes an invalidated memory valid again.'),
    }),
    output: full,
  },
  async ({ call, bankId }, { memory_id, reason, restore }) =>
    fullOf(await call(updateMemory, { bankId, params: { memory_id }, body: { state: restore ? 'valid' : 'invalidated', reason } })),
);

export const memoriesTools: readonly Tool[] = [listMemoriesTool, getMemoryTool, updateMemoryTool, invalidateMemory];
