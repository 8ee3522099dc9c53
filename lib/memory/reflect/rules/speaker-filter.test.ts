import { describe, expect, it } from 'vitest';
import { compose } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { answerExtractive } from '#lib/memory/reflect/rules/answer';

const DAY = new Date('2026-04-22T10:00:00Z');
/** One conversation, line by line; "Ana: …" speaks, anything else is nobody's. */
const talk = (...lines: readonly string[]): Evidence[] =>
  lines.map((text, position) => {
    const speaker = /^(\p{Lu}\p{L}+): /u.exec(text)?.[1] ?? null;
    return {
      id: text,
      kind: 'world',
      text,
      name: '',
      context: 'Mara, Leo, Jules and Priya',
      speaker,
      occurredStart: null,
      occurredEnd: null,
      mentionedAt: DAY,
      revision: 1,
      tags: [],
      metadata: {},
      score: 1,
      document: { id: 'talk', chunkId: null, position },
      entities: text.match(/\p{Lu}\p{Ll}+/gu) ?? [],
      sourceIds: [],
      tokens: 10,
    };
  });
const tell = (query: string, items: readonly Evidence[]): string => {
  const { claims, lead } = answerExtractive(query, items, { maxTokens: 4096, limit: 6 });
  return compose(claims, lead).text;
};
const DOUBT = /^Nearest to this/;

describe('of whom something is said', () => {
  const home = talk(
    'Mara: Leo is 19.',
    'Jules: So he begins in June?',
    'Mara: He lives eight minutes away by bicycle.',
    'Jules: I mend the grinder.',
  );

  it('what is said of somebody else stands with a doubt, whoever says it', () => {
    expect(tell('Where does Jules live?', home)).toMatch(DOUBT);
    expect(tell('Where does Mara live?', home)).toMatch(DOUBT);
    const ill = talk(
      'Priya: Anika is asleep.',
      'Priya: She is allergic to sesame, and we never knew.',
      'Priya: Three children there are allergic to nuts.',
    );
    expect(tell('What is Priya allergic to?', ill)).toMatch(DOUBT);
    expect(tell('What does Mara like?', talk('Mara: I bring Mr. Albrecht a loaf, he likes rye.'))).toMatch(DOUBT);
  });

  it('who was named just before is meant by "he", and who says "I" is meant', () => {
    expect(tell('Where does Leo live?', home)).toMatch(/^Mara, 22 April 2026: He lives eight minutes away/);
    expect(tell('What does Jules mend?', home)).not.toMatch(DOUBT);
    const far = [
      ...talk('Mara: Leo is 19.', 'Hana: The sign is dry.', 'Hana: It rains.', 'Hana: The cups are dear.', 'Mara: He lives in Arnstad.'),
    ];
    expect(tell('Where does Leo live?', far)).toMatch(DOUBT);
  });

  it('who is asked for words is meant by all of them', () => {
    const items = talk('Priya: The bank wants quarterly figures.', 'Hana: The bank has a clock.', 'Hana: I say nothing.');
    expect(tell('What did Priya say about the quarterly figures for the bank?', items)).not.toMatch(DOUBT);
    expect(tell('Which quarterly figures does Priya owe the bank?', items)).toMatch(DOUBT);
  });

  it('words of nobody with a name may be those of whoever is asked about', () => {
    expect(tell('Where does Leo live?', [...talk('I live in Porto.'), ...talk('Leo: The grinder hums.')])).not.toMatch(DOUBT);
  });
});
