import { describe, expect, it } from 'vitest';
import { normalizeEmail } from '#lib/access/people/email';
import { hashToken, newToken } from '#lib/access/people/token';

describe('tokens', () => {
  it('are 128 random bits that fit into a URL', () => {
    const tokens = Array.from({ length: 1000 }, newToken);
    expect(new Set(tokens).size).toBe(1000);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{22}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    }
  });

  it('are stored as SHA-256', () => {
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

it.each([
  ['Ann@Example.ORG', 'ann@example.org'],
  [' ann@example.org ', 'ann@example.org'],
  ['ＡＮＮ@example.org', 'ann@example.org'],
  ['ann@Müller.de', 'ann@xn--mller-kva.de'],
  ['ann@mü ller.de', 'ann@mü ller.de'],
  ['ann\0@example.org', 'ann@example.org'],
])('%j is the address %s', (typed, email) => {
  expect(normalizeEmail(typed)).toBe(email);
});
