import { z } from 'zod';
import { exactLimit, limitParam, offsetParam, searchText, tagList, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import { oneTagFilter, tagFilterQuery, tagGroupsText } from '#lib/base/tags/contract';
import { incomplete, pastTimes } from '#lib/memory/as-of/contract';
import { ENTITY_CATEGORIES } from '#lib/memory/entities/literals';
import { EDGE_KINDS, GRAPH_MODES, NODE_KINDS } from '#lib/memory/graph/literals';

/** Maximum number of edges in a response. */
export const MAX_EDGES = 10_000;
const EDGES_PER_NODE = 5;
/** Characters of the text in a node; the whole text is part of the memory. */
export const MAX_NODE_TEXT = 160;
/** Maximum length of a path. */
export const MAX_STEPS = 8;

const time = () => timestampOut().nullable();

const node = z.object({
  data: z.object({
    id: z.string(),
    label: z.string().describe('The text, possibly truncated.'),
    text: z.string(),
    date: z.string().describe('Time of the occurrence, otherwise of the mention; empty if both are unknown.'),
    context: z.string(),
    entities: z.string().describe('Names, joined by a comma and a space; None if there are none.'),
    entity_ids: z.array(z.string()).describe('Ids of these entities in the same order, to join this graph with that of the entities.'),
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
    entityName: z.string().describe('The entity that both ends mention; empty for other link types.'),
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
  total_units: z.int().describe('Matching valid memories, including those beyond the limit.'),
  total_edges: z.int().describe('Edges between the nodes, including omitted weaker ones.'),
  limit: z.int(),
  incomplete: incomplete(),
});
export type GraphData = z.output<typeof graphData>;

export const getGraph = operation({
  id: 'get_graph',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph',
  tag: 'Graph',
  summary: 'Get the graph of memories',
  description:
    'Returns the last mentioned valid memories that match, including observations, and their links: common entities, proximity in time within a day, ' +
    'causes, sources of observations, and observations with a common source. Each node has its strongest edges.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      type: z.string().max(64).optional().describe('world, experience or observation; any other value matches nothing.'),
      limit: limitParam(1000).describe('Maximum number of nodes.'),
      q: searchText()
        .optional()
        .describe(
          'Full-text search: all words must match; the last one may be incomplete. Single characters and punctuation match literally.',
        ),
      tags: tagList().optional(),
      tags_match: z
        .string()
        .max(64)
        .default('all_strict')
        .describe('any, all, any_strict, all_strict or exact; any other value acts as any.'),
      tag_groups: tagGroupsText(),
      document_id: z.string().max(512).optional().describe('Memories in the document, and observations based on them.'),
      ...pastTimes,
      chunk_id: z.string().max(512).optional().describe('Memories in the chunk, and observations based on them.'),
      edges_per_node: z
        .number()
        .min(0)
        .default(EDGES_PER_NODE)
        .meta({
          type: 'integer',
          description: `Returns edges that are among this number of strongest edges of either end; 0 returns all, at most ${MAX_EDGES}.`,
        }),
    }),
  ),
  response: graphData,
  nulls: 'sent',
});

/**
 * A graph of entities, of memories, or of both, where memories are linked to the entities that they
 * mention.
 */
const mode = () => z.enum(GRAPH_MODES).default('both');

const exploredNode = z.object({
  id: z.string(),
  kind: z.enum(NODE_KINDS),
  label: z.string().describe(`The name of an entity, or the text of a memory, truncated to ${MAX_NODE_TEXT} characters.`),
  entity_kind: z.string().nullable().describe('PERSON, ORGANIZATION, … or a custom kind; null for a memory.'),
  category: z
    .enum(ENTITY_CATEGORIES)
    .nullable()
    .describe('What the entity is: by its kind, or by its name if the kind is unknown (CONCEPT); null for a memory.'),
  mentions: z.int().describe('Number of valid memories that mention the entity, of sources of an observation, or of passages of a fact.'),
  first: z
    .object({ occurred: time(), mentioned: time(), created: time() })
    .describe('Times of occurrence, mention and storage; for an entity the first of its valid memories, null if none has that time.'),
  last: z
    .object({ occurred: time(), mentioned: time(), created: time() })
    .describe('The ends of these times; for an entity the last of its valid memories.'),
});
export type ExploredNode = z.output<typeof exploredNode>;

const exploredEdge = z.object({
  source: z.string(),
  target: z.string(),
  kind: z
    .enum(EDGE_KINDS)
    .describe(
      'together: memories mention both. mentions: a memory and an entity. proves: a fact and an observation. Others link two memories.',
    ),
  weight: z.number().describe('For together, the number of memories; otherwise from 0 to 1.'),
});
export type ExploredEdge = z.output<typeof exploredEdge>;

const explored = { nodes: z.array(exploredNode), edges: z.array(exploredEdge) };

export const explorer = z.object({
  ...explored,
  total_nodes: z.int().describe('Matching nodes, including those beyond the limit.'),
  total_edges: z
    .int()
    .describe(
      'Edges including omitted weaker ones: between the nodes, or in the entity graph between all entities, within half a million pairs of names in one memory.',
    ),
  named_entities: z
    .int()
    .nullable()
    .describe('Entities that the returned memories mention, including entities that are not returned; null in graphs of one kind.'),
  limit: z.int(),
  edges_per_node: z.int(),
  incomplete: incomplete(),
});
export type Explorer = z.output<typeof explorer>;

export const exploreGraph = operation({
  id: 'explore_graph',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph/explore',
  tag: 'Graph',
  summary: 'Get a graph for visualization',
  description:
    'Returns compact nodes and edges of one of three graphs. Memories are the last mentioned that match, entities those that matching memories mention most. ' +
    'Each node has its strongest edges; the totals include omitted nodes and edges.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      mode: mode(),
      limit: limitParam(300, 1).describe('Maximum number of nodes.'),
      edges_per_node: z
        .number()
        .min(0)
        .default(EDGES_PER_NODE)
        .meta({
          type: 'integer',
          description: `Returns edges that are among this number of strongest edges of either end; 0 returns all, at most ${MAX_EDGES}.`,
        }),
      min_count: z.int().default(1).describe('For the entity graph: minimum number of memories that mention both ends.'),
      type: z.string().max(64).optional().describe('world, experience or observation; any other value matches nothing.'),
      q: searchText().optional().describe('Memories that contain all these words; the last one may be incomplete.'),
      tags: tagList().optional(),
      tags_match: z.enum(TAG_MODES).default('all_strict'),
      tag_groups: tagGroupsText(),
      document_id: z.string().max(512).optional().describe('Memories in the document, and observations based on them.'),
      ...pastTimes,
    }),
  ),
  response: explorer,
  nulls: 'sent',
});

export const graphNeighbors = z.object({
  ...explored,
  total: z.int().describe('Number of all neighbors.'),
  limit: z.int(),
  offset: z.int(),
  incomplete: incomplete(),
});
export type GraphNeighbors = z.output<typeof graphNeighbors>;

export const listGraphNeighbors = operation({
  id: 'list_graph_neighbors',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph/neighbors',
  tag: 'Graph',
  summary: 'List the neighbors of a node',
  description:
    'Returns neighbors from the whole bank, strongest first, then the last mentioned. Edges are those between the node and its neighbors, and further ' +
    'links of each neighbor, whose other ends need not be among the nodes. With a tag filter, only matching memories count; the response is 404 if none of them shows the node.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      node_id: uuidText('node').describe('An entity or a valid memory.'),
      mode: mode(),
      ...tagFilterQuery,
      ...pastTimes,
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
  found: z.boolean().describe(`Whether a path of at most ${MAX_STEPS} steps exists.`),
  incomplete: incomplete(),
});
export type GraphPath = z.output<typeof graphPath>;

export const findGraphPath = operation({
  id: 'find_graph_path',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/graph/path',
  tag: 'Graph',
  summary: 'Find a shortest path between two nodes',
  description:
    'Follows mentions, evidence and causes in the whole bank, in order from one end to the other. A graph of entities omits the memories between them, ' +
    'and a graph of memories omits the entities. With a tag filter, only matching memories count; the response is 404 if none of them shows an end.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(z.object({ from: uuidText('node'), to: uuidText('node'), mode: mode(), ...tagFilterQuery, ...pastTimes })),
  response: graphPath,
  nulls: 'sent',
  errors: [400, 404],
});
