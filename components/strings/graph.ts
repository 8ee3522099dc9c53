import type { LayoutName } from '#components/graph/acts';
import type { Coloring, Sizing } from '#components/graph/draw/look';
import type { Moment } from '#components/graph/moments';
import type { Stretch } from '#components/graph/show';
import { number } from '#components/strings/counted';
import { cut } from '#components/ui/cut';
import type { FactType, TagMode } from '#lib/base/literals';
import type { EdgeKind, GraphMode, NodeKind } from '#lib/memory/graph/literals';

const times = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;
const day = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(at));

const month = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(at));

const kinds: Readonly<Record<NodeKind, string>> = {
  entity: 'Entity',
  world: 'World',
  experience: 'Experience',
  observation: 'Observation',
};
const edgeKinds: Readonly<Record<EdgeKind, string>> = {
  together: 'named together',
  mentions: 'mentions',
  proves: 'proves',
  caused_by: 'caused by',
  semantic: 'rest on the same',
  entity: 'name the same',
  temporal: 'near in time',
};
const modes: Readonly<Record<GraphMode, string>> = { entities: 'Entities', memories: 'Memories', both: 'Both' };

/** The graph of a bank. */
export const graph = {
  title: 'Graph',
  purpose: 'Who and what the memories are about, and what hangs together.',
  loading: 'The graph is being read',
  failed: 'The graph could not be read',
  empty: 'Nothing to draw yet',
  emptyText: 'Retain something. Every memory becomes a bead, every name in it a hexagon that joins the memories about it.',
  nameless: 'No names here yet',
  namelessText: (n: number) => `Memories and Both have ${times(n, 'memory', 'memories')}.`,
  emptyFiltered: 'Nothing matches these filters',
  emptyFilteredText: 'The filters narrow what the server reads. Take them off to see the whole bank.',
  clear: 'Take the filters off',
  allAway: 'Nothing is in view',
  allAwayText: (n: number) => `${times(n, 'node')} of this picture ${n === 1 ? 'is' : 'are'} hidden or filtered away.`,
  showAll: 'Show everything',

  mode: 'What is drawn',
  modeLeft: (mode: GraphMode) => `What was done to the picture stays with ${modes[mode]}: Back leads there`,
  modes,
  search: 'Find a node and fly to it',
  found: (here: number, away: number) =>
    here + away === 0
      ? 'Nothing in this bank matches'
      : `${times(here, 'node')} in view${away > 0 ? `, ${number(away)} or more elsewhere in the bank` : ''}; the arrow keys choose, Enter flies there`,
  foundHere: (here: number) => `${times(here, 'node')} in view match. The rest of the bank could not be searched`,
  opensBoth: 'opens in Both',
  foundInView: 'In view',
  foundAway: 'Elsewhere in the bank',
  foundOf: (shown: number, all: number) => `${number(shown)} of ${number(all)}`,
  notFound: (words: string) => `Nothing in this bank holds “${words}”`,
  searching: 'Looking through the bank',
  searchFailed: 'The rest of the bank could not be searched',

  layout: 'Layout',
  layouts: {
    force: 'Force: near is linked',
    rings: 'Rings: most linked in the middle',
    breadth: 'Steps from the selected node',
    timeline: 'Time: left is earlier',
    grid: 'Grid',
  } satisfies Record<LayoutName, string>,
  layoutShort: { force: 'force', rings: 'rings', breadth: 'steps', timeline: 'time', grid: 'grid' } satisfies Record<LayoutName, string>,
  laying: (share: number) => `Laying out, ${Math.round(share * 100)} %`,
  layoutDone: (name: string, n: number) => `${name}. ${times(n, 'node')} in view.`,
  stepsFrom: (label: string) => `Steps from ${cut(label, 60)}, the most linked: select a node for another beginning`,
  stopped: 'The layout was stopped: all stays where it was',
  stoppedFirst: 'The layout was stopped: a grid stands in its place',
  layoutFailed: 'The layout failed',
  cancel: 'Stop',
  color: 'Colour',
  colors: { type: 'Type', recency: 'Recency', community: 'Community' } satisfies Record<Coloring, string>,
  size: 'Size',
  sizes: { mentions: 'Mentions', links: 'Links in view', proofs: 'Proofs', same: 'All alike' } satisfies Record<Sizing, string>,
  hulls: 'Shade communities',
  /** at the ends of the scale of colours */
  recency: (scale: Stretch | null): readonly [string, string] =>
    scale === null
      ? ['older', 'newer']
      : [
          scale.low > scale.from ? `until ${day(scale.low)}` : day(scale.low),
          scale.high < scale.to ? `from ${day(scale.high)} on` : day(scale.high),
        ],
  community: (n: number) => `Community ${n}`,
  otherCommunities: 'Others',
  systemColors: 'Your system sets the colours: nodes show their kind by shape alone.',
  view: 'View',

  panel: 'Filters and nodes',
  filtersOf: 'Filters',
  panelOpen: 'Show filters and nodes',
  panelClose: 'Hide filters and nodes',
  show: 'Show',
  showHelp: 'In this view. Nothing is read again.',
  kinds,
  toggleKind: (kind: NodeKind, n: number) => `${kinds[kind]}, ${times(n, 'node')}`,
  minLinks: 'Links at least',
  minLinksValue: (n: number) => (n === 0 ? 'any' : String(n)),
  data: 'Read from the bank',
  dataHelp: 'Changes here read the graph again.',
  dataIs: (limit: number, per: number, narrowed: boolean) =>
    `${times(limit, 'node')} · ${per === 0 ? 'all links' : times(per, 'link')}${narrowed ? ' · filtered' : ''}`,
  limit: 'Nodes at most',
  per: 'Links per node',
  perAll: 'all',
  perValue: (n: number) => (n === 0 ? 'all' : `strongest ${n}`),
  min: 'Named together',
  minValue: (n: number) => `at least ${n} ×`,
  facts: 'Memories of type',
  factTypes: { all: 'All types', world: 'World', experience: 'Experience', observation: 'Observation' } satisfies Record<
    'all' | FactType,
    string
  >,
  words: 'Words in memories',
  tags: 'Tags',
  tagsHow: 'Which memories',
  tagsPlaceholder: 'customer, order',
  tagsHelp: {
    any: 'one of these tags, or none at all',
    all: 'all of these tags, or none at all',
    any_strict: 'one of these tags',
    all_strict: 'all of these tags, and perhaps others',
    exact: 'exactly these tags, nothing more',
  } satisfies Record<TagMode, string>,
  scope: 'Scope',
  scopes: { any: 'All scopes', global: 'Global: no tags' },
  scopeOf: (tags: readonly string[], n: number) =>
    `${tags.length === 0 ? 'Global' : tags.map((tag) => `#${tag}`).join(' ')} (${number(n)})`,
  document: 'Document',
  removeDocument: 'Take the document filter off',
  reread: 'Read the graph again',

  inView: 'In view',
  byLinks: (n: number) => `${number(n)}, by links`,
  nodeList: 'Nodes in view, most linked first',
  links: (n: number) => times(n, 'link'),
  nodes: (n: number) => times(n, 'node'),

  chosen: { entities: 'the most named', memories: 'the latest' },
  latest: (drawn: number, named: number) =>
    `the latest memories and ${drawn < named ? `${number(drawn)} of the ${number(named)} names in them` : 'whom they name'}`,
  shownNodes: (nodes: number, all: number, which: string) =>
    nodes < all
      ? `${number(nodes)} of ${times(all, 'node')}, ${which}`
      : all === 1
        ? 'The one node there is'
        : `All ${times(nodes, 'node')}`,
  /** Of the entity graph all links of the bank are counted, else those between the nodes: of a part of them more lead elsewhere. */
  shownLinks: (links: number, all: number, per: number, { isWhole, isPart }: { isWhole: boolean; isPart: boolean }) =>
    links < all
      ? `${number(links)} of ${number(all)} links${isWhole ? '' : ' between these nodes'}${per === 0 ? '' : `, the strongest ${per === 1 ? 'one' : per} per node`}`
      : links === 0
        ? 'no links'
        : isPart && !isWhole
          ? `the ${times(links, 'link')} between these nodes alone`
          : `${links === 1 ? 'the one link' : `all ${times(links, 'link')}`} between them`,
  /** of what was read, after filters and hiding */
  inViewOf: (nodes: number, ofNodes: number, links: number, ofLinks: number) =>
    `in view ${number(nodes)} of these ${times(ofNodes, 'node')} and ${number(links)} of ${times(ofLinks, 'link')}`,
  brought: (nodes: number, links: number, allNodes: number, allLinks: number) =>
    `${times(nodes, 'node')} and ${times(links, 'link')} added by hand, however weak; with them ${times(allNodes, 'node')} and ${times(allLinks, 'link')}`,
  more: 'Show more',

  zoomIn: 'Nearer',
  zoomOut: 'Further away',
  fit: 'Everything in sight',
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  redone: 'Done again',
  help: 'Keys of the graph',
  helpText: 'While the picture has the focus:',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'to the nearest node in that direction' },
    { keys: ['[', ']'], does: 'through the nodes that hang on this one' },
    { keys: ['Enter'], does: 'to its details' },
    { keys: ['E'], does: 'add up to 25 neighbours' },
    { keys: ['H'], does: 'hide it' },
    { keys: ['I'], does: 'keep it and its neighbours alone' },
    { keys: ['P'], does: 'pin it, or let it go' },
    { keys: ['W'], does: 'begin a path here, walk on, and end it there' },
    { keys: ['L'], does: 'to the link that was walked over, or its strongest one' },
    { keys: ['F'], does: 'fly to it' },
    { keys: ['+', '−', '0'], does: 'nearer, further, everything' },
    { keys: ['Ctrl Z', 'Ctrl Y'], does: 'undo, redo' },
    { keys: ['Esc'], does: 'no path, then let go of the node' },
  ],
  canvas: 'Graph',
  canvasHelp:
    'Arrow keys go to the nearest node, square brackets through linked nodes, Enter to the details, E expands, H hides, I isolates, P pins, W makes a path, L opens the link that was walked over. The list of nodes beside the picture holds the same nodes.',

  sayView: (nodes: number, links: number) => `${times(nodes, 'node')} and ${times(links, 'link')} in view`,
  say: (label: string, kind: string, links: number, mentions: number | null) =>
    `${label}, ${kind}${mentions === null ? '' : `, ${times(mentions, 'mention')}`}, ${times(links, 'link')} shown`,
  sayFresh: ', new in this window',
  expand: (n: number) => (n > 25 ? `Expand 25 of ${number(n)}` : `Expand ${number(n)}`),
  expandNone: 'All that shares a name, a proof or a cause with it is in the picture',
  expandHidden: (n: number) =>
    `${times(n, 'neighbour')} of it ${n === 1 ? 'is' : 'are'} hidden: Show all brings ${n === 1 ? 'it' : 'them'} back.`,
  expandWide: 'Neighbours come from the whole bank, whatever is filtered.',
  expanding: 'Expanding',
  expanded: (n: number) => `${times(n, 'node')} added`,
  expandFailed: 'The neighbours could not be read',
  collapse: 'Take its neighbours off',
  hide: 'Hide',
  hidden: (label: string) => `${label} is hidden`,
  isolate: 'Only this',
  isolated: (n: number) => `${times(n, 'node')} kept`,
  pin: 'Pin',
  unpin: 'Let go',
  pinned: (label: string) => `${label} stays where it is`,
  unpinned: (label: string) => `${label} may move again`,
  pathFrom: 'Path to',
  pathTo: 'Path ends here',
  pathPick: (label: string) => `From ${cut(label, 60)}: choose the other end`,
  pathStop: 'Cancel the path',
  pathStopped: 'No path is looked for',
  pathShown: (from: string, to: string, steps: number) => `${cut(from, 40)} to ${cut(to, 40)}: ${times(steps, 'step')}`,
  pathEnd: 'End the path',
  pathEnded: 'No path is shown',
  pathNone: 'No path leads there within eight steps',
  pathFound: (steps: number) => `A path of ${times(steps, 'step')}`,
  pathFailed: 'The path could not be looked for',
  path: 'Path',
  linkUnread: 'Not all of this link could be read',
  linkKept: 'The address keeps it.',
  linkAgain: 'Try again',
  lostSteps: (n: number) => `${times(n, 'step')} of this link ${n === 1 ? 'does' : 'do'} not apply any more`,

  details: 'Details',
  close: 'Close the details',
  openPage: 'Open its page',
  openPageOf: (label: string) => `Open the page of ${label}`,
  openLink: (label: string) => `Open the link to ${label}`,
  previous: 'Previous node',
  next: 'Next node',
  edge: 'Link',
  edgeKinds,
  edgeCount: (n: number) => `in ${times(n, 'memory', 'memories')}`,
  edgeWeight: 'Strength',
  edgeBetween: 'Between',
  sayLink: (from: string, kind: string, to: string) => `Link: ${cut(from, 60)}, ${kind}, ${cut(to, 60)}`,
  namingBoth: 'Memories that name both',
  namingBothMore: (label: string) => `All memories that name ${label}`,
  namingBothFailed: 'They could not be read.',
  reading: 'Being read',
  again: 'Retry',
  neighbors: 'Linked in view',
  neighborsNone: 'Nothing in view hangs on it.',
  neighborsMore: (n: number) => `${number(n)} more`,

  time: 'Time',
  moment: 'By when it',
  moments: { occurred: 'Occurred', mentioned: 'Mentioned', created: 'Stored' } satisfies Record<Moment, string>,
  range: (from: number, to: number) => (day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`),
  scale: (from: number, to: number) => `drawn from ${day(from)} to ${day(to)}, the rest at both ends`,
  fresh: (n: number) => `${number(n)} new, ringed`,
  from: 'Window from',
  to: 'Window to',
  wholeTime: 'Whole time',
  onlyWindow: 'Only this window',
  timeless: (n: number, moment: Moment) =>
    `${times(n, 'node')} without ${{ occurred: 'a time of occurrence', mentioned: 'a time of mention', created: 'a time of storing' }[moment]}`,
  before: (at: number) => `before ${day(at)}`,
  after: (at: number) => `after ${day(at)}`,
  withoutTime: 'no such time',
  noTime: 'Nothing here has such a time.',
  oneTime: (at: number) => `All at one time, on ${day(at)}.`,
  day,
  month,
  year: (at: number) => String(new Date(at).getUTCFullYear()),

  copyLink: 'Copy link',
  linkCopied: 'The link shows this very picture',
  linkLong: 'Too much was done for one link: it carries the filters alone. Export the JSON to keep the picture.',
  copyFailed: 'The browser did not let the link be copied',
  export: 'Export',
  exports: {
    png: 'PNG, as it is in sight',
    pngAll: 'PNG, everything, twice as fine',
    svg: 'SVG, everything',
    json: 'JSON for Cytoscape',
    nodes: 'CSV of nodes',
    edges: 'CSV of links',
  },
  exported: (name: string) => `${name} was saved`,
  exportFailed: 'The picture could not be saved',
  exportNone: 'There is no picture yet.',
  exportTooLarge: 'It is larger than this browser can draw. SVG has no such bound.',
  caption: {
    mode: (mode: GraphMode) => modes[mode],
    words: (q: string) => `words “${q}”`,
    tags: (tags: readonly string[], how: string) => `${tags.length === 0 ? 'no tags' : tags.map((tag) => `#${tag}`).join(' ')} (${how})`,
    document: (id: string) => `document ${id}`,
    type: (type: FactType) => kinds[type].toLowerCase(),
    window: (words: string, moment: Moment) => `${{ occurred: 'occurred', mentioned: 'mentioned', created: 'stored' }[moment]} ${words}`,
    lines: (off: readonly EdgeKind[]) => `without links of ${off.map((kind) => edgeKinds[kind]).join(', ')}`,
    groups: (off: readonly string[]) => `without ${off.map((name) => `“${name}”`).join(', ')}`,
    only: 'nothing else',
    off: (off: readonly NodeKind[]) => `without ${off.map((kind) => kinds[kind].toLowerCase()).join(', ')}`,
    of: (bank: string, at: string) => `Memory Bank · ${bank} · ${at}`,
  },
};
