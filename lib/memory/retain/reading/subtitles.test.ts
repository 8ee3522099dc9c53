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

  it.each(['WEBVTT is a format.', '1\n2\n3', '00:00:01,000 is when it begins'])('rejects %j', (content) => {
    expect(spoken(content)).toEqual([[null, content]]);
  });
});
