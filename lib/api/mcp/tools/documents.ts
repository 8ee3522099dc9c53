import { z } from 'zod';
import { deleteDocument, getDocument, listDocuments } from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact, excerptOf } from '#lib/api/mcp/compact';
import { type Tool, tool } from '#lib/api/mcp/tool';

const id = args.text('The id of the document.');
/** About 5,000 tokens. */
export const EXCERPT = 20_000;

const listed = z.object({
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  text_length: z.int(),
  memory_unit_count: z.int(),
  tags: z.array(z.string()).optional(),
});

const listDocumentsTool = tool(
  {
    name: 'list_documents',
    title: 'List documents',
    description: 'Lists the documents that memories were read from, the last updated first, without their text.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      q: args.textOrNone('Part of the id.'),
      tags: args.tags('Only documents with matching parts.'),
      tags_match: args.tagsMatch('any_strict'),
      tag_groups: args.tagGroups(),
      limit: args.limit(25),
      offset: args.offset(),
    }),
    output: z.object({ items: z.array(listed), ...args.page }),
  },
  async ({ call, bankId }, { tag_groups, ...filter }) => {
    const query = { ...filter, ...args.tagGroupsText(tag_groups) };
    const { items, total, limit, offset } = await call(listDocuments, { bankId, query });
    return {
      items: items.map(({ id, created_at, updated_at, text_length, memory_unit_count, tags }) => ({
        id,
        created_at,
        updated_at,
        text_length,
        memory_unit_count,
        ...compact({ tags }),
      })),
      total,
      limit,
      offset,
    };
  },
);

const getDocumentTool = tool(
  {
    name: 'get_document',
    title: 'Get a document',
    description: `Returns a document with its text. A long text is returned in parts of ${EXCERPT} characters: continue with \`text_offset\`.`,
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      document_id: id,
      text_offset: z.int().min(0).default(0).describe('Where the returned text begins: the `next_text_offset` of the previous part.'),
    }),
    output: z.object({
      id: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
      memory_unit_count: z.int(),
      text: z.string().optional().describe('Absent if the bank does not store texts.'),
      text_length: z.int().optional(),
      next_text_offset: z.int().optional().describe('Where the rest of the text begins.'),
      tags: z.array(z.string()).optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
  },
  async ({ call, bankId }, { document_id, text_offset }) => {
    const document = await call(getDocument, { bankId, params: { document_id } });
    const { id, created_at, updated_at, memory_unit_count, original_text: whole, tags, document_metadata: metadata } = document;
    const part = whole == null ? null : excerptOf(whole, text_offset, EXCERPT);
    return {
      id,
      created_at,
      updated_at,
      memory_unit_count,
      ...(part && { text: part.text, text_length: part.length, ...(part.next !== null && { next_text_offset: part.next }) }),
      ...compact({ tags, metadata }),
    };
  },
);

const deleteDocumentTool = tool(
  {
    name: 'delete_document',
    title: 'Delete a document',
    description: 'Permanently deletes a document and the memories that only it contains. This cannot be undone.',
    effect: 'deletes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({ document_id: id }),
    output: args.done.extend({ memory_units_deleted: z.int() }),
  },
  async ({ call, bankId }, params) => {
    const { message, memory_units_deleted } = await call(deleteDocument, { bankId, params });
    return { status: 'deleted', message, memory_units_deleted };
  },
);

export const documentTools: readonly Tool[] = [listDocumentsTool, getDocumentTool, deleteDocumentTool];
