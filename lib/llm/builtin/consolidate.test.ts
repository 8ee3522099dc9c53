import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '#lib/llm/builtin/claims';
import { planExtractive, readClaims } from '#lib/llm/builtin/consolidate';
import type { Known, Source } from '#lib/observations/plan';

const source = (id: number, text: string, day: number): Source => ({
  ...{ id: `id-${id}`, text, speaker: /^(\w+): /.exec(text)?.[1] ?? null, factType: 'world', context: '', revision: 1 },
  ...{ occurredStart: null, occurredEnd: null, mentionedAt: new Date(Date.UTC(2026, 0, day)) },
});

/** What a scope holds after these batches, one after the other, without a database. */
function consolidate(batches: readonly (readonly Source[])[]): string[] {
  const known = new Map<bigint, Known>();
  const statements = new Map<Source, bigint>();
  for (const [n, batch] of batches.entries()) {
    const reading = readClaims(batch);
    const wanted = new Set(reading.statements.values());
    const repeats = [...statements].filter(([, hash]) => wanted.has(hash)).map(([one]) => one);
    for (const { known: before, slot, text, sources, method } of planExtractive(batch, reading, [...known.values()], repeats).drafts)
      known.set(slot!, { id: before?.id ?? `o-${n}-${slot}`, text, slot, method, revision: 1, isEmbedded: true, sources });
    for (const one of batch) if (reading.statements.has(one.id)) statements.set(one, reading.statements.get(one.id)!);
  }
  return [...known.values()]
    .map(
      ({ text, sources }) =>
        `${text} (${sources
          .map(({ id }) => id)
          .sort()
          .join(' ')})`,
    )
    .sort();
}

describe('claims', () => {
  it.each([
    ['Mara: The rye is made with Olga, by the way.', 'Mara', []],
    ['Ana: I moved to Porto in March.', 'Ana', ['ana|home one']],
    ['Alice works at Acme. Bob likes pizza.', null, ['alice|work one', 'bob|taste|pizza one']],
    ['Ana: My sister is a nurse. Do I like her? I love it!', 'Ana', ['ana|of|sister one']],
    ['The project uses PostgreSQL 17.', null, ['the|project|us many']],
    ['Ben: I am allergic to cats, so I will stay at a hotel.', 'Ben', ['ben|diet many']],
    ['Ana: I am so happy for you! Wow, that sounds great. If I live in Rome one day, fine.', 'Ana', []],
    [
      'Ana: Wednesdays are slow. Forty-nine cups are a lot to wash. Ours is warmer. With Olga it is 5.40. New York is an expensive place.',
      'Ana',
      ['new york|is many'],
    ],
  ])('%s', (text, speaker, expected) => {
    expect(claimsOf(text, speaker).map(({ slot, holds }) => `${slot} ${holds}`)).toEqual(expected);
  });
});

describe('the plan of the rules', () => {
  const SENTENCES = [
    ...[
      'Ana: I live in Porto.',
      'Ana: I live in Lisbon.',
      'Ana: I really live in Porto!',
      'Ben: I like opera.',
      'Ben: I don’t like opera.',
    ],
    ...['Ana speaks French.', 'Ana speaks German. Ben works at Acme.', 'The deadline is Friday 3 May.', 'The deadline is Monday 6 May.'],
    ...['Carl: The green boat sailed quietly across the harbour yesterday.', 'Carl: Hello there.'],
  ];
  it('neither order nor batches matter, and a second time changes nothing', () => {
    const facts = fc
      .array(fc.tuple(fc.constantFrom(...SENTENCES), fc.integer({ min: 1, max: 5 })), { maxLength: 14 })
      .map((all) => all.map(([text, day], i) => source(i, text, day)));
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 5 }), (given, random, size) => {
        const shuffled = given
          .map((one) => [random.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        const batches = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, i) => shuffled.slice(i * size, (i + 1) * size));
        const expected = consolidate([given]);
        expect(consolidate(batches)).toEqual(expected);
        expect(consolidate([given, given])).toEqual(expected);
      }),
    );
  });
  it('another way of naming the same home is no change of it', () => {
    const said = ['I live in Porto.', 'I moved to Lisbon.', 'I moved to Madrid because of work.', 'I live in Madrid.'];
    const [text] = consolidate([said.map((words, i) => source(i + 1, `Ana: ${words}`, i + 1))]);
    expect(text).toBe(
      'Ana: I moved to Madrid because of work. Earlier (2026-01-02): I moved to Lisbon. Earlier (2026-01-01): I live in Porto. (id-1 id-2 id-3 id-4)',
    );
    const past = consolidate([[source(1, 'Ana: I live in Porto now.', 1), source(2, 'Ana: I lived in Porto as a child.', 2)]]);
    expect(past[0]).toContain('Earlier (2026-01-01): I live in Porto now.');
    const [further] = consolidate([[source(1, 'Ana: I live in Paris, Texas.', 1), source(2, 'Ana: I moved to Paris.', 2)]]);
    expect(further).toContain('Earlier (2026-01-01): I live in Paris, Texas.');
  });
  it('three words of content said again are one, fewer are a phrase', () => {
    const said = ['Bob bought a boat.', 'Bob bought a boat!', 'Have a great day.', 'Have a great day.'];
    expect(consolidate([said.map((words, i) => source(i + 1, words, i + 1))])).toEqual(['Bob bought a boat! (id-1 id-2)']);
  });
  it('negation and another number are another value', () => {
    const [text] = consolidate([[source(1, 'Ben: I like opera.', 1), source(2, 'Ben: I don’t like opera.', 2)]]);
    expect(text).toBe('Ben: I don’t like opera. Earlier (2026-01-01): I like opera. (id-1 id-2)');
  });
});
