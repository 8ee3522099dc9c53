'use client';

import { useMemo } from 'react';
import { Banner } from '#components/graph/banner';
import { Blanks } from '#components/graph/blanks';
import { isNarrowed, WIDE_OPEN } from '#components/graph/filters';
import { Legend } from '#components/graph/legend';
import { aboutOf } from '#components/graph/model';
import { Side } from '#components/graph/side';
import { BusyNote, StageField, WayNote, ZoomButtons } from '#components/graph/stage-box';
import { TimeBar } from '#components/graph/time-bar';
import type { GraphPage } from '#components/graph/use-graph-page';
import { graph as t } from '#components/strings/graph';
import { defined } from '#lib/base/defined';

/** The picture with its overlay, and the details of the selection. */
export function ExplorerStage({ page }: { page: GraphPage }) {
  const { filters, set, read, asking, explored, seen, refs, selection, onKeyDown, isEmpty, showAll } = page;
  const { scene, busy } = explored;
  const { view } = seen;
  const isAllHidden = view !== null && !isEmpty && view.graph.nodes.length === 0;
  return (
    <div className="relative flex min-h-0 min-w-0 grow overflow-hidden bg-surface phone:h-[62dvh] phone:min-h-[420px] phone:grow-0">
      <StageField
        field={refs.field}
        box={refs.box}
        onKeyDown={onKeyDown}
        isDone={!busy && scene !== null}
        nodes={view?.graph.nodes.length ?? 0}
        edges={view?.graph.edges.length ?? 0}
        selected={seen.selected}
      />
      <div className="pointer-events-none relative min-w-0 grow">
        <Above page={page} />
        <Blanks
          read={read}
          isEmpty={isEmpty}
          isNarrowed={isNarrowed(filters)}
          asking={asking}
          onBoth={() => selection.turn('both')}
          hiddenCount={isAllHidden ? view.hiddenCount : null}
          onWiden={() => void set(WIDE_OPEN)}
          onShowAll={showAll}
        />
        <Below page={page} />
      </div>
      <Details page={page} />
    </div>
  );
}

/** Notes over the top edge of the picture. */
function Above({ page }: { page: GraphPage }) {
  const { filters, set, explored, seen, refs, stage, selection, banner, isEmpty, showAll } = page;
  const { wayFrom, nameOf } = selection;
  const { path } = seen;
  return (
    <div className="absolute inset-x-3 top-3 flex items-start justify-between gap-3 [&>*]:pointer-events-auto">
      <div ref={refs.above} className="grid min-w-0 grid-cols-[minmax(0,auto)] gap-2">
        {banner && !isEmpty && (
          <Banner
            banner={banner}
            onMore={() => void set({ per: filters.per === 0 ? 0 : Math.min(20, filters.per * 2) })}
            onShowAll={showAll}
          />
        )}
        {wayFrom !== null && <WayNote text={t.pathPick(nameOf(wayFrom))} leave={t.pathStop} onLeave={selection.stopWay} />}
        {wayFrom === null && path && (
          <WayNote
            text={t.pathShown(nameOf(defined(path.nodes[0])), nameOf(defined(path.nodes.at(-1))), path.edges.length)}
            leave={t.pathEnd}
            nodes={path.nodes.map((id) => ({ id, name: nameOf(id) }))}
            onNode={(id) => selection.acts.select(id)}
            onLeave={selection.endPath}
          />
        )}
        {explored.busy && <BusyNote busy={explored.busy} onCancel={explored.cancel} />}
      </div>
      <ZoomButtons stage={stage} />
    </div>
  );
}

/** Legend and time bar at the bottom edge of the picture. */
function Below({ page }: { page: GraphPage }) {
  const { filters, set, explored, seen, refs, layout, isEmpty } = page;
  const { scene, act } = explored;
  if (isEmpty || !scene) return null;
  return (
    <div ref={refs.below} data-bar className="absolute inset-x-3 bottom-3 grid grid-cols-[minmax(0,1fr)] gap-2 [&>*]:pointer-events-auto">
      <Legend
        filters={filters}
        set={set}
        communities={seen.communities}
        listed={seen.listed}
        categories={seen.categoryCounts}
        lines={seen.lineCounts}
      />
      <TimeBar
        nodes={scene.graph.nodes}
        moment={filters.time}
        onMoment={(moment) => {
          void set({ time: moment, from: null, to: null, only: null });
          if (layout === 'timeline') void act({ kind: 'layout', name: layout, root: null, moment });
        }}
        window={seen.window}
        onWindow={(next) => void set({ from: next?.from ?? null, to: next?.to ?? null, ...(next === null && { only: null }) })}
        only={filters.only}
        onOnly={(next) => void set({ only: next || null })}
        fresh={seen.view?.fresh.size ?? 0}
      />
    </div>
  );
}

/** The selected node or link, over the picture. */
function Details({ page }: { page: GraphPage }) {
  const { filters, asking, explored, seen, refs, selection, focused, toField } = page;
  const { selected, edge, byId, listed, ties } = seen;
  const edges = explored.scene?.graph.edges;
  const aboutIt = useMemo(() => aboutOf(edges ?? [], selected), [edges, selected]);
  const node = selected === null ? null : (byId.get(selected) ?? null);
  if (!node && !edge) return null;
  const step = (by: 1 | -1) => {
    const at = listed.findIndex(({ id }) => id === selected);
    const next = listed[(at + by + listed.length) % listed.length];
    if (next) selection.visit(next.id);
  };
  return (
    <Side
      panel={refs.side}
      asking={asking}
      node={node}
      edge={edge}
      nodeOf={(id) => byId.get(id)}
      ties={ties}
      aboutIt={aboutIt}
      isPinned={node !== null && (explored.scene?.pinned.has(node.id) ?? false)}
      isNarrowed={isNarrowed(filters)}
      wayFrom={selection.wayFrom}
      isExpanding={explored.busy?.what === 'expand'}
      acts={selection.acts}
      onStep={step}
      focused={focused}
      onLeave={toField}
    />
  );
}
