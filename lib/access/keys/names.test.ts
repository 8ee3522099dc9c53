import { expect, it } from 'vitest';
import { keyLabel, nextName } from '#lib/access/keys/names';

it('labels a key with its name and its first characters', () => {
  expect(keyLabel({ name: 'Agent', prefix: 'mbk_12345678' })).toBe('Agent (mbk_12345678…)');
});

it.each([
  ['Agent', 'Agent (2)'],
  ['Agent (2)', 'Agent (3)'],
  ['Agent (99)', 'Agent (100)'],
  ['Agent (x)', 'Agent (x) (2)'],
  ['two\nlines (4)', 'two\nlines (5)'],
  ['', ' (2)'],
])('%j is followed by %j', (name, next) => {
  expect(nextName(name, 200)).toBe(next);
});

it('stays within the maximum length', () => {
  expect(nextName('x'.repeat(200), 200)).toBe(`${'x'.repeat(196)} (2)`);
  expect(nextName(`${'x'.repeat(195)} (9)`, 200)).toHaveLength(200);
  expect(nextName(`${'x'.repeat(196)} (9)`, 200)).toBe(`${'x'.repeat(195)} (10)`);
});
