import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#lib/api/openapi';
import { check } from '#lib/api/validation';
import { recallBody, recallMemories } from '#lib/memory/recall/contract';

const issuesOf = (given: Record<string, unknown>): unknown => {
  try {
    check(recallBody, { query: 'a', ...given }, 'body');
    return [];
  } catch (error) {
    return (error as { issues: unknown }).issues;
  }
};

it('rejects a minimum score that no result can reach', () => {
  expect(issuesOf({ min_scores: { final: 1 } })).toEqual([]);
  expect(issuesOf({ min_scores: { final: 1.01 } })).toMatchObject([{ loc: ['body', 'min_scores', 'final'] }]);
});

it('includes the whole last day of a window', () => {
  const { temporal_window } = recallBody.parse({ query: 'a', temporal_window: { start: '2024-05-31', end: '2024-05-31' } });
  expect(temporal_window).toEqual({ start: new Date('2024-05-31'), end: new Date('2024-06-01') });
});

describe('the types of recall', () => {
  it.each([
    { type: 'world' },
    { types: ['world', 'experience'] },
    { type: 'world', types: null },
    { type: 'world', types: [] },
    { type: 'world', types: ['world'] },
    { type: null, types: ['world'] },
    { types: ['opinion'] },
  ])('accept %j', (given) => {
    expect(issuesOf(given)).toEqual([]);
  });

  it.each([
    { type: 'world', types: ['experience'] },
    { type: 'world', types: ['world', 'experience'] },
    { type: 'world', types: ['opinion'] },
  ])('reject the contradiction %j', (given) => {
    expect(issuesOf(given)).toMatchObject([{ type: 'value_error', loc: ['body', 'type'], msg: expect.stringContaining('type and types') }]);
  });

  it('only document the types that exist', () => {
    const msg = "Input should be 'world', 'experience' or 'observation'";
    expect(issuesOf({ types: ['world', 'belief'] })).toMatchObject([{ type: 'enum', loc: ['body', 'types', 1], msg }]);
    expect(issuesOf({ type: 'belief' })).toMatchObject([{ type: 'enum', loc: ['body', 'type'], msg }]);
    const document = JSON.stringify(openApiDocument([recallMemories]));
    expect(document).not.toContain('opinion');
    expect(document).toContain('"items":{"type":"string","enum":["world","experience","observation"]');
  });
});

it('accepts some hundred tag filters in a tree, and rejects more', () => {
  const leaves = (count: number) => Array.from({ length: count }, () => ({ tags: ['a'] }));
  const tree = (count: number) => [{ or: Array.from({ length: count / 64 }, () => ({ and: leaves(64) })) }];
  expect(issuesOf({ tag_groups: tree(256) })).toEqual([]);
  expect(issuesOf({ tag_groups: [...tree(256), { not: { tags: ['b'] } }] })).toMatchObject([{ loc: ['body', 'tag_groups'] }]);
  expect(issuesOf({ tag_groups: tree(64 * 64) })).toMatchObject([{ loc: ['body', 'tag_groups'] }]);
});

it('rejects tags_match in a group at any depth, and ignores other unknown members', () => {
  const leaf = { tags: ['a'], match: 'exact', resolve: 'exact' };
  expect(issuesOf({ tag_groups: [leaf, { not: { or: [leaf, { and: [leaf] }] } }, { ...leaf, later: true, tags_match: null }] })).toEqual(
    [],
  );
  const wrong = [
    { ...leaf, tags_match: 'any' },
    { not: leaf, tags_match: 'any' },
    { or: [leaf], tags_match: 'any' },
  ];
  for (const group of wrong)
    for (const groups of [[group], [leaf, { not: { and: [leaf, group] } }]])
      expect(issuesOf({ tag_groups: groups })).toMatchObject([{ loc: ['body', 'tag_groups'], msg: expect.stringContaining('use match') }]);
});
