'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { LayoutName } from '#components/graph/acts';
import { bannerOf } from '#components/graph/banner';
import { ALL_IN_VIEW, useGraphFilters } from '#components/graph/filters';
import { wordOfViewpoint } from '#components/graph/link';
import { askOf, graphQuery } from '#components/graph/queries';
import { insetsOf } from '#components/graph/stage-box';
import { useAnnouncements } from '#components/graph/use-announcements';
import { useExplorer } from '#components/graph/use-explorer';
import { usePicture } from '#components/graph/use-picture';
import { useSelection } from '#components/graph/use-selection';
import { useStage } from '#components/graph/use-stage';
import { useView } from '#components/graph/use-view';
import { useWalk } from '#components/graph/use-walk';
import { useBank, useConsole } from '#components/shell/console-context';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { PHONE, useMedia } from '#components/ui/media';
import { pastOf } from '#components/ui/past';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';

/** The graph of the URL, and the acts on it. */
function useExploration() {
  const { organization } = useConsole();
  const bankId = useBank();
  const org = organization.slug;
  const [filters, set] = useGraphFilters();
  const { mode, as_of, valid_at } = filters;
  const ask = useMemo(() => askOf(filters), [filters]);
  const read = useRead(useQuery(graphQuery(org, bankId, ask)));
  const asking = useMemo(
    () => ({ org, bankId, mode, past: pastOf({ as_of, valid_at }), request: JSON.stringify(ask) }),
    [org, bankId, mode, as_of, valid_at, ask],
  );
  const [isLinkTooLong, setLinkTooLong] = useState(false);
  const explored = useExplorer({
    data: read.data,
    hasFailed: read.data === undefined && read.error !== null,
    asking,
    moment: filters.time,
    word: filters.acts,
    onWord: (word) => {
      setLinkTooLong(word === null);
      void set({ acts: word || null });
    },
  });
  return { filters, set, read, asking, explored, isLinkTooLong };
}

/** The elements that cover parts of the picture. */
function useStageRefs() {
  return {
    box: useRef<HTMLDivElement>(null),
    field: useRef<HTMLDivElement>(null),
    above: useRef<HTMLDivElement>(null),
    below: useRef<HTMLDivElement>(null),
    side: useRef<HTMLElement>(null),
  };
}

/**
 * State that the parts of the graph page share: the loaded graph, the view, the selection and the
 * actions.
 */
export function useGraphPage() {
  const exploration = useExploration();
  const { filters, set, read, explored } = exploration;
  const { scene, act } = explored;
  const seen = useView(filters, explored);
  const { view, listed, selected } = seen;
  const isPhone = useMedia(PHONE);
  const refs = useStageRefs();
  const { box, field, above, below, side } = refs;
  const toField = () => field.current?.focus({ preventScroll: true });
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
    onViewpoint: (viewpoint) => {
      const at = viewpoint && scene ? wordOfViewpoint(viewpoint, scene.places) : null;
      if (at !== filters.at) void set({ at });
    },
    insets: () => insetsOf(box.current, above.current, below.current, side.current),
  });
  const selection = useSelection({
    set,
    filters,
    explored,
    seen,
    onLook: (id, how) => {
      // On a phone, the list is below the picture.
      if (isPhone) field.current?.scrollIntoView();
      stage?.[how](id);
    },
    onSeek: (ids, how) => stage?.[how](ids),
    onFocus: toField,
  });
  const [focused, setFocused] = useState(0);
  const onKeyDown = useWalk({ explored, seen, selection, stage, onOpen: () => setFocused((n) => n + 1) });
  const picture = usePicture({ stage, explored, seen, wanted: filters.sel, at: filters.at, isPhone, coloring: filters.color });
  const banner = read.data && view && scene ? bannerOf(read.data, view, scene.graph, filters.mode) : null;
  useAnnouncements({ base: explored.base, banner, filters, view, window: seen.window });

  const layOut = async (name: LayoutName) => {
    const root = selected ?? listed[0]?.id ?? null;
    if (!(await act({ kind: 'layout', name, root, moment: filters.time }))) return;
    announce(t.layoutDone(t.layouts[name], seen.inView.size));
    if (name === 'breadth' && selected === null && root !== null) toast.note(t.stepsFrom(selection.nameOf(root)));
  };
  const showAll = () => {
    void act({ kind: 'show' });
    void set(ALL_IN_VIEW);
  };
  return {
    ...exploration,
    seen,
    refs,
    toField,
    stage,
    selection,
    /** Counts how often the user opened the details of the selected node. */
    focused,
    onKeyDown,
    picture,
    banner,
    layout: scene?.layout ?? 'force',
    layOut,
    showAll,
    isPhone,
    isEmpty: read.data !== undefined && read.data.nodes.length === 0,
  };
}

export type GraphPage = ReturnType<typeof useGraphPage>;
