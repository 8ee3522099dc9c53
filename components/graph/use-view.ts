'use client';

import { useMemo } from 'react';
import { acrossOf, communitiesOf, communitySwitches, offIn } from '#components/graph/communities';
import { axisOf, type Tick } from '#components/graph/draw/axis';
import { type Hull, hullsOf } from '#components/graph/draw/hulls';
import { looksOf, type NodeLook, widthsOf } from '#components/graph/draw/look';
import type { GraphFilters } from '#components/graph/filters';
import { wordOfEdge } from '#components/graph/link';
import { type GraphNode, type NodeLinks, tiesOf, wayIn } from '#components/graph/model';
import { categoryOf, countsOf, type KindCounts, switchesOf, viewOf, type Window } from '#components/graph/show';
import type { GraphExplorer } from '#components/graph/use-explorer';
import { useInk } from '#components/graph/use-stage';
import { useMedia } from '#components/ui/media';
import { ENTITY_CATEGORIES, type EntityCategory } from '#lib/memory/entities/literals';
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from '#lib/memory/graph/literals';

export const NOBODY: ReadonlySet<string> = new Set();
const NO_KINDS: ReadonlySet<NodeKind> = new Set();
const NO_CATEGORIES: ReadonlySet<EntityCategory> = new Set();
const NO_LINES: ReadonlySet<EdgeKind> = new Set();

const entitiesBy = (nodes: readonly GraphNode[]): KindCounts<EntityCategory> =>
  countsOf(
    nodes.filter(({ kind }) => kind === 'entity').map((node) => ({ kind: categoryOf(node) })),
    ENTITY_CATEGORIES,
  );

/** The part of a scene in view, its appearance and the selection. */
export function useView(filters: GraphFilters, { scene, groups, done }: GraphExplorer) {
  const { off, categories, lines, links, time, from, to, only, color, size, sel } = filters;
  const sceneNodes = scene?.graph.nodes;
  const sceneGraph = scene?.graph;
  const communities = useMemo(() => communitiesOf(sceneGraph ?? { nodes: [], edges: [] }, groups), [sceneGraph, groups]);
  const offNodes = useMemo(
    () => offIn(communities, groups, sceneNodes ?? [], filters.groups),
    [communities, groups, sceneNodes, filters.groups],
  );
  const window = useMemo((): Window | null => (from === null || to === null ? null : { from, to }), [from, to]);
  const view = useMemo(
    () =>
      scene &&
      viewOf(scene, {
        off: new Set(off),
        offCategories: new Set(categories),
        offNodes,
        offLines: new Set(lines),
        minLinks: links,
        moment: time,
        window,
        onlyWindow: only,
      }),
    [scene, off, categories, offNodes, lines, links, time, window, only],
  );
  const offered = useMemo(
    () =>
      scene &&
      viewOf(scene, {
        off: NO_KINDS,
        offCategories: NO_CATEGORIES,
        offNodes: NOBODY,
        offLines: NO_LINES,
        minLinks: links,
        moment: time,
        window,
        onlyWindow: only,
      }),
    [scene, links, time, window, only],
  );
  const counts = useMemo(
    () => switchesOf(off, countsOf(view?.graph.nodes ?? [], NODE_KINDS), countsOf(offered?.graph.nodes ?? [], NODE_KINDS)),
    [off, view, offered],
  );
  const categoryCounts = useMemo(
    () => switchesOf(categories, entitiesBy(view?.graph.nodes ?? []), entitiesBy(offered?.graph.nodes ?? [])),
    [categories, view, offered],
  );
  const lineCounts = useMemo(
    () => switchesOf(lines, countsOf(view?.graph.edges ?? [], EDGE_KINDS), countsOf(offered?.graph.edges ?? [], EDGE_KINDS)),
    [lines, view, offered],
  );
  const switches = useMemo(
    () =>
      communitySwitches(communities, groups, {
        off: filters.groups,
        shown: view?.graph.nodes ?? [],
        offered: offered?.graph.nodes ?? [],
      }),
    [communities, groups, filters.groups, view, offered],
  );
  const ties = useMemo((): NodeLinks => (view ? tiesOf(view.graph) : new Map()), [view]);
  const ink = useInk();
  // If the system sets the colors, only types are distinguished.
  const coloring = useMedia('(forced-colors: active)') ? 'type' : color;
  const looks = useMemo(
    (): ReadonlyMap<string, NodeLook> =>
      view && ink ? looksOf(view.graph.nodes, { ink, coloring, sizing: size, moment: time, ties, groups }) : new Map(),
    [view, ink, coloring, size, time, ties, groups],
  );
  const widths = useMemo((): ReadonlyMap<string, number> => (view ? widthsOf(view.graph.edges) : new Map()), [view]);
  const across = useMemo((): ReadonlySet<string> => (view ? acrossOf(view.graph, groups) : NOBODY), [view, groups]);
  const listed = useMemo(() => {
    const linksOf = (id: string): number => ties.get(id)?.length ?? 0;
    return view ? [...view.graph.nodes].sort((a, b) => linksOf(b.id) - linksOf(a.id) || (a.id < b.id ? -1 : 1)) : [];
  }, [view, ties]);
  const byId = useMemo(() => new Map((sceneNodes ?? []).map((node) => [node.id, node])), [sceneNodes]);
  const viewNodes = view?.graph.nodes;
  const inView = useMemo(() => new Set((viewNodes ?? []).map(({ id }) => id)), [viewNodes]);
  const selected = sel !== null && inView.has(sel) ? sel : null;
  const viewEdges = view?.graph.edges;
  const edge = useMemo(
    () => (filters.edge !== null && selected === null && viewEdges?.find((each) => wordOfEdge(each) === filters.edge)) || null,
    [filters.edge, selected, viewEdges],
  );
  const lastWay = done.findLast((each) => each.kind === 'path' || each.kind === 'end');
  const path = useMemo(() => (lastWay?.kind === 'path' ? wayIn(ties, lastWay.from, lastWay.to) : null), [ties, lastWay]);
  const way = useMemo((): ReadonlySet<string> => {
    if (edge) return new Set([edge.id, edge.source, edge.target]);
    return path ? new Set([...path.nodes, ...path.edges]) : NOBODY;
  }, [path, edge]);
  const places = scene?.places;
  const isForce = scene?.layout === 'force';
  const hulls = useMemo((): readonly Hull[] => {
    if (!filters.hulls || !isForce || !places) return [];
    return hullsOf(new Map([...groups].filter(([id]) => inView.has(id))), places, communities.hubs);
  }, [filters.hulls, isForce, places, groups, inView, communities]);
  const lastLayout = done.findLast((each) => each.kind === 'layout');
  const axis = useMemo(
    (): readonly Tick[] => (lastLayout?.name === 'timeline' ? axisOf(sceneNodes ?? [], lastLayout.places, lastLayout.moment) : []),
    [lastLayout, sceneNodes],
  );
  return {
    hulls,
    communities: switches,
    coloring,
    axis,
    window,
    view,
    counts,
    categoryCounts,
    lineCounts,
    ties,
    ink,
    looks,
    widths,
    across,
    listed,
    byId,
    inView,
    selected,
    edge,
    path,
    way,
  };
}
