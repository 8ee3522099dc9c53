import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const read = (content: string) => {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  return turns
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, time }) => [speaker, body, time?.toISOString().slice(0, 16) ?? null]);
};

const JAPANESE =
  '2026.05.02 土曜日\n10:20 田中 明日鍵を取りに行く。\n10:21 佐藤 わかった。\n10:25 田中 よろしく。\n2026.05.03 日曜日\n9:00 佐藤 家で待っている。\n';
const ENGLISH =
  '2026.05.02 Saturday\n10:20 Ann Lee I bring the ladder.\n10:21 Bob My van is blue.\n10:22 Ann Lee Good to know.\nand the rope\n10:25 Ken joined the group.\n2026.05.03 Sunday\n9:00 Ann Lee Here I am.\n9:01 Bob On my way.\n';

describe('exports of LINE for computers', () => {
  it('have names without a sign behind them', () => {
    expect(read(JAPANESE)).toEqual([
      ['田中', '明日鍵を取りに行く。', '2026-05-02T10:20'],
      ['佐藤', 'わかった。', '2026-05-02T10:21'],
      ['田中', 'よろしく。', '2026-05-02T10:25'],
      ['佐藤', '家で待っている。', '2026-05-03T09:00'],
    ]);
  });

  it('have names of several words, and remarks of the chat', () => {
    expect(read(ENGLISH)).toEqual([
      ['Ann Lee', 'I bring the ladder.', '2026-05-02T10:20'],
      ['Bob', 'My van is blue.', '2026-05-02T10:21'],
      ['Ann Lee', 'Good to know.\nand the rope', '2026-05-02T10:22'],
      [null, 'Ken joined the group.', '2026-05-02T10:25'],
      ['Ann Lee', 'Here I am.', '2026-05-03T09:00'],
      ['Bob', 'On my way.', '2026-05-03T09:01'],
    ]);
  });

  it('have the name in the title', () => {
    const content =
      '[LINE] Chat history with Mary Ann Lee\nSaved on: 2026/05/03 10:00\n\n2026.05.02 Saturday\n10:20 Mary Ann Lee I bring the ladder.\n10:21 Bob My van is blue.\n10:22 Bob It is old.\n';
    expect(
      read(content)
        .filter(([speaker]) => speaker !== null)
        .map(([speaker, body]) => [speaker, body]),
    ).toEqual([
      ['Mary Ann Lee', 'I bring the ladder.'],
      ['Bob', 'My van is blue.'],
      ['Bob', 'It is old.'],
    ]);
  });

  it('lose no character where they were cut', () => {
    for (const whole of [JAPANESE, ENGLISH]) for (let end = 1; end < whole.length; end++) read(whole.slice(0, end));
  });

  it.each([
    '2026.05.02 Saturday\n10:20 Breakfast in the harbor\n11:00 Walk to the mill\n12:30 Lunch with Bob\n',
    '10:20 Ann I bring the ladder.\n10:21 Ann It is long.\n10:22 Bob Good.\n',
  ])('are no plan of a day: %j', (content) => {
    expect(read(content).every(([speaker]) => speaker === null)).toBe(true);
  });
});
