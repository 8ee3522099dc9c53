import { describe, expect, it } from 'vitest';
import { exportedName, signedName } from '#lib/memory/retain/reading/speaker-names';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const spoken = (content: string) => parseTurns(content).map(({ speaker, body }) => [speaker, body]);

describe('signedName', () => {
  it.each<[string, string]>([
    ['🌸Mika🌸', 'Mika'],
    ['👩🏽‍🚀 Zoë', 'Zoë'],
    ['@mika', 'mika'],
    ['~ Dario', 'Dario'],
    ['~\u202fDario', 'Dario'],
    ['"Annie"', 'Annie'],
    ['«Анна»', 'Анна'],
    ['„Jürgen“', 'Jürgen'],
    ['mika@x.example', 'mika@x.example'],
    ['+44 7911 123456', '+44 7911 123456'],
    ['User[mika]', 'mika'],
    ['Dr. O’Neill-Smith', 'Dr. O’Neill-Smith'],
    ['Ann/Bob', 'Ann/Bob'],
    ['ann#1234', 'ann#1234'],
    ['Ann & Bob', 'Ann & Bob'],
    ['★彡Kai彡★', '彡Kai彡'],
    ['小林', '小林'],
    ['🌸', '🌸'],
    ['???', ''],
    ['12345', ''],
  ])('reads %j', (text, name) => {
    expect(signedName(text)?.name).toBe(name);
  });

  it.each([
    'we meet at the harbour',
    '- Ann',
    '# Ann',
    '{a}',
    'a = b',
    'https://x',
    '"a", "b',
    'Note',
    '2024',
    '10.30',
    'Step 3',
    'src/app',
  ])('rejects %j', (text) => {
    expect(signedName(text)).toBeNull();
  });
});

describe('exportedName', () => {
  it.each<[string, string | null]>([
    ['~ Zoë 🌸', 'Zoë 🌸'],
    ['\u200e+49 151 23456789', '+49 151 23456789'],
    ['Ann "Annie" Lee', 'Ann "Annie" Lee'],
    ['Dr. Lee (work)', 'Dr. Lee (work)'],
    ['María del Carmen de la Cruz Pérez López', 'María del Carmen de la Cruz Pérez López'],
    ['민수 ', '민수'],
    ['a', 'a'],
    ['Ann changed the name to "A', null],
    ['???', null],
    ['Note', null],
    ['', null],
  ])('%j is %j', (text, name) => {
    expect(exportedName(text)).toBe(name);
  });
});

describe('speakers with signs', () => {
  it('speak for themselves', () => {
    const names = ['Dario', 'mika', 'Zoë', 'Иван', 'ნინო', 'ليلى', '小林', 'Annie'];
    const written = ['~ Dario', '@mika', '🌻 Zoë 🌻', 'Иван', 'ნინო', 'ليلى', '小林', '“Annie”'];
    const words = written.map((_, i) => `I bring number ${i} on Friday.`);
    const content = [...written, ...written].map((name, i) => `${name}: ${words[i % words.length]}`).join('\n');
    expect(spoken(content)).toEqual([...names, ...names].map((name, i) => [name, words[i % words.length]]));
  });

  it('speak with one letter if they return', () => {
    expect(spoken('A: I bring it.\nB: I drum.\nA: Good.\nB: Fine.').map(([name]) => name)).toEqual(['A', 'B', 'A', 'B']);
  });

  it('speak behind User[…]', () => {
    expect(spoken('User[mika]: I bring it.\nUser[dario]: I drum.\nUser[mika]: The code is 5512.')).toEqual([
      ['mika', 'I bring it.'],
      ['dario', 'I drum.'],
      ['mika', 'The code is 5512.'],
    ]);
  });

  it('are nobody if they cannot be read, and never the person before', () => {
    expect(spoken('Ann: I sold the car.\n???: I sold the boat yesterday.\nAnn: Who are you?\nBob: No idea at all.')).toEqual([
      ['Ann', 'I sold the car.'],
      [null, 'I sold the boat yesterday.'],
      ['Ann', 'Who are you?'],
      ['Bob', 'No idea at all.'],
    ]);
    expect(spoken('ann: i sold it\nbob: why\nkim: that sounds good to me.\nso it goes\nann: yes\nbob: ok')[2]).toEqual([
      'kim',
      'that sounds good to me.\nso it goes',
    ]);
    expect(spoken('02/05/2026, 18:00 - Ann: I sold it.\n02/05/2026, 18:01 - I moved to Porto.\n02/05/2026, 18:02 - Ann: Fine.')[1]).toEqual(
      [null, 'I moved to Porto.'],
    );
  });

  it.each([
    ['@bob: I am the thief.', null, '@bob: I am the thief.'],
    ['bob: I am the thief.', 'bob', 'I am the thief.'],
    ['bob: this was the thief.', null, 'bob: this was the thief.'],
    ['🦊: I am the thief.', '🦊', 'I am the thief.'],
    ['ana@example.org: I am the thief.', 'ana@example.org', 'I am the thief.'],
    ['User[3]: I am the thief.', 'User[3]', 'I am the thief.'],
    ['+49 170 1234567: I am the thief.', '+49 170 1234567', 'I am the thief.'],
    ['Bo | Sales: I am the thief.', 'Bo | Sales', 'I am the thief.'],
    ['4915112345678: I am the thief.', '4915112345678', 'I am the thief.'],
  ])('are never the person before if they occur once: %s', (line, speaker, body) => {
    expect(spoken(`Ana: I like tea.\n${line}`)).toEqual([
      ['Ana', 'I like tea.'],
      [speaker, body],
    ]);
  });

  it.each([
    ['@bob: I am the thief.', null],
    ['ana@example.org: I am the thief.', 'ana@example.org'],
    ['???: I am the thief.', null],
  ])('are never the person before in long messages either: %s', (line, speaker) => {
    const long = 'It was a long day.\nWe walked home.\nThen we slept.\nNothing else.';
    const turns = spoken(`Ana: I like tea.\n${long}\nBen: Me too.\n${long}\nAna: Good.\nBen: Yes.\n${line}`);
    expect(turns.at(-1)?.[0]).toBe(speaker);
    expect(turns.at(-1)?.[1]).toContain('I am the thief.');
  });

  it.each([
    ['@nino: I like tea.\n@giorgi_k: I live in Bern.', ['nino', 'giorgi_k']],
    ['User[3]: I like tea.\nUser[4]: I live in Bern.', ['User[3]', 'User[4]']],
    ['nino: I like tea.\ntom: Tea is good.\nkim: I live in Bern.', ['nino', 'tom', 'kim']],
    ['Tom [Acme]: I like tea.\nBo | Sales: I live in Bern.', ['Tom', 'Bo | Sales']],
  ])('are speakers if every line has another one: %j', (content, names) => {
    expect(spoken(content).map(([name]) => name)).toEqual(names);
  });

  it.each([
    'Ana: I like tea.\nNote: it is green tea.',
    'Ana: I like this page.\nhttps://tea.example: it is about green tea.',
    'Ana: I like tea.\nbtw: it is green tea, not black tea.',
    'Ana: I bought these.\n- milk: two liters of it, please.\n- @bob: can you get bread today?',
    'Ana: I have a plan.\n10:30: I go to the doctor today.\n2019: I lived there with my wife.',
  ])('are not found in the words of somebody: %j', (content) => {
    expect(spoken(content).map(([name]) => name)).toEqual(['Ana']);
  });

  it.each([
    'apple: A red fruit.\npear: A green fruit.',
    'C++: A fast language.\nF#: A language of functions.',
    '@bob: please buy milk today.',
  ])('are not found in a glossary or a mention alone: %j', (content) => {
    expect(spoken(content).every(([name]) => name === null)).toBe(true);
  });

  it('are read behind a stamp that cannot be', () => {
    const content = '[02/05/2026, 18:00] Ann: I sold it.\n[??/05/2026, 18:01] Kim: I moved to Porto.\n[02/05/2026, 18:02] Ann: Fine.';
    expect(spoken(content)).toEqual([
      ['Ann', 'I sold it.'],
      ['Kim', 'I moved to Porto.'],
      ['Ann', 'Fine.'],
    ]);
  });

  it('leave the fields of data and code alone', () => {
    for (const content of [
      '"city": "Porto",\n"name": "Ann",\n"city": "Oslo",\n"name": "Bob"',
      'a {\n  color: red;\n}\nb {\n  color: blue;\n}',
    ])
      expect(parseTurns(content).every(({ speaker }) => speaker === null)).toBe(true);
  });
});
