import { number, numberFormat, plural } from '#components/strings/counted';
import type { reflect as english } from '#components/strings/reflect';
import type { Translation } from '#components/strings/translated';

const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const memories = (n: number): string => plural(n, { one: '# memória', other: '# memórias' });

export const reflect: Translation<typeof english> = {
  title: 'Reflexão',
  purpose: 'Faça uma pergunta ao banco e receba uma resposta, com fontes para cada afirmação.',
  question: 'Pergunta',
  placeholder: 'O que você gostaria de saber…',
  ask: 'Refletir',
  asking: 'Refletindo',
  stop: 'Parar',
  needsQuestion: 'Digite uma pergunta.',
  longQuestion: (most) => `Use no máximo ${number(most)} caracteres.`,
  refused: 'Uma opção contém JSON inválido. Abra a opção marcada.',
  options: 'Opções',
  reset: 'Redefinir opções',
  failed: 'A reflexão falhou',
  costs: {
    unknown:
      'Com um modelo de linguagem, isto consome tokens; o orçamento baixo é o que menos consome. Se nenhuma memória responde à pergunta, nenhum modelo é chamado.',
    nothing:
      'Nenhum modelo de linguagem está configurado para reflexão: regras internas respondem com frases armazenadas, sem consumo de tokens.',
    model: (model, budget, withFields) =>
      `Chama ${model} e consome tokens: ${{ low: 'uma chamada', mid: 'até 10 etapas', high: 'até 20 etapas' }[budget]}${
        withFields ? ' e mais uma para o esquema' : ''
      }. Se nenhuma memória responde à pergunta, ele não é chamado.`,
  },
  first: 'Nenhuma resposta ainda',
  firstText:
    'A reflexão responde somente a partir de modelos mentais, observações e fatos correspondentes. Selecione uma citação em uma afirmação para ver a fonte. Se nenhuma memória responder à pergunta, ela diz isso.',
  linked: 'Este link contém uma pergunta',
  linkedText:
    'A pergunta é feita quando você pressiona Refletir, não quando abre o link, porque um modelo de linguagem pode consumir tokens.',
  firstCurl: 'Um comando curl para a reflexão',
  exampleQuestions: ['O que mudou nas últimas semanas?', 'O que as pessoas preferem e por quê?', 'O que foi prometido e a quem?'],
  fill: (question) => `Usar a pergunta “${question}”`,
  budget: {
    help: 'Quanto é lido. Baixo: uma busca e uma chamada ao modelo. Médio e alto: o modelo busca por conta própria, em até 10 ou 20 etapas.',
    tokensHelp: (least, most) => `De ${number(least)} a ${number(most)}. Padrão: 4.096.`,
  },
  models: {
    label: 'Modelos mentais',
    all: 'com modelos mentais',
    none: 'sem modelos mentais',
    but: (n) => plural(n, { one: '# excluído', other: '# excluídos' }),
    use: 'Usar modelos mentais',
    useHelp: 'São lidos primeiro, dentro das mesmas tags.',
    each: 'Usar somente',
    failed: 'Não foi possível carregar os modelos mentais.',
    empty: 'Este banco não tem modelos mentais.',
    others: 'Outros IDs excluídos, separados por vírgulas',
    shown: (n, total) => `${number(n)} de ${number(total)} exibidos.`,
  },
  schema: {
    label: 'Esquema da resposta',
    none: 'somente texto',
    some: (n) => plural(n, { one: 'esquema de # campo', other: 'esquema de # campos' }),
    wrong: 'esquema inválido',
    field: 'JSON Schema de um objeto',
    help: 'Além do texto, a resposta é retornada nestes campos. Tipos: string, number, integer, boolean, array e object, até 5 níveis.',
    rules: 'Sem um modelo de linguagem, só é aceita uma única lista de strings. Ela contém as afirmações.',
    fault: (why) => `Esquema inválido: ${why}.`,
    example: 'Exemplo',
    tidy: 'Formatar',
    empty: 'Remover',
  },
  schemaExample: {
    type: 'object',
    properties: {
      points: { type: 'array', items: { type: 'string' }, description: 'Os pontos principais da resposta' },
    },
    required: ['points'],
  },
  trace: {
    label: 'Rastreamento',
    names: { full: 'completo', brief: 'resumido', none: 'nenhum' },
    of: { full: 'rastreamento completo', brief: 'rastreamento resumido', none: 'sem rastreamento' },
    help: 'Completo: a consulta e os resultados de cada busca. Resumido: somente a consulta. Nenhum: nada disso. As etapas sempre aparecem.',
  },
  copy: {
    label: 'Copiar como',
    text: 'Texto',
    textWhat: 'a resposta como texto com marcas de citação',
    answer: 'JSON',
    answerWhat: 'a resposta completa em JSON',
  },
  answer: {
    title: 'Resposta',
    coming: 'Refletindo',
    waiting: 'Nenhuma resposta ainda. As etapas mostram o progresso.',
    changed: 'A pergunta ou as opções mudaram. Pressione Refletir para perguntar novamente.',
    announce: (n) => plural(n, { one: 'Respondida, com # fonte.', other: 'Respondida, com # fontes.' }),
    announceNone: 'Nenhuma resposta.',
    asked: 'pergunta feita {time}',
    saved: 'pergunta feita {time}, salva até a página ser recarregada',
    took: (text) => `em ${text}`,
    structured: 'Campos do esquema',
    structuredWhat: 'os campos em JSON',
    structuredFailed: 'Não foi possível preencher os campos do esquema.',
  },
  methods: {
    model: { name: 'escrita por um modelo de linguagem', help: 'As afirmações só aparecem se suas citações são válidas.' },
    extractive: {
      name: 'frases armazenadas literais',
      help: 'As regras internas escolheram as frases armazenadas mais próximas da pergunta; nenhum modelo de linguagem foi usado. Verifique se elas respondem à pergunta.',
    },
    none: { name: 'sem resposta', help: 'Uma frase fixa, porque nenhuma memória responde à pergunta.' },
  },
  stopped: 'Interrompida',
  stoppedText: 'O servidor parou de trabalhar na pergunta. Nada foi armazenado. As chamadas ao modelo feitas até então aparecem em Uso.',
  cite: (mark, kind) => `Fonte ${number(mark)}, ${kind}`,
  evidence: {
    title: 'Evidências',
    used: 'Citadas',
    unused: 'Encontradas, não citadas',
    usedList: 'Fontes citadas',
    unusedList: 'Fontes encontradas, mas não citadas',
    of: (cited, found) => `${number(cited)} de ${number(found)} citadas`,
    kinds: {
      world: (n) => plural(n, { one: '# fato do mundo', other: '# fatos do mundo' }),
      experience: (n) => plural(n, { one: '# experiência', other: '# experiências' }),
      observation: (n) => plural(n, { one: '# observação', other: '# observações' }),
      mental_model: (n) => plural(n, { one: '# modelo mental', other: '# modelos mentais' }),
    },
    cited: (n) => plural(n, { one: 'citada # vez', other: 'citada # vezes' }),
    nothingUsed: 'A resposta não tem citações.',
    allUsed: 'Todos os resultados são citados.',
    more: (n) =>
      plural(n, {
        one: 'As buscas do próprio modelo encontraram mais #. Use um rastreamento completo para ver.',
        other: 'As buscas do próprio modelo encontraram mais #. Use um rastreamento completo para ver.',
      }),
    show: (n) => `Mostrar mais ${number(n)}`,
  },
  none: {
    free: 'Nenhuma afirmação foi inventada e nenhum modelo de linguagem foi chamado.',
    asked: 'O modelo de linguagem não encontrou resposta nos resultados, e nenhuma afirmação foi inventada.',
    filters: 'As opções restringem as fontes. Sem elas, pode haver uma resposta.',
    ways: 'Tente palavras que as memórias usam, veja o que a recuperação encontra ou adicione um documento sobre o assunto.',
    recall: 'Abrir recuperação',
    add: 'Adicionar documento',
    unsupportedText: 'Só aparecem afirmações com citações válidas. Veja os detalhes nas etapas ou tente outro orçamento.',
  },
  steps: {
    title: 'Etapas',
    list: 'Etapas, em ordem',
    untilFailed: 'Etapas antes da falha, em ordem',
    waiting: 'Trabalhando',
    seconds: (n) => `${number(n)} s`,
    tools: {
      search_mental_models: 'Busca em modelos mentais',
      search_observations: 'Busca em observações',
      recall: 'Busca em fatos',
      expand: 'Leitura de fontes',
    },
    model: 'Chamada ao modelo de linguagem',
    check: 'Verificação das afirmações',
    accepted: (accepted, all) => `${number(accepted)} de ${plural(all, { one: '# afirmação aceita', other: '# afirmações aceitas' })}`,
    rejected: (n) => plural(n, { one: '# citação rejeitada', other: '# citações rejeitadas' }),
    begun: (after, took) => `início após ${after}, duração ${took}`,
    attempt: (n) => `tentativa ${number(n)}`,
    scopes: { final: 'para a resposta', structured: 'para os campos' },
    turn: (n) => `turno ${number(n)}`,
    found: (n) => (n === 0 ? 'nenhum resultado' : plural(n, { one: '# resultado', other: '# resultados' })),
    known: (n) => `consulta repetida: ${n === 0 ? 'nenhum resultado' : plural(n, { one: 'o mesmo resultado', other: 'os mesmos #' })}`,
    failed: 'falhou',
    query: (text) => `“${text}”`,
    ids: (n, depth) =>
      depth === 'behind'
        ? `fontes de ${memories(n)}`
        : `${memories(n)}, ${{ chunk: 'como trecho', document: 'como documento' }[depth] ?? `como ${depth}`}`,
    show: 'Resultados',
    showOf: (what) => `Resultados: ${what}`,
    ms: (n) => (n < 10_000 ? `${number(Math.round(n))} ms` : `${tenths(n / 1000)} s`),
    tokens: (input, output, cached = 0) =>
      `${plural(input, { one: '# token', other: '# tokens' })} de entrada${cached > 0 ? ` (${number(cached)} em cache)` : ''}, ${number(output)} de saída`,
    unreported: 'O provedor não informou o consumo de tokens.',
    noTokens: 'Nenhum modelo de linguagem foi chamado; nenhum token foi consumido.',
    total: (text) => `${text} no total`,
    cost: 'Tokens',
    notes: 'Notas',
  },
};
