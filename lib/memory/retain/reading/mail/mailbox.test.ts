import { expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const mail = (from: string, day: number, text: string) =>
  `From ${from} Tue Mar ${String(day).padStart(2)} 07:30:00 2026\nFrom: ${from}\nSubject: Re: Boat\nDate: ${day} Mar 2026 07:30:00 +0100\n\n${text}\n\n`;

it('reads the mails of a mailbox, each with its sender and time', () => {
  const content =
    mail('nils@post.example', 3, 'The mast broke.\n>From now on we row.') + mail('eva@post.example', 4, 'From the shed I can bring oars.');
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  expect(
    turns.filter(({ body }) => body !== '').map(({ speaker, body, heading, time }) => [speaker, body, heading, time?.getUTCDate()]),
  ).toEqual([
    ['nils@post.example', 'The mast broke.\nFrom now on we row.', 'Boat', 3],
    ['eva@post.example', 'From the shed I can bring oars.', 'Boat', 4],
  ]);
});

it('dates a mail without a date by its delivery', () => {
  const [first] = parseTurns(mail('nils@post.example', 3, 'The mast broke.').replace(/\nDate: .*/, '')).filter(({ body }) => body !== '');
  expect(first).toMatchObject({ body: 'The mast broke.', time: new Date('2026-03-03T07:30:00Z') });
});

it('does not read a sentence with "From" as a mailbox', () => {
  const content = 'From Oslo we sailed at 10:30 to the north.\nIt rained.';
  expect(parseTurns(content).map(({ body }) => body)).toEqual([content]);
});
