import { describe, expect, it } from 'vitest';
import { subjectFault } from './commit-subject.mjs';

describe('a commit subject', () => {
  it.each([
    'fix(recall): read "about last week" as that week',
    'test: expect the new names',
    'docs(mental-models): describe refresh triggers',
    'feat(retain): embed texts in batches',
    `fix(api): ${'a'.repeat(62)}`,
  ])('is valid: %s', (subject) => {
    expect(subjectFault(subject)).toBeNull();
  });

  it.each([
    ['no type', 'add a test', 'form'],
    ['no space after the colon', 'fix:add a test', 'form'],
    ['two types', 'feat, fix(api): add a field', 'form'],
    ['an unknown type', 'style: format the console', 'one type'],
    ['more than 72 characters', `fix(api): ${'a'.repeat(63)}`, 'has 73'],
    ['a past tense', 'fix(api): added a field', 'imperative'],
    ['a participle', 'fix(api): adding a field', 'imperative'],
    ['an upper-case verb', 'fix(api): Add a field', 'imperative'],
    ['a full stop', 'fix(api): add a field.', 'full stop'],
  ])('is invalid with %s', (_, subject, fault) => {
    expect(subjectFault(subject)).toContain(fault);
  });
});
