import { expect, test } from 'vitest';
import { bestHits, bestMatches, longestWord, matchOf } from '#components/shell/word-match';

test('words match in any order by their beginnings', () => {
  expect(matchOf('Create a key', 'create key')).toBe(2);
  expect(matchOf('Create a key', 'key cre')).toBe(2);
  expect(matchOf('Create a key', 'create a')).toBe(1);
  expect(matchOf('Create a key', 'Create a key')).toBe(0);
  expect(matchOf('Create a key', 'eate')).toBeNull();
  expect(matchOf('Create a key', 'create bank')).toBeNull();
});

test('case, accents and marks make no difference', () => {
  expect(matchOf('Créer une clé', 'CLE creer')).toBe(2);
  expect(matchOf('Schlüssel', 'schlussel')).toBe(0);
  expect(matchOf('Straße', 'strasse')).toBe(0);
  expect(matchOf('Łódź', 'lodz')).toBe(0);
  expect(matchOf('İstanbul', 'istanbul')).toBe(0);
});

test('scripts without blanks match inside a label', () => {
  expect(matchOf('キーを作成', '作成')).toBe(2);
  expect(matchOf('创建密钥', '密钥')).toBe(2);
});

test('an empty text matches all, and signs alone match nothing', () => {
  expect(matchOf('Graph', '  ')).toBe(2);
  expect(matchOf('Graph', '!?')).toBeNull();
});

test('the best match is first, and equal ones stay in their order', () => {
  const labels = ['Bank settings', 'Settings', 'Settings of keys', 'Graph'];
  expect(bestMatches(labels, 'settings', (label) => label)).toEqual(['Settings', 'Settings of keys', 'Bank settings']);
});

test('hits of the longest word contain every word, and the same name is first', () => {
  expect(longestWord(' acme support ')).toBe('support');
  const banks = ['acme-support-old', 'support', 'Support for Acmé', 'x-acme'];
  const hits = (text: string) => bestHits(banks, text, (bank) => [bank]);
  expect(hits('support acme')).toEqual(['acme-support-old', 'Support for Acmé']);
  expect(hits('support')[0]).toBe('support');
  expect(hits('x')).toHaveLength(4);
});
