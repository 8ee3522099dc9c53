import { expect, test } from 'vitest';
import { importKindOf, issuesOf, planOf, suggestedTarget } from '#components/transfer/import-plan';

test('an archive is restored as a new bank, and any file is added to an existing one', () => {
  expect(importKindOf('bank_archive', 'new')).toBe('restore');
  expect(importKindOf('mem0', 'new')).toBe('create');
  expect(importKindOf('bank_archive', 'existing')).toBe('add');
});

test('documents of a bank are only replaced in an existing bank, and no bank is no plan', () => {
  expect(planOf('bank_archive', { kind: 'new', id: ' my-bank ' }, 'replace')).toEqual({
    kind: 'restore',
    bankId: 'my-bank',
    conflict: 'skip',
  });
  expect(planOf('zep', { kind: 'existing', id: 'a' }, 'replace')).toEqual({ kind: 'add', bankId: 'a', conflict: 'replace' });
  expect(planOf('zep', { kind: 'existing', id: null }, 'skip')).toBeNull();
  expect(planOf('zep', { kind: 'new', id: ' ' }, 'skip')).toBeNull();
});

test('a new bank gets the id of the original, or one like the file', () => {
  expect(suggestedTarget({ source_bank_id: 'Team/Notes' }, 'archive.zip')).toBe('Team/Notes');
  expect(suggestedTarget({ source_bank_id: null }, 'My memories (2).json')).toBe('my-memories-2');
});

test('only reasons with records are listed', () => {
  expect(issuesOf({ conflicts: { no_text: 2, repeated: 0 } })).toEqual([['no_text', 2]]);
});
