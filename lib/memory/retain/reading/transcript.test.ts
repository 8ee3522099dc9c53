import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { runs } from '#e2e/fixtures/runs';
import { headerOf } from '#lib/memory/retain/reading/headers';
import { parseTurns } from '#lib/memory/retain/reading/transcript';
import { NO_CLOCK, type SenderClock } from '#lib/memory/retain/reading/turn';

const spoken = (content: string) => parseTurns(content).map(({ speaker, body }) => [speaker, body]);
const rawOf = (content: string): string =>
  parseTurns(content)
    .map(({ raw }) => raw)
    .join('');

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
    [
      'speakers with numbers',
      'Speaker 1: We begin at nine today.\nSpeaker 2: I will be there.',
      [
        ['Speaker 1', 'We begin at nine today.'],
        ['Speaker 2', 'I will be there.'],
      ],
    ],
    [
      'names with numbers that return',
      'Desk 1: Is the printer free?\nDesk 2: It is.\nDesk 1: Thanks a lot.',
      [
        ['Desk 1', 'Is the printer free?'],
        ['Desk 2', 'It is.'],
        ['Desk 1', 'Thanks a lot.'],
      ],
    ],
    [
      'names in Chinese, each once',
      '王芳：我周末去爬山。\n李明：我昨天在超市买菜。',
      [
        ['王芳', '我周末去爬山。'],
        ['李明', '我昨天在超市买菜。'],
      ],
    ],
    [
      'labels in Chinese',
      '材料：鸡蛋和番茄各三个。\n做法：先炒鸡蛋再放番茄。',
      [[null, '材料：鸡蛋和番茄各三个。\n做法：先炒鸡蛋再放番茄。']],
    ],
    [
      'labels in German',
      'Zutaten: drei Eier und etwas Mehl.\nZubereitung: alles gut verrühren.',
      [[null, 'Zutaten: drei Eier und etwas Mehl.\nZubereitung: alles gut verrühren.']],
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

  it('continues a turn in lines without a name', () => {
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

  it.each<[string, string, (string | null)[][]]>([
    [
      'a log with nicknames',
      '[18:04] <lena> the build is red\n[18:05] <@omar> I pushed a fix\n[18:05] * lena waves\n[18:05] -!- kim has joined\n[18:06] <lena> green again',
      [
        ['lena', 'the build is red'],
        ['omar', 'I pushed a fix'],
        ['lena', 'waves'],
        [null, '-!- kim has joined'],
        ['lena', 'green again'],
      ],
    ],
    [
      'a log that begins with a remark',
      '10:01 -!- bo [~bo@h] has joined #makers\n10:02 <kim> I built a loom.\n10:03 <bo> I live in Ulm.',
      [
        [null, '-!- bo [~bo@h] has joined #makers'],
        ['kim', 'I built a loom.'],
        ['bo', 'I live in Ulm.'],
      ],
    ],
    [
      'nicknames without times',
      '<lena> the build is red\n<omar> I know',
      [
        ['lena', 'the build is red'],
        ['omar', 'I know'],
      ],
    ],
    [
      'a list and an address in what somebody says',
      'Lena: Three things:\n- milk\n- eggs\nURL: https://example.com/list\nOmar: ok',
      [
        ['Lena', 'Three things:\n- milk\n- eggs\nURL: https://example.com/list'],
        ['Omar', 'ok'],
      ],
    ],
  ])('reads %s', (_name, content, expected) => {
    expect(spoken(content)).toEqual(expected);
  });

  it.each(['<p> one\n<b> two </b>', 'Backend: Rust\n- fast\nFrontend: React\n- slow'])('finds no speaker in %j', (content) => {
    expect(parseTurns(content).every(({ speaker }) => speaker === null)).toBe(true);
  });

  it('accepts one role next to people as another speaker', () => {
    const speakers = (content: string) => parseTurns(content).map(({ speaker }) => speaker);
    expect(speakers('Ann: I moved to Porto.\nAssistant: Noted.')).toEqual(['Ann', 'Assistant']);
    expect(speakers('Assistant: Hi!\nAnn: I moved.\nAssistant: Where?\nAnn: To Porto.')).toEqual(['Assistant', 'Ann', 'Assistant', 'Ann']);
    expect(speakers('user: The cast is\nHamlet: a prince\nassistant: Thanks.')).toEqual(['user', 'assistant']);
    expect(speakers('User: I am allergic to nuts.\nEszter Nagy: I am allergic to milk.')).toEqual(['User', 'Eszter Nagy']);
    expect(speakers('User: My options are these.\nBern: It is close to my sister.\nPorto: I know it.')).toEqual(['User']);
    expect(speakers('User: I send the plan.\nProject Alpha: done by my team.\nProject Beta: I wait for it.')).toEqual(['User']);
    expect(speakers('Notes of the week\nEszter Nagy: the hub moved\nProject Alpha: done')).toEqual([null]);
    expect(speakers('User: The cast is this.\nJohn Smith: a prince who dies.')).toEqual(['User']);
  });

  it('reads times before and after names', () => {
    const turns = parseTurns('[2024-05-06 10:30] Ann: hi\n06/05/2024, 10:31 - Bob: yo\nAnn (10:40): bye');
    expect(turns.map(({ speaker, body, time }) => [speaker, body, time?.toISOString().slice(0, 10)])).toEqual([
      ['Ann', 'hi', '2024-05-06'],
      ['Bob', 'yo', '2024-05-06'],
      ['Ann', 'bye', '2024-05-06'],
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
    'Step 1: Open the valve fully.\nStep 2: Turn the wheel twice.',
    'Chapter 3: Ann meets Ben at the harbour.',
    'Paragraph 7: The tenant pays the rent.\nParagraph 9: The landlord heats the house.',
    'Team 1: painted the whole house.\nTeam 2: mowed the whole lawn.\nTeam 3: went home at noon.',
    '```\nAnn: not a speaker\nBob: neither\nAnn: no\n```',
  ])('finds no speaker in %j', (content) => {
    expect(parseTurns(content).map(({ speaker }) => speaker)).toEqual([null]);
  });
});

/** [speaker, beginning of the body, date and time without trailing zeros] */
const dated = (content: string, clock: Partial<SenderClock> = {}) =>
  parseTurns(content, { ...NO_CLOCK, ...clock }).map(({ speaker, body, time }) => [
    speaker,
    body.slice(0, 12),
    time?.toISOString().replace(/(?:T00:00)?:00\.000Z$/, '') ?? null,
  ]);
const at = (iso: string): Partial<SenderClock> => ({ at: new Date(iso) });

describe('headers of sessions', () => {
  it.each([
    'Session 2 (25 May 2023)',
    '--- 25 May 2023 ---',
    '## Session 2 - 2023-05-25',
    '## Session 2: the new flat - 2023-05-25',
    '[2023-05-25]',
    'Date: 25 May 2023',
    '**Thursday, May 25th, 2023**',
    '=== 25/05/2023 ===',
    'Session 2\nDate: 2023-05-25',
    'Session 2 (25 May 2023)\nPlace: the harbour',
    '2023-05-25',
  ])('%j dates the turns after it', (header) => {
    const content = `Ann: I sold the car.\nBen: Why did you?\n\n${header}\nAnn: I met Ben yesterday.\nBen: So you did.`;
    const turns = dated(content, at('2023-05-08T10:00:00Z')).filter(([speaker]) => speaker !== null);
    expect(turns).toEqual([
      ['Ann', 'I sold the c', null],
      ['Ben', 'Why did you?', null],
      ['Ann', 'I met Ben ye', '2023-05-25'],
      ['Ben', 'So you did.', '2023-05-25'],
    ]);
    expect(
      parseTurns(content)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(content);
  });

  it('apply until the next one, and are the heading of the text below', () => {
    const content =
      'Session 1 (8 May 2023)\nAnn: hi there\nBen: hello\n\nSession 2 (1:56 pm on 25 May, 2023)\nAnn: again\n\nSession 3\nBen: bye now';
    expect(parseTurns(content).map(({ heading, title, time }) => [heading, title, time?.toISOString().slice(0, 16) ?? null])).toEqual([
      ['Session 1 (8 May 2023)', 'Session 1 (8 May 2023)', '2023-05-08T00:00'],
      ['Session 1 (8 May 2023)', null, '2023-05-08T00:00'],
      ['Session 2 (1:56 pm on 25 May, 2023)', 'Session 2 (1:56 pm on 25 May, 2023)', '2023-05-25T13:56'],
      ['Session 3', 'Session 3', null],
    ]);
  });

  it('leave speakers who speak once', () => {
    const content = '# Trip\n\n## Session 1 - 2024-05-12\n**Ann**: hi\n**Ben**: hello\n\n## Session 2 - 2024-05-13\n**Ann**: again';
    expect(dated(content).slice(1)).toEqual([
      ['Ann', 'hi', '2024-05-12'],
      ['Ben', 'hello', '2024-05-12'],
      ['Ann', 'again', '2024-05-13'],
    ]);
  });

  it.each<[string, string | null, string | null, string | null]>([
    ['the sender, backwards', '2024-05-01', '2023-06-03', '2023-06-20'],
    ['the sender of that day', '2024-06-03', '2024-06-03', '2023-06-20'],
    ['nobody', null, null, null],
  ])('take a missing year from %s', (_who, sent, first, second) => {
    const content = '--- 3 June ---\nAnn: I sold the car.\n\n--- June 20th ---\nAnn: I miss the car.';
    expect(dated(content, sent ? at(sent) : {}).map(([, , time]) => time)).toEqual([first, second]);
  });

  it('take a missing year from an earlier header', () => {
    const content = '--- 28 December 2022 ---\nAnn: one two\n\n--- 3 January ---\nAnn: three\n\n--- 5 May ---\nAnn: four';
    expect(dated(content, at('2024-09-01')).map(([, , time]) => time)).toEqual(['2022-12-28', '2023-01-03', '2023-05-05']);
    expect(dated(content).map(([, , time]) => time)).toEqual(['2022-12-28', '2023-01-03', '2023-05-05']);
    // the 5th of May after the 3rd of January would be after the sender's time
    expect(dated(content, at('2023-02-01')).map(([, , time]) => time)).toEqual(['2022-12-28', '2023-01-03', '2022-05-05']);
  });

  it('never guess a year after the sender’s time', () => {
    const months = 'January February March April May June July August September October November December'.split(' ');
    const header = fc.tuple(fc.constantFrom(...months), fc.integer({ min: 1, max: 31 }));
    const sent = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        fc.array(header, { minLength: 1, maxLength: 6 }),
        sent,
        fc.integer({ min: -720, max: 840 }),
        (headers, date, offsetMinutes) => {
          const content = headers.map(([month, day]) => `--- ${month} ${day} ---\nAnn: I sold the car.\n\n`).join('');
          // a day in the sender's time zone may begin an offset later
          const latest = date.getTime() + Math.abs(offsetMinutes) * 60_000;
          for (const { time } of parseTurns(content, { at: date, offsetMinutes, live: false }))
            expect(time?.getTime() ?? 0).toBeLessThanOrEqual(latest);
        },
      ),
    );
  });

  it('do not use a date inside a message', () => {
    expect(dated('Ann: When is it?\nBen: My birthday is\n12 May 2024\nAnn: Thanks.\nBen: Sure.').map(([, , time]) => time)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(spoken('assistant: Your plan:\n\n**March 1, 2024**\n- run\n\n**March 8, 2024**\n- rest')).toHaveLength(1);
  });

  it('give the same day in both time zones', () => {
    const time = (offsetMinutes: number) => parseTurns('[2024-05-12]\nAnn: hi', { ...NO_CLOCK, offsetMinutes })[0]!.time!.toISOString();
    expect(time(-300)).toBe('2024-05-12T05:00:00.000Z');
    expect(time(120)).toBe('2024-05-12T00:00:00.000Z');
  });

  it('date prose, unless it is a plan', () => {
    const diary = '# Diary\n\n## 12 May 2024\nWe moved.\n\nIt rained.\n\n## 14 May 2024\nWe slept.\n\n## Recipes\nSoup.';
    expect(dated(diary, at('2024-06-01'))).toEqual([
      [null, 'We moved.', '2024-05-12'],
      [null, 'It rained.', '2024-05-12'],
      [null, 'We slept.', '2024-05-14'],
      [null, 'Soup.', null],
    ]);
    expect(dated(diary, at('2024-05-01')).map(([, , time]) => time)).toEqual([null, null, null, null]);
    expect(dated('Date: 12 May 2024')).toEqual([[null, 'Date: 12 May', '2024-05-12']]);
  });
});

describe('headerOf', () => {
  it.each([
    'We met on 12 May 2024.',
    'See you on 12 May 2024',
    '- 12 May 2024',
    '| 12 May 2024 | 14:00 |',
    '## 1.2.10',
    '1.10.12',
    '## [1.2.0] - 2024-05-12',
    '12 May 2024, 5 people',
    'Meeting on 12 May 2024 went well',
    'Session',
    '14:03',
  ])('rejects %j', (line) => {
    expect(headerOf(line)).toBeNull();
  });

  it.each([
    'Meeting, 12 May 2024',
    '## Meeting about the budget, 12 May 2024',
    'Date: 12.05.24',
    'Sunday, 12 May 2024:',
    '- 12 May 2024 -',
  ])('accepts %j', (line) => {
    expect(headerOf(line)?.stamp?.day).toMatchObject({ year: 2024, month: 4, day: 12 });
  });
});

describe('exports of messengers', () => {
  it.each<[string, string, string]>([
    ['[25/05/2023, 14:03:11] Ann: We moved.', '2023-05-25T14:03:11.000Z', 'boxed, seconds'],
    ['25/05/2023, 14:03 - Ann: We moved.', '2023-05-25T14:03', 'a dash'],
    ['5/25/23, 2:03 PM - Ann: We moved.', '2023-05-25T14:03', 'PM'],
    ['5/25/23, 2:03\u202fPM - Ann: We moved.', '2023-05-25T14:03', 'PM behind a narrow blank'],
    ['\u200e[25.05.23, 14:03] Ann: We moved.', '2023-05-25T14:03', 'dots and a mark of direction'],
    ['2023-05-25 14:03 Ann: We moved.', '2023-05-25T14:03', 'the year first'],
    ['2023-05-25T14:03:00+02:00 Ann: We moved.', '2023-05-25T12:03', 'a zone'],
    ['05/06/2023, 14:03 - Ann: We moved.', '2023-06-05T14:03', 'no hint: the day first'],
    ['05/06/2023, 2:03 PM - Ann: We moved.', '2023-05-06T14:03', 'PM alone: the month first'],
  ])('reads %j', (content, time) => {
    expect(dated(content)).toEqual([['Ann', 'We moved.', time]]);
  });

  it('have one order of day and month for the whole text', () => {
    const times = (...days: string[]) =>
      dated(days.map((day, i) => `${day}, 14:0${i} - Ann: number ${i}`).join('\n')).map(([, , time]) => String(time).slice(0, 10));
    expect(times('05/06/2023', '13/06/2023')).toEqual(['2023-06-05', '2023-06-13']);
    expect(times('05/06/2023', '05/13/2023')).toEqual(['2023-05-06', '2023-05-13']);
    expect(times('11/01/2023', '12/01/2023', '01/02/2023')).toEqual(['2023-01-11', '2023-01-12', '2023-02-01']);
    expect(times('01/12/2023', '02/01/2023', '02/11/2023')).toEqual(['2023-01-12', '2023-02-01', '2023-02-11']);
  });

  it('continue a turn in any line without a date', () => {
    const content = `25/05/2023, 14:00 - Messages and calls are end-to-end encrypted.
25/05/2023, 14:03 - Ann 🌸: The list:
Note: milk
Ben: said he brings bread

25/05/2023, 14:05 - +44 7911 123456: Fine.
25/05/2023, 14:06 - Ann added Ben`;
    expect(dated(content)).toEqual([
      [null, 'Messages and', '2023-05-25T14:00'],
      ['Ann 🌸', 'The list:\nNo', '2023-05-25T14:03'],
      ['+44 7911 123456', 'Fine.', '2023-05-25T14:05'],
      [null, 'Ann added Be', '2023-05-25T14:06'],
    ]);
  });

  it('use the time zone of the sender', () => {
    expect(dated('2023-05-25 14:03 Ann: We moved.', { offsetMinutes: 120 })).toEqual([['Ann', 'We moved.', '2023-05-25T12:03']]);
  });
});

describe('names and times on lines of their own', () => {
  it('are turns', () => {
    const content = 'Ann Lee  [2:03 PM]\nWe moved to Porto.\nIt is warm.\n[2:05 PM] And cheap.\n\nBen  [2:06 PM]\nWow.';
    expect(dated(content, at('2023-05-25'))).toEqual([
      ['Ann Lee', 'We moved to ', '2023-05-25T14:03'],
      ['Ann Lee', 'And cheap.', '2023-05-25T14:05'],
      ['Ben', 'Wow.', '2023-05-25T14:06'],
    ]);
    expect(dated('ann  14:03\nwe moved\nben  14:05\nwow').map(([speaker]) => speaker)).toEqual(['ann', 'ben']);
    expect(dated('Ann — 05/25/2023 2:03 PM\nWe moved.\n\nBen — Yesterday at 9:00 AM\nWow.', at('2023-05-30'))).toEqual([
      ['Ann', 'We moved.', '2023-05-25T14:03'],
      ['Ben', 'Wow.', '2023-05-29T09:00'],
    ]);
    expect(dated('Ann Lee, [25.05.2023 14:03]\nWe moved.')).toEqual([['Ann Lee', 'We moved.', '2023-05-25T14:03']]);
  });

  it('may have the time below the name, if names recur', () => {
    const content = 'Ann Lee\n  2:03 PM\nWe moved.\n2:04 PM\nTo Porto.\nBen\n  2:06 PM\nWow.\nAnn Lee\n  2:07 PM\nYes.';
    expect(dated(content, at('2023-05-25'))).toEqual([
      ['Ann Lee', 'We moved.', '2023-05-25T14:03'],
      ['Ann Lee', 'To Porto.', '2023-05-25T14:04'],
      ['Ben', 'Wow.', '2023-05-25T14:06'],
      ['Ann Lee', 'Yes.', '2023-05-25T14:07'],
    ]);
  });

  it('continue on the next day, and end before the request', () => {
    const content = 'Ann  23:50\nGood night.\nBen  0:10\nGood night.\nAnn  8:00\nMorning.';
    const times = (clock: Partial<SenderClock>) => dated(content, clock).map(([, , time]) => time);
    expect(times(at('2023-05-25'))).toEqual(['2023-05-25T23:50', '2023-05-26T00:10', '2023-05-26T08:00']);
    const live = { ...at('2023-05-25T09:00:00Z'), live: true };
    expect(times(live)).toEqual(['2023-05-24T23:50', '2023-05-25T00:10', '2023-05-25T08:00']);
    expect(parseTurns(content, { ...NO_CLOCK, ...live }).map(({ anchor }) => anchor)).toEqual(['now', 'now', 'now']);
    expect(times({})).toEqual([null, null, null]);
  });

  it('take days from the lines between them', () => {
    const content = '----- May 25th, 2023 -----\nAnn  [2:03 PM]\nWe moved.\n----- May 26th, 2023 -----\nBen  [9:00 AM]\nWow.';
    expect(dated(content).map(([, , time]) => time)).toEqual(['2023-05-25T14:03', '2023-05-26T09:00']);
  });

  it.each([
    'Lunch 12:30\nsoup and bread\nDinner 19:00\nrice',
    'Keynote 9:00\nabout boats\nWorkshop 10:00\nabout sails',
    'Keynote 9:00 AM\nabout boats\nWorkshop 10:00 AM\nabout sails',
    'Keynote\n9:00 AM\nabout boats\nWorkshop\n10:00 AM\nabout sails',
    'We meet at 14:03\nat the harbour',
    'Ann  14:03\n\nBen  15:00\n\nEve  16:00',
  ])('rejects %j', (content) => {
    expect(parseTurns(content).every(({ speaker }) => speaker === null)).toBe(true);
  });
});

describe('JSON', () => {
  it('reads arrays of turns with common field names', () => {
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
      ['Bob', 'yo', '2023-05-08T13:56:00.000Z'],
      ['Eve', 'hm', '2023-11-14T22:13:20.000Z'],
      ['tool', '', '2023-11-14T22:13:20.000Z'],
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

  it.each([
    ['2024-05-06T10:00:00.250Z', '2024-05-06T10:00:00.250Z'],
    ['2024-05-06T10:00:00+0200', '2024-05-06T08:00:00.000Z'],
    ['Mon, 06 May 2024 10:00:00 +0200', '2024-05-06T08:00:00.000Z'],
    ['Mon May 06 2024 10:00:00 GMT+0200 (CEST)', '2024-05-06T08:00:00.000Z'],
    ['May 6, 2024', '2024-05-06T00:00:00.000Z'],
    [1714989600, '2024-05-06T10:00:00.000Z'],
  ])('reads the time %j', (time, expected) => {
    expect(parseTurns(JSON.stringify([{ role: 'user', content: 'hi', time }]))[0]!.time!.toISOString()).toBe(expected);
  });

  it('gives a turn without a time that of the previous turn', () => {
    const times = (turns: object[]) => parseTurns(JSON.stringify(turns)).map(({ time }) => time?.toISOString() ?? null);
    const first = { speaker: 'Ann', text: 'one' };
    expect(times([first, { ...first, timestamp: '2023-05-08T13:56:00Z' }, first, { ...first, ts: 1_700_000_000 }, first])).toEqual([
      null,
      '2023-05-08T13:56:00.000Z',
      '2023-05-08T13:56:00.000Z',
      '2023-11-14T22:13:20.000Z',
      '2023-11-14T22:13:20.000Z',
    ]);
  });

  it('ignores tool calls', () => {
    const content = JSON.stringify([
      { role: 'user', content: 'How warm is it?' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'get_weather', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: '{"temperature": 21}' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'look', input: {} }] },
      { role: 'tool', content: 'The sky is clear.' },
      { role: 'assistant', content: 'It is 21 degrees.' },
    ]);
    expect(spoken(content)).toEqual([
      ['user', 'How warm is it?'],
      ['assistant', ''],
      ['tool', ''],
      ['assistant', ''],
      ['tool', ''],
      ['assistant', 'It is 21 degrees.'],
    ]);
  });

  it('reads the messages of agent libraries', () => {
    const expected = [
      ['user', 'My beans have rust.'],
      ['assistant', 'Remove the leaves.'],
    ];
    const parts = (text: string) => [{ type: 'step-start' }, { type: 'reasoning', text: 'Hm.' }, { type: 'text', text }];
    const chat = expected.map(([role, text]) => ({ id: 'x', role, parts: parts(text!) }));
    expect(spoken(JSON.stringify(chat))).toEqual(expected);
    const libraryMessage = (type: string, content: string) => ({ type, data: { content, additional_kwargs: {} } });
    expect(spoken(JSON.stringify([libraryMessage('human', 'My beans have rust.'), libraryMessage('ai', 'Remove the leaves.')]))).toEqual([
      ['human', 'My beans have rust.'],
      ['ai', 'Remove the leaves.'],
    ]);
    const log = [
      { timestamp: '2026-05-02T10:00:00.000Z', type: 'session_meta', payload: { id: 'x', cwd: '/x' } },
      {
        timestamp: '2026-05-02T10:00:01.000Z',
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'My beans have rust.' }] },
      },
      { timestamp: '2026-05-02T10:00:02.000Z', type: 'response_item', payload: { type: 'function_call', name: 'look', arguments: '{}' } },
      {
        timestamp: '2026-05-02T10:00:03.000Z',
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Remove the leaves.' }] },
      },
    ];
    expect(spoken(log.map((line) => JSON.stringify(line)).join('\n')).filter(([, body]) => body !== '')).toEqual(expected);
  });

  it('reads conversations in lists and objects of an export', () => {
    const content = ` ${JSON.stringify([
      {
        id: '1',
        conversations: [
          { from: 'human', value: 'hi' },
          { from: 'gpt', value: 'yo' },
        ],
      },
      { id: '2', conversations: [{ from: 'human', value: 'more' }] },
    ])} `;
    expect(spoken(content)).toEqual([
      ['human', 'hi'],
      ['gpt', 'yo'],
      ['human', 'more'],
    ]);
    expect(
      parseTurns(content)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(content);
    const chats = {
      about: 'x',
      chats: {
        about: 'y',
        list: [{ name: 'Nadia', id: 1, messages: [{ id: 2, date: '2026-02-03T18:01:00', from: 'Nadia', text: 'My beans have rust.' }] }],
      },
    };
    expect(spoken(JSON.stringify(chats))).toEqual([['Nadia', 'My beans have rust.']]);
    expect(
      parseTurns(JSON.stringify(chats))
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(JSON.stringify(chats));
  });

  it('ignores instructions and injected blocks', () => {
    const content = JSON.stringify([
      { role: 'system', content: 'REF-ID: conversation:s1' },
      {
        role: 'user',
        content:
          '<system-reminder>\nThe list is empty.\n</system-reminder>\nRename the flag. <hindsight_memories>- tabs</hindsight_memories>',
      },
      { role: 'user', content: '<command-name>/compact</command-name>\n<local-command-stdout>Compacted 41.</local-command-stdout>' },
      { role: 'user', content: 'What does <system-reminder> mean? a </b> b' },
    ]);
    expect(spoken(content)).toEqual([
      ['system', ''],
      ['user', 'Rename the flag.'],
      ['user', ''],
      ['user', 'What does <system-reminder> mean? a </b> b'],
    ]);
  });

  it('reads the turns around a broken line', () => {
    expect(spoken('{"role":"user","content":"a"}\n{"role":"assistant","content":"b\n{"role":"user","content":"c"}\n')).toEqual([
      ['user', 'a'],
      ['assistant', 'b'],
      ['user', 'c'],
    ]);
  });

  it('reads the export of a team chat', () => {
    const content = JSON.stringify([
      {
        type: 'message',
        user: 'U01',
        user_profile: { real_name: 'Ann Lee', display_name: 'ann' },
        text: 'We moved.',
        ts: '1685023391.123456',
      },
      { type: 'message', username: 'build-bot', text: 'Done.', ts: '1685023400.000200' },
      { type: 'message', user: 'U02', text: 'Wow.', ts: '1685023410.000000' },
    ]);
    expect(parseTurns(content).map(({ speaker, body, time }) => [speaker, body, time?.toISOString()])).toEqual([
      ['Ann Lee', 'We moved.', '2023-05-25T14:03:11.123Z'],
      ['build-bot', 'Done.', '2023-05-25T14:03:20.000Z'],
      ['U02', 'Wow.', '2023-05-25T14:03:30.000Z'],
    ]);
  });

  it.each(['[link](http://x.y) is here', '{not json}', '[sic] he said'])('reads %s as text', (content) => {
    expect(spoken(content)).toEqual([[null, content]]);
  });
});

describe('Markdown and plain text', () => {
  it('separates paragraphs, list items and code, with the headings above them', () => {
    const content = '# Guide\n\nIntro.\n\n## Install\n\n- a\n- b\n\n```\ncode\n\nmore\n```\n\n## Use\nRun it.\n\n# Other\nEnd.';
    expect(parseTurns(content).map(({ body, heading }) => [body, heading])).toEqual([
      ['Intro.', 'Guide'],
      ['a', 'Guide > Install'],
      ['b', 'Guide > Install'],
      ['', 'Guide > Install'],
      ['Run it.', 'Guide > Use'],
      ['End.', 'Other'],
    ]);
  });

  it('splits plain text at blank lines', () => {
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
    'Ann  [2:03 PM]',
    '[2:05 PM] more',
    '--- 3 June 2024 ---',
    'Session 2 (25 May)',
    '25/05/2023, 14:03 - Bob: z',
    '## 12 May 2024',
    'Date: 2024-05-12',
    '<ann> hi',
    'Subject: s\n',
    'From: Ann <a@b.c>',
    'Hi Ann,',
    'On Mon, 4 May 2026 at 10:00, Ann <a@b.c> wrote:',
    '> quoted',
    'WEBVTT',
    '00:00:01.000 --> 00:00:02.000',
    '<v Ann>said',
    '<system-reminder>',
    '</system-reminder>',
    'user: <memories>',
    'a </memories> b',
    '<user>a</user><assistant>b</assistant>',
    '[role: user] a [user:end] [role: tool_result] b',
    '٢\u200f/٥\u200f/٢٠٢٦، ٦:٠٠ م - ليلى: x',
    '2026年5月2日(土)',
    '[민수] [오후 6:00] x',
    '18:00\tMika\tx',
    '18:00:12 From Ann to Everyone: x',
    '[5/2/2026 6:00 PM] ann',
    '{Attachments}',
    '==========',
    'Ann, [02.05.2026 18:00]',
    '🌸Mika🌸: x',
    '???: x',
    '03.04.26, 12:31 - Ann: <Media omitted>',
  );
  const json = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string({ unit: 'grapheme' }) }), {
    maxLength: 5,
  });

  it('equals the concatenated raw slices', () => {
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
      { numRuns: runs(2000) },
    );
  });

  it('is read in linear time', async () => {
    for (const part of [
      'Ann: hi\n',
      '[',
      '{"a":',
      '```\n',
      'A ',
      '# x\n\n',
      '"\\',
      'Ann [x]: ',
      '2024-05-12\n',
      '1/1/2024, 1:00 - A: b\n',
      'Ann  1:00\nx\n',
      'Day 1 ',
      '1:1',
      '<a> b\n',
      'To: a\n',
      '> From: a\n',
      'On a day he ',
      '00:00:00,000 --> 00:00:01,000\nx\n',
      '<v A>x ',
      '<system-reminder>',
      '<system-reminder>\n',
      '<memories>\nuser: a\n',
      'a <memories> </memories>\n',
      '<bash-input',
      '<bash-input \n',
      '`<memories>',
      '<user>a</user>',
      '[user:end] ',
      '[role: ',
      '[민수] [오후 6:00] x\n',
      '18:00\tMika\tx\n',
      '[5/2/2026 6:00 PM] ann\nx\n',
      '٢\u200f/٥\u200f/٢٠٢٦، ٦:٠٠ م - ليلى: x\n',
      '🌸Mika🌸: x\n',
      '???: x\n',
      '1. 2. ',
      '2026年5月',
      '\u200e',
    ]) {
      const many = part.repeat(100_000 / part.length);
      const texts = [many, `Subject: a\n\n${many}`, `1\n00:00:00,000 --> 00:00:01,000\n${many}`];
      expect(await cpuOf(() => texts.map((text) => parseTurns(text)))).toBeLessThan(3000);
    }
  });
});

describe('names with signs', () => {
  it.each([
    [
      'emoji',
      '🌸Mika🌸: I bring it.\nDario: I drum.\n🌸Mika🌸: The code is 5512.\nDario: My van is blue.',
      ['Mika', 'Dario', 'Mika', 'Dario'],
    ],
    ['at', '@mika: I bring it.\n@dario: I drum.\n@mika: The code is 5512.\n@dario: My van is blue.', ['mika', 'dario', 'mika', 'dario']],
    [
      'addresses',
      'mika@x.example: I bring it.\ndario@x.example: I drum.\nmika@x.example: 5512.\ndario@x.example: Blue.',
      ['mika@x.example', 'dario@x.example', 'mika@x.example', 'dario@x.example'],
    ],
    ['wide colons', '小林：我带灯笼。\n阿强：我带鼓。\n小林：密码是5512。\n阿强：我的车是蓝色的。', ['小林', '阿强', '小林', '阿强']],
    [
      'roles',
      JSON.stringify([
        { role: 'user', content: 'User[mika]: I bring it.' },
        { role: 'user', content: 'User[dario]: I drum.' },
      ]),
      ['mika', 'dario'],
    ],
  ])('%s', (_, content, speakers) => {
    expect(parseTurns(content).map(({ speaker }) => speaker)).toEqual(speakers);
  });
});

describe('turns with role markers', () => {
  const expected = [
    ['user', 'I moved to Porto.\nIt rains.'],
    ['assistant', 'Where do you live: in the centre?'],
  ];
  it.each([
    ['[role: user]\nI moved to Porto.\nIt rains.\n[user:end]\n\n[role: assistant]\nWhere do you live: in the centre?\n[assistant:end]\n'],
    ['[user]\nI moved to Porto.\nIt rains.\n[assistant]\nWhere do you live: in the centre?'],
    ['<|im_start|>user\nI moved to Porto.\nIt rains.<|im_end|>\n<|im_start|>assistant\nWhere do you live: in the centre?<|im_end|>'],
    ['<user>\nI moved to Porto.\nIt rains.\n</user>\n<assistant>Where do you live: in the centre?</assistant>'],
  ])('%j', (content) => {
    expect(spoken(content)).toEqual(expected);
    expect(
      parseTurns(content)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(content);
  });

  it('are ignored for instructions and tools', () => {
    expect(spoken('[role: system]\nBe kind.\n[system:end]\n[role: user]\nHi.\n[user:end]\n[role: tool]\n42\n[tool:end]')).toEqual([
      ['system', ''],
      ['user', 'Hi.'],
      ['tool', ''],
    ]);
  });

  it('are not recognized if the text begins differently', () => {
    expect(spoken('A page about roles.\n[user]\nA list.')).toEqual([[null, 'A page about roles.\n[user]\nA list.']]);
    expect(spoken('[users]\nAnn')).toEqual([[null, '[users]\nAnn']]);
  });
});

describe('turns with role markers in one line', () => {
  it.each<[string, (string | null)[][]]>([
    [
      '<user>I live in Porto.</user><assistant>Noted, Porto.</assistant>',
      [
        ['user', 'I live in Porto.'],
        ['assistant', 'Noted, Porto.'],
      ],
    ],
    [
      '<assistant>Noted, Porto.</assistant><system>Rules: be kind.</system><tool>out 42</tool>',
      [
        ['assistant', 'Noted, Porto.'],
        ['system', ''],
        ['tool', ''],
      ],
    ],
    [
      '[role: user] I live in Porto. [user:end] [role: assistant] Noted. [assistant:end]',
      [
        ['user', 'I live in Porto.'],
        ['assistant', 'Noted.'],
      ],
    ],
    [
      '<user>I live in Porto.\nIt rains.</user><assistant>Noted.</assistant>',
      [
        ['user', 'I live in Porto.\nIt rains.'],
        ['assistant', 'Noted.'],
      ],
    ],
    [
      '<|im_start|>user Hi, Bob.<|im_end|><|im_start|>assistant Hi, Ann.<|im_end|>\n',
      [
        ['user', 'Hi, Bob.'],
        ['assistant', 'Hi, Ann.'],
      ],
    ],
    [
      '[user]: I moved to Porto.\n[assistant]: Noted.',
      [
        ['user', 'I moved to Porto.'],
        ['assistant', 'Noted.'],
      ],
    ],
    ['[role: user]: I moved to Porto.', [['user', 'I moved to Porto.']]],
    ['[user]\n```\n<user>a</user><assistant>b</assistant>\n```', [['user', '```\n<user>a</user><assistant>b</assistant>\n```']]],
    ['I wrote <user>a</user><assistant>b</assistant>.', [[null, 'I wrote <user>a</user><assistant>b</assistant>.']]],
  ])('%j', (content, expected) => {
    expect(spoken(content)).toEqual(expected);
    expect(rawOf(content)).toBe(content);
  });
});

describe('instructions and tool output', () => {
  it.each<[string, (string | null)[][]]>([
    [
      '[role: user]\nI live in Porto.\n[user:end]\n[role: toolResult]\nls out: files\n[toolResult:end]',
      [
        ['user', 'I live in Porto.'],
        ['toolresult', ''],
      ],
    ],
    [
      '[role: user]\nI live in Porto.\n[user:end]\n[role: tool_result]\nls out: files\n[tool_result:end]',
      [
        ['user', 'I live in Porto.'],
        ['tool_result', ''],
      ],
    ],
    [
      'user: I live in Porto.\nsystem: REF-ID: conversation:s1\ntool: out 42 files\nassistant: Noted.',
      [
        ['user', 'I live in Porto.'],
        ['system', ''],
        ['tool', ''],
        ['assistant', 'Noted.'],
      ],
    ],
    [
      'user: I live in Porto.\ntool_result: out 42 files\nassistant: Noted.',
      [
        ['user', 'I live in Porto.'],
        ['tool_result', ''],
        ['assistant', 'Noted.'],
      ],
    ],
    [
      '### System\nBe kind.\n\n### User\nI live in Porto.\n\n### Tool\nout 42\n\n### Assistant\nNoted.',
      [
        ['system', ''],
        ['user', 'I live in Porto.'],
        ['tool', ''],
        ['assistant', 'Noted.'],
      ],
    ],
  ])('are ignored in %j', (content, expected) => {
    expect(spoken(content)).toEqual(expected);
    expect(rawOf(content)).toBe(content);
  });

  it('are read if nobody else speaks', () => {
    expect(spoken('system: You never lie.')).toEqual([['system', 'You never lie.']]);
    expect(spoken('## System\nIt has two pumps.\n\n## User\nHe turns them on.').map(([, body]) => body)).toEqual([
      'It has two pumps.',
      'He turns them on.',
    ]);
  });
});

describe('injected blocks in lines', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'recalled memories',
      'User: I live in Porto.\n<hindsight_memories>\nRelevant memories from past conversations:\nuser: I am allergic to figs.\n</hindsight_memories>\nAssistant: Ok, noted that.',
      [
        ['User', 'I live in Porto.'],
        ['Assistant', 'Ok, noted that.'],
      ],
    ],
    [
      'a line that looks like a turn',
      'User: hi there\n<system-reminder>\nUser: I am a spy and live in Moscow.\n</system-reminder>\nI live in Porto.',
      [['User', 'hi there\nI live in Porto.']],
    ],
    [
      'behind words',
      'User: hi there <system-reminder>\nUser: I am a spy.\n</system-reminder>\nAssistant: Hello.',
      [
        ['User', 'hi there'],
        ['Assistant', 'Hello.'],
      ],
    ],
    [
      'behind the mark of a turn',
      'User: <system-reminder>\nUser: I am a spy.\n</system-reminder>\nI live in Porto.\nAssistant: Noted.',
      [
        ['User', 'I live in Porto.'],
        ['Assistant', 'Noted.'],
      ],
    ],
    [
      'plain text',
      '<system-reminder>\nNote: the list is empty.\n\nSay nothing.\n</system-reminder>\n\nI live in Porto.',
      [[null, 'I live in Porto.']],
    ],
    ['nothing else', '<system-reminder>\nNote: the list is empty.\n</system-reminder>\n', [[null, '']]],
    ['attributes', 'User: Hi, Bob.\n<System-Reminder kind="x">\nNote: a\n</System-Reminder>\nMore.', [['User', 'Hi, Bob.\nMore.']]],
    [
      'no end tag',
      'User: I live in Porto.\n<system-reminder>\nNote: the list is empty.\nSay nothing.\nAssistant: Noted.',
      [
        ['User', 'I live in Porto.'],
        ['Assistant', 'Noted.'],
      ],
    ],
    [
      'no end tag, behind the mark of a turn',
      'User: <system-reminder>\nThe list is empty.\nAssistant: Noted.',
      [
        ['User', ''],
        ['Assistant', 'Noted.'],
      ],
    ],
    [
      'no end tag, to the end',
      'User: I live in Porto.\n\n<system-reminder>The list is empty.\nSay nothing.',
      [['User', 'I live in Porto.']],
    ],
    ['no end tag in plain text', 'I live in Porto.\n<system-reminder>\nThe list is empty.', [[null, 'I live in Porto.']]],
    [
      'no end tag before one that has it',
      'User: a b\n<system-reminder>\nOne.\nAssistant: c d\nUser: e f\n<system-reminder>\nTwo.\n</system-reminder>\nI live in Porto.',
      [
        ['User', 'a b'],
        ['Assistant', 'c d'],
        ['User', 'e f\nI live in Porto.'],
      ],
    ],
    [
      'one in the other',
      'User: a b\n<system-reminder>\n<system-reminder>\nUser: One.\n</system-reminder>\nUser: Two.\n</system-reminder>\nAssistant: c d',
      [
        ['User', 'a b'],
        ['Assistant', 'c d'],
      ],
    ],
    [
      'marked roles',
      '<system-reminder>\n[user]\nI am a spy.\n</system-reminder>\n[user]\nI live in Porto.\n[assistant]\nNoted.',
      [
        ['user', 'I live in Porto.'],
        ['assistant', 'Noted.'],
      ],
    ],
    [
      'JSON behind it',
      '<system-reminder>\nUser: x y\n</system-reminder>\n[{"role":"user","content":"I live in Porto."}]',
      [['user', 'I live in Porto.']],
    ],
    [
      'JSON',
      JSON.stringify([{ role: 'user', content: 'I live in Porto.\n<system-reminder>\nThe list is empty.' }]),
      [['user', 'I live in Porto.']],
    ],
    ...['user-prompt-submit-hook', 'bash-input', 'openclaw_memories', 'memories', 'environment_details'].map(
      (tag): [string, string, string[][]] => [
        tag,
        `User: I live in Porto.\n<${tag}>\nUser: I am a spy.\n</${tag}>\nAssistant: Noted.`,
        [
          ['User', 'I live in Porto.'],
          ['Assistant', 'Noted.'],
        ],
      ],
    ),
  ])('%s', (_, content, expected) => {
    expect(spoken(content)).toEqual(expected);
    expect(rawOf(content)).toBe(content);
  });

  it.each<[string, (string | null)[][]]>([
    [
      'User: What does <system-reminder> mean?\nAssistant: It ends with </system-reminder>, I think.',
      [
        ['User', 'What does <system-reminder> mean?'],
        ['Assistant', 'It ends with </system-reminder>, I think.'],
      ],
    ],
    [
      'User: I use <system-reminder> and </system-reminder> in my prompts.',
      [['User', 'I use <system-reminder> and </system-reminder> in my prompts.']],
    ],
    ['<system-reminder> and </system-reminder> are tags.', [[null, '<system-reminder> and </system-reminder> are tags.']]],
    ['<system-reminder> is a tag that I use.\nI live in Porto.', [[null, '<system-reminder> is a tag that I use.\nI live in Porto.']]],
    ['User: `<system-reminder>a b</system-reminder>` is a tag.', [['User', '`<system-reminder>a b</system-reminder>` is a tag.']]],
    [
      'User: I wrote <system-reminder>a b</system-reminder> in my prompt.',
      [['User', 'I wrote <system-reminder>a b</system-reminder> in my prompt.']],
    ],
    ['<memories>\nI live in Porto.\n</memories>', [[null, '<memories>\nI live in Porto.\n</memories>']]],
    ['The guide has <memories>a b</memories> in it.', [[null, 'The guide has <memories>a b</memories> in it.']]],
    ['```\n<system-reminder>\na b\n</system-reminder>\n```', [[null, '']]],
    [
      'User: Explain this:\n```\n<system-reminder>\na b\n</system-reminder>\n```',
      [['User', 'Explain this:\n```\n<system-reminder>\na b\n</system-reminder>\n```']],
    ],
    ['Usage:\n<command-name>\nI live in Porto.', [[null, 'Usage:\n<command-name>\nI live in Porto.']]],
  ])('preserves the words of %j', (content, expected) => {
    expect(spoken(content)).toEqual(expected);
    expect(rawOf(content)).toBe(content);
  });
});

describe('conversations with a model as text', () => {
  const spokenIn = (text: string): (string | null)[][] => {
    const turns = parseTurns(text);
    expect(turns.map(({ raw }) => raw).join('')).toBe(text);
    return turns.filter(({ body }) => body !== '').map(({ speaker, body }) => [speaker, body]);
  };

  it('have the speakers in bold below rules', () => {
    const text =
      '# Fix tests\n\n---\n\n**User**\n\nWe deploy to the mill.\n\n---\n\n**Cursor**\n\nUnderstood.\n\n**Steps**\n\nI will write it.\n\n---\n\n**User**\n\nThe owner is Priya.\n';
    expect(spokenIn(text).slice(-3)).toEqual([
      ['user', 'We deploy to the mill.'],
      ['Cursor', 'Understood.\n\n**Steps**\n\nI will write it.'],
      ['user', 'The owner is Priya.'],
    ]);
  });

  it('have the first speaker above everything else', () => {
    expect(spokenIn('**User**\n\nI live in Ulm.\n\n---\n\n**Cursor**\n\nUlm is nice.\n')).toEqual([
      ['user', 'I live in Ulm.'],
      ['Cursor', 'Ulm is nice.'],
    ]);
  });

  it('have the copied names of the speakers', () => {
    expect(spokenIn('You said:\nI moved to Porto.\nChatGPT said:\nPorto is lovely.\nYou said:\nMy brother has a truck.')).toEqual([
      ['user', 'I moved to Porto.'],
      ['ChatGPT', 'Porto is lovely.'],
      ['user', 'My brother has a truck.'],
    ]);
  });

  it.each([
    '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe kind.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nI live in Ulm.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nUlm is nice.<|eot_id|>',
    '<bos><start_of_turn>user\nI live in Ulm.<end_of_turn>\n<start_of_turn>assistant\nUlm is nice.<end_of_turn>\n',
  ])('have the marks of a template: %j', (text) => {
    expect(spokenIn(text)).toEqual([
      ['user', 'I live in Ulm.'],
      ['assistant', 'Ulm is nice.'],
    ]);
  });
});
