import { z } from 'zod';
import { MAX_OBSERVATIONS } from '#lib/base/bounds';
import { exactLimit, limitParam, nameText, offsetParam, pageOf, searchText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { oneTagFilter, tagFilterQuery } from '#lib/base/tags/contract';
import { ENTITY_CHANGES, SUGGESTION_REASONS } from '#lib/memory/entities/literals';

/** As of the names that a retain takes. */
const MAX_NAME = 200;
const MAX_KIND = 64;
const MAX_SPELLINGS = 100;

const entity = { params: z.object({ entity_id: uuidText('entity') }) };

const summary = {
  id: z.string(),
  canonical_name: z.string(),
  kind: z.string().describe('PERSON, ORGANIZATION, LOCATION, CONCEPT, or the word that a caller gave.'),
  mention_count: z.int().describe('Live memory units that name it.'),
  first_seen: timestampOut().nullable(),
  last_seen: timestampOut().nullable(),
};

const listItem = z.object({ ...summary, metadata: z.record(z.string(), z.unknown()) });
export type EntityListItem = z.output<typeof listItem>;

const alias = z.object({ key: z.string().describe('What the spelling is filed under.'), name: z.string() });

export const entityDetail = z.object({
  ...summary,
  metadata: z.record(z.string(), z.unknown()),
  aliases: z.array(alias).describe('Its spellings; each belongs to one entity alone.'),
  observations: z
    .array(z.object({ id: z.string(), text: z.string(), mentioned_at: timestampOut().nullable() }))
    .describe(`Observations that cite it, the newest first, at most ${MAX_OBSERVATIONS}.`),
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
    cooccurrence_count: z.int().describe('Live memory units that name both; the same as weight.'),
    color: z.string(),
    lineStyle: z.literal('solid'),
    lastCooccurred: timestampOut().nullable(),
  }),
});
export const entityGraph = z.object({
  nodes: z.array(graphNode),
  edges: z.array(graphEdge),
  total_entities: z.int().describe('Entities on any edge that matches.'),
  total_edges: z.int().describe('Edges that match, of the first 50 entities of each memory and at most half a million pairs.'),
  limit: z.int(),
});
export type EntityGraph = z.output<typeof entityGraph>;

const reference = z.object({ id: z.string(), canonical_name: z.string() });
const change = z
  .object({
    id: z.string(),
    kind: z.enum(ENTITY_CHANGES),
    at: timestampOut(),
    by: z.string(),
    other: reference.nullable().describe('What was merged into it, or was split off.'),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    memory_units: z.int().describe('Units that came or went.'),
    undone_at: timestampOut().nullable(),
  })
  .describe('What somebody did to an entity.');
export type EntityChange = z.output<typeof change>;

const changed = z.object({
  entity: entityDetail,
  other: entityDetail.nullable().describe('The entity that came of it, where one did.'),
  change_id: z.string().nullable().describe('What an undo names; null where nothing is to be undone.'),
  memory_units: z.int().describe('Units that came or went.'),
});
export type EntityChanged = z.output<typeof changed>;

const suggestion = z.object({
  entities: z.array(listItem).describe('Two; the one with more mentions first.'),
  reason: z.enum(SUGGESTION_REASONS),
  score: z.number().describe('From 0 to 1.'),
  shared_neighbours: z.int().describe('Entities that both were named together with.'),
  together: z.int().describe('Units that name both, which speaks against it.'),
});
export type EntitySuggestion = z.output<typeof suggestion>;

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
    'Ordered by mentions, then by the time of the last one. Entities without mentions in live memory units are omitted. A tag filter applies to the memory units: only matching ones count for mentions, times and spellings.',
  query: oneTagFilter(
    z.object({
      q: searchText().optional().describe('Part of a spelling, in any case.'),
      kind: z.string().max(MAX_KIND).optional().describe('PERSON, ORGANIZATION, LOCATION, CONCEPT or another word that was given.'),
      ...tagFilterQuery,
      limit: limitParam(100),
      offset: offsetParam(),
    }),
  ),
  response: pageOf(listItem),
});

export const getEntityGraph = operation({
  ...reading,
  id: 'get_entity_graph',
  method: 'GET',
  path: `${PREFIX}/graph`,
  summary: 'Which entities are named together',
  description:
    'Edges are counted over the live memory units that match the tag filter; the strongest first, then the last seen. Only entities of returned edges are nodes.',
  query: oneTagFilter(
    z.object({
      limit: limitParam(1000).describe('Edges at most.'),
      min_count: z.int().default(1).describe('Units that must name both.'),
      entity_id: uuidText('entity').optional().describe('Only the edges of this one.'),
      ...tagFilterQuery,
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
    'With a tag filter, only matching memory units and observations count for mentions, times, spellings and observations; without any, the answer is 404.',
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
  description: 'Changes nothing: observations are written by consolidation, and mental models have taken the place of what this did.',
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
  description: 'The new name becomes one of its spellings. 409 where it is a spelling of another entity: those two can be merged.',
  body: z
    .object({ canonical_name: nameText(MAX_NAME).optional(), kind: nameText(MAX_KIND).optional() })
    .meta({ examples: [{ canonical_name: 'Ann Kowalski' }] }),
  response: changed,
  errors: [400, 404, 409],
});

export const mergeEntity = operation({
  ...writing,
  ...entity,
  id: 'merge_entity',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/merge`,
  summary: 'Merge an entity into another',
  description:
    'Its spellings and its memory units go to the other entity, at once and in recall too. The answer is that entity; `change_id` undoes it.',
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
    'The spellings become an entity of their own, with the memory units that use them; a unit that uses spellings of both names both. ' +
    'Later text is read by the new division.',
  body: z
    .object({
      aliases: z.array(z.string().min(1).max(1000)).min(1).max(MAX_SPELLINGS).describe('Keys or names of spellings; not all.'),
      canonical_name: nameText(MAX_NAME).optional().describe('What the new entity is called; without it, its spelling that is most used.'),
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
  summary: 'Two entities are not the same',
  description: 'They are not suggested as one again. They can be merged all the same.',
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
  summary: 'What was done to an entity',
  description: 'Merges into it, splits and renamings, the newest first.',
  query: z.object({ limit: limitParam(100), offset: offsetParam() }),
  response: pageOf(change),
  errors: [400, 404],
});

export const undoEntityChange = operation({
  ...writing,
  id: 'undo_entity_change',
  method: 'POST',
  path: `${PREFIX}/{entity_id}/changes/{change_id}/undo`,
  summary: 'Undo a merge, a split or a renaming',
  description:
    'A merged entity comes back under its id with the units that named it; units retained since are divided by the spelling that they use. ' +
    'What was split off goes back with all that it has by now. 409 where it was undone already, or what it needs is no longer there.',
  params: z.object({ entity_id: uuidText('entity'), change_id: uuidText('change') }),
  response: changed,
  errors: [400, 404, 409],
});

export const listEntitySuggestions = operation({
  ...reading,
  id: 'list_entity_suggestions',
  method: 'GET',
  path: `${PREFIX}/suggestions`,
  summary: 'Entities that may be the same',
  description: 'Pairs among the 2,000 most mentioned whose spellings are near, the likeliest first. Nothing is ever merged by itself.',
  query: z.object({ limit: exactLimit(50, 1, 200) }),
  response: z.object({ items: z.array(suggestion), limit: z.int() }),
});
