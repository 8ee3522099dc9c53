import { z } from 'zod';
import type { AnswerOf } from '#lib/api/call';
import {
  createKnowledgeFolder,
  createKnowledgePage,
  deleteKnowledgeNode,
  getKnowledgeBaseTree,
  getKnowledgePage,
  searchKnowledgeBase,
  updateKnowledgeNode,
} from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { type Tool, tool } from '#lib/api/mcp/tool';
import { trigger } from '#lib/api/mcp/trigger';
import type { triggerPatch } from '#lib/memory/mental-models/fields';

/** Nodes contain nodes, and a schema without references cannot say so. */
const nodes = z.array(z.record(z.string(), z.unknown()));
const filter = { tags: args.tags(), tags_match: args.tagsMatch(), tag_groups: args.tagGroups('With `tags`, both must match.') };

type KnowledgeNode = AnswerOf<typeof createKnowledgeFolder>;

const branchOf = ({ id, kind, name, description, is_stale, tags, children }: KnowledgeNode): Record<string, unknown> => ({
  ...{ id, kind, name },
  ...compact({ description, is_stale, tags }),
  ...(children.length > 0 && { children: children.map(branchOf) }),
});

const getKnowledgeBaseTreeTool = tool(
  {
    name: 'get_knowledge_base_tree',
    title: 'List pages',
    description:
      'Returns the folders and pages of the knowledge base as a tree, without texts. A page is a document about one question, written from memories and refreshed.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object(filter),
    output: z.object({ roots: nodes }),
  },
  async ({ call, bankId }, { tag_groups, ...query }) => {
    const { roots } = await call(getKnowledgeBaseTree, { bankId, query: { ...query, ...args.tagGroupsText(tag_groups) } });
    return { roots: roots.map(branchOf) };
  },
);

const searchKnowledgeBaseTool = tool(
  {
    name: 'search_knowledge_base',
    title: 'Search pages',
    description: 'Finds pages of the knowledge base by words and meaning. Read a result with get_knowledge_page.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      query: args.text('What to search for.'),
      limit: z.int().min(1).max(50).default(10),
      ...filter,
    }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), name: z.string(), snippet: z.string(), score: z.number() })),
      total: z.int(),
    }),
  },
  async ({ call, bankId }, { query: q, limit, tag_groups, tags, tags_match }) => {
    const query = { q, limit, tags, tags_match, ...args.tagGroupsText(tag_groups) };
    const { results, total } = await call(searchKnowledgeBase, { bankId, query });
    return { results: results.map(({ id, name, snippet, score }) => ({ id, name, snippet, score })), total };
  },
);

const getKnowledgePageTool = tool(
  {
    name: 'get_knowledge_page',
    title: 'Read a page',
    description: 'Returns the text of a page of the knowledge base as Markdown.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({ page_id: args.text('The id of the page.') }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      timestamp: z.string().optional().describe('The last refresh.'),
      body: z.string(),
    }),
  },
  async ({ call, bankId }, params) => {
    const { id, name, type, description, tags, timestamp, body } = await call(getKnowledgePage, { bankId, params });
    return { id, name, type, ...compact({ description, tags, timestamp }), body: body ?? '' };
  },
);

const parent = args.textOrNone('The id of the folder. Without one: the top level.');

const createKnowledgeFolderTool = tool(
  {
    name: 'create_knowledge_folder',
    title: 'Create a folder',
    description: 'Creates a folder for pages of the knowledge base.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({ name: args.text('Its name.'), parent_id: parent }),
    output: z.object({ id: z.string(), name: z.string() }),
  },
  async ({ call, bankId }, body) => {
    const { id, name } = await call(createKnowledgeFolder, { bankId, body });
    return { id, name };
  },
);

const pageOptions = {
  tags: args.tags('It reads only memories with all of these tags.'),
  max_tokens: z.int().optional().describe('Maximum length of its text.'),
  trigger: args.object('When and how it is refreshed: fields of the trigger in create_mental_model.'),
  refresh_after_consolidation: z.boolean().optional().describe('Refreshes it whenever new observations are written.'),
};

/** Declared once, in create_mental_model, because the list of tools is short. */
const checked = z.object({ trigger: trigger.optional() });

/**
 * The trigger with the argument that is a field of it; undefined if none is given. The operation
 * checks tag groups.
 */
function patchOf(
  given: Readonly<Record<string, unknown>> | undefined,
  refresh_after_consolidation: boolean | undefined,
): z.input<typeof triggerPatch> | undefined {
  if (given === undefined && refresh_after_consolidation === undefined) return undefined;
  return { ...checked.parse({ trigger: given }).trigger, ...compact({ refresh_after_consolidation }) } as z.input<typeof triggerPatch>;
}

const createKnowledgePageTool = tool(
  {
    name: 'create_knowledge_page',
    title: 'Create a page',
    description:
      'Creates a page of the knowledge base about one lasting question, such as "How do we deploy?". It is written in the background, and refreshed as memories change.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({
      name: args.text('Its title.'),
      source_query: args.text('The question that it answers.'),
      parent_id: parent,
      ...pageOptions,
    }),
    output: z.object({ page_id: z.string(), mental_model_id: z.string(), operation_id: z.string().optional() }),
  },
  async ({ call, bankId }, { trigger: given, refresh_after_consolidation, ...body }) => {
    const { page_id, mental_model_id, operation_id } = await call(createKnowledgePage, {
      bankId,
      body: { ...body, trigger: patchOf(given, refresh_after_consolidation) },
    });
    return { page_id, mental_model_id, ...compact({ operation_id }) };
  },
);

const updateKnowledgeNodeTool = tool(
  {
    name: 'update_knowledge_node',
    title: 'Change or move a page or folder',
    description: 'Changes or moves a page or folder of the knowledge base. Absent arguments change nothing.',
    effect: 'writes',
    isIdempotent: true,
    permission: 'bank.write',
    about: 'bank',
    input: z.object({
      node_id: args.text('The id of the page or folder.'),
      name: args.textOrNone('Its title.'),
      parent_id: args.textOrNone('The folder to move it to. Empty: the top level.'),
      position: z.int().optional().describe('The number of siblings before it.'),
      source_query: args.textOrNone('The question of a page. A change refreshes it.'),
      ...pageOptions,
    }),
    output: z.object({ id: z.string(), kind: z.string(), name: z.string(), parent_id: z.string().optional() }),
  },
  async ({ call, bankId }, { node_id, parent_id, trigger: given, refresh_after_consolidation, ...body }) => {
    const node = await call(updateKnowledgeNode, {
      bankId,
      params: { node_id },
      body: {
        ...body,
        ...(parent_id !== undefined && { parent_id: parent_id === '' ? null : parent_id }),
        trigger: patchOf(given, refresh_after_consolidation),
      },
    });
    return { id: node.id, kind: node.kind, name: node.name, ...compact({ parent_id: node.parent_id }) };
  },
);

const deleteKnowledgeNodeTool = tool(
  {
    name: 'delete_knowledge_node',
    title: 'Delete a page or folder',
    description: 'Permanently deletes a page with its versions, or a folder with everything in it. This cannot be undone.',
    effect: 'deletes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({ node_id: args.text('The id of the page or folder.') }),
    output: args.done,
  },
  async ({ call, bankId }, params) => {
    const { status } = await call(deleteKnowledgeNode, { bankId, params });
    return { status, message: 'The page or folder is deleted.' };
  },
);

export const knowledgeTools: readonly Tool[] = [
  getKnowledgeBaseTreeTool,
  searchKnowledgeBaseTool,
  getKnowledgePageTool,
  createKnowledgeFolderTool,
  createKnowledgePageTool,
  updateKnowledgeNodeTool,
  deleteKnowledgeNodeTool,
];
