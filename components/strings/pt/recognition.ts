import { number, plural } from '#components/strings/counted';
import type { recognition as english } from '#components/strings/recognition';
import type { Translation } from '#components/strings/translated';

export const recognition: Translation<typeof english> = {
  label: 'Reconhecido',
  formats: {
    plain_text: 'Texto simples',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: 'Legendas (VTT)',
    captions_srt: 'Legendas (SRT)',
    captions_sbv: 'Legendas (SBV)',
    email: 'E-mail',
    mailbox: 'Caixa de correio (mbox)',
    transcript: 'Transcrição',
    chat_log: 'Registro de chat',
    chat_export: 'Exportação de chat',
    sms: 'Backup de SMS',
    json_conversation: 'Conversa em JSON',
    json_facts: 'Lista de fatos em JSON',
    json: 'JSON sem conversa',
  },
  exportOf: (program) => `Exportação do ${program}`,
  conversations: (n) => plural(n, { one: '# conversa', other: '# conversas' }),
  speakers: (n) => plural(n, { one: '# falante', other: '# falantes' }),
  messages: (n) => plural(n, { one: '# mensagem', other: '# mensagens' }),
  mails: (n) => plural(n, { one: '# e-mail', other: '# e-mails' }),
  facts: (n) => plural(n, { one: '# fato', other: '# fatos' }),
  passages: (n) => plural(n, { one: '# trecho', other: '# trechos' }),
  omitted: (n) => plural(n, { one: '# outra mensagem ignorada', other: '# outras mensagens ignoradas' }),
  comma: ', ',
  others: (n) => plural(n, { one: '# outra pessoa', other: '# outras pessoas' }),
  ofBeginning: (characters) => `Somente os primeiros ${number(characters)} caracteres foram examinados:`,
};
