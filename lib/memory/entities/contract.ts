import { z } from 'zod';
import { MAX_OBSERVATIONS } from '#lib/base/bounds';
import { exactLimit, limitParam, nameText, offsetParam, pageOf, searchText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { oneTagFilter, tagFilterQuery } from '#lib/base/tags/contract';
import { incomplete, pastTimes } from '#lib/memory/as-of/contract';
import {
  ENTITY_CATEGORIES,
  ENTITY_CHANGES,
  ENTITY_SORTS,
  MAX_ENTITY_KIND,
  MAX_ENTITY_NAME,
  SUGGESTION_REASONS,
} from '#lib/memory/entities/literals';
import { purgeReceipt } from '#lib/memory/receipts/contract';

const MAX_SPELLINGS = 100;

const entity = { params: z.object({ entity_id: uuidText('entity') }) };

const summary = {
  id: z.string(),
  canonical_name: z.string(),
  kind: z.string().describe('PERSON, ORGANIZATION, LOCATION, CONCEPT or a custom kind.'),
  category: z.enum(ENTITY_CATEGORIES).describe('What it is: by its kind, or by its name if the kind is unknown (CONCEPT).'),
  mention_count: z.int().describe('Number of valid memories that mention it.'),
  first_seen: timestampOut().nullable(),
  last_seen: timestampOut().nullable(),
};

const listItem = z.object({ ...summary, metadata: z.record(z.string(), z.unknown()) });
export type EntityListItem = z.output<typeof listItem>;

const alias = z.object({ key: z.string().describe('The normalized spelling.'), name: z.string() });

export const entityDetail = z.object({
  ...summary,
  metadata: z.record(z.string(), z.unknown()),
  aliases: z.array(alias).describe('Its spellings; each belongs to only one entity.'),
  observations: z
    .array(z.object({ id: z.string(), text: z.string(), mentioned_at: timestampOut().nullable() }))
    .describe(`Observations that mention it, newest first, at most ${MAX_OBSERVATIONS}.`),
});
export type EntityDetail = z.output<typeof entityDetail>;

const graphNode = z.object({
  data: z.object({ id: z.string(), label: z.string(), kind: z.string(), mentionCount: z.int(), color: z.string() }),
});
const graphEdge = z.object({
  data: z.object({
    id: z.string(),
    source: z.string(),
    target: z.string(),
    linkType: z.literal('cooccurrence'),
    weight: z.int(),
    cooccurrence_count: z.int().describe('Valid memories that mention both; the same as weight.'),
    color: z.string(),
    lineStyle: z.literal('solid'),
    lastCooccurred: timestampOut().nullable(),
  }),
});
export const entityGraph = z.object({
  nodes: z.array(graphNode),
  edges: z.array(graphEdge),
  total_entities: z.int().describe('Entities on any matching edge.'),
  total_edges: z.int().describe('Matching edges, from the first 50 entities of each memory and at most half a million pairs.'),
  limit: z.int(),
  incomplete: incomplete(),
});
export type EntityGraph = z.output<typeof entityGraph>;

const reference = z.object({ id: z.string(), canonical_name: z.string() });
const change = z
  .object({
    id: z.string(),
    kind: z.enum(ENTITY_CHANGES),
    at: timestampOut(),
    by: z.string(),
    other: reference.nullable().describe('The entity that was merged into it or split off.'),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    memory_units: z.int().describe('Number of memories that were moved.'),
    undone_at: timestampOut().nullable(),
  })
  .describe('A manual change of an entity.');
export type EntityChange = z.output<typeof change>;

const changed = z.object({
  entity: entityDetail,
  other: entityDetail.nullable().describe('The entity that the change created, if any.'),
  change_id: z.string().nullable().describe('The id for an undo; null if there is nothing to undo.'),
  memory_units: z.int().describe('Number of memories that were moved.'),
});
export type EntityChanged = z.output<typeof changed>;

const suggestion = z.object({
  entities: z.array(listItem).describe('Two entities, the one with more mentions first.'),
  reason: z.enum(SUGGESTION_REASONS),
  score: z.number().describe('From 0 to 1.'),
  shared_neighbours: z.int().describe('Entities that are mentioned together with either of them.'),
  together: z.int().describe('Memories that mention both, which indicates different entities.'),
});
export type EntitySuggestion = z.output<typeof suggestion>;

/** The most ids of one listing. */
const MAX_IDS = 100;

const common = { tag: 'Entities', auth: 'key' } as const;
const reading = { ...common, permission: 'bank.read' } as const;
const writing = { ...common, permission: 'bank.write' } as const;
const PREFIX = '/v1/default/banks/{bank_id}/entities';

export const listEntities = operation({
  ...reading,
  id: 'list_entities',
  method: 'GET',
  path: PREFIX,
  summary: 'List entities',
  description:
    'Sorted by mentions, then by the time of the last one, unless `sort` is given. Entities without mentions in valid memories are omitted. A tag filter applies to the memories: only matching ones count for mentions, times and spellings.',
  query: oneTagFilter(
    z.object({
      q: searchText().optional().describe('A part of a spelling, case-insensitive.'),
      kind: z.string().max(MAX_ENTITY_KIND).optional().describe('PERSON, ORGANIZATION, LOCATION, CONCEPT or a custom kind.'),
      category: z.enum(ENTITY_CATEGORIES).optional().describe('What it is, by its kind or its name.'),
      id: z.array(uuidText('entity')).max(MAX_IDS).optional().describe('One or several; others are omitted.'),
      ...tagFilterQuery,
      ...pastTimes,
      sort: z.enum(ENTITY_SORTS).optional().describe('Default: mention_count, then last_seen. Entities without the time come last.'),
      order: z.enum(['desc', 'asc']).default('desc').describe('Has no effect without `sort`.'),
      limit: limitParam(100),
      offset: offsetParam(),
    }),
  ),
  response: pageOf(listItem).extend({ incomplete: incomplete() }),
});

export const getEntityGraph = operation({
  ...reading,
  id: 'get_entity_graph',
  method: 'GET',
  path: `${PREFIX}/graph`,
  summary: 'Get the graph of entities that are mentioned together',
  description:
    'Edges count the valid memories that match the tag filter. Strongest first, then the last seen. Only entities of returned edges are nodes.',
  query: oneTagFilter(
    z.object({
      limit: limitParam(1000).describe('Maximum number of edges.'),
      min_count: z.int().default(1).describe('Minimum number of memories that mention both.'),
      entity_id: uuidText('entity').optional().describe('Only edges of this entity.'),
      ...tagFilterQuery,
      ...pastTimes,
    }),
  ),
  response: entityGraph,
  errors: [400],
});

export const getEntity = operation({
  ...reading,
  ...entity,
  id: 'get_entity',
  method: 'GET',
  path: `${PREFIX}/{entity_id}`,
  summary: 'Get an entity',
  description:
    'With a tag filter, only matching memories and observations count for mentions, times, spellings and observations. If none matches, the response is 404.',
  query: oneTagFilter(z.object(tagFilterQuery)),
  response: entityDetail,
  errors: [400, 404],
});

export const regenerateEntity = operation({
  ...writing,
  ...entity,
  id: 'regenerate_entity_observations',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/regenerate`,
  summary: 'Get an entity',
  description: 'Changes nothing: consolidation writes observations, and mental models have replaced this operation.',
  response: entityDetail,
  errors: [400, 404],
  deprecated: true,
});

export const updateEntity = operation({
  ...writing,
  ...entity,
  id: 'update_entity',
  method: 'PATCH',
  path: `${PREFIX}/{entity_id}`,
  summary: 'Rename an entity',
  description: 'The new name becomes one of its spellings. Returns 409 if it is a spelling of another entity; merge the two instead.',
  body: z
    .object({ canonical_name: nameText(MAX_ENTITY_NAME).optional(), kind: nameText(MAX_ENTITY_KIND).optional() })
    .meta({ examples: [{ canonical_name: 'Ann Kowalski' }] }),
  response: changed,
  errors: [400, 404, 409],
});

export const deleteEntity = operation({
  ...writing,
  ...entity,
  id: 'delete_entity',
  method: 'DELETE',
  path: `${PREFIX}/{entity_id}`,
  summary: 'Delete an entity permanently, with what names only it',
  description:
    'Deletes the facts that name this entity and no other one, with their words in documents, mental models and failed requests. Facts that also name ' +
    'others stay, without the mention; with `shared` they are deleted too. Then the entity is deleted with its spellings and changes.',
  query: z.object({ shared: z.boolean().default(false).describe('Also deletes facts that name other entities.') }),
  response: z.object({ success: z.boolean(), entity_id: z.string(), memories_deleted: z.int(), receipt: purgeReceipt }),
  errors: [400, 404],
});

export const mergeEntity = operation({
  ...writing,
  ...entity,
  id: 'merge_entity',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/merge`,
  summary: 'Merge an entity into another',
  description:
    'Moves its spellings and memories to the other entity, with immediate effect on recall. Returns that entity; `change_id` can undo the merge. ' +
    'More than 5,000 memories are moved in parts, and the spellings last. If the request is interrupted, the next change of either entity finishes the merge, and repeating the request returns its result.',
  body: z.object({ into: uuidText('entity') }),
  response: changed,
  errors: [400, 404],
});

export const splitEntity = operation({
  ...writing,
  ...entity,
  id: 'split_entity',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/split`,
  summary: 'Split spellings off an entity',
  description:
    'The spellings become a new entity, with the memories that use them. A memory that uses spellings of both mentions both. ' +
    'Text that is retained later follows the split. More than 5,000 memories are moved in parts, and the spellings last. ' +
    'If the request is interrupted, the next change of either entity finishes the split, and repeating the request returns its result.',
  body: z
    .object({
      aliases: z
        .array(z.string().min(1).max(1000))
        .min(1)
        .max(MAX_SPELLINGS)
        .describe('Keys or names of spellings; at least one must remain.'),
      canonical_name: nameText(MAX_ENTITY_NAME).optional().describe('The name of the new entity. The default is its most used spelling.'),
    })
    .meta({ examples: [{ aliases: ['Rob'] }] }),
  response: changed,
  errors: [400, 404, 409],
});

export const keepEntitiesApart = operation({
  ...writing,
  ...entity,
  id: 'keep_entities_apart',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/keep-apart`,
  summary: 'Mark two entities as different',
  description: 'They are not suggested for a merge again. They can still be merged.',
  body: z.object({ from: uuidText('entity') }),
  response: z.object({ success: z.boolean() }),
  errors: [400, 404],
});

export const listEntityChanges = operation({
  ...reading,
  ...entity,
  id: 'list_entity_changes',
  method: 'GET',
  path: `${PREFIX}/{entity_id}/changes`,
  summary: 'List the changes of an entity',
  description: 'Merges into the entity, splits and renames, newest first.',
  query: z.object({ limit: limitParam(100), offset: offsetParam() }),
  response: pageOf(change),
  errors: [400, 404],
});

export const undoEntityChange = operation({
  ...writing,
  id: 'undo_entity_change',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/changes/{change_id}/undo`,
  summary: 'Undo a merge, split or rename',
  description:
    'A merged entity is restored with its id and its memories; memories retained since then are divided by the spelling that they use. ' +
    'A split-off entity is merged back with all its current memories. Returns 409 if the change was already undone, or if an entity it needs no longer exists. ' +
    'More than 5,000 memories are moved in parts. If the request is interrupted, the next change of either entity finishes the undo. ' +
    'Repeating the request returns its result, with the number of memories that remained.',
  params: z.object({ entity_id: uuidText('entity'), change_id: uuidText('change') }),
  response: changed,
  errors: [400, 404, 409],
});

export const listEntitySuggestions = operation({
  ...reading,
  id: 'list_entity_suggestions',
  method: 'GET',
  path: `${PREFIX}/suggestions`,
  summary: 'List entities that may be the same',
  description:
    'Pairs of the 2,000 most mentioned entities with similar spellings, the most likely first. Entities are never merged automatically.',
  query: z.object({ limit: exactLimit(50, 1, 200) }),
  response: z.object({ items: z.array(suggestion), limit: z.int() }),
});
