import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf, EMPTY_DOCUMENT, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { applyOperations } from '#lib/memory/mental-models/refresh/operations';
import type { DeltaTask } from '#lib/memory/mental-models/refresh/planner';
import type { CurrentSource } from '#lib/memory/mental-models/refresh/port';
import { operationsOf } from '#lib/memory/mental-models/rules/delta';
import { documentByRules } from '#lib/memory/mental-models/rules/document';
import { headingsIn } from '#lib/memory/mental-models/rules/headings';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { isSaidBy, sayingOf, termsOf, toBullet } from '#lib/memory/reflect/rules/bullets';

const fact = (id: string, text: string, more: Partial<Evidence> = {}): Evidence => ({
  ...{
    id,
    text,
    kind: 'world',
    name: '',
    context: '',
    occurredStart: null,
    occurredEnd: null,
    revision: 1,
    tags: [],
    metadata: {},
    score: 0.8,
  },
  ...{ document: null, entities: [], sourceIds: [], tokens: 10, mentionedAt: new Date('2026-03-02T10:00:00Z') },
  speaker: /^(\w+): /.exec(text)?.[1] ?? null,
  ...more,
});
const UNDECIDED = { fixedIds: new Set<string>(), decided: { fixed: [], removed: [], repeats: new Set<string>() } };
const on = (day: string): Partial<Evidence> => ({ mentionedAt: new Date(`${day}T10:00:00Z`) });
const sectionsOf = (task: Parameters<typeof documentByRules>[0]) => documentByRules(task).sections;
const texts = (facts: readonly Evidence[], query = 'What do we know about Ana?', maxTokens = 2048) =>
  renderDocument(documentOf(sectionsOf({ query, facts, maxTokens }), EMPTY_DOCUMENT, 'x'));

describe('what a memory states', () => {
  it.each([
    ['Ana: Hey Ben! How are you? I moved to Porto last week.', 'I moved to Porto last week.'],
    ["Ana: Wow, Ben, that's amazing! Thanks for telling me. My sister paints boats in Faro.", 'My sister paints boats in Faro.'],
    ['Ana: I keep bees. My van is red. Do you like it? We sold 40 jars in Faro.', 'I keep bees. My van is red. We sold 40 jars in Faro.'],
    ['The billing service uses PostgreSQL 17. It runs in Frankfurt.', 'The billing service uses PostgreSQL 17. It runs in Frankfurt.'],
    ['Ana: I bought two cats in Lisbon. [shares a photo of cats]', 'I bought two cats in Lisbon.'],
    ['- # Ana keeps bees in the old garden.', 'Ana keeps bees in the old garden.'],
  ])('is quoted verbatim and without small talk: %s', (text, said) => {
    const memory = fact('a', text);
    expect(sayingOf(memory)!.text).toBe(said);
  });

  it.each([
    'Ana: Thanks, Ben!',
    'Ana: Sounds great, let us do it!',
    'Ana: What about you?',
    'Ana: Been ages since we last talked.',
    'Ana: [shares a photo of a boat]',
  ])('is empty for small talk: %s', (text) => expect(sayingOf(fact('a', text))).toBeNull());

  it('is cut around its most informative sentence if it is long, with an ellipsis', () => {
    const long = Array.from({ length: 40 }, (_, i) => `The ${i}th shelf holds books about boats.`).join(' ');
    const { text } = sayingOf(fact('a', long))!;
    expect(text.length).toBeLessThan(850);
    expect(text).toMatch(/^The 0th shelf.* …$/);
  });

  it('is a repetition only in nearly the same words, with the same numbers and negations', () => {
    const near = (a: string, b: string) => isSaidBy(termsOf(fact('a', a)), termsOf(fact('b', b)));
    expect(near('Ana painted the old harbour of Porto at night.', 'Ana painted the old harbour of Porto, at night, yes.')).toBe(true);
    expect(near('Ana painted the old harbour of Porto for Ben.', 'Ana painted the old harbour of Porto for Cleo.')).toBe(false);
    expect(near('Ana painted picture 3 of the harbour of Porto.', 'Ana painted picture 4 of the harbour of Porto.')).toBe(false);
    expect(near('Ana eats fish in the harbour of Porto.', 'Ana never eats fish in the harbour of Porto.')).toBe(false);
  });

  it('states the price of each thing in a question', () => {
    const bread = fact('a', 'Eva: The bread costs 3.60 euros now.', on('2026-02-01'));
    const roll = fact('b', 'Eva: The roll costs 0.80 euros.', on('2026-02-01'));
    const cake = fact('c', 'Eva: The cake costs 4.20 euros.', on('2026-02-01'));
    const prices = texts([bread, roll, cake], 'What do bread and roll cost?');
    expect(prices).toContain('3.60');
    expect(prices).toContain('0.80');
    expect(prices).not.toContain('4.20');
  });

  it('shows a retracted price after its retraction and omits other prices, also in a delta', () => {
    const query = 'Which oven did we buy, and what does it cost?';
    const near = { score: 0.4, scores: [0.4, 0.9] };
    const taken = fact('a', 'Mara: Fine, decided: we take the oven from Millbrook.', { ...on('2026-01-28'), ...near });
    const pencil = fact('b', 'Jules: The pencil costs 24 a kilo.', { ...on('2026-02-14'), ...near });
    const back = fact('c', 'Mara: Bad news from Millbrook. We are not taking that oven.', { ...on('2026-03-05'), ...near });
    const cost = fact('d', 'Mara: A new oven costs 17,900.', { ...on('2026-03-06'), ...near });
    const change =
      '- Bad news from Millbrook. We are not taking that oven. (Mara, 5 March 2026) Earlier (28 January 2026): Fine, decided: we take the oven from Millbrook.';
    expect(texts([taken, pencil, back, cost], query)).toBe(`## Mara\n\n${change}\n- A new oven costs 17,900. (Mara, 6 March 2026)`);
    const document = documentOf(sectionsOf({ query, facts: [taken], maxTokens: 2048 }), EMPTY_DOCUMENT, 'x');
    const cited = new Map([['a', { ...taken, kind: 'world', state: 'valid' } as CurrentSource]]);
    const task: DeltaTask = {
      ...{
        name: 'Oven',
        query,
        maxTokens: 2048,
        models: [],
        chunks: [],
        mission: null,
        language: null,
        directives: [],
        retractedIds: [],
        ...UNDECIDED,
      },
      ...{ facts: [back, pencil], document, cited },
    };
    expect(operationsOf(task)).toMatchObject([{ op: 'replace_block', cause: 'new_value', text: change, sourceIds: ['a', 'c'] }]);
  });

  it('names speaker, day and earlier state in a list item', () => {
    const old = fact('a', 'Ana: I live in Porto.', on('2025-01-03'));
    const now = fact('b', 'Ana: I live in Lisbon now.', on('2026-05-09'));
    expect(toBullet([old, now])).toBe('- I live in Lisbon now. (Ana, 9 May 2026) Earlier (3 January 2025): I live in Porto.');
    expect(toBullet([now, old])).toBe(toBullet([old, now]));
    expect(toBullet([fact('c', 'Ana: Thanks!')])).toBe('');
    const others = ['Faro', 'Braga', 'Beja'].map((place, i) => fact(place, `Ana: I live in ${place}.`, on(`202${i}-01-01`)));
    expect(toBullet([now, ...others])).toMatch(/Lisbon.*Beja.*Braga.*Faro/);
  });
});

const LIFE = [
  fact('a1', 'Ana: I started a pottery course near the harbour.', { ...on('2026-01-04'), score: 0.9 }),
  fact('a2', 'Ana: My pottery teacher fires bowls in a wood kiln.', { ...on('2026-02-04'), score: 0.8 }),
  fact('a3', 'Ana: I adopted a cat called Pingo from the shelter.', { ...on('2026-01-09'), score: 0.7 }),
  fact('a4', 'Ana: My cat sleeps on the kitchen shelf all day.', { ...on('2026-03-09'), score: 0.7 }),
  fact('a5', 'Ana: I read three novels about lighthouses.', { ...on('2026-03-10'), score: 0.7 }),
  fact('a6', 'Ana: My pottery vase stands in a museum.', { ...on('2026-03-11'), score: 0.7 }),
  fact('a7', 'Ana: My cat caught a lizard in Faro.', { ...on('2026-03-12'), score: 0.7 }),
  fact('a8', 'Ana: I grow lemons on the balcony.', { ...on('2026-03-13'), score: 0.7 }),
];

describe('a document by rules', () => {
  it('is empty for an unknown person or an unrelated question', () => {
    expect(texts(LIFE, 'What does Zeynep like?')).toBe('');
    expect(
      texts(
        LIFE.map((one) => ({ ...one, score: 0.4 })),
        'How do I reset the password of the router?',
      ),
    ).toBe('');
    expect(
      texts(
        LIFE.map((one) => ({ ...one, score: 0.4 })),
        'What about the cat?',
      ),
    ).toContain('Pingo');
  });

  it('has a section per topic, the most relevant first, and dates in order', () => {
    expect(texts(LIFE)).toBe(
      [
        '## Pottery',
        '- I started a pottery course near the harbour. (Ana, 4 January 2026)\n- My pottery teacher fires bowls in a wood kiln. (Ana, 4 February 2026)\n- My pottery vase stands in a museum. (Ana, 11 March 2026)',
        '## Cat',
        '- I adopted a cat called Pingo from the shelter. (Ana, 9 January 2026)\n- My cat sleeps on the kitchen shelf all day. (Ana, 9 March 2026)\n- My cat caught a lizard in Faro. (Ana, 12 March 2026)',
        `## ${headingsIn('en').rest}`,
        '- I read three novels about lighthouses. (Ana, 10 March 2026)\n- I grow lemons on the balcony. (Ana, 13 March 2026)',
      ].join('\n\n'),
    );
  });

  it('has a section per month if the question asks for events', () => {
    expect(texts(LIFE, 'What happened in the life of Ana?').match(/^## .*/gm)).toEqual([
      '## January 2026',
      '## February 2026',
      '## March 2026',
    ]);
  });

  it('does not depend on the order of evidence, fits its budget, and is empty without evidence', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(LIFE, { minLength: LIFE.length }), (facts) => {
        expect(texts(facts)).toBe(texts(LIFE));
      }),
    );
    expect(texts(LIFE, undefined, 60).split('\n- ').length).toBeLessThan(5);
    expect(documentByRules({ query: 'What do we know about Ana?', facts: LIFE, maxTokens: 60 }).omitted).toBeGreaterThan(3);
    expect(texts([])).toBe('');
    expect(texts([fact('t', 'Ana: Thanks!')])).toBe('');
  });

  it('is one list if it is short, or if topics cover little of it', () => {
    expect(texts(LIFE.slice(0, 5)).match(/^## .*/gm)).toEqual(['## Ana']);
    const plain = Array.from({ length: 9 }, (_, i) => fact(`p${i}`, `Ana: I met ${'ABCDEFGHI'[i]}arno in ${'ABCDEFGHI'[i]}porto.`));
    expect(texts([...plain, ...LIFE.slice(1, 5)]).match(/^## .*/gm)).toEqual(['## Ana']);
  });

  it('contains the statements of every speaker, and all evidence of an observation', () => {
    const both = [fact('v1', 'Ana: I am vegan.'), fact('v2', 'Ben: I am vegan.')];
    expect(texts(both, 'Who is vegan?')).toMatch(/\(Ben.*\n.*\(Ana/);
    const observation = fact('o', 'Ana: I keep a cat.', { kind: 'observation', sourceIds: ['a3', 'a4'] });
    expect(texts([observation, LIFE[2]!, LIFE[3]!])).toBe(texts([LIFE[2]!, LIFE[3]!]));
    expect(texts([observation, LIFE[2]!])).toContain('I keep a cat.');
  });
});

it('contains every relevant memory, in one or two windows, with any observations', () => {
  const words = fc.constantFrom('cat', 'kayak', 'novel', 'Lisbon', 'seven', 'not', 'Ben', 'garden', 'blue', 'wood');
  const sentence = fc.array(words, { minLength: 2, maxLength: 6 }).map((list) => `I made pottery of ${list.join(' ')}.`);
  const spoken = fc.tuple(fc.constantFrom('Ana', 'Ben'), fc.array(sentence, { minLength: 1, maxLength: 3 }));
  const query = 'What about pottery?';
  const whole = (facts: readonly Evidence[], maxTokens = 100_000) =>
    documentOf(sectionsOf({ query, facts, maxTokens }), EMPTY_DOCUMENT, 'x');
  const isContained = (one: Evidence, all: readonly Evidence[], text: string): boolean =>
    text.includes(sayingOf(one)!.text) ||
    all.some((other) => other !== one && other.speaker === one.speaker && isSaidBy(termsOf(one), termsOf(other)));
  fc.assert(
    fc.property(fc.array(spoken, { maxLength: 12 }), fc.nat(12), fc.array(fc.nat(11)), (said, part, seen) => {
      const facts = said.map(([who, list], i) => fact(`f${i}`, `${who}: ${list.join(' ')}`, { score: (i % 10) / 10 }));
      const sourceIds = [...new Set(seen.flatMap((i) => facts[i]?.id ?? []))];
      const lead = facts.find(({ id }) => id === sourceIds[0]);
      const observed = lead ? [fact('o', lead.text.split('. ')[0]!, { kind: 'observation', sourceIds, score: 1 })] : [];
      const all = renderDocument(whole([...observed, ...facts]));
      for (const one of facts) expect(isContained(one, facts, all)).toBe(true);

      const document = whole(facts.slice(0, part));
      const cited = new Map(facts.slice(0, part).map((one) => [one.id, { ...one, state: 'valid' } as unknown as CurrentSource]));
      const shared = { name: '', query, maxTokens: 100_000, models: [], chunks: [], mission: null, language: null, directives: [] };
      const operations = operationsOf({
        ...shared,
        facts: [...observed, ...facts.slice(part)],
        document,
        cited,
        retractedIds: [],
        ...UNDECIDED,
      });
      const rules = { citable: new Set([...facts, ...observed].map(({ id }) => id)), proves: () => true, seed: 's' };
      const after = renderDocument(applyOperations(document, operations, { ...rules, isHeading: () => true, protection: null }).document);
      for (const one of facts) expect(isContained(one, facts, after)).toBe(true);
    }),
  );
});

it.each(['What does Ana like, and where does she live?', 'What does Ana like?', 'What is known about Ana?'])(
  'adds the same new memories in a delta as in a rewrite: %s',
  (query) => {
    const things = fc.constantFrom('live in Porto', 'like rye bread', 'like figs', 'avoid sesame', 'moved to Lisbon', 'drive a tram');
    const own = fc.tuple(fc.constantFrom('Ana', 'Ben', 'Carl'), things).map(([who, what]) => `${who}: I ${what}.`);
    const other = fc.constantFrom('Ben: Ana likes the sea.', 'Carl: Ana lives in Braga now.', 'Dana: My studio has two windows.');
    const memory = fc.tuple(fc.oneof(own, other), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(fc.array(memory, { minLength: 1, maxLength: 10 }), fc.nat(10), (memories, part) => {
        const facts = memories.map(([text, score], i) => fact(`f${i}`, text, { ...on(`2026-03-${10 + i}`), score: score / 10 }));
        const old = facts.slice(0, part);
        const document = documentOf(sectionsOf({ query, facts: old, maxTokens: 2048 }), EMPTY_DOCUMENT, 'x');
        const shown = new Set(document.sections.flatMap(({ blocks }) => blocks.flatMap(({ sourceIds }) => sourceIds)));
        const cited = new Map(
          old.flatMap((one) => (shown.has(one.id) ? [[one.id, { ...one, state: 'valid' } as unknown as CurrentSource]] : [])),
        );
        const more = {
          name: '',
          query,
          maxTokens: 2048,
          models: [],
          chunks: [],
          mission: null,
          language: null,
          directives: [],
          retractedIds: [],
          ...UNDECIDED,
        };
        const operations = operationsOf({ ...more, facts: facts.slice(part), document, cited });
        const rules = {
          citable: new Set(facts.map(({ id }) => id)),
          proves: () => true,
          seed: 's',
          isHeading: () => true,
          protection: null,
        };
        const after = renderDocument(applyOperations(document, operations, rules).document);
        const whole = new Set(
          sectionsOf({ query, facts, maxTokens: 2048 }).flatMap(({ blocks }) => blocks.flatMap(({ sourceIds }) => sourceIds)),
        );
        for (const one of facts.slice(part)) if (whole.has(one.id)) expect(after).toContain(sayingOf(one)!.text);
      }),
    );
  },
);

it('contains only statements about the person of an open question, by any speaker', () => {
  const facts = [
    fact('a', 'Ana: I like plums.', { score: 0.6 }),
    fact('b', 'Ben: Ana likes swimming in the sea.', { score: 0.4 }),
    fact('c', 'Carl: I bought a Volvo in May.', { score: 1 }),
    fact('d', 'Dana: I play the cello.', { score: 0.9 }),
  ];
  expect(texts(facts, 'What does Ana like?')).toMatch(/plums/);
  expect(texts(facts, 'What does Ana like?')).toMatch(/Ana likes swimming/);
  expect(texts(facts, 'What does Ana like?')).not.toMatch(/Volvo|cello/);
});

describe('a delta by rules', () => {
  const document = documentOf(sectionsOf({ query: 'What do we know about Ana?', facts: LIFE, maxTokens: 2048 }), EMPTY_DOCUMENT, 'x');
  const cited = new Map(LIFE.map((one) => [one.id, { ...one, state: 'valid' } as unknown as CurrentSource]));
  const task = (...facts: Evidence[]): DeltaTask => ({
    ...{
      name: 'Ana',
      query: 'What do we know about Ana?',
      maxTokens: 2048,
      models: [],
      chunks: [],
      mission: null,
      language: null,
      directives: [],
    },
    ...{ facts, document, cited, retractedIds: [], ...UNDECIDED },
  });
  const shapes = (...facts: Evidence[]) =>
    operationsOf(task(...facts)).map(({ op, ...more }) => [op, 'sectionId' in more ? more.sectionId : null]);

  it('adds each statement to its section', () => {
    expect(shapes(fact('n1', 'Ana: I glazed my first pottery bowl in blue.'))).toEqual([['append_block', 'pottery']]);
    expect(shapes(fact('n2', 'Ana: I repaired my bicycle chain.'))).toEqual([['append_block', 'also-said']]);
    const kayak = ['I bought a kayak in Faro.', 'My kayak is red.', 'Two kayaks lie on the beach.', 'We rent kayaks to guests.'];
    const others = ['I cook beans.', 'Rain came early.', 'Grandma sings fado.', 'Trains run late.'];
    expect(shapes(...[...kayak, ...others].map((text, i) => fact(`k${i}`, `Ana: ${text}`)))).toEqual([
      ['add_section', null],
      ...others.map(() => ['append_block', 'also-said']),
    ]);
    expect(shapes(fact('n5', 'Ana: I started a pottery course near the harbour!', on('2026-04-01')))).toEqual([
      ['replace_block', 'pottery'],
    ]);
    expect(shapes(fact('n6', 'Ana: Thanks, Ben!'))).toEqual([]);
    // An observation of facts that are already covered changes nothing.
    expect(shapes(fact('o1', 'Ana: I make pottery bowls.', { kind: 'observation', sourceIds: ['a1', 'a2'] }))).toEqual([]);
  });

  it('is always applied completely, and leaves all other blocks unchanged', () => {
    const words = fc.constantFrom('pottery', 'cat', 'kayak', 'novel', 'Lisbon', 'seven', 'not', 'Ben', 'garden');
    const sentence = fc.array(words, { minLength: 3, maxLength: 8 }).map((list) => `Ana: I saw ${list.join(' ')}.`);
    fc.assert(
      fc.property(fc.uniqueArray(sentence, { maxLength: 6 }), (sentences) => {
        const fresh = sentences.map((text, i) => fact(`n${i}`, text));
        const ids = [...cited.keys(), ...fresh.map(({ id }) => id)];
        const rules = { citable: new Set(ids), proves: () => true, seed: 's', isHeading: () => true, protection: null };
        const { skipped, applied, document: after } = applyOperations(document, operationsOf(task(...fresh)), rules);
        expect(skipped).toEqual([]);
        const touched = new Set(applied.flatMap(({ blockIds }) => blockIds));
        const there = after.sections.flatMap(({ blocks }) => blocks);
        for (const block of document.sections.flatMap(({ blocks }) => blocks)) if (!touched.has(block.id)) expect(there).toContain(block);
      }),
    );
  });
});

describe('a document about a person, in another language than English', () => {
  it.each([
    ['Что любит Лидия?', 'Лидия', 'Люблю чёрный чай и долгие прогулки.', 'Семён', 'Люблю играть на трубе.', '2 марта 2026'],
    ['Was mag Heidi?', 'Heidi', 'Ich mag lange Wanderungen.', 'Otto', 'Ich mag meine Trompete.', '2. März 2026'],
    ['Que préfère Zoé ?', 'Zoé', 'Je préfère le thé noir.', 'Luc', 'Je préfère la trompette.', '2 mars 2026'],
    ['¿Qué le gusta a Rocío?', 'Rocío', 'Me gusta el té negro.', 'Pepe', 'Me gusta la trompeta.', '2 de marzo de 2026'],
    ['Çağla neyi sever?', 'Çağla', 'Siyah çayı ve uzun yürüyüşleri severim.', 'Emre', 'Trompet çalmayı severim.', '2 Mart 2026'],
    ['ماذا تحب سلمى؟', 'سلمى', 'أحب الشاي الأسود والمشي.', 'كريم', 'أحب العزف على البوق.', 'مارس'],
  ])('consists of their statements alone, with dates in its language: %s', (query, name, said, other, others, day) => {
    const facts = [
      fact('a', `${name}: ${said}`, { speaker: name, score: 0.3 }),
      fact('b', `${other}: ${others}`, { speaker: other, score: 0.35 }),
    ];
    const text = texts(facts, query);
    expect(text).toContain(said);
    expect(text).not.toContain(others);
    expect(text).toContain(day);
    expect(text).not.toMatch(/March|What is known/);
  });
});
