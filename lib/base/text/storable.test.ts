import { expect, it } from 'vitest';
import { storable } from '#lib/base/text/storable';

it('storable replaces NUL and lone surrogates and nothing else', () => {
  expect(storable('a\u0000b\ud800c😀')).toBe('a\ufffdb\ufffdc😀');
});
