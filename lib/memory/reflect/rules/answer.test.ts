import { describe, expect, it } from 'vitest';
import { terms } from '#lib/base/text/terms';
import { countTokens } from '#lib/base/text/tokens';
import { compose } from '#lib/memory/reflect/compose';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { answerExtractive } from '#lib/memory/reflect/rules/answer';
import { quoteOf } from '#lib/memory/reflect/rules/quotes';

let count = 0;
const memoryOf = (text: string, day: string, more: Partial<Evidence> = {}): Evidence => ({
  ...{ id: `id-${++count}`, kind: 'world', text, name: '', context: '', speaker: /^(\w+): /.exec(text)?.[1] ?? null },
  ...{ occurredStart: null, occurredEnd: null, mentionedAt: new Date(`${day}T12:00:00Z`), revision: 1, tags: [], metadata: {}, score: 0.8 },
  ...{ document: { id: day, chunkId: null, position: count * 10 }, entities: [], sourceIds: [], tokens: 10 },
  ...more,
});
const answerTo = (query: string, items: readonly Evidence[], maxTokens = 4096): string => {
  const { claims, lead } = answerExtractive(query, items, { maxTokens, limit: 6 });
  return compose(claims, lead).text;
};

describe('an answer without a model', () => {
  it('quotes statements, not questions, greetings or applause', () => {
    const names = new Set(['mel']);
    expect(quoteOf('Hey Mel! I went to the lake yesterday. How are you?', names)).toBe('I went to the lake yesterday.');
    expect(quoteOf("Wow, that's great! I paint lakes. Sounds fun! I also paint trees in winter.", names)).toBe(
      'I paint lakes. … I also paint trees in winter.',
    );
    expect(quoteOf('Thanks, Mel! Sounds great!', names)).toBe('');
    expect(quoteOf('Oh no. Poor Anika.', names)).toBe('');
    expect(quoteOf('Anika sings.', names)).toBe('Anika sings.');
    const text = 'We have an apprentice! Leo shaped a baguette.';
    expect(quoteOf(text, names)).toBe('Leo shaped a baguette.');
    expect(quoteOf(text, names, new Set(terms('Who is the apprentice?')))).toBe(text);
    expect(quoteOf('[shares a photo of a lake]', names)).toBe('');
  });

  it('answers with the newest state of a matter, and shows earlier ones with their dates', () => {
    const items = [memoryOf('Ana: I live in Porto now.', '2026-01-05'), memoryOf('Ana: I moved to Lisbon in spring.', '2026-03-02')];
    expect(answerTo('Where did Ana live before?', items)).toContain(
      'Earlier (5 January 2026): I live in Porto now. [1] Ana, 2 March 2026: I moved to Lisbon in spring. [2]',
    );
    const stored = 'Kavi moved to Leeds. Earlier (2026-01-05): Kavi lives in Whitby.';
    const observed = [memoryOf(stored, '2026-03-02', { kind: 'observation', speaker: null })];
    expect(answerTo('Where did Kavi live before?', observed)).toContain(
      'Earlier (5 January 2026): Kavi lives in Whitby. Later: Kavi moved to Leeds.',
    );
    expect(answerTo('Where does Kavi live?', observed)).toContain('Kavi moved to Leeds. Earlier (5 January 2026): Kavi lives in Whitby.');
    const text = 'Ana, 2 March 2026: I moved to Lisbon in spring. [1] Earlier (5 January 2026): I live in Porto now. [2]';
    expect(answerTo('Where does Ana live, Porto?', items)).toContain(text);
    expect(answerTo('Where does Ana live, Porto?', [...items].reverse())).toContain(text);
  });

  it('shows what replaced a statement, also in words that the question does not have', () => {
    const items = [memoryOf('user: I work at Google.', '2026-01-05'), memoryOf('user: I quit Google and joined Meta.', '2026-04-05')];
    expect(answerTo('Where do I work?', items)).toMatch(/Meta\. \[1\] .*Earlier .*Google/s);
    const [former, later] = [memoryOf('The badge of Ana is red.', '2026-01-05'), memoryOf('Ana was promoted.', '2026-04-05')];
    expect(answerTo('Which badge has Ana?', [{ ...former, supersededBy: later.id }, later])).toContain('promoted');
  });

  it('offers what is nearest to a question for anybody of a kind', () => {
    const items = [memoryOf('Nora plays the violin in the city orchestra.', '2026-01-05', { entities: ['Nora'] })];
    expect(answerTo('Who is a musician?', items)).toMatch(/^Nearest to this.*violin/s);
    expect(answerTo('Who is the musician?', items)).toBe('');
  });

  it('answers a question about a past time with what was true then, and doubts another time', () => {
    const items = [memoryOf('Kavi lives in Whitby.', '2026-01-05'), memoryOf('Kavi moved from Whitby to Leeds.', '2026-04-05')];
    const then = answerTo('Where did Kavi live in February 2026?', items);
    expect(then).toMatch(/^Earlier \(5 January 2026\): Kavi lives in Whitby\. \[1\]/);
    expect(answerTo('Where was Kavi living in 2019?', items)).toContain('may not answer');
  });

  it('does not answer a question about the asker with statements about others', () => {
    const items = [
      memoryOf('user: My cousin Pavel says he does not like opera, but his wife bought him a ticket.', '2026-01-05'),
      memoryOf('user: I like sailing.', '2026-01-06'),
      memoryOf('user: Irma teaches at the school.', '2026-01-07'),
      memoryOf('user: I teach at the museum.', '2026-01-08'),
      memoryOf('user: My brother is moving to Graz in June.', '2026-01-09'),
    ];
    expect(answerTo('Where do I teach?', items)).toBe('user, 8 January 2026: I teach at the museum. [1]');
    expect(answerTo('Where does Irma teach?', items)).toBe('user, 7 January 2026: Irma teaches at the school. [1]');
    expect(answerTo('Do I like opera?', items)).not.toContain('cousin');
    expect(answerTo('Am I moving to Graz?', items)).not.toContain('brother');
    const others = [
      memoryOf('My sister lives in Bern.', '2026-01-05'),
      memoryOf('Marta lives in Vigo.', '2026-01-06', { entities: ['Marta', 'Vigo'] }),
    ];
    expect(answerExtractive('Where do I live?', others, { maxTokens: 100, limit: 6 }).claims).toEqual([]);
    expect(answerTo('Where does my sister live?', others)).toContain('Bern');
    const met = memoryOf('Marta came to the museum.', '2026-01-06', { entities: ['Marta'] });
    expect(answerTo('When did I see Marta at the museum?', [met])).toContain('came to the museum');
    const visit = memoryOf('My sister came to the museum.', '2026-01-06');
    expect(answerTo('When did I see my sister?', [visit])).toContain('came to the museum');
  });

  it('names the part of a question that it does not answer, and only that one', () => {
    const items = ['Marta lives in Vigo.', 'Marta drives a Seat.'].map((text) =>
      memoryOf(text, '2026-01-05', { entities: ['Marta', 'Vigo'] }),
    );
    const lead = (query: string) => answerExtractive(query, items, { maxTokens: 200, limit: 6 }).lead;
    expect(lead('What does Marta drive? And where was she born?')).toContain('may not answer “where was Marta born?”');
    expect(lead('Where does Marta live and what car does she drive?')).not.toContain('may not answer');
    expect(lead('What car does Marta like?')).toContain('may not answer');
  });

  it('quotes an observation or its evidence, not both', () => {
    const fact = memoryOf('Ana: I paint the river at night.', '2026-01-05');
    const echo = memoryOf('Ana: I paint the river at night.', '2026-01-05', { kind: 'observation', sourceIds: [fact.id], document: null });
    expect(
      answerExtractive('What does Ana paint?', [echo, fact], { maxTokens: 100, limit: 6 }).claims.map(({ cites }) => cites[0]!.id),
    ).toEqual([fact.id]);
    const story = { ...echo, text: 'Ana: I paint the river at night. Earlier (2025-01-05): I paint boats.' };
    expect(
      answerExtractive('What does Ana paint?', [story, fact], { maxTokens: 100, limit: 6 }).claims.map(({ cites }) => cites[0]!.id),
    ).toEqual([story.id]);
  });

  it('answers from a sentence although another sentence of its memory has changed', () => {
    const before = memoryOf('Ben: I live in Berlin with Carla. I hate coriander.', '2026-01-05');
    const now = memoryOf('Ben: I live in Munich now.', '2026-06-10');
    expect(answerTo('What does Ben hate?', [now, before])).toMatch(
      /^Ben, 5 January 2026: I live in Berlin with Carla\. I hate coriander\./,
    );
    expect(answerTo('Where does Ben live?', [before, now])).toMatch(/^Ben, 10 June 2026: I live in Munich now\. \[1\] Earlier \(5 January/);
  });

  it('reads a change of an answer as the answer, in any words', () => {
    const items = [memoryOf('Eva: I live in Porto.', '2026-02-01'), memoryOf('Eva: I moved to Lisbon.', '2026-06-10')];
    expect(answerTo('Where does Eva live?', items)).toBe(
      'Eva, 10 June 2026: I moved to Lisbon. [1] Earlier (1 February 2026): I live in Porto. [2]',
    );
  });

  it('quotes a mental model only for what no memory states, and leaves explicit answers unchanged', () => {
    const lyon = memoryOf('Anna: I live in Lyon since May.', '2026-06-05');
    const model = (text: string) => memoryOf(text, '2026-11-22', { kind: 'mental_model', name: 'M', speaker: null, document: null });
    const plain = answerTo('Where does Anna live?', [lyon]);
    expect(plain).toMatch(/^Anna, 5 June 2026: I live in Lyon since May\./);
    const repeated = '- I live in Lyon since May. (Anna, 5 June 2026)';
    expect(answerTo('Where does Anna live?', [model(`## Places\n\n${repeated}`), lyon])).toBe(plain);
    const more = answerTo('Where does Anna live?', [model(`${repeated}\n- Anna lives on the hill. (Ben, 6 June 2026)`), lyon]);
    expect(more).toContain('Anna lives on the hill');
    expect(more.match(/Lyon since May/g)).toHaveLength(1);
    expect(answerTo('Where does Anna live?', [model('- I do not live in Lyon since May. (Anna, 5 June 2026)'), lyon])).toContain('do not');
  });

  it('quotes a line with an earlier state whole, or not at all', () => {
    const line = '- No, it is too dear after all. (Mara, 5 March 2026) Earlier (28 January 2026): Fine, we take the oven from Millbrook.';
    const text = `## The oven\n\n${line}\n\nLeo bakes. Leo is 19.`;
    const model = memoryOf(text, '2026-05-10', { kind: 'mental_model', name: 'Bakery', speaker: null, document: null });
    expect(answerTo('Which oven do we take?', [model])).toContain(line.slice(2));
    expect(answerTo('How old is Leo?', [model])).not.toContain('Earlier');
  });

  it('values an observation with an earlier state by its evidence, at any distance', () => {
    const facts = [memoryOf('Ana: The rent is 900 a month.', '2026-01-05'), memoryOf('Ana: The rent is 950 a month now.', '2026-04-05')];
    const story = memoryOf('Ana: The rent is 950 a month now. Earlier (2026-01-05): The rent is 900 a month.', '2026-04-05', {
      ...{ kind: 'observation', sourceIds: facts.map(({ id }) => id), document: null, score: 0.2 },
    });
    expect(answerTo('What is the rent?', [...facts, story])).toBe(
      'Ana, 5 April 2026: The rent is 950 a month now. Earlier (5 January 2026): The rent is 900 a month. [1]',
    );
  });

  it('puts a correction in nearly the same words first, and does not drop it as a repeat', () => {
    const reply = (second: string) =>
      answerTo('When does the meeting start?', [
        memoryOf('Eva: The meeting starts at 14:00.', '2026-05-01'),
        memoryOf(`Eva: ${second}`, '2026-05-02'),
      ]);
    const before = 'Earlier (1 May 2026): The meeting starts at 14:00. [2]';
    for (const second of [
      'The meeting starts at 15:30, not at 14:00.',
      'The meeting starts at 15:30 now.',
      'Now the meeting starts at 15:30.',
    ])
      expect(reply(second)).toBe(`Eva, 2 May 2026: ${second} [1] ${before}`);
  });

  it('quotes statements about a person, not only statements by them', () => {
    const items = [
      memoryOf('Eva: I like Tom.', '2026-05-01'),
      memoryOf('Eva: I bought a red car.', '2026-05-01'),
      memoryOf('Tom: I am a baker.', '2026-05-01'),
    ];
    expect(answerTo('Does Eva like Tom?', items)).toContain('I like Tom.');
  });

  it.each(['At what time is the party?', 'What time is the party?', 'On which day is the party?'])(
    'recognizes a question about a time: %s',
    (query) => {
      expect(
        answerTo(query, [memoryOf('Ana: The party starts at 19:00 on Friday, 5 June 2026.', '2026-05-01', { score: 0.47 })]),
      ).toContain('19:00');
    },
  );

  it('orders statements by time, with the day of the event', () => {
    const items = [
      memoryOf('Ana: I ran a second race in the city yesterday.', '2026-05-10', { occurredStart: new Date('2026-05-09T00:00:00Z') }),
      memoryOf('Ana: My first race was in the snow.', '2026-01-10'),
    ];
    expect(answerTo('When did Ana do a race?', items)).toBe(
      'What is stored about this, in the order of time:\n- Ana, 10 January 2026: My first race was in the snow. [1]\n' +
        '- Ana, 10 May 2026: I ran a second race in the city yesterday. (9 May 2026) [2]',
    );
  });

  it('quotes the latest price first, and not statements that only share words', () => {
    const at = (id: string, position: number) => ({ document: { id, chunkId: null, position } });
    const items = [
      memoryOf('Ana: The oven costs 900.', '2026-01-05'),
      memoryOf('Ben: We are not taking that oven.', '2026-03-02', at('talk', 3)),
      memoryOf('Ben: I have an offer, 850 if we order now.', '2026-03-02', { ...at('talk', 5), score: 0.4 }),
      memoryOf('Ana: I bought a mat for the oven, 20, and a brush.', '2026-04-01'),
    ];
    expect(answerTo('What does the oven cost?', items)).toBe(
      'What is stored about this, the latest first:\n- Ben, 2 March 2026: I have an offer, 850 if we order now. [1]\n' +
        '- Ana, 5 January 2026: The oven costs 900. [2]',
    );
  });

  it('ignores amounts spent on something else', () => {
    const items = [memoryOf('Ana: We save 800 with that.', '2026-05-10')];
    expect(answerTo('How much did we save on the floor?', items)).toContain('may not answer');
    expect(answerTo('How much did we save?', items)).not.toContain('may not answer');
  });

  it('quotes each conversation of a time, beginning with its first statement', () => {
    const at = (id: string, position: number, score: number) => ({ document: { id, chunkId: null, position }, score });
    const items = [
      memoryOf('Ana: I asked for an offer of the baker.', '2026-03-05', at('oven', 4, 1)),
      memoryOf('Ana: The stone has a deep crack.', '2026-03-05', at('oven', 2, 1)),
      memoryOf('Ana: The door closes no longer.', '2026-03-05', at('oven', 3, 1)),
      memoryOf('Ben: We got the loan, and the first rate is due on 1 July.', '2026-03-12', {
        ...at('bank', 0, 0.1),
        occurredStart: new Date('2026-07-01T00:00:00Z'),
      }),
      memoryOf('Ben: The opening is in June.', '2026-02-12', at('other', 0, 0.1)),
    ];
    const { claims } = answerExtractive('What happened in March?', items, {
      maxTokens: 400,
      limit: 2,
      now: new Date('2026-07-02T12:00:00Z'),
    });
    expect(claims.map(({ cites }) => cites[0]!.document!.id)).toEqual(['oven', 'bank']);
  });

  it('states a location from statements of the requested time', () => {
    const items = [
      memoryOf('Hana: My mother gets a new hip, and I will be with her in Arnstad until May.', '2026-04-22', { score: 0.1 }),
      memoryOf('Hana: I am in Porto.', '2026-02-01', { score: 0.5 }),
      memoryOf('Hana: I like the sea and the long trains.', '2026-05-04', { score: 1 }),
    ];
    expect(answerTo('Where was Hana in May 2026?', items)).toMatch(/^Hana, 22 April 2026: My mother .* Arnstad until May\. \[1\]$/);
    expect(answerTo('Where was Hana in August 2026?', items)).toContain('may not answer');
  });

  it('says nothing about a person whom no memory names', () => {
    const items = [memoryOf('Ana: I like rye bread.', '2026-05-10')];
    for (const query of ['Who is the mayor?', 'How old is the mayor?', 'What is the mayor called?'])
      expect(answerExtractive(query, items, { maxTokens: 100, limit: 6 }).claims).toEqual([]);
  });

  it('does not repeat a day that the sentence names', () => {
    const bought = memoryOf('Ana: I bought three bikes on 3 March 2026.', '2026-05-10', {
      occurredStart: new Date('2026-03-03T00:00:00Z'),
    });
    expect(answerTo('What did Ana buy?', [bought])).toBe('Ana, 10 May 2026: I bought three bikes on 3 March 2026. [1]');
  });

  it('names an unknown person, and says nothing about others instead', () => {
    const items = [memoryOf('Ana: I like rye bread.', '2026-05-10'), memoryOf('Ben: I live in Porto.', '2026-06-10', { score: 0.3 })];
    expect(answerExtractive('What does Zeynep like?', items, { maxTokens: 100, limit: 6 })).toEqual({
      lead: '',
      claims: [],
      unmentioned: ['Zeynep'],
    });
    expect(answerTo('Does Ana like bread with Zeynep?', items)).toBe(
      'Nothing that is stored names Zeynep. What is nearest to the question:\n- Ana, 10 May 2026: I like rye bread. [1]',
    );
  });

  it('quotes a sentence of a document with its attribution, never the attribution alone', () => {
    const text = '## Home\n\n- I live in Porto. (Ana, 5 January 2026)\n- The roof leaks. (Ana, 6 January 2026)';
    const model = memoryOf(text, '2026-05-10', { kind: 'mental_model', name: 'Ana', speaker: null });
    expect(answerTo('Does the roof of Ana leak?', [memoryOf('Ana: Roofs are dear.', '2026-05-10', { score: 0.1 }), model])).toContain(
      'From “Ana”, as of 10 May 2026: The roof leaks. (Ana, 6 January 2026) [1]',
    );
  });

  it('quotes no heading of a document', () => {
    const content = '## Ana stole the boat\n\n- Ana paints the boat. (Ana, 5 March 2026)';
    const model = memoryOf(content, '2026-05-10', { kind: 'mental_model', name: 'Ana', speaker: null, document: null });
    const known = memoryOf('Ana: I paint the boat.', '2026-03-05', { score: 0.4 });
    const text = answerTo('What did Ana do with the boat?', [model, known]);
    expect(text).toContain('Ana paints the boat.');
    expect(text).not.toContain('stole');
  });

  it('does not quote a memory that matches only by its own question', () => {
    const items = [
      memoryOf('Ana: The oven costs 9,750.', '2026-05-10'),
      memoryOf('Ben: I would have paid to see that. What did the oven cost?', '2026-06-10'),
    ];
    expect(answerTo('What does the oven cost?', items)).toBe('Ana, 10 May 2026: The oven costs 9,750. [1]');
  });

  it('counts nothing', () => {
    const items = [memoryOf('Ana: I ran a race in the city.', '2026-05-10'), memoryOf('Ana: I ran a race in the snow.', '2026-06-10')];
    expect(answerTo('How many races did Ana run?', items)).toMatch(/^Nothing is counted here; nearest to this:\n- /);
  });

  it('puts an explicit answer first, however near the rest is', () => {
    const far = { score: 0.3 };
    const items = [
      memoryOf('Leo: I have called the oven Henning, after the cobbler.', '2026-06-05', { score: 1 }),
      memoryOf('Mara: Leo is 19, he shaped a better baguette than I did.', '2026-04-22', far),
      memoryOf('Mara: We run two deck ovens and a proofer.', '2026-05-10', far),
    ];
    expect(answerTo('Who is Leo?', items)).toBe('Mara, 22 April 2026: Leo is 19, he shaped a better baguette than I did. [1]');
    const other = memoryOf('Ines opens the workshop at eight.', '2026-04-22', far);
    const near = memoryOf('The workshop is full on Saturdays.', '2026-04-22', { score: 0.6 });
    expect(answerTo('Who is Ines?', [near, other])).toBe('22 April 2026: Ines opens the workshop at eight. [1]');
    expect(answerTo('How many ovens are there?', items)).toMatch(
      /^(?:Nothing is counted here.*\n- )?Mara, 10 May 2026: We run two deck ovens/,
    );
  });

  it('says that the answer is doubtful if no statement covers the question', () => {
    const vans = memoryOf('Ben: We have three delivery vans.', '2026-05-10');
    expect(answerTo('What colour are the vans?', [vans])).toBe(
      'Nearest to this, though it may not answer:\n\nBen, 10 May 2026: We have three delivery vans. [1]',
    );
    expect(answerTo('Which delivery vans are there?', [vans])).toBe('Ben, 10 May 2026: We have three delivery vans. [1]');
    expect(answerTo('Who is Ben?', [vans])).toMatch(/^Nearest to this/);
    const loan = memoryOf(
      'Priya: Forty thousand over seven years at 5.2 percent, and the first instalment is due on 1 July.',
      '2026-03-12',
    );
    expect(answerTo('How much is the instalment?', [loan])).toMatch(/^Nearest to this/);
    expect(answerTo('How high is the instalment?', [loan])).toMatch(/^Nearest to this/);
    expect(answerTo('When is the instalment due?', [loan])).toMatch(/^Priya/);
    expect(answerTo('Who is June?', [memoryOf('Jules: 6 June is fine.', '2026-03-30')])).toMatch(/^Nearest to this/);
  });

  it('fits into its tokens, if necessary with part of one statement', () => {
    const long = memoryOf(`Ana: I painted ${'the river and the old bridge and '.repeat(8)}the sea.`, '2026-05-10');
    const text = answerTo('What did Ana paint?', [long], 32);
    expect(text).toMatch(/^Ana, 10 May 2026: I painted the river.* … \[1\]$/);
    expect(countTokens(text)).toBeLessThanOrEqual(32);
  });

  it('drops the farthest statements until it fits, and is empty without evidence', () => {
    const items = ['city', 'snow', 'woods'].map((where, i) =>
      memoryOf(`Ana: I ran a long race in the ${where}.`, `2026-0${i + 1}-10`, { score: 0.9 - i / 10 }),
    );
    expect(answerTo('Where did Ana run?', items, 34)).toMatch(/city(?!.*woods)/s);
    expect(
      answerTo(
        'Where did Ana run?',
        items.map((one) => ({ ...one, score: 0.1 })),
      ),
    ).toBe('');
    expect(answerTo('Where did Ana run?', [])).toBe('');
  });

  it.each(['What does Ana like?', 'What is known about Ana?', 'Ana'])(
    'answers an open question with everything about the named person: %s',
    (query) => {
      const far = { score: 0.1 };
      const items = [
        memoryOf('Ana: I love hiking and jazz.', '2026-01-05', far),
        memoryOf('Ben: My kiln broke on Tuesday.', '2026-01-06', far),
      ];
      expect(answerTo(query, items)).toBe('Ana, 5 January 2026: I love hiking and jazz. [1]');
    },
  );

  it('answers each part of a question, and says if a part has no answer', () => {
    const items = [
      memoryOf('Ana: I love hiking and jazz.', '2026-01-05', { score: 1, scores: [1, 0.2] }),
      memoryOf('Ben: Jazz is dead.', '2026-01-05', { score: 0.8, scores: [0.8, 0] }),
      memoryOf('Ana: I live in Porto.', '2026-01-06', { score: 1, scores: [0.3, 1] }),
    ];
    const [jazz, , porto] = items;
    const both = answerExtractive('What does Ana like, and where does she live?', items, { maxTokens: 4096, limit: 4 });
    expect(both.lead).toBe('What is stored about this, part by part:');
    expect(both.claims.map(({ cites }) => cites[0]!.id)).toEqual([jazz!.id, porto!.id]);
    expect(answerTo('What does Ana like, and what does she avoid?', items)).toMatch(
      /^Nearest to this, part by part, though it may not answer “what does Ana avoid\?”:/,
    );
  });

  it('quotes facts below the floor under a tag filter, and says that they may not answer', () => {
    const items = [memoryOf('Ana plays the cello.', '2026-01-05', { score: 0.46 }), memoryOf('Cleo paints.', '2026-01-06', { score: 0.2 })];
    const settings = { maxTokens: 4096, limit: 6 };
    expect(answerExtractive('Which instruments are there?', items, settings).claims).toEqual([]);
    const { lead, claims } = answerExtractive('Which instruments are there?', items, { ...settings, isFiltered: true });
    expect(lead).toBe('Nearest to this, though it may not answer:');
    expect(claims.map(({ cites }) => cites[0]!.text)).toEqual(['Ana plays the cello.']);
  });

  it('never quotes a changed statement without its change, also for a time', () => {
    const items = [
      memoryOf('Hana: But we open on 2 May.', '2026-03-05'),
      memoryOf('Priya: So the opening moves from 2 May to 6 June.', '2026-03-30', { score: 0.5 }),
      // Near only by its context: without a word of the question, its time belongs to something
      // else.
      memoryOf('Hana: All sixty cups are on the shelf.', '2026-06-05', { score: 1, context: 'The day before we open' }),
    ];
    expect(answerTo('When do we open?', items)).toBe(
      'Priya, 30 March 2026: So the opening moves from 2 May to 6 June. [1] Earlier (Hana, 5 March 2026): But we open on 2 May. [2]',
    );
  });

  it('answers a question that ends with a verb by statements with that verb, even if the index ignores it', () => {
    const far = { score: 0.6 };
    const nora = ['I like plums.', 'I hate loud music.', 'I know Greek.', 'I love jazz.', 'I have cats.', 'My sister Olga is a nurse.'];
    const items = [
      ...nora.map((text) => memoryOf(`Nora: ${text}`, '2026-01-05', far)),
      memoryOf('Ben: Nora likes the sea.', '2026-01-06', far),
    ];
    expect(answerTo('What does Nora like?', items.slice(0, 1))).toBe('Nora, 5 January 2026: I like plums. [1]');
    expect(answerTo('What does Nora like?', items)).toMatch(/plums/);
    expect(answerTo('What does Nora like?', items)).toMatch(/the sea/);
    expect(answerTo('What does Nora like?', items)).not.toMatch(/hate|Greek|cats|sister/);
    expect(answerTo('What does Nora have?', items)).toBe('Nora, 5 January 2026: I have cats. [1]');
    expect(answerTo('What does Nora hate?', items.slice(0, 1))).toMatch(/^Nearest to this, though it may not answer/);
  });

  it('answers a question for everything about a person without a doubt', () => {
    const items = [memoryOf('Ben: I drive a tram.', '2026-01-05'), memoryOf('Ben: I live in Braga.', '2026-01-06')];
    expect(answerTo('Tell me everything about Ben.', items)).toMatch(/^What is stored about this.*tram.*Braga/s);
  });

  it('lists the events of a month in order, and no others', () => {
    const items = [
      memoryOf('Ben: We painted the door blue.', '2026-03-30'),
      memoryOf('Ana: We bought an oven in Porto.', '2026-01-19'),
      memoryOf('Ana: The oven arrived on a lorry.', '2026-03-05'),
    ];
    const now = new Date('2026-11-22T10:00:00Z');
    const { claims } = answerExtractive('What happened in March?', items, { maxTokens: 4096, limit: 6, now });
    expect(claims.map(({ cites }) => cites[0])).toEqual([items[2], items[0]]);
  });

  it('quotes the statements of a day; for a day without any, marks the rest as doubtful', () => {
    const items = [
      memoryOf('Jules: The coffee machine hums.', '2026-02-14', { score: 0.6 }),
      memoryOf('Hana: I smell paint.', '2026-02-14', { score: 0.9 }),
      memoryOf('Jules: I still smell shoe polish.', '2026-01-10', { score: 1 }),
    ];
    const now = new Date('2026-03-01T12:00:00Z');
    const of = (query: string) => {
      const { claims, lead } = answerExtractive(query, items, { maxTokens: 400, limit: 6, now });
      return compose(claims, lead).text;
    };
    expect(of('What did Jules say on 14 February?')).toBe('Jules, 14 February 2026: The coffee machine hums. [1]');
    expect(of('What happened on 12 December 2025?')).toMatch(/^Nearest to this, in the order of time, though it may not answer:/);
  });

  it('names the earlier speaker if another one speaks now, and none if unknown', () => {
    const items = [memoryOf('Carl: Ana lives in Lisbon now.', '2026-01-02'), memoryOf('Ana: I live in Porto.', '2026-02-02')];
    expect(answerTo('Where does Ana live?', items)).toContain('Earlier (Carl, 2 January 2026): Ana lives in Lisbon now.');
    expect(answerTo('What does the pencil cost?', [memoryOf('The pencil costs 24 a kilo.', '2026-11-22')])).toBe(
      '22 November 2026: The pencil costs 24 a kilo. [1]',
    );
  });

  it('returns the same answer for the same evidence', () => {
    const items = ['city', 'snow', 'woods'].map((where) => memoryOf(`Ana: I ran a long race in the ${where}.`, '2026-01-10'));
    expect(answerTo('Where did Ana run?', items)).toBe(answerTo('Where did Ana run?', items));
  });

  it.each([
    ['How old is Mara?', 'Mara: It is eleven years old, so I would bake 48 loaves at once.'],
    ['Who is Olga?', 'Mara: The rye is made with Olga, by the way.'],
    ['On which day is the bakery closed?', 'Mara: The bakery in Millbrook that is closing sells its oven for 9,750.'],
  ])('doubts a memory with the words of a question but no answer: %s', (query, text) =>
    expect(answerTo(query, [memoryOf(text, '2026-01-28', { entities: ['Olga', 'Mara'] })])).toMatch(/^Nearest to this/),
  );

  it('considers the subject of a statement, not names beside it', () => {
    const items = [
      memoryOf("Priya: The parents from Anika's school will like that. Three of the children there are allergic to nuts.", '2026-06-28'),
      memoryOf('Priya: Anika is asleep. The doctor says she is allergic to sesame.', '2026-02-06', { score: 0.75 }),
    ].map((one) => ({ ...one, entities: ['Anika'] }));
    expect(answerTo('What is Anika allergic to?', items)).toMatch(/^Priya, 6 February.*sesame(?!.*nuts)/s);
  });

  it('drops similar statements next to an explicit answer', () => {
    const items = [
      memoryOf('Mara: Let us buy the new oven.', '2026-03-05'),
      memoryOf('Tomasz: And I bought a boat.', '2026-06-28', { score: 0.6 }),
      memoryOf('Tomasz: Six men carried the oven in.', '2026-05-13', { score: 0.6 }),
      memoryOf('Priya: We passed the inspection.', '2026-05-27'),
    ];
    expect(answerTo('Which oven did we buy?', items)).toBe('Mara, 5 March 2026: Let us buy the new oven. [1]');
    expect(answerTo('What did Tomasz buy?', items)).toBe('Tomasz, 28 June 2026: And I bought a boat. [1]');
    const starts = [
      memoryOf('Jules: I start the log today.', '2026-05-04', { score: 0.6 }),
      memoryOf('Mara: Leo starts on Monday.', '2026-05-27'),
    ];
    expect(answerTo('When does Leo start?', starts)).toBe('Mara, 27 May 2026: Leo starts on Monday. [1]');
  });

  it('attributes a time only to the sentence that names it', () => {
    const body = 'Mara: From 1 June, 980 a month in the first year. He lives eight minutes away by bicycle.';
    const one = memoryOf(body, '2026-04-22', { occurredStart: new Date('2026-06-01T00:00:00Z'), entities: ['Mara'] });
    expect(answerTo('How far away does he live by bicycle?', [one])).toContain('(1 June 2026)');
    const beside = { ...one, text: body.replace('From 1 June, 980 a month in the first year.', 'Sounds great! Wow.') };
    expect(answerTo('How far away does he live by bicycle?', [beside])).not.toContain('(1 June 2026)');
  });

  const talk = (...turns: readonly string[]): Evidence[] =>
    turns.map((text, position) =>
      memoryOf(text, '2026-03-12', { document: { id: 'talk', chunkId: null, position }, score: 0.8 - position / 10 }),
    );

  it('quotes the reply to the same question', () => {
    const bank = talk(
      'Priya: Forty thousand at 5.2 percent, and the first instalment is due on 1 July.',
      'Mara: What is the instalment?',
      'Priya: It is 569 a month.',
      'Tomasz: How many loaves is that?',
    );
    expect(answerTo('How much is the instalment?', bank)).toBe('Priya, 12 March 2026: It is 569 a month. [1]');
    expect(answerTo('When is the first instalment due?', bank)).toMatch(/^Priya, 12 March 2026: Forty thousand/);
    const olga = talk('Mara: The rye is made with Olga.', 'Priya: Who is Olga?', "Mara: My grandmother's sourdough.").map((one) => ({
      ...one,
      entities: ['Olga'],
    }));
    expect(answerTo('Who is Olga?', olga)).toBe("Mara, 12 March 2026: My grandmother's sourdough. [1]");
    expect(answerTo('Where is Olga?', olga)).not.toContain('sourdough');
  });

  it('rejects a reply from another place, by the asker, without an amount, or to another question', () => {
    const asks = 'Mara: What is the instalment?';
    const doubts = (items: readonly Evidence[]) => expect(answerTo('How much is the instalment?', items)).not.toMatch(/^\w+, 12 March/);
    doubts(talk(asks, 'Mara: It is 569 a month.', 'Priya: The instalment is low.'));
    doubts(talk(asks, 'Priya: They will tell us tomorrow.', 'Priya: The instalment is low.'));
    const [question, , reply] = talk(asks, 'Jules: Hm.', 'Priya: It is 569 a month.');
    doubts([
      question!,
      { ...reply!, document: { ...reply!.document!, id: 'other', position: 1 } },
      memoryOf('Ana: The instalment is low.', '2026-01-01'),
    ]);
  });

  it('doubts a question whose presupposition a memory denies', () => {
    const fall = memoryOf('Tomasz: The wrist is sprained, not broken.', '2026-03-21');
    expect(answerTo('Who broke the wrist?', [fall])).toMatch(/^Nearest to this/);
    expect(answerTo('Is the wrist broken?', [fall])).not.toMatch(/^Nearest to this/);
    const door = memoryOf('Tomasz: Today the door no longer closes.', '2026-03-05', { occurredStart: new Date('2026-03-05T00:00:00Z') });
    const day = memoryOf('Priya: We should close on Mondays and not on Tuesdays.', '2026-06-14', { score: 0.7 });
    expect(answerTo('On which day are we closed?', [door, day])).toBe(
      'Priya, 14 June 2026: We should close on Mondays and not on Tuesdays. [1]',
    );
  });

  it('rejects a combined price, and a match by context alone', () => {
    const both = memoryOf('Priya: It is 569 a month. Together with the rent that makes 2,719.', '2026-03-12');
    expect(answerTo('How much is the rent?', [both])).toMatch(/^Nearest to this/);
    expect(answerTo('How much is the rent?', [memoryOf('Priya: The rent is 2,150.', '2026-03-12')])).toBe(
      'Priya, 12 March 2026: The rent is 2,150. [1]',
    );
    const visit = memoryOf('Tomasz: Thirty of them are broken.', '2026-03-21', { context: 'Site visit, Tomasz with a bandaged wrist' });
    expect(answerTo('Who broke the wrist?', [visit, memoryOf('Hana: I broke a cup.', '2026-06-05')])).toMatch(/^Nearest to this/);
  });

  it('leaves the attribution of a sentence with that sentence', () => {
    const text = 'Leo is 19, he shapes a better baguette. (2026-04-22) Leo starts on Monday. (2026-05-27)';
    expect(quoteOf(text, new Set())).toBe(text);
    const reply = memoryOf(
      `Leo has school from the 24th on. (2026-06-28) ${'Leo may try anything on a Wednesday, when it is slow. '.repeat(7)}`,
      '2026-06-28',
    );
    expect(quoteOf(reply.text, new Set())).toMatch(/^Leo has school from the 24th on\. \(2026-06-28\) Leo may/);
    const model = memoryOf('', '2026-11-26', { kind: 'mental_model', name: 'Mara', document: null, speaker: null });
    const content = 'Mara may try rye. (2026-06-14) Mara: Old Mr. Henning would like it. (Mara, 24 February 2026)';
    expect(answerTo('What would Mr. Henning like?', [{ ...model, text: content }])).toMatch(
      /“Mara”, as of 26 November 2026: Mara: Old Mr\. Henning/,
    );
  });

  it('does not treat "tell me" as the subject of a question', () => {
    const noor = memoryOf('Jules: For the weekends I found Noor. She studies pharmacy.', '2026-04-22', { entities: ['Noor'] });
    const other = memoryOf('Hana: I need to tell you about May.', '2026-04-22', { score: 0.9 });
    expect(answerTo('Tell me about Noor', [other, noor])).toMatch(/^Jules, 22 April 2026: For the weekends/);
    expect(answerTo('Could you tell me everything about Noor?', [other, noor])).not.toContain('May');
  });

  it('requires a number for how loud or high something is', () => {
    const shelf = memoryOf('Priya: The shelf must stand fifteen centimetres off the floor, and the fan is too loud.', '2026-05-27');
    expect(answerTo('How high must the shelf be?', [shelf])).not.toMatch(/^Nearest to this/);
    expect(answerTo('How loud is the fan?', [shelf])).toMatch(/^Nearest to this/);
    expect(answerTo('How loud is the fan?', [shelf, memoryOf('Tomasz: The fan is at 37 decibels.', '2026-06-05')])).toContain(
      '37 decibels',
    );
  });
});
