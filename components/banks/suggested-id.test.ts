import { expect, test } from 'vitest';
import { suggestedId } from '#components/banks/suggested-id';

test.each([
  ['Support, EU (2026)', 'support-eu-2026'],
  ['  Café Zürich ', 'cafe-zurich'],
  ['a'.repeat(60), 'a'.repeat(40)],
  ['記憶', ''],
])('the bank %j gets the id %j', (name, id) => expect(suggestedId(name)).toBe(id));
