import { expect, it } from 'vitest';
import { nameAmong } from '#components/shell/organization-name';

it('distinguishes organizations with the same name', () => {
  const acme = { slug: 'acme', name: 'Acme' };
  expect(nameAmong(acme, [acme, { slug: 'bolt', name: 'Bolt' }])).toBe('Acme');
  expect(nameAmong(acme, [acme, { slug: 'acme-2', name: 'Acme' }])).toBe('Acme (acme)');
});
