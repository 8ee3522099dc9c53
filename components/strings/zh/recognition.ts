import { number } from '#components/strings/counted';
import type { recognition as english } from '#components/strings/recognition';
import type { Translation } from '#components/strings/translated';

export const recognition: Translation<typeof english> = {
  label: '识别结果',
  formats: {
    plain_text: '纯文本',
    markdown: 'Markdown',
    html: 'HTML',
    captions_vtt: '字幕（VTT）',
    captions_srt: '字幕（SRT）',
    captions_sbv: '字幕（SBV）',
    email: '电子邮件',
    mailbox: '邮箱（mbox）',
    transcript: '对话记录',
    chat_log: '聊天日志',
    chat_export: '聊天导出',
    sms: '短信备份',
    json_conversation: 'JSON 对话',
    json_facts: 'JSON 事实列表',
    json: '不含对话的 JSON',
  },
  exportOf: (program) => `${program} 导出`,
  conversations: (n) => `${number(n)} 个对话`,
  speakers: (n) => `${number(n)} 位说话人`,
  messages: (n) => `${number(n)} 条消息`,
  mails: (n) => `${number(n)} 封邮件`,
  facts: (n) => `${number(n)} 条事实`,
  passages: (n) => `${number(n)} 段文字`,
  omitted: (n) => `另有 ${number(n)} 条消息被略过`,
  comma: '，',
  others: (n) => `另外 ${number(n)} 人`,
  ofBeginning: (characters) => `只检查了前 ${number(characters)} 个字符：`,
};
