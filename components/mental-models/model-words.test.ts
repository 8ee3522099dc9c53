import { expect, it } from 'vitest';
import { citedOf, depthsOf, groupsWords, sourcesWords } from '#components/mental-models/model-words';
import { mentalModel as t } from '#components/strings/mental-model';
import type { ModelSource } from '#lib/memory/mental-models/contract';

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
])('sections of the levels %j stand at the depths %j', (levels, depths) => {
  expect(depthsOf(levels.map((level) => ({ level })))).toEqual(depths);
});

it('a version cites its own sources, not those of the one before', () => {
  const source = (id: string) => ({ id }) as ModelSource;
  expect(citedOf({ source_ids: ['b'], sources: [source('a'), source('b')] })).toEqual([source('b')]);
  expect(citedOf(undefined)).toEqual([]);
});

it.each([
  ['live live', null],
  ['edited', 'Its source was edited since: the next refresh tells this again.'],
  ['deleted invalidated', 'All its sources were deleted or invalidated: the next refresh takes this out.'],
  ['live edited live', 'Of its 3 sources 1 was edited since: the next refresh tells this again.'],
  [
    'edited deleted edited live',
    'Of its 4 sources 1 was deleted or invalidated and 2 were edited since: the next refresh tells this from what is left.',
  ],
])('a block whose sources are %s says so', (states, words) => {
  expect(sourcesWords(states.split(' ').map((state) => ({ state: state as ModelSource['state'] })))).toBe(words);
});

it('what is left of a long list is told with what the next step brings of it', () => {
  expect([t.showMore(20, 46), t.showMore(6, 6)]).toEqual(['Show 20 of 46 more', 'Show 6 more']);
  expect([t.tellMore(12, 48), t.tellMore(4, 4), t.tellMore(1, 1)]).toEqual([
    'Tell 12 older ones',
    'Tell the first 4, too',
    'Tell the first one, too',
  ]);
  expect(t.inBetween(12, 60)).toBe('The last 12 of 60 versions are told.');
});

it('the scope of a refresh is told as one expression', () => {
  const saturday = { tags: ['saturday', 'noon'], match: 'any_strict' as const };
  const late = { tags: ['late'], match: 'all' as const };
  expect(groupsWords([])).toBe('everything');
  expect(groupsWords([saturday])).toBe('any of #saturday, #noon');
  expect(groupsWords([saturday, { not: late }])).toBe('(any of #saturday, #noon) and (not (all of #late or untagged))');
  expect(groupsWords([{ or: [saturday, { and: [] }] }])).toBe('(any of #saturday, #noon) or (everything)');
  expect(groupsWords([{ or: [] }])).toBe('nothing');
  expect(groupsWords([{ tags: [], match: 'exact' }])).toBe('exactly no tags');
});
