import { number, plural, sizeText } from '#components/strings/counted';
import type { documents as english } from '#components/strings/documents';
import { ui } from '#components/strings/pt/ui';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => plural(n, { one: '# memória', other: '# memórias' });

export const documents: Translation<typeof english> = {
  title: 'Documentos',
  purpose: 'Textos memorizados e as memórias extraídas deles.',
  list: 'Documentos',
  filters: 'Filtrar documentos',
  search: 'Buscar por ID',
  loading: 'Carregando documentos',
  failed: 'Não foi possível carregar os documentos',
  footer: (n, total) => `${number(n)} de ${plural(total, { one: '# documento', other: '# documentos' })}`,
  pages: 'Páginas de documentos',
  open: (id) => `Abrir ${id}`,
  columns: { id: 'Documento', memories: 'Memórias', size: 'Caracteres', tags: 'Tags', updated: 'Atualizado', actions: 'Ações' },
  actionsOf: (id) => `Ações de ${id}`,
  openIt: 'Abrir',
  noMemories: 'nenhuma',
  tag: 'Tags',
  tagsFailed: 'Não foi possível carregar as tags.',
  noTags: 'Nenhuma memória deste banco tem tags.',
  match: 'Correspondência',
  matches: { any: 'Qualquer', all: 'Todas' },
  matchMeans: {
    any: 'Documentos com pelo menos uma das tags escolhidas.',
    all: 'Documentos com todas as tags escolhidas.',
  },
  takeOff: (tag) => `Remover #${tag}`,
  noneTitle: 'Nenhum documento encontrado',
  noneText:
    'A busca considera qualquer parte do ID, sem diferenciar maiúsculas de minúsculas. Limpe os filtros para ver todos os documentos.',
  clear: 'Mostrar todos',
  emptyTitle: 'Nenhum documento ainda',
  emptyText:
    'Um documento é um texto memorizado: uma conversa, uma nota, um arquivo. Adicione um aqui ou pela API. As memórias são extraídas dele em segundo plano.',
  curl: 'Copiar como curl',
  curlWhat: 'um comando curl que memoriza uma frase',
  sentence: 'Ana se mudou para o Porto na semana passada.',

  add: 'Adicionar documento',
  addPurpose: 'Processado em segundo plano. Você pode sair desta página.',
  kind: 'Tipo',
  kinds: { files: 'Arquivos', text: 'Texto' },
  drop: 'Solte arquivos aqui',
  dropOrChoose: '{drop} ou escolha arquivos',
  formats: (max) =>
    `Arquivos de texto, como .txt, .md, .json, .eml, .mbox, .vtt, .srt, .html, .csv ou .log: até ${max}, 9,5 MB cada. Cada um vira um documento com o nome dele como ID.`,
  chosen: 'Arquivos escolhidos',
  leaveOut: (name) => `Remover ${name}`,
  tooMany: (n, max) =>
    `${plural(n, { one: '# arquivo não foi adicionado', other: '# arquivos não foram adicionados' })}: o máximo é ${max} por vez.`,
  tooLarge: 'Maior que 9,5 MB. Divida em vários arquivos.',
  notText: 'Não é um arquivo de texto. Imagens, PDFs, documentos do Office e arquivos compactados não podem ser lidos.',
  unknownEncoding: 'A codificação do arquivo é desconhecida. Salve-o como UTF-8.',
  legacyEncoding: 'Não é UTF-8: lido como Windows-1252. Se houver letras erradas no documento, salve o arquivo como UTF-8.',
  notJson: 'JSON inválido: será processado como texto simples.',
  blank: 'O arquivo está vazio.',
  unreadable: 'O navegador não conseguiu ler o arquivo.',
  size: sizeText,
  text: 'Texto',
  textHelp: 'Transcrições (linhas “Nome: texto”) e Markdown são reconhecidos.',
  textMissing: 'Digite o texto a memorizar.',
  filesMissing: 'Escolha pelo menos um arquivo válido.',
  id: 'ID do documento',
  idHelp: 'Deixe em branco para gerar um. Um ID existente substitui o documento com esse ID.',
  context: 'Contexto',
  contextHelp: 'De onde vem o texto, em poucas palavras. Melhora a extração.',
  tagsHelp: 'Separadas por vírgulas. As memórias do documento recebem as mesmas tags.',
  when: 'Data',
  whenHelp: 'Quando foi dito ou aconteceu. Deixe em branco para hoje. “Ontem” no texto é relativo a este dia.',
  willFiles: (n, bytes) =>
    `${plural(n, { one: '# arquivo será processado', other: '# arquivos serão processados' })} em segundo plano (${sizeText(bytes)}). Um arquivo com o nome de um documento existente o substitui; trechos inalterados mantêm suas memórias. Se houver um modelo de linguagem configurado, a extração consome tokens.`,
  willText: 'O texto será processado em segundo plano. Se houver um modelo de linguagem configurado, a extração consome tokens.',
  cost: 'Se houver um modelo de linguagem configurado, a extração consome tokens.',
  addFiles: (n) => (n === 0 ? 'Adicionar arquivos' : plural(n, { one: 'Adicionar # arquivo', other: 'Adicionar # arquivos' })),
  addText: 'Adicionar texto',
  sending: 'Enviando',
  sent: 'Resultado',
  beingSent: 'Enviando',
  refused: 'Rejeitado. {reason}',
  followFailed: 'Aceito, mas não foi possível ler o progresso. Veja as operações do banco.',
  again: 'Enviar novamente',
  more: 'Adicionar mais',
  done: 'Concluído',
  seeDocument: 'Abrir documento',
  textName: 'Texto',
  outcomes: { facts: 'Processado', no_facts: 'Nenhum fato encontrado', partial: 'Processado em parte', failed: 'Falhou' },
  outcomeText: {
    facts: (n) => plural(n, { one: '# memória extraída.', other: '# memórias extraídas.' }),
    no_facts: () => 'Armazenado; nenhum fato foi encontrado nele.',
    partial: (n) => `${plural(n, { one: '# memória extraída', other: '# memórias extraídas' })}; alguns trechos falharam.`,
    failed: () => 'Armazenado, mas a extração falhou por completo.',
  },
  cancelled: 'Cancelado antes de ser processado.',

  back: 'Todos os documentos',
  oneFailed: 'Não foi possível carregar o documento',
  missing: 'Documento não encontrado',
  missingText: (id) => `Este banco não tem um documento ${id}. Ele pode ter sido excluído, ou a URL está incompleta.`,
  summary: (n, characters) =>
    `${memories(n)}${characters === null ? '' : ` de ${plural(characters, { one: '# caractere', other: '# caracteres' })}`}, atualizado {time}`,
  countOfType: (n, type) => ui.factCount[type](n),
  textOf: 'Texto',
  textFailed: 'Não foi possível carregar o texto',
  noText: 'O documento não tem texto.',
  notStored:
    'Este banco não armazena os textos de documentos (configuração “Armazenar textos de documentos”). Somente as memórias estão disponíveis.',
  notStoredLock: 'O texto deste documento não está armazenado',
  marked: 'A passagem mais próxima de cada memória está sublinhada.',
  chunks: 'Trechos do texto',
  chunkCount: (n) => plural(n, { one: '# trecho', other: '# trechos' }),
  here: (n) => `${memories(n)} desta passagem`,
  read: 'Memórias extraídas',
  readElsewhere: 'Outras memórias vêm de outros trechos do texto.',
  readFailed: 'Não foi possível carregar as memórias',
  nothingRead: 'Nenhuma memória válida vem destes trechos.',
  unplaced: 'nenhuma passagem correspondente',
  onlyMarked: (n, total) => `Mostrando as primeiras ${number(n)} de ${number(total)} memórias.`,
  allOfThem: 'Abrir na lista de memórias',
  facts: 'Detalhes',
  factNames: {
    id: 'ID',
    types: 'Memórias',
    tags: 'Tags',
    context: 'Contexto',
    date: 'Data',
    created: 'Adicionado',
    updated: 'Atualizado',
    expires: 'Expira',
  },
  none: 'nenhuma',

  expiresInPart: '{time}, em parte',
  editExpiry: 'Editar expiração',
  expiryTitle: 'Expiração do documento',
  expiryPurpose: 'Então o texto e suas memórias são excluídos definitivamente.',
  expiryHelp: 'Por exemplo, 2026-03-14 ou 2026-03-14T09:00Z. Vazio: nunca.',
  expiryWill: 'Todo o texto e todas as memórias extraídas dele terão esta expiração.',
  saveExpiry: 'Salvar expiração',
  expirySaved: 'Expiração salva',

  editTags: 'Editar tags',
  tagsTitle: 'Tags do documento',
  tagsPurpose: 'As memórias dele recebem exatamente as mesmas tags.',
  tagsWill: (n) =>
    `${
      n === 0
        ? 'O documento terá exatamente estas tags.'
        : plural(n, {
            one: 'O documento e # memória terão exatamente estas tags.',
            other: 'O documento e # memórias terão exatamente estas tags.',
          })
    } As observações baseadas neles serão derivadas novamente.`,
  saveTags: 'Salvar tags',
  saving: 'Salvando',
  tagsSaved: 'Tags salvas',
  tagsSavedDetail: (n) => plural(n, { one: '# memória atualizada.', other: '# memórias atualizadas.' }),

  reprocess: 'Reprocessar',
  reprocessTitle: (id) => `Reprocessar ${id}?`,
  reprocessText: (n) =>
    `Extrai novamente, em segundo plano, os fatos do texto armazenado, com as configurações atuais. ${
      n === undefined
        ? 'As memórias dele são substituídas pelas novas.'
        : plural(n, { one: '# memória dele é substituída pelas novas.', other: 'As # memórias dele são substituídas pelas novas.' })
    }`,
  reprocessing: 'Enfileirando',
  reprocessFailed: 'Não foi possível colocar o documento na fila',
  unread: (n) =>
    `${plural(n, {
      one: '# trecho não pôde ser processado; os fatos dele estão ausentes.',
      other: '# trechos não puderam ser processados; os fatos deles estão ausentes.',
    })} O texto está armazenado.`,
  reading: 'Reprocessando',
  reprocessed: 'Reprocessado.',
  readNot: 'O reprocessamento falhou; as memórias não mudaram.',

  deleteIt: 'Excluir',
  removeTitle: (id) => `Excluir ${id}?`,
  removeText: (n) =>
    n === 0
      ? 'Exclui o texto; o documento não tem memórias. Não é possível desfazer.'
      : `Exclui o texto e ${memories(n)}. Memórias também sustentadas por outro documento permanecem, com ele como fonte. Não é possível desfazer.`,
  removeAction: 'Excluir documento',
  removing: 'Excluindo',
  removed: (id) => `${id} excluído`,
  removedSize: (n) => plural(n, { one: '# memória excluída.', other: '# memórias excluídas.' }),
  batch: {
    action: (n) => `Excluir ${plural(n, { one: '# documento', other: '# documentos' })}`,
    title: (n) => `Excluir ${plural(n, { one: '# documento', other: '# documentos' })}?`,
    text: (n) => `As memórias extraídas deles (${number(n)}) também serão excluídas. Isso não pode ser desfeito.`,
    done: (n) => plural(n, { one: '# documento excluído', other: '# documentos excluídos' }),
  },
  removeFailed: 'Não foi possível excluir o documento',
};
