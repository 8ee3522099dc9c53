import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const spokenIn = (text: string): (string | null)[][] => {
  const turns = parseTurns(text);
  expect(turns.map(({ raw }) => raw).join('')).toBe(text);
  return turns.filter(({ body }) => body !== '').map(({ speaker, body, time }) => [speaker, body, time?.toISOString() ?? null]);
};

const message = (clock: string, name: string | null, words: string): string => `
<div class="message default clearfix${name === null ? ' joined' : ''}">${name === null ? '' : `<div class="pull_left userpic_wrap"><div class="userpic"><div class="initials">${name[0]}</div></div></div>`}
<div class="body"><div class="pull_right date details" title="04.05.2025 ${clock}:12 UTC+04:00">${clock}</div>${name === null ? '' : `<div class="from_name">${name}</div>`}<div class="text">${words}</div></div></div>`;

describe('a conversation as a page', () => {
  it('has the whole time as a hint, and a name before the first of several messages', () => {
    const messages = [
      message('10:01', 'Giorgi', 'I sold my car in Batumi.'),
      message('10:02', null, 'It was a <strong>Lada</strong>,<br>and <span class="spoiler">old</span>.'),
      message('10:03', 'Nino', 'I have a new job.'),
    ];
    const page = `<!DOCTYPE html><html><head><title>Exported Data</title></head><body><div class="page_header"><div class="text bold">Giorgi</div></div>
<div class="message service"><div class="body details">4 May 2025</div></div>${messages.join('')}</body></html>`;
    expect(spokenIn(page)).toEqual([
      ['Giorgi', 'I sold my car in Batumi.', '2025-05-04T06:01:12.000Z'],
      ['Giorgi', 'It was a Lada,\nand old.', '2025-05-04T06:02:12.000Z'],
      ['Nino', 'I have a new job.', '2025-05-04T06:03:12.000Z'],
    ]);
  });

  it('has the time below the words', () => {
    const one = (name: string, words: string, time: string): string =>
      `<div class="pam _a6-g"><div class="_2pim _a6-h">${name}</div><div class="_3-95 _a6-p"><div><div></div><div>${words}</div></div></div><div class="_3-94 _a6-o">${time}</div></div>`;
    const page = `<html><head><title>Lukasz</title></head><body class="_5vb_"><div class="_a705">${one('Lukasz K', 'I bought a bike in the old town.', 'May 04, 2025 10:01:12 am')}${one('Zoe M', 'I live in Bern.', 'May 04, 2025 10:00:12 am')}</div></body></html>`;
    expect(spokenIn(page)).toEqual([
      ['Lukasz K', 'I bought a bike in the old town.', '2025-05-04T10:01:12.000Z'],
      ['Zoe M', 'I live in Bern.', '2025-05-04T10:00:12.000Z'],
    ]);
  });

  it('is not an article with comments', () => {
    const comment = (name: string, words: string): string =>
      `<div class="comment"><div class="author">${name}</div><div class="date">04.05.2025 10:01:12</div><div class="words">${words}</div></div>`;
    const page = `<html><body><div class="article"><p>${'The mill was built by the river in the old days. '.repeat(20)}</p></div>${comment('Ann', 'I like the mill.')}${comment('Bob', 'I like the river.')}</body></html>`;
    expect(spokenIn(page).every(([speaker]) => speaker === null)).toBe(true);
  });
});
