import { count } from '#components/strings/counted';
import { translated } from '#components/strings/translated';

/** Texts about what the reader recognized in a text. */
export const recognition = translated('recognition', {
  label: 'Recognized',
  /** Formats that are not named after a program. */
  formats: {
    plain_text: 'Plain text',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: 'Captions (VTT)',
    captions_srt: 'Captions (SRT)',
    captions_sbv: 'Captions (SBV)',
    email: 'Email',
    mailbox: 'Mailbox (mbox)',
    transcript: 'Transcript',
    chat_log: 'Chat log',
    chat_export: 'Chat export',
    sms: 'SMS backup',
    json_conversation: 'JSON conversation',
    json_facts: 'JSON list of facts',
    json: 'JSON without a conversation',
  },
  exportOf: (program: string) => `${program} export`,
  conversations: (n: number) => count(n, 'conversation'),
  speakers: (n: number) => count(n, 'speaker'),
  messages: (n: number) => count(n, 'message'),
  mails: (n: number) => count(n, 'email'),
  facts: (n: number) => count(n, 'fact'),
  passages: (n: number) => count(n, 'passage'),
  omitted: (n: number) => `${count(n, 'other message')} omitted`,
  comma: ', ',
  others: (n: number) => count(n, 'other'),
  ofBeginning: (characters: number) => `Only the first ${count(characters, 'character')} were examined:`,
});
