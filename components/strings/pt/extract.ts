import { listed, number, plural } from '#components/strings/counted';
import type { extract as english } from '#components/strings/extract';
import type { Translation } from '#components/strings/translated';

const differs = { words: 'palavras', type: 'tipo', dates: 'datas', entities: 'entidades', tags: 'rótulos', speaker: 'falante' };

export const extract: Translation<typeof english> = {
  title: 'Extração',
  purpose:
    'Prévia dos fatos que uma memorização extrairia de um texto, com as configurações do banco e com outras, lado a lado. Nada é armazenado.',
  text: 'Texto',
  textPlaceholder: 'Cole uma conversa, uma nota, um e-mail…',
  textMissing: 'Digite um texto.',
  textLong: (max) => `Use no máximo ${number(max)} caracteres.`,
  textNotInAddress: 'A URL contém as opções, mas não o texto.',
  characters: (n) => plural(n, { one: '# caractere', other: '# caracteres' }),
  example: 'Usar um exemplo',
  exampleText:
    'Ana: Eu me mudei para o Porto em março porque o estúdio lá é mais barato.\nBen: Que legal! Posso visitar você em junho? Sou alérgico a gatos, então vou ficar em um hotel.\nAna: Junho está ótimo. Por favor, me ligue um dia antes de chegar, eu trabalho até tarde às sextas.\nBen: Pode deixar. Meu trem chega no sábado às dez.',
  context: 'Contexto',
  contextHelp: 'De onde vem o texto, em poucas palavras.',
  time: 'Menção',
  timeHelp: 'Uma data ou data e hora. Deixe em branco para agora; “unset” para nenhuma data.',
  timeWrong: 'Data inválida. Use o formato 2026-05-06 ou 2026-05-06T10:00Z, ou “unset”.',

  candidate: 'Configuração candidata',
  candidateHelp: 'Os campos em branco usam as configurações do banco.',
  asBank: (value) => `banco: ${value}`,
  candidateNone: 'Altere uma configuração para extrair o texto uma segunda vez com ela.',
  candidateSet: (n) => plural(n, { one: '# configuração diferente', other: '# configurações diferentes' }),
  clear: 'Limpar',
  moreOptions: 'Rótulos e JSON',
  configFailed: 'Não foi possível carregar as configurações do banco',

  run: 'Extrair',
  runBoth: 'Extrair duas vezes e comparar',
  running: 'Extraindo',
  stop: 'Parar',
  costs: (calls) =>
    `${plural(calls, {
      one: 'Chama o modelo cerca de # vez, uma por trecho.',
      other: 'Chama o modelo cerca de # vezes, uma por trecho.',
    })} Isso consome tokens.`,
  costsNoCall: 'Estas configurações não usam modelo e não consomem tokens.',
  costsUnknown: 'Se houver um modelo configurado, ele é chamado uma vez por trecho. Isso consome tokens.',
  costsNothing: 'Nenhum modelo está configurado para memorização: são usadas as regras internas, sem consumo de tokens.',
  stored: 'Nada é armazenado e nenhum banco é criado.',
  curl: 'Copiar como curl',
  curlOwn: 'a chamada com as configurações do banco',
  curlCandidate: 'a chamada com a configuração candidata',

  sides: { own: 'Configurações do banco', candidate: 'Configuração candidata' },
  failed: {
    own: 'A extração com as configurações do banco falhou',
    candidate: 'A extração com a configuração candidata falhou',
  },
  method: {
    model: 'extraído por um modelo de linguagem',
    extractive: 'extraído pelas regras internas',
    chunks: 'não extraído: cada trecho é um fato',
  },
  facts: (n) => plural(n, { one: '# fato', other: '# fatos' }),
  chunks: (n) => plural(n, { one: '# trecho', other: '# trechos' }),
  tokens: (input, output, cached) =>
    `${plural(input, { one: '# token', other: '# tokens' })} de entrada${cached > 0 ? ` (${number(cached)} em cache)` : ''}, ${number(output)} de saída`,
  noTokens: 'nenhum token',
  failedChunks: (n, of) =>
    `${number(n)} de ${plural(of, { one: '# trecho', other: '# trechos' })} com falha: sem resposta utilizável do modelo. Uma memorização tentaria novamente.`,
  none: 'Nenhum fato encontrado.',

  result: 'Fatos extraídos',
  resultOf: 'Fatos das duas extrações, lado a lado',
  ranAt: 'extraído {time}',
  changedSince: 'O texto ou as opções mudaram depois.',
  summary: { matched: 'em comum', added: 'acrescentados', missing: 'ausentes' },
  summaryMeans: {
    matched: 'nas duas extrações',
    added: 'somente com a configuração candidata',
    missing: 'somente com as configurações do banco',
  },
  tokenDifference: (own, candidate) =>
    own === candidate
      ? plural(own, { one: '# token em cada uma', other: '# tokens em cada uma' })
      : `${plural(own, { one: '# token', other: '# tokens' })} com as configurações do banco, ${number(candidate)} com a candidata`,
  show: 'Fatos exibidos',
  views: { all: 'Todos', differences: 'Diferenças' },
  same: 'As duas extrações são idênticas.',
  differsIn: (what) => `diferença em ${listed(what.map((each) => differs[each]))}`,
  matchedBy:
    'Fatos coincidem se as palavras são iguais, sem considerar maiúsculas, pontuação e espaços, ou se a maioria das palavras é igual.',
  onlyOwn: 'ausente na configuração candidata',
  onlyCandidate: 'acrescentado pela configuração candidata',
  noEntities: 'nenhuma entidade',
  said: (speaker) => `dito por ${speaker}`,
  because: (places) => `causado por ${listed(places.map((at) => `fato ${at + 1}`))}`,
  emptyTitle: 'Nada extraído ainda',
  emptyText: 'Cole um texto e extraia os fatos. Cada fato aparece com tipo, datas, entidades e custo.',
};
