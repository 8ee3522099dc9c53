import type { Db } from '#lib/db/db';
import { inSnapshot } from '#lib/db/read-only';
import type { GraphData } from '#lib/graph/contract';
import { typeOf } from '#lib/graph/shape';
import * as store from '#lib/graph/store';
import { toGraphData } from '#lib/graph/view';
import { isUuid } from '#lib/ids';
import { searchOf } from '#lib/memories/search';
import type { BankScope } from '#lib/scope';
import { lenientMode } from '#lib/tags/filter';

interface Query {
  readonly type?: string | undefined;
  readonly limit: number;
  readonly q?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tags_match: string;
  readonly document_id?: string | undefined;
  readonly chunk_id?: string | undefined;
  readonly edges_per_node: number;
}

/** null: words that nothing can match. */
export function filterOf(
  scope: BankScope,
  { type, q, tags, tags_match, document_id, chunk_id }: Omit<Query, 'limit' | 'edges_per_node'>,
): store.GraphFilter | null {
  const known = type === undefined ? null : typeOf(type);
  if ((type !== undefined && !known) || (chunk_id !== undefined && !isUuid(chunk_id))) return null;
  return {
    type: known,
    search: searchOf(q, scope.bank?.speakers),
    tags: tags ?? [],
    mode: lenientMode(tags_match),
    documentId: document_id ?? null,
    chunkId: chunk_id ?? null,
  };
}

/** Two statements of one snapshot: the nodes with the number of all that match, and what joins them. */
export async function getGraph(db: Db, scope: BankScope, query: Query): Promise<GraphData> {
  const { limit } = query;
  const filter = filterOf(scope, query);
  if (!filter) return toGraphData({ nodes: [], edges: [], totalUnits: 0, totalEdges: 0, limit });
  return inSnapshot(db, async (at) => {
    const { nodes, total } = await store.readNodes(at, scope, { filter, limit });
    const ids = nodes.map(({ id }) => id);
    const { edges, total: totalEdges } = await store.readEdges(at, scope, { ids, perNode: query.edges_per_node, filter });
    return toGraphData({ nodes, edges, totalUnits: total, totalEdges, limit });
  });
}
