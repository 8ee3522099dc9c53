import { number, plural } from '#components/strings/counted';
import type { recognition as english } from '#components/strings/recognition';
import type { Translation } from '#components/strings/translated';

export const recognition: Translation<typeof english> = {
  label: 'Erkannt',
  formats: {
    plain_text: 'Reiner Text',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: 'Untertitel (VTT)',
    captions_srt: 'Untertitel (SRT)',
    captions_sbv: 'Untertitel (SBV)',
    email: 'E-Mail',
    mailbox: 'Postfach (mbox)',
    transcript: 'Gesprächsprotokoll',
    chat_log: 'Chat-Protokoll',
    chat_export: 'Chat-Export',
    sms: 'SMS-Sicherung',
    json_conversation: 'JSON-Gespräch',
    json_facts: 'JSON-Liste von Fakten',
    json: 'JSON ohne Gespräch',
  },
  exportOf: (program) => `${program}-Export`,
  conversations: (n) => plural(n, { one: '# Gespräch', other: '# Gespräche' }),
  speakers: (n) => plural(n, { one: '# Sprecher', other: '# Sprecher' }),
  messages: (n) => plural(n, { one: '# Nachricht', other: '# Nachrichten' }),
  mails: (n) => plural(n, { one: '# E-Mail', other: '# E-Mails' }),
  facts: (n) => plural(n, { one: '# Fakt', other: '# Fakten' }),
  passages: (n) => plural(n, { one: '# Textstelle', other: '# Textstellen' }),
  omitted: (n) => plural(n, { one: '# weitere Nachricht ausgelassen', other: '# weitere Nachrichten ausgelassen' }),
  comma: ', ',
  others: (n) => plural(n, { one: '# weitere Person', other: '# weitere Personen' }),
  ofBeginning: (characters) => `Untersucht wurden nur die ersten ${number(characters)} Zeichen:`,
};
