import { describe, expect, it } from 'vitest';
import { pathMatcher, splitUrl } from '#lib/api/path';

describe('pathMatcher', () => {
  const bank = pathMatcher('/v1/default/banks/{bank_id}/profile');
  const document = pathMatcher('/v1/default/banks/{bank_id}/documents/{document_id}');
  const chunks = pathMatcher('/v1/default/banks/{bank_id}/documents/{document_id}/chunks');

  it.each([
    ['a', 'a'],
    ['%C3%A9', 'é'],
    ['e%CC%81', 'e\u0301'],
    ['a%2Fb', 'a/b'],
    ['%252F', '%2F'],
    ['%F0%9F%98%80', '😀'],
    ['a+b', 'a+b'],
    ['A', 'A'],
  ])('reads %s as one id', (raw, id) => {
    expect(bank(`/v1/default/banks/${raw}/profile`)).toEqual({ bank_id: id });
  });

  it.each(['/v1/default/banks//profile', '/v1/default/banks/a/b/profile', '/v1/default/banks/a/profile/', '/v1/default/banks/a', '/'])(
    'does not match %s',
    (path) => {
      expect(bank(path)).toBeNull();
    },
  );

  it.each(['%', '%zz', '%C3', '%ED%A0%80'])('rejects the malformed encoding %s', (raw) => {
    expect(() => bank(`/v1/default/banks/${raw}/profile`)).toThrowError('malformed percent-encoding');
  });

  it('allows slashes in a document id, and a suffix in a longer template', () => {
    expect(document('/v1/default/banks/b/documents/x/y%2Fz.md')).toEqual({ bank_id: 'b', document_id: 'x/y/z.md' });
    expect(chunks('/v1/default/banks/b/documents/x/y/chunks')).toEqual({ bank_id: 'b', document_id: 'x/y' });
    expect(chunks('/v1/default/banks/b/documents/chunks')).toBeNull();
    expect(document('/v1/default/banks/b/documents/')).toBeNull();
  });
});

describe('splitUrl', () => {
  it('accepts a path or a URL and changes nothing', () => {
    expect(splitUrl('http://h:1/a%2Fb?x=1&y#z')).toEqual({ path: '/a%2Fb', search: 'x=1&y' });
    expect(splitUrl('/a')).toEqual({ path: '/a', search: '' });
    expect(splitUrl('http://h')).toEqual({ path: '/', search: '' });
  });

  it('rejects more than 8 KiB', () => {
    expect(splitUrl(`/${'a'.repeat(8191)}`).path).toHaveLength(8192);
    expect(() => splitUrl(`/${'a'.repeat(8192)}`)).toThrowError('longer than 8192');
  });
});
