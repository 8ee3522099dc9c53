import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

function firstOf(header: string) {
  const content = `${header}\n\nThe boat is dry.\n`;
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  const spoken = turns.filter(({ body }) => body !== '');
  expect(spoken.map(({ body }) => body)).toEqual(['The boat is dry.']);
  const { speaker, heading, time } = spoken[0]!;
  return { speaker, heading, time: time?.toISOString().slice(0, 16) ?? null };
}

const SENT = 'Date: Tue, 3 Mar 2026 07:30:00 +0100\nMessage-ID: <1@post.example>';

describe('headers', () => {
  it.each([
    [
      'a transport header before the sender',
      `Received: from a.example by b.example\n\twith SMTP; Tue, 3 Mar 2026 06:30:01 +0000\nReturn-Path: <nils@post.example>\nX-Spam: no\n${SENT}\nFrom: Nils Aas <nils@post.example>\nSubject: Boat`,
    ],
    ['any case, and no blank after the colon', `FROM:Nils Aas <nils@post.example>\nsubject:Boat\n${SENT}`],
    ['folded fields', `From: Nils\n Aas\n\t<nils@post.example>\nSubject:\n Boat\n${SENT}`],
    ['encoded words', `From: =?utf-8?q?Nils?=\n =?iso-8859-1?B?IEFhcw==?= <nils@post.example>\nSubject: =?UTF-8?B?Qm9hdA==?=\n${SENT}`],
    ['a comment as the name', `From: nils@post.example (Nils Aas)\nSubject: Boat\n${SENT}`],
    ['a quoted name', `From: "Nils Aas" <nils@post.example>, Eva <eva@post.example>\nSubject: Boat\n${SENT}`],
    ['marks of answers', `From: Nils Aas <nils@post.example>\nSubject: Re: AW: SV: Fwd: Boat\n${SENT}`],
    ['only a sender field', `Sender: Nils Aas <nils@post.example>\nFrom:\nTo: eva@post.example\nSubject: Boat\n${SENT}`],
    ['fields in German', 'Von: Nils Aas\nGesendet: Dienstag, 3. März 2026 06:30\nAn: Eva\nBetreff: Boat'],
  ])('have %s', (_, header) => {
    expect(firstOf(header)).toEqual({ speaker: 'Nils Aas', heading: 'Boat', time: '2026-03-03T06:30' });
  });

  it.each([
    ['Tue, 03 Mar 2026 07:30:00 +0100 (CET)', '2026-03-03T06:30'],
    ['3 Mar 2026 07:30 -0500', '2026-03-03T12:30'],
    ['Tue, 3 Mar 26 07:30:00 EST', '2026-03-03T12:30'],
    ['Tue Mar  3 07:30:00 2026', '2026-03-03T07:30'],
    ['Tue, 3 Mar 2026 07:30:00 GMT', '2026-03-03T07:30'],
    ['Tue, 3 Mar 2026 07:30:00 UT', '2026-03-03T07:30'],
    ['2026-03-03T07:30:00Z', '2026-03-03T07:30'],
    ['Tue, 3\n Mar 2026\n 07:30:00 +0000', '2026-03-03T07:30'],
    ['03-Mar-2026 07:30:00 +0000', '2026-03-03T07:30'],
    ['yesterdayish', null],
  ])('have dates of all forms: %s', (date, expected) => {
    expect(firstOf(`From: Nils <nils@post.example>\nTo: eva@post.example\nDate: ${date}\nSubject: Boat`).time).toBe(expected);
  });

  it.each([
    ['Crew: nils@post.example, eva@post.example;', 'Crew'],
    ['nils@post.example', 'nils@post.example'],
    ['Aas, Nils <nils@post.example>', 'Aas, Nils'],
    ["'Nils Aas' <nils@post.example>", 'Nils Aas'],
    ['=?utf-8?B?5a6J5aGU?= <a@post.example>', '安塔'],
  ])('name the sender %s', (from, expected) => {
    expect(firstOf(`From: ${from}\nTo: eva@post.example\nSubject: Boat\n${SENT}`).speaker).toBe(expected);
  });
});
