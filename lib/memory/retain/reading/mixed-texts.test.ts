import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const HEAD = 'From: Ben Moore <ben@y.example>\nSent: Sunday, May 4, 2025 10:01 AM\nTo: Ana <ana@x.example>\nSubject: RE: Trip\n';
const MAIL =
  'From: Ann Lee <a@x.example>\nTo: b@x.example\nDate: Mon, 5 May 2025 09:00:00 +0000\nSubject: Trip\n\nI fly to Rome on Friday.\n';

const spokenIn = (text: string): (string | null)[][] => {
  const turns = parseTurns(text);
  expect(turns.map(({ raw }) => raw).join('')).toBe(text);
  return turns
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, time }) => [speaker, body, ...(time ? [time.toISOString().slice(0, 10)] : [])]);
};

describe('a mail below an answer without a header', () => {
  it.each([
    ['alone', HEAD],
    ['below a line', `________________________________\n${HEAD}`],
    ['below a rule', `-----Original Message-----\n${HEAD}`],
  ])('%s', (_, head) => {
    expect(spokenIn(`I will be in Porto on Friday.\n\n${head}\nI am allergic to cats.\n`)).toEqual([
      [null, 'I will be in Porto on Friday.'],
      ['Ben Moore', 'I am allergic to cats.', '2025-05-04'],
    ]);
  });

  it('is no mail without a date or in code', () => {
    const text = 'These are the fields.\n\nFrom: the sender\nSubject: the title\n\nThe rest is text.\n';
    expect(spokenIn(text).every(([speaker]) => speaker === null)).toBe(true);
    expect(spokenIn(`It looks so:\n\n\`\`\`\n${HEAD}\`\`\`\n`).every(([speaker]) => speaker === null)).toBe(true);
  });
});

describe('another text below a chat', () => {
  const CHAT = 'Mia: I bought a lamp in Ulm.\nTom: I sold it in Bonn.\n';
  const SPOKEN = [
    ['Mia', 'I bought a lamp in Ulm.'],
    ['Tom', 'I sold it in Bonn.'],
  ];

  it('is a mail', () => {
    expect(spokenIn(`${CHAT}\n${MAIL}`)).toEqual([...SPOKEN, ['Ann Lee', 'I fly to Rome on Friday.', '2025-05-05']]);
    const stamped = '02/03/2025, 18:05 - Mia: I bought a lamp.\n14/03/2025, 18:06 - Tom: I sold a lamp.\n';
    expect(spokenIn(`${stamped}\n${MAIL}`)).toEqual([
      ['Mia', 'I bought a lamp.', '2025-03-02'],
      ['Tom', 'I sold a lamp.', '2025-03-14'],
      ['Ann Lee', 'I fly to Rome on Friday.', '2025-05-05'],
    ]);
  });

  it('is a page', () => {
    expect(spokenIn(`${CHAT}<html><body><p>Priya lives in <b>Bern</b>.</p></body></html>`)).toEqual([
      ...SPOKEN,
      [null, 'Priya lives in Bern.'],
    ]);
  });
});
