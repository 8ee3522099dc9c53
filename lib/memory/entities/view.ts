import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import { categoryOf } from '#lib/memory/entities/category';
import type { EntityChange, EntityDetail, EntityGraph, EntityListItem } from '#lib/memory/entities/contract';
import type { EntityDetailRow, EntityRow, GraphRows, PairRow } from '#lib/memory/entities/store';
import type { ListedChangeRow } from '#lib/memory/entities/store-curation';

export const toListItem = (row: EntityRow): EntityListItem => ({
  id: row.id,
  canonical_name: row.canonical_name,
  kind: row.kind,
  category: categoryOf(row.canonical_name, row.kind),
  mention_count: row.mention_count,
  first_seen: stampOrNull(row.first_seen),
  last_seen: stampOrNull(row.last_seen),
  metadata: row.metadata,
});

export const toDetail = (row: EntityDetailRow): EntityDetail => ({
  ...toListItem(row),
  aliases: row.aliases,
  observations: row.observations.map(({ id, text, mentioned_at }) => ({
    id,
    text,
    mentioned_at: stampOrNull(mentioned_at === null ? null : new Date(mentioned_at)),
  })),
});

const toNode = (row: EntityRow) => ({
  data: {
    id: row.id,
    label: row.canonical_name,
    kind: row.kind,
    mentionCount: row.mention_count,
    color: row.mention_count > 1 ? '#42a5f5' : '#90caf9',
  },
});

const toEdge = ({ source, target, n, last }: PairRow) => ({
  data: {
    id: `${source}-${target}`,
    source,
    target,
    linkType: 'cooccurrence' as const,
    weight: n,
    cooccurrence_count: n,
    color: '#ffd700',
    lineStyle: 'solid' as const,
    lastCooccurred: stampOrNull(last),
  },
});

export const toGraph = ({ nodes, pairs, totalEntities, totalEdges }: GraphRows, limit: number): EntityGraph => ({
  nodes: nodes.map(toNode),
  edges: pairs.map(toEdge),
  total_entities: totalEntities,
  total_edges: totalEdges,
  limit,
});

/**
 * Names at the time of the change: for a merge that of the merged entity, for a split that of the
 * new one.
 */
export const toChange = (row: ListedChangeRow): EntityChange => {
  const other = row.kind === 'merge' ? row.before : row.after;
  return {
    id: row.id,
    kind: row.kind,
    at: formatTimestamp(row.created_at),
    by: row.actor,
    other: row.other_id === null ? null : { id: row.other_id, canonical_name: String(other.canonical_name) },
    before: { canonical_name: row.before.canonical_name, kind: row.before.kind },
    after: { canonical_name: row.after.canonical_name, kind: row.after.kind },
    memory_units: row.units,
    undone_at: stampOrNull(row.undone_at),
  };
};
