import { number, plural } from '#components/strings/counted';
import type { recognition as english } from '#components/strings/recognition';
import type { Translation } from '#components/strings/translated';

export const recognition: Translation<typeof english> = {
  label: 'Reconnu',
  formats: {
    plain_text: 'Texte brut',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: 'Sous-titres (VTT)',
    captions_srt: 'Sous-titres (SRT)',
    captions_sbv: 'Sous-titres (SBV)',
    email: 'E-mail',
    mailbox: 'Boîte aux lettres (mbox)',
    transcript: 'Transcription',
    chat_log: 'Journal de discussion',
    chat_export: 'Export de discussion',
    sms: 'Sauvegarde de SMS',
    json_conversation: 'Conversation JSON',
    json_facts: 'Liste de faits JSON',
    json: 'JSON sans conversation',
  },
  exportOf: (program) => `Export ${program}`,
  conversations: (n) => plural(n, { one: '# conversation', other: '# conversations' }),
  speakers: (n) => plural(n, { one: '# locuteur', other: '# locuteurs' }),
  messages: (n) => plural(n, { one: '# message', other: '# messages' }),
  mails: (n) => plural(n, { one: '# e-mail', other: '# e-mails' }),
  facts: (n) => plural(n, { one: '# fait', other: '# faits' }),
  passages: (n) => plural(n, { one: '# passage', other: '# passages' }),
  omitted: (n) => plural(n, { one: '# autre message ignoré', other: '# autres messages ignorés' }),
  comma: ', ',
  others: (n) => plural(n, { one: '# autre', other: '# autres' }),
  ofBeginning: (characters) => `Seuls les ${number(characters)} premiers caractères ont été examinés :`,
};
