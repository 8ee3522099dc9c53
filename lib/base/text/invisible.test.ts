import { describe, expect, it } from 'vitest';
import { hasDeceptive, hasInvisible, withoutDeceptive } from '#lib/base/text/invisible';

const SIGNS = [
  '\u0000',
  '\u0085',
  '\u00ad',
  '\u034f',
  '\u0378',
  '\u0600',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180b',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2060',
  '\u2062',
  '\u2065',
  '\u2800',
  '\u3164',
  '\ud800',
  '\ue000',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\ufffe',
  '\u{110bd}',
  '\u{13430}',
  '\u{1d173}',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e0101}',
  '\u{f0000}',
  '\u{10ffff}',
];

const codeOf = (text: string): string => `U+${text.codePointAt(0)?.toString(16)}`;

describe.each(SIGNS.map((sign) => [codeOf(sign), sign]))('%s', (_, sign) => {
  it.each([sign, `bob${sign}`, `${sign}bob`, `bo${sign}b`])('is invisible and deceptive in Latin', (text) => {
    expect([hasInvisible(text), hasDeceptive(text)]).toEqual([true, true]);
    expect(withoutDeceptive(text)).toBe(text.replace(sign, ''));
  });
});

it.each(['bob', 'Ann Lee', 'Zoë', 'Zoe\u0308', '山田 太郎', 'Ωmega', 'שלום', 'مرحبا', 'ไทย', '😀', '🇵🇹', 'a/b_c-1.', '％', 'a\u00a0b', ''])(
  '%j is visible',
  (text) => {
    expect([hasInvisible(text), hasDeceptive(text)]).toEqual([false, false]);
    expect(withoutDeceptive(text)).toBe(text);
  },
);

describe('what writing needs', () => {
  it.each([
    ['a Persian word', 'می\u200cخواهم'],
    ['a Hindi conjunct', 'क्\u200dष'],
    ['a Malayalam name with a final letter', 'മോഹന്\u200d'],
    ['a Sinhala name', 'ශ්\u200dරී'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['an astronaut with a skin tone', '👩🏽\u200d🚀'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a judge', '🧑\u200d⚖\ufe0f'],
    ['a heart', 'I ❤\ufe0f Porto'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a variant of an ideograph', '葛\u{e0100}城'],
    ['a variant of a Mongolian letter', 'ᠮᠣᠩ\u180bᠭᠣᠯ'],
  ])('%s is no deception, but invisible in part', (_, text) => {
    expect([hasInvisible(text), hasDeceptive(text)]).toEqual([true, false]);
    expect(withoutDeceptive(text)).toBe(text);
  });

  it.each([
    ['a joiner at an end', 'می\u200c', 'می'],
    ['a joiner between a letter of Latin and one of Arabic', 'a\u200cم', 'aم'],
    ['two joiners', 'می\u200c\u200cخواهم', 'میخواهم'],
    ['a joiner between digits', '1\u200d2', '12'],
    ['a selector behind a letter', 'a\ufe0f', 'a'],
    ['two selectors', '❤\ufe0f\ufe0f', '❤\ufe0f'],
    ['a keycap without its box', '1\ufe0f', '1'],
    ['hidden letters behind another flag', '🏴\u{e0068}\u{e0069}\u{e007f}', '🏴'],
    ['a selector of ideographs behind a letter', 'a\u{e0100}', 'a'],
  ])('not: %s', (_, text, left) => {
    expect(hasDeceptive(text)).toBe(true);
    expect(withoutDeceptive(text)).toBe(left);
  });
});
