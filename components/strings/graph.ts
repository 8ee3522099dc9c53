import type { LayoutName } from '#components/graph/acts';
import type { Coloring, Sizing } from '#components/graph/draw/look';
import type { Moment } from '#components/graph/moments';
import type { TimeExtent } from '#components/graph/show';
import { dateFormat, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import { cut } from '#components/ui/cut';
import type { FactType, TagMode } from '#lib/base/literals';
import type { EdgeKind, GraphMode, NodeKind } from '#lib/memory/graph/literals';

const times = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const kinds: Readonly<Record<NodeKind, string>> = {
  entity: 'Entity',
  world: 'World',
  experience: 'Experience',
  observation: 'Observation',
};
/** `kinds` within a sentence. */
const kindsInText: Readonly<Record<NodeKind, string>> = {
  entity: 'entity',
  world: 'world',
  experience: 'experience',
  observation: 'observation',
};
const edgeKinds: Readonly<Record<EdgeKind, string>> = {
  together: 'mentioned together',
  mentions: 'mentions',
  proves: 'supports',
  caused_by: 'caused by',
  semantic: 'same sources',
  entity: 'same entity',
  temporal: 'near in time',
};
const moments: Readonly<Record<Moment, string>> = { occurred: 'Occurred', mentioned: 'Mentioned', created: 'Stored' };
const freshText = (n: number): string => `${number(n)} new, with a ring`;
const modes: Readonly<Record<GraphMode, string>> = { entities: 'Entities', memories: 'Memories', both: 'Both' };

/** Texts of the graph of a bank. */
export const graph = translated('graph', {
  title: 'Graph',
  purpose: 'People and things your memories mention, and how they connect.',
  loading: 'Loading the graph',
  failed: 'Could not load the graph',
  empty: 'Nothing to draw yet',
  emptyText: 'Retain some text. Each memory and each entity becomes a node. Links connect a memory with the entities that it mentions.',
  nameless: 'No entities yet',
  namelessText: (n: number) => `Choose Memories or Both to see ${times(n, 'memory', 'memories')}.`,
  emptyFiltered: 'Nothing matches these filters',
  emptyFilteredText: 'The filters limit what is loaded. Clear them to see the whole bank.',
  clear: 'Clear filters',
  allHidden: 'Nothing is visible',
  allHiddenText: (n: number) => `${times(n, 'node')} ${n === 1 ? 'is' : 'are'} hidden or filtered out.`,
  showAll: 'Show all',

  mode: 'Show',
  modeChanged: (mode: GraphMode) => `Your changes to the view remain in ${modes[mode]}. Use Back to return.`,
  modes,
  search: 'Find a node',
  found: (here: number, away: number) =>
    here + away === 0
      ? 'No match in this bank'
      : `${times(here, 'node')} in view${away > 0 ? `, ${number(away)} or more elsewhere in the bank` : ''}; use the arrow keys to choose and Enter to go there`,
  foundHere: (here: number) => `${times(here, 'node')} in view. Could not search the rest of the bank`,
  opensBoth: 'opens in Both',
  foundInView: 'In view',
  foundElsewhere: 'Elsewhere in the bank',
  foundOf: (shown: number, all: number) => `${number(shown)} of ${number(all)}`,
  notFound: (words: string) => `No match for “${words}” in this bank`,
  searching: 'Searching the bank',
  searchFailed: 'Could not search the rest of the bank',

  layout: 'Layout',
  layouts: {
    force: 'Force: linked nodes are close',
    rings: 'Rings: most linked in the center',
    breadth: 'Steps from the selected node',
    timeline: 'Timeline: left is earlier',
    grid: 'Grid',
  } satisfies Record<LayoutName, string>,
  layoutShort: { force: 'force', rings: 'rings', breadth: 'steps', timeline: 'timeline', grid: 'grid' } satisfies Record<
    LayoutName,
    string
  >,
  laying: (share: number) => `Laying out, ${Math.round(share * 100)} %`,
  layoutDone: (name: string, n: number) => `${name}. ${times(n, 'node')} in view.`,
  stepsFrom: (label: string) => `Steps from ${cut(label, 60)}, the most linked node. Select a node to start elsewhere`,
  stopped: 'Layout stopped; no nodes moved',
  stoppedFirst: 'Layout stopped; showing a grid instead',
  layoutFailed: 'The layout failed',
  cancel: 'Stop',
  color: 'Color',
  colors: { type: 'Type', recency: 'Recency', community: 'Community' } satisfies Record<Coloring, string>,
  /** `colors` as the chosen value, after the label. */
  colorsChosen: { type: 'type', recency: 'recency', community: 'community' } satisfies Record<Coloring, string>,
  size: 'Size',
  sizes: { mentions: 'Mentions', links: 'Links in view', proofs: 'Evidence', same: 'Same size' } satisfies Record<Sizing, string>,
  /** `sizes` as the chosen value, after the label. */
  sizesChosen: { mentions: 'mentions', links: 'links in view', proofs: 'evidence', same: 'same size' } satisfies Record<Sizing, string>,
  hulls: 'Shade communities',
  /** Labels of the two ends of the color scale. */
  recency: (scale: TimeExtent | null): readonly [string, string] =>
    scale === null
      ? ['older', 'newer']
      : [
          scale.low > scale.from ? `until ${day(scale.low)}` : day(scale.low),
          scale.high < scale.to ? `from ${day(scale.high)} on` : day(scale.high),
        ],
  community: (n: number) => `Community ${n}`,
  otherCommunities: 'Others',
  systemColors: 'Your system sets the colors: shapes alone show the type of a node.',
  view: 'View',

  panel: 'Filters and nodes',
  filtersOf: 'Filters',
  panelOpen: 'Show filters and nodes',
  panelClose: 'Hide filters and nodes',
  show: 'Show',
  showHelp: 'In this view, without reloading.',
  kinds,
  minLinks: 'Minimum links',
  minLinksValue: (n: number) => (n === 0 ? 'any' : String(n)),
  data: 'Load from the bank',
  dataHelp: 'Changes here reload the graph.',
  dataIs: (limit: number, per: number, narrowed: boolean) =>
    `${times(limit, 'node')} · ${per === 0 ? 'all links' : times(per, 'link')}${narrowed ? ' · filtered' : ''}`,
  limit: 'Maximum nodes',
  per: 'Links per node',
  perValue: (n: number) => (n === 0 ? 'all' : `strongest ${n}`),
  min: 'Mentioned together',
  minValue: (n: number) => `at least ${n} ×`,
  facts: 'Memory types',
  factTypes: { all: 'All types', world: 'World', experience: 'Experience', observation: 'Observation' } satisfies Record<
    'all' | FactType,
    string
  >,
  words: 'Words in memories',
  tags: 'Tags',
  tagsHow: 'Tag match',
  tagsPlaceholder: 'customer, order',
  tagsHelp: {
    any: 'one of these tags, or no tags',
    all: 'all of these tags, or no tags',
    any_strict: 'one of these tags',
    all_strict: 'all of these tags, and possibly others',
    exact: 'exactly these tags',
  } satisfies Record<TagMode, string>,
  scope: 'Scope',
  scopes: { any: 'All scopes', global: 'Global: no tags' },
  scopeOf: (tags: readonly string[], n: number) =>
    `${tags.length === 0 ? 'Global' : tags.map((tag) => `#${tag}`).join(' ')} (${number(n)})`,
  document: 'Document',
  documentIs: 'Document: {id}',
  removeDocument: 'Remove the document filter',
  reread: 'Reload the graph',

  inView: 'In view',
  byLinks: (n: number) => `${number(n)}, by links`,
  nodeList: 'Nodes in view, most linked first',
  links: (n: number) => times(n, 'link'),
  nodes: (n: number) => times(n, 'node'),

  chosen: { entities: 'most mentioned', memories: 'latest' },
  /** Names which nodes are shown, after their number. */
  latest: (drawn: number, named: number) =>
    `the latest memories and ${drawn < named ? `${number(drawn)} of the ${number(named)} names in them` : 'the names in them'}`,
  shownNodes: (nodes: number, all: number, which: string) =>
    nodes < all ? `${number(nodes)} of ${times(all, 'node')}, ${which}` : all === 1 ? 'The only node' : `All ${times(nodes, 'node')}`,
  /**
   * The entity graph counts all links of the bank, the other graphs only those between the nodes.
   * With `isPart`, nodes have further links elsewhere.
   */
  shownLinks: (links: number, all: number, per: number, { isWhole, isPart }: { isWhole: boolean; isPart: boolean }) =>
    links < all
      ? `${number(links)} of ${number(all)} links${isWhole ? '' : ' between these nodes'}${per === 0 ? '' : `, the strongest ${per === 1 ? 'one' : per} per node`}`
      : links === 0
        ? 'no links'
        : isPart && !isWhole
          ? `only the ${times(links, 'link')} between these nodes`
          : `${links === 1 ? 'the one link' : `all ${times(links, 'link')}`} between them`,
  /** Counts of what is in view, after filters and hiding, out of what was loaded. */
  inViewOf: (nodes: number, ofNodes: number, links: number, ofLinks: number) =>
    `in view ${number(nodes)} of these ${times(ofNodes, 'node')} and ${number(links)} of ${times(ofLinks, 'link')}`,
  /** The parts of the description below the toolbar. `nodes` is emphasized. */
  summary: (parts: readonly string[]) => `{nodes}; ${parts.join('; ')}.`,
  expandedSummary: (nodes: number, links: number, allNodes: number, allLinks: number) =>
    `${times(nodes, 'node')} and ${times(links, 'link')} added manually, regardless of strength; in total ${times(allNodes, 'node')} and ${times(allLinks, 'link')}`,
  /** The numbers of the line over the picture. */
  briefNodes: (nodes: number, all: number) => (nodes < all ? `${number(nodes)} of ${times(all, 'node')}` : times(nodes, 'node')),
  briefLinks: (links: number, all: number) => (links < all ? `${number(links)} of ${times(all, 'link')}` : times(links, 'link')),
  briefAdded: (n: number) => `${number(n)} added`,
  briefInView: (n: number) => `${number(n)} in view`,
  about: 'What the graph shows',
  more: 'Show more',

  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to view',
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  redone: 'Redone',
  help: 'Keyboard shortcuts of the graph',
  helpText: 'While the graph has focus:',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'select the nearest node in that direction' },
    { keys: ['[', ']'], does: 'cycle through linked nodes' },
    { keys: ['Enter'], does: 'show its details' },
    { keys: ['E'], does: 'add up to 25 neighbors' },
    { keys: ['H'], does: 'hide the node' },
    { keys: ['I'], does: 'show only the node and its neighbors' },
    { keys: ['P'], does: 'pin or unpin the node' },
    { keys: ['W'], does: 'start a path here; press again at its end' },
    { keys: ['L'], does: 'open the link just followed, or the strongest one' },
    { keys: ['F'], does: 'zoom to the node' },
    { keys: ['+', '−', '0'], does: 'zoom in, zoom out, fit' },
    { keys: ['Ctrl Z', 'Ctrl Y'], does: 'undo, redo' },
    { keys: ['Esc'], does: 'cancel the path, then deselect the node' },
  ],
  canvas: 'Graph',
  canvasHelp:
    'Arrow keys select the nearest node, square brackets cycle through linked nodes, Enter opens the details. E expands, H hides, I isolates, P pins, W makes a path, and L opens the link just followed. The list of nodes next to the graph contains the same nodes.',

  /** A new picture. `text`: a whole sentence about it. */
  sayPicture: (mode: GraphMode, text: string) => `${modes[mode]}. ${text}`,
  sayView: (nodes: number, links: number) => `${times(nodes, 'node')} and ${times(links, 'link')} in view`,
  /** `sayView` with the time window. `range`: from `range` below. */
  sayWindow: (moment: Moment, range: string, fresh: number, view: string) => `${moments[moment]} ${range}, ${freshText(fresh)}. ${view}`,
  /** `what`: what the node is. */
  say: (label: string, what: string, links: number, mentions: number | null, isFresh: boolean) =>
    `${label}, ${what}${mentions === null ? '' : `, ${times(mentions, 'mention')}`}, ${times(links, 'link')} shown${isFresh ? ', new in this window' : ''}`,
  expand: (n: number) => (n > 25 ? `Expand 25 of ${number(n)}` : n === 0 ? 'Expand' : `Expand ${number(n)}`),
  expandLinks: (n: number) => `Show ${times(n, 'more link')}`,
  expandedLinks: (n: number) => `${times(n, 'link')} added`,
  expandNone: 'All nodes that share a name, a source or a cause with it are shown',
  expandHidden: (n: number) => `${times(n, 'neighbor')} ${n === 1 ? 'is' : 'are'} hidden. Use Show all to see ${n === 1 ? 'it' : 'them'}.`,
  expandWide: 'Neighbors come from the whole bank, regardless of filters.',
  expanding: 'Expanding',
  expanded: (n: number) => `${times(n, 'node')} added`,
  expandFailed: 'Could not load the neighbors',
  hide: 'Hide',
  hidden: (label: string) => `${label} hidden`,
  isolate: 'Isolate',
  isolated: (n: number) => `${times(n, 'node')} shown`,
  pin: 'Pin',
  unpin: 'Unpin',
  pinned: (label: string) => `${label} pinned`,
  unpinned: (label: string) => `${label} unpinned`,
  pathFrom: 'Path to',
  pathTo: 'End path here',
  pathPick: (label: string) => `From ${cut(label, 60)}: choose the other end`,
  pathStop: 'Cancel the path',
  pathStopped: 'Path canceled',
  pathShown: (from: string, to: string, steps: number) => `${cut(from, 40)} to ${cut(to, 40)}: ${times(steps, 'step')}`,
  pathEnd: 'Clear the path',
  pathEnded: 'Path cleared',
  pathNone: 'No path within eight steps',
  pathFound: (steps: number) => `A path of ${times(steps, 'step')}`,
  pathFailed: 'Could not search for a path',
  path: 'Path',
  linkUnread: 'Could not load everything that this link shows',
  linkInAddress: 'The URL still contains it.',
  linkAgain: 'Try again',
  lostSteps: (n: number) => `${times(n, 'step')} of this link no longer ${n === 1 ? 'applies' : 'apply'}`,

  details: 'Details',
  close: 'Close the details',
  openPage: 'Open page',
  openPageOf: (label: string) => `Open the page of ${label}`,
  openLink: (label: string) => `Open the link to ${label}`,
  previous: 'Previous node',
  next: 'Next node',
  edge: 'Link',
  edgeKinds,
  edgeCount: (n: number) => `in ${times(n, 'memory', 'memories')}`,
  edgeWeight: 'Strength',
  edgeBetween: 'Between',
  sayLink: (from: string, kind: EdgeKind, to: string) => `Link: ${cut(from, 60)}, ${edgeKinds[kind]}, ${cut(to, 60)}`,
  namingBoth: 'Memories that mention both',
  namingBothMore: (label: string) => `All memories that mention ${label}`,
  namingBothFailed: 'Could not load the memories.',
  reading: 'Loading',
  again: 'Retry',
  neighbors: 'Linked in view',
  neighborsNone: 'No linked nodes in view.',
  neighborsMore: (n: number) => `${number(n)} more`,

  time: 'Time',
  moment: 'Time field',
  moments,
  range: (from: number, to: number) => (day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`),
  scale: (from: number, to: number) => `drawn from ${day(from)} to ${day(to)}; other nodes are at the ends`,
  fresh: freshText,
  from: 'Window from',
  to: 'Window to',
  wholeTime: 'Whole time',
  onlyWindow: 'Only this window',
  timeless: (n: number, moment: Moment) =>
    `${times(n, 'node')} without ${{ occurred: 'an occurrence time', mentioned: 'a mention time', created: 'a storage time' }[moment]}`,
  before: (at: number) => `before ${day(at)}`,
  after: (at: number) => `after ${day(at)}`,
  withoutTime: 'no such time',
  noTime: 'Nothing here has this kind of time.',
  oneTime: (at: number) => `All at one time: ${day(at)}.`,
  day,
  month,
  year: (at: number) => String(new Date(at).getUTCFullYear()),

  copyLink: 'Copy link',
  linkCopied: 'Link copied. It shows this exact view',
  linkLong: 'There are too many changes for a link, so it contains only the filters. Export JSON to save the view.',
  copyFailed: 'The browser did not allow copying the link',
  export: 'Export',
  exports: {
    png: 'PNG, current view',
    pngAll: 'PNG, whole graph at 2×',
    svg: 'SVG, whole graph',
    json: 'JSON for Cytoscape',
    nodes: 'CSV of nodes',
    edges: 'CSV of links',
  },
  exported: (name: string) => `${name} saved`,
  exportFailed: 'Could not save the picture',
  exportNone: 'There is nothing to export yet.',
  exportTooLarge: 'Too large for this browser to draw. Export SVG instead.',
  caption: {
    mode: (mode: GraphMode) => modes[mode],
    words: (q: string) => `words “${q}”`,
    tags: (tags: readonly string[], how: string) => `${tags.length === 0 ? 'no tags' : tags.map((tag) => `#${tag}`).join(' ')} (${how})`,
    document: (id: string) => `document ${id}`,
    type: (type: FactType) => kindsInText[type],
    window: (words: string, moment: Moment) => `${{ occurred: 'occurred', mentioned: 'mentioned', created: 'stored' }[moment]} ${words}`,
    lines: (off: readonly EdgeKind[]) => `without links: ${off.map((kind) => edgeKinds[kind]).join(', ')}`,
    groups: (off: readonly string[]) => `without ${off.map((name) => `“${name}”`).join(', ')}`,
    only: 'nothing else',
    off: (off: readonly NodeKind[]) => `without ${off.map((kind) => kindsInText[kind]).join(', ')}`,
    /** The first line of the caption: filters, then what is shown. */
    line: (filters: readonly string[], shown: string) => `${filters.join(' · ')}: ${shown}`,
    colorsFrom: (moment: Moment, from: string) => `${moments[moment]} ${from}`,
    of: (bank: string, at: string) => `Memory Bank · ${bank} · ${at}`,
  },
});
