import { describe, expect, it } from 'vitest';
import { limitOf, scopeOf, scopesOf } from '#lib/memory/observations/scopes';
import { trendOf } from '#lib/memory/observations/trend';

const sets = (...args: Parameters<typeof scopesOf>): string[] => scopesOf(...args).map(({ tags }) => tags.join('+'));

describe('scopes', () => {
  it.each([
    ['combined', ['b', 'a', 'b'], ['a+b']],
    ['per_tag', ['b', 'a'], ['a', 'b']],
    ['all_combinations', ['c', 'a', 'b'], ['a', 'b', 'a+b', 'c', 'a+c', 'b+c', 'a+b+c']],
    ['shared', ['a', 'b'], ['']],
    [[['b', 'a'], ['a', 'b'], []], ['x'], ['a+b', '']],
    ['per_tag', [], ['']],
    ['all_combinations', ['1', '2', '3', '4', '5', '6'], ['1+2+3+4+5+6']],
  ] as [Parameters<typeof scopesOf>[0], string[], string[]][])('%j of %j', (mode, tags, expected) => {
    expect(sets(mode, tags)).toEqual(expected);
  });
  it('have one key for any order of tags, and different keys for different sets', () => {
    expect(scopeOf(['b', 'a']).key).toBe(scopeOf(['a', 'b', 'a']).key);
    expect(new Set([[], ['a'], ['a', 'b'], ['a,b'], ['a', 'b', 'c']].map((tags) => scopeOf(tags).key)).size).toBe(5);
  });
  it('are limited by the first rule that covers them exactly, else by the default; the global scope is unlimited', async () => {
    const limits = {
      rules: [
        { scope: ['user:*'], limit: 5 },
        { scope: ['user:*', 'user:a*'], limit: 2 },
        { scope: ['x'], limit: -1 },
      ],
      fallback: 9,
    };
    const scopes = [['user:b'], ['user:a', 'user:b'], ['x'], ['y'], ['user:b', 'user:c'], []];
    const results = await Promise.all(scopes.map((tags) => limitOf(tags, limits, () => undefined)));
    expect(results).toEqual([5, 2, null, 9, 9, null]);
  });
  it('match patterns on which a regular expression would backtrack exponentially', async () => {
    const rules = [
      { scope: [`${'*a'.repeat(30)}b`], limit: 5 },
      { scope: [`${'*a'.repeat(30)}`], limit: 7 },
    ];
    expect(await limitOf(['a'.repeat(60)], { rules, fallback: 9 }, () => undefined)).toBe(7);
  });
  it('let the caller pause before each rule', async () => {
    const rules = [
      { scope: ['a'], limit: 1 },
      { scope: ['b'], limit: 2 },
      { scope: ['c'], limit: 3 },
    ];
    let pauses = 0;
    const pause = () => {
      pauses++;
      return undefined;
    };
    expect([await limitOf(['b'], { rules, fallback: 9 }, pause), pauses]).toEqual([2, 2]);
  });
  it('are not cached: tags may be long, and callers may name any number of them', () => {
    expect(scopeOf(['a'])).toEqual(scopeOf(['a']));
    expect(scopeOf(['a'])).not.toBe(scopeOf(['a']));
  });
});

describe('the trend', () => {
  const now = new Date('2026-06-30T00:00:00Z');
  const ago = (...days: number[]) => days.map((n) => new Date(now.getTime() - n * 86_400_000));
  it.each([
    ['new', ago(1, 20)],
    ['stale', ago(100, 200)],
    ['weakening', ago(40, 50)],
    ['weakening', ago(5, 35, 36, 37, 40)],
    ['stable', ago(2, 40)],
    ['strengthening', ago(1, 2, 3, 4, 80)],
    ['stable', ago(5, 35, 60, 85)],
    ['stale', []],
  ] as const)('%s', (expected, times) => {
    expect(trendOf(times, now)).toBe(expected);
  });
});
