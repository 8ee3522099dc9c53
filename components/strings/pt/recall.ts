import { listed, number, numberFormat, plural } from '#components/strings/counted';
import { TAG_MODE_TEXTS } from '#components/strings/pt/ui';
import type { recall as english } from '#components/strings/recall';
import type { Translation } from '#components/strings/translated';
import type { Budget, TagMode } from '#lib/base/literals';

const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const hundredths = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const memories = (n: number): string => plural(n, { one: '# memória', other: '# memórias' });
const budgets: Readonly<Record<Budget, string>> = { low: 'baixo', mid: 'médio', high: 'alto' };

const tagModes: Readonly<Record<TagMode, string>> = {
  any: 'qualquer',
  all: 'todas',
  any_strict: 'qualquer, estrito',
  all_strict: 'todas, estrito',
  exact: 'exato',
};

/** What a recall includes with the memories. */
const included = { entities: 'entidades', chunks: 'trechos', sources: 'fatos de origem', prefer: 'observações primeiro' };

const omissions: Readonly<Record<string, string | undefined>> = {
  same_as_source: 'igual à fonte',
  covered_by_observation: 'coberta por uma observação acima',
  min_score: 'abaixo da pontuação final mínima',
  result_limit: 'acima do número máximo de resultados',
  token_budget: 'acima do limite de tokens',
};
/** Why a memory was omitted. */
const omissionText = (reason: string): string => omissions[reason] ?? reason.replaceAll('_', ' ');

const failures: Readonly<Record<string, string | undefined>> = {
  not_configured: 'não configurado',
  nothing_to_do: 'nada a fazer',
  timeout: 'tempo esgotado',
  rate_limited: 'limite de requisições',
  unreachable: 'inacessível',
  provider_error: 'erro do provedor',
  paused: 'pausado após falhas',
  refused: 'recusado',
  malformed: 'resposta inutilizável',
  cut_off: 'resposta truncada',
  too_long: 'texto longo demais',
  unauthorized: 'chave rejeitada',
  rejected: 'modelo ou requisição rejeitados',
  aborted: 'interrompido',
};
/** Why a model was not used, within a sentence. */
const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll('_', ' ');

export const recall: Translation<typeof english> = {
  title: 'Recuperação',
  purpose: 'Consulte o banco como um agente faria e veja por que cada memória foi retornada. Nenhum modelo de linguagem é chamado.',
  question: 'Consulta',
  placeholder: 'O que o banco sabe sobre…',
  ask: 'Recuperar',
  asking: 'Buscando',
  needsQuestion: 'Digite uma consulta.',
  options: 'Opções',
  reset: 'Redefinir opções',
  failed: 'A recuperação falhou',
  first: 'Nenhum resultado ainda',
  firstText:
    'Digite uma consulta como um agente faria. Cada memória aparece com suas quatro pontuações e a explicação da ordem; você também vê quais memórias foram omitidas e por quê. A URL contém a consulta e as opções; assim, você pode compartilhá-la.',
  firstCurl: 'Um comando curl para a recuperação',
  exampleQuestions: ['O que aconteceu na semana passada?', 'Quem prometeu algo?', 'O que as pessoas preferem?'],
  types: { label: 'Tipos', all: 'todos' },
  budget: {
    label: 'Orçamento',
    help: 'Quantos candidatos são considerados: 100, 300 ou 1.000 por padrão.',
    names: budgets,
  },
  tokens: {
    label: 'Máximo de tokens',
    of: (n) => plural(n, { one: '# token', other: '# tokens' }),
    help: 'Os resultados são incluídos até atingir este número de tokens. Deixe em branco para usar a configuração do banco, 4.096 por padrão.',
  },
  tags: {
    label: 'Tags',
    any: 'qualquer',
    of: (n, mode) => `${plural(n, { one: '# tag', other: '# tags' })}, ${tagModes[mode]}`,
    exactNone: 'sem tags',
    tree: 'árvore de tags',
    add: 'Tags, separadas por vírgulas',
    mode: 'Correspondência de tags',
    modes: TAG_MODE_TEXTS,
    short: tagModes,
    groups: 'Ou uma árvore de filtros, em JSON',
    groupsHelp: 'Por exemplo, [{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]. Ela substitui as tags acima.',
    groupsWrong: 'Isto não é uma lista JSON de filtros de tags.',
  },
  time: {
    label: 'Data',
    now: 'na data atual',
    asked: (day) => `em ${day}`,
    window: (from, to) => `${from} a ${to}`,
    askedOn: 'Data da consulta',
    askedHelp: '“Mês passado” é relativo ao meio-dia UTC deste dia. Deixe em branco para agora.',
    from: 'Preferir de',
    to: 'até, inclusive',
    help: 'Classifica primeiro as memórias que ocorreram entre os dois dias, sem considerar datas na consulta. Nenhuma memória é omitida.',
    half: 'Informe os dois dias; um só não tem efeito.',
  },
  scores: {
    label: 'Pontuações mínimas',
    none: 'nenhuma',
    semantic: 'Semântica: cosseno',
    keyword: 'Palavras-chave: proporção de termos, 0 a 1',
    reranker: 'Reranker',
    final: 'Final, 0 a 1',
    help: 'Uma pontuação final mínima de cerca de 0,5 exclui resultados fora do assunto.',
  },
  include: {
    label: 'Incluir',
    of: (what) => (what.length === 0 ? 'somente memórias' : `com ${listed(what.map((each) => included[each]))}`),
    entities: 'Entidades',
    chunks: 'Trechos',
    chunksAs: 'configuração do banco',
    chunksOff: 'não',
    chunksOn: 'sim',
    sources: 'Fatos de origem das observações',
    tokens: 'Máximo de tokens',
    sourcesHelp: '-1 significa sem limite.',
    each: 'Tokens por observação',
    eachHelp: 'Substitui o limite compartilhado.',
    prefer: 'Preferir observações',
    preferHelp: 'Omite fatos dos quais uma observação retornada foi derivada.',
  },
  copy: {
    curl: 'curl',
    python: 'Python',
    typescript: 'TypeScript',
    json: 'JSON',
    what: {
      curl: 'esta consulta como comando curl',
      python: 'esta consulta em Python',
      typescript: 'esta consulta em TypeScript',
      json: 'o corpo da requisição desta consulta',
    },
    label: 'Copiar como',
  },
  retrievers: { semantic: 'Semântico', keyword: 'Palavras-chave', temporal: 'Temporal', graph: 'Grafo' },
  results: {
    title: memories,
    packed: (used, of) => `${number(used)} de ${number(of)} tokens`,
    list: 'Resultados, melhores primeiro',
    score: (retriever, text) => `${retriever} ${text}`,
    blended: (text) => `pontuação final ${text}`,
    zero: 'nenhuma',
    why: 'Explicar classificação',
    noDocument: 'derivada',
    sources: (n) => plural(n, { one: '# fonte', other: '# fontes' }),
    announce: (n) => plural(n, { one: '# memória encontrada.', other: '# memórias encontradas.' }),
  },
  none: {
    offTopic: 'Nenhuma memória corresponde a esta consulta',
    offTopicText: (coverage, cosine) =>
      `Nenhuma memória contém ${Math.round(coverage * 100)}% das palavras ponderadas da consulta ou é semelhante em significado (cosseno ${number(cosine)} ou mais). Este banco se abstém; por isso, a recuperação não retorna resultados.`,
    weak: 'Nenhuma memória corresponde bem a esta consulta. Estes são os melhores resultados.',
    cut: 'Todos os candidatos foram omitidos',
    cutText: 'As opções excluíram todos os candidatos. O rastreamento mostra quais opções.',
    nothing: 'Nenhum candidato encontrado',
    nothingText: 'O banco está vazio, ou tipos e tags excluem todas as memórias.',
  },
  omitted: {
    title: (n) => plural(n, { one: '# omitida', other: '# omitidas' }),
    show: 'Mostrar',
    hide: 'Ocultar',
    more: (n) => `Mostrar mais ${number(n)}`,
    deleted: 'Esta memória não existe mais.',
    failed: 'não foi possível carregar',
    reason: omissionText,
  },
  trace: {
    title: 'Rastreamento',
    ms: (n) => `${n < 10 ? tenths(n) : number(Math.round(n))} ms`,
    plan: 'Plano',
    window: '“{said}” foi interpretado como {range}.',
    windowGiven: 'Período preferido: {range}.',
    onlyTime: (n) =>
      n === 0
        ? 'A consulta trata somente deste período, e nenhuma memória está nele.'
        : plural(n, {
            one: 'A consulta trata somente deste período: retorna # memória dele.',
            other: 'A consulta trata somente deste período: retorna # memórias dele, mais antigas primeiro.',
          }),
    between: (from, to) => `${from} a ${to}`,
    open: 'em aberto',
    noWindow: 'Nenhuma data na consulta.',
    terms: 'Termos de busca (radicais), com o número de memórias que contêm cada um:',
    noTerms: 'A consulta não tem termos significativos.',
    speaker: (name) => `Dá mais peso a afirmações de ${name}, porque a consulta trata delas.`,
    unembedded: (why) => `A busca semântica foi ignorada: ${failureText(why)}.`,
    retrieverCount: 'Quatro recuperadores',
    found: memories,
    notAsked: 'não usado',
    rank: 'Classificação',
    candidates: (n) => plural(n, { one: '# candidato distinto, combinado.', other: '# candidatos distintos, combinados.' }),
    fell: (n) =>
      plural(n, {
        one: '# candidato descartado: não encontrado por nenhum recuperador sozinho ou com pontuação zero.',
        other: '# candidatos descartados: não encontrados por nenhum recuperador sozinho ou com pontuação zero.',
      }),
    reranker: {
      applied: 'O reranker definiu a ordem final.',
      not_configured: 'Nenhum reranker está configurado.',
      switched_off: 'O reranker está desativado neste banco.',
    },
    rerankerOther: (state) => `O reranker foi ignorado: ${failureText(state.replace('skipped_', ''))}.`,
    pack: 'Seleção',
    selected: (returned, omitted) =>
      `${[plural(returned, { one: '# retornada', other: '# retornadas' }), ...omitted.map(({ reason, count }) => `${number(count)} ${omissionText(reason)}`)].join(', ')}.`,
    total: (ms) => `${ms} no servidor`,
    missing: 'A resposta não contém rastreamento.',
  },
  why: {
    title: (rank) => `Por que está em ${number(rank)}º lugar`,
    open: 'Abrir a memória',
    bar: 'Partes da pontuação',
    place: (rank, of) => `${number(rank)} de ${number(of)}`,
    absent: 'não encontrada',
    time: 'Data',
    neighbors: 'Vizinhas',
    sum: 'Pontuação própria mais vizinhas',
    factors: {
      document: 'o documento dela cobre a consulta',
      asked: 'dito pela pessoa em questão',
      date: 'no período',
      opening: 'abre o documento dela',
      question: 'é uma pergunta',
      standing: 'uma instrução permanente',
      recency: 'mais recente',
      quote: 'citação exata',
    },
    times: (factor) => `×${hundredths(factor)}`,
    final: 'Final, ajustada para que a maior pontuação reflita quão bem responde à consulta',
  },
  included: {
    label: 'Incluídos',
    entities: 'Entidades',
    chunks: 'Trechos',
    sources: 'Fatos de origem',
    json: 'JSON',
    jsonOf: 'A resposta em JSON, sem o rastreamento',
    cut: 'truncado',
    chunk: (n) => `trecho ${number(n + 1)}`,
    truncated: 'Alguns fatos de origem excederam o limite de tokens.',
  },
};
