import { listed, number, plural } from '#components/strings/counted';
import type { operations as english } from '#components/strings/operations';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => plural(n, { one: '# memória', other: '# memórias' });
const items = (n: number): string => plural(n, { one: '# item', other: '# itens' });
const total = (n: number): string => plural(n, { one: '# operação', other: '# operações' });

export const operations: Translation<typeof english> = {
  title: 'Operações',
  purpose: 'Trabalho em segundo plano deste banco, com estado e resultado. Os registros expiram após 30 dias.',
  list: 'Operações do banco',
  loading: 'Carregando operações',
  readFailed: 'Não foi possível carregar as operações',

  kinds: {
    batch_retain: 'Memorização',
    retain: 'Reprocessamento',
    consolidation: 'Consolidação',
    refresh_mental_model: 'Atualização de modelo mental',
    reembedding: 'Recálculo de embeddings',
    export: 'Exportação',
    import: 'Importação',
    document_import: 'Importação de documentos',
    clone: 'Cópia do banco',
  },
  part: (index) => `Parte ${number(index + 1)}`,
  items,
  parts: (n) => plural(n, { one: '# parte', other: '# partes' }),

  version: (n) => `v${number(n)}`,
  versions: (from, to) => `v${number(from)} → v${number(to)}`,
  factsAdded: (n) => `+${plural(n, { one: '# fato', other: '# fatos' })}`,
  factsDropped: (n) => `−${plural(n, { one: '# fato', other: '# fatos' })}`,
  deleted: (what) => `${what} (excluído)`,
  contentUnchanged: { content_unchanged: 'Conteúdo inalterado', content_preserved_no_new_facts: 'Nenhum fato novo' },
  states: {
    pending: 'Aguardando',
    later: 'Nova tentativa depois',
    processing: 'Em execução',
    completed: 'Concluída',
    partly: 'Concluída em parte',
    nothing: 'Nada feito',
    failed: 'Falhou',
    cancelled: 'Cancelada',
  },

  filters: 'Filtros da lista',
  status: 'Status',
  all: 'Todos',
  anyKind: 'Qualquer tipo',
  kind: 'Tipo',
  takeOff: (what) => `Remover filtro: ${what}`,
  pages: 'Páginas da lista',

  columns: { what: 'Operação', state: 'Status', progress: 'Progresso', begun: 'Solicitada', actions: 'Ações' },
  open: (name) => `Abrir ${name}`,
  fold: (name) => `Partes de ${name}`,
  actionsOf: (name) => `Ações de ${name}`,

  stages: {
    storing: 'Armazenando',
    extracting: 'Extraindo',
    embedding: 'Calculando embeddings',
    dropping: 'Removendo vetores antigos',
    documents: 'Exportando documentos',
    observations: 'Exportando observações',
    rows: 'Copiando linhas',
    read_import: 'Lendo o arquivo',
    import_documents: 'Importando documentos',
    import_observations: 'Importando observações',
    import_mental_models: 'Importando modelos mentais',
    consolidating: 'Consolidando',
  },
  memories,
  soFar: (n) => `${number(n)} até agora`,
  of: (n, all, unit) =>
    `${number(n)} de ${
      unit === null
        ? number(all)
        : {
            parts: plural(all, { one: '# parte', other: '# partes' }),
            chunks: plural(all, { one: '# trecho', other: '# trechos' }),
            memories: memories(all),
          }[unit]
    }`,
  waits: 'Aguardando',
  running: 'Em execução',
  took: (duration) => `levou ${duration}`,
  notRead: (n) => plural(n, { one: '# item não processado por completo', other: '# itens não processados por completo' }),
  notConsolidated: (n) => plural(n, { one: '# memória não consolidada', other: '# memórias não consolidadas' }),
  unanswered: (n) => plural(n, { one: '# memória sem resposta utilizável', other: '# memórias sem resposta utilizável' }),
  again: 'nova tentativa {time}',
  nextRetry: 'Nova tentativa {time}.',
  failsUnlessRetried: 'Se nenhuma nova tentativa der certo, ela falha {time}.',
  progressOf: (name) => `Progresso de ${name}`,

  emptyTitle: 'Nenhuma operação ainda',
  emptyText:
    'Uma memorização com “async” retorna imediatamente e é armazenada em segundo plano. A consolidação é executada automaticamente após gravações. Toda operação aparece aqui, com progresso e resultado.',
  emptyCurl: 'curl para uma memorização em segundo plano',
  noneTitle: 'Nenhuma operação encontrada',
  noneText: 'Limpe os filtros para ver outras operações.',
  clear: 'Mostrar todas',

  footer: (shown, all) => (shown === all ? total(all) : `${number(shown)} de ${total(all)}`),
  live: 'Atualiza automaticamente enquanto há operações em execução.',
  calm: 'Nenhuma operação em execução.',

  cancel: 'Cancelar',
  canceling: 'Cancelando',
  cancelled: (name) => `Operação cancelada: ${name}`,
  cancelledDetail: 'O que ela gravou permanece. Você pode tentar novamente por sete dias.',
  cancelFailed: (name) => `Não foi possível cancelar a operação: ${name}`,
  cancelNote: 'Cancelar interrompe a operação imediatamente; o que ela gravou permanece.',
  retry: 'Tentar novamente',
  retrying: 'Enfileirando',
  retried: (name) => `Operação novamente na fila: ${name}`,
  retryFailed: (name) => `Não foi possível recolocar a operação na fila: ${name}`,
  retryNote: 'Uma nova tentativa repete somente o trabalho não concluído. Se um modelo de linguagem for usado, consome tokens novamente.',
  batch: {
    action: {
      cancel: (n) => plural(n, { one: 'Cancelar # operação', other: 'Cancelar # operações' }),
      retry: (n) => plural(n, { one: 'Tentar novamente # operação', other: 'Tentar novamente # operações' }),
      remove: (n) => plural(n, { one: 'Excluir # registro', other: 'Excluir # registros' }),
    },
    done: {
      cancel: (n) => plural(n, { one: '# operação cancelada', other: '# operações canceladas' }),
      retry: (n) => plural(n, { one: '# operação novamente na fila', other: '# operações novamente na fila' }),
      remove: (n) => plural(n, { one: '# registro excluído', other: '# registros excluídos' }),
    },
    others: (n) =>
      plural(n, {
        one: '# operação selecionada está em outro estado e não é afetada.',
        other: '# operações selecionadas estão em outro estado e não são afetadas.',
      }),
  },
  remove: 'Excluir registro',
  removing: 'Excluindo',
  removed: (name) => `Registro excluído: ${name}`,
  removeTitle: (name) => `Excluir o registro de ${name}?`,
  removeText: 'Exclui permanentemente o registro e os resultados. O que a operação armazenou ou alterou permanece.',
  removeFailed: 'Não foi possível excluir o registro',
  notOver: 'Ainda ativa; cancele-a primeiro',
  isOver: 'Já terminou',
  notUndone: 'Só é possível tentar novamente operações que falharam ou foram canceladas',
  details: 'Abrir detalhes',

  tabs: 'Detalhes da operação',
  did: 'Resultados',
  partsTab: 'Partes',
  json: 'JSON',
  jsonOf: 'A operação em JSON',
  facts: {
    status: 'Status',
    kind: 'Tipo',
    items: 'Itens',
    document: 'Documento',
    model: 'Modelo mental',
    versions: 'Versões',
    sources: 'Fatos',
    attempts: 'Tentativas',
    next: 'Próxima tentativa',
    partOf: 'Parte de',
    begun: 'Solicitada',
    waited: 'Espera',
    ended: 'Término',
    duration: 'Duração',
    id: 'ID',
    tokens: 'Tokens do modelo',
  },
  attempts: number,
  attemptsOfPart: (n) => `${number(n)}, em uma das partes`,
  noTokens: 'nenhum: regras internas',
  tokens: (input, output) => `${number(input)} de entrada, ${number(output)} de saída`,
  missing: 'Operação não encontrada',
  missingText: 'O registro foi excluído, ou a operação terminou há mais de 30 dias.',
  close: 'Fechar',
  oneFailed: 'Não foi possível carregar a operação',

  outcomes: { facts: 'Armazenado', no_facts: 'Nenhum fato encontrado', partial: 'Armazenado em parte', failed: 'Falhou' },
  outcomesOf: 'Resultado de cada item',
  item: (index) => `Item ${number(index + 1)}`,
  reasons: 'Erros por item',
  itemsNamed: (indices) => {
    const named = indices.slice(0, indices.length > 8 ? 6 : 8).map((index) => number(index + 1));
    const rest = indices.length - named.length;
    return `${items(indices.length)} (${listed(rest > 0 ? [...named, `mais ${number(rest)}`] : named)})`;
  },
  retained: (facts, n) => `${memories(facts)} de ${items(n)}.`,
  reprocessed: (document) => `Reprocessado: ${document}`,
  lost: (n) => plural(n, { one: '# item falhou por completo ou em parte.', other: '# itens falharam por completo ou em parte.' }),
  moreItems: (n) => `e mais ${items(n)}`,
  nothingYet: 'Ainda não terminou.',
  nothingDone: 'Nenhum resultado foi registrado. O que ela gravou antes de terminar permanece.',
  noDetails: 'Sem mais detalhes.',
  consolidated: {
    processed: (n) => plural(n, { one: '# memória processada', other: '# memórias processadas' }),
    created: (n) => plural(n, { one: '# nova observação', other: '# novas observações' }),
    updated: (n) => plural(n, { one: '# observação atualizada', other: '# observações atualizadas' }),
    removed: (n) => plural(n, { one: '# observação removida', other: '# observações removidas' }),
    failed: (n) => plural(n, { one: '# memória com falha', other: '# memórias com falha' }),
  },
  failedMemories: 'Memórias que falharam',
  seeUnanswered: 'Mostrar memórias',
  seeFailed: 'Memórias com falha',
  consolidation: {
    completed: 'Todas as memórias pendentes foram consolidadas.',
    partly: 'As outras memórias pendentes foram consolidadas.',
    nothing: 'Nenhuma memória pôde ser consolidada. Nada se perdeu; você pode tentar novamente.',
    to_be_continued: 'Há mais memórias pendentes; a próxima operação continua.',
    unanswered:
      'O modelo de linguagem não retornou uma resposta utilizável para algumas memórias. A próxima operação tenta novamente, até três tentativas no total; depois, elas falham.',
    observations_disabled: 'As observações estão desativadas neste banco; por isso, nada foi feito.',
    auto_consolidation_disabled: 'A consolidação automática está desativada neste banco; por isso, nada foi feito.',
  },
  reembedded: {
    completed: (n) =>
      plural(n, {
        one: 'Embedding de # memória calculado com o modelo configurado.',
        other: 'Embeddings de # memórias calculados com o modelo configurado.',
      }),
    model_changed: (n) =>
      plural(n, {
        one: 'O banco agora usa o modelo configurado: embedding de # memória calculado.',
        other: 'O banco agora usa o modelo configurado: embeddings de # memórias calculados.',
      }),
    bank_gone: 'O banco foi excluído.',
  },
  nextOperation: 'A próxima operação',
  seeModel: 'Abrir modelo mental',
  modelDeleted: 'O modelo mental foi excluído.',
  seeDocument: 'Abrir documento',
  seeDocuments: 'Documentos',
  seeMemories: 'Memórias',
  seeMemoriesOf: 'Ver memórias',
  seeObservations: 'Observações',
  parentOf: 'Operação principal',

  tray: {
    label: (open, failed) => {
      if (open === 0 && failed === 0) return 'Operações em execução: nenhuma';
      const failures = plural(failed, { one: '# falhou', other: '# falharam' });
      return `Operações em execução: ${[open > 0 && number(open), failed > 0 && failures].filter(Boolean).join(', ')}`;
    },
    title: 'Operações',
    running: 'Em execução e aguardando',
    ended: 'Terminadas recentemente',
    none: 'Nenhuma operação em execução.',
    noneText: 'O trabalho em segundo plano que você inicia, ou que é executado no banco aberto, aparece aqui.',
    more: (n) => `mais ${number(n)}`,
    clear: 'Limpar',
    cancel: (name) => `Cancelar ${name}`,
    retry: (name) => `Tentar novamente: ${name}`,
    dismiss: (name) => `Dispensar ${name}`,
    page: (bank) => `Todas as operações de ${bank}`,
    see: 'Ver alterações',
    openUnchanged: 'Abrir',
    why: 'Ver erro',
    done: (name) => `Operação concluída: ${name}`,
    short: {
      partly: (name) => `Operação concluída em parte: ${name}`,
      nothing: (name) => `Operação sem efeito: ${name}`,
    },
    failed: (name) => `A operação falhou: ${name}`,
    inBank: (bank) => `em ${bank}`,
    aboutInBank: (about, bank) => `${about} em ${bank}`,
    failedIn: (where, error) => `${where}: ${error}`,
    unread: 'Não foi possível carregar as operações. Elas são carregadas novamente quando você volta a esta página.',
  },
};
