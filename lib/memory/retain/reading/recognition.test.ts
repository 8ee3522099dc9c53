import { describe, expect, it } from 'vitest';
import type { TextFormat } from '#lib/memory/retain/literals';
import { chunkTurns } from '#lib/memory/retain/reading/chunk';
import { type Recognition, recognizedIn } from '#lib/memory/retain/reading/recognition';
import { allSteps } from '#lib/memory/retain/reading/steps';
import { parseTurns } from '#lib/memory/retain/reading/transcript';
import { NO_CLOCK } from '#lib/memory/retain/reading/turn';

const recognize = (content: string): Recognition | null => {
  const turns = parseTurns(content, { ...NO_CLOCK, at: new Date('2026-06-20') }).map((turn) => ({ ...turn, item: 0, signature: '' }));
  return allSteps(recognizedIn(chunkTurns(turns).flatMap((chunk) => chunk.turns)));
};

const LADDER = 'I bring the ladder.';
const VAN = 'My van is blue.';
const json = (value: unknown): string => JSON.stringify(value);
const lines = (...values: readonly unknown[]): string => values.map(json).join('\n');

const WHATSAPP = `02/03/2025, 18:00 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
02/03/2025, 18:00 - Ann created group "Garden"
02/03/2025, 18:01 - Ann: ${LADDER}
02/03/2025, 18:02 - Ann: <Media omitted>
13/03/2025, 18:04 - Bob: ${VAN}
09/05/2026, 07:30 - Cleo: I come at nine.
09/05/2026, 07:31 - Ann: Good, nine it is then.`;

const GPT_NODE = (id: string, parent: string | null, role: string | null, text = '') => ({
  id,
  parent,
  children: [],
  message: role && { id, author: { role }, create_time: 1_748_944_801, content: { content_type: 'text', parts: [text] }, recipient: 'all' },
});
const gptConversation = (title: string) => ({
  title,
  create_time: 1_748_944_800,
  mapping: {
    r: GPT_NODE('r', null, null),
    s: GPT_NODE('s', 'r', 'system', 'You are a helpful agent.'),
    q: GPT_NODE('q', 's', 'user', `${title}: why does the pump leak?`),
    a: GPT_NODE('a', 'q', 'assistant', `${title}: its ring is worn.`),
  },
  current_node: 'a',
});

describe('what is recognized in a text', () => {
  it('has the format, the speakers, the messages and the times of a WhatsApp export', () => {
    expect(recognize(WHATSAPP)).toEqual({
      format: 'whatsapp',
      conversations: 1,
      messages: 4,
      omitted: 3,
      speakerCount: 3,
      speakers: ['Ann', 'Bob', 'Cleo'],
      first: new Date('2025-03-02T18:01:00Z'),
      last: new Date('2026-05-09T07:31:00Z'),
    });
  });

  it('has the conversations of a ChatGPT export', () => {
    expect(recognize(json([gptConversation('Pump'), gptConversation('Tyre')]))).toEqual({
      format: 'chatgpt',
      conversations: 2,
      messages: 4,
      omitted: 2,
      speakerCount: 2,
      speakers: ['user', 'assistant'],
      first: new Date(1_748_944_801_000),
      last: new Date(1_748_944_801_000),
    });
  });

  it('counts the mails of a mailbox, not their paragraphs', () => {
    const mail = (from: string, day: number): string =>
      `From x@example.org Sat May ${day} 18:00:00 2026\nFrom: ${from} <x@example.org>\nDate: Sat, ${day} May 2026 18:00:00 +0000\nSubject: Garden\n\n${LADDER}\n\n${VAN}\n`;
    expect(recognize([mail('Ann', 2), mail('Bob', 9)].join('\n'))).toMatchObject({
      format: 'mailbox',
      conversations: 2,
      messages: 2,
      omitted: 0,
      speakers: ['Ann', 'Bob'],
      first: new Date('2026-05-02T18:00:00Z'),
      last: new Date('2026-05-09T18:00:00Z'),
    });
  });

  it('has at most ten names', () => {
    const content = Array.from({ length: 14 }, (_, i) => `02/03/2025, 18:${i + 10} - Member${String.fromCharCode(97 + i)}: ${LADDER}`).join(
      '\n',
    );
    const { speakerCount, speakers } = recognize(content)!;
    expect(speakerCount).toBe(14);
    expect(speakers).toHaveLength(10);
  });

  it('counts a message once that several chunks share', () => {
    const long = 'The gate at the north side must be painted before the winter comes. '.repeat(300);
    expect(recognize(`Ann: ${long}\nBob: ${VAN}`)).toMatchObject({ format: 'transcript', messages: 2, speakerCount: 2 });
  });

  it('has no times where the text has none', () => {
    expect(recognize(`Ann: ${LADDER}\nBob: ${VAN}`)).toMatchObject({ first: null, last: null });
  });

  it.each<[TextFormat, string, number]>([
    ['plain_text', `${LADDER}\n\n${VAN}`, 2],
    ['markdown', `# Garden\n\n- ${LADDER}\n- ${VAN}`, 2],
    ['html', `<html><body><h1>Garden</h1><p>${LADDER}</p><p>${VAN}</p></body></html>`, 2],
    ['captions_vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>${LADDER}\n\n00:03.000 --> 00:04.000\n<v Bob>${VAN}`, 2],
    ['captions_srt', `1\n00:00:01,000 --> 00:00:02,000\n${LADDER}\n\n2\n00:00:03,000 --> 00:00:04,000\n${VAN}`, 2],
    ['captions_sbv', `0:00:01.000,0:00:02.000\n${LADDER}\n\n0:00:03.000,0:00:04.000\n${VAN}`, 2],
    ['email', `From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Garden\n\n${LADDER}\n\n${VAN}`, 1],
    ['transcript', `[user]: ${LADDER}\n[assistant]: ${VAN}`, 2],
    ['chat_log', `[18:00] <ann> ${LADDER}\n[18:01] <bob> ${VAN}`, 2],
    ['whatsapp', `[02.03.25, 18:00:12] Ann: ${LADDER}\n[02.03.25, 18:04:10] Bob: ${VAN}`, 2],
    ['whatsapp', `2025. 5. 2. 오후 6:00 - 민수: 내일 열쇠 찾으러 가.\n2025. 5. 2. 오후 6:04 - 지영: 집에서 기다릴게.`, 2],
    ['whatsapp', `3/2/25, 6:00\u202fPM - Ann: ${LADDER}\n3/2/25, 6:04\u202fPM - Bob: ${VAN}`, 2],
    ['telegram', `Ann Lee, [02.05.2026 18:00]\n${LADDER}\n\nBob, [02.05.2026 18:04]\n${VAN}\n`, 2],
    ['chat_export', `[2026-05-02 18:00] Ann: ${LADDER}\n[2026-05-02 18:04] Me: ${VAN}`, 2],
    ['chat_export', `[10:00 AM] Ann Lee\n${LADDER}\n[10:04 AM] Bob Ray\n${VAN}\n[10:06 AM] Ann Lee\nFine.`, 3],
    ['line', `[LINE] Chat history with Mika\nSaved on: 2026/05/03 10:00\n\n2026/05/02(Sat)\n18:00\tMika\t${LADDER}\n18:02\tKen\t${VAN}`, 2],
    ['kakaotalk', '[민수] [오후 6:00] 내일 열쇠 찾으러 가.\n[지영] [오후 6:04] 집에서 기다릴게.', 2],
    ['kakaotalk', '2026년 5월 2일 오후 6:00, 민수 : 내일 열쇠 찾으러 가.\n2026년 5월 2일 오후 6:04, 지영 : 집에서 기다릴게.', 2],
    ['line', '2026.05.02 土曜日\n10:20 田中 明日鍵を取りに行く。\n10:21 佐藤 わかった。\n10:22 田中 よろしく。', 3],
    ['imessage', `Mar 05, 2024  2:03:45 PM\nAnn\n${LADDER}\n\nMar 05, 2024  2:05:01 PM\nMe\n${VAN}\n`, 2],
    ['sms', `<smses count="2"><sms type="1" contact_name="Ann" body="${LADDER}"/><sms type="2" body="${VAN}"/></smses>`, 2],
    [
      'gemini',
      json([
        {
          header: 'Gemini Apps',
          title: `Prompted ${LADDER}`,
          time: '2026-04-20T18:24:31.187Z',
          products: ['Gemini Apps'],
          safeHtmlItem: [{ html: VAN }],
        },
      ]),
      2,
    ],
    [
      'copilot_chat',
      json({ responderUsername: 'GitHub Copilot', requests: [{ message: { text: LADDER }, response: [{ value: VAN }] }] }),
      2,
    ],
    ['zoom', `18:00:12 From Ann Lee to Everyone: ${LADDER}\n18:01:00 From Bob to Everyone: ${VAN}`, 2],
    [
      'discord',
      `==========\nGuild: Garden\nChannel: general\n==========\n\n[5/2/2026 6:00 PM] ann#1234\n${LADDER}\n\n[5/13/2026 6:04 PM] bob\n${VAN}\n`,
      2,
    ],
    [
      'json_conversation',
      json([
        { role: 'user', content: LADDER },
        { role: 'assistant', content: VAN },
      ]),
      2,
    ],
    ['json_facts', json({ memories: [LADDER, VAN] }), 2],
    ['json', json({ size: [1, 2, 3] }), 0],
    [
      'claude',
      json([
        {
          uuid: 'c',
          name: 'Garden',
          chat_messages: [
            { uuid: '1', text: LADDER, sender: 'human' },
            { uuid: '2', text: VAN, sender: 'assistant' },
          ],
        },
      ]),
      2,
    ],
    [
      'telegram',
      json({
        name: 'Nadia',
        type: 'personal_chat',
        id: 1,
        messages: [
          {
            id: 1,
            type: 'message',
            date: '2026-02-03T18:01:00',
            date_unixtime: '1770141660',
            from: 'Nadia',
            from_id: 'user1',
            text: LADDER,
          },
          { id: 2, type: 'message', date: '2026-02-03T18:02:00', date_unixtime: '1770141720', from: 'Omar', from_id: 'user2', text: VAN },
        ],
      }),
      2,
    ],
    [
      'slack',
      json([
        { type: 'message', user: 'U02AB', text: LADDER, ts: '1748944800.000100' },
        { type: 'message', user: 'U09ZZ', text: VAN, ts: '1748944802.000100' },
      ]),
      2,
    ],
    [
      'messenger',
      json({
        participants: [{ name: 'Ann' }, { name: 'Bob' }],
        messages: [
          { sender_name: 'Ann', timestamp_ms: 1_748_944_800_000, content: LADDER },
          { sender_name: 'Bob', timestamp_ms: 1_748_944_802_000, content: VAN },
        ],
      }),
      2,
    ],
    [
      'codex',
      lines(
        {
          timestamp: '2026-05-02T10:00:01.000Z',
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: LADDER }] },
        },
        {
          timestamp: '2026-05-02T10:00:02.000Z',
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: VAN }] },
        },
      ),
      2,
    ],
    [
      'claude_code',
      lines(
        { parentUuid: null, sessionId: 's', type: 'user', message: { role: 'user', content: LADDER }, uuid: '1' },
        { parentUuid: '1', sessionId: 's', type: 'assistant', message: { role: 'assistant', content: VAN }, uuid: '2' },
      ),
      2,
    ],
  ])('has the format %s', (format, content, messages) => {
    expect(recognize(content)).toMatchObject({ format, messages, conversations: 1 });
  });

  it('describes the JSON inside of a text', () => {
    const talk = json([
      { role: 'user', content: LADDER },
      { role: 'assistant', content: VAN },
    ]);
    expect(recognize(`Here is the talk:\n${talk}`)).toMatchObject({ format: 'json_conversation', messages: 2 });
  });

  it('describes the part of a file that was cut', () => {
    const whole = json([gptConversation('Pump'), gptConversation('Tyre')]);
    expect(recognize(whole.slice(0, whole.length - 120))).toMatchObject({ format: 'chatgpt', conversations: 2 });
  });
});
