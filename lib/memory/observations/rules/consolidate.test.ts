import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactSource, KnownObservation } from '#lib/memory/observations/plan';
import { claimsOf } from '#lib/memory/observations/rules/claims';
import { planExtractive, readClaims } from '#lib/memory/observations/rules/consolidate';

const source = (id: number, text: string, day: number): FactSource => ({
  ...{ id: `id-${id}`, text, speaker: /^(\w+): /.exec(text)?.[1] ?? null, factType: 'world', context: '', revision: 1 },
  ...{ occurredStart: null, occurredEnd: null, mentionedAt: new Date(Date.UTC(2026, 0, day)) },
});

/** The observations of a scope after these batches, in sequence, without a database. */
function consolidate(batches: readonly (readonly FactSource[])[]): string[] {
  const known = new Map<bigint, KnownObservation>();
  const claims = new Map<FactSource, readonly bigint[]>();
  for (const [n, batch] of batches.entries()) {
    const reading = readClaims(batch);
    const others = [...claims].filter(([, slots]) => slots.some((slot) => reading.slots.has(slot) && !known.has(slot))).map(([one]) => one);
    const plan = planExtractive(batch, reading, [...known.values()], others);
    for (const { known: before, slot, text, sources, method } of plan.drafts)
      known.set(slot!, { id: before?.id ?? `o-${n}-${slot}`, text, slot, method, revision: 1, isEmbedded: true, sources });
    for (const { slot } of plan.removed) known.delete(slot!);
    for (const one of batch) claims.set(one, reading.claims.get(one.id)!);
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
    ['Ana: My sister is a nurse. Do I like her? I love it!', 'Ana', ['ana|of|sister many']],
    ['The project uses PostgreSQL 17.', null, ['the|project|uses|postgresql one']],
    ['Ben: I am allergic to cats, so I will stay at a hotel.', 'Ben', ['ben|diet many']],
    ['Ana: I am so happy for you! Wow, that sounds great. If I live in Rome one day, fine.', 'Ana', []],
    [
      'Ana: Wednesdays are slow. Forty-nine cups are a lot to wash. Ours is warmer. With Olga it is 5.40. New York is an expensive place.',
      'Ana',
      ['new york|about many'],
    ],
  ])('%s', (text, speaker, expected) => {
    expect(claimsOf(text, speaker).map(({ slot, cardinality }) => `${slot} ${cardinality}`)).toEqual(expected);
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
  it('depends on neither order nor batches, and a second run changes nothing', () => {
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
  it('reads another name of the same home as no change', () => {
    const statements = ['I live in Porto.', 'I moved to Lisbon.', 'I moved to Madrid because of work.', 'I live in Madrid.'];
    const [text] = consolidate([statements.map((words, i) => source(i + 1, `Ana: ${words}`, i + 1))]);
    expect(text).toBe(
      'Ana: I moved to Madrid because of work. (2026-01-04)\nEarlier (2026-01-02): I moved to Lisbon.\nEarlier (2026-01-01): I live in Porto. (id-1 id-2 id-3 id-4)',
    );
    const [further] = consolidate([[source(1, 'Ana: I live in Paris, Texas.', 1), source(2, 'Ana: I moved to Paris.', 2)]]);
    expect(further).toContain('I live in Paris, Texas. (2026-01-01)');
  });
  it('counts a repetition of three content words as a statement, and of fewer as a phrase', () => {
    const statements = ['Bob bought a boat.', 'Bob bought a boat!', 'Have a great day.', 'Have a great day.'];
    expect(consolidate([statements.map((words, i) => source(i + 1, words, i + 1))])).toEqual(['Bob bought a boat! (id-1 id-2)']);
  });
  it('reads a negation or another number as another value', () => {
    const [text] = consolidate([[source(1, 'Ben: I like opera.', 1), source(2, 'Ben: I don’t like opera.', 2)]]);
    expect(text).toBe('Ben: I don’t like opera. (2026-01-02)\nEarlier (2026-01-01): I like opera. (id-1 id-2)');
  });
  it.each<[string, string[], string[]]>([
    ['makes no observation of one memory', ['Ana: I live in Porto. I moved to Lisbon.'], []],
    [
      'reads "left" without an employer as no job',
      ['Ana: I work at Acme.', 'Ana: I left the umbrella at Acme.', 'Ana: I joined Ben for lunch.'],
      [],
    ],
    ['reads a duration as no job', ['Ana: I work at Acme.', 'Ana: I work for two hours on Fridays.', 'Ana: I work with Ben.'], []],
    ['reads a day as no home', ['Ana: I live in Porto.', 'Ana: I moved to Friday.', 'Ana: I moved to the next topic.'], []],
    ['reads a past state as no home', ['Ana: I live in Porto.', 'Ana: I lived in Rome.', 'Ana: I moved to Rome when I was nine.'], []],
    [
      'shows a job that ended',
      ['Ana: I work at Acme.', 'Ana: I no longer work at Acme.'],
      ['Ana: I no longer work at Acme. (2026-01-02)\nEarlier (2026-01-01): I work at Acme.'],
    ],
    [
      'reads "any more" as an end',
      ['Ana: I live in Porto.', "Ana: I don't live in Porto any more."],
      ["Ana: I don't live in Porto any more. (2026-01-02)\nEarlier (2026-01-01): I live in Porto."],
    ],
    [
      'ignores the denial of an earlier value',
      ['Ana: I work at Acme.', 'Ana: I joined Orbit as a designer.', 'Ana: I do not work at Acme.'],
      ['Ana: I joined Orbit as a designer. (2026-01-02)\nI work at Acme. (2026-01-01)'],
    ],
    ['makes no observation of denials alone', ['Ana: I do not work at Acme.', 'Ana: I no longer work at Acme.'], []],
    [
      'lists several descriptions of a person',
      ['Ana: My sister is a nurse.', 'Ana: My sister is on holiday.', 'Ana: My sister is a doctor.'],
      ['Ana: My sister is a doctor. (2026-01-03)\nMy sister is on holiday. (2026-01-02)\nMy sister is a nurse. (2026-01-01)'],
    ],
    [
      'replaces the version in use',
      ['The project uses PostgreSQL 15.', 'The project uses PostgreSQL 17 now.', 'The project uses Redis.'],
      ['The project uses PostgreSQL 17 now. (2026-01-02)\nEarlier (2026-01-01): The project uses PostgreSQL 15.'],
    ],
    [
      'reads "our" alike for all speakers',
      ['Jules: And our opening is on 2 May.', 'Priya: Everybody: the opening moves from 2 May to 6 June because the power is late.'],
      [
        'Priya: Everybody: the opening moves from 2 May to 6 June because the power is late. (2026-01-02)\nJules: And our opening is on 2 May. (2026-01-01)',
      ],
    ],
    [
      'includes following sentences about a named person',
      [
        'Mara: Old Mr. Henning retired in October.',
        'Mara: My nephew Kacper. He is 23.',
        'Tom: Mr. Henning sat there. He wants to come.',
        'Tom: Kacper and I carried the oven.',
      ],
      [
        'Tom: Kacper and I carried the oven. (2026-01-04)\nMara: My nephew Kacper. He is 23. (2026-01-02)',
        'Tom: Mr. Henning sat there. He wants to come. (2026-01-03)\nMara: Old Mr. Henning retired in October. (2026-01-01)',
      ],
    ],
    [
      'omits a sentence that a newer memory contains',
      [
        'Tom: Kacper is my nephew. He is 23.',
        'Mara: Kacper is my nephew! He paints boats.',
        'Mara: Kacper is my nephew. He is 23.',
        'Tom: Kacper is my nephew.',
      ],
      ['Tom: Kacper is my nephew. (2026-01-04)\nMara: He is 23. (2026-01-03)\nHe paints boats. (2026-01-02)'],
    ],
    [
      'collects statements about a code',
      ['Tom: I sent it, the reference is GC-4471.', 'Tom: They called about GC-4471, no chance.'],
      ['Tom: They called about GC-4471, no chance. (2026-01-02)\nI sent it, the reference is GC-4471. (2026-01-01)'],
    ],
    [
      'shows a job that was quit',
      ['Ana: I work at Acme.', 'Ana: I quit Acme in May.', 'Ana: I left Orbit.'],
      ['Ana: I quit Acme in May. (2026-01-02)\nEarlier (2026-01-01): I work at Acme.'],
    ],
    ['ignores the denial of another value', ['Ana: I work at Acme.', 'Ana: I no longer work at Orbit.'], []],
    [
      'shows a taste that ended',
      ['Ben: I like opera.', 'Ben: I no longer like opera.', "Ben: I don't like opera anymore."],
      ["Ben: I don't like opera anymore. (2026-01-03)\nEarlier (2026-01-02): I no longer like opera.\nEarlier (2026-01-01): I like opera."],
    ],
    [
      'shows a change from love to hate',
      ['Ben: I love opera.', 'Ben: I hate opera.'],
      ['Ben: I hate opera. (2026-01-02)\nEarlier (2026-01-01): I love opera.'],
    ],
    [
      'lists an allergy and its denial',
      ['Ben: I am allergic to nuts.', 'Ben: I am not allergic to nuts.'],
      ['Ben: I am not allergic to nuts. (2026-01-02)\nI am allergic to nuts. (2026-01-01)'],
    ],
    [
      'shows a change of version',
      [
        'The project uses PostgreSQL 15.',
        'The project was upgraded to PostgreSQL 17.',
        'Ana: We use Node 20.',
        'Ana: We upgraded to Node 22.',
      ],
      [
        'Ana: We upgraded to Node 22. (2026-01-04)\nEarlier (2026-01-03): We use Node 20.',
        'The project was upgraded to PostgreSQL 17. (2026-01-02)\nEarlier (2026-01-01): The project uses PostgreSQL 15.',
      ],
    ],
  ])('%s', (_, statements, expected) => {
    const texts = consolidate([statements.map((text, i) => source(i, text, i + 1))]).map((text) => text.replace(/ \(id-[^()]*\)$/, ''));
    expect(texts).toEqual(expected);
  });
  it.each([
    ['Ana: I live in Porto.', 'Ana: I moved to Marketing.'],
    ['Ana: I live in Porto.', 'Ana: We moved to Slack.'],
    ['Ana: I live in Porto.', 'Ana: I am living in Rome for two weeks.'],
    ['Ana: I live in Porto.', 'Ana: I live in Rome if I get the job.'],
    ['Ana: I live in Porto.', 'Ana: In my dream I live in Rome.'],
    ['Ana: I live in Porto.', 'Ana: I moved to Rome in my dream.'],
    ['Ana: I live in Porto.', 'Ana: I live in a small flat.'],
    ['Ana: I live in Porto.', 'Ana: I live near Ben.'],
    ['Ana: I live in Porto.', 'Ana: I moved to the countryside.'],
    ['Ana: I live in Porto.', 'Ana: I live in Portugal.'],
    ['Ana: I live in New York.', 'Ana: I live in the United States.'],
    ['Ana: I work at Acme.', 'Ana: I got the job done.'],
    ['Ana: I work at Acme.', 'Ana: I have a job interview.'],
    ['Ana: I work at Acme.', 'Ana: I have a job for you.'],
    ['Ana: I work at Acme.', 'Ana: I took the position that it is fine.'],
    ['Ana: I work at Acme.', 'Ana: I left my role as treasurer.'],
    ['Ana: I work at Acme.', 'Ana: I joined Instagram.'],
    ['Ana: I work at Acme.', 'Ana: I joined Anna.'],
    ['Ana: I work at Acme.', 'Ana: I work for a charity on weekends.'],
    ['Ana: I work at Acme.', 'Ana: I work as a nurse.'],
    ['Ana: We use Node 20.', 'Ana: We use Node 22 for the worker.'],
    ['The project uses Python 3.', 'The project uses Python 2 for the old scripts.'],
    ['The server is 10.0.0.1.', 'The server is 16 GB.'],
    ['Ana: My house is 20 years old.', 'Ana: My house is 20 years older than yours.'],
    ['Ana: My sister is Maria.', 'Ana: My sister is German.'],
    ['Ana: My sister is a nurse.', 'Ana: My sister is a good cook.'],
    ['Bram works at Philips.', 'Bram now works at Philips and at ASML.'],
    ['The Basic plan costs 10 euros per month.', 'The Basic plan costs 100 euros per year.'],
  ])('"%s" is not an earlier state of "%s"', (before, after) => {
    const texts = consolidate([[source(1, before, 1), source(2, after, 2)]]);
    expect(texts.filter((text) => text.includes('Earlier'))).toEqual([]);
  });
  it.each([
    ['Ana: I live in Porto.', 'Ana: I moved to Lisbon this week.'],
    ['Ana: I live in Spain.', 'Ana: I moved to Portugal because of work.'],
    ['Ana: I work at Acme.', 'Ana: I got a new job at Orbit.'],
    ['Ana: I work as a nurse.', 'Ana: I work as a teacher now.'],
    ['The server is 10.0.0.1.', 'The server is 10.0.0.2.'],
    ['The server is 16 GB.', 'The server is 32 GB.'],
    ['The budget is 5,000 euros.', 'The budget is €6,000.'],
    ['The launch is at 9:00.', 'The launch is at 10:30.'],
    ['The lead is Maria.', 'The lead is Tom Feld.'],
  ])('"%s" is an earlier state of "%s"', (before, after) => {
    const texts = consolidate([[source(1, before, 1), source(2, after, 2)]]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Earlier (2026-01-01): ');
  });
  it('orders no statement before another without distinct times', () => {
    const two = (first: Date | null, second: Date | null) => [
      { ...source(1, 'Ana: I live in Porto.', 1), mentionedAt: first },
      { ...source(2, 'Ana: I live in Lisbon.', 1), mentionedAt: second },
    ];
    const day = new Date(Date.UTC(2026, 0, 1));
    expect(consolidate([two(day, day)])).toEqual(['Ana: I live in Porto. (2026-01-01)\nI live in Lisbon. (2026-01-01) (id-1 id-2)']);
    expect(consolidate([two(null, null)])).toEqual(['Ana: I live in Porto.\nI live in Lisbon. (id-1 id-2)']);
    expect(consolidate([two(null, day)])).toEqual(['Ana: I live in Lisbon. (2026-01-01)\nI live in Porto. (id-1 id-2)']);
  });
});
