import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { KnownNames } from '#lib/base/text/known-names';
import { countTokens } from '#lib/base/text/tokens';
import type { ItemTurn } from '#lib/memory/retain/reading/chunk';
import { type ExtractedUnit, type ExtractionContext, extractUnits, fingerprintOf } from '#lib/memory/retain/reading/extract';
import { parseTurns } from '#lib/memory/retain/reading/transcript';
import { UNIT_TOKENS } from '#lib/memory/retain/reading/units';

const CONTEXT: ExtractionContext = { timestamp: new Date('2024-11-13T15:30:00Z'), context: '', narrator: null };
const turnsOf = (content: string): ItemTurn[] => parseTurns(content).map((turn) => ({ ...turn, item: 0, signature: '' }));
const units = (content: string, context: Partial<ExtractionContext> = {}): ExtractedUnit[] =>
  extractUnits(turnsOf(content), { ...CONTEXT, ...context });
const bodies = (content: string): string[] => units(content).map(({ body }) => body);

describe('units', () => {
  it('contain a whole short turn, with its speaker before it', () => {
    expect(units('Ann: I moved to Lisbon. I like it.')).toMatchObject([
      { text: 'Ann: I moved to Lisbon. I like it.', body: 'I moved to Lisbon. I like it.', speaker: 'Ann', turn: 0, item: 0 },
    ]);
  });

  it('never span two turns', () => {
    expect(units('Ann: One two three.\nBob: Four five six.\nAnn: Seven eight.').map(({ turn, text }) => [turn, text])).toEqual([
      [0, 'Ann: One two three.'],
      [1, 'Bob: Four five six.'],
      [2, 'Ann: Seven eight.'],
    ]);
  });

  it('end between the sentences of a long turn', () => {
    const sentences = [
      'The first sentence has quite a few words in it, for a start.',
      'The second one is about as long as the first one was, or longer.',
      'The third one tells of boats and the wide grey sea behind them.',
      'And the fourth ends it.',
    ];
    expect(bodies(`Ann: ${sentences.join(' ')}`)).toEqual([sentences.slice(0, 2).join(' '), sentences.slice(2).join(' ')]);
  });

  it('have no short remainder', () => {
    expect(
      bodies(
        'Ann: We went down to the harbour early in the morning to see the boats come in with the first light of the day, and it was a really wonderful sight to see. So good!',
      ),
    ).toHaveLength(1);
  });

  it('split an overlong sentence at its clauses', () => {
    const clause = 'we walked along the river until the old stone bridge';
    const found = bodies(`Ann: ${Array(8).fill(clause).join(', and ')}.`);
    expect(found.length).toBeGreaterThan(2);
    for (const body of found) expect(body).toMatch(/^(?:and )?we walked along .* bridge[,.]?$/);
  });

  it('preserve questions, lists and code as written', () => {
    expect(bodies('Ann: What is it?')).toEqual(['What is it?']);
    expect(bodies('To do:\n- buy milk\n- call Ann')).toEqual(['To do:\n- buy milk\n- call Ann']);
    expect(bodies('Ann: ```js\nlet a = 1;\n\nlet b = 2;\n```')).toEqual(['```js\nlet a = 1;\n\nlet b = 2;\n```']);
  });

  it('preserve the fences of code in any position', () => {
    expect(bodies('user:\n```\nlet a = 1;\n```')).toEqual(['```\nlet a = 1;\n```']);
    expect(bodies('Ann: So:\n```\nlet a = 1;\n```')).toEqual(['So:\n```\nlet a = 1;\n```']);
    const long = `user:\n\`\`\`\n${Array.from({ length: 12 }, (_, i) => `let value${i} = compute(${i});`).join('\n')}\n\`\`\``;
    expect(bodies(long).at(-1)).toMatch(/;\n```$/);
  });

  it('give each row of a table its own date', () => {
    const found = units(
      'user:\n| Task | Day |\n|---|---|\n| Paint the hall | 4 May 2026 |\n| Fix the roof | 9 June 2026 |\n| Rest | never |',
    );
    expect(found.map(({ body, occurredStart }) => [body, occurredStart?.toISOString().slice(0, 10) ?? null])).toEqual([
      ['| Task | Day |\n|---|---|\n| Paint the hall | 4 May 2026 |', '2026-05-04'],
      ['| Fix the roof | 9 June 2026 |', '2026-06-09'],
      ['| Rest | never |', null],
    ]);
    expect(bodies('user:\n| Who | What |\n|---|---|\n| Ann | paints |\n| Ben | cooks |')).toHaveLength(1);
  });

  it('give each item of a list its own date, and the date of the list’s head to all', () => {
    const dated = (content: string) =>
      units(content).map(({ body, occurredStart }) => [body, occurredStart?.toISOString().slice(0, 10) ?? null]);
    expect(dated('Plan:\n- Paint the hall. Bring brushes.\n- On 9 June 2026 fix the roof. Bring nails.\n- Call Ann')).toEqual([
      ['Plan:\n- Paint the hall. Bring brushes.', null],
      ['- On 9 June 2026 fix the roof. Bring nails.', '2026-06-09'],
      ['- Call Ann', null],
    ]);
    expect(dated('To do on 9 June 2026:\n- buy milk\n- call Ann')).toHaveLength(1);
  });

  it('separate sentences about different times, and join those about one time', () => {
    const starts = (content: string) => units(content).map(({ body, occurredStart }) => [body, occurredStart?.toISOString().slice(0, 10)]);
    expect(starts('Ann: I moved to Rome in 2019. I bought the boat on 4 May 2021.')).toEqual([
      ['I moved to Rome in 2019.', '2019-01-01'],
      ['I bought the boat on 4 May 2021.', '2021-05-04'],
    ]);
    expect(starts('Ann: In May 2021 I was ill. On 4 May 2021 I saw a doctor.')).toHaveLength(1);
  });

  it.each([
    'ok',
    'Thanks!',
    'Hi there!',
    'Thank you so much.',
    'bye bye',
    'Vielen Dank!',
    '¡Muchas gracias!',
    '谢谢你！',
    '<Media omitted>',
    '\u200eimage omitted',
    'This message was deleted',
    'Messages and calls are end-to-end encrypted. Tap to learn more.',
    '👍',
    '...',
    '---',
    '',
    '   ',
  ])('omit the turn %j', (body) => {
    expect(
      extractUnits(
        [{ raw: body, body, speaker: 'Ann', heading: null, title: null, time: null, anchor: null, item: 0, signature: '' }],
        CONTEXT,
      ),
    ).toEqual([]);
  });

  it.each(['yes', 'No.', 'sure', 'Hi, I am Ann', 'Thanks for the cake', '42', 'hello world'])('include the turn %j', (body) => {
    expect(bodies(`Ann: ${body}`)).toEqual([body]);
  });

  it('have the headings above them', () => {
    expect(units('# Guide\n\n## Install\n\nRun the setup.').map(({ body, heading }) => [body, heading])).toEqual([
      ['Run the setup.', 'Guide > Install'],
    ]);
  });

  it('are searchable by the headings directly above them, without containing them', () => {
    const [first, second] = units('# Guide\n\n## Install on Linux\n\nRun the setup.\n\nThen restart.');
    expect(first).toMatchObject({ text: 'Run the setup.', searched: 'Guide\nInstall on Linux\nRun the setup.' });
    expect(first!.terms).toEqual(['guid', 'instal', 'linux', 'run', 'setup']);
    expect(first!.entities).toContainEqual({ name: 'Linux', kind: 'CONCEPT' });
    expect(second).toMatchObject({ text: 'Then restart.', searched: 'Then restart.', heading: 'Guide > Install on Linux' });
  });

  it('contain a heading with nothing below it', () => {
    expect(units('# Guide\n\n## Bring a torch').map(({ body, heading }) => [body, heading])).toEqual([['Guide\nBring a torch', null]]);
    expect(units('# Garden\n\n---\n\nWater it.').map(({ body, heading }) => [body, heading])).toEqual([['Water it.', 'Garden']]);
  });

  it('take the date of a fact from its heading', () => {
    expect(units('## Release 2.0, 12 May 2024\nAdds folders.')[0]!.occurredStart).toEqual(new Date('2024-05-12'));
  });

  it('respect their size, are verbatim and in order, and lose no word', () => {
    const word = fc.constantFrom(
      'boat',
      'Ann',
      'sea,',
      'and',
      'because',
      'ends.',
      'Really?',
      '\n',
      'v1.2',
      '東京タワーに行きました。',
      'https://a.io/b',
      'x'.repeat(90),
      '- ',
      '(so)',
      '🙂',
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 150 }).map((words) => words.join(' ')),
        (body) => {
          const found = extractUnits(
            [{ raw: body, body, speaker: null, heading: null, title: null, time: null, anchor: null, item: 0, signature: '' }],
            CONTEXT,
          );
          let at = 0;
          for (const unit of found) {
            const place = body.indexOf(unit.body, at);
            expect(place).toBeGreaterThanOrEqual(at);
            expect(body.slice(at, place)).not.toMatch(/[\p{L}\p{N}]/u);
            at = place + unit.body.length;
            expect(unit.tokens).toBe(countTokens(unit.text));
            expect(unit.tokens).toBeLessThanOrEqual(UNIT_TOKENS * 1.5 + 8);
          }
          expect(body.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('fact type', () => {
  it.each<[string, string, string | null, string]>([
    ['a person', 'Ann: I like tea.', null, 'world'],
    ['the user', 'user: I like tea.', 'Agent', 'world'],
    ['the assistant', 'assistant: I looked it up.', null, 'experience'],
    ['the system', 'system: You never lie.', 'Agent', 'world'],
    ['the narrator', 'Ann: I like tea.', 'ann', 'experience'],
    ['a diary of the narrator', 'I looked it up.', 'Agent', 'experience'],
    ['a diary of nobody', 'I looked it up.', null, 'world'],
    ['a statement', 'The sky is blue.', 'Agent', 'world'],
  ])('%s', (_name, content, narrator, expected) => {
    expect(units(content, { narrator })[0]?.factType).toBe(expected);
  });
});

describe('fact type in other languages', () => {
  it.each([
    ['Gestern habe ich meine Schwester in Köln besucht.', 'experience'],
    ['Gestern wurde der Nachbar in Köln operiert.', 'world'],
    ['我昨天去看了我姐姐。', 'experience'],
    ['邻居昨天去看了医生。', 'world'],
    ['I potem sąsiad kupił nowy samochód w mieście.', 'world'],
  ])('of a narrator: %s', (text, factType) => {
    expect(units(text, { narrator: 'Ann' }).map((unit) => unit.factType)).toEqual([factType]);
  });
});

describe('dates', () => {
  it('are resolved by the time of the turn, else of the item', () => {
    const iso = (content: string): [string?, string?, (string | null)?] => {
      const [unit] = units(content);
      return [unit?.occurredStart?.toISOString(), unit?.occurredEnd?.toISOString(), unit?.precision];
    };
    expect(iso('Ann: I ran a race yesterday.')).toEqual(['2024-11-12T00:00:00.000Z', '2024-11-12T23:59:59.999Z', 'day']);
    expect(iso('[{"speaker":"Ann","text":"I ran a race yesterday.","timestamp":"2023-05-08T13:56:00Z"}]')).toEqual([
      '2023-05-07T00:00:00.000Z',
      '2023-05-07T23:59:59.999Z',
      'day',
    ]);
  });

  it('are null if the unit names none', () => {
    expect(units('Ann: I like running.')).toMatchObject([{ occurredStart: null, occurredEnd: null, precision: null }]);
  });
});

describe('entities', () => {
  it('include the speaker, and only the names in the unit', () => {
    const text = `Ann: I met Bob Lee in Lisbon and we talked about all the old days for several hours there, until the sun was gone. ${'Then we walked along the river for a very long time and looked at the boats. '.repeat(2)}`;
    expect(units(text).map(({ entities }) => entities.map(({ name, kind }) => `${name} ${kind}`))).toEqual([
      ['Ann PERSON', 'Bob Lee CONCEPT', 'Lisbon CONCEPT'],
      ['Ann PERSON'],
    ]);
  });

  it('distinguish roles from people', () => {
    expect(units('user: I like tea.')[0]?.entities).toEqual([]);
  });

  it('treat speakers as people in all mentions', () => {
    expect(
      units('Ann: Hi Bob, how are you?\nBob: Ann is here now.\nAnn: I know.').map(({ entities }) =>
        entities.map(({ name, kind }) => `${name} ${kind}`),
      ),
    ).toEqual([['Ann PERSON', 'Bob PERSON'], ['Bob PERSON', 'Ann PERSON'], ['Ann PERSON']]);
  });

  it('include known names, and are shared between calls', () => {
    expect(
      units('we shipped project falcon', { known: new KnownNames([{ name: 'Project Falcon', kind: 'PROJECT' }]) })[0]?.entities,
    ).toEqual([{ name: 'Project Falcon', kind: 'PROJECT' }]);
    const evidence = new Map<string, string>();
    units('I saw Max there.', { evidence });
    expect(units('Max is here.', { evidence })[0]?.entities).toEqual([{ name: 'Max', kind: 'CONCEPT' }]);
  });
});

describe('speakers in texts of other languages', () => {
  it.each([
    ['Анна: Я купила билеты в театр.\nИван: Я уже звонил Анне вчера вечером.', ['Иван', 'Анна']],
    ['王芳：我周末去爬山。\n李明：我昨天看见王芳在超市买菜。', ['李明', '王芳']],
    ['민수: 나는 어제 집에 있었어요.\n지수: 어제 민수에게 책을 빌려줬어요.', ['지수', '민수']],
  ])('finds the other speaker in any form: %s', (content, expected) => {
    expect(units(content)[1]?.entities.map(({ name }) => name)).toEqual(expected);
  });
});

describe('causes', () => {
  const long = (start: string): string =>
    `${start} the whole town was without any power for two days and the shops along the main street could not open their doors at all to anybody that week.`;

  it('link an effect to the preceding unit', () => {
    expect(units(`Ann: ${long('The storm came and')} ${long('Therefore')}`).map(({ causes }) => causes)).toEqual([
      [],
      [{ unit: 0, weight: 0.6 }],
    ]);
    expect(units(`Ann: ${long('The storm came and')} ${long("That's why")}`)[1]?.causes).toEqual([{ unit: 0, weight: 0.6 }]);
  });

  it('link a unit to the reason after it', () => {
    expect(units(`Ann: ${long('We stayed at home while')} ${long('This is because')}`).map(({ causes }) => causes)).toEqual([
      [{ unit: 1, weight: 0.6 }],
      [],
    ]);
  });

  it('are read in the language of the turn', () => {
    const german = (start: string): string =>
      `${start} in der ganzen Stadt gab es zwei Tage lang keinen Strom, und die Läden in der Hauptstraße blieben die ganze Woche über für alle geschlossen.`;
    expect(units(`Ann: ${german('Der Sturm kam, und')} ${german('Deshalb war es dunkel:')}`).map(({ causes }) => causes)).toEqual([
      [],
      [{ unit: 0, weight: 0.6 }],
    ]);
    expect(units(`Ann: ${german('Wir blieben zu Hause, und')} ${german('Denn')}`).map(({ causes }) => causes)).toEqual([
      [{ unit: 1, weight: 0.6 }],
      [],
    ]);
  });

  it('do not span turns, and treat neither a question nor a mere "so" as an effect', () => {
    expect(units('Ann: The storm came.\nBob: Therefore we stayed in.').flatMap(({ causes }) => causes)).toEqual([]);
    expect(units(`Ann: ${long('The storm came and')} So what do you think about it?`).flatMap(({ causes }) => causes)).toEqual([]);
  });
});

describe('fingerprintOf', () => {
  const unit = { searched: 'Bob owes Ann 20 euros.', speaker: 'Ann', factType: 'world' as const };
  const context = { day: new Date('2024-11-13T15:30:00Z'), tags: ['a', 'b'], validity: null };
  const print = fingerprintOf(unit, context);

  it('is a signed 64-bit number', () => {
    expect(BigInt.asIntN(64, print)).toBe(print);
  });

  it.each([
    ['case, spaces and punctuation', { searched: 'bob  OWES Ann 20 euros!' }, {}],
    ['the hour', {}, { day: new Date('2024-11-13T01:00:00Z') }],
    ['order and repeats of tags', {}, { tags: ['b', 'a', 'b'] }],
  ])('ignores %s', (_name, other, place) => {
    expect(fingerprintOf({ ...unit, ...other }, { ...context, ...place })).toBe(print);
  });

  it.each([
    ['the order of words', { searched: 'Ann owes Bob 20 euros.' }, {}],
    ['numbers', { searched: 'Bob owes Ann 21 euros.' }, {}],
    ['decimals', { searched: 'Bob owes Ann 2.0 euros.' }, {}],
    ['signs of numbers', { searched: 'Bob owes Ann -20 euros.' }, {}],
    ['negation', { searched: 'Bob owes not Ann 20 euros.' }, {}],
    ['the speaker', { speaker: 'Bob' }, {}],
    ['the absence of a speaker', { speaker: null }, {}],
    ['the fact type', { factType: 'experience' as const }, {}],
    ['the day', {}, { day: new Date('2024-11-14T15:30:00Z') }],
    ['the absence of a day', {}, { day: null }],
    ['tags', {}, { tags: ['a'] }],
    ['a given validity', {}, { validity: { from: null, to: new Date('2025-01-01T00:00:00Z') } }],
  ])('depends on %s', (_name, other, place) => {
    expect(fingerprintOf({ ...unit, ...other }, { ...context, ...place })).not.toBe(print);
  });
});

it.each(['रीना', 'প্রিয়া', 'ராமு', 'ကိုကို', 'សុខា', 'ปิติ', 'Ann'])('%s is an entity, also with marks between its letters', (speaker) => {
  const found = units(`${speaker}: I live in a house.\nBen: I live in a boat.\n${speaker}: Good.`);
  expect(found[0]?.entities.map(({ name }) => name)).toContain(speaker);
});

describe('a conversation in another language than English', () => {
  const daysOf = (content: string) => units(content).map(({ occurredStart }) => occurredStart?.toISOString().slice(0, 10) ?? null);

  it.each([
    ['Lola: Hola, ¿cómo va todo en tu nuevo trabajo?\nPepe: Boda 3/7/2026', '2026-07-03'],
    ['Heidi: Ich habe gestern einen neuen Wagen gekauft.\nOtto: Umzug 3/7/2026', '2026-07-03'],
    ['Luc : Je suis très fatigué après le travail.\nZoé: Concert 3/7/2026', '2026-07-03'],
    ['Kim: I was so tired after the trip.\nAnn: Dr. Núñez appt 3/7/2026', '2026-03-07'],
    ['Kim: I was so tired after the trip.\nAnn: Señor Ortega visa interview 3/7/2026', '2026-03-07'],
  ])('gives its language to the short turns: %s', (content, day) => {
    expect(daysOf(content).at(-1)).toBe(day);
  });

  it('has no numbers of dates among its entities', () => {
    const found = units('Ольга: Мы переезжаем в новый дом. Концерт 3/7/2026.\nEmre: Biz bugün evde kaldık. Konser 3/7/2026.');
    expect(found.flatMap(({ entities }) => entities.map(({ name }) => name)).filter((name) => /\d/.test(name))).toEqual([]);
  });

  it.each(['गीता', 'रीना', 'রিনা', 'ரீனா', 'గీతా'])('has its speakers among its entities: %s', (name) => {
    const [unit] = extractUnits([{ ...turnsOf('x')[0]!, speaker: name, body: '2026 2027 2028' }], CONTEXT);
    expect(unit!.entities).toEqual([{ name, kind: 'PERSON' }]);
  });
});
