import type { Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { scopeAt } from '#lib/base/db/revision';
import { isUuid } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { TagFilterQuery } from '#lib/base/tags/contract';
import { lenientMode, type TagFilter } from '#lib/base/tags/filter';
import { withTagFilter } from '#lib/base/tags/fuzzy';
import { type PastTimes, readState } from '#lib/memory/as-of/reader';
import type { GraphData } from '#lib/memory/graph/contract';
import { typeOf } from '#lib/memory/graph/shape';
import * as store from '#lib/memory/graph/store';
import { toGraphData } from '#lib/memory/graph/view';
import { searchOf } from '#lib/memory/memories/search';

/** The tag filter of a graph. Any value is accepted as `tags_match`. */
export interface GraphTags extends Omit<TagFilterQuery, 'tags_match'> {
  readonly tags_match: string;
}

interface Query extends GraphTags {
  readonly type?: string | undefined;
  readonly limit: number;
  readonly q?: string | undefined;
  readonly document_id?: string | undefined;
  readonly chunk_id?: string | undefined;
  readonly edges_per_node: number;
}

/**
 * Reads a graph in one snapshot, with its tag filter; null filters nothing. `scope` has the bank of
 * the snapshot if the graph is searched for words, because one may be the name of a speaker. Throws
 * the errors of `withTagFilter`.
 */
export const withGraphTags = <T>(
  db: Queryable,
  scope: BankScope,
  { q, tags, tags_match, tag_groups }: GraphTags & Pick<Query, 'q'>,
  read: (at: Queryable, tags: TagFilter | null, scope: BankScope) => Promise<T>,
): Promise<T> =>
  withTagFilter(db, scope, { tags, tag_groups, tags_match: lenientMode(tags_match) }, (handle, filter, of) =>
    inSnapshot(handle, async (at) => read(at, filter, searchOf(q)?.kind === 'words' ? await scopeAt(at, of) : of)),
  );

/** null: the query can match nothing. */
export function filterOf(
  scope: BankScope,
  { type, q, document_id, chunk_id }: Pick<Query, 'type' | 'q' | 'document_id' | 'chunk_id'>,
  tags: TagFilter | null,
): store.MemoryGraphFilter | null {
  const known = type === undefined ? null : typeOf(type);
  if ((type !== undefined && !known) || (chunk_id !== undefined && !isUuid(chunk_id))) return null;
  return {
    type: known,
    search: searchOf(q, scope.bank?.speakers),
    tags,
    documentId: document_id ?? null,
    chunkId: chunk_id ?? null,
  };
}

/**
 * Two statements of one snapshot: the nodes with the total number of matches, and their links. With
 * `as_of` or `valid_at`, of an earlier state.
 */
export const getGraph = (db: Queryable, scope: BankScope, query: Query & PastTimes): Promise<GraphData> =>
  readState(db, scope, query, (at, of) => graphIn(at, of, query), { withObservations: mayObserve(query) });

/** Whether a graph may contain observations. */
export const mayObserve = ({ type }: { readonly type?: string | undefined }): boolean =>
  type === undefined || typeOf(type) === 'observation';

async function graphIn(db: Queryable, scope: BankScope, query: Query): Promise<GraphData> {
  const { limit } = query;
  return withGraphTags(db, scope, query, async (at, tags, of) => {
    const filter = filterOf(of, query, tags);
    if (!filter) return toGraphData({ nodes: [], edges: [], totalUnits: 0, totalEdges: 0, limit });
    const { nodes, total } = await store.readNodes(at, scope, { filter, limit });
    const ids = nodes.map(({ id }) => id);
    const { edges, total: totalEdges } = await store.readEdges(at, scope, { ids, perNode: query.edges_per_node, tags });
    return toGraphData({ nodes, edges, totalUnits: total, totalEdges, limit });
  });
}
