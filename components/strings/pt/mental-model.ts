import { listed, number, plural } from '#components/strings/counted';
import type { mentalModel as english } from '#components/strings/mental-model';
import { dryRun } from '#components/strings/pt/dry-run';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

/** A name quoted within a sentence, cut to 60 characters. */
export const shortly = (name: string): string => `“${cut(name, 60)}”`;

const sources = (n: number): string => plural(n, { one: '# fonte', other: '# fontes' });
const tokens = (n: number): string => plural(n, { one: '# token', other: '# tokens' });
const facts = (n: number): string => plural(n, { one: '# fato', other: '# fatos' });

/** "1 dia", "90 minutos" */
const intervalText = (s: number): string =>
  s % 86_400 === 0
    ? plural(s / 86_400, { one: '# dia', other: '# dias' })
    : s % 3600 === 0
      ? plural(s / 3600, { one: '# hora', other: '# horas' })
      : s % 60 === 0
        ? plural(s / 60, { one: '# minuto', other: '# minutos' })
        : plural(s, { one: '# segundo', other: '# segundos' });

const causes: Translation<(typeof english)['causes']> = {
  create: 'na criação',
  asked: 'sob demanda',
  cron: 'por agendamento',
  consolidation: 'após consolidação',
};
/** The cause of a refresh within a sentence. */
const causeText = (cause: keyof typeof causes, who: string): string => (cause === 'asked' ? `solicitada por ${who}` : causes[cause]);

const reasons: Translation<(typeof english)['reasons']> = {
  no_baseline_content: 'não havia conteúdo para alterar',
  source_query_changed: 'a pergunta foi alterada',
  structured_doc_unreadable: 'não foi possível ler os blocos do documento armazenado',
  delta_ops_failed: 'o modelo de linguagem não retornou alterações utilizáveis',
  delta_ops_all_skipped: 'nenhuma das alterações do modelo de linguagem pôde ser aplicada',
};

export const mentalModel: Translation<typeof english> = {
  title: 'Modelo mental',
  back: 'Todos os modelos mentais',
  reading: 'Carregando o modelo mental',
  failed: 'Não foi possível carregar o modelo mental',
  missing: 'Modelo mental não encontrado',
  missingText: (id) => `Este banco não tem um modelo mental ${id}. Ele pode ter sido excluído.`,
  tabs: 'Seções do modelo mental',
  document: 'Documento',
  compare: 'Comparar',
  versions: 'Versões',
  states: {
    generating: 'Em geração',
    ready: 'Pronto',
    empty: 'Vazio',
    failed: 'Última atualização falhou',
  },
  fresh: 'Atualizado',
  staleReasons: {
    never_refreshed: 'nunca foi atualizado',
    new_memories: 'há memórias do escopo ainda não lidas',
    memories_gone: 'memórias do escopo foram excluídas',
    sources_gone: 'algumas das fontes mudaram',
    source_query_changed: 'a pergunta foi alterada',
  },
  staleShort: ([reason]) =>
    reason === undefined
      ? 'Desatualizado'
      : {
          never_refreshed: 'Nunca atualizado',
          new_memories: 'Novas memórias',
          memories_gone: 'Memórias excluídas',
          sources_gone: 'Fonte alterada',
          source_query_changed: 'Pergunta alterada',
        }[reason],
  staleBecause: (reasons) => `Desatualizado: ${listed(reasons)}`,

  refresh: 'Atualizar',
  refreshing: 'Enfileirando…',
  refreshCosts: 'Reescreve o documento em segundo plano. Se houver um modelo de linguagem configurado, consome tokens.',
  refreshQueued: (name) => `Atualizando ${shortly(name)}`,
  refreshJoined: 'O pedido se juntou à atualização que já aguardava.',
  refreshQueuedText: 'A bandeja de operações mostra quando terminar.',
  refreshFailed: (name) => `Não foi possível colocar a atualização de ${shortly(name)} na fila`,
  dryRun: 'Simulação',
  edit: 'Editar',
  openInKnowledge: 'Abrir em Conhecimento',
  more: 'Mais',
  clear: 'Limpar conteúdo',
  clearTitle: (name) => `Limpar “${name}”?`,
  clearText: 'O documento fica vazio. O conteúdo atual continua nas versões e pode ser restaurado.',
  clearNext: 'A próxima atualização é completa: lê as memórias do escopo mais próximas da pergunta e reescreve o documento.',
  clearAlone: 'O gatilho de atualização permanece e o atualizará automaticamente.',
  clearing: 'Limpando…',
  cleared: (name) => `Conteúdo de ${shortly(name)} limpo`,
  clearedText: 'A próxima atualização o reescreve.',
  remove: 'Excluir',
  removeTitle: (name) => `Excluir “${name}”?`,
  removeText:
    'Exclui o documento com todas as versões e cancela a atualização em execução ou na fila. As memórias permanecem. Não é possível desfazer.',
  removing: 'Excluindo…',
  removed: (name) => `${shortly(name)} excluído`,
  restore: (version) => `Restaurar v${version}`,
  restoreTitle: (version) => `Restaurar a versão ${version}?`,
  restoreText: (version, next) =>
    `Restaura conteúdo, blocos e fontes da v${version} como uma nova versão, v${next}. O conteúdo atual continua nas versões.`,
  restoreNext: (version) =>
    `Nome, pergunta, tags e gatilho de atualização não mudam. A próxima atualização lê o que for mais recente que a v${version}.`,
  restoreDeletedSources: (n, isByItself) =>
    `${plural(n, {
      one: '# fonte dela foi excluída ou invalidada depois. Os blocos baseados nessa fonte estão marcados',
      other: '# fontes dela foram excluídas ou invalidadas depois. Os blocos baseados nessas fontes estão marcados',
    })}, e ${isByItself ? 'uma atualização automática' : 'a próxima atualização'} remove os blocos sem evidências.`,
  restoreEmpty: 'Esta versão está vazia: o documento ficará vazio.',
  restoring: 'Restaurando…',
  restored: (version, name) => `Versão ${version} de ${shortly(name)} restaurada`,
  isCurrent: 'Esta é a versão atual',

  writing: 'Em geração.',
  writingText:
    'Uma atualização lê as memórias do escopo que correspondem à pergunta e escreve o documento. Ele aparece aqui quando estiver pronto.',
  waitingRefresh: 'Há uma atualização em execução ou na fila.',
  retrying: 'A atualização continua falhando:',
  retryingShort: 'Nova tentativa',
  retryNow: 'Tentando novamente agora.',
  retryAt: 'Próxima tentativa {time}.',
  emptyTitle: 'Nenhum conteúdo ainda',
  emptyCleared: 'O conteúdo foi limpo. A próxima atualização reescreve o documento.',
  emptyRestored: 'Uma versão vazia foi restaurada. A próxima atualização reescreve o documento.',
  emptyNoEvidence: 'Nenhuma memória do escopo corresponde à pergunta. Memorize algo sobre ela e depois atualize.',
  emptyPlain: 'Atualize para gerar o documento a partir das memórias do banco.',
  lastError: 'A última atualização falhou.',
  lastErrorContent: 'O conteúdo anterior permanece.',
  seeOperation: 'Ver operação',
  operationId: 'ID da operação',
  sources,
  sourcesOf: 'Fontes deste bloco',
  openSources: (n) => plural(n, { one: 'Mostrar # fonte deste bloco', other: 'Mostrar # fontes deste bloco' }),
  unproven: 'sem fonte',
  moreSources: (n) => `e mais ${number(n)}: selecione para mostrar todas`,
  blockChanged: ({ deleted, edited, of }) => {
    if (deleted === of)
      return of === 1
        ? 'A fonte foi excluída ou invalidada: a próxima atualização remove este bloco.'
        : 'Todas as fontes foram excluídas ou invalidadas: a próxima atualização remove este bloco.';
    if (edited === of)
      return of === 1
        ? 'A fonte foi editada depois: a próxima atualização reescreve este bloco.'
        : 'Todas as fontes foram editadas depois: a próxima atualização reescreve este bloco.';
    const changes = listed([
      ...(deleted === 0 ? [] : [plural(deleted, { one: '# foi excluída ou invalidada', other: '# foram excluídas ou invalidadas' })]),
      ...(edited === 0 ? [] : [plural(edited, { one: '# foi editada', other: '# foram editadas' })]),
    ]);
    return `Das ${sources(of)}, ${changes} depois: a próxima atualização reescreve este bloco${deleted > 0 ? ' com as restantes' : ''}.`;
  },
  blockRewritten: ({ of, deleted, invalidated, moved, edited }) => {
    if (of === 1) return 'A fonte foi editada: reescrito com o texto atual.';
    const some = (n: number, one: string, other: string) => (n === 0 ? [] : [plural(n, { one: `# ${one}`, other: `# ${other}` })]);
    const changes = [
      some(deleted, 'excluída', 'excluídas'),
      some(invalidated, 'invalidada', 'invalidadas'),
      some(moved, 'fora do escopo', 'fora do escopo'),
      some(edited, 'editada', 'editadas'),
    ];
    return `Das ${sources(of)}: ${listed(changes.flat())}. Reescrito com as restantes.`;
  },
  deletedSource: 'Memória excluída',
  sourceStates: { live: '', edited: 'editada depois', invalidated: 'invalidada depois', deleted: 'excluída depois' },
  noDocument: 'Não foi possível ler os blocos; este é o texto bruto.',
  evidence: 'Evidências',
  evidenceNone: 'O documento não tem citações.',
  cited: (n) => plural(n, { one: 'em # bloco', other: 'em # blocos' }),
  structured: 'Saída estruturada',
  structuredFailed: 'Não foi possível criar a saída estruturada:',
  copyStructured: 'a saída estruturada',
  copyContent: 'Copiar como Markdown',
  contentMarkdown: 'o documento em Markdown',
  about: 'Detalhes',
  facts: {
    state: 'Estado',
    trigger: 'Gatilho de atualização',
    next: 'Próxima atualização',
    last: 'Última atualização',
    lastGood: 'Última atualização bem-sucedida',
    tokens: 'Tamanho',
    tags: 'Tags',
    method: 'Escrito por',
    usage: 'Custo da última atualização',
    usageGood: 'Custo dessa atualização',
    id: 'ID',
  },
  sizeOf: (blocks, n) => `${plural(blocks, { one: '# bloco', other: '# blocos' })}, ${sources(n)}`,
  tokensOf: (n, budget) => `${number(n)} de ${tokens(budget)}`,
  methods: (method) => (method === 'extractive' ? 'frases literais das memórias, sem modelo de linguagem' : method),
  noTags: 'nenhuma: lê todas as memórias, com ou sem tags',
  usageNone: 'nenhum token: nenhum modelo de linguagem foi chamado',
  usage: (input, output) => `${tokens(input)} de entrada, ${number(output)} de saída`,
  triggers: {
    delta: 'aplica novas memórias',
    full: 'reescreve o documento',
    consolidation: 'após cada consolidação',
    cron: (words) => `${words.charAt(0).toLowerCase()}${words.slice(1)}, UTC`,
    hand: 'somente sob demanda',
    both: (when, how) => `${when}; ${how}`,
    atMost: (when, seconds) => `${when}, no máximo uma vez a cada ${intervalText(seconds)}`,
  },

  version: (n) => `v${n}`,
  versionsOf: 'Versões, mais recentes primeiro',
  versionsFailed: 'Não foi possível carregar as versões',
  versionFailed: 'Não foi possível carregar a versão',
  olderVersions: 'Versões mais antigas',
  allVersions: (n) => plural(n, { one: 'Ver # versão', other: 'Ver todas as # versões' }),
  changes: { create: 'criada', refresh: 'atualizada', clear: 'conteúdo limpo', restore: 'restaurada', edit: 'editada' },
  restoredBy: (version, who) => `${version === null ? 'restaurada' : `restaurada da v${version}`} por ${who}`,
  modes: { full: 'completa', delta: 'delta' },
  causes,
  by: (who) => `por ${who}`,
  withoutKey: 'uma chamada sem chave',
  createdBy: (who) => `criada por ${who}`,
  clearedBy: (who) => `conteúdo limpo por ${who}`,
  versionWritten: '{time}, {cause}',
  current: 'atual',
  wordsOf: (n, change = 0) =>
    `${plural(n, { one: '# palavra', other: '# palavras' })}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${number(Math.abs(change))})`}`,
  firstVersion: 'a primeira versão',
  factsChange: (added, dropped) =>
    `${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')} ${added + dropped === 1 ? 'fato' : 'fatos'}`,
  pickFrom: 'Lado A, antes',
  pickTo: 'Lado B, depois',
  pick: (version) => `Comparar v${version}`,
  pickHelp: 'A é a versão anterior; B, a posterior.',
  pickAs: { from: 'A', to: 'B' },
  swap: 'Trocar lados',
  reversed: 'O lado A é mais recente: a diferença mostra o que voltar ao lado B mudaria. “Por que mudou” está em ordem cronológica.',
  step: 'Use [ e ] para ir ao par mais antigo ou mais recente',
  withCurrent: 'Comparar com a atual',

  comparing: 'Comparando…',
  compareTitle: 'Comparar versões',
  compareNone: 'Há somente uma versão',
  compareNoneText: 'Quando uma atualização alterar o documento, você poderá comparar as duas versões aqui.',
  same: 'Estas versões são idênticas',
  sameText: 'Conteúdo, blocos e fontes são iguais.',
  sameLines: 'As linhas são iguais. A outra visualização compara os blocos e suas fontes.',
  level: (n) => `Título de nível ${n}`,
  sameBlanks: 'Elas diferem somente em espaços, que são ignorados.',
  summary: (changes) => (changes === 0 ? 'Nenhuma alteração' : plural(changes, { one: '# alteração', other: '# alterações' })),
  words: (added, removed) => `+${number(added)} −${number(removed)} palavras`,
  summarySpoken: (changes, added, removed) =>
    `${plural(changes, { one: '# alteração', other: '# alterações' })}, ${plural(added, {
      one: '# palavra inserida',
      other: '# palavras inseridas',
    })}, ${plural(removed, { one: '# palavra excluída', other: '# palavras excluídas' })}`,
  layout: 'Layout',
  unified: 'Unificado',
  split: 'Lado a lado',
  rendered: 'Formatado',
  raw: 'Markdown',
  ignoreBlanks: 'Ignorar espaços',
  nextChange: 'Próxima alteração',
  previousChange: 'Alteração anterior',
  at: (at, total) => `Alteração ${at} de ${total}`,
  copyPatch: 'Copiar como patch',
  difference: 'Diferença',
  folded: (lines, parts) =>
    lines < parts
      ? plural(parts, { one: '# parte inalterada', other: '# partes inalteradas' })
      : `${plural(lines, { one: '# linha inalterada', other: '# linhas inalteradas' })} em ${plural(parts, { one: '# parte', other: '# partes' })}`,
  foldedLines: (lines) => plural(lines, { one: '# linha inalterada', other: '# linhas inalteradas' }),
  unfold: (lines, parts) =>
    lines < parts
      ? plural(parts, { one: 'Mostrar # parte', other: 'Mostrar # partes' })
      : plural(lines, { one: 'Mostrar # linha', other: 'Mostrar # linhas' }),
  line: (n) => `Linha ${n}`,
  rows: {
    same: '',
    removed: 'Bloco excluído',
    added: 'Bloco inserido',
    movedFrom: 'Bloco movido, posição antiga',
    movedTo: 'Bloco movido, nova posição',
    changedFrom: 'Bloco alterado, antes',
    changedTo: 'Bloco alterado, depois',
    evidence: 'Mesmo texto, fontes diferentes',
    removedLine: 'Linha excluída',
    addedLine: 'Linha inserida',
  },
  moved: 'movido',
  evidenceChanged: 'mesmo texto, fontes diferentes',
  marks: { deleted: 'excluído:', inserted: 'inserido:', ends: 'fim' },

  why: 'Por que mudou',
  wroteOf: {
    create: (v) => `${v}: o modelo foi criado.`,
    clear: (v, who) => `${v}: conteúdo limpo por ${who}.`,
    restore: (v, who, from) => `${v}: ${from} restaurada por ${who}.`,
    delta: (v, cause, who) => `${v}: atualização delta, ${causeText(cause, who)}.`,
    full: (v, cause, who) => `${v}: atualização completa, ${causeText(cause, who)}.`,
    fullBecause: (v, cause, who, why) =>
      `${v}: atualização completa, ${causeText(cause, who)}; uma atualização delta foi solicitada, mas ${reasons[why]}.`,
  },
  reasons,
  spent: tokens,
  spentNone: 'nenhum token',
  versionsBetween: 'Versões intermediárias',
  inBetween: (shown, all) =>
    `Mostrando ${plural(shown, { one: 'a última', other: 'as últimas #' })} de ${plural(all, { one: '# versão', other: '# versões' })}.`,
  showOlder: (n, hidden) =>
    n < hidden
      ? plural(n, { one: 'Mostrar # mais antiga', other: 'Mostrar # mais antigas' })
      : plural(n, { one: 'Mostrar a primeira', other: 'Mostrar as # primeiras' }),
  whySame: 'Os dois lados são a mesma versão.',
  whyFacts: 'Fatos',
  factCounts: (added, dropped, unchanged) =>
    `${plural(added, { one: '# acrescentado', other: '# acrescentados' })}, ${plural(dropped, {
      one: '# retirado',
      other: '# retirados',
    })}, ${plural(unchanged, { one: '# inalterado', other: '# inalterados' })}`,
  factAdded: 'Acrescentado',
  factDropped: 'Retirado',
  factUnchanged: 'Inalterado',
  factsNone: 'Nenhuma das versões cita um fato.',
  showUnchanged: (n) => plural(n, { one: 'Mostrar # inalterado', other: 'Mostrar # inalterados' }),
  showMore: (n, hidden) => (n < hidden ? `Mostrar mais ${number(n)} de ${number(hidden)}` : `Mostrar mais ${number(n)}`),
  operations: 'Operações',
  operationsNone: 'Não há operações de blocos: o documento inteiro foi reescrito.',
  ops: {
    append_block: (at) => `Acrescentar a ${at}`,
    insert_block: (at) => `Inserir em ${at}`,
    replace_block: (at) => `Alterar em ${at}`,
    remove_block: (at) => `Remover de ${at}`,
    add_section: (at) => `Adicionar a seção ${at}`,
    remove_section: (at) => `Remover a seção ${at}`,
    replace_section_blocks: (at) => `Reescrever ${at}`,
    rename_section: (at) => `Renomear para ${at}`,
  },
  unknownOp: (op) => op.replaceAll('_', ' ') || 'Uma alteração desconhecida',
  ofSection: (heading) => `“${heading}”`,
  ofPreamble: 'início do documento',
  ofDeletedSection: 'uma seção excluída',
  opCauses: {
    new_fact: 'um fato novo',
    new_value: 'um fato mais recente tem outro valor',
    source_changed: 'uma fonte mudou',
    source_edited: 'uma fonte foi editada',
    source_gone: 'uma fonte foi excluída',
    left_empty: 'ficou sem conteúdo',
    budget: 'o documento deve respeitar o tamanho máximo',
    model: 'escolha do modelo de linguagem',
  },
  factsIn: facts,
  skips: {
    malformed: 'ignorada: malformada',
    unknown_section: 'ignorada: ID de seção desconhecido',
    unknown_block: 'ignorada: ID de bloco desconhecido',
    empty_text: 'ignorada: texto vazio',
    empty_heading: 'ignorada: título vazio',
    no_sources: 'ignorada: nenhuma memória a sustenta',
    foreign_source: 'ignorada: cita uma memória que não foi lida',
    too_many_operations: 'ignorada: alterações demais',
    no_change: 'ignorada: nenhuma alteração',
    loses_sources: 'ignorada: removeria evidências válidas sem substituição',
    fixed_block: 'ignorada: uma pessoa fixou este bloco',
  },
  skipped: 'Ignoradas',
  retractions: {
    gone: 'excluído',
    invalidated: 'invalidado',
    edited: 'editado',
    out_of_scope: 'fora do escopo',
  },

  dry: dryRun,
};
