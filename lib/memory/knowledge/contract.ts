import { z } from 'zod';
import { exactLimit, idText, tagList, tagsMatch, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { tagGroupsText } from '#lib/base/tags/contract';
import { EXPORT_LAYOUTS, NODE_KINDS } from '#lib/memory/knowledge/literals';
import { maxTokens, name, outputTrigger, sourceQuery, triggerPatch } from '#lib/memory/mental-models/fields';

/** A tree of folders and pages. A page is a mental model with a place in the tree. */

/** Folders and pages of one bank. */
export const MAX_NODES = 2000;
/** Folders above a node. */
export const MAX_DEPTH = 16;
const MAX_QUERY = 1000;

const KNOWLEDGE = '/v1/default/banks/{bank_id}/knowledge-base';

// --- requests ---

const parentId = () => idText().nullish().describe('The folder that contains it. Without one, it is at the top level.');
const tags = () =>
  tagList().describe('They select the memories of the page, as for a mental model. The first tag `type:x` is also its type.');

const folderBody = z.object({ name: name(), parent_id: parentId() });
export type CreateFolderBody = z.output<typeof folderBody>;

const pageBody = z.object({
  name: name(),
  source_query: sourceQuery().describe('The question that the page answers.'),
  parent_id: parentId(),
  tags: tags().nullish(),
  max_tokens: maxTokens().nullish().describe('Maximum length of the text, in cl100k tokens. Default: 4096.'),
  trigger: triggerPatch
    .nullish()
    .describe('Fields in place of those of new pages: `delta`, after each consolidation, without other mental models.'),
});
export type CreatePageBody = z.output<typeof pageBody>;

const nodeBody = z
  .object({
    name: name().nullish(),
    parent_id: idText().nullish().describe('The folder to move it to. null: the top level.'),
    position: z
      .int()
      .min(0)
      .max(MAX_NODES)
      .nullish()
      .describe('The number of siblings before it. Without one, a moved node is after those with a position, by name.'),
    source_query: sourceQuery().nullish().describe('Only for pages. A change starts a refresh.'),
    tags: tags().nullish().describe('Only for pages. [] removes all tags.'),
    max_tokens: maxTokens().nullish().describe('Only for pages.'),
    trigger: triggerPatch.nullish().describe('Only for pages. Fields that are not sent are unchanged.'),
  })
  .refine((body) => body.parent_id === null || Object.values(body).some((value) => value !== null && value !== undefined), {
    error: 'Nothing to change: set name, parent_id, position, source_query, tags, max_tokens or trigger',
    params: { badRequest: true },
  })
  .meta({ minProperties: 1 });
export type PatchNodeBody = z.output<typeof nodeBody>;

/** `tags` and `tag_groups` may both be given: then both must match. */
const filter = { tags: tagList().optional(), tags_match: tagsMatch(), tag_groups: tagGroupsText() };

// --- answers ---

const node = z
  .object({
    id: z.string(),
    kind: z.enum(NODE_KINDS),
    name: z.string(),
    parent_id: z.string().nullish(),
    mental_model_id: z.string().nullish().describe('Of a page.'),
    managed: z.boolean().describe('Always false.'),
    description: z.string().nullish().describe('The question of a page.'),
    tags: z.array(z.string()),
    timestamp: timestampOut().nullish().describe('The last refresh of a page; the last change of a folder.'),
    is_stale: z
      .boolean()
      .nullish()
      .describe('Whether memories of a page were added, changed or deleted since its last refresh. Only in the tree.'),
    last_refresh_failed_at: timestampOut().nullish(),
    trigger: outputTrigger.nullish(),
    get children() {
      return z.array(node);
    },
  })
  .meta({ id: 'KnowledgeNode' });
export type KnowledgeNode = z.output<typeof node>;

const tree = z.object({ roots: z.array(node) });
export type KnowledgeTree = z.output<typeof tree>;

const createdPage = z.object({ page_id: z.string(), mental_model_id: z.string(), operation_id: z.string().nullish() });
export type CreatedPage = z.output<typeof createdPage>;

const page = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().describe('The first tag `type:x` without its prefix, otherwise `knowledge-page`.'),
  description: z.string().nullish().describe('The question that it answers.'),
  tags: z.array(z.string()).describe('Without those that begin with `type:`.'),
  timestamp: timestampOut().nullish().describe('The last refresh. Before the first one: when it was created.'),
  body: z.string().nullish().describe('Empty before the first refresh.'),
  markdown: z.string().describe('The body with its front matter.'),
});
export type KnowledgePage = z.output<typeof page>;

const rank = () => z.int().nullish().describe('1 is the best match of this kind.');
const match = z.object({
  id: z.string(),
  name: z.string(),
  mental_model_id: z.string().nullish(),
  source_query: z.string().nullish(),
  snippet: z.string().describe('The first 280 characters of the body.'),
  score: z.number().describe('1: the best match by words and by meaning. A page that only one of them finds has at most 0.5.'),
  scores: z
    .object({
      keyword: z
        .number()
        .nullish()
        .describe('Share of the terms of the query in name, question and body. A term of the same word family counts half.'),
      keyword_rank: rank(),
      semantic: z.number().nullish().describe('Cosine with the query.'),
      semantic_rank: rank(),
    })
    .describe('Reciprocal rank fusion: the mean of 61 / (60 + rank) over both ranks; a missing one counts 0.'),
  updated_at: timestampOut().nullish().describe('The last refresh.'),
});
export type KnowledgeMatch = z.output<typeof match>;

const matches = z.object({ results: z.array(match), total: z.int().describe('The number of results.') });
export type KnowledgeMatches = z.output<typeof matches>;

const bundle = z.object({ files: z.array(z.object({ path: z.string(), content: z.string() })) });
export type KnowledgeFile = z.output<typeof bundle>['files'][number];

// --- operations ---

const shared = { tag: 'Knowledge base', auth: 'key' } as const;
const reads = { ...shared, permission: 'bank.read' } as const;
const writes = { ...shared, permission: 'bank.write' } as const;
const ofPage = { params: z.object({ page_id: idText() }) };
const ofNode = { params: z.object({ node_id: idText() }) };

export const getKnowledgeBaseTree = operation({
  ...reads,
  id: 'get_knowledge_base_tree',
  method: 'GET',
  path: `${KNOWLEDGE}/tree`,
  summary: 'Get the tree of the knowledge base',
  description: 'Siblings are in the order that was set, then by name. A tag filter returns the matching pages and the folders above them.',
  query: z.object(filter),
  response: tree,
});

export const createKnowledgeFolder = operation({
  ...writes,
  id: 'create_knowledge_folder',
  method: 'POST',
  path: `${KNOWLEDGE}/folders`,
  summary: 'Create a folder',
  description: `Creates a folder, and the bank if needed. A bank has at most ${MAX_NODES} folders and pages, in at most ${MAX_DEPTH} levels of folders.`,
  body: folderBody,
  response: node,
  status: 201,
  errors: [400, 409],
});

export const createKnowledgePage = operation({
  ...writes,
  id: 'create_knowledge_page',
  method: 'POST',
  path: `${KNOWLEDGE}/pages`,
  summary: 'Create a page',
  description:
    'Creates a page, and the bank if needed. An operation writes its text in the background, from the memories about its question. Pages of one folder have different names.',
  body: pageBody,
  response: createdPage,
  status: 201,
  errors: [400, 409],
  costsTokens: true,
});

export const getKnowledgePage = operation({
  ...reads,
  ...ofPage,
  id: 'get_knowledge_page',
  method: 'GET',
  path: `${KNOWLEDGE}/pages/{page_id}`,
  summary: 'Get a page',
  response: page,
  errors: [404],
});

export const updateKnowledgeNode = operation({
  ...writes,
  ...ofNode,
  id: 'update_knowledge_node',
  method: 'PATCH',
  path: `${KNOWLEDGE}/nodes/{node_id}`,
  summary: 'Change or move a node',
  description: 'Changes a folder or a page in one transaction. Missing and null fields are unchanged, except a null `parent_id`.',
  body: nodeBody,
  response: node,
  errors: [400, 404, 409],
  costsTokens: true,
});

export const deleteKnowledgeNode = operation({
  ...writes,
  ...ofNode,
  id: 'delete_knowledge_node',
  method: 'DELETE',
  path: `${KNOWLEDGE}/nodes/{node_id}`,
  summary: 'Delete a node',
  description: 'Deletes a page with its mental model, or a folder with everything in it.',
  response: z.object({ status: z.literal('deleted') }),
  errors: [404],
});

export const searchKnowledgeBase = operation({
  ...reads,
  id: 'search_knowledge_base',
  method: 'GET',
  path: `${KNOWLEDGE}/search`,
  summary: 'Search the pages',
  description: 'Finds pages by words and by meaning, best first. With a tag filter, only those whose cited memories match it too.',
  query: z.object({ q: z.string().min(1).max(MAX_QUERY), limit: exactLimit(10, 1, 50), ...filter }),
  response: matches,
});

export const exportKnowledgeBase = operation({
  ...reads,
  id: 'export_knowledge_base',
  method: 'GET',
  path: `${KNOWLEDGE}/export`,
  summary: 'Export the pages as Markdown',
  description: 'Returns `index.md` and the Markdown of each page.',
  query: z.object({
    layout: z
      .enum(EXPORT_LAYOUTS)
      .default('ids')
      .describe(
        '`ids`: files named by the ids of the pages, and `<id>.log.md` with earlier texts. `names`: folders and names, with links between pages, as note-taking applications open them.',
      ),
  }),
  response: bundle,
});

export const exportKnowledgeZip = operation({
  id: 'export_knowledge_zip',
  method: 'GET',
  path: '/api/console/banks/{bank_id}/knowledge-base/export.zip',
  tag: 'Console',
  auth: 'session',
  permission: 'bank.read',
  summary: 'Export the pages as an archive of Markdown files',
  description: 'Folders and names as in the layout `names` of the export, as note-taking applications open them.',
  response: z.string(),
  mediaType: 'application/zip',
  attachment: 'knowledge.zip',
});
