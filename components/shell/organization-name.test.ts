import { expect, it } from 'vitest';
import { nameAmong } from '#components/shell/organization-name';

it('tells organisations of one name apart', () => {
  const acme = { slug: 'acme', name: 'Acme' };
  expect(nameAmong(acme, [acme, { slug: 'bolt', name: 'Bolt' }])).toBe('Acme');
  expect(nameAmong(acme, [acme, { slug: 'acme-2', name: 'Acme' }])).toBe('Acme (acme)');
});
