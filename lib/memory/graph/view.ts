import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import type { GraphData } from '#lib/memory/graph/contract';
import { labelOf, lookOf, nodeColor } from '#lib/memory/graph/shape';
import type { EdgeRow, NodeRow } from '#lib/memory/graph/store';

const whenOf = (row: NodeRow): Date | null => row.occurred_start ?? row.mentioned_at;
const namesOf = (row: NodeRow): string => (row.entities.length > 0 ? row.entities.join(', ') : 'None');

const toNode = (row: NodeRow) => ({
  data: {
    id: row.id,
    label: labelOf(row.text),
    text: row.text,
    date: stampOrNull(whenOf(row)) ?? '',
    context: row.context,
    entities: namesOf(row),
    entity_ids: row.entity_ids,
    color: nodeColor(row.entities.length),
    fact_type: row.fact_type,
  },
});

const toRow = (row: NodeRow) => ({
  id: row.id,
  text: row.text,
  context: row.context || 'N/A',
  occurred_start: stampOrNull(row.occurred_start),
  occurred_end: stampOrNull(row.occurred_end),
  mentioned_at: stampOrNull(row.mentioned_at),
  date: whenOf(row)?.toISOString().slice(0, 16).replace('T', ' ') ?? 'N/A',
  entities: namesOf(row),
  document_id: row.document_id,
  chunk_id: row.chunk_id,
  fact_type: row.fact_type,
  tags: row.tags,
  created_at: formatTimestamp(row.created_at),
  proof_count: row.proof_count,
});

const round = (weight: number): number => Math.round(weight * 1000) / 1000;

function toEdge({ source, target, kind, weight }: EdgeRow, names: ReadonlyMap<string, readonly string[]>) {
  const others = new Set(names.get(target));
  const shared = kind === 'entity' ? (names.get(source) ?? []).filter((name) => others.has(name)) : [];
  const id = `${source}-${target}-${kind}`;
  return { data: { id, source, target, linkType: kind, weight: round(weight), entityName: shared.join(', '), ...lookOf(kind) } };
}

interface Graph {
  readonly nodes: readonly NodeRow[];
  readonly edges: readonly EdgeRow[];
  readonly totalUnits: number;
  readonly totalEdges: number;
  readonly limit: number;
}

export function toGraphData({ nodes, edges, totalUnits, totalEdges, limit }: Graph): GraphData {
  const names = new Map(nodes.map((row) => [row.id, row.entities]));
  return {
    nodes: nodes.map(toNode),
    edges: edges.map((edge) => toEdge(edge, names)),
    table_rows: nodes.map(toRow),
    total_units: totalUnits,
    total_edges: totalEdges,
    limit,
  };
}
