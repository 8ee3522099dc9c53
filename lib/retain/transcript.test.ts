import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { parseTurns } from '#lib/retain/transcript';

const spoken = (content: string) => parseTurns(content).map(({ speaker, body }) => [speaker, body]);

describe('conversations in lines', () => {
  it.each<[string, string, [string | null, string][]]>([
    [
      'names',
      'Ann: Hi there.\nBob: Hello!',
      [
        ['Ann', 'Hi there.'],
        ['Bob', 'Hello!'],
      ],
    ],
    ['one turn', 'Caroline: Hey Mel! Good to see you!', [['Caroline', 'Hey Mel! Good to see you!']]],
    ['one turn of several lines', 'Caroline: First.\nSecond line.', [['Caroline', 'First.\nSecond line.']]],
    [
      'roles',
      'user: hi\n\nassistant: Here:\n1. Salt: a pinch\n\nAnn: says\nuser: ok',
      [
        ['user', 'hi'],
        ['assistant', 'Here:\n1. Salt: a pinch\n\nAnn: says'],
        ['user', 'ok'],
      ],
    ],
    [
      'bold names',
      '**Ann**: hi\n**Bob:** hello\nAnn: again',
      [
        ['Ann', 'hi'],
        ['Bob', 'hello'],
        ['Ann', 'again'],
      ],
    ],
    [
      'names of several words',
      'Ann van Dyke: one two three four\nDr. Lee: five six seven eight',
      [
        ['Ann van Dyke', 'one two three four'],
        ['Dr. Lee', 'five six seven eight'],
      ],
    ],
    [
      'small names that return',
      'ann_92: hi\nbob: hello\nann_92: how are you\nbob: fine',
      [
        ['ann_92', 'hi'],
        ['bob', 'hello'],
        ['ann_92', 'how are you'],
        ['bob', 'fine'],
      ],
    ],
    [
      'what stands before the first',
      'Notes of a call.\n\nAnn: hi\nBob: ho\nAnn: hey',
      [
        [null, 'Notes of a call.'],
        ['Ann', 'hi'],
        ['Bob', 'ho'],
        ['Ann', 'hey'],
      ],
    ],
    [
      'numbered speakers',
      'Speaker 1: Good morning all.\nSpeaker 2: Good morning.',
      [
        ['Speaker 1', 'Good morning all.'],
        ['Speaker 2', 'Good morning.'],
      ],
    ],
    [
      'headings that name a role',
      '## User\nHello.\n\nMore.\n\n## Assistant\nHi.',
      [
        ['user', 'Hello.\n\nMore.'],
        ['assistant', 'Hi.'],
      ],
    ],
  ])('reads %s', (_name, content, expected) => {
    expect(spoken(content)).toEqual(expected);
  });

  it('goes on with a turn in lines without a name', () => {
    const turns = parseTurns(
      'Alice: We go to Berlin.\nBob: Great! We saw the museum.\nIt rained though.\nAlice: The results come at noon.',
    );
    expect(turns.map(({ speaker, body }) => [speaker, body])).toEqual([
      ['Alice', 'We go to Berlin.'],
      ['Bob', 'Great! We saw the museum.\nIt rained though.'],
      ['Alice', 'The results come at noon.'],
    ]);
    const speakers = (content: string) => parseTurns(content).map(({ speaker }) => speaker);
    expect(speakers('alice: i moved to paris\nbob: why\nalice: work')).toEqual(['alice', 'bob', 'alice']);
    expect(speakers('Ann: I sold the car.\nBen: Why did you?\nI liked it.')).toEqual(['Ann', 'Ben']);
    expect(speakers('Meeting: weekly sync\nDate: 2026-04-30\nAttendees: Ann, Ben\nWe decided to ship on May 12.')).not.toContain('Meeting');
  });

  it('takes one role beside people as one more speaker', () => {
    const speakers = (content: string) => parseTurns(content).map(({ speaker }) => speaker);
    expect(speakers('Ann: I moved to Porto.\nAssistant: Noted.')).toEqual(['Ann', 'Assistant']);
    expect(speakers('Assistant: Hi!\nAnn: I moved.\nAssistant: Where?\nAnn: To Porto.')).toEqual(['Assistant', 'Ann', 'Assistant', 'Ann']);
    expect(speakers('user: The cast is\nHamlet: a prince\nassistant: Thanks.')).toEqual(['user', 'assistant']);
  });

  it('reads times before and behind names', () => {
    const turns = parseTurns('[2024-05-06 10:30] Ann: hi\n06/05/2024, 10:31 - Bob: yo\nAnn (10:40): bye');
    expect(turns.map(({ speaker, body, time }) => [speaker, body, time?.toISOString().slice(0, 10)])).toEqual([
      ['Ann', 'hi', '2024-05-06'],
      ['Bob', 'yo', '2024-06-05'],
      ['Ann', 'bye', undefined],
    ]);
  });

  it.each([
    'Note: remember the milk',
    'Warning: hot surface',
    'TODO: fix this',
    'http: is a protocol',
    'https://example.com: a site',
    '10:30 meeting with Ann',
    'Name: Ann\nAge: 30\nCity: Paris',
    'Ingredients: flour and salt\nDirections: mix and bake it well.',
    'Key Points: one, two and three more',
    'I said: do it now.',
    'e.g.: this one',
    '```\nAnn: not a speaker\nBob: neither\nAnn: no\n```',
  ])('finds no speaker in %j', (content) => {
    expect(parseTurns(content).map(({ speaker }) => speaker)).toEqual([null]);
  });
});

describe('JSON', () => {
  it('reads arrays of turns with the usual names of fields', () => {
    const content = JSON.stringify([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }] },
      { speaker: 'Ann', text: 'look', blip_caption: 'a cat', timestamp: '2024-05-06T10:00:00Z' },
      { name: 'Bob', message: 'yo', date: '1:56 pm on 8 May, 2023' },
      { author: { name: 'Eve' }, body: 'hm', ts: 1_700_000_000 },
      { role: 'tool', name: 'search', content: 'found' },
    ]);
    expect(parseTurns(content).map(({ speaker, body, time }) => [speaker, body, time?.toISOString() ?? null])).toEqual([
      ['user', 'hi', null],
      ['assistant', 'one\ntwo', null],
      ['Ann', 'look [shares a cat]', '2024-05-06T10:00:00.000Z'],
      ['Bob', 'yo', '2023-05-08T00:00:00.000Z'],
      ['Eve', 'hm', '2023-11-14T22:13:20.000Z'],
      ['tool', 'found', null],
    ]);
  });

  it('reads a wrapped list, one object, an export and lines', () => {
    expect(spoken('{"id":1,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"yo"}],"end":true}')).toEqual([
      ['user', 'hi'],
      ['assistant', 'yo'],
    ]);
    expect(spoken('{"role":"user","content":"hi"}')).toEqual([['user', 'hi']]);
    expect(spoken('[{"message":{"author":{"role":"user"},"content":{"parts":["a","b"]}}}]')).toEqual([['user', 'a\nb']]);
    expect(spoken('{"role":"user","content":"a"}\n\n{"role":"assistant","content":"b"}\n')).toEqual([
      ['user', 'a'],
      ['assistant', 'b'],
    ]);
    expect(spoken('["one", "two"]')).toEqual([
      [null, 'one'],
      [null, 'two'],
    ]);
  });

  it.each(['[{"role":"user","content":"hi"', '{"a":1}', '[1,2,3]', '[]', '{}', '[link](http://x.y) is here', '{not json}'])(
    'reads %s as text',
    (content) => {
      expect(spoken(content)).toEqual([[null, content]]);
    },
  );
});

describe('Markdown and plain text', () => {
  it('keeps paragraphs, lists and code, and the headings over them', () => {
    const content = '# Guide\n\nIntro.\n\n## Install\n\n- a\n- b\n\n```\ncode\n\nmore\n```\n\n## Use\nRun it.\n\n# Other\nEnd.';
    expect(parseTurns(content).map(({ body, heading }) => [body, heading])).toEqual([
      ['Guide\nIntro.', 'Guide'],
      ['Install\n- a\n- b', 'Guide > Install'],
      ['```\ncode\n\nmore\n```', 'Guide > Install'],
      ['Use\nRun it.', 'Guide > Use'],
      ['Other\nEnd.', 'Other'],
    ]);
  });

  it('cuts plain text at blank lines', () => {
    expect(spoken('One.\nStill one.\n\n\nTwo.')).toEqual([
      [null, 'One.\nStill one.'],
      [null, 'Two.'],
    ]);
  });
});

describe('any content', () => {
  const line = fc.constantFrom(
    'Ann: hi',
    'Bob: hello there',
    'user: x',
    'assistant: y\n',
    '# H',
    '## User',
    '',
    ' ',
    '- item',
    '```',
    '~~~',
    'Note: z',
    'plain text',
    '{"role":"user","content":"a"}',
    '[',
    ']',
    '\r',
    '[10:30] Ann: t',
  );
  const json = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string({ unit: 'grapheme' }) }), {
    maxLength: 5,
  });

  it('is the concatenation of the raw slices', () => {
    const content = fc.oneof(
      fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n')),
      fc.string({ unit: 'binary', maxLength: 200 }),
      json.map((turns) => JSON.stringify(turns)),
      fc.tuple(json, fc.nat(200)).map(([turns, cut]) => JSON.stringify(turns, null, 1).slice(0, cut)),
      json.map((turns) => turns.map((turn) => JSON.stringify(turn)).join('\n')),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(content, (text) => {
        const turns = parseTurns(text);
        expect(turns.map(({ raw }) => raw).join('')).toBe(text);
        expect(turns.every(({ raw }) => raw !== '')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read in time in proportion to its length', async () => {
    for (const part of ['Ann: hi\n', '[', '{"a":', '```\n', 'A ', '# x\n\n', '"\\', 'Ann [x]: ']) {
      const text = part.repeat(100_000 / part.length);
      expect(await cpuOf(() => parseTurns(text))).toBeLessThan(3000);
    }
  });
});
