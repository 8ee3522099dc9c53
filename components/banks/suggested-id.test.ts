import { expect, test } from 'vitest';
import { isPlainId, suggestedId } from '#components/banks/suggested-id';

test.each([
  ['Support, EU (2026)', 'support-eu-2026'],
  ['  Café Zürich ', 'cafe-zurich'],
  ['a'.repeat(60), 'a'.repeat(40)],
  ['a b/ç?#', 'a-b-c'],
  ['Größe Œuvre Łódź', 'grosse-oeuvre-lodz'],
  ['2026', '2026'],
  ['Москва 2026', 'bank-2026'],
  ['  ', ''],
])('the bank %j gets the id %j', (name, id) => expect(suggestedId(name)).toBe(id));

test('a name in another script gets a plain id of its own', () => {
  const ids = ['東京オフィス', '大阪オフィス', 'مكتب', '?!'].map(suggestedId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^bank-[a-z0-9]{4}$/);
  expect(suggestedId(' 東京オフィス ')).toBe(ids[0]);
});

test.each([
  ['trip_2026.v2-b~', true],
  ['a b/ç?#', false],
  ['..', false],
  ['東京', false],
])('the id %j is plain: %j', (id, isPlain) => expect(isPlainId(id)).toBe(isPlain));
