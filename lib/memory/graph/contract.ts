import { z } from 'zod';
import { exactLimit, limitParam, offsetParam, searchText, tagList, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import { oneTagFilter, tagFilterQuery, tagGroupsText } from '#lib/base/tags/contract';
import { EDGE_KINDS, GRAPH_MODES, NODE_KINDS } from '#lib/memory/graph/literals';

/** Edges of one answer. */
export const MAX_EDGES = 10_000;
const EDGES_PER_NODE = 5;
/** Of a node that is drawn; the whole text is read with the unit. */
export const MAX_NODE_TEXT = 160;
/** Of a path. */
export const MAX_STEPS = 8;

const time = () => timestampOut().nullable();

const node = z.object({
  data: z.object({
    id: z.string(),
    label: z.string().describe('The text, or how it begins.'),
    text: z.string(),
    date: z.string().describe('When it happened, else when it was said; empty when neither is known.'),
    context: z.string(),
    entities: z.string().describe('Names, joined by a comma and a blank; None without any.'),
    entity_ids: z.array(z.string()).describe('Of the same entities, in the same order: joins this graph with that of the entities.'),
    color: z.string(),
    fact_type: z.enum(FACT_TYPES),
  }),
});

const edge = z.object({
  data: z.object({
    id: z.string(),
    source: z.string(),
    target: z.string(),
    linkType: z.string().describe('entity, temporal, semantic, caused_by or derived_from.'),
    weight: z.number().describe('From 0 to 1.'),
    entityName: z.string().describe('What both ends name; empty but for entity.'),
    color: z.string(),
    lineStyle: z.enum(['solid', 'dashed']),
  }),
});

const row = z.object({
  id: z.string(),
  text: z.string(),
  context: z.string(),
  occurred_start: time(),
  occurred_end: time(),
  mentioned_at: time(),
  date: z.string().describe('Year to minute in UTC, or N/A.'),
  entities: z.string(),
  document_id: z.string().nullable(),
  chunk_id: z.string().nullable(),
  fact_type: z.enum(FACT_TYPES),
  tags: z.array(z.string()),
  created_at: timestampOut(),
  proof_count: z.int(),
});

export const graphData = z.object({
  nodes: z.array(node),
  edges: z.array(edge),
  table_rows: z.array(row),
  total_units: z.int().describe('Live memory units that match, also beyond the limit.'),
  total_edges: z.int().describe('Edges between the nodes before the weaker ones were left out.'),
  limit: z.int(),
});
export type GraphData = z.output<typeof graphData>;

export const getGraph = operation({
  id: 'get_graph',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph',
  tag: 'Graph',
  summary: 'The graph of memory units',
  description:
    'The last mentioned live units that match, observations included, and what joins them: entities that both name, neighbours in time within a day, ' +
    'causes, sources of observations, and observations with a common source. Of the edges each node keeps its strongest.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      type: z.string().max(64).optional().describe('world, experience or observation; any other word finds nothing.'),
      limit: limitParam(1000).describe('Nodes at most.'),
      q: searchText()
        .optional()
        .describe(
          'Full text: all words must be there, the last may be begun only. A single character, and signs, are found as they stand.',
        ),
      tags: tagList().optional(),
      tags_match: z
        .string()
        .max(64)
        .default('all_strict')
        .describe('any, all, any_strict, all_strict or exact; any other word acts as any.'),
      tag_groups: tagGroupsText(),
      document_id: z.string().max(512).optional().describe('Units that the document says, and observations that were derived from them.'),
      chunk_id: z.string().max(512).optional().describe('The same of a chunk.'),
      edges_per_node: z
        .number()
        .min(0)
        .default(EDGES_PER_NODE)
        .meta({
          type: 'integer',
          description: `An edge stays where it is among this many strongest of either end; 0 keeps all, at most ${MAX_EDGES}.`,
        }),
    }),
  ),
  response: graphData,
  nulls: 'sent',
});

/** A graph of entities, of memory units, or of both, where a unit hangs on the entities that it names. */
const mode = () => z.enum(GRAPH_MODES).default('both');

const exploredNode = z.object({
  id: z.string(),
  kind: z.enum(NODE_KINDS),
  label: z.string().describe(`The name of an entity; of a unit its text, cut at ${MAX_NODE_TEXT} characters.`),
  entity_kind: z.string().nullable().describe('PERSON, ORGANIZATION, … or the word that a caller gave; null for a unit.'),
  mentions: z.int().describe('Live units that name the entity; sources of an observation; places that say a fact.'),
  first: z
    .object({ occurred: time(), mentioned: time(), created: time() })
    .describe('When it happened, was said and was stored; of an entity the first of its live units, null where none has that time.'),
  last: z
    .object({ occurred: time(), mentioned: time(), created: time() })
    .describe('The ends: of an occurrence, and of an entity the last of its live units.'),
});
export type ExploredNode = z.output<typeof exploredNode>;

const exploredEdge = z.object({
  source: z.string(),
  target: z.string(),
  kind: z
    .enum(EDGE_KINDS)
    .describe('together: units name both. mentions: a unit and an entity. proves: a fact and an observation. Others join two units.'),
  weight: z.number().describe('Of together the number of units, else from 0 to 1.'),
});
export type ExploredEdge = z.output<typeof exploredEdge>;

const explored = { nodes: z.array(exploredNode), edges: z.array(exploredEdge) };

export const explorer = z.object({
  ...explored,
  total_nodes: z.int().describe('Nodes that match, also beyond the limit.'),
  total_edges: z
    .int()
    .describe(
      'Edges before the weaker ones were left out: between the nodes, of the entity graph between all, up to half a million pairs of names in one memory.',
    ),
  named_entities: z.int().nullable().describe('Entities that the drawn units name, drawn or not; null in graphs of one kind.'),
  limit: z.int(),
  edges_per_node: z.int(),
});
export type Explorer = z.output<typeof explorer>;

export const exploreGraph = operation({
  id: 'explore_graph',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph/explore',
  tag: 'Graph',
  summary: 'A graph to look at',
  description:
    'Lean nodes and edges of one of three graphs. Units are the last mentioned that match; entities the most named by units that match. ' +
    'Of the edges each node keeps its strongest; the totals say how much was left out.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      mode: mode(),
      limit: limitParam(300, 1).describe('Nodes at most; of none there are no edges to count.'),
      edges_per_node: z
        .number()
        .min(0)
        .default(EDGES_PER_NODE)
        .meta({
          type: 'integer',
          description: `An edge stays where it is among this many strongest of either end; 0 keeps all, at most ${MAX_EDGES}.`,
        }),
      min_count: z.int().default(1).describe('Of the entity graph: units that must name both.'),
      type: z.string().max(64).optional().describe('world, experience or observation; any other word finds nothing.'),
      q: searchText().optional().describe('Units in which all these words stand, the last may be begun only.'),
      tags: tagList().optional(),
      tags_match: z.enum(TAG_MODES).default('all_strict'),
      tag_groups: tagGroupsText(),
      document_id: z.string().max(512).optional().describe('Units that the document says, and observations that were derived from them.'),
    }),
  ),
  response: explorer,
  nulls: 'sent',
});

export const graphNeighbors = z.object({ ...explored, total: z.int().describe('All neighbours.'), limit: z.int(), offset: z.int() });
export type GraphNeighbors = z.output<typeof graphNeighbors>;

export const listGraphNeighbors = operation({
  id: 'list_graph_neighbors',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph/neighbors',
  tag: 'Graph',
  summary: 'The neighbours of a node',
  description:
    'The strongest first, then the last mentioned, from the whole bank. Edges are those between the node and its neighbours, and what else ' +
    'each neighbour hangs on: their other ends need not be among the nodes. With a tag filter, only memories that match count; a node that none of them shows is a 404.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      node_id: uuidText('node').describe('An entity or a live unit.'),
      mode: mode(),
      ...tagFilterQuery,
      limit: exactLimit(25, 1, 100),
      offset: offsetParam(),
    }),
  ),
  response: graphNeighbors,
  nulls: 'sent',
  errors: [400, 404],
});

export const graphPath = z.object({
  ...explored,
  found: z.boolean().describe(`Whether there is a way of at most ${MAX_STEPS} steps between units and entities.`),
});
export type GraphPath = z.output<typeof graphPath>;

export const findGraphPath = operation({
  id: 'find_graph_path',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph/path',
  tag: 'Graph',
  summary: 'A shortest path between two nodes',
  description:
    'Over mentions, proofs and causes of the whole bank, in order from one end to the other. In a graph of entities the units between them ' +
    'are left out, in a graph of units the entities. With a tag filter, only memories that match count; an end that none of them shows is a 404.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(z.object({ from: uuidText('node'), to: uuidText('node'), mode: mode(), ...tagFilterQuery })),
  response: graphPath,
  nulls: 'sent',
  errors: [400, 404],
});
