import { FACT_TYPES } from '#lib/base/literals';

/** Modes of a graph, its kinds of nodes and of edges. */
export const GRAPH_MODES = ['entities', 'memories', 'both'] as const;
export type GraphMode = (typeof GRAPH_MODES)[number];

export const NODE_KINDS = ['entity', ...FACT_TYPES] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export const EDGE_KINDS = ['together', 'mentions', 'proves', 'caused_by', 'semantic', 'entity', 'temporal'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];
