import { expect, it } from 'vitest';
import { recognizedText } from '#components/extract/recognized';
import type { RecognizedText } from '#lib/memory/retain/contract';

const CHAT: RecognizedText = {
  format: 'whatsapp',
  conversations: 1,
  messages: 412,
  omitted: 0,
  speaker_count: 3,
  speakers: ['Ann', 'Bob', 'Cleo'],
  first_at: '2025-03-02T18:01:00+00:00',
  last_at: '2026-05-09T07:30:00+00:00',
};

it.each<[string, Partial<RecognizedText>]>([
  ['WhatsApp export, 3 speakers, 412 messages, 2 Mar 2025 to 9 May 2026', {}],
  ['WhatsApp export, 3 speakers, 412 messages, 2 Mar 2025', { last_at: '2025-03-02T23:00:00+00:00' }],
  [
    'ChatGPT export, 12 conversations, 2 speakers, 412 messages, 1 other message omitted, 2 Mar 2025 to 9 May 2026',
    { format: 'chatgpt', conversations: 12, speaker_count: 2, omitted: 1 },
  ],
  [
    'Mailbox (mbox), 1 speaker, 2 emails',
    { format: 'mailbox', conversations: 2, messages: 2, speaker_count: 1, first_at: null, last_at: null },
  ],
  ['Captions (VTT), 1 passage', { format: 'captions_vtt', messages: 1, speaker_count: 0, first_at: null, last_at: null }],
  ['JSON list of facts, 1,000 facts', { format: 'json_facts', messages: 1000, speaker_count: 0, first_at: null, last_at: null }],
  ['JSON without a conversation', { format: 'json', messages: 0, speaker_count: 0, first_at: null, last_at: null }],
])('is one sentence: %s', (text, change) => {
  expect(recognizedText({ recognized: { ...CHAT, ...change }, zone: 'utc' })).toBe(text);
});
