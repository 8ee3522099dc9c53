import { describe, expect, it } from 'vitest';
import { bankOfPath, bankPath, endedPath, loginPath, safeReturn } from '#components/shell/paths';

describe('return path after sign-in', () => {
  it.each([
    ['/o/default/keys?status=revoked#top', '/o/default/keys?status=revoked#top'],
    ['/o/a/../b/keys', '/o/b/keys'],
    ['/', '/'],
    ['/o/a%2F..%2Fb', '/o/a%2F..%2Fb'],
  ])('%j is allowed', (to, path) => {
    expect(safeReturn(to)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'o/default',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/%2F/..//evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '//[',
  ])('%j is rejected', (to) => {
    expect(safeReturn(to)).toBeNull();
    expect(loginPath(to)).toBe('/login');
  });
});

it('reads the bank from its path', () => {
  for (const id of ['my-bank', 'a/b', '100 %', 'é 漢', '..']) expect(bankOfPath(bankPath('acme', id, 'memories'))).toBe(id);
  expect(bankOfPath('/o/acme/banks')).toBeNull();
  expect(bankOfPath('/o/acme/b/%E0%A4')).toBeNull();
});

it('the sign-in page after a session has ended says so, and leads back', () => {
  expect(endedPath('/o/acme/keys?status=all')).toBe('/login?returnTo=%2Fo%2Facme%2Fkeys%3Fstatus%3Dall&ended=true');
  expect(endedPath('/')).toBe('/login?ended=true');
});
