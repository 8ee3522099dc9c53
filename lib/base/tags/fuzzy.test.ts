import { describe, expect, it } from 'vitest';
import { KnownTags, resolvedGroups, similarTo } from '#lib/base/tags/fuzzy';

const known = await KnownTags.of([
  'user:Anna',
  'user:anna',
  'project:acme-corp',
  'client:acme corp',
  'fruit:mongo',
  'plain',
  'project:zeta',
]);

describe('a fuzzy tag matches', () => {
  it.each([
    ['user:ANNA', ['user:Anna', 'user:anna']],
    ['project:acme corp', ['project:acme-corp']],
    ['project:acmecorp', ['project:acme-corp']],
    ['fruit:mango', ['fruit:mango']],
    ['plains', ['plain']],
    ['PLAIN', ['plain']],
    ['nothing:like it', ['nothing:like it']],
    ['zeta', ['zeta']],
  ])('%s: %j', (tag, expected) => {
    expect(known.like(tag)).toEqual(expected);
  });
});

const similar = await similarTo(['user:ANNA', 'plains'], known);

describe('a fuzzy filter', () => {
  const fuzzy = (match: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact', tags = ['user:ANNA', 'plains']) =>
    resolvedGroups([{ tags, match, resolve: 'fuzzy' }], similar)[0];
  const every = {
    and: [
      { tags: ['user:Anna', 'user:anna'], match: 'any_strict' },
      { tags: ['plain'], match: 'any_strict' },
    ],
  };

  it('of any tag matches each that its tags match', () => {
    expect(fuzzy('any')).toEqual({ tags: ['user:Anna', 'user:anna', 'plain'], match: 'any' });
  });
  it('of all tags requires one match of each', () => {
    expect(fuzzy('all_strict')).toEqual(every);
    expect(fuzzy('all')).toEqual({ or: [{ tags: [], match: 'exact' }, every] });
  });
  it('of exact tags tries every combination', () => {
    expect(fuzzy('exact')).toEqual({
      or: [
        { tags: ['user:Anna', 'plain'], match: 'exact' },
        { tags: ['user:anna', 'plain'], match: 'exact' },
      ],
    });
    expect(() => fuzzy('exact', Array(7).fill('user:ANNA'))).toThrow(/64 tag combinations/);
  });
  it('is replaced everywhere in a tree, and nothing else is', () => {
    const exact = { tags: ['plains'], match: 'any' as const };
    expect(resolvedGroups([{ not: { or: [exact, { ...exact, resolve: 'fuzzy' }] } }], similar)).toEqual([
      { not: { or: [exact, { tags: ['plain'], match: 'any' }] } },
    ]);
  });
});
