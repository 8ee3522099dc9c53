import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const spoken = (content: string) => parseTurns(content).map(({ speaker, body }) => [speaker, body]);

describe('subtitles', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'WebVTT with voices, notes and settings',
      'WEBVTT - call\n\nNOTE made by hand\n\nintro\n00:00:01.000 --> 00:00:04.000\n<v Lena>Good morning, the roof is fixed.\n\n00:04.500 --> 00:08.000 align:start\n<v.loud Omar Haddad>Great, the <i>invoice</i> came\nyesterday.</v>\n',
      [
        ['Lena', 'Good morning, the roof is fixed.'],
        ['Omar Haddad', 'Great, the invoice came yesterday.'],
      ],
    ],
    [
      'SubRip, with a name that counts until the next one',
      '1\n00:00:01,000 --> 00:00:04,000\nLena: The roofer\n\n2\n00:00:04,500 --> 00:00:08,000\ncomes on Friday.\n\n3\n00:00:09,000 --> 00:00:10,000\nOmar: Good.\nAt ten?\n',
      [
        ['Lena', 'The roofer comes on Friday.'],
        ['Omar', 'Good.'],
        ['Omar', 'At ten?'],
      ],
    ],
    [
      'SubRip without names',
      '\ufeff1\r\n00:00:01,000 --> 00:00:04,000\r\n- Hello.\r\n- Who is there?\r\n',
      [
        [null, 'Hello.'],
        [null, 'Who is there?'],
      ],
    ],
    [
      'two voices in one cue',
      'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ann>Yes.\n<v Ben>No.',
      [
        ['Ann', 'Yes.'],
        ['Ben', 'No.'],
      ],
    ],
  ])('reads %s', (_name, content, expected) => {
    const turns = parseTurns(content);
    expect(turns.map(({ speaker, body }) => [speaker, body])).toEqual(expected);
    expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  });

  it.each<[string, string, (string | null)[][]]>([
    [
      'character references, tags and settings',
      'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE\nLena: not spoken\nat all\n\nREGION\nid:left\n\nc-1\n00:01.000 --> 00:02.000 line:0 position:20%\n<v Lena><c.yellow>Fish &amp; chips</c> <00:00:01.500>cost &lt;9&nbsp;euros</v>\n\nc-2\n00:02.000 --> 00:03.000\n<v Lena>in Porto.</v>\n\n00:03.000 --> 00:04.000\n<v Omar O&#39;Neil>AT&T pays.</v> <v Lena>Good.</v>\n\n00:04.000 --> 00:05.000\nNobody is named here.\n',
      [
        ['Lena', 'Fish & chips cost <9 euros in Porto.'],
        ["Omar O'Neil", 'AT&T pays.'],
        ['Lena', 'Good.'],
        [null, 'Nobody is named here.'],
      ],
    ],
    [
      'names in capitals, dashes and chevrons',
      '\ufeff1\r\n00:00:00,000 --> 00:00:01,000\r\n{\\an8}<font color="#fff">LENA: The well</font>\r\nis dry.\r\n\r\n2\r\n00:00:01,000 --> 00:00:02,000\r\n- Since when?\r\n- Since June.\r\n\r\n3\r\n00:00:02,000 --> 00:00:03,000\r\n&gt;&gt; OMAR: We dig\r\n\r\n4\r\n00:00:03,000 --> 00:00:04,000\r\na new one.\r\n>> Who pays?\r\n\r\n5\r\n00:00:04,000 --> 00:00:05,000\r\n小林：我付。\r\n',
      [
        ['LENA', 'The well is dry.'],
        [null, 'Since when?'],
        [null, 'Since June.'],
        ['OMAR', 'We dig a new one.'],
        [null, 'Who pays?'],
        ['小林', '我付。'],
      ],
    ],
    [
      'sounds and lyrics',
      '1\n00:00:00,000 --> 00:00:01,000\n[Music]\n\n2\n00:00:01,000 --> 00:00:02,000\n♪ over the hills ♪\n\n3\n00:00:02,000 --> 00:00:03,000\n(applause)\n\n4\n00:00:03,000 --> 00:00:04,000\nThe vet (Dr. Brown) comes [laughs] at ten.\n\n5\n00:00:04,000 --> 00:00:05,000\n[door creaks]\n(So he said to me.)\n',
      [
        [null, 'The vet (Dr. Brown) comes at ten.'],
        [null, '(So he said to me.)'],
      ],
    ],
    [
      'captions of two lines that roll',
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:02.310 align:start position:0%\n \nwe<00:00:00.320><c> repaired</c><00:00:00.480><c> the</c><c> roof</c>\n\n00:00:02.310 --> 00:00:02.320 align:start position:0%\nwe repaired the roof\n \n\n00:00:02.320 --> 00:00:04.310 align:start position:0%\nwe repaired the roof\nof<00:00:02.480><c> the</c><c> old</c><c> mill</c>\n\n00:00:04.310 --> 00:00:04.320 align:start position:0%\nof the old mill\n \n\n00:00:04.320 --> 00:00:06.000 align:start position:0%\nof the old mill\n[Music]\n\n00:00:06.000 --> 00:00:08.000\nin<c> May</c>\n',
      [[null, 'we repaired the roof of the old mill in May']],
    ],
    [
      'captions that grow',
      '1\n00:00:00,000 --> 00:00:01,000\nOmar: the well\n\n2\n00:00:01,000 --> 00:00:02,000\nOmar: the well is dry\n\n3\n00:00:02,000 --> 00:00:03,000\nOmar: the well is dry since June\n',
      [['Omar', 'the well is dry since June']],
    ],
    [
      'short answers that are given twice',
      '1\n00:00:00,000 --> 00:00:01,000\nNo.\n\n2\n00:00:01,000 --> 00:00:02,000\nNo.\n\n3\n00:00:02,000 --> 00:00:03,000\nThe horse is lame.\n\n4\n00:00:03,000 --> 00:00:04,000\nAsk Mr.\n\n5\n00:00:04,000 --> 00:00:05,000\nBrown.\n\n6\n00:00:05,000 --> 00:00:06,000\nHe waits...\n\n7\n00:00:06,000 --> 00:00:07,000\n...outside.\n',
      [
        [null, 'No.'],
        [null, 'No.'],
        [null, 'The horse is lame.'],
        [null, 'Ask Mr. Brown.'],
        [null, 'He waits outside.'],
      ],
    ],
    [
      'a file without its beginning and without blank lines',
      'is old and rusty.\n2\n00:00:04,000 --> 00:00:06,000\nOmar: We sell it.\n3\n00:00:06,000 --> 00:00:07,000\nLena: To whom?\n',
      [
        [null, 'is old and rusty.'],
        ['Omar', 'We sell it.'],
        ['Lena', 'To whom?'],
      ],
    ],
    ['SBV', '0:00:00.599,0:00:04.160\nThe garden has\n\n0:00:04.160,0:00:06.770\na new pond.\n', [[null, 'The garden has a new pond.']]],
    [
      'names in capitals, which end with their sentence',
      '1\n00:00:03,000 --> 00:00:04,500\nJOHN: I sold\n\n2\n00:00:04,500 --> 00:00:05,000\nthe boat.\n\n3\n00:00:05,000 --> 00:00:06,500\n[door opens]\nI am Mary, I live in Oslo.\n\n4\n00:00:07,000 --> 00:00:08,000\nMARY: I was born in Bath.\nOr so.\n',
      [
        ['JOHN', 'I sold the boat.'],
        [null, 'I am Mary, I live in Oslo.'],
        ['MARY', 'I was born in Bath.'],
        ['MARY', 'Or so.'],
      ],
    ],
    [
      'names of those who made them',
      '1\n00:00:00,000 --> 00:00:01,000\nLena: The roof is new.\n\n2\n00:00:01,000 --> 00:00:02,000\nSubtitles by Ann Lee\n\n3\n00:00:02,000 --> 00:00:03,000\nTranscribed by https://otter.ai\n',
      [['Lena', 'The roof is new.']],
    ],
    ['a file of sounds', 'WEBVTT\n\n00:01.000 --> 00:02.000\n[Music]\n', [[null, '']]],
  ])('reads %s', (_name, content, expected) => {
    expect(spoken(content)).toEqual(expected);
    expect(
      parseTurns(content)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(content);
  });

  it('reads every part and every order of the cues of a file', () => {
    const cues = [
      '1\n00:00:00,000 --> 00:00:01,000\nLena: The roof',
      '2\n00:00:01,000 --> 00:00:02,000\nThe roof\nis <i>new</i>.',
      '3\n00:00:02,000 --> 00:00:03,000\n<v Omar>[Music] Good &amp; dry.',
    ];
    const orders = cues.flatMap((first) => cues.flatMap((second) => cues.map((third) => [first, second, third].join('\n\n'))));
    for (const content of [...orders, ...orders.map((order) => `WEBVTT\n\n${order}`)])
      for (let from = 0; from < content.length; from += 7) {
        const part = content.slice(from, content.length - (from % 5));
        expect(
          parseTurns(part)
            .map(({ raw }) => raw)
            .join(''),
        ).toBe(part);
      }
  });

  it.each(['WEBVTT is a format.', '1\n2\n3', '00:00:01,000 is when it begins'])('rejects %j', (content) => {
    expect(spoken(content)).toEqual([[null, content]]);
  });
});
