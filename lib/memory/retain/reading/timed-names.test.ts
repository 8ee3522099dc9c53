import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const read = (content: string) => {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  return turns
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, time }) => [speaker, body, time?.toISOString().slice(0, 19) ?? null]);
};

const MESSAGES = [
  'Mar 05, 2024  2:03:45 PM\n+14155550134\nAre we still on for Thursday?\n\n',
  'Mar 05, 2024  2:05:01 PM (Read by them after 2 minutes, 3 seconds)\nMe\nYes, at six in the harbor.\n\nI bring Lea.\nTapbacks:\n    Loved by Ann Lee\n\n    Mar 05, 2024  2:09:01 PM\n    Ann Lee\n    Nice idea then.\n\n',
  'Mar 06, 2024  9:02:00 AM Me named the conversation Dinner\n\n',
  'Mar 06, 2024  9:03:00 AM\nAnn Lee\n/Users/x/Library/Messages/Attachments/ab/IMG_0001.heic\n\n',
  'Mar 05, 2024  2:09:01 PM\nAnn Lee\nNice idea then.\nThis message responded to an earlier message.\n\n',
  'Dec 25, 2024 12:00:00 AM\nAnn Lee\nSent with Fireworks\nMerry Christmas from Porto!\n',
];

describe('messages below their time and sender', () => {
  it('have the words of the sender, without answers, reactions and files', () => {
    expect(read(MESSAGES.join(''))).toEqual([
      ['+14155550134', 'Are we still on for Thursday?', '2024-03-05T14:03:45'],
      ['Me', 'Yes, at six in the harbor.\n\nI bring Lea.', '2024-03-05T14:05:01'],
      [null, 'Me named the conversation Dinner', '2024-03-06T09:02:00'],
      ['Ann Lee', 'Nice idea then.', '2024-03-05T14:09:01'],
      ['Ann Lee', 'Merry Christmas from Porto!', '2024-12-25T00:00:00'],
    ]);
  });

  it('are read with Windows line ends', () => {
    expect(read(MESSAGES.join('').replaceAll('\n', '\r\n')).map(([speaker]) => speaker)).toEqual([
      '+14155550134',
      'Me',
      null,
      'Ann Lee',
      'Ann Lee',
    ]);
  });

  it('are read in another order', () => {
    const bodies = (content: string) =>
      read(content)
        .map(([speaker, body]) => `${speaker}: ${body}`)
        .sort();
    const reversed = [...MESSAGES]
      .reverse()
      .map((message) => message.trimEnd())
      .join('\n\n');
    expect(bodies(reversed)).toEqual(bodies(MESSAGES.join('')));
  });

  it('lose no character where the text was cut, and no message is read twice', () => {
    const whole = MESSAGES.join('');
    for (let end = 1; end < whole.length; end++) {
      const bodies = read(whole.slice(0, end)).map(([, body]) => body);
      expect(bodies).toHaveLength(new Set(bodies).size);
    }
  });

  it('are no diary with dates', () => {
    expect(read('Mar 05, 2024  2:03:45 PM\n\nWe sailed to the island.').every(([speaker]) => speaker === null)).toBe(true);
  });
});
