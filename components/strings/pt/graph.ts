import type { Moment } from '#components/graph/moments';
import { dateFormat, number, plural } from '#components/strings/counted';
import type { graph as english } from '#components/strings/graph';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';
import type { EdgeKind, GraphMode, NodeKind } from '#lib/memory/graph/literals';

const nodesText = (n: number): string => plural(n, { one: '# nó', other: '# nós' });
const linksText = (n: number): string => plural(n, { one: '# ligação', other: '# ligações' });
const stepsText = (n: number): string => plural(n, { one: '# passo', other: '# passos' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const kinds: Readonly<Record<NodeKind, string>> = {
  entity: 'Entidade',
  world: 'Mundo',
  experience: 'Experiência',
  observation: 'Observação',
};
const edgeKinds: Readonly<Record<EdgeKind, string>> = {
  together: 'mencionadas juntas',
  mentions: 'menciona',
  proves: 'sustenta',
  caused_by: 'causado por',
  semantic: 'mesmas fontes',
  entity: 'mesma entidade',
  temporal: 'próximas no tempo',
};
const modes: Readonly<Record<GraphMode, string>> = { entities: 'Entidades', memories: 'Memórias', both: 'Ambas' };
/** `kinds` within a sentence. */
const kindsInText: Readonly<Record<NodeKind, string>> = {
  entity: 'entidade',
  world: 'mundo',
  experience: 'experiência',
  observation: 'observação',
};
const moments: Readonly<Record<Moment, string>> = { occurred: 'Ocorrência', mentioned: 'Menção', created: 'Armazenamento' };
const momentsInText: Readonly<Record<Moment, string>> = { occurred: 'ocorrência', mentioned: 'menção', created: 'armazenamento' };
const freshText = (n: number): string => plural(n, { one: '# novo, com um anel', other: '# novos, com um anel' });

export const graph: Translation<typeof english> = {
  title: 'Grafo',
  purpose: 'Pessoas e coisas que suas memórias mencionam e como se conectam.',
  loading: 'Carregando o grafo',
  failed: 'Não foi possível carregar o grafo',
  empty: 'Nada para desenhar ainda',
  emptyText:
    'Memorize um texto. Cada memória e cada entidade se torna um nó. As ligações conectam uma memória às entidades que ela menciona.',
  nameless: 'Nenhuma entidade ainda',
  namelessText: (n) =>
    plural(n, { one: 'Escolha Memórias ou Ambas para ver # memória.', other: 'Escolha Memórias ou Ambas para ver # memórias.' }),
  emptyFiltered: 'Nada corresponde a estes filtros',
  emptyFilteredText: 'Os filtros limitam o que é carregado. Limpe-os para ver o banco inteiro.',
  clear: 'Limpar filtros',
  allHidden: 'Nada está visível',
  allHiddenText: (n) => plural(n, { one: '# nó está oculto ou filtrado.', other: '# nós estão ocultos ou filtrados.' }),
  showAll: 'Mostrar tudo',

  mode: 'Mostrar',
  modeChanged: (mode) => `Suas alterações na visualização continuam em ${modes[mode]}. Use Voltar para retornar.`,
  modes,
  search: 'Buscar um nó',
  found: (here, away) =>
    here + away === 0
      ? 'Nenhum resultado neste banco'
      : `${nodesText(here)} em vista${away > 0 ? `, ${number(away)} ou mais no restante do banco` : ''}; use as setas para escolher e Enter para ir até o nó`,
  foundHere: (here) => `${nodesText(here)} em vista. Não foi possível buscar no restante do banco`,
  opensBoth: 'abre em Ambas',
  foundInView: 'Em vista',
  foundElsewhere: 'No restante do banco',
  foundOf: (shown, all) => `${number(shown)} de ${number(all)}`,
  notFound: (words) => `Nenhum resultado para “${words}” neste banco`,
  searching: 'Buscando no banco',
  searchFailed: 'Não foi possível buscar no restante do banco',

  layout: 'Layout',
  layouts: {
    force: 'Forças: nós ligados ficam próximos',
    rings: 'Anéis: mais ligados no centro',
    breadth: 'Passos a partir do nó selecionado',
    timeline: 'Linha do tempo: mais antigos à esquerda',
    grid: 'Grade',
  },
  layoutShort: { force: 'forças', rings: 'anéis', breadth: 'passos', timeline: 'linha do tempo', grid: 'grade' },
  laying: (share) => `Calculando o layout, ${Math.round(share * 100)}%`,
  layoutDone: (name, n) => `${name}. ${nodesText(n)} em vista.`,
  stepsFrom: (label) => `Passos a partir de ${cut(label, 60)}, o nó com mais ligações. Selecione um nó para começar em outro lugar`,
  stopped: 'Layout interrompido; nenhum nó foi movido',
  stoppedFirst: 'Layout interrompido; mostrando uma grade',
  layoutFailed: 'O layout falhou',
  cancel: 'Parar',
  color: 'Cor',
  colors: { type: 'Tipo', recency: 'Recência', community: 'Comunidade' },
  colorsChosen: { type: 'tipo', recency: 'recência', community: 'comunidade' },
  size: 'Tamanho',
  sizes: { mentions: 'Menções', links: 'Ligações em vista', proofs: 'Evidências', same: 'Mesmo tamanho' },
  sizesChosen: { mentions: 'menções', links: 'ligações em vista', proofs: 'evidências', same: 'mesmo tamanho' },
  hulls: 'Sombrear comunidades',
  recency: (scale) =>
    scale === null
      ? ['mais antigos', 'mais recentes']
      : [
          scale.low > scale.from ? `até ${day(scale.low)}` : day(scale.low),
          scale.high < scale.to ? `a partir de ${day(scale.high)}` : day(scale.high),
        ],
  community: (n) => `Comunidade ${n}`,
  otherCommunities: 'Outras',
  systemColors: 'Seu sistema define as cores: somente as formas indicam o tipo de um nó.',
  view: 'Visualização',

  panel: 'Filtros e nós',
  filtersOf: 'Filtros',
  panelOpen: 'Mostrar filtros e nós',
  panelClose: 'Ocultar filtros e nós',
  show: 'Mostrar',
  showHelp: 'Nesta visualização, sem recarregar.',
  kinds,
  minLinks: 'Mínimo de ligações',
  minLinksValue: (n) => (n === 0 ? 'qualquer' : String(n)),
  data: 'Carregar do banco',
  dataHelp: 'Alterações aqui recarregam o grafo.',
  dataIs: (limit, per, narrowed) =>
    `${nodesText(limit)} · ${per === 0 ? 'todas as ligações' : linksText(per)}${narrowed ? ' · com filtros' : ''}`,
  limit: 'Máximo de nós',
  per: 'Ligações por nó',
  perValue: (n) => (n === 0 ? 'todas' : plural(n, { one: 'a mais forte', other: 'as # mais fortes' })),
  min: 'Mencionadas juntas',
  minValue: (n) => `pelo menos ${n} ×`,
  facts: 'Tipos de memória',
  factTypes: { all: 'Todos os tipos', world: 'Mundo', experience: 'Experiência', observation: 'Observação' },
  words: 'Palavras nas memórias',
  tags: 'Tags',
  tagsHow: 'Correspondência de tags',
  tagsPlaceholder: 'cliente, pedido',
  tagsHelp: {
    any: 'uma destas tags ou sem tags',
    all: 'todas estas tags ou sem tags',
    any_strict: 'uma destas tags',
    all_strict: 'todas estas tags e, possivelmente, outras',
    exact: 'exatamente estas tags',
  },
  scope: 'Escopo',
  scopes: { any: 'Todos os escopos', global: 'Global: sem tags' },
  scopeOf: (tags, n) => `${tags.length === 0 ? 'Global' : tags.map((tag) => `#${tag}`).join(' ')} (${number(n)})`,
  document: 'Documento',
  documentIs: 'Documento: {id}',
  removeDocument: 'Remover o filtro de documento',
  reread: 'Recarregar o grafo',

  inView: 'Em vista',
  byLinks: (n) => `${number(n)}, por ligações`,
  nodeList: 'Nós em vista, com mais ligações primeiro',
  links: linksText,
  nodes: nodesText,

  chosen: { entities: 'os mais mencionados', memories: 'os mais recentes' },
  latest: (drawn, named) =>
    `as memórias mais recentes e ${drawn < named ? `${number(drawn)} dos ${number(named)} nomes citados nelas` : 'os nomes citados nelas'}`,
  shownNodes: (nodes, all, which) =>
    nodes < all
      ? `${number(nodes)} de ${nodesText(all)}, ${which}`
      : all === 1
        ? 'O único nó'
        : plural(nodes, { one: '# nó', other: 'Todos os # nós' }),
  shownLinks: (links, all, per, { isWhole, isPart }) =>
    links < all
      ? `${number(links)} de ${linksText(all)}${isWhole ? '' : ' entre estes nós'}${
          per === 0 ? '' : plural(per, { one: ', a mais forte por nó', other: ', as # mais fortes por nó' })
        }`
      : links === 0
        ? 'nenhuma ligação'
        : isPart && !isWhole
          ? plural(links, { one: 'somente a ligação entre estes nós', other: 'somente as # ligações entre estes nós' })
          : plural(links, { one: 'a única ligação entre eles', other: 'todas as # ligações entre eles' }),
  inViewOf: (nodes, ofNodes, links, ofLinks) =>
    `em vista ${number(nodes)} destes ${nodesText(ofNodes)} e ${number(links)} de ${linksText(ofLinks)}`,
  expandedSummary: (nodes, links, allNodes, allLinks) =>
    `${nodesText(nodes)} e ${linksText(links)} acrescentados manualmente, de qualquer força; no total, ${nodesText(allNodes)} e ${linksText(allLinks)}`,
  summary: (parts) => `{nodes}; ${parts.join('; ')}.`,
  briefNodes: (nodes, all) => (nodes < all ? `${number(nodes)} de ${nodesText(all)}` : nodesText(nodes)),
  briefLinks: (links, all) => (links < all ? `${number(links)} de ${linksText(all)}` : linksText(links)),
  briefAdded: (n) => plural(n, { one: '# acrescentado', other: '# acrescentados' }),
  briefInView: (n) => `${number(n)} em vista`,
  about: 'O que o grafo mostra',
  more: 'Mostrar mais',

  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
  fit: 'Ajustar à tela',
  undo: 'Desfazer',
  redo: 'Refazer',
  undone: 'Desfeito',
  redone: 'Refeito',
  help: 'Atalhos de teclado do grafo',
  helpText: 'Com o foco no grafo:',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'selecionar o nó mais próximo nessa direção' },
    { keys: ['[', ']'], does: 'percorrer os nós ligados' },
    { keys: ['Enter'], does: 'mostrar os detalhes' },
    { keys: ['E'], does: 'acrescentar até 25 vizinhos' },
    { keys: ['H'], does: 'ocultar o nó' },
    { keys: ['I'], does: 'mostrar somente o nó e os vizinhos' },
    { keys: ['P'], does: 'fixar ou soltar o nó' },
    { keys: ['W'], does: 'iniciar um caminho aqui; pressione novamente no fim' },
    { keys: ['L'], does: 'abrir a última ligação percorrida ou a mais forte' },
    { keys: ['F'], does: 'aproximar o nó' },
    { keys: ['+', '−', '0'], does: 'ampliar, reduzir, ajustar' },
    { keys: ['Ctrl Z', 'Ctrl Y'], does: 'desfazer, refazer' },
    { keys: ['Esc'], does: 'cancelar o caminho e, depois, desmarcar o nó' },
  ],
  canvas: 'Grafo',
  canvasHelp:
    'As setas selecionam o nó mais próximo, os colchetes percorrem os nós ligados e Enter abre os detalhes. E expande, H oculta, I isola, P fixa, W traça um caminho e L abre a última ligação percorrida. A lista de nós ao lado do grafo contém os mesmos nós.',

  sayPicture: (mode, text) => `${modes[mode]}. ${text}`,
  sayView: (nodes, links) => `${nodesText(nodes)} e ${linksText(links)} em vista`,
  sayWindow: (moment, range, fresh, view) => `${moments[moment]}: ${range}, ${freshText(fresh)}. ${view}`,
  say: (label, what, links, mentions, isFresh) =>
    [
      label,
      what,
      ...(mentions === null ? [] : [plural(mentions, { one: '# menção', other: '# menções' })]),
      plural(links, { one: '# ligação exibida', other: '# ligações exibidas' }),
      ...(isFresh ? ['novo nesta janela'] : []),
    ].join(', '),
  expand: (n) => (n > 25 ? `Expandir 25 de ${number(n)}` : n === 0 ? 'Expandir' : `Expandir ${number(n)}`),
  expandLinks: (n) => plural(n, { one: 'Mostrar mais # ligação', other: 'Mostrar mais # ligações' }),
  expandedLinks: (n) => plural(n, { one: '# ligação acrescentada', other: '# ligações acrescentadas' }),
  expandNone: 'Todos os nós que têm um nome, uma fonte ou uma causa em comum com este estão visíveis',
  expandHidden: (n) =>
    plural(n, {
      one: '# vizinho está oculto. Use Mostrar tudo para vê-lo.',
      other: '# vizinhos estão ocultos. Use Mostrar tudo para vê-los.',
    }),
  expandWide: 'Os vizinhos vêm do banco inteiro, sem considerar os filtros.',
  expanding: 'Expandindo',
  expanded: (n) => plural(n, { one: '# nó acrescentado', other: '# nós acrescentados' }),
  expandFailed: 'Não foi possível carregar os vizinhos',
  hide: 'Ocultar',
  hidden: (label) => `Nó oculto: ${label}`,
  isolate: 'Isolar',
  isolated: (n) => plural(n, { one: '# nó exibido', other: '# nós exibidos' }),
  pin: 'Fixar',
  unpin: 'Soltar',
  pinned: (label) => `Nó fixado: ${label}`,
  unpinned: (label) => `Nó solto: ${label}`,
  pathFrom: 'Caminho até',
  pathTo: 'Terminar o caminho aqui',
  pathPick: (label) => `De ${cut(label, 60)}: escolha a outra ponta`,
  pathStop: 'Cancelar o caminho',
  pathStopped: 'Caminho cancelado',
  pathShown: (from, to, steps) => `${cut(from, 40)} a ${cut(to, 40)}: ${stepsText(steps)}`,
  pathEnd: 'Limpar o caminho',
  pathEnded: 'Caminho limpo',
  pathNone: 'Nenhum caminho de até oito passos',
  pathFound: (steps) => `Um caminho de ${stepsText(steps)}`,
  pathFailed: 'Não foi possível buscar um caminho',
  path: 'Caminho',
  linkUnread: 'Não foi possível carregar tudo o que este link mostra',
  linkInAddress: 'A URL ainda o contém.',
  linkAgain: 'Tentar novamente',
  lostSteps: (n) => plural(n, { one: '# etapa deste link não se aplica mais', other: '# etapas deste link não se aplicam mais' }),

  details: 'Detalhes',
  close: 'Fechar os detalhes',
  openPage: 'Abrir página',
  openPageOf: (label) => `Abrir a página de ${label}`,
  openLink: (label) => `Abrir a ligação com ${label}`,
  previous: 'Nó anterior',
  next: 'Próximo nó',
  edge: 'Ligação',
  edgeKinds,
  edgeCount: (n) => plural(n, { one: 'em # memória', other: 'em # memórias' }),
  edgeWeight: 'Força',
  edgeBetween: 'Entre',
  sayLink: (from, kind, to) => `Ligação: ${cut(from, 60)}, ${edgeKinds[kind]}, ${cut(to, 60)}`,
  namingBoth: 'Memórias que mencionam ambas',
  namingBothMore: (label) => `Todas as memórias que mencionam ${label}`,
  namingBothFailed: 'Não foi possível carregar as memórias.',
  reading: 'Carregando',
  again: 'Tentar novamente',
  neighbors: 'Ligados em vista',
  neighborsNone: 'Nenhum nó ligado em vista.',
  neighborsMore: (n) => `mais ${number(n)}`,

  time: 'Tempo',
  moment: 'Campo de data',
  moments,
  range: (from, to) => (day(from) === day(to) ? day(from) : `${day(from)} a ${day(to)}`),
  scale: (from, to) => `desenhado de ${day(from)} a ${day(to)}; os outros nós estão nas extremidades`,
  fresh: freshText,
  from: 'Início da janela',
  to: 'Fim da janela',
  wholeTime: 'Todo o período',
  onlyWindow: 'Somente esta janela',
  timeless: (n, moment) => `${nodesText(n)} sem data de ${momentsInText[moment]}`,
  before: (at) => `antes de ${day(at)}`,
  after: (at) => `depois de ${day(at)}`,
  withoutTime: 'sem essa data',
  noTime: 'Nada aqui tem esse tipo de data.',
  oneTime: (at) => `Tudo em uma só data: ${day(at)}.`,
  day,
  month,
  year: (at) => String(new Date(at).getUTCFullYear()),

  copyLink: 'Copiar link',
  linkCopied: 'Link copiado. Ele mostra exatamente esta visualização',
  linkLong: 'Há alterações demais para um link; ele contém somente os filtros. Exporte JSON para salvar a visualização.',
  copyFailed: 'O navegador não permitiu copiar o link',
  export: 'Exportar',
  exports: {
    png: 'PNG, visualização atual',
    pngAll: 'PNG, grafo inteiro em 2×',
    svg: 'SVG, grafo inteiro',
    json: 'JSON para Cytoscape',
    nodes: 'CSV dos nós',
    edges: 'CSV das ligações',
  },
  exported: (name) => `${name} salvo`,
  exportFailed: 'Não foi possível salvar a imagem',
  exportNone: 'Ainda não há nada para exportar.',
  exportTooLarge: 'Grande demais para este navegador desenhar. Exporte SVG.',
  caption: {
    mode: (mode) => modes[mode],
    words: (q) => `palavras “${q}”`,
    tags: (tags, how) => `${tags.length === 0 ? 'sem tags' : tags.map((tag) => `#${tag}`).join(' ')} (${how})`,
    document: (id) => `documento ${id}`,
    type: (type) => kindsInText[type],
    window: (words, moment) => `${momentsInText[moment]}: ${words}`,
    lines: (off) => `sem ligações: ${off.map((kind) => edgeKinds[kind]).join(', ')}`,
    groups: (off) => `sem ${off.map((name) => `“${name}”`).join(', ')}`,
    only: 'nada mais',
    off: (off) => `sem ${off.map((kind) => kindsInText[kind]).join(', ')}`,
    line: (filters, shown) => `${filters.join(' · ')}: ${shown}`,
    colorsFrom: (moment, from) => `${moments[moment]}: ${from}`,
    of: (bank, at) => `Memory Bank · ${bank} · ${at}`,
  },
};
