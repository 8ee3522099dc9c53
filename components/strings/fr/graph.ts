import { dateFormat, number, plural } from '#components/strings/counted';
import { de } from '#components/strings/fr/names';
import type { graph as english } from '#components/strings/graph';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

const nodes = (n: number): string => plural(n, { one: '# nœud', other: '# nœuds' });
const links = (n: number): string => plural(n, { one: '# lien', other: '# liens' });
const memories = (n: number): string => plural(n, { one: '# souvenir', other: '# souvenirs' });
const steps = (n: number): string => plural(n, { one: '# étape', other: '# étapes' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const kinds: Translation<typeof english.kinds> = {
  entity: 'Entité',
  world: 'Monde',
  experience: 'Expérience',
  observation: 'Observation',
};
/** `kinds` within a sentence. */
const kindsInText: Translation<typeof english.kinds> = {
  entity: 'entité',
  world: 'monde',
  experience: 'expérience',
  observation: 'observation',
};
const edgeKinds: Translation<typeof english.edgeKinds> = {
  together: 'mentionnés ensemble',
  mentions: 'mentionne',
  proves: 'appuie',
  caused_by: 'causé par',
  semantic: 'mêmes sources',
  entity: 'même entité',
  temporal: 'proches dans le temps',
};
const modes: Translation<typeof english.modes> = { entities: 'Entités', memories: 'Souvenirs', both: 'Les deux' };
const moments: Translation<typeof english.moments> = { occurred: 'Survenu', mentioned: 'Mentionné', created: 'Stocké' };
const freshText = (n: number): string => plural(n, { one: '# nouveau, cerclé', other: '# nouveaux, cerclés' });
const happened: Translation<typeof english.moments> = { occurred: 'survenu', mentioned: 'mentionné', created: 'stocké' };

export const graph: Translation<typeof english> = {
  title: 'Graphe',
  purpose: 'Les personnes et les choses que vos souvenirs mentionnent, et leurs liens.',
  loading: 'Chargement du graphe',
  failed: 'Impossible de charger le graphe',
  empty: 'Rien à dessiner pour l’instant',
  emptyText:
    'Mémorisez un texte. Chaque souvenir et chaque entité devient un nœud. Les liens relient un souvenir aux entités qu’il mentionne.',
  nameless: 'Aucune entité pour l’instant',
  namelessText: (n) => `Choisissez Souvenirs ou Les deux pour voir ${memories(n)}.`,
  emptyFiltered: 'Rien ne correspond à ces filtres',
  emptyFilteredText: 'Les filtres limitent ce qui est chargé. Effacez-les pour voir toute la banque.',
  clear: 'Effacer les filtres',
  allHidden: 'Rien n’est visible',
  allHiddenText: (n) =>
    plural(n, { one: '# nœud est masqué ou exclu par les filtres.', other: '# nœuds sont masqués ou exclus par les filtres.' }),
  showAll: 'Tout afficher',

  mode: 'Afficher',
  modeChanged: (mode) => `Vos changements d’affichage restent dans « ${modes[mode]} ». Utilisez Retour pour y revenir.`,
  modes,
  search: 'Chercher un nœud',
  found: (here, away) =>
    here + away === 0
      ? 'Aucun résultat dans cette banque'
      : `${nodes(here)} à l’écran${away > 0 ? `, ${number(away)} ou plus ailleurs dans la banque` : ''} ; choisissez avec les touches fléchées et validez avec Entrée`,
  foundHere: (here) => `${nodes(here)} à l’écran. Impossible de chercher dans le reste de la banque`,
  opensBoth: 's’ouvre dans Les deux',
  foundInView: 'À l’écran',
  foundElsewhere: 'Ailleurs dans la banque',
  foundOf: (shown, all) => `${number(shown)} sur ${number(all)}`,
  notFound: (words) => `Aucun résultat pour « ${words} » dans cette banque`,
  searching: 'Recherche dans la banque',
  searchFailed: 'Impossible de chercher dans le reste de la banque',

  layout: 'Disposition',
  layouts: {
    force: 'Forces : les nœuds liés sont proches',
    rings: 'Anneaux : les plus liés au centre',
    breadth: 'Étapes à partir du nœud sélectionné',
    timeline: 'Chronologie : le plus ancien à gauche',
    grid: 'Grille',
  },
  layoutShort: { force: 'forces', rings: 'anneaux', breadth: 'étapes', timeline: 'chronologie', grid: 'grille' },
  laying: (share) => `Calcul de la disposition, ${Math.round(share * 100)} %`,
  layoutDone: (name, n) => `${name}. ${nodes(n)} à l’écran.`,
  stepsFrom: (label) => `Étapes à partir ${de(cut(label, 60))}, le nœud le plus lié. Sélectionnez un nœud pour partir d’ailleurs`,
  stopped: 'Disposition interrompue ; aucun nœud déplacé',
  stoppedFirst: 'Disposition interrompue ; affichage en grille',
  layoutFailed: 'La disposition a échoué',
  cancel: 'Arrêter',
  color: 'Couleur',
  colors: { type: 'Type', recency: 'Récence', community: 'Communauté' },
  colorsChosen: { type: 'type', recency: 'récence', community: 'communauté' },
  size: 'Taille',
  sizes: { mentions: 'Mentions', links: 'Liens à l’écran', proofs: 'Preuves', same: 'Identique' },
  sizesChosen: { mentions: 'mentions', links: 'liens à l’écran', proofs: 'preuves', same: 'identique' },
  hulls: 'Entourer les communautés',
  recency: (scale) =>
    scale === null
      ? ['plus ancien', 'plus récent']
      : [
          scale.low > scale.from ? `jusqu’au ${day(scale.low)}` : day(scale.low),
          scale.high < scale.to ? `à partir du ${day(scale.high)}` : day(scale.high),
        ],
  community: (n) => `Communauté ${n}`,
  otherCommunities: 'Autres',
  systemColors: 'Votre système fixe les couleurs : seule la forme indique le type d’un nœud.',
  view: 'Affichage',

  panel: 'Filtres et nœuds',
  filtersOf: 'Filtres',
  panelOpen: 'Afficher les filtres et les nœuds',
  panelClose: 'Masquer les filtres et les nœuds',
  show: 'Afficher',
  showHelp: 'Dans cette vue, sans recharger.',
  kinds,
  minLinks: 'Liens au minimum',
  minLinksValue: (n) => (n === 0 ? 'indifférent' : String(n)),
  data: 'Charger depuis la banque',
  dataHelp: 'Les changements faits ici rechargent le graphe.',
  dataIs: (limit, per, narrowed) =>
    `${nodes(limit)} · ${per === 0 ? 'tous les liens' : `${links(per)} par nœud`}${narrowed ? ' · filtré' : ''}`,
  limit: 'Nœuds au maximum',
  per: 'Liens par nœud',
  perValue: (n) => (n === 0 ? 'tous' : n === 1 ? 'le plus fort' : `les ${n} plus forts`),
  min: 'Mentionnés ensemble',
  minValue: (n) => `au moins ${n} ×`,
  facts: 'Types de souvenir',
  factTypes: { all: 'Tous les types', world: 'Monde', experience: 'Expérience', observation: 'Observation' },
  words: 'Mots des souvenirs',
  tags: 'Tags',
  tagsHow: 'Correspondance des tags',
  tagsPlaceholder: 'client, commande',
  tagsHelp: {
    any: 'un de ces tags, ou sans tag',
    all: 'tous ces tags, ou sans tag',
    any_strict: 'un de ces tags',
    all_strict: 'tous ces tags, et éventuellement d’autres',
    exact: 'exactement ces tags',
  },
  scope: 'Portée',
  scopes: { any: 'Toutes les portées', global: 'Globale : sans tag' },
  scopeOf: (tags, n) => `${tags.length === 0 ? 'Globale' : tags.map((tag) => `#${tag}`).join(' ')} (${number(n)})`,
  document: 'Document',
  documentIs: 'Document : {id}',
  removeDocument: 'Retirer le filtre de document',
  reread: 'Recharger le graphe',

  inView: 'À l’écran',
  byLinks: (n) => `${number(n)}, par nombre de liens`,
  nodeList: 'Nœuds à l’écran, les plus liés d’abord',
  links,
  nodes,

  chosen: { entities: 'les plus mentionnés', memories: 'les plus récents' },
  latest: (drawn, named) =>
    `les souvenirs les plus récents et ${drawn < named ? `${number(drawn)} des ${number(named)} noms qu’ils citent` : 'les noms qu’ils citent'}`,
  shownNodes: (n, all, which) =>
    n < all ? `${number(n)} nœuds sur ${number(all)}, ${which}` : all === 1 ? 'Le seul nœud' : `Les ${nodes(n)}`,
  shownLinks: (n, all, per, { isWhole, isPart }) =>
    n < all
      ? `${links(n)} sur ${number(all)}${isWhole ? '' : ' entre ces nœuds'}${
          per === 0 ? '' : per === 1 ? ', le plus fort de chaque nœud' : `, les ${per} plus forts de chaque nœud`
        }`
      : n === 0
        ? 'aucun lien'
        : isPart && !isWhole
          ? `seulement ${n === 1 ? 'le lien' : `les ${links(n)}`} entre ces nœuds`
          : `${n === 1 ? 'le seul lien' : `les ${links(n)}`} entre eux`,
  inViewOf: (n, ofNodes, linkCount, ofLinks) =>
    `à l’écran, ${nodes(n)} sur ${number(ofNodes)} et ${links(linkCount)} sur ${number(ofLinks)}`,
  summary: (parts) => `{nodes} ; ${parts.join(' ; ')}.`,
  expandedSummary: (n, linkCount, allNodes, allLinks) =>
    `${nodes(n)} et ${links(linkCount)} ajoutés à la main, quelle que soit leur force ; au total ${nodes(allNodes)} et ${links(allLinks)}`,
  briefNodes: (n, all) => (n < all ? `${nodes(n)} sur ${number(all)}` : nodes(n)),
  briefLinks: (n, all) => (n < all ? `${links(n)} sur ${number(all)}` : links(n)),
  briefAdded: (n) => plural(n, { one: '# ajouté', other: '# ajoutés' }),
  briefInView: (n) => `${number(n)} à l’écran`,
  about: 'Ce que montre le graphe',
  more: 'Afficher plus',

  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  fit: 'Ajuster à l’écran',
  undo: 'Annuler',
  redo: 'Rétablir',
  undone: 'Annulé',
  redone: 'Rétabli',
  help: 'Raccourcis clavier du graphe',
  helpText: 'Quand le graphe a le focus :',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'sélectionner le nœud le plus proche dans cette direction' },
    { keys: ['[', ']'], does: 'parcourir les nœuds liés' },
    { keys: ['Entrée'], does: 'afficher ses détails' },
    { keys: ['E'], does: 'ajouter jusqu’à 25 voisins' },
    { keys: ['H'], does: 'masquer le nœud' },
    { keys: ['I'], does: 'n’afficher que le nœud et ses voisins' },
    { keys: ['P'], does: 'épingler ou détacher le nœud' },
    { keys: ['W'], does: 'commencer un chemin ici ; appuyer de nouveau à son extrémité' },
    { keys: ['L'], does: 'ouvrir le lien que vous venez de suivre, ou le plus fort' },
    { keys: ['F'], does: 'zoomer sur le nœud' },
    { keys: ['+', '−', '0'], does: 'zoom avant, zoom arrière, ajuster' },
    { keys: ['Ctrl Z', 'Ctrl Y'], does: 'annuler, rétablir' },
    { keys: ['Échap'], does: 'abandonner le chemin, puis désélectionner le nœud' },
  ],
  canvas: 'Graphe',
  canvasHelp:
    'Les touches fléchées sélectionnent le nœud le plus proche, les crochets parcourent les nœuds liés, Entrée ouvre les détails. E développe, H masque, I isole, P épingle, W trace un chemin et L ouvre le lien que vous venez de suivre. La liste de nœuds à côté du graphe contient les mêmes nœuds.',

  sayPicture: (mode, text) => `${modes[mode]}. ${text}`,
  sayView: (n, linkCount) => `${nodes(n)} et ${links(linkCount)} à l’écran`,
  sayWindow: (moment, range, fresh, view) => `${moments[moment]} ${range}, ${freshText(fresh)}. ${view}`,
  say: (label, what, linkCount, mentions, isFresh) =>
    `${label}, ${what}${mentions === null ? '' : `, ${plural(mentions, { one: '# mention', other: '# mentions' })}`}, ${plural(linkCount, {
      one: '# lien affiché',
      other: '# liens affichés',
    })}${isFresh ? ', nouveau dans cette fenêtre' : ''}`,
  expand: (n) => (n > 25 ? `Développer 25 sur ${number(n)}` : n === 0 ? 'Développer' : `Développer ${number(n)}`),
  expandLinks: (n) => plural(n, { one: 'Afficher # lien de plus', other: 'Afficher # liens de plus' }),
  expandedLinks: (n) => plural(n, { one: '# lien ajouté', other: '# liens ajoutés' }),
  expandNone: 'Tous les nœuds qui partagent un nom, une source ou une cause avec lui sont affichés',
  expandHidden: (n) =>
    plural(n, {
      one: '# voisin est masqué. Utilisez Tout afficher pour le voir.',
      other: '# voisins sont masqués. Utilisez Tout afficher pour les voir.',
    }),
  expandWide: 'Les voisins viennent de toute la banque, quels que soient les filtres.',
  expanding: 'Développement…',
  expanded: (n) => plural(n, { one: '# nœud ajouté', other: '# nœuds ajoutés' }),
  expandFailed: 'Impossible de charger les voisins',
  hide: 'Masquer',
  hidden: (label) => `Nœud masqué : ${label}`,
  isolate: 'Isoler',
  isolated: (n) => plural(n, { one: '# nœud affiché', other: '# nœuds affichés' }),
  pin: 'Épingler',
  unpin: 'Détacher',
  pinned: (label) => `Nœud épinglé : ${label}`,
  unpinned: (label) => `Nœud détaché : ${label}`,
  pathFrom: 'Chemin vers',
  pathTo: 'Terminer le chemin ici',
  pathPick: (label) => `Départ : ${cut(label, 60)}. Choisissez l’arrivée`,
  pathStop: 'Abandonner le chemin',
  pathStopped: 'Chemin abandonné',
  pathShown: (from, to, n) => `De ${cut(from, 40)} à ${cut(to, 40)} : ${steps(n)}`,
  pathEnd: 'Effacer le chemin',
  pathEnded: 'Chemin effacé',
  pathNone: 'Aucun chemin en huit étapes au plus',
  pathFound: (n) => `Un chemin de ${steps(n)}`,
  pathFailed: 'Impossible de chercher un chemin',
  path: 'Chemin',
  linkUnread: 'Impossible de charger tout ce que ce lien montre',
  linkInAddress: 'L’URL le contient toujours.',
  linkAgain: 'Réessayer',
  lostSteps: (n) => plural(n, { one: '# étape de ce lien ne s’applique plus', other: '# étapes de ce lien ne s’appliquent plus' }),

  details: 'Détails',
  close: 'Fermer les détails',
  openPage: 'Ouvrir la page',
  openPageOf: (label) => `Ouvrir la page : ${label}`,
  openLink: (label) => `Ouvrir le lien vers ${label}`,
  previous: 'Nœud précédent',
  next: 'Nœud suivant',
  edge: 'Lien',
  edgeKinds,
  edgeCount: (n) => `dans ${memories(n)}`,
  edgeWeight: 'Force',
  edgeBetween: 'Entre',
  sayLink: (from, kind, to) => `Lien : ${cut(from, 60)}, ${edgeKinds[kind]}, ${cut(to, 60)}`,
  namingBoth: 'Souvenirs qui mentionnent les deux',
  namingBothMore: (label) => `Tous les souvenirs qui mentionnent ${label}`,
  namingBothFailed: 'Impossible de charger les souvenirs.',
  reading: 'Chargement…',
  again: 'Réessayer',
  neighbors: 'Nœuds liés à l’écran',
  neighborsNone: 'Aucun nœud lié à l’écran.',
  neighborsMore: (n) => plural(n, { one: '# autre', other: '# autres' }),

  time: 'Temps',
  moment: 'Date utilisée',
  moments,
  range: (from, to) => (day(from) === day(to) ? day(from) : `du ${day(from)} au ${day(to)}`),
  scale: (from, to) => `échelle du ${day(from)} au ${day(to)} ; les autres nœuds sont aux extrémités`,
  fresh: freshText,
  from: 'Début de la fenêtre',
  to: 'Fin de la fenêtre',
  wholeTime: 'Toute la période',
  onlyWindow: 'Cette fenêtre seulement',
  timeless: (n, moment) =>
    `${nodes(n)} sans ${{ occurred: 'date de survenue', mentioned: 'date de mention', created: 'date de stockage' }[moment]}`,
  before: (at) => `avant le ${day(at)}`,
  after: (at) => `après le ${day(at)}`,
  withoutTime: 'pas de date de ce type',
  noTime: 'Rien ici n’a de date de ce type.',
  oneTime: (at) => `Tout à la même date : ${day(at)}.`,
  day,
  month,
  year: (at) => String(new Date(at).getUTCFullYear()),

  copyLink: 'Copier le lien',
  linkCopied: 'Lien copié. Il montre exactement cette vue',
  linkLong: 'Il y a trop de changements pour un lien : il ne contient que les filtres. Exportez en JSON pour enregistrer la vue.',
  copyFailed: 'Le navigateur n’a pas permis de copier le lien',
  export: 'Exporter',
  exports: {
    png: 'PNG, vue actuelle',
    pngAll: 'PNG, graphe entier en 2×',
    svg: 'SVG, graphe entier',
    json: 'JSON pour Cytoscape',
    nodes: 'CSV des nœuds',
    edges: 'CSV des liens',
  },
  exported: (name) => `Fichier ${name} enregistré`,
  exportFailed: 'Impossible d’enregistrer l’image',
  exportNone: 'Il n’y a encore rien à exporter.',
  exportTooLarge: 'Trop grand pour que ce navigateur le dessine. Exportez en SVG.',
  caption: {
    mode: (mode) => modes[mode],
    words: (q) => `mots « ${q} »`,
    tags: (tags, how) => `${tags.length === 0 ? 'sans tag' : tags.map((tag) => `#${tag}`).join(' ')} (${how})`,
    document: (id) => `document ${id}`,
    type: (type) => kindsInText[type],
    window: (words, moment) => `${happened[moment]} ${words}`,
    lines: (off) => `sans les liens : ${off.map((kind) => edgeKinds[kind]).join(', ')}`,
    groups: (off) => `sans ${off.map((name) => `« ${name} »`).join(', ')}`,
    only: 'rien d’autre',
    off: (off) => `sans ${off.map((kind) => kindsInText[kind]).join(', ')}`,
    line: (filters, shown) => `${filters.join(' · ')} : ${shown}`,
    colorsFrom: (moment, from) => `${moments[moment]} ${from}`,
    of: (bank, at) => `Memory Bank · ${bank} · ${at}`,
  },
};
