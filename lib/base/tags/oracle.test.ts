import { describe, expect, it } from 'vitest';
import { matchesGroups, matchesTags } from '#e2e/fixtures/tag-oracle';
import { TAG_MODES } from '#lib/base/literals';

const UNITS = { untagged: [], a: ['a'], ab: ['b', 'a'], abc: ['a', 'b', 'c'], c: ['c'] };

/** The units that each mode matches for the tags a and b, and for none. */
const TABLE = {
  any: { ab: ['untagged', 'a', 'ab', 'abc'], none: ['untagged', 'a', 'ab', 'abc', 'c'] },
  all: { ab: ['untagged', 'ab', 'abc'], none: ['untagged', 'a', 'ab', 'abc', 'c'] },
  any_strict: { ab: ['a', 'ab', 'abc'], none: ['untagged', 'a', 'ab', 'abc', 'c'] },
  all_strict: { ab: ['ab', 'abc'], none: ['untagged', 'a', 'ab', 'abc', 'c'] },
  exact: { ab: ['ab'], none: ['untagged'] },
} as const;

const passing = (matches: (tags: readonly string[]) => boolean): string[] =>
  Object.entries(UNITS).flatMap(([name, tags]) => (matches(tags) ? [name] : []));

describe('matchesTags', () => {
  it.each(TAG_MODES)('%s', (mode) => {
    expect(passing((tags) => matchesTags(tags, ['a', 'b', 'a'], mode))).toEqual(TABLE[mode].ab);
    expect(passing((tags) => matchesTags(tags, [], mode))).toEqual(TABLE[mode].none);
  });
});

describe('matchesGroups', () => {
  it('matches everything without groups', () => {
    expect(passing((tags) => matchesGroups(tags, []))).toHaveLength(5);
  });

  it('matches a leaf by any_strict, and an empty one never', () => {
    expect(passing((tags) => matchesGroups(tags, [{ tags: ['c'] }]))).toEqual(['abc', 'c']);
    expect(passing((tags) => matchesGroups(tags, [{ tags: [] }]))).toEqual([]);
    expect(passing((tags) => matchesGroups(tags, [{ tags: [], match: 'exact' }]))).toEqual(['untagged']);
  });

  it('combines with and, or and not', () => {
    const groups = [
      { or: [{ tags: ['c'] }, { and: [{ tags: ['a'] }, { not: { tags: ['b'] } }] }] },
      { not: { tags: ['a', 'b', 'c'], match: 'exact' as const } },
    ];
    expect(passing((tags) => matchesGroups(tags, groups))).toEqual(['a', 'c']);
  });
});
