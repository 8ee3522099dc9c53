'use client';

import { useMemo, useState } from 'react';
import type { Scene } from '#components/graph/acts';
import { type GraphFilters, parsers } from '#components/graph/filters';
import { wordOfEdge } from '#components/graph/link';
import { type Names, parseAsTested } from '#components/shell/address';

const NOTHING = parseAsTested(() => false);

/** Resolves the names in the URL. Names that are not in the picture are reported as ignored. */
export function useNames({ sel, edge }: GraphFilters, scene: Scene | null): Names {
  const [first] = useState({ sel, edge });
  return useMemo(() => {
    if (!scene) return parsers;
    const { nodes, edges } = scene.graph;
    const hasNode = sel === null || sel !== first.sel || nodes.some(({ id }) => id === sel);
    const hasEdge = edge === null || edge !== first.edge || edges.some((each) => wordOfEdge(each) === edge);
    return { ...parsers, ...(!hasNode && { sel: NOTHING }), ...(!hasEdge && { edge: NOTHING }) };
  }, [scene, sel, edge, first]);
}
