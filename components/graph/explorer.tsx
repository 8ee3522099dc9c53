'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { LayoutName } from '#components/graph/acts';
import { Banner, bannerOf } from '#components/graph/banner';
import { Blanks } from '#components/graph/blanks';
import { CopyLink } from '#components/graph/copy-link';
import { ExportMenu } from '#components/graph/export-menu';
import { ALL_IN_VIEW, isNarrowed, useGraphFilters, WIDE_OPEN } from '#components/graph/filters';
import { Find } from '#components/graph/find';
import { Legend } from '#components/graph/legend';
import { aboutOf } from '#components/graph/model';
import { NodeList } from '#components/graph/node-list';
import { Filters } from '#components/graph/panel';
import { askOf, graphQuery } from '#components/graph/queries';
import { Side } from '#components/graph/side';
import { BusyNote, insetsOf, StageField, WayNote, ZoomButtons } from '#components/graph/stage-box';
import { TimeBar } from '#components/graph/time-bar';
import { Toolbar } from '#components/graph/toolbar';
import { useExplorer } from '#components/graph/use-explorer';
import { useNames } from '#components/graph/use-names';
import { usePicture } from '#components/graph/use-picture';
import { useSelection } from '#components/graph/use-selection';
import { useStage } from '#components/graph/use-stage';
import { useTold } from '#components/graph/use-told';
import { NOBODY, useView } from '#components/graph/use-view';
import { useWalk } from '#components/graph/use-walk';
import { useBank, useConsole } from '#components/shell/console-context';
import { LeftOut } from '#components/shell/left-out';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { PHONE, useMedia } from '#components/ui/media';
import { Scroller } from '#components/ui/scroller';
import { toast } from '#components/ui/toast';
import { useKept } from '#components/ui/use-kept';

export function Explorer() {
  const { organization } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [filters, set] = useGraphFilters();
  const { mode } = filters;
  const ask = useMemo(() => askOf(filters), [filters]);
  const read = useKept(useQuery(graphQuery(org, bankId, ask)), `${org}/${bankId}/${mode}`);
  const { data } = read;
  const asking = useMemo(() => ({ org, bankId, mode }), [org, bankId, mode]);
  const client = useQueryClient();

  const [linkTooLong, setTooLong] = useState(false);
  const explored = useExplorer({
    data,
    asking,
    moment: filters.time,
    word: filters.acts,
    onWord: (word) => {
      setTooLong(word === null);
      void set({ acts: word || null });
    },
  });
  const { scene, busy, act, undo, redo, cancel, canUndo, canRedo } = explored;
  const seen = useView(filters, explored);
  const names = useNames(filters, scene);
  const { window, view, ties, listed, byId, inView, selected, edge, path } = seen;

  const isPhone = useMedia(PHONE);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLElement>(null);
  const toField = () => field.current?.focus({ preventScroll: true });
  const [focused, setFocused] = useState(0);
  const stage = useStage(box, {
    onSelect: (id) => {
      toField();
      selection.acts.select(id, 'stay');
    },
    onEdge: (id) => {
      const tapped = view?.graph.edges.find((each) => each.id === id);
      if (tapped) selection.acts.link(tapped);
    },
    onExpand: (id) => selection.acts.expand(id),
    onPin: (id, at) => void act({ kind: 'pin', id, ...at }),
    insets: () => insetsOf(box.current, above.current, below.current, side.current),
  });
  const selection = useSelection({
    set,
    filters,
    explored,
    seen,
    onLook: (id, how) => {
      // The list of a phone stands below the picture.
      if (isPhone) field.current?.scrollIntoView();
      stage?.[how](id);
    },
    onFocus: toField,
  });
  const { acts, wayFrom, nameOf } = selection;
  const onKeyDown = useWalk({ explored, seen, selection, stage, onOpen: () => setFocused((n) => n + 1) });
  const layout = scene?.layout ?? 'force';
  const picture = usePicture({ stage, explored, seen, wanted: filters.sel, isPhone, coloring: filters.color });

  const told = data && view && scene ? bannerOf(data, view, scene.graph, mode) : null;
  useTold({ base: explored.base, told, filters, view, window });

  const [isPanelOpen, openPanel] = useState(true);
  const step = (by: 1 | -1) => {
    const at = listed.findIndex(({ id }) => id === selected);
    const next = listed[(at + by + listed.length) % listed.length];
    if (next) selection.visit(next.id);
  };
  const node = selected === null ? null : (byId.get(selected) ?? null);
  const aboutIt = useMemo(() => aboutOf(scene?.graph.edges ?? [], selected), [scene, selected]);
  const layOut = async (name: LayoutName) => {
    const root = selected ?? listed[0]?.id ?? null;
    if (!(await act({ kind: 'layout', name, root, moment: filters.time }))) return;
    announce(t.layoutDone(t.layouts[name], inView.size));
    if (name === 'breadth' && selected === null && root !== null) toast.note(t.stepsFrom(nameOf(root)));
  };
  const isEmpty = data !== undefined && data.nodes.length === 0;
  const isAllAway = view !== null && !isEmpty && view.graph.nodes.length === 0;
  const showAll = () => {
    void act({ kind: 'show' });
    void set(ALL_IN_VIEW);
  };
  const filterPanel = (
    <Filters
      filters={filters}
      set={set}
      org={org}
      bankId={bankId}
      counts={seen.counts}
      onReread={() => void client.invalidateQueries({ queryKey: ['graph', org, bankId] })}
      isReading={read.isFetching}
    />
  );
  const nodeList = !isEmpty && (
    <NodeList key={mode} nodes={listed} ties={ties} selected={selected} fresh={view?.fresh ?? NOBODY} onSelect={(id) => acts.select(id)} />
  );
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col md:h-[calc(100dvh-44px)]">
      <div className="grid gap-3 border-line border-b px-6 pt-4 pb-3 phone:gap-2 phone:px-4">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 grow basis-72 phone:basis-0">
            <h1 className="font-semibold text-20 tracking-[-0.012em]">{t.title}</h1>
            <p className="text-muted phone:hidden">{t.purpose}</p>
          </div>
          {!isEmpty && (
            <div className="flex gap-2">
              <CopyLink isTooLong={linkTooLong} />
              <ExportMenu
                bankId={bankId}
                filters={filters}
                told={told?.text ?? ''}
                communities={seen.communities}
                coloring={seen.coloring}
                graph={view?.graph ?? { nodes: [], edges: [] }}
                places={scene?.places ?? new Map()}
                picture={picture}
                frame={() => stage?.frame() ?? { x: 0, y: 0, width: 960, height: 640 }}
              />
            </div>
          )}
        </div>
        <LeftOut names={names} />
        <Toolbar
          filters={filters}
          set={set}
          onMode={selection.turn}
          layout={layout}
          onLayout={(name) => void layOut(name)}
          onUndo={canUndo ? undo : null}
          onRedo={canRedo ? redo : null}
          isPanelOpen={isPanelOpen}
          onPanel={() => openPanel(!isPanelOpen)}
          search={
            <Find
              nodes={view?.graph.nodes ?? []}
              ties={ties}
              asking={asking}
              onPick={(id) => {
                toField();
                acts.select(id, 'fly');
              }}
              onBring={(node) => {
                toField();
                void selection.bring(node);
              }}
            />
          }
        />
      </div>
      <div className="flex min-h-0 min-w-0 grow phone:flex-col">
        {isPanelOpen && !isPhone && (
          <section aria-label={t.panel} className="flex w-[216px] shrink-0 flex-col border-line border-r">
            <Scroller label={t.filtersOf} className="max-h-[64%] shrink-0">
              {filterPanel}
            </Scroller>
            {nodeList}
          </section>
        )}
        <div className="relative flex min-h-0 min-w-0 grow overflow-hidden bg-surface phone:h-[62dvh] phone:min-h-[420px] phone:grow-0">
          <StageField
            field={field}
            box={box}
            onKeyDown={onKeyDown}
            isDone={!busy && scene !== null}
            nodes={view?.graph.nodes.length ?? 0}
            edges={view?.graph.edges.length ?? 0}
            selected={selected}
          />
          <div className="pointer-events-none relative min-w-0 grow">
            <div className="absolute inset-x-3 top-3 flex items-start justify-between gap-3 [&>*]:pointer-events-auto">
              <div ref={above} className="grid min-w-0 grid-cols-[minmax(0,auto)] gap-2">
                {told && view && !isEmpty && (
                  <Banner
                    told={told}
                    onMore={() => void set({ per: filters.per === 0 ? 0 : Math.min(20, filters.per * 2) })}
                    onShowAll={showAll}
                  />
                )}
                {wayFrom !== null && <WayNote text={t.pathPick(nameOf(wayFrom))} leave={t.pathStop} onLeave={selection.stopWay} />}
                {wayFrom === null && path && (
                  <WayNote
                    text={t.pathShown(nameOf(path.nodes[0]!), nameOf(path.nodes.at(-1)!), path.edges.length)}
                    leave={t.pathEnd}
                    onLeave={selection.endPath}
                  />
                )}
                {busy && <BusyNote busy={busy} onCancel={cancel} />}
              </div>
              <ZoomButtons stage={stage} />
            </div>
            <Blanks
              read={read}
              isEmpty={isEmpty}
              isNarrowed={isNarrowed(filters)}
              asking={asking}
              onBoth={() => selection.turn('both')}
              away={isAllAway ? view.away : null}
              onWiden={() => void set(WIDE_OPEN)}
              onShowAll={showAll}
            />
            {!isEmpty && scene && (
              <div ref={below} className="absolute inset-x-3 bottom-3 grid grid-cols-[minmax(0,1fr)] gap-2 [&>*]:pointer-events-auto">
                <Legend filters={filters} set={set} communities={seen.communities} listed={listed} lines={seen.lineCounts} />
                <TimeBar
                  nodes={scene.graph.nodes}
                  moment={filters.time}
                  onMoment={(moment) => {
                    void set({ time: moment, from: null, to: null, only: null });
                    if (layout === 'timeline') void act({ kind: 'layout', name: layout, root: null, moment });
                  }}
                  window={window}
                  onWindow={(next) => void set({ from: next?.from ?? null, to: next?.to ?? null, ...(next === null && { only: null }) })}
                  only={filters.only}
                  onOnly={(next) => void set({ only: next || null })}
                  fresh={view?.fresh.size ?? 0}
                />
              </div>
            )}
          </div>
          {(node || edge) && (
            <Side
              panel={side}
              asking={asking}
              node={node}
              edge={edge}
              nodeOf={(id) => byId.get(id)}
              ties={ties}
              aboutIt={aboutIt}
              isPinned={node !== null && (scene?.pinned.has(node.id) ?? false)}
              isNarrowed={isNarrowed(filters)}
              wayFrom={wayFrom}
              isExpanding={busy?.what === 'expand'}
              acts={acts}
              onStep={step}
              focused={focused}
              onLeave={toField}
            />
          )}
        </div>
        {isPhone && (
          <div className="border-line border-t">
            {filterPanel}
            {nodeList}
          </div>
        )}
      </div>
    </div>
  );
}
