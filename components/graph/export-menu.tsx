'use client';

import { useMutation } from '@tanstack/react-query';
import { Braces, Download, FileImage, Sheet, Spline } from 'lucide-react';
import type { CommunitySwitch } from '#components/graph/communities';
import type { Colors } from '#components/graph/draw/legend';
import { type Coloring, groupInk, marksIn, recencyInks } from '#components/graph/draw/look';
import type { Picture } from '#components/graph/draw/svg';
import type { GraphFilters } from '#components/graph/filters';
import type { Graph, Positions } from '#components/graph/model';
import { edgesCsv, nodesCsv, pngBlob, svgBlob, toJson } from '#components/graph/save';
import { countsOf, type KindCounts, recencyOf, timelessOf } from '#components/graph/show';
import type { SharedPicture } from '#components/graph/use-picture';
import { number } from '#components/strings/counted';
import { entities } from '#components/strings/entities';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import { announce } from '#components/ui/live';
import { Menu, MenuItem } from '#components/ui/menu';
import { saveFile } from '#components/ui/save';
import { toast } from '#components/ui/toast';
import { present } from '#lib/base/defined';
import { EDGE_KINDS } from '#lib/memory/graph/literals';

type Kind = 'png' | 'pngAll' | 'svg' | 'json' | 'nodes' | 'edges';

interface ExportMenuProps {
  bankId: string;
  filters: GraphFilters;
  /** Describes which part of the bank is shown. */
  shownText: string;
  communities: readonly CommunitySwitch[];
  /** The meaning of colors in the picture. */
  coloring: Coloring;
  graph: Graph;
  places: Positions;
  /** Null if there is no picture yet. */
  picture: (() => SharedPicture) | null;
  frame: () => Picture['frame'];
}

const SUFFIX: Readonly<Record<Kind, string>> = {
  png: '-view.png',
  pngAll: '.png',
  svg: '.svg',
  json: '.json',
  nodes: '-nodes.csv',
  edges: '-links.csv',
};
const ICONS = { png: FileImage, pngAll: FileImage, svg: Spline, json: Braces, nodes: Sheet, edges: Sheet } as const;

/** Describes the filters, because an exported picture must state what it omits. */
export function captionOf(filters: GraphFilters, shownText: string, bankId: string, at: string): string[] {
  const { mode, q, tags, tags_match, document, type, off, categories, lines, groups, from, to, time, only } = filters;
  const narrowed = [
    t.caption.mode(mode),
    type && t.caption.type(type),
    q !== '' && t.caption.words(q),
    (tags.length > 0 || tags_match === 'exact') && t.caption.tags(tags, t.tagsHelp[tags_match]),
    document !== null && t.caption.document(document),
    off.length > 0 && t.caption.off(off),
    categories.length > 0 && t.caption.groups(categories.map((category) => entities.kinds[category])),
    groups.length > 0 && t.caption.groups(groups),
    lines.length > 0 && t.caption.lines(lines),
    from !== null && to !== null && t.caption.window(t.range(from, to), time),
    from !== null && to !== null && only && t.caption.only,
  ].filter((part): part is string => typeof part === 'string' && part !== '');
  return [t.caption.line(narrowed, shownText), t.caption.of(bankId, at)];
}

/** Legend entries for the kinds that exist. */
const entriesOf = <K extends string>(counts: KindCounts<K>, names: Readonly<Record<K, string>>) =>
  counts.filter(([, n]) => n > 0).map(([kind, n]) => ({ kind, text: `${names[kind]} ${number(n)}` }));

/** The meaning of the colors of a picture. */
export function colorsOf(
  coloring: Coloring,
  { time, groups: off }: Pick<GraphFilters, 'time' | 'groups'>,
  communities: readonly CommunitySwitch[],
  { ink, nodes }: Pick<SharedPicture, 'ink' | 'nodes'>,
): Colors {
  if (coloring === 'type') return 'kinds';
  if (coloring === 'community')
    return communities
      .filter(({ name, n }) => n > 0 && !off.includes(name))
      .map(({ name, group, n }) => ({ color: ink[groupInk(group)], text: `${name} ${number(n)}` }));
  const { low, high, none } = recencyInks(ink);
  const [from, to] = t.recency(recencyOf(nodes, time));
  const timeless = timelessOf(nodes, time);
  return {
    low,
    high,
    from: t.caption.colorsFrom(time, from),
    to,
    rest: timeless > 0 ? [{ color: none, text: t.timeless(timeless, time) }] : [],
  };
}

const MARGIN = 80;

/** A frame around all nodes. */
function wholeFrame(nodes: Graph['nodes'], places: Positions): Picture['frame'] {
  const spots = nodes.map(({ id }) => places.get(id)).filter((place) => place !== undefined);
  if (spots.length === 0) return { x: -480, y: -320, width: 960, height: 640 };
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

export function ExportMenu({ bankId, filters, shownText, communities, coloring, graph, places, picture, frame }: ExportMenuProps) {
  const drawn = (whole: boolean): Picture => {
    const base = present(picture)();
    return {
      ...base,
      frame: whole ? wholeFrame(base.nodes, base.places) : frame(),
      colors: colorsOf(coloring, filters, communities, base),
      legend: marksIn(base.nodes).map(([mark, n]) => ({ mark, text: `${{ ...entities.kinds, ...t.kinds }[mark]} ${number(n)}` })),
      lines: entriesOf(countsOf(base.edges, EDGE_KINDS), t.edgeKinds),
      caption: captionOf(filters, shownText, bankId, new Date().toISOString().slice(0, 10)),
    };
  };
  const blobOf = async (kind: Kind): Promise<Blob> => {
    if (kind === 'png') return pngBlob(drawn(false), 1);
    if (kind === 'pngAll') return pngBlob(drawn(true), 2);
    if (kind === 'svg') return svgBlob(drawn(true));
    if (kind === 'json')
      return new Blob([toJson(graph, places, { bank: bankId, address: window.location.href })], { type: 'application/json' });
    return new Blob([kind === 'nodes' ? nodesCsv(graph) : edgesCsv(graph)], { type: 'text/csv' });
  };
  const save = useMutation({
    mutationFn: async (kind: Kind) => {
      const name = `graph-${bankId.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60)}${SUFFIX[kind]}`;
      saveFile(await blobOf(kind), name);
      return name;
    },
    // The browser itself shows the saved file.
    onSuccess: (name) => announce(t.exported(name)),
    // The error is local, so no request id is shown.
    onError: (error) => toast.failed(t.exportFailed, error, { detail: t.exportTooLarge }),
  });
  return (
    <Menu
      label={t.export}
      trigger={
        <Button icon={Download} busy={save.isPending} locked={picture ? null : t.exportNone}>
          {t.export}
        </Button>
      }
    >
      {(Object.keys(ICONS) as Kind[]).map((kind) => (
        <MenuItem key={kind} icon={ICONS[kind]} onSelect={() => picture && save.mutate(kind)}>
          {t.exports[kind]}
        </MenuItem>
      ))}
    </Menu>
  );
}
