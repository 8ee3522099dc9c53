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

const activity = (title: string, time: string, ...html: string[]) => ({
  header: 'Gemini Apps',
  title,
  time,
  products: ['Gemini Apps'],
  activityControls: ['Gemini Apps Activity'],
  ...(html.length > 0 && { safeHtmlItem: html.map((one) => ({ html: one })) }),
});

describe('the history of an assistant in JSON', () => {
  it('has prompts of the person and answers as text', () => {
    const file = [
      activity(
        'Prompted Which islands are quiet? Attached 2 files.',
        '2026-04-20T18:24:31.187Z',
        '<p>Naxos &amp; Crete are quiet.</p><ul><li>Go in May.</li></ul>',
      ),
      activity('Gave feedback: Good response', '2026-04-20T18:20:31.187Z'),
      activity('Used Gemini Apps', '2026-04-20T18:19:31.187Z'),
      activity('Prompted My boat is red.', '2026-04-19T18:24:31.187Z', '<p>A fine boat.</p>', '<p>Red is bright.</p>'),
    ];
    expect(read(JSON.stringify(file, null, 2))).toEqual([
      ['user', 'Which islands are quiet?', '2026-04-20T18:24'],
      ['assistant', 'Naxos & Crete are quiet.\n\nGo in May.', '2026-04-20T18:24'],
      ['user', 'My boat is red.', '2026-04-19T18:24'],
      ['assistant', 'A fine boat.', '2026-04-19T18:24'],
      ['assistant', 'Red is bright.', '2026-04-19T18:24'],
    ]);
  });

  it('is read in other languages', () => {
    const file = [
      activity('送信したメッセージ: 静かな島はどこ？', '2026-04-20T18:24:31.187Z', '<p>ナクソス島です。</p>'),
      activity('送信したメッセージ: 船は赤い。', '2026-04-19T18:24:31.187Z', '<p>いい船ですね。</p>'),
      activity('フィードバックを送信しました', '2026-04-18T18:24:31.187Z'),
    ];
    expect(read(JSON.stringify(file)).map(([, body]) => body)).toEqual([
      '静かな島はどこ？',
      'ナクソス島です。',
      '船は赤い。',
      'いい船ですね。',
    ]);
  });

  it('is read up to where the file was cut', () => {
    const whole = JSON.stringify([activity('Prompted My boat is red.', '2026-04-19T18:24:31.187Z', '<p>A fine boat.</p>')]);
    for (let end = 1; end < whole.length; end++)
      for (const [, body] of read(whole.slice(0, end)))
        expect(['My boat is red.', 'A fine boat.'].some((words) => words.startsWith(String(body)))).toBe(true);
  });
});

const cell = (title: string, time: string, answer: string) =>
  `<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid"><div class="header-cell mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">Gemini Apps<br></p></div><div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">${title}<br>${time}<br>${answer}</div><div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right"></div><div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>&emsp;Gemini Apps<br><b>Why is this here?</b><br>&emsp;This activity was saved to your account.</div></div></div>`;
const CELLS = [
  cell(
    'Prompted&nbsp;Which islands are quiet?',
    'Apr 20, 2026, 6:24:31\u202fPM CEST',
    '<p>Naxos &amp; Crete are quiet.</p><p>Go in May.</p>',
  ),
  cell('Gave feedback: Good response', 'Apr 20, 2026, 6:20:31\u202fPM CEST', ''),
  cell('Prompted&nbsp;My boat is red.<br>It is old.', 'Apr 19, 2026, 6:24:31\u202fPM CEST', 'A fine boat.'),
];
const pageOf = (cells: readonly string[]) =>
  `<html><head><title>My Activity History</title><style>.mdl-grid{}</style></head><body><div class="mdl-grid">${cells.join('')}</div></body></html>`;

describe('the history of an assistant as a page', () => {
  it('has prompts of the person and answers', () => {
    expect(read(pageOf(CELLS))).toEqual([
      ['user', 'Which islands are quiet?', '2026-04-20T18:24'],
      ['assistant', 'Naxos & Crete are quiet.\n\nGo in May.', '2026-04-20T18:24'],
      ['user', 'My boat is red.\nIt is old.', '2026-04-19T18:24'],
      ['assistant', 'A fine boat.', '2026-04-19T18:24'],
    ]);
  });

  it('has the same turns in any order of the activities', () => {
    const sorted = (turns: (string | null)[][]) => turns.map((turn) => turn.join('|')).sort();
    expect(sorted(read(pageOf([...CELLS].reverse())))).toEqual(sorted(read(pageOf(CELLS))));
  });

  it('loses no character where the page was cut', () => {
    const page = pageOf(CELLS);
    for (let end = 1; end < page.length; end += 7) read(page.slice(0, end));
  });
});
