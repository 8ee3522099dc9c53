import { expect, test } from 'vitest';
import { namedBy } from '#components/shell/title';

test.each([
  ['b%20%26%20100%25.md', 'b & 100%.md'],
  ['b & 100%.md', 'b & 100%.md'],
  ['%E7%8C%AB', '猫'],
])('%s names %s', (part, name) => expect(namedBy(part)).toBe(name));
