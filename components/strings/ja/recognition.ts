import { number } from '#components/strings/counted';
import type { recognition as english } from '#components/strings/recognition';
import type { Translation } from '#components/strings/translated';

export const recognition: Translation<typeof english> = {
  label: '認識結果',
  formats: {
    plain_text: 'プレーンテキスト',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: '字幕（VTT）',
    captions_srt: '字幕（SRT）',
    captions_sbv: '字幕（SBV）',
    email: 'メール',
    mailbox: 'メールボックス（mbox）',
    transcript: '会話の記録',
    chat_log: 'チャットのログ',
    chat_export: 'チャットのエクスポート',
    sms: 'SMSのバックアップ',
    json_conversation: 'JSONの会話',
    json_facts: 'JSONの事実リスト',
    json: '会話のないJSON',
  },
  exportOf: (program) => `${program}のエクスポート`,
  conversations: (n) => `${number(n)}件の会話`,
  speakers: (n) => `話者${number(n)}人`,
  messages: (n) => `${number(n)}件のメッセージ`,
  mails: (n) => `${number(n)}通のメール`,
  facts: (n) => `${number(n)}件の事実`,
  passages: (n) => `${number(n)}箇所の文章`,
  omitted: (n) => `ほか${number(n)}件のメッセージを除外`,
  comma: '、',
  others: (n) => `ほか${number(n)}人`,
  ofBeginning: (characters) => `先頭の${number(characters)}文字だけを調べました。`,
};
