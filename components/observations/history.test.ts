import { expect, it } from 'vitest';
import { versionsOf } from '#components/observations/history';
import type { HistoryEntry } from '#lib/memory/observations/contract';

const entry = (previous_text: string | null, changed_at: string): HistoryEntry => ({
  previous_text,
  previous_tags: [],
  previous_occurred_start: null,
  previous_occurred_end: null,
  previous_mentioned_at: null,
  changed_at,
  new_source_memory_ids: ['n'],
  source_facts: [
    { id: 'o', text: 'old', type: 'world', context: '', is_new: false },
    { id: 'n', text: 'new', type: 'world', context: '', is_new: true },
  ],
});

it('pairs texts before and after each change, newest first; deleted texts are null', () => {
  const versions = versionsOf([entry('a', '1'), entry(null, '2'), entry('c', '3')], 'now');
  expect(versions.map(({ before, after, changedAt }) => [changedAt, before, after])).toEqual([
    ['3', 'c', 'now'],
    ['2', null, 'c'],
    ['1', 'a', null],
  ]);
  expect(versions[0]!.addedFacts.map(({ id }) => id)).toEqual(['n']);
});
