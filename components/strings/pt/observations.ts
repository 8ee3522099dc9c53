import { number, plural } from '#components/strings/counted';
import type { observations as english } from '#components/strings/observations';
import type { Translation } from '#components/strings/translated';

const observationsText = (n: number): string => plural(n, { one: '# observação', other: '# observações' });

export const observations: Translation<typeof english> = {
  title: 'Observações',
  purpose: 'Conclusões de vários fatos, cada uma com os fatos em que se baseia.',
  list: 'Observações do banco',
  open: (text) => `Abrir ${text.slice(0, 80)}`,
  failed: 'Não foi possível carregar as observações',
  filters: 'Filtros da lista',
  search: 'Buscar observações',
  searchShort: 'Parte do texto',
  pages: 'Páginas da lista',
  foot: (shown, total) => `${number(shown)} de ${observationsText(total)}`,
  columns: { text: 'Observação', proof: 'Baseada em', trend: 'Tendência', scope: 'Escopo', changed: 'Alterada' },

  anyScope: 'Qualquer escopo',
  scope: 'Escopo',
  scopeFilter: 'Observações com exatamente estas tags',
  globalShort: 'global',
  scopeOf: (tags) => (tags.length === 0 ? 'Global: sem tags' : tags.map((tag) => `#${tag}`).join(' ')),
  scopeShort: (tags) =>
    tags.length === 0
      ? 'Global: sem tags'
      : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what) => `Remover filtro: ${what}`,
  scopesShown: (shown, total) => `Os ${number(shown)} maiores de ${number(total)} escopos`,
  scopesNone: 'Nenhum escopo tem observações ainda.',
  scopesFailed: 'Não foi possível carregar os escopos',

  trends: { new: 'Nova', stable: 'Estável', strengthening: 'Em alta', weakening: 'Em queda', stale: 'Desatualizada' },
  trendMeans: {
    new: 'Todos os fatos foram mencionados nos últimos 30 dias.',
    stable: 'Mencionada nos últimos 30 dias quase com a mesma frequência de antes.',
    strengthening: 'Mencionada nos últimos 30 dias pelo menos 50% mais do que antes.',
    weakening: 'Mencionada nos últimos 30 dias no máximo metade do que antes, ou nenhuma vez.',
    stale: 'Nenhum dos fatos foi mencionado nos últimos 90 dias.',
  },
  pendingFacts: 'Fatos pendentes',
  pendingMeans: 'Fatos do escopo aguardam consolidação; ela pode mudar.',

  emptyTitle: 'Nenhuma observação ainda',
  emptyWhat:
    'Uma observação resume vários fatos: um hábito, uma mudança, uma preferência. A consolidação deriva observações após cada gravação, com os fatos que as sustentam.',
  emptyRules:
    'Sem um modelo de linguagem, regras as derivam de pelo menos dois fatos em inglês simples: um valor que mudou (lives in, works at, likes, costs, moves to), o que vários fatos dizem sobre o mesmo nome ou referência, e repetições literais.',
  emptyOn: (pending, failed, isAutomatic) =>
    [
      isAutomatic ? 'As observações estão ativadas.' : 'As observações estão ativadas, mas a consolidação só é executada sob demanda.',
      pending > 0
        ? plural(pending, { one: '# fato aguarda consolidação.', other: '# fatos aguardam consolidação.' })
        : failed > 0
          ? 'Nenhum fato está pendente, mas alguns falharam. As configurações mostram o motivo e permitem tentar novamente.'
          : 'Nenhum fato está pendente: primeiro, memorize algo.',
    ].join(' '),
  emptyOff: 'As observações estão desativadas neste banco.',
  emptySettings: 'Configurações de observações',
  noMatch: 'Nenhuma observação encontrada',
  noMatchText: 'Os filtros ocultam todas as observações.',
  clearFilters: 'Limpar filtros',

  consolidate: 'Consolidar agora',
  consolidating: 'Enfileirando',
  consolidateCost: 'Deriva observações de fatos pendentes em segundo plano. Se houver um modelo configurado, consome tokens.',
  queued: 'Consolidação na fila',
  queuedJoined: 'Uma consolidação já estava na fila; ela inclui seus fatos',
  queuedLink: 'Operações',
  consolidateFailed: 'Não foi possível colocar uma consolidação na fila',
  recover: 'Tentar novamente os fatos com falha',
  recovering: 'Enfileirando',
  recoverText:
    'Torna os fatos com falha pendentes novamente e coloca uma consolidação na fila. Se houver um modelo configurado, consome tokens.',
  recovered: (n) =>
    n === 0 ? 'Nenhum fato com falha' : plural(n, { one: 'Tentando novamente # fato', other: 'Tentando novamente # fatos' }),
  recoverFailed: 'Não foi possível tentar novamente os fatos com falha',
  nothingFailed: 'Nenhum fato com falha.',

  stateTitle: 'Consolidação',
  stateFailed: 'Não foi possível carregar o estado da consolidação',
  updatedAt: 'atualizado {time}',
  state: { pending: 'pendentes', done: 'consolidados', failed: 'com falha' },
  stateMeans: {
    pending: 'Fatos que ainda não foram consolidados.',
    done: 'Fatos que foram consolidados.',
    failed: 'Fatos que não puderam ser consolidados. Erros temporários do provedor não contam.',
  },
  failures: 'Erros de consolidação',
  retryingMeans:
    'Se um modelo de linguagem não retorna uma resposta utilizável, há novas tentativas automáticas, três no total. Depois disso, o fato falha.',
  retryingNotice: (n) =>
    plural(n, {
      one: 'O modelo de linguagem ainda não retornou uma resposta utilizável para # fato.',
      other: 'O modelo de linguagem ainda não retornou uma resposta utilizável para # fatos.',
    }),
  retryingNow: 'Tentando novamente agora. Até lá, cada fato aparece com seu último erro.',
  retryingNext: 'Cada fato aparece com seu último erro até a próxima tentativa, {time}.',
  withoutRoom: (n) =>
    plural(n, {
      one: '# fato não pôde ser consolidado: o escopo dele atingiu o limite de observações.',
      other: '# fatos não puderam ser consolidados: os escopos deles atingiram o limite de observações.',
    }),
  withoutRoomNext: 'Há nova tentativa automática quando uma observação é excluída ou o limite é aumentado.',
  triedAgain: 'nova tentativa automática',
  triedNow: 'tentando novamente agora',
  attempts: (n) => plural(n, { one: '# tentativa', other: '# tentativas' }),
  noCode: 'motivo desconhecido',
  failuresMore: (shown, total) => `Os ${number(shown)} mais recentes de ${number(total)}`,
  postponed: 'A consolidação foi adiada.',
  operation: 'Operação',
  failedNotice: (n) => plural(n, { one: '# fato não pôde ser consolidado.', other: '# fatos não puderam ser consolidados.' }),
  toSettings: 'Ver motivo',

  drawer: 'Observação',
  tabs: { sources: 'Fontes', history: 'Histórico', json: 'JSON' },
  details: 'Detalhes da observação',
  facts: {
    scope: 'Escopo',
    trend: 'Tendência',
    occurred: 'Ocorrência',
    mentioned: 'Última menção',
    created: 'Primeira derivação',
    changed: 'Última alteração',
    method: 'Escrita por',
    id: 'ID',
    entities: 'Sobre',
  },
  methods: { extractive: 'as regras internas, nas palavras dos fatos', model: 'um modelo de linguagem' },
  sourcesNone: 'Nenhum fato válido a sustenta mais; a próxima consolidação a remove.',
  mentioned: 'menção: {time}',
  noTime: 'sem data conhecida',
  sourceActions: 'Ações deste fato',
  clear: 'Limpar as observações deste fato',
  clearTitle: 'Limpar as observações deste fato?',
  clearText: (text) => `Exclui todas as observações baseadas em “${text.slice(0, 120)}”, inclusive esta. O fato permanece.`,
  clearAgain: 'Os fatos dessas observações são consolidados novamente, com chamadas ao modelo se houver um configurado.',
  clearAction: 'Limpar observações',
  clearing: 'Limpando',
  cleared: (n) => plural(n, { one: '# observação excluída', other: '# observações excluídas' }),
  clearedDetail: 'Os fatos delas aguardam a próxima consolidação.',
  clearFailed: 'Não foi possível limpar as observações.',
  noEdit:
    'Observações não podem ser editadas, porque a próxima consolidação sobrescreveria a edição. Edite ou invalide um fato; a observação é então derivada novamente.',
  missing: 'Observação não encontrada',
  missingText: 'Ela foi derivada novamente ou excluída. A lista contém a substituta.',
  oneFailed: 'Não foi possível carregar a observação',
  notOne: 'Esta memória é um fato, não uma observação.',
  historyNone: 'Nenhuma alteração desde que foi derivada.',
  historyFailed: 'Não foi possível carregar o histórico',
  historyDeleted: 'O texto anterior foi excluído junto com uma memória em que se baseava.',
  changedAt: 'alterada {time}',
  factsAdded: (n) => plural(n, { one: '# fato acrescentado por esta alteração', other: '# fatos acrescentados por esta alteração' }),
  factsAddedNone: 'Fatos removidos, nenhum acrescentado',
  deletedFact: 'um fato excluído',
  jsonOf: 'A observação em JSON',
};
