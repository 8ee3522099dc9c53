import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '#lib/base/text/tokens';
import { cut } from '#lib/memory/recall/view';

describe('cut', () => {
  const english = 'Ann met Bob in Paris on Monday; the tea there is better (and hotter) than at home.\n\n'.repeat(100);

  it.each([
    ['English', english],
    ['no blanks', '漢字かな交じり文。'.repeat(500)],
    ['signs alone', '?!'.repeat(3000)],
    ['emoji', '👍👩‍👧 '.repeat(800)],
  ])('returns the longest prefix within the number of tokens: %s', (_, text) => {
    for (const maxTokens of [0, 1, 7, 100, 777]) {
      const shown = cut(text, maxTokens);
      expect(text.startsWith(shown)).toBe(true);
      expect(shown.isWellFormed()).toBe(true);
      expect(countTokens(shown)).toBeLessThanOrEqual(maxTokens);
      expect(countTokens(text.slice(0, shown.length + 8))).toBeGreaterThanOrEqual(maxTokens);
    }
    expect(cut(text, 100_000)).toBe(text);
  });

  it('always fits its result into the budget', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), fc.nat(400), (text, maxTokens) => {
        expect(countTokens(cut(text, maxTokens))).toBeLessThanOrEqual(maxTokens);
      }),
    );
  });

  it('counts each part of a long text about once', () => {
    const text = english.repeat(60);
    const timeOf = (work: () => unknown): number => {
      const before = process.threadCpuUsage();
      work();
      return process.threadCpuUsage(before).user / 1000;
    };
    const half = Math.floor(countTokens(text) / 2);
    expect(timeOf(() => cut(text, half))).toBeLessThan(3 * timeOf(() => countTokens(text)) + 20);
  });
});
