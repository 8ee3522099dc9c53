import { number, plural } from '#components/strings/counted';
import type { importing as english } from '#components/strings/importing';
import type { Translation } from '#components/strings/translated';

export const importing: Translation<typeof english> = {
  title: 'Importar',
  purpose: 'Antes de gravar qualquer coisa, você vê o que o arquivo contém e o que mudaria.',
  dropOrChoose: '{drop} ou escolha um arquivo',
  drop: 'Solte um arquivo aqui',
  formats:
    'Um arquivo de um banco (.zip, também do Hindsight) ou uma exportação do mem0, Zep, Letta ou de um servidor de memória MCP. Até 4 GB.',
  another: 'Escolher outro arquivo',
  fileMissing: 'Primeiro escolha um arquivo',
  reading: (percent) => `Lendo o arquivo: ${number(percent)}%`,
  examining: 'Examinando o arquivo',
  tooLarge: 'O arquivo tem mais de 4 GB.',
  unreadable: 'O arquivo não pode ser importado',
  template: 'É um modelo. Para aplicá-lo, abra as configurações de um banco e escolha “Exportar e copiar”.',

  recognized: 'Reconhecido',
  kinds: {
    bank_archive: 'Arquivo de um banco',
    mem0: 'Exportação do mem0',
    zep: 'Exportação do Zep',
    letta: 'Exportação do Letta',
    mcp_memory: 'Arquivo de memória de um servidor MCP',
  },
  facts: { source: 'Banco original', content: 'Conteúdo', from: 'De', to: 'Até', existing: 'Já no banco', issues: 'Observações' },
  existing: (n) => plural(n, { one: '# documento', other: '# documentos' }),
  issues: {
    no_text: (n) => plural(n, { one: '# registro sem texto: ignorado', other: '# registros sem texto: ignorados' }),
    inactive: (n) =>
      plural(n, {
        one: '# registro excluído, arquivado ou expirado lá: ignorado',
        other: '# registros excluídos, arquivados ou expirados lá: ignorados',
      }),
    repeated: (n) => plural(n, { one: '# registro repetido: ignorado', other: '# registros repetidos: ignorados' }),
    invalid_time: (n) => plural(n, { one: '# data ilegível: ignorada', other: '# datas ilegíveis: ignoradas' }),
    missing_entity: (n) =>
      plural(n, {
        one: '# registro cita uma entidade que falta no arquivo',
        other: '# registros citam entidades que faltam no arquivo',
      }),
    unknown_record: (n) =>
      plural(n, { one: '# registro de forma desconhecida: ignorado', other: '# registros de forma desconhecida: ignorados' }),
    attachment: (n) => plural(n, { one: '# anexo: ignorado', other: '# anexos: ignorados' }),
    invalidated: (n) => plural(n, { one: '# fato invalidado: ignorado', other: '# fatos invalidados: ignorados' }),
    version: (n) =>
      plural(n, { one: '# versão anterior de um modelo mental: ignorada', other: '# versões anteriores de modelos mentais: ignoradas' }),
    webhook: (n) => plural(n, { one: '# webhook: ignorado', other: '# webhooks: ignorados' }),
  },
  otherIssue: (reason, n) => `${reason}: ${number(n)}`,

  target: 'Importar para',
  targets: { new: 'Banco novo', existing: 'Banco existente' },
  targetHelp: {
    restore: 'Igual ao original: IDs, histórico e configurações.',
    create: 'Com o conteúdo do arquivo.',
    existing: 'Adiciona os documentos, observações e modelos mentais.',
  },
  id: 'ID do banco novo',
  idMissing: 'Informe um ID.',
  idTaken: 'Já existe um banco com este ID. Escolha outro ID ou “Banco existente”.',
  idEmpty: 'Já existe um banco com este ID, mas está vazio. A importação o preenche.',
  bank: 'Banco',
  bankPlaceholder: 'Escolher um banco',
  findBank: 'Buscar um banco',
  noBank: 'Ainda não há bancos.',
  noMatch: 'Nenhum banco corresponde.',
  banksFailed: 'Não foi possível carregar os bancos.',
  bankMissing: 'Escolha um banco.',
  conflict: 'Documentos que o banco já tem',
  conflicts: {
    skip: { label: 'Ignorar', help: 'Os do banco ficam.' },
    replace: { label: 'Substituir', help: 'Valem os do arquivo.' },
    'new-id': { label: 'Adicionar cópias', help: 'Com novos IDs.' },
  },

  sentence: {
    restore: 'Restaura {id} em segundo plano. O conteúdo aparece quando está completo. Nenhum modelo de linguagem é chamado.',
    create: 'Cria o banco {id} e importa em segundo plano. Nenhum modelo de linguagem é chamado.',
    add: 'Adiciona a {id} em segundo plano. Nenhum modelo de linguagem é chamado.',
  },
  uploading: (percent) => `Enviando: ${number(percent)}%`,
  started: (id) => `Importação para ${id} iniciada`,
  startedDetail: 'A bandeja de operações mostra o progresso e leva ao banco.',
  failed: 'Não foi possível iniciar a importação',
};
