import { dateFormat, number, plural } from '#components/strings/counted';
import { memoriesOf } from '#components/strings/de/ui';
import type { graph as english } from '#components/strings/graph';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

const nodesOf = (n: number): string => `${number(n)} Knoten`;
const linksOf = (n: number): string => plural(n, { one: '# Verbindung', other: '# Verbindungen' });
const stepsOf = (n: number): string => plural(n, { one: '# Schritt', other: '# Schritte' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const kinds: Translation<(typeof english)['kinds']> = {
  entity: 'Entität',
  world: 'Weltfakt',
  experience: 'Erfahrung',
  observation: 'Beobachtung',
};
const edgeKinds: Translation<(typeof english)['edgeKinds']> = {
  together: 'zusammen erwähnt',
  mentions: 'erwähnt',
  proves: 'belegt',
  caused_by: 'verursacht durch',
  semantic: 'gleiche Quellen',
  entity: 'gleiche Entität',
  temporal: 'zeitlich nah',
};
const modes: Translation<(typeof english)['modes']> = { entities: 'Entitäten', memories: 'Erinnerungen', both: 'Beides' };

const moments: Translation<(typeof english)['moments']> = { occurred: 'Geschehen', mentioned: 'Erwähnt', created: 'Gespeichert' };
const freshText = (n: number): string => `${number(n)} neu, mit Ring`;

export const graph: Translation<typeof english> = {
  title: 'Graph',
  purpose: 'Personen und Dinge, die Ihre Erinnerungen erwähnen, und wie sie zusammenhängen.',
  loading: 'Graph wird geladen',
  failed: 'Der Graph konnte nicht geladen werden',
  empty: 'Noch nichts zu zeichnen',
  emptyText:
    'Nehmen Sie einen Text auf. Jede Erinnerung und jede Entität wird zu einem Knoten. Verbindungen führen von einer Erinnerung zu den Entitäten, die sie erwähnt.',
  nameless: 'Noch keine Entitäten',
  namelessText: (n) => `Wählen Sie „Erinnerungen“ oder „Beides“, um ${memoriesOf(n)} zu sehen.`,
  emptyFiltered: 'Nichts passt zu diesen Filtern',
  emptyFilteredText: 'Die Filter begrenzen, was geladen wird. Ohne sie sehen Sie die ganze Bank.',
  clear: 'Filter zurücksetzen',
  allHidden: 'Nichts sichtbar',
  allHiddenText: (n) =>
    plural(n, { one: '# Knoten ist ausgeblendet oder herausgefiltert.', other: '# Knoten sind ausgeblendet oder herausgefiltert.' }),
  showAll: 'Alle einblenden',

  mode: 'Anzeigen',
  modeChanged: (mode) => `Ihre Änderungen an der Ansicht bleiben unter „${modes[mode]}“. „Zurück“ führt wieder dorthin.`,
  modes,
  search: 'Knoten suchen',
  found: (here, away) =>
    here + away === 0
      ? 'Keine Treffer in dieser Bank'
      : `${nodesOf(here)} sichtbar${away > 0 ? `, ${number(away)} oder mehr anderswo in der Bank` : ''}; Pfeiltasten wählen aus, die Eingabetaste springt dorthin`,
  foundHere: (here) => `${nodesOf(here)} sichtbar. Der Rest der Bank konnte nicht durchsucht werden`,
  opensBoth: 'öffnet sich unter „Beides“',
  foundInView: 'Sichtbar',
  foundElsewhere: 'Anderswo in der Bank',
  foundOf: (shown, all) => `${number(shown)} von ${number(all)}`,
  notFound: (words) => `Keine Treffer für „${words}“ in dieser Bank`,
  searching: 'Bank wird durchsucht',
  searchFailed: 'Der Rest der Bank konnte nicht durchsucht werden',

  layout: 'Layout',
  layouts: {
    force: 'Kräfte: Verbundenes liegt nah beieinander',
    rings: 'Ringe: Meistverbundenes in der Mitte',
    breadth: 'Schritte ab dem ausgewählten Knoten',
    timeline: 'Zeitachse: links ist früher',
    grid: 'Raster',
  },
  layoutShort: { force: 'Kräfte', rings: 'Ringe', breadth: 'Schritte', timeline: 'Zeitachse', grid: 'Raster' },
  laying: (share) => `Layout wird berechnet, ${Math.round(share * 100)}\u00a0%`,
  layoutDone: (name, n) => `${name}. ${nodesOf(n)} sichtbar.`,
  stepsFrom: (label) => `Schritte ab ${cut(label, 60)}, dem meistverbundenen Knoten. Wählen Sie einen Knoten aus, um anderswo zu beginnen`,
  stopped: 'Layout gestoppt; kein Knoten wurde bewegt',
  stoppedFirst: 'Layout gestoppt; angezeigt wird stattdessen ein Raster',
  layoutFailed: 'Das Layout ist fehlgeschlagen',
  cancel: 'Stoppen',
  color: 'Farbe',
  colors: { type: 'Typ', recency: 'Aktualität', community: 'Gruppe' },
  colorsChosen: { type: 'Typ', recency: 'Aktualität', community: 'Gruppe' },
  size: 'Größe',
  sizes: { mentions: 'Erwähnungen', links: 'Sichtbare Verbindungen', proofs: 'Belege', same: 'Gleiche Größe' },
  sizesChosen: { mentions: 'Erwähnungen', links: 'Sichtbare Verbindungen', proofs: 'Belege', same: 'Gleiche Größe' },
  hulls: 'Gruppen farbig hinterlegen',
  recency: (scale) =>
    scale === null
      ? ['älter', 'neuer']
      : [
          scale.low > scale.from ? `bis ${day(scale.low)}` : day(scale.low),
          scale.high < scale.to ? `ab ${day(scale.high)}` : day(scale.high),
        ],
  community: (n) => `Gruppe ${n}`,
  otherCommunities: 'Andere',
  systemColors: 'Ihr System legt die Farben fest: Den Typ eines Knotens zeigt nur die Form.',
  view: 'Ansicht',

  panel: 'Filter und Knoten',
  filtersOf: 'Filter',
  panelOpen: 'Filter und Knoten anzeigen',
  panelClose: 'Filter und Knoten ausblenden',
  show: 'Anzeigen',
  showHelp: 'In dieser Ansicht, ohne neu zu laden.',
  kinds,
  minLinks: 'Mindestzahl an Verbindungen',
  minLinksValue: (n) => (n === 0 ? 'beliebig' : String(n)),
  data: 'Aus der Bank laden',
  dataHelp: 'Änderungen hier laden den Graphen neu.',
  dataIs: (limit, per, narrowed) =>
    `${nodesOf(limit)} · ${per === 0 ? 'alle Verbindungen' : linksOf(per)}${narrowed ? ' · gefiltert' : ''}`,
  limit: 'Höchstzahl an Knoten',
  per: 'Verbindungen pro Knoten',
  perValue: (n) => (n === 0 ? 'alle' : `stärkste ${n}`),
  min: 'Zusammen erwähnt',
  minValue: (n) => `mindestens ${n}-mal`,
  facts: 'Erinnerungstypen',
  factTypes: { all: 'Alle Typen', world: 'Weltfakt', experience: 'Erfahrung', observation: 'Beobachtung' },
  words: 'Wörter in Erinnerungen',
  tags: 'Tags',
  tagsHow: 'Tag-Abgleich',
  tagsPlaceholder: 'kunde, bestellung',
  tagsHelp: {
    any: 'eines dieser Tags oder ohne Tags',
    all: 'alle diese Tags oder ohne Tags',
    any_strict: 'eines dieser Tags',
    all_strict: 'alle diese Tags und möglicherweise weitere',
    exact: 'genau diese Tags',
  },
  scope: 'Bereich',
  scopes: { any: 'Alle Bereiche', global: 'Global: ohne Tags' },
  scopeOf: (tags, n) => `${tags.length === 0 ? 'Global' : tags.map((tag) => `#${tag}`).join(' ')} (${number(n)})`,
  document: 'Dokument',
  documentIs: 'Dokument: {id}',
  removeDocument: 'Dokumentfilter entfernen',
  reread: 'Graph neu laden',

  inView: 'Sichtbar',
  byLinks: (n) => `${number(n)}, nach Verbindungen`,
  nodeList: 'Sichtbare Knoten, meistverbundene zuerst',
  links: linksOf,
  nodes: nodesOf,

  chosen: { entities: 'am häufigsten erwähnt', memories: 'die neuesten' },
  latest: (drawn, named) =>
    `die neuesten Erinnerungen und ${drawn < named ? `${number(drawn)} der ${number(named)} Namen darin` : 'die Namen darin'}`,
  shownNodes: (nodes, all, which) =>
    nodes < all ? `${number(nodes)} von ${nodesOf(all)}, ${which}` : all === 1 ? 'Der einzige Knoten' : `Alle ${nodesOf(nodes)}`,
  shownLinks: (links, all, per, { isWhole, isPart }) =>
    links < all
      ? `${number(links)} von ${linksOf(all)}${isWhole ? '' : ' zwischen diesen Knoten'}${per === 0 ? '' : `, ${per === 1 ? 'die stärkste' : `die ${per} stärksten`} pro Knoten`}`
      : links === 0
        ? 'keine Verbindungen'
        : isPart && !isWhole
          ? `nur die ${links === 1 ? 'eine Verbindung' : linksOf(links)} zwischen diesen Knoten`
          : `${links === 1 ? 'die eine Verbindung' : `alle ${linksOf(links)}`} dazwischen`,
  inViewOf: (nodes, ofNodes, links, ofLinks) =>
    `davon sichtbar: ${number(nodes)} von ${nodesOf(ofNodes)} und ${number(links)} von ${linksOf(ofLinks)}`,
  expandedSummary: (nodes, links, allNodes, allLinks) =>
    `von Hand hinzugefügt, unabhängig von der Stärke: ${nodesOf(nodes)} und ${linksOf(links)}; insgesamt ${nodesOf(allNodes)} und ${linksOf(allLinks)}`,
  summary: (parts) => `{nodes}; ${parts.join('; ')}.`,
  briefNodes: (nodes, all) => (nodes < all ? `${number(nodes)} von ${nodesOf(all)}` : nodesOf(nodes)),
  briefLinks: (links, all) => (links < all ? `${number(links)} von ${linksOf(all)}` : linksOf(links)),
  briefAdded: (n) => `${number(n)} hinzugefügt`,
  briefInView: (n) => `${number(n)} sichtbar`,
  about: 'Was der Graph zeigt',
  more: 'Mehr anzeigen',

  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Einpassen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  undone: 'Rückgängig gemacht',
  redone: 'Wiederholt',
  help: 'Tastenkürzel des Graphen',
  helpText: 'Solange der Graph den Fokus hat:',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'nächsten Knoten in dieser Richtung auswählen' },
    { keys: ['[', ']'], does: 'verbundene Knoten durchgehen' },
    { keys: ['Eingabe'], does: 'Details anzeigen' },
    { keys: ['E'], does: 'bis zu 25 Nachbarn hinzufügen' },
    { keys: ['H'], does: 'Knoten ausblenden' },
    { keys: ['I'], does: 'nur den Knoten und seine Nachbarn anzeigen' },
    { keys: ['P'], does: 'Knoten anheften oder lösen' },
    { keys: ['W'], does: 'hier einen Pfad beginnen; am Ende erneut drücken' },
    { keys: ['L'], does: 'zuletzt verfolgte oder stärkste Verbindung öffnen' },
    { keys: ['F'], does: 'auf den Knoten zoomen' },
    { keys: ['+', '−', '0'], does: 'vergrößern, verkleinern, einpassen' },
    { keys: ['Strg Z', 'Strg Y'], does: 'rückgängig machen, wiederholen' },
    { keys: ['Esc'], does: 'Pfad abbrechen, dann Auswahl aufheben' },
  ],
  canvas: 'Graph',
  canvasHelp:
    'Pfeiltasten wählen den nächsten Knoten aus, eckige Klammern gehen verbundene Knoten durch, die Eingabetaste öffnet die Details. E klappt auf, H blendet aus, I isoliert, P heftet an, W bildet einen Pfad, und L öffnet die zuletzt verfolgte Verbindung. Die Liste neben dem Graphen enthält dieselben Knoten.',

  sayPicture: (mode, text) => `${modes[mode]}. ${text}`,
  sayView: (nodes, links) => `${nodesOf(nodes)} und ${linksOf(links)} sichtbar`,
  sayWindow: (moment, range, fresh, view) => `${moments[moment]} ${range}, ${freshText(fresh)}. ${view}`,
  say: (label, what, links, mentions, isFresh) =>
    `${label}, ${what}${mentions === null ? '' : `, ${plural(mentions, { one: '# Erwähnung', other: '# Erwähnungen' })}`}, ${linksOf(links)} angezeigt${isFresh ? ', neu in diesem Zeitfenster' : ''}`,
  expand: (n) => (n > 25 ? `25 von ${number(n)} aufklappen` : n === 0 ? 'Aufklappen' : `${number(n)} aufklappen`),
  expandLinks: (n) => plural(n, { one: '# weitere Verbindung anzeigen', other: '# weitere Verbindungen anzeigen' }),
  expandedLinks: (n) => `${linksOf(n)} hinzugefügt`,
  expandNone: 'Alle Knoten, die einen Namen, eine Quelle oder eine Ursache damit teilen, werden angezeigt',
  expandHidden: (n) =>
    plural(n, {
      one: '# Nachbar ist ausgeblendet. „Alle einblenden“ zeigt ihn an.',
      other: '# Nachbarn sind ausgeblendet. „Alle einblenden“ zeigt sie an.',
    }),
  expandWide: 'Nachbarn stammen aus der ganzen Bank, unabhängig von Filtern.',
  expanding: 'Wird aufgeklappt',
  expanded: (n) => `${nodesOf(n)} hinzugefügt`,
  expandFailed: 'Die Nachbarn konnten nicht geladen werden',
  hide: 'Ausblenden',
  hidden: (label) => `${label} ausgeblendet`,
  isolate: 'Isolieren',
  isolated: (n) => `${nodesOf(n)} angezeigt`,
  pin: 'Anheften',
  unpin: 'Lösen',
  pinned: (label) => `${label} angeheftet`,
  unpinned: (label) => `${label} gelöst`,
  pathFrom: 'Pfad zu…',
  pathTo: 'Pfad hier beenden',
  pathPick: (label) => `Von ${cut(label, 60)}: Wählen Sie das andere Ende`,
  pathStop: 'Pfad abbrechen',
  pathStopped: 'Pfad abgebrochen',
  pathShown: (from, to, steps) => `${cut(from, 40)} bis ${cut(to, 40)}: ${stepsOf(steps)}`,
  pathEnd: 'Pfad entfernen',
  pathEnded: 'Pfad entfernt',
  pathNone: 'Kein Pfad innerhalb von acht Schritten',
  pathFound: (steps) => `Pfad mit ${plural(steps, { one: '# Schritt', other: '# Schritten' })}`,
  pathFailed: 'Es konnte nicht nach einem Pfad gesucht werden',
  path: 'Pfad',
  linkUnread: 'Nicht alles, was dieser Link zeigt, konnte geladen werden',
  linkInAddress: 'Die URL enthält es weiterhin.',
  linkAgain: 'Erneut versuchen',
  lostSteps: (n) =>
    plural(n, {
      one: '# Schritt dieses Links lässt sich nicht mehr anwenden',
      other: '# Schritte dieses Links lassen sich nicht mehr anwenden',
    }),

  details: 'Details',
  close: 'Details schließen',
  openPage: 'Seite öffnen',
  openPageOf: (label) => `Seite von ${label} öffnen`,
  openLink: (label) => `Verbindung zu ${label} öffnen`,
  previous: 'Vorheriger Knoten',
  next: 'Nächster Knoten',
  edge: 'Verbindung',
  edgeKinds,
  edgeCount: (n) => `in ${memoriesOf(n)}`,
  edgeWeight: 'Stärke',
  edgeBetween: 'Zwischen',
  sayLink: (from, kind, to) => `Verbindung: ${cut(from, 60)}, ${edgeKinds[kind]}, ${cut(to, 60)}`,
  namingBoth: 'Erinnerungen, die beide erwähnen',
  namingBothMore: (label) => `Alle Erinnerungen, die ${label} erwähnen`,
  namingBothFailed: 'Die Erinnerungen konnten nicht geladen werden.',
  reading: 'Wird geladen',
  again: 'Erneut versuchen',
  neighbors: 'Sichtbar verbunden',
  neighborsNone: 'Keine verbundenen Knoten sichtbar.',
  neighborsMore: (n) => `${number(n)} weitere`,

  time: 'Zeit',
  moment: 'Zeitfeld',
  moments,
  range: (from, to) => (day(from) === day(to) ? day(from) : `${day(from)} bis ${day(to)}`),
  scale: (from, to) => `gezeichnet von ${day(from)} bis ${day(to)}; andere Knoten liegen an den Enden`,
  fresh: freshText,
  from: 'Zeitfenster von',
  to: 'Zeitfenster bis',
  wholeTime: 'Gesamte Zeit',
  onlyWindow: 'Nur dieses Zeitfenster',
  timeless: (n, moment) =>
    `${nodesOf(n)} ohne Zeitpunkt ${{ occurred: 'des Geschehens', mentioned: 'der Erwähnung', created: 'der Speicherung' }[moment]}`,
  before: (at) => `vor ${day(at)}`,
  after: (at) => `nach ${day(at)}`,
  withoutTime: 'ohne diese Zeitangabe',
  noTime: 'Nichts hier hat diese Zeitangabe.',
  oneTime: (at) => `Alles zum selben Zeitpunkt: ${day(at)}.`,
  day,
  month,
  year: (at) => String(new Date(at).getUTCFullYear()),

  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert. Er zeigt genau diese Ansicht',
  linkLong:
    'Die Ansicht hat zu viele Änderungen für einen Link, deshalb enthält er nur die Filter. Exportieren Sie JSON, um sie zu sichern.',
  copyFailed: 'Der Browser hat das Kopieren des Links nicht erlaubt',
  export: 'Exportieren',
  exports: {
    png: 'PNG, aktuelle Ansicht',
    pngAll: 'PNG, ganzer Graph in 2×',
    svg: 'SVG, ganzer Graph',
    json: 'JSON für Cytoscape',
    nodes: 'CSV der Knoten',
    edges: 'CSV der Verbindungen',
  },
  exported: (name) => `${name} gespeichert`,
  exportFailed: 'Das Bild konnte nicht gespeichert werden',
  exportNone: 'Es gibt noch nichts zu exportieren.',
  exportTooLarge: 'Zu groß, um es in diesem Browser zu zeichnen. Exportieren Sie stattdessen SVG.',
  caption: {
    mode: (mode) => modes[mode],
    words: (q) => `Wörter „${q}“`,
    tags: (tags, how) => `${tags.length === 0 ? 'keine Tags' : tags.map((tag) => `#${tag}`).join(' ')} (${how})`,
    document: (id) => `Dokument ${id}`,
    type: (type) => kinds[type],
    window: (words, moment) => `${{ occurred: 'geschehen', mentioned: 'erwähnt', created: 'gespeichert' }[moment]} ${words}`,
    lines: (off) => `ohne Verbindungen: ${off.map((kind) => edgeKinds[kind]).join(', ')}`,
    groups: (off) => `ohne ${off.map((name) => `„${name}“`).join(', ')}`,
    only: 'nichts anderes',
    off: (off) => `ohne ${off.map((kind) => kinds[kind]).join(', ')}`,
    line: (filters, shown) => `${filters.join(' · ')}: ${shown}`,
    colorsFrom: (moment, from) => `${moments[moment]} ${from}`,
    of: (bank, at) => `Memory Bank · ${bank} · ${at}`,
  },
};
