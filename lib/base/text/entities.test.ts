import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { entitiesOf } from '#lib/base/text/entities';
import { KnownNames, NO_NAMES } from '#lib/base/text/known-names';
import { readSentences } from '#lib/base/text/sentences';

const found = (text: string, known = NO_NAMES) => entitiesOf(text, readSentences(text), { known }).flat();
const names = (text: string, known = NO_NAMES) => found(text, known).map(({ name }) => name);

describe('entitiesOf', () => {
  it.each<[string, string[]]>([
    ['I met Dr. Smith at Acme Corp. yesterday.', ['Smith', 'Acme Corp.']],
    ['Alice went to New York with Bob’s mom.', ['Alice', 'New York', 'Bob']],
    ['We moved from Deutsche Bank to Café Nero in Lisbon.', ['Deutsche Bank', 'Café Nero', 'Lisbon']],
    ['I use MySQL, PostgreSQL and Kubernetes with GPT-4 daily.', ['MySQL', 'PostgreSQL', 'Kubernetes', 'GPT-4']],
    ['We watched The Lord of the Rings in Rio de Janeiro.', ['Lord of the Rings', 'Rio de Janeiro']],
    ['I work at AT&T and play Cyberpunk 2077.', ['AT&T', 'Cyberpunk 2077']],
    ['Ask @bob about #fun or write to alice@x.com, see https://x.com/a?b=1.', ['@bob', '#fun', 'alice@x.com', 'https://x.com/a?b=1']],
    ['Call `getUserName` with user_name in src/app.ts today.', ['getUserName', 'user_name', 'src/app.ts']],
    ['The LGBTQ group met again.', ['LGBTQ']],
    ['Oh no. Poor Anika has a cold.', ['Anika']],
    ['Owner: Eva Lund, Port: Oslo', ['Eva Lund', 'Oslo']],
    ['Name: Eva Lund, Team: Rockets, Home City: Vienna', ['Eva Lund', 'Rockets', 'Vienna']],
  ])('%s', (text, expected) => {
    expect(names(text).sort()).toEqual([...expected].sort());
  });

  it.each([
    'Glad you like it. Nature is great. Pets make me happy.',
    'On Monday, in March, I went home. See you on Friday!',
    'THIS IS SO COOL!',
    'It is SO good, and NEVER late.',
    'The Main Points Of This Long Plan',
    "I'm sure I'll go, and I've been there.",
    'Yup, lol. OMG! Congrats! Thanks, Mom.',
    'The answer is: Yes. "Well," he said.',
    '```\nconst Foo = new Bar(Alice);\n```',
    'The user asked the Assistant.',
    'We start on March 15 and end by Nov 15, 2023, a Friday.',
    'Set `amount` and `date` first.',
    'Hello @here, the build is broken, @channel and @everyone.',
    'At night we call the man X.',
    '09:00 Standup',
    '- 10:30 Call about the roof',
    '12:00–13:00 Lunch',
    '3 pm Team Lunch',
    'Mai 2026 war warm.',
    'Bis zum 5. März 2026 warten.',
  ])('finds none in: %s', (text) => {
    expect(names(text)).toEqual([]);
  });

  it.each([
    ['Bob bought a boat.', ['Bob']],
    ['Anna is a nurse. Tom moved to Oslo.', ['Anna', 'Tom', 'Oslo']],
    ['Nature calms me. Coffee keeps us awake. Grace takes time.', []],
    ['Ruediger repairs telescopes for Institute Kappa.', ['Ruediger', 'Institute Kappa']],
    ['Institute Kappa is financed by Baron Ostrov.', ['Institute Kappa', 'Baron Ostrov']],
    ['Ruediger and Wanda met.', ['Ruediger', 'Wanda']],
    ['Alot of things. Hobbies keep me sane. Umm thats wrong. Biking rocks.', []],
    ['14:00 Wanda', ['Wanda']],
    ['Mai told us of Juli and of Mars 2020.', ['Mai', 'Juli', 'Mars 2020']],
  ])('first words of a sentence: %s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('treats a capitalized first word of a sentence as a name if it is one elsewhere', () => {
    expect(names('Max is here.')).toEqual([]);
    expect(names('Max is here. I like Max.')).toEqual(['Max', 'Max']);
    expect(names('Woohoo Melanie! I saw Melanie.')).toEqual(['Melanie', 'Melanie']);
  });

  it('returns a kind only if the name shows it', () => {
    expect(found('I met Dr. Lee at Stanford University near Lake Tahoe with Priya.')).toEqual([
      { name: 'Lee', kind: 'PERSON' },
      { name: 'Stanford University', kind: 'ORGANIZATION' },
      { name: 'Lake Tahoe', kind: 'LOCATION' },
      { name: 'Priya', kind: 'CONCEPT' },
    ]);
  });

  it('finds known names in any case, the longest', () => {
    const known = new KnownNames([
      { name: 'New York', kind: 'LOCATION' },
      { name: 'New York Times', kind: 'ORGANIZATION' },
      { name: 'c++', kind: 'CONCEPT' },
    ]);
    expect(found('i read the new york times in new york', known)).toEqual([
      { name: 'New York Times', kind: 'ORGANIZATION' },
      { name: 'New York', kind: 'LOCATION' },
    ]);
    expect(names('we write C++ here', known)).toEqual(['c++']);
    expect(names('newyork is not it', known)).toEqual([]);
  });

  it('ignores known names that are ordinary words', () => {
    expect(
      names(
        'i can see it',
        new KnownNames([
          { name: 'It', kind: 'CONCEPT' },
          { name: '', kind: 'CONCEPT' },
        ]),
      ),
    ).toEqual([]);
  });

  it('reads hostile text in time', async () => {
    for (const part of ['A', 'a@', 'A.', '#a_', 'Aa ', 'http://', '`a', "A'", 'A-', '@a.']) {
      const text = part.repeat(10_000 / part.length);
      expect(await cpuOf(() => found(text))).toBeLessThan(3000);
    }
  });
});
