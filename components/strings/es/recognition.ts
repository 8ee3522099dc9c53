import { number, plural } from '#components/strings/counted';
import type { recognition as english } from '#components/strings/recognition';
import type { Translation } from '#components/strings/translated';

export const recognition: Translation<typeof english> = {
  label: 'Reconocido',
  formats: {
    plain_text: 'Texto sin formato',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: 'Subtítulos (VTT)',
    captions_srt: 'Subtítulos (SRT)',
    captions_sbv: 'Subtítulos (SBV)',
    email: 'Correo electrónico',
    mailbox: 'Buzón (mbox)',
    transcript: 'Transcripción',
    chat_log: 'Registro de chat',
    chat_export: 'Exportación de chat',
    sms: 'Copia de SMS',
    json_conversation: 'Conversación en JSON',
    json_facts: 'Lista de hechos en JSON',
    json: 'JSON sin conversación',
  },
  exportOf: (program) => `Exportación de ${program}`,
  conversations: (n) => plural(n, { one: '# conversación', other: '# conversaciones' }),
  speakers: (n) => plural(n, { one: '# hablante', other: '# hablantes' }),
  messages: (n) => plural(n, { one: '# mensaje', other: '# mensajes' }),
  mails: (n) => plural(n, { one: '# correo', other: '# correos' }),
  facts: (n) => plural(n, { one: '# hecho', other: '# hechos' }),
  passages: (n) => plural(n, { one: '# pasaje', other: '# pasajes' }),
  omitted: (n) => plural(n, { one: '# mensaje más omitido', other: '# mensajes más omitidos' }),
  comma: ', ',
  others: (n) => plural(n, { one: '# persona más', other: '# personas más' }),
  ofBeginning: (characters) => `Solo se examinaron los primeros ${number(characters)} caracteres:`,
};
