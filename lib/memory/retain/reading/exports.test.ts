import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';
import { NO_CLOCK } from '#lib/memory/retain/reading/turn';

const read = (content: string) => {
  const turns = parseTurns(content, { ...NO_CLOCK, at: new Date('2026-06-20') });
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  return turns
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, time }) => [speaker, body, time?.toISOString().slice(0, 16) ?? null]);
};

const LADDER = 'I bring the ladder.';
const VAN = 'My van is blue.';

describe('exports of chat programs', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'LINE',
      `[LINE] Chat history with Mika\nSaved on: 2026/05/03 10:00\n\n2026/05/02(Sat)\n18:00\tMika\t${LADDER}\n18:05\t\tKen joined the group.\n\n2026/05/03(Sun)\n9:00\tKen\t${VAN}`,
      [
        ['Mika', LADDER, '2026-05-02T18:00'],
        [null, 'Ken joined the group.', '2026-05-02T18:05'],
        ['Ken', VAN, '2026-05-03T09:00'],
      ],
    ],
    [
      'LINE in Japanese',
      '[LINE] 小林とのトーク履歴\n保存日時：2026/05/03 10:00\n\n2026/05/02(土)\n午後6:00\t小林\t明日、鍵を取りに行く。\n午後6:04\t健\tわかった。',
      [
        ['小林', '明日、鍵を取りに行く。', '2026-05-02T18:00'],
        ['健', 'わかった。', '2026-05-02T18:04'],
      ],
    ],
    [
      'KakaoTalk on a computer',
      '지영 님과 카카오톡 대화\n저장한 날짜 : 2026-05-03 10:00:00\n\n--------------- 2026년 5월 2일 토요일 ---------------\n[민수] [오후 6:00] 내일 열쇠 찾으러 가.\n--------------- 2026년 5월 3일 일요일 ---------------\n[지영] [오전 9:00] 집에서 기다릴게.',
      [
        ['민수', '내일 열쇠 찾으러 가.', '2026-05-02T18:00'],
        ['지영', '집에서 기다릴게.', '2026-05-03T09:00'],
      ],
    ],
    [
      'KakaoTalk on a phone',
      '2026년 5월 2일 오후 6:00, 민수 : 내일 열쇠 찾으러 가.\n2026년 5월 2일 오후 6:04, 지영 : 집에서 기다릴게.',
      [
        ['민수', '내일 열쇠 찾으러 가.', '2026-05-02T18:00'],
        ['지영', '집에서 기다릴게.', '2026-05-02T18:04'],
      ],
    ],
    [
      'Zoom',
      `18:00:12 From Ann Lee to Everyone: ${LADDER}\n18:01:00 From Bob to Ann Lee (Direct Message): ${VAN}\n18:02:00\t From Ann Lee : Good.`,
      [
        ['Ann Lee', LADDER, '2026-06-20T18:00'],
        ['Bob', VAN, '2026-06-20T18:01'],
        ['Ann Lee', 'Good.', '2026-06-20T18:02'],
      ],
    ],
    [
      'Zoom with the words below',
      `2026-05-02 18:00:12 Von Ann Lee an Alle:\n\t${LADDER}\n2026-05-02 18:01:00 Von Bob an Alle:\n\t${VAN}`,
      [
        ['Ann Lee', LADDER, '2026-05-02T18:00'],
        ['Bob', VAN, '2026-05-02T18:01'],
      ],
    ],
    [
      'DiscordChatExporter',
      `==============================================================\nGuild: Garden\nChannel: Text / general\n==============================================================\n\n[5/2/2026 6:00 PM] ann#1234\n${LADDER}\n\n{Attachments}\nhttps://cdn.example/x.png\n\n[5/13/2026 6:04 PM] bob (pinned)\n${VAN}\n\n==============================================================\nExported 2 message(s)\n==============================================================\n`,
      [
        ['ann#1234', LADDER, '2026-05-02T18:00'],
        ['bob', VAN, '2026-05-13T18:04'],
      ],
    ],
    [
      'Teams',
      `[10:00 AM] Ann Lee\n${LADDER}\n[10:04 AM] Bob Ray\n${VAN}\n[10:06 AM] Ann Lee\nFine.`,
      [
        ['Ann Lee', LADDER, '2026-06-20T10:00'],
        ['Bob Ray', VAN, '2026-06-20T10:04'],
        ['Ann Lee', 'Fine.', '2026-06-20T10:06'],
      ],
    ],
    [
      'Teams with the time below the name',
      `Ann Lee\n02.05.2026 18:00\n${LADDER}\nBob Ray\n02.05.2026 18:04\n${VAN}\nAnn Lee\n02.05.2026 18:05\nGut.`,
      [
        ['Ann Lee', LADDER, '2026-05-02T18:00'],
        ['Bob Ray', VAN, '2026-05-02T18:04'],
        ['Ann Lee', 'Gut.', '2026-05-02T18:05'],
      ],
    ],
    [
      'Telegram',
      `Ann Lee, [02.05.2026 18:00]\n${LADDER}\n\n🌸 Mika 🌸, [02.05.2026 18:04]\n${VAN}\n`,
      [
        ['Ann Lee', LADDER, '2026-05-02T18:00'],
        ['🌸 Mika 🌸', VAN, '2026-05-02T18:04'],
      ],
    ],
    [
      'Signal',
      `[2026-05-02 18:00] Ann: ${LADDER}\n[2026-05-02 18:04] Me: ${VAN}`,
      [
        ['Ann', LADDER, '2026-05-02T18:00'],
        ['Me', VAN, '2026-05-02T18:04'],
      ],
    ],
    [
      'text copied from Discord in German',
      `ann — heute um 18:00 Uhr\n${LADDER}\nbob — gestern um 18:04 Uhr\n${VAN}\nann — heute um 18:05 Uhr\nGut.`,
      [
        ['ann', LADDER, '2026-06-20T18:00'],
        ['bob', VAN, '2026-06-19T18:04'],
        ['ann', 'Gut.', '2026-06-20T18:05'],
      ],
    ],
    [
      'Teams in French, with weekdays',
      `[sam. 18:00] Ann Lee\n${LADDER}\n[sam. 18:04] Bob Ray\n${VAN}\n[sam. 18:05] Ann Lee\nBien.`,
      [
        ['Ann Lee', LADDER, '2026-06-20T18:00'],
        ['Bob Ray', VAN, '2026-06-20T18:04'],
        ['Ann Lee', 'Bien.', '2026-06-20T18:05'],
      ],
    ],
    [
      'QQ',
      '2026-05-02 18:00:12 小林(123456)\n我明天去取钥匙。\n\n2026-05-02 18:04:00 阿强(654321)\n我在家等你。\n',
      [
        ['小林', '我明天去取钥匙。', '2026-05-02T18:00'],
        ['阿强', '我在家等你。', '2026-05-02T18:04'],
      ],
    ],
    [
      'text copied from WeChat',
      '小林 下午 6:00\n我明天去取钥匙。\n阿强 下午 6:04\n我在家等你。\n小林 下午 6:05\n好的。',
      [
        ['小林', '我明天去取钥匙。', '2026-06-20T18:00'],
        ['阿强', '我在家等你。', '2026-06-20T18:04'],
        ['小林', '好的。', '2026-06-20T18:05'],
      ],
    ],
    [
      'stamps of two phones',
      `02/05/2026, 18:00 - Ann: ${LADDER}\nand the rope\n[02.05.26, 18:04:10] Bob: ${VAN}\n`,
      [
        ['Ann', `${LADDER}\nand the rope`, '2026-05-02T18:00'],
        ['Bob', VAN, '2026-05-02T18:04'],
      ],
    ],
  ])('%s', (_, content, expected) => {
    expect(read(content)).toEqual(expected);
  });

  it.each([
    '10:00 Welcome\n10:30 Talk: boats and sails\n11:00 Break',
    '[10:00] Lunch\nsoup\n[12:00] Dinner\nrice',
    '2026-05-02 18:00:01 INFO: started\n2026-05-02 18:00:02 ERROR: failed',
  ])('finds no speaker in %j', (content) => {
    expect(parseTurns(content).every(({ speaker }) => speaker === null)).toBe(true);
  });
});
