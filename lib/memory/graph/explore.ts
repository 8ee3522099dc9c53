import type { Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import type { TagFilterQuery } from '#lib/base/tags/contract';
import type { TagFilter } from '#lib/base/tags/filter';
import { withTagFilter } from '#lib/base/tags/fuzzy';
import { isPresent, type PastTimes, readState } from '#lib/memory/as-of/reader';
import {
  type ExploredEdge,
  type ExploredNode,
  type Explorer,
  type GraphNeighbors,
  type GraphPath,
  MAX_STEPS,
} from '#lib/memory/graph/contract';
import type { EdgeKind, GraphMode, NodeKind } from '#lib/memory/graph/literals';
import { pathBetween } from '#lib/memory/graph/path';
import { filterOf, type GraphTags, mayObserve, withGraphTags } from '#lib/memory/graph/service';
import { type MemoryGraphFilter, readEdges } from '#lib/memory/graph/store';
import {
  countEntities,
  type ExploredRow,
  type LinkRow,
  readByIds,
  readEntityGraph,
  readMixedGraph,
  readUnits,
} from '#lib/memory/graph/store-explore';
import {
  type NeighborPage,
  type NeighborScope,
  readCompany,
  readEntityLinks,
  readKind,
  readLinks,
  readMentioning,
  readSupports,
  readWeights,
} from '#lib/memory/graph/store-neighbors';
import { toExploredEdge, toExploredNode } from '#lib/memory/graph/view-explore';

export interface ExploreQuery extends GraphTags {
  readonly mode: GraphMode;
  readonly limit: number;
  readonly edges_per_node: number;
  readonly min_count: number;
  readonly type?: string | undefined;
  readonly q?: string | undefined;
  readonly document_id?: string | undefined;
}

/** In a graph of both, this share of the nodes are memories. */
const UNITS = 0.7;

interface GraphSelection {
  readonly nodes: ExploredRow[];
  readonly links: readonly LinkRow[];
  readonly totalNodes: number;
  readonly totalEdges: number;
  /** in a graph of both: the number of entities that its memories mention */
  readonly named?: number;
}

export const exploreGraph = (db: Queryable, scope: BankScope, query: ExploreQuery & PastTimes): Promise<Explorer> =>
  readState(db, scope, query, (at, of) => exploreIn(at, of, query), { withObservations: query.mode !== 'entities' && mayObserve(query) });

async function exploreIn(db: Queryable, scope: BankScope, query: ExploreQuery): Promise<Explorer> {
  const { limit, edges_per_node } = query;
  const { nodes, links, totalNodes, totalEdges, named } = await withGraphTags(db, scope, query, (at, tags, of) =>
    drawn(at, of, query, tags),
  );
  return {
    nodes: nodes.map(toExploredNode),
    edges: links.map(toExploredEdge),
    total_nodes: totalNodes,
    total_edges: totalEdges,
    named_entities: named ?? null,
    limit,
    edges_per_node,
  };
}

async function drawn(db: Queryable, scope: BankScope, query: ExploreQuery, tags: TagFilter | null): Promise<GraphSelection> {
  const filter = filterOf(scope, query, tags);
  const { limit, edges_per_node: perNode } = query;
  if (!filter) return { nodes: [], links: [], totalNodes: 0, totalEdges: 0, ...(query.mode === 'both' && { named: 0 }) };
  if (query.mode === 'entities') {
    const { rows, ...rest } = await readEntityGraph(db, scope, { filter, limit, minCount: Math.max(1, query.min_count), perNode });
    return { nodes: rows, ...rest };
  }
  if (query.mode === 'both') return bothDrawn(db, scope, filter, query);
  const { rows, total } = await readUnits(db, scope, { filter, limit });
  const ids = rows.map(({ id }) => id);
  const { edges, total: totalEdges } = await readEdges(db, scope, { ids, perNode, tags });
  return { nodes: rows, links: edges.map(ofUnits), totalNodes: total, totalEdges };
}

/** If few entities are mentioned, more memories fit. */
async function bothDrawn(
  db: Queryable,
  scope: BankScope,
  filter: MemoryGraphFilter,
  { limit, edges_per_node: perNode }: ExploreQuery,
): Promise<GraphSelection> {
  const share = Math.ceil(limit * UNITS);
  const { rows, total } = await readUnits(db, scope, { filter, limit });
  const totalNodes = total + (await countEntities(db, scope, filter, total));
  const drawn = async (units: ExploredRow[]): Promise<GraphSelection> => {
    const mixed = await readMixedGraph(db, scope, {
      ids: units.map(({ id }) => id),
      limit: limit - units.length,
      perNode,
      tags: filter.tags,
    });
    return { ...mixed, nodes: [...units, ...mixed.rows], totalNodes };
  };
  const first = await drawn(rows.slice(0, share));
  const room = limit - first.nodes.length;
  return room > 0 && rows.length > share ? drawn(rows.slice(0, share + room)) : first;
}

/** Evidence points from the source to its observation, opposite to the derivation. */
const ofUnits = ({ source, target, kind, weight }: { source: string; target: string; kind: string; weight: number }): LinkRow =>
  kind === 'derived_from' ? { source: target, target: source, kind: 'proves', weight } : { source, target, kind: kind as EdgeKind, weight };

/** Throws `not_found` if no such node is visible under the filter. */
const kindOf = async (db: Queryable, scope: BankScope, id: string, tags: TagFilter | null): Promise<NodeKind> => {
  const kind = await readKind(db, scope, id, tags);
  if (!kind) throw new ServiceError('not_found', `Node '${id}' not found`);
  return kind;
};

interface NeighborQuery extends TagFilterQuery {
  readonly node_id: string;
  readonly mode: GraphMode;
  readonly limit: number;
  readonly offset: number;
}

export const listGraphNeighbors = (db: Queryable, scope: BankScope, query: NeighborQuery & PastTimes): Promise<GraphNeighbors> =>
  readState(db, scope, query, (state, of) =>
    withTagFilter(state, of, query, (handle, tags) => inSnapshot(handle, (at) => readNeighbors(at, of, query, tags))),
  );

async function readNeighbors(
  db: Queryable,
  scope: BankScope,
  query: NeighborQuery & PastTimes,
  tags: TagFilter | null,
): Promise<GraphNeighbors> {
  const { node_id: id, mode, limit, offset } = query;
  const kind = await kindOf(db, scope, id, tags);
  const place = { id, limit, offset, tags };
  const { rows: found, total } = await neighborsOf(db, scope, kind, mode, place);
  const rows = await readByIds(
    db,
    scope,
    found.map((each) => each.id),
    tags,
  );
  const order = new Map(found.map((each, i) => [each.id, i]));
  rows.sort((a, b) => defined(order.get(a.id)) - defined(order.get(b.id)));
  const own = found.map(({ id: other, kind, weight, inward }) => ({
    source: inward ? other : id,
    target: inward ? id : other,
    kind,
    weight,
  }));
  const others = found.length > 0 ? await linksOf(db, scope, rows, query, tags) : [];
  return {
    nodes: rows.map(toExploredNode),
    edges: apart([...own, ...others]).map(toExploredEdge),
    total,
    limit,
    offset,
  };
}

/** Further links of the neighbors. */
function linksOf(
  db: Queryable,
  scope: BankScope,
  rows: readonly ExploredRow[],
  query: NeighborQuery & PastTimes,
  tags: TagFilter | null,
): Promise<LinkRow[]> {
  const ids = rows.map(({ id }) => id);
  if (query.mode !== 'entities') return readLinks(db, scope, ids, tags);
  const mentions = isPresent(query) ? rows.reduce((sum, row) => sum + row.mentions, 0) : null;
  return readEntityLinks(db, scope, { ids, mentions, tags });
}

function neighborsOf(db: Queryable, scope: BankScope, kind: NodeKind, mode: GraphMode, place: NeighborScope): Promise<NeighborPage> {
  if (kind === 'entity') return mode === 'entities' ? readCompany(db, scope, place) : readMentioning(db, scope, place);
  return readSupports(db, scope, place, mode === 'memories' ? 'units' : 'entities');
}

/** Each pair of ends and kind once, in either direction. */
function apart(links: readonly LinkRow[]): LinkRow[] {
  const seen = new Map<string, LinkRow>();
  for (const link of links) {
    const ends = link.source < link.target ? `${link.source} ${link.target}` : `${link.target} ${link.source}`;
    const key = `${ends} ${link.kind}`;
    if (!seen.has(key)) seen.set(key, link);
  }
  return [...seen.values()];
}

interface PathQuery extends TagFilterQuery {
  readonly from: string;
  readonly to: string;
  readonly mode: GraphMode;
}

export const findGraphPath = (db: Queryable, scope: BankScope, query: PathQuery & PastTimes): Promise<GraphPath> =>
  readState(db, scope, query, (state, of) =>
    withTagFilter(state, of, query, (handle, tags) => inSnapshot(handle, (at) => readPath(at, of, query, tags))),
  );

async function readPath(db: Queryable, scope: BankScope, { from, to, mode }: PathQuery, tags: TagFilter | null): Promise<GraphPath> {
  await kindOf(db, scope, from, tags);
  await kindOf(db, scope, to, tags);
  const steps = await pathBetween(db, scope, { from, to, maxSteps: MAX_STEPS, mode, tags });
  if (!steps) return { nodes: [], edges: [], found: false };
  const rows = new Map((await readByIds(db, scope, steps.ids, tags)).map((row) => [row.id, row]));
  const nodes = steps.ids.map((id) => toExploredNode(defined(rows.get(id))));
  const edges = steps.kinds.map((kind, i) => edgeOf(defined(nodes[i]), defined(nodes[i + 1]), kind));
  const path = folded(nodes, edges, mode, new Set([from, to]));
  const weights = await readWeights(db, scope, path.edges, tags);
  return { nodes: path.nodes, edges: path.edges.map((edge, i) => toExploredEdge({ ...edge, weight: defined(weights[i]) })), found: true };
}

const edgeOf = (a: ExploredNode, b: ExploredNode, kind: EdgeKind): ExploredEdge => {
  const turned = kind === 'mentions' ? a.kind === 'entity' : kind === 'proves' && a.kind === 'observation';
  return { source: turned ? b.id : a.id, target: turned ? a.id : b.id, kind, weight: 1 };
};

/** The path in this mode: nodes of another kind are skipped, except for its ends. */
export function folded(
  nodes: readonly ExploredNode[],
  edges: readonly ExploredEdge[],
  mode: GraphMode,
  ends: ReadonlySet<string>,
): { nodes: ExploredNode[]; edges: ExploredEdge[] } {
  const stays = ({ id, kind }: ExploredNode): boolean => mode === 'both' || ends.has(id) || (kind === 'entity') === (mode === 'entities');
  const visibleNodes: ExploredNode[] = [];
  const joined: ExploredEdge[] = [];
  let last = -1;
  for (const [i, node] of nodes.entries()) {
    if (!stays(node)) continue;
    const before = visibleNodes.at(-1);
    if (before && i === last + 1) joined.push(defined(edges[last]));
    else if (before) joined.push({ source: before.id, target: node.id, kind: mode === 'entities' ? 'together' : 'entity', weight: 1 });
    visibleNodes.push(node);
    last = i;
  }
  return { nodes: visibleNodes, edges: joined };
}
