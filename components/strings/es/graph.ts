import { dateFormat, listed, number, plural } from '#components/strings/counted';
import { nLinks, nMemories } from '#components/strings/es/counts';
import { ui } from '#components/strings/es/ui';
import type { graph as english } from '#components/strings/graph';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

const nodes = (n: number): string => plural(n, { one: '# nodo', other: '# nodos' });
const steps = (n: number): string => plural(n, { one: '# paso', other: '# pasos' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const { entity, world, experience, observation } = ui.facts;
const kinds = { entity, world, experience, observation };
/** Nodes of a kind within a sentence. */
const kindsPlural = { entity: 'entidades', world: 'hechos del mundo', experience: 'experiencias', observation: 'observaciones' };
const edgeKinds = {
  together: 'mencionadas juntas',
  mentions: 'menciona',
  proves: 'respalda',
  caused_by: 'causado por',
  semantic: 'mismas fuentes',
  entity: 'misma entidad',
  temporal: 'cercanos en el tiempo',
};
const moments = { occurred: 'Ocurrido', mentioned: 'Mencionado', created: 'Guardado' };
const freshText = (n: number): string => plural(n, { one: '# nuevo, con anillo', other: '# nuevos, con anillo' });
const modes = { entities: 'Entidades', memories: 'Recuerdos', both: 'Ambos' };

export const graph: Translation<typeof english> = {
  title: 'Grafo',
  purpose: 'Personas y cosas que mencionan tus recuerdos, y cómo se relacionan.',
  loading: 'Cargando el grafo',
  failed: 'No se pudo cargar el grafo',
  empty: 'Aún no hay nada que dibujar',
  emptyText:
    'Memoriza un texto. Cada recuerdo y cada entidad se convierten en un nodo. Las relaciones unen un recuerdo con las entidades que menciona.',
  nameless: 'Aún no hay entidades',
  namelessText: (n) => `Elige Recuerdos o Ambos para ver ${nMemories(n)}.`,
  emptyFiltered: 'Nada coincide con estos filtros',
  emptyFilteredText: 'Los filtros limitan lo que se carga. Quítalos para ver todo el banco.',
  clear: 'Quitar filtros',
  allHidden: 'No hay nada visible',
  allHiddenText: (n) =>
    plural(n, { one: '# nodo está oculto o excluido por un filtro.', other: '# nodos están ocultos o excluidos por un filtro.' }),
  showAll: 'Mostrar todo',

  mode: 'Mostrar',
  modeChanged: (mode) => `Tus cambios en la vista siguen en ${modes[mode]}. Usa Atrás para volver.`,
  modes,
  search: 'Buscar un nodo',
  found: (here, away) =>
    here + away === 0
      ? 'Sin coincidencias en este banco'
      : `${nodes(here)} a la vista${away > 0 ? `, ${number(away)} o más en el resto del banco` : ''}; usa las teclas de flecha para elegir e Intro para ir`,
  foundHere: (here) => `${nodes(here)} a la vista. No se pudo buscar en el resto del banco`,
  opensBoth: 'se abre en Ambos',
  foundInView: 'A la vista',
  foundElsewhere: 'En el resto del banco',
  foundOf: (shown, all) => `${number(shown)} de ${number(all)}`,
  notFound: (words) => `Sin coincidencias para “${words}” en este banco`,
  searching: 'Buscando en el banco',
  searchFailed: 'No se pudo buscar en el resto del banco',

  layout: 'Disposición',
  layouts: {
    force: 'Fuerzas: los nodos relacionados quedan cerca',
    rings: 'Anillos: los más relacionados en el centro',
    breadth: 'Pasos desde el nodo seleccionado',
    timeline: 'Cronología: lo anterior a la izquierda',
    grid: 'Cuadrícula',
  },
  layoutShort: { force: 'fuerzas', rings: 'anillos', breadth: 'pasos', timeline: 'cronología', grid: 'cuadrícula' },
  laying: (share) => `Disponiendo, ${Math.round(share * 100)}\u00a0%`,
  layoutDone: (name, n) => `${name}. ${nodes(n)} a la vista.`,
  stepsFrom: (label) => `Pasos desde ${cut(label, 60)}, el nodo con más relaciones. Selecciona un nodo para empezar en otro lugar`,
  stopped: 'Disposición detenida; ningún nodo se movió',
  stoppedFirst: 'Disposición detenida; se muestra una cuadrícula',
  layoutFailed: 'La disposición falló',
  cancel: 'Detener',
  color: 'Color',
  colors: { type: 'Tipo', recency: 'Antigüedad', community: 'Comunidad' },
  colorsChosen: { type: 'tipo', recency: 'antigüedad', community: 'comunidad' },
  size: 'Tamaño',
  sizes: { mentions: 'Menciones', links: 'Relaciones a la vista', proofs: 'Evidencia', same: 'Mismo tamaño' },
  sizesChosen: { mentions: 'menciones', links: 'relaciones a la vista', proofs: 'evidencia', same: 'mismo tamaño' },
  hulls: 'Sombrear comunidades',
  recency: (scale) =>
    scale === null
      ? ['más antiguo', 'más reciente']
      : [
          scale.low > scale.from ? `hasta ${day(scale.low)}` : day(scale.low),
          scale.high < scale.to ? `desde ${day(scale.high)}` : day(scale.high),
        ],
  community: (n) => `Comunidad ${number(n)}`,
  otherCommunities: 'Otras',
  systemColors: 'Tu sistema define los colores: solo las formas indican el tipo de un nodo.',
  view: 'Vista',

  panel: 'Filtros y nodos',
  filtersOf: 'Filtros',
  panelOpen: 'Mostrar filtros y nodos',
  panelClose: 'Ocultar filtros y nodos',
  show: 'Mostrar',
  showHelp: 'En esta vista, sin recargar.',
  kinds,
  minLinks: 'Mínimo de relaciones',
  minLinksValue: (n) => (n === 0 ? 'cualquiera' : number(n)),
  data: 'Cargar del banco',
  dataHelp: 'Los cambios aquí recargan el grafo.',
  dataIs: (limit, per, narrowed) =>
    `${nodes(limit)} · ${per === 0 ? 'todas las relaciones' : nLinks(per)}${narrowed ? ' · con filtros' : ''}`,
  limit: 'Máximo de nodos',
  per: 'Relaciones por nodo',
  perValue: (n) => (n === 0 ? 'todas' : plural(n, { one: 'la más fuerte', other: 'las # más fuertes' })),
  min: 'Mencionadas juntas',
  minValue: (n) => `al menos ${number(n)} ×`,
  facts: 'Tipos de recuerdo',
  factTypes: { all: 'Todos los tipos', world: 'Mundo', experience: 'Experiencia', observation: 'Observación' },
  words: 'Palabras en los recuerdos',
  tags: 'Etiquetas',
  tagsHow: 'Coincidencia de etiquetas',
  tagsPlaceholder: 'cliente, pedido',
  tagsHelp: {
    any: 'una de estas etiquetas, o sin etiquetas',
    all: 'todas estas etiquetas, o sin etiquetas',
    any_strict: 'una de estas etiquetas',
    all_strict: 'todas estas etiquetas, y quizá otras',
    exact: 'exactamente estas etiquetas',
  },
  scope: 'Ámbito',
  scopes: { any: 'Todos los ámbitos', global: 'Global: sin etiquetas' },
  scopeOf: (tags, n) => `${tags.length === 0 ? 'Global' : tags.map((tag) => `#${tag}`).join(' ')} (${number(n)})`,
  document: 'Documento',
  documentIs: 'Documento: {id}',
  removeDocument: 'Quitar el filtro de documento',
  reread: 'Recargar el grafo',

  inView: 'A la vista',
  byLinks: (n) => `${number(n)}, por relaciones`,
  nodeList: 'Nodos a la vista, de más a menos relaciones',
  links: nLinks,
  nodes,

  chosen: { entities: 'los más mencionados', memories: 'los más recientes' },
  latest: (drawn, named) =>
    drawn < named
      ? `los recuerdos más recientes y ${number(drawn)} de los ${number(named)} nombres que contienen`
      : 'los recuerdos más recientes y los nombres que contienen',
  shownNodes: (shown, all, which) =>
    shown < all ? `${number(shown)} de ${nodes(all)}, ${which}` : plural(all, { one: 'El único nodo', other: 'Los # nodos' }),
  shownLinks: (links, all, per, { isWhole, isPart }) => {
    if (links < all) {
      const strongest = per === 0 ? '' : plural(per, { one: ', la más fuerte por nodo', other: ', las # más fuertes por nodo' });
      return `${number(links)} de ${nLinks(all)}${isWhole ? '' : ' entre estos nodos'}${strongest}`;
    }
    if (links === 0) return 'sin relaciones';
    return isPart && !isWhole
      ? plural(links, { one: 'solo # relación entre estos nodos', other: 'solo las # relaciones entre estos nodos' })
      : plural(links, { one: 'la única relación entre ellos', other: 'las # relaciones entre ellos' });
  },
  inViewOf: (shown, ofNodes, links, ofLinks) =>
    `a la vista, ${number(shown)} de estos ${nodes(ofNodes)} y ${number(links)} de ${nLinks(ofLinks)}`,
  summary: (parts) => `{nodes}; ${parts.join('; ')}.`,
  expandedSummary: (added, links, allNodes, allLinks) =>
    `más ${nodes(added)} y ${nLinks(links)} que añadiste, sin importar su fuerza; en total, ${nodes(allNodes)} y ${nLinks(allLinks)}`,
  briefNodes: (shown, all) => (shown < all ? `${number(shown)} de ${nodes(all)}` : nodes(shown)),
  briefLinks: (links, all) => (links < all ? `${number(links)} de ${nLinks(all)}` : nLinks(links)),
  briefAdded: (n) => plural(n, { one: '# añadido', other: '# añadidos' }),
  briefInView: (n) => `${number(n)} a la vista`,
  about: 'Qué muestra el grafo',
  more: 'Mostrar más',

  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  fit: 'Ajustar a la vista',
  undo: 'Deshacer',
  redo: 'Rehacer',
  undone: 'Deshecho',
  redone: 'Rehecho',
  help: 'Atajos de teclado del grafo',
  helpText: 'Mientras el grafo tiene el foco:',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'seleccionar el nodo más cercano en esa dirección' },
    { keys: ['[', ']'], does: 'recorrer los nodos relacionados' },
    { keys: ['Intro'], does: 'mostrar sus detalles' },
    { keys: ['E'], does: 'añadir hasta 25 vecinos' },
    { keys: ['H'], does: 'ocultar el nodo' },
    { keys: ['I'], does: 'mostrar solo el nodo y sus vecinos' },
    { keys: ['P'], does: 'fijar o soltar el nodo' },
    { keys: ['W'], does: 'empezar aquí un camino; púlsala otra vez en el final' },
    { keys: ['L'], does: 'abrir la relación recién seguida, o la más fuerte' },
    { keys: ['F'], does: 'acercar al nodo' },
    { keys: ['+', '−', '0'], does: 'acercar, alejar, ajustar' },
    { keys: ['Ctrl Z', 'Ctrl Y'], does: 'deshacer, rehacer' },
    { keys: ['Esc'], does: 'cancelar el camino y después deseleccionar el nodo' },
  ],
  canvas: 'Grafo',
  canvasHelp:
    'Las teclas de flecha seleccionan el nodo más cercano, los corchetes recorren los nodos relacionados e Intro abre los detalles. E expande, H oculta, I aísla, P fija, W traza un camino y L abre la relación recién seguida. La lista de nodos junto al grafo contiene los mismos nodos.',

  sayPicture: (mode, text) => `${modes[mode]}. ${text}`,
  sayView: (shown, links) => `${nodes(shown)} y ${nLinks(links)} a la vista`,
  sayWindow: (moment, range, fresh, view) => `${moments[moment]}: ${range}, ${freshText(fresh)}. ${view}`,
  say: (label, what, links, mentions, isFresh) =>
    `${label}, ${what}${mentions === null ? '' : `, ${plural(mentions, { one: '# mención', other: '# menciones' })}`}, ${plural(links, {
      one: '# relación visible',
      other: '# relaciones visibles',
    })}${isFresh ? ', nuevo en esta ventana' : ''}`,
  expand: (n) => (n > 25 ? `Expandir 25 de ${number(n)}` : n === 0 ? 'Expandir' : `Expandir ${number(n)}`),
  expandLinks: (n) => plural(n, { one: 'Mostrar # relación más', other: 'Mostrar # relaciones más' }),
  expandedLinks: (n) => plural(n, { one: '# relación añadida', other: '# relaciones añadidas' }),
  expandNone: 'Ya se muestran todos los nodos que comparten con él un nombre, una fuente o una causa',
  expandHidden: (n) =>
    plural(n, {
      one: '# vecino está oculto. Usa Mostrar todo para verlo.',
      other: '# vecinos están ocultos. Usa Mostrar todo para verlos.',
    }),
  expandWide: 'Los vecinos vienen de todo el banco, sin aplicar los filtros.',
  expanding: 'Expandiendo',
  expanded: (n) => plural(n, { one: '# nodo añadido', other: '# nodos añadidos' }),
  expandFailed: 'No se pudieron cargar los vecinos',
  hide: 'Ocultar',
  hidden: (label) => `Nodo oculto: ${label}`,
  isolate: 'Aislar',
  isolated: (n) => plural(n, { one: 'Se muestra # nodo', other: 'Se muestran # nodos' }),
  pin: 'Fijar',
  unpin: 'Soltar',
  pinned: (label) => `Nodo fijado: ${label}`,
  unpinned: (label) => `Nodo suelto: ${label}`,
  pathFrom: 'Camino hasta',
  pathTo: 'Terminar el camino aquí',
  pathPick: (label) => `Desde ${cut(label, 60)}: elige el otro extremo`,
  pathStop: 'Cancelar el camino',
  pathStopped: 'Camino cancelado',
  pathShown: (from, to, n) => `De ${cut(from, 40)} a ${cut(to, 40)}: ${steps(n)}`,
  pathEnd: 'Borrar el camino',
  pathEnded: 'Camino borrado',
  pathNone: 'No hay ningún camino de ocho pasos o menos',
  pathFound: (n) => `Un camino de ${steps(n)}`,
  pathFailed: 'No se pudo buscar un camino',
  path: 'Camino',
  linkUnread: 'No se pudo cargar todo lo que muestra este enlace',
  linkInAddress: 'La URL aún lo contiene.',
  linkAgain: 'Reintentar',
  lostSteps: (n) => plural(n, { one: '# paso de este enlace ya no se aplica', other: '# pasos de este enlace ya no se aplican' }),

  details: 'Detalles',
  close: 'Cerrar los detalles',
  openPage: 'Abrir página',
  openPageOf: (label) => `Abrir la página de ${label}`,
  openLink: (label) => `Abrir la relación con ${label}`,
  previous: 'Nodo anterior',
  next: 'Nodo siguiente',
  edge: 'Relación',
  edgeKinds,
  edgeCount: (n) => `en ${nMemories(n)}`,
  edgeWeight: 'Fuerza',
  edgeBetween: 'Entre',
  sayLink: (from, kind, to) => `Relación: ${cut(from, 60)}, ${edgeKinds[kind]}, ${cut(to, 60)}`,
  namingBoth: 'Recuerdos que mencionan ambas',
  namingBothMore: (label) => `Todos los recuerdos que mencionan ${label}`,
  namingBothFailed: 'No se pudieron cargar los recuerdos.',
  reading: 'Cargando',
  again: 'Reintentar',
  neighbors: 'Relacionados a la vista',
  neighborsNone: 'No hay nodos relacionados a la vista.',
  neighborsMore: (n) => `${number(n)} más`,

  time: 'Tiempo',
  moment: 'Campo de tiempo',
  moments,
  range: (from, to) => (day(from) === day(to) ? day(from) : `${day(from)} – ${day(to)}`),
  scale: (from, to) => `escala de ${day(from)} a ${day(to)}; los demás nodos están en los extremos`,
  fresh: freshText,
  from: 'Ventana desde',
  to: 'Ventana hasta',
  wholeTime: 'Todo el periodo',
  onlyWindow: 'Solo esta ventana',
  timeless: (n, moment) => `${nodes(n)} sin fecha de ${{ occurred: 'suceso', mentioned: 'mención', created: 'guardado' }[moment]}`,
  before: (at) => `antes de ${day(at)}`,
  after: (at) => `después de ${day(at)}`,
  withoutTime: 'sin esta fecha',
  noTime: 'Nada de esto tiene este tipo de fecha.',
  oneTime: (at) => `Todo en la misma fecha: ${day(at)}.`,
  day,
  month,
  year: (at) => String(new Date(at).getUTCFullYear()),

  copyLink: 'Copiar enlace',
  linkCopied: 'Enlace copiado. Muestra exactamente esta vista',
  linkLong: 'Hay demasiados cambios para un enlace, así que solo contiene los filtros. Exporta JSON para guardar la vista.',
  copyFailed: 'El navegador no permitió copiar el enlace',
  export: 'Exportar',
  exports: {
    png: 'PNG, vista actual',
    pngAll: 'PNG, todo el grafo a 2×',
    svg: 'SVG, todo el grafo',
    json: 'JSON para Cytoscape',
    nodes: 'CSV de nodos',
    edges: 'CSV de relaciones',
  },
  exported: (name) => `Se guardó ${name}`,
  exportFailed: 'No se pudo guardar la imagen',
  exportNone: 'Aún no hay nada que exportar.',
  exportTooLarge: 'Demasiado grande para dibujarlo en este navegador. Exporta SVG.',
  caption: {
    mode: (mode) => modes[mode],
    words: (q) => `palabras “${q}”`,
    tags: (tags, how) => `${tags.length === 0 ? 'sin etiquetas' : tags.map((tag) => `#${tag}`).join(' ')} (${how})`,
    document: (id) => `documento ${id}`,
    type: (type) => kindsPlural[type],
    window: (words, moment) => `${{ occurred: 'ocurrido', mentioned: 'mencionado', created: 'guardado' }[moment]}: ${words}`,
    lines: (off) => `sin las relaciones ${listed(off.map((kind) => `“${edgeKinds[kind]}”`))}`,
    groups: (off) => `sin ${listed(off.map((name) => `“${name}”`))}`,
    only: 'nada más',
    off: (off) => `sin ${listed(off.map((kind) => kindsPlural[kind]))}`,
    line: (filters, shown) => `${filters.join(' · ')}: ${shown}`,
    colorsFrom: (moment, from) => `${moments[moment]}: ${from}`,
    of: (bank, at) => `Memory Bank · ${bank} · ${at}`,
  },
};
