import type { bankSettings as english } from '#components/strings/bank-settings';
import { number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

const settings: Translation<(typeof english)['settings']> = {
  retain_mission: { label: 'Missão da memorização', meaning: 'O que um modelo procura ao extrair fatos de um texto.' },
  retain_extraction_mode: {
    label: 'Modo de extração',
    meaning: 'Como os fatos são extraídos de um texto. Sem um modelo, todos os modos, exceto “chunks”, usam as regras internas.',
  },
  retain_custom_instructions: {
    label: 'Instruções personalizadas',
    meaning: 'Orientações para o modo “custom”. Os outros modos as ignoram.',
  },
  retain_extract_causal_links: { label: 'Ligações causais', meaning: 'Se um modelo extrai qual fato causou qual.' },
  retain_chunk_size: {
    label: 'Tamanho do trecho',
    meaning: 'Tamanho desejado dos trechos em que um texto é dividido. Cada trecho é uma chamada ao modelo.',
    unit: 'caracteres',
  },
  retain_structured_chunk_size: {
    label: 'Tamanho do trecho JSON',
    meaning: 'Um item que é um objeto JSON fica em um só trecho até este tamanho. Não definido: é dividido como qualquer texto.',
    unit: 'caracteres',
  },
  entity_labels: {
    label: 'Rótulos',
    meaning: 'Um vocabulário com que um modelo classifica fatos. Um rótulo se torna uma entidade e, se configurado assim, também uma tag.',
  },
  entities_allow_free_form: { label: 'Entidades livres', meaning: 'Desativado: um modelo extrai somente entidades dos rótulos.' },
  llm_output_language: { label: 'Idioma de saída', meaning: 'O idioma em que um modelo escreve. Não definido: o idioma do texto.' },
  retain_llm: { label: 'Modelo para memorização', meaning: 'Extrai fatos de textos.' },
  consolidation_llm: { label: 'Modelo para consolidação', meaning: 'Escreve observações a partir de fatos.' },
  reflect_llm: { label: 'Modelo para reflexão', meaning: 'Responde a perguntas e escreve modelos mentais.' },
  retain_strategies: {
    label: 'Estratégias de memorização',
    meaning: 'Conjuntos nomeados das configurações acima. Cada item da requisição escolhe um com “strategy”.',
  },
  retain_default_strategy: {
    label: 'Estratégia padrão',
    meaning: 'A estratégia dos itens que não indicam nenhuma. Não definido: as configurações do banco.',
  },
  store_document_text: {
    label: 'Armazenar textos de documentos',
    meaning:
      'Desativado: um texto é excluído assim que as memórias são extraídas. Um documento sem texto não pode receber acréscimos nem ser reprocessado.',
  },
  retain_ttl_seconds: {
    label: 'Tempo de vida',
    meaning:
      'As memórias e os textos são excluídos quando passa este tempo desde que foram armazenados, salvo indicação contrária na requisição. Não definido: nunca. Vale para o que for armazenado a partir de agora.',
    unit: 'segundos',
  },
  enable_observations: { label: 'Observações', meaning: 'Se os fatos são consolidados em observações.' },
  enable_auto_consolidation: {
    label: 'Consolidação automática',
    meaning: 'Consolida após cada gravação. Desativado: somente sob demanda.',
  },
  observations_mission: { label: 'Missão das observações', meaning: 'Do que as observações tratam.' },
  max_observations_per_scope: {
    label: 'Observações por escopo',
    meaning: 'O máximo para cada conjunto de tags. −1: sem limite; 0: nenhuma nova observação. Observações sem tags nunca são limitadas.',
    unit: 'observações',
  },
  observation_scope_limits: {
    label: 'Limites para escopos específicos',
    meaning: 'O mesmo limite para conjuntos específicos de tags. Vale a primeira regra que corresponde.',
  },
  default_observation_scopes: {
    label: 'Escopos padrão das observações',
    meaning: 'Os conjuntos de tags para consolidar itens que não indicam escopos. Não definido: todas as tags do item juntas.',
  },
  consolidation_llm_batch_size: {
    label: 'Memórias por chamada',
    meaning: 'Quantas memórias um modelo consolida por chamada. Mais memórias significam menos chamadas, mas cada uma é mais difícil.',
    unit: 'memórias',
  },
  consolidation_max_memories_per_round: {
    label: 'Memórias por rodada',
    meaning: 'Quantas memórias uma rodada de consolidação processa.',
    unit: 'memórias',
  },
  enable_text_search: { label: 'Busca por palavras-chave', meaning: 'Se a recuperação busca as palavras de uma consulta.' },
  enable_temporal_retrieval: { label: 'Busca temporal', meaning: 'Se a recuperação entende “semana passada” e busca por data.' },
  enable_graph_retrieval: { label: 'Busca no grafo', meaning: 'Se a recuperação segue entidades e ligações causais.' },
  enable_reranking: { label: 'Reranqueamento', meaning: 'Se a recuperação usa o reranker, quando o operador configurou um.' },
  recall_max_tokens: { label: 'Tamanho do resultado', meaning: 'Limite padrão de tokens de uma recuperação.', unit: 'tokens' },
  recall_prefer_observations: {
    label: 'Preferir observações',
    meaning: 'A recuperação omite fatos cobertos por uma observação retornada, a menos que a requisição indique o contrário.',
  },
  recall_abstains: {
    label: 'Abster-se',
    meaning:
      'A recuperação não retorna nada quando nenhuma memória corresponde bem à consulta. Desativado: retorna os melhores resultados, com pontuações baixas.',
  },
  recall_fact_fallback: {
    label: 'Fatos como alternativa',
    meaning:
      'Quando só observações são pedidas e nenhum modelo consolida, a recuperação acrescenta fatos que nenhuma observação retornada cobre.',
  },
  recall_include_chunks: { label: 'Incluir trechos', meaning: 'Se a recuperação inclui o texto da fonte quando a requisição não indica.' },
  recall_chunks_max_tokens: {
    label: 'Tokens de trechos',
    meaning: 'Limite padrão de tokens para trechos em uma recuperação.',
    unit: 'tokens',
  },
  recall_budget_function: {
    label: 'Função do orçamento',
    meaning: 'Quantos candidatos uma recuperação considera: números fixos ou em proporção ao limite de tokens.',
  },
  recall_budget_fixed_low: { label: 'Orçamento fixo, baixo', meaning: 'Candidatos com o orçamento “low”.', unit: 'candidatos' },
  recall_budget_fixed_mid: { label: 'Orçamento fixo, médio', meaning: 'Candidatos com o orçamento “mid”.', unit: 'candidatos' },
  recall_budget_fixed_high: { label: 'Orçamento fixo, alto', meaning: 'Candidatos com o orçamento “high”.', unit: 'candidatos' },
  recall_budget_adaptive_low: {
    label: 'Orçamento adaptativo, baixo',
    meaning: 'Candidatos por token do resultado, orçamento “low”.',
    unit: 'por token',
  },
  recall_budget_adaptive_mid: {
    label: 'Orçamento adaptativo, médio',
    meaning: 'Candidatos por token do resultado, orçamento “mid”.',
    unit: 'por token',
  },
  recall_budget_adaptive_high: {
    label: 'Orçamento adaptativo, alto',
    meaning: 'Candidatos por token do resultado, orçamento “high”.',
    unit: 'por token',
  },
  recall_budget_min: { label: 'Orçamento mínimo', meaning: 'Um orçamento adaptativo nunca é menor.', unit: 'candidatos' },
  recall_budget_max: { label: 'Orçamento máximo', meaning: 'Um orçamento adaptativo nunca é maior.', unit: 'candidatos' },
  reflect_mission: { label: 'Missão do banco', meaning: 'Quem é o agente e para que serve sua memória.' },
  disposition_skepticism: { label: 'Ceticismo', meaning: 'De 1, confiante, a 5, cético. 3 é neutro.', unit: 'de 5' },
  disposition_literalism: { label: 'Literalidade', meaning: 'De 1, flexível, a 5, literal. 3 é neutro.', unit: 'de 5' },
  disposition_empathy: { label: 'Empatia', meaning: 'De 1, distante, a 5, empático. 3 é neutro.', unit: 'de 5' },
  knowledge_page_default_trigger: {
    label: 'Atualização de páginas',
    meaning: 'Campos do gatilho de atualização das novas páginas da base de conhecimento, no lugar dos predefinidos.',
  },
  mcp_enabled_tools: {
    label: 'Ferramentas MCP',
    meaning: 'As ferramentas que clientes MCP veem e podem chamar neste banco. Não definido: todas as que a chave permite.',
  },
};

export const bankSettings: Translation<typeof english> = {
  title: 'Configurações do banco',
  purpose: 'As configurações em vigor e a origem de cada uma: padrão, servidor ou este banco.',
  nameTitle: 'Nome',
  name: 'Nome do banco',
  nameHelp: (id) => `Um nome de exibição. A API usa o ID ${id}, que não pode ser alterado.`,
  nameMissing: 'Digite um nome para o banco.',
  rename: 'Renomear',
  renamed: (name) => `Banco renomeado para ${name}`,
  missionAdd: 'Acrescentar à missão',
  missionText: 'Novas informações sobre o banco',
  missionHelp:
    'Um modelo as incorpora à missão e substitui o que elas contradizem. Sem um modelo, são acrescentadas ao fim. Cada acréscimo é uma chamada ao modelo.',
  missionMissing: 'Escreva o que acrescentar à missão.',
  missionAddAction: 'Acrescentar',
  missionAdding: 'Acrescentando',
  missionAdded: 'Missão atualizada',
  sections: 'Seções das configurações',
  settingsTitle: 'Configurações',
  tabs: {
    retain: 'Memorização',
    observations: 'Observações',
    recall: 'Recuperação',
    reflect: 'Reflexão',
    models: 'Modelos',
    mcp: 'MCP',
    transfer: 'Exportar e copiar',
    danger: 'Zona de perigo',
  },
  failed: 'Não foi possível carregar as configurações',
  readOnly: (who) => `Você pode ver todas as configurações, mas não alterá-las. ${who}.`,
  setHere: (n) =>
    n === 0
      ? 'Este banco não substitui nenhuma configuração.'
      : plural(n, { one: 'Este banco substitui # configuração.', other: 'Este banco substitui # configurações.' }),
  settings,
  listOf: (tab) => `Configurações: ${tab}`,

  origins: { default: 'Padrão', environment: 'Servidor', bank: 'Este banco' },
  originMeans: {
    default: 'Valor padrão.',
    environment: (variable) => `Definido por ${variable} para todos os bancos deste servidor.`,
    bank: (inherited) => `herdado: ${inherited}`,
  },
  idle: (model) => `Este banco escolheu “${model}”, que o operador não oferece mais. Conta como não definido.`,
  withdrawn: (label, model) =>
    `${label}: este banco escolheu “${model}”, que o operador não oferece mais. Vale a escolha do operador até que você escolha outro.`,
  notSet: 'não definido',
  on: 'Ativado',
  off: 'Desativado',
  noLimit: 'sem limite',
  entries: (n) => (n === 0 ? 'nenhuma' : plural(n, { one: '# entrada', other: '# entradas' })),
  operatorModel: 'a escolha do operador',
  builtin: 'interno, sem modelo',
  modes: {
    concise: 'Conciso',
    verbose: 'Detalhado',
    custom: 'Personalizado',
    verbatim: 'Literal',
    chunks: 'Trechos',
    fixed: 'Fixo',
    adaptive: 'Adaptativo',
  },
  modeMeanings: {
    concise: 'um modelo extrai os fatos importantes',
    verbose: 'um modelo extrai todos os fatos, por completo',
    custom: 'um modelo segue as instruções personalizadas',
    verbatim: 'o texto é armazenado sem alterações; um modelo encontra datas, entidades e ligações causais',
    chunks: 'sem modelo: cada trecho do texto é uma memória',
    fixed: 'o mesmo número de candidatos em toda recuperação',
    adaptive: 'em proporção ao limite de tokens',
  },

  edit: 'Editar',
  editOf: (label) => `Editar ${label}`,
  resetOf: (label) => `Redefinir ${label}`,
  value: 'Valor',
  json: 'Valor, em JSON',
  jsonHelp: {
    entity_labels:
      'Uma lista de rótulos. “type” é value (um de “values”), multi-values (alguns deles), text (quaisquer palavras) ou map (um rótulo para cada um de “fields”). “tag”: true torna o rótulo também uma tag. “optional”: false o exige em todo fato.',
    retain_strategies:
      'Um objeto. Cada nome aponta para as configurações que diferem das do banco, com os nomes da API, por exemplo “retain_mission”.',
    observation_scope_limits:
      'Uma lista de regras. “scope” lista tags; * corresponde a qualquer texto e ? a qualquer caractere. “limit” −1 significa sem limite.',
  },
  jsonExample: {
    entity_labels: [
      {
        key: 'assunto',
        description: 'do que se trata',
        type: 'value',
        tag: true,
        values: [{ value: 'conserto' }, { value: 'venda', description: 'algo foi comprado' }],
      },
    ],
    retain_strategies: { logs: { retain_extraction_mode: 'chunks', retain_chunk_size: 4000 } },
    observation_scope_limits: [{ scope: ['user:*'], limit: 20 }],
  },
  example: 'Usar um exemplo',
  badJson: 'JSON inválido.',
  badJsonAt: (line, sign) => `JSON inválido: verifique a linha ${number(line)}, caractere ${number(sign)}.`,
  entry: (at) => `Entrada ${number(at + 1)}`,
  entryOfList: (list, at) => `${list} ${number(at + 1)}`,
  faultAt: (place, message) => `${place}: ${message}`,
  valueWithUnit: (value, unit) => `${value} ${unit}`,

  missing: 'está ausente.',
  shouldBe: {
    string: 'deve ser texto.',
    number: 'deve ser um número.',
    boolean: 'deve ser true ou false.',
    array: 'deve ser uma lista.',
    object: 'deve ser um objeto.',
    record: 'deve ser um objeto.',
  },
  wrongKind: 'tem o tipo errado.',
  oneOf: (values) => `deve ser um destes: ${values.join(', ')}.`,
  badNumber: 'Digite um número.',
  moreThan: (bound) => `Deve ser maior que ${bound}.`,
  atLeast: (bound) => `Deve ser no mínimo ${bound}.`,
  atMost: (bound) => `Deve ser no máximo ${bound}.`,
  letters: (n) => plural(n, { one: '# caractere', other: '# caracteres' }),
  entriesOf: (n) => plural(n, { one: '# entrada', other: '# entradas' }),
  wholeNumber: 'Digite um número inteiro.',
  emptyInherits: 'Deixe em branco para usar o valor herdado.',
  unchanged: 'Este já é o valor atual.',
  save: 'Salvar',
  saving: 'Salvando',
  saved: (label) => `Configuração salva: ${label}`,
  settingReset: (label) => `Configuração redefinida para o valor herdado: ${label}`,
  saveFailed: 'Não foi possível salvar a configuração.',
  appliesFrom: {
    retain: 'Vale a partir da próxima memorização. As memórias armazenadas não mudam.',
    observations: 'Vale a partir da próxima consolidação. As observações existentes permanecem.',
    recall: 'Vale a partir da próxima recuperação.',
    reflect: 'Vale a partir da próxima resposta.',
    models: 'Vale a partir da próxima chamada.',
    mcp: 'Vale a partir da próxima chamada. Os clientes listam as ferramentas novamente ao se reconectar.',
  },
  willChange: '{next} em vez de {now}.',

  resetAll: 'Redefinir todas as configurações',
  resetAllText: (n) =>
    n === 0
      ? 'Todas as configurações já são herdadas.'
      : plural(n, {
          one: '# configuração deste banco passará a usar o valor herdado.',
          other: '# configurações deste banco passarão a usar os valores herdados.',
        }),
  resetTitle: (what) => `Redefinir ${what}?`,
  resetAllTitle: 'Redefinir todas as configurações?',
  resetAction: 'Redefinir',
  resetting: 'Redefinindo',
  resetDone: 'Todas as configurações foram redefinidas',
  resetKeeps: 'As memórias armazenadas não mudam.',
  changes: 'Alterações',
  was: 'antes:',
  is: 'depois:',

  modelsTitle: 'Modelos deste banco',
  modelsFailed: 'Não foi possível carregar os modelos',
  modelsForManagers: 'Todos veem os nomes. Proprietários e Admins também veem provedor e modelo. Chaves e endereços nunca são exibidos.',
  modelsNote: 'Somente o operador pode definir chaves e endereços de provedores. Eles nunca são exibidos.',
  uses: { retain: 'Memorização', consolidation: 'Consolidação', reflect: 'Reflexão' },
  configurationOf: 'Configuração {name}',
  useColumns: { use: 'Uso', configuration: 'Configuração', model: 'Provedor e modelo', source: 'Definido por' },
  useSources: { bank: 'este banco', use: 'o operador, para este uso', default: 'o operador, para todos' },
  embeddings: 'Embeddings',
  embeddingsNone: 'nenhum armazenado ainda; {next}',
  embeddingsNext: (configured) => `os primeiros serão criados com ${configured}`,
  embeddingsChanging: '{model}, {pending}: {progress}',
  embeddingsPending: (configured) => `até que todos sejam recalculados com ${configured}`,
  embeddingsProgress: 'progresso',
  reranker: 'Reranker',
  rerankerOn: 'configurado pelo operador',
  rerankerOff: 'não configurado',
  test: 'Testar os modelos',
  testing: 'Testando',
  testCost: 'Faz uma pequena chamada a cada modelo. Essas chamadas consomem tokens; no máximo 6 testes por minuto.',
  testFree: 'Nenhum modelo está configurado; não há o que testar.',
  testOff: 'O operador desativou o teste (SERVICE_API_ENABLE_BANK_LLM_HEALTH).',
  testFailed: 'Não foi possível testar os modelos.',
  testResult: 'Resultado do teste',
  testedAt: 'testado {time}',
  ms: (n) => `${number(Math.round(n))} ms`,
  refuses: 'Acessível, mas retorna um erro',
  health: {
    connected: 'Conectado',
    not_configured: 'Não configurado: usa as regras internas',
    auth_failed: 'Chave de API rejeitada',
    unreachable: 'Inacessível',
    timeout: 'Sem resposta em 10 s',
  },

  clearTitle: 'Limpar observações',
  clearText:
    'Exclui todas as observações do banco; os fatos permanecem. A próxima consolidação deriva novas observações, com chamadas ao modelo se houver um configurado.',
  clear: 'Limpar observações',
  clearing: 'Limpando',
  clearAsk: 'Limpar todas as observações?',
  cleared: 'Observações excluídas',
  clearedDetail: (n) =>
    `${plural(n, { one: '# observação excluída.', other: '# observações excluídas.' })} Os fatos aguardam a próxima consolidação.`,
  deleteTitle: 'Excluir banco',
  deleteText:
    'Exclui permanentemente tudo o que há no banco: memórias, documentos, entidades, observações e seus históricos. Não é possível desfazer.',
  deleteContents: (memories, documents, entities) =>
    `Ele contém ${plural(memories, { one: '# memória', other: '# memórias' })}, ${plural(documents, {
      one: '# documento',
      other: '# documentos',
    })} e ${plural(entities, { one: '# entidade', other: '# entidades' })}.`,
  deleteAction: 'Excluir banco',
  deleting: 'Excluindo',
  deleteAsk: (bank) => `Excluir ${bank}?`,
  deleteKeys: 'Chaves com acesso somente a este banco ficarão sem acesso a nenhum banco.',
  deleted: (bank) => `Banco ${bank} excluído`,
};
