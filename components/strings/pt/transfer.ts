import { plural } from '#components/strings/counted';
import type { transfer as english } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';

export const transfer: Translation<typeof english> = {
  exports: {
    bank: {
      title: 'Exportar banco',
      text: 'Um arquivo ZIP com tudo o que há no banco: documentos, memórias, observações, modelos mentais, diretivas, configurações e histórico. Um banco restaurado a partir dele é igual a este. Chaves e segredos nunca são incluídos.',
    },
    documents: {
      title: 'Exportar documentos',
      text: 'Um arquivo ZIP com os documentos e suas memórias, sem configurações, modelos mentais nem histórico.',
    },
  },
  starting: 'Iniciando',
  exportStarted: 'Exportação iniciada',
  exportStartedDetail: 'Quando o arquivo estiver pronto, você poderá baixá-lo aqui e na bandeja de operações.',
  exportFailed: 'Não foi possível iniciar a exportação',

  files: 'Arquivos exportados',
  filesFailed: 'Não foi possível carregar os arquivos exportados',
  kinds: { bank: 'Banco', documents: 'Documentos' },
  download: 'Baixar',
  downloadOf: (name) => `Baixar ${name}`,
  until: 'Disponível até: {time}',
  fileDeleted: 'O arquivo foi excluído porque algo do banco foi excluído permanentemente. Exporte de novo.',
  facts: { file: 'Arquivo', size: 'Tamanho', available: 'Disponível', digest: 'SHA-256' },
  untilTime: 'até: {time}',

  copy: 'Copiar banco',
  copyText:
    'Um banco novo com as mesmas memórias, modelos mentais, configurações, histórico e vetores. Nenhum modelo de linguagem é chamado.',
  copyId: 'ID da cópia',
  copyIdHelp: 'Ainda não pode existir. A cópia aparece entre os bancos quando está completa.',
  copyIdMissing: 'Informe um ID.',
  copySentence: 'Copia {bank} para o novo banco {id}.',
  copyStarted: (id) => `Cópia para ${id} iniciada`,
  copyStartedDetail: 'A bandeja de operações leva à cópia quando ela está completa.',
  copyFailed: 'Não foi possível copiar o banco',

  saveTemplate: 'Exportar como modelo',
  saveTemplateText:
    'Um arquivo JSON com as configurações, os modelos mentais e as diretivas deste banco, sem memórias. Ele serve para configurar outros bancos.',
  saving: 'Exportando',
  templateSaved: (name) => `${name} salvo`,
  saveTemplateFailed: 'Não foi possível exportar o modelo',

  applyTemplate: 'Aplicar um modelo',
  applyTemplateText:
    'Define configurações e cria ou atualiza modelos mentais e diretivas. As memórias não mudam. Você vê antes o que vai mudar.',
  gallery: 'Modelo',
  templateFile: 'Escolher um arquivo',
  notTemplate: 'Não é um modelo: o arquivo precisa conter um objeto JSON com “version”.',
  templateTooLarge: 'Não é um modelo: o arquivo tem mais de 1 MB.',
  preview: 'O que vai mudar',
  previewing: 'Comparando o modelo com o banco',
  previewFailed: 'O modelo não pode ser aplicado',
  noChanges: 'Os modelos mentais e as diretivas do banco são iguais aos do modelo.',
  groups: {
    settings: 'Configurações definidas',
    modelsCreated: 'Novos modelos mentais',
    modelsUpdated: 'Modelos mentais alterados',
    directivesCreated: 'Novas diretivas',
    directivesUpdated: 'Diretivas alteradas',
  },
  choose: 'Escolha um modelo ou um arquivo para ver o que mudaria.',
  apply: 'Aplicar',
  applying: 'Aplicando',
  applied: 'Modelo aplicado',
  refreshes: (n) => plural(n, { one: '# modelo mental será atualizado.', other: '# modelos mentais serão atualizados.' }),
  applyFailed: 'Não foi possível aplicar o modelo',

  counts: {
    documents: (n) => plural(n, { one: '# documento', other: '# documentos' }),
    facts: (n) => plural(n, { one: '# memória', other: '# memórias' }),
    observations: (n) => plural(n, { one: '# observação', other: '# observações' }),
    mental_models: (n) => plural(n, { one: '# modelo mental', other: '# modelos mentais' }),
    knowledge_pages: (n) => plural(n, { one: '# página de conhecimento', other: '# páginas de conhecimento' }),
  },
  skipped: {
    documents: (n) =>
      plural(n, { one: '# documento ignorado, porque o banco já o tem', other: '# documentos ignorados, porque o banco já os tem' }),
    observations: (n) => plural(n, { one: '# observação ignorada', other: '# observações ignoradas' }),
  },
  imported: 'Importado',
  copied: 'Copiado',
  openBank: (id) => `Abrir ${id}`,
};
