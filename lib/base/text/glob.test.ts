import { describe, expect, test } from 'vitest';
import { codePoints, globOf, matchesGlob } from '#lib/base/text/glob';

const matches = (pattern: string, text: string): boolean => matchesGlob(globOf(pattern), codePoints(text));

describe('a glob', () => {
  test.each([
    ['user:*', 'user:', true],
    ['user:*', 'user:ann', true],
    ['user:*', 'users', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['?', '', false],
    ['?', 'é', true],
    ['?', '😀', true],
    ['??', '😀', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['*ab', 'aab', true],
    ['a**?b', 'axyb', true],
    ['a.c', 'abc', false],
    ['[a]\\d(x|y)+$^', '[a]\\d(x|y)+$^', true],
    ['a*c', 'a\nb\nc', true],
  ])('%j on %j: %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  test('agrees with a regular expression on every short pattern and text', () => {
    const all = (letters: string, most: number): string[] =>
      Array.from({ length: most }).reduce<string[]>(
        (words) => [...new Set([...words, ...words.flatMap((w) => [...letters].map((l) => w + l))])],
        [''],
      );
    const texts = all('ab', 5);
    for (const pattern of all('ab*?', 4)) {
      const expected = new RegExp(`^${pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`, 'u');
      for (const text of texts) expect([pattern, text, matches(pattern, text)]).toEqual([pattern, text, expected.test(text)]);
    }
  });

  test('reads a text at most once for each character of the pattern', () => {
    let reads = 0;
    const text = new Proxy(codePoints('a'.repeat(128)), {
      get: (codes, key) => {
        if (key !== 'length') reads++;
        return Reflect.get(codes, key);
      },
    });
    const pattern = globOf(`${'*a'.repeat(63)}b`);
    expect(matchesGlob(pattern, text)).toBe(false);
    expect(reads).toBeLessThanOrEqual(128 * pattern.codes.length);
  });
});
