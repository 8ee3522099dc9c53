'use client';

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GraphFilters } from '#components/graph/filters';
import type { GraphNode } from '#components/graph/model';
import type { SearchableNode } from '#components/graph/search';
import { pastOf } from '#components/ui/past';
import { afterFailure } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { exploreGraph, findGraphPath, listEntities, listGraphNeighbors, listObservationScopes } from '#lib/api/calls';
import { defined } from '#lib/base/defined';
import type { GraphNeighbors } from '#lib/memory/graph/contract';
import type { GraphMode } from '#lib/memory/graph/literals';

export const askOf = ({ mode, limit, per, min, type, q, tags, tags_match, document, ...past }: GraphFilters) => ({
  mode,
  limit: Math.max(1, limit),
  edges_per_node: Math.max(0, per),
  ...(mode === 'entities' && min > 1 && { min_count: min }),
  ...(type !== null && { type }),
  ...(q !== '' && { q }),
  ...((tags.length > 0 || tags_match === 'exact') && { tags, tags_match }),
  ...(document !== null && { document_id: document }),
  ...pastOf(past),
});
export type GraphAsk = ReturnType<typeof askOf>;

/**
 * The picture does not change while the user works on it. It is read again on request, and when the
 * user comes back to the page, because it is forgotten with the page.
 */
export const graphQuery = (org: string, bankId: string, ask: GraphAsk) =>
  queryOptions({
    queryKey: ['graph', org, bankId, ask],
    queryFn: ({ signal }) => call(exploreGraph, { org, bankId, query: ask, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: afterFailure,
    refetchOnReconnect: afterFailure,
    placeholderData: keepPreviousData,
  });

export const scopesQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: ['observations', org, bankId, 'scopes', 'graph'],
    queryFn: ({ signal }) => call(listObservationScopes, { org, bankId, query: { limit: 100, offset: 0 }, signal }),
  });

/** Number of nodes that one expansion adds. */
export const EXPANSION = 25;
const PAGE = 100;

export interface GraphContext {
  readonly org: string;
  readonly bankId: string;
  readonly mode: GraphMode;
  /** parameters of an earlier state; empty: the present one */
  readonly past: ReturnType<typeof pastOf>;
  /** identifies the request of the picture */
  readonly request: string;
}

/** The next neighbors that are not in the picture, and the total number of neighbors. */
export async function readNewNeighbors(
  { org, bankId, mode, past }: GraphContext,
  id: string,
  known: ReadonlySet<string>,
): Promise<Pick<GraphNeighbors, 'nodes' | 'edges' | 'total'>> {
  const nodes: GraphNeighbors['nodes'] = [];
  const edges: GraphNeighbors['edges'] = [];
  let total = 0;
  for (let offset = 0; ; offset += PAGE) {
    const page = await call(listGraphNeighbors, { org, bankId, query: { node_id: id, mode, limit: PAGE, offset, ...past } });
    total = page.total;
    edges.push(...page.edges);
    nodes.push(...page.nodes.filter((node) => !known.has(node.id)));
    if (nodes.length >= EXPANSION || offset + PAGE >= total) break;
  }
  return { nodes: nodes.slice(0, EXPANSION), edges, total };
}

export const readPath = ({ org, bankId, mode, past }: GraphContext, from: string, to: string) =>
  call(findGraphPath, { org, bankId, query: { from, to, mode, ...past } });

/** A single node, read as the path from it to itself. */
export async function readNode(asking: GraphContext, id: string): Promise<GraphNode> {
  const { nodes } = await readPath(asking, id, id);
  return defined(nodes[0]);
}

/** Maximum number of results. Names are ordered by mentions, memories latest first. */
const FOUND = 100;

/**
 * Searches the whole bank: names by substring, memories by words. Filters and mode do not limit the
 * search.
 */
export const bankSearchQuery = ({ org, bankId, past }: GraphContext, words: string) =>
  queryOptions({
    queryKey: ['graph', org, bankId, 'search', past, words],
    enabled: words !== '',
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<{ nodes: SearchableNode[]; total: number }> => {
      const [named, memories] = await Promise.all([
        call(listEntities, { org, bankId, query: { q: words, limit: FOUND, offset: 0, ...past }, signal }),
        call(exploreGraph, { org, bankId, query: { mode: 'memories', q: words, limit: FOUND, edges_per_node: 1, ...past }, signal }),
      ]);
      const entities = named.items.map(
        ({ id, canonical_name, category }): SearchableNode => ({ id, kind: 'entity', label: canonical_name, category }),
      );
      return { nodes: [...entities, ...memories.nodes], total: named.total + memories.total_nodes };
    },
  });

/** Maximum number of memories of an entity that are searched for another name. */
const LOOKED_THROUGH = 500;

/**
 * The memories that mention both entities, latest first. Observations repeat facts, so they are
 * shown only if there are no facts.
 */
export const namingBothQuery = ({ org, bankId, past }: GraphContext, id: string, other: string) =>
  queryOptions({
    queryKey: ['graph', org, bankId, 'naming', past, id, other],
    queryFn: async ({ signal }): Promise<{ nodes: GraphNode[]; isAll: boolean }> => {
      const nodes: GraphNode[] = [];
      let offset = 0;
      for (let total = 1; offset < Math.min(total, LOOKED_THROUGH); offset += PAGE) {
        const page = await call(listGraphNeighbors, {
          org,
          bankId,
          query: { node_id: id, mode: 'both', limit: PAGE, offset, ...past },
          signal,
        });
        total = page.total;
        const both = new Set(page.edges.filter(({ kind, target }) => kind === 'mentions' && target === other).map(({ source }) => source));
        nodes.push(...page.nodes.filter((node) => both.has(node.id)));
        if (offset + PAGE >= total) return { nodes: preferFacts(nodes), isAll: true };
      }
      return { nodes: preferFacts(nodes), isAll: false };
    },
  });

const preferFacts = (nodes: GraphNode[]): GraphNode[] => {
  const facts = nodes.filter(({ kind }) => kind !== 'observation');
  return facts.length > 0 ? facts : nodes;
};

/** The first neighbors of a node in the bank, and their number. */
export const neighborsQuery = ({ org, bankId, mode, past }: GraphContext, id: string) =>
  queryOptions({
    queryKey: ['graph', org, bankId, 'neighbors', mode, past, id],
    queryFn: ({ signal }) =>
      call(listGraphNeighbors, { org, bankId, query: { node_id: id, mode, limit: PAGE, offset: 0, ...past }, signal }),
  });
