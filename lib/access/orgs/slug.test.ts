import { expect, it } from 'vitest';
import { slugOf } from '#lib/access/orgs/slug';

it.each([
  ['Acme', 'acme'],
  ['  Acme & Söhne GmbH ', 'acme-sohne-gmbh'],
  ['日本', 'organization'],
  ['!!!', 'organization'],
  ['-a-', 'a'],
  ['x'.repeat(100), 'x'.repeat(40)],
  [`${'x'.repeat(39)}--y`, 'x'.repeat(39)],
])('%j has the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
