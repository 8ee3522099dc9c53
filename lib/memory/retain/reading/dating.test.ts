import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';
import type { SenderClock } from '#lib/memory/retain/reading/turn';

const AT: SenderClock = { at: new Date('2026-06-01T12:00:00Z'), offsetMinutes: 0, live: false };
const daysOf = (content: string): (string | undefined)[] =>
  parseTurns(content, AT)
    .filter(({ speaker }) => speaker !== null)
    .map(({ time }) => time?.toISOString().slice(0, 10));

it('the year may follow the time, as in logs of IRC', () => {
  expect(daysOf('--- Log opened Sun May 04 10:00:00 2025\n10:01 <kim> I built a loom.\n10:02 <zed> My workshop is in Graz.')).toEqual([
    '2025-05-04',
    '2025-05-04',
  ]);
});

describe('the order of day and month', () => {
  it.each([
    ['Friday, 5/2/2025\nAna: I moved to Ulm.\nBen: I live in Bern.', ['2025-05-02', '2025-05-02']],
    ['Sunday, 2/3/2025\nAna: I moved to Ulm.\nBen: I live in Bern.', ['2025-03-02', '2025-03-02']],
    [
      '[LINE] Chat history with Yuki\n\nFri, 5/2/2025\n18:05\tYuki\tI bought it.\n\nSat, 5/3/2025\n9:05\tKen\tWhere?',
      ['2025-05-02', '2025-05-03'],
    ],
    ['[Fri, 5/2/2025, 18:05] Ana: I moved to Ulm.', ['2025-05-02']],
    ['[Freitag, 2/5/2025, 18:05] Ana: Ich wohne in Ulm.', ['2025-05-02']],
  ])('follows the weekday: %j', (content, days) => {
    expect(daysOf(content)).toEqual(days);
  });

  it.each([
    ['2/3/25 下午6:05 - 小明: 我搬到港島了。\n28/3/25 上午11:05 - 小红: 我住在九龍。', ['2025-03-02', '2025-03-28']],
    ['28/3/25 上午11:05 - 小红: 我住在九龍。', ['2025-03-28']],
    ['12/11/25 上午11:05 - 小红: 我住在九龍。', ['2025-11-12']],
    ['12/11/25 上午11:05 - 小红: 我住在九龍。\n28/11/25 上午11:05 - 小明: 好。', ['2025-11-12', '2025-11-28']],
    ['2/3/25, 傍晚6:05 - Ana: I moved to Ulm.', ['2025-03-02']],
    ['2/3/25, 6:05 หลังเที่ยง - Ana: I moved to Ulm.', ['2025-03-02']],
    ['25/3/2 下午6:05 - 小明: 我搬到港島了。', ['2025-03-02']],
    ['25/11/12 下午6:05 - 小明: 我搬到港島了。', ['2025-11-12']],
  ])('of years of two digits: %j', (content, days) => {
    expect(daysOf(content)).toEqual(days);
  });

  it('has the month first in headings of English text', () => {
    expect(daysOf('5/2/2025\nAna: I moved to the house in Ulm.\nBen: I live in Bern with my wife.')).toEqual(['2025-05-02', '2025-05-02']);
    expect(daysOf('5/2/2025\nAna: Ich wohne jetzt in dem Haus in Ulm.\nBen: Und ich wohne mit meiner Frau in Bern.')).toEqual([
      '2025-02-05',
      '2025-02-05',
    ]);
  });
});
