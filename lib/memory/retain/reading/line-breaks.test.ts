import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const CHAT = 'Ana: I moved to Porto.\nBen: I live in Bern.\nAna: I have a dog.';
const PHONE = '02/05/2026, 18:00 - Mia: I sold it.\n02/05/2026, 18:01 - Tom: I moved to Porto.';
const MAIL = 'From: Nils Aas <nils@post.example>\nSubject: Boat\nDate: Tue, 3 Mar 2026 07:30:00 +0100\n\nThe boat is red.\n';

describe('line breaks without a line feed', () => {
  it.each([CHAT, PHONE, MAIL])('are read like others: %j', (text) => {
    const expected = parseTurns(text).map(({ speaker, body }) => [speaker, body]);
    for (const sign of ['\r', '\u2028', '\u2029']) {
      const content = text.replaceAll('\n', sign);
      const turns = parseTurns(content);
      expect(turns.map(({ raw }) => raw).join('')).toBe(content);
      expect(turns.map(({ speaker, body }) => [speaker, body])).toEqual(expected);
    }
  });

  it('are part of a break with one', () => {
    const text = 'Ana: I moved to Porto.\r\r\nBen: I live in Bern.\r\n';
    expect(parseTurns(text).map(({ speaker }) => speaker)).toEqual(['Ana', 'Ben']);
    expect(
      parseTurns(text)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text);
  });

  it('are found in long runs of them', () => {
    const text = `Ana: I moved.${'\r'.repeat(50_000)}Ben: I live in Bern.${'\r'.repeat(40_000)}\n`;
    expect(parseTurns(text).map(({ speaker }) => speaker)).toEqual(['Ana', 'Ben']);
    expect(
      parseTurns(text)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text);
  });
});
