import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const JON =
  'From: Jon (+4912345678)\nType: incoming\nSent: Sun, 04 May 2025 10:01:12 +0200\nReceived: Sun, 04 May 2025 10:01:13 +0200\n\nI left my keys at the gym in Kiel.\n\n';
const MIA = 'From: Mia\nType: outgoing\nSent: Sun, 04 May 2025 10:02:12 +0200\n\n> Jon:\n> I left my keys\n\nI bring them on Thursday.\n';
const spoken = (content: string) =>
  parseTurns(content)
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, time }) => [speaker, body, time?.toISOString()]);
const EXPECTED = [
  ['Jon', 'I left my keys at the gym in Kiel.', '2025-05-04T08:01:12.000Z'],
  ['Mia', 'I bring them on Thursday.', '2025-05-04T08:02:12.000Z'],
];

describe('texts of Signal', () => {
  it.each([
    ['without a title', JON + MIA],
    ['with a title', `Conversation: Jon (+4912345678)\n\n${JON}${MIA}`],
    ['with the line ends of Windows', `Conversation: Jon\n\n${JON}${MIA}`.replaceAll('\n', '\r\n')],
  ])('name their speakers and times %s', (_, content) => {
    expect(spoken(content)).toEqual(EXPECTED);
    expect(
      parseTurns(content)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(content);
  });

  it('call the owner a user', () => {
    expect(spoken(JON + MIA.replace('Mia', 'You')).map(([speaker]) => speaker)).toEqual(['Jon', 'user']);
  });

  it('may be cut anywhere', () => {
    const content = JON + MIA;
    for (let end = 0; end <= content.length; end++)
      expect(
        parseTurns(content.slice(0, end))
          .map(({ raw }) => raw)
          .join(''),
      ).toBe(content.slice(0, end));
  });
});
