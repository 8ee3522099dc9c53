import { describe, expect, it } from 'vitest';
import { plain } from '#lib/memory/retain/reading/plain';

describe('plain', () => {
  it.each([
    ['12:30 PM', '12:30 PM'],
    ['12:30\u202fPM', '12:30 PM'],
    ['\u200f2\u200f/5، 6:00\u00a0م', ' 2 /5, 6:00 م'],
    ['٢٠٢٦ ۱۴۰۵ २०२६ ২০২৬ ๒๕๖๙', '2026 1405 2026 2026 2569'],
    ['［２０２６／０５／０２　１８：００］', '[2026/05/02 18:00]'],
    ['【18：00】', '[18:00]'],
    ['2026–05—02', '2026-05-02'],
  ])('makes %j plain, of the same length', (text, expected) => {
    expect(plain(text)).toBe(expected);
    expect(plain(text)).toHaveLength(text.length);
  });
});
