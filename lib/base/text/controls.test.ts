import { describe, expect, it } from 'vitest';
import { onlySeen, withoutControls } from '#lib/base/text/controls';

const all = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => point < 0xd800 || point > 0xdfff);
/** Code points that are removed, as ranges. */
const taken = (by: (text: string) => string): string => {
  const ranges: [number, number][] = [];
  for (const point of all) {
    if (by(String.fromCodePoint(point)) === String.fromCodePoint(point)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map((range) => range.map((point) => point.toString(16)).join('-')).join(' ');
};

describe('non-text characters', () => {
  it('are removed, code point by code point', () => {
    const controls = '0-8 b-1f 7f-9f 202a-202e 2066-2069';
    expect(taken(withoutControls)).toBe(controls);
    expect(taken(onlySeen)).toBe('0-8 b-1f 7f-9f 200b-200f 202a-202e 2060-206f feff-feff e0000-e007f');
  });

  it('do not include lines, tabs, and emoji of several code points', () => {
    expect(withoutControls('a\r\nb\rc\td \u{1f469}\u200d\u{1f373}')).toBe('a\nb\nc\td \u{1f469}\u200d\u{1f373}');
    expect(onlySeen('a\u200bb\r\nc')).toBe('ab\nc');
  });
});
