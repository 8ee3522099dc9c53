import { describe, expect, it } from 'vitest';
import { compose } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { answerExtractive } from '#lib/memory/reflect/rules/answer';

const DAY = new Date('2026-04-22T10:00:00Z');
/** A conversation, one turn per line: "Ana: …" has a speaker, other lines have none. */
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
const answerTo = (query: string, items: readonly Evidence[]): string => {
  const { claims, lead } = answerExtractive(query, items, { maxTokens: 4096, limit: 6 });
  return compose(claims, lead).text;
};
const DOUBT = /^Nearest to this/;

describe('the subject of a statement', () => {
  const home = talk(
    'Mara: Leo is 19.',
    'Jules: So he begins in June?',
    'Mara: He lives eight minutes away by bicycle.',
    'Jules: I mend the grinder.',
  );

  it('marks a statement about somebody else as doubtful, for any speaker', () => {
    expect(answerTo('Where does Jules live?', home)).toMatch(DOUBT);
    expect(answerTo('Where does Mara live?', home)).toMatch(DOUBT);
    const ill = talk(
      'Priya: Anika is asleep.',
      'Priya: She is allergic to sesame, and we never knew.',
      'Priya: Three children there are allergic to nuts.',
    );
    expect(answerTo('What is Priya allergic to?', ill)).toMatch(DOUBT);
    expect(answerTo('What does Mara like?', talk('Mara: I bring Mr. Albrecht a loaf, he likes rye.'))).toMatch(DOUBT);
  });

  it('does not take what a named speaker says in the first person for the user', () => {
    const cars = talk(
      'Ben: I drive a Seat.',
      'User: I drive a Fiat.',
      'Ben: My wife is called Lea.',
      'User: My wife is called Ruth.',
      'Ben: I moved to Ulm.',
    );
    expect(answerTo('What car do I drive?', cars)).toMatch(/^User, 22 April 2026: I drive a Fiat\. \[1\]$/);
    expect(answerTo('What is my wife called?', cars)).not.toContain('Lea');
    expect(answerTo('Have I moved?', cars)).not.toContain('Ulm');
    expect(answerTo('What car does Ben drive?', cars)).toContain('Seat');
    expect(answerTo('What do I drive?', talk('Ben: I drive a Seat.'))).toContain('Seat');
    const far = talk('Ben: I drive a Seat.', 'User: I am allergic to nuts.').map((one, i) => ({ ...one, score: i === 0 ? 1 : 0.1 }));
    expect(answerTo('What do I drive?', far)).not.toContain('Seat');
  });

  it('resolves "he" to the person named just before, and "I" to the speaker', () => {
    expect(answerTo('Where does Leo live?', home)).toMatch(/^Mara, 22 April 2026: He lives eight minutes away/);
    expect(answerTo('What does Jules mend?', home)).not.toMatch(DOUBT);
    const far = [
      ...talk('Mara: Leo is 19.', 'Hana: The sign is dry.', 'Hana: It rains.', 'Hana: The cups are dear.', 'Mara: He lives in Arnstad.'),
    ];
    expect(answerTo('Where does Leo live?', far)).toMatch(DOUBT);
  });

  it('accepts all words of a speaker if the question asks for them', () => {
    const items = talk('Priya: The bank wants quarterly figures.', 'Hana: The bank has a clock.', 'Hana: I say nothing.');
    expect(answerTo('What did Priya say about the quarterly figures for the bank?', items)).not.toMatch(DOUBT);
    expect(answerTo('Which quarterly figures does Priya owe the bank?', items)).toMatch(DOUBT);
  });

  it('answers a question of the asker by statements about the asker alone', () => {
    const byUser = (...lines: readonly string[]): Evidence[] => talk(...lines).map((one) => ({ ...one, speaker: 'user' }));
    const items = byUser(
      'user: My sister is moving to Bonn in May.',
      'user: My good friend Jack says that his favorite color is blue.',
      'user: My brother has two cats.',
    );
    for (const query of ['Am I moving to Bonn?', 'Do I have cats?', 'How many cats do I have?']) expect(answerTo(query, items)).toBe('');
    expect(answerTo('What is my favorite color?', items)).toMatch(DOUBT);
    expect(answerTo('Is my sister moving to Bonn?', items)).not.toMatch(DOUBT);
    const own = byUser('user: I am moving to Bonn in June.', 'user: My favorite color is green.', 'user: I have two cats.');
    for (const query of ['Am I moving to Bonn?', 'What is my favorite color?', 'How many cats do I have?'])
      expect(answerTo(query, [...items, ...own])).not.toMatch(DOUBT);
    expect(answerTo('Am I moving to Bonn?', [...items, ...own])).not.toContain('sister');
    expect(answerTo('What is my favorite color?', [...items, ...own])).not.toContain('Jack');
  });

  it('accepts words of an unnamed speaker for any person', () => {
    expect(answerTo('Where does Leo live?', [...talk('I live in Porto.'), ...talk('Leo: The grinder hums.')])).not.toMatch(DOUBT);
  });
});
