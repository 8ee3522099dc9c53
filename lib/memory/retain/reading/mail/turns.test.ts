import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const turnsIn = (content: string) =>
  parseTurns(content)
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, heading, title, time }) => [speaker, body, heading, title, time?.toISOString().slice(0, 16) ?? null]);

const HEADER =
  'From: "Lena Brandt" <lena@example.com>\nTo: Omar Haddad <omar@example.com>,\n  Kim <kim@example.com>\nDate: Mon, 4 May 2026 10:12:00 +0200\nSubject: Re: Roof repair\n\n';

describe('e-mail', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'a mail and the one it answers',
      `${HEADER}Hi Omar,\n\nthe roofer comes on Thursday.\n\nHe needs the key.\n\nBest regards,\nLena Brandt\nTel. 0123\n\nOn Sun, 3 May 2026 at 09:00, Omar Haddad\n<omar@example.com> wrote:\n> From: Omar\n> When does he come?\n>\n> Cheers\n> Omar\n`,
      [
        ['Lena Brandt', 'the roofer comes on Thursday.', 'Roof repair', 'Roof repair', '2026-05-04T08:12'],
        ['Lena Brandt', 'He needs the key.', 'Roof repair', null, '2026-05-04T08:12'],
        ['Omar Haddad', 'When does he come?', 'Roof repair', 'Roof repair', '2026-05-03T09:00'],
      ],
    ],
    [
      'an original message below a rule',
      'Subject: Roof\n\nDear Omar,\nhe comes on Thursday.\nThanks,\nLena\n\n-----Original Message-----\nFrom: Omar Haddad\nSent: Sunday, May 3, 2026 9:00 AM\nTo: Lena Brandt\nSubject: Roof\n\nWhen does he come?',
      [
        [null, 'he comes on Thursday.', 'Roof', 'Roof', null],
        ['Omar Haddad', 'When does he come?', 'Roof', 'Roof', '2026-05-03T09:00'],
      ],
    ],
    [
      'an address in the place of a name',
      '\n\nFrom: lena@example.com\nSubject: Roof\n\nDone.',
      [['lena@example.com', 'Done.', 'Roof', 'Roof', null]],
    ],
    [
      'a mail without its header',
      'Hi Omar,\n\nhe comes on Thursday.\n\nBest,\nLena\n',
      [[null, 'he comes on Thursday.', null, null, null]],
    ],
    ['thanks that say something', 'From: Lena\nTo: Omar\n\nThanks for the key.', [['Lena', 'Thanks for the key.', null, null, null]]],
  ])('reads %s', (_name, content, expected) => {
    expect(turnsIn(content)).toEqual(expected);
    expect(
      parseTurns(content)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(content);
  });

  it.each([
    'Hi Omar,\n\nhow are you?\nI am: fine.',
    'Date: 2026-04-30\nSubject: Roof of the hall\n\nWe decided.',
    'From: here to there',
    'To: do\n\nBuy milk.',
  ])('rejects %j', (content) => {
    expect(parseTurns(content).some(({ body }) => body.includes(':'))).toBe(true);
  });
});
