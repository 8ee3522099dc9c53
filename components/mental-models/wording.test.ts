import { expect, it } from 'vitest';
import { citedOf, depthsOf, groupsWords, noteWords, sourcesWords } from '#components/mental-models/wording';
import { mentalModel as t } from '#components/strings/mental-model';
import type { MentalModelSource } from '#lib/memory/mental-models/contract';

it.each([
  [[], []],
  [[2], [1]],
  [
    [0, 2, 2],
    [0, 1, 1],
  ],
  [
    [1, 3, 3, 2, 1],
    [1, 2, 2, 2, 1],
  ],
  [
    [2, 1, 2, 3],
    [1, 1, 2, 3],
  ],
])('maps section levels %j to depths %j', (levels, depths) => {
  expect(depthsOf(levels.map((level) => ({ level })))).toEqual(depths);
});

it('returns the sources of a version without those of the previous one', () => {
  const source = (id: string) => ({ id }) as MentalModelSource;
  expect(citedOf({ source_ids: ['b'], sources: [source('a'), source('b')] })).toEqual([source('b')]);
  expect(citedOf(undefined)).toEqual([]);
});

it.each([
  ['live live', null],
  ['edited', 'Its source was edited since: the next refresh rewrites this block.'],
  ['deleted invalidated', 'All its sources were deleted or invalidated: the next refresh removes this block.'],
  ['live edited live', 'Of its 3 sources 1 was edited since: the next refresh rewrites this block.'],
  [
    'edited deleted edited live',
    'Of its 4 sources 1 was deleted or invalidated and 2 were edited since: the next refresh rewrites this block from the rest.',
  ],
])('describes a block with %s sources', (states, words) => {
  expect(sourcesWords(states.split(' ').map((state) => ({ state: state as MentalModelSource['state'] })))).toBe(words);
});

it.each([
  ['Its source was edited: rewritten from its current text.', 'Its source was edited: rewritten from its current text.'],
  [
    'Of its 5 sources 2 were deleted, 1 moved out of scope, 1 edited: rewritten from the remaining ones.',
    'Of its 5 sources, these changed: 2 deleted, 1 moved out of scope and 1 edited. Rewritten from the remaining ones.',
  ],
  ['Of its 2 sources 1 was lost: rewritten from the remaining ones.', 'Of its 2 sources 1 was lost: rewritten from the remaining ones.'],
])('translates the note %j', (note, words) => {
  expect(noteWords(note)).toBe(words);
});

it('labels the button that shows more of a long list', () => {
  expect([t.showMore(20, 46), t.showMore(6, 6)]).toEqual(['Show 20 of 46 more', 'Show 6 more']);
  expect([t.showOlder(12, 48), t.showOlder(4, 4), t.showOlder(1, 1)]).toEqual(['Show 12 older', 'Show the first 4', 'Show the first']);
  expect(t.inBetween(12, 60)).toBe('Showing the last 12 of 60 versions.');
});

it('formats the scope of a refresh as one expression', () => {
  const saturday = { tags: ['saturday', 'noon'], match: 'any_strict' as const };
  const late = { tags: ['late'], match: 'all' as const };
  expect(groupsWords([])).toBe('everything');
  expect(groupsWords([saturday])).toBe('any of #saturday, #noon');
  expect(groupsWords([saturday, { not: late }])).toBe('(any of #saturday, #noon) and (not (all of #late or untagged))');
  expect(groupsWords([{ or: [saturday, { and: [] }] }])).toBe('(any of #saturday, #noon) or (everything)');
  expect(groupsWords([{ or: [] }])).toBe('nothing');
  expect(groupsWords([{ tags: [], match: 'exact' }])).toBe('exactly no tags');
});
