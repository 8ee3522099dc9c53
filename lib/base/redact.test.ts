import { describe, expect, test } from 'vitest';
import { generateKey } from '#lib/access/keys/codec';
import { containsKey, strikeKeys } from '#lib/base/redact';

describe('keys in text', () => {
  test.each(['key', 'scoped'] as const)('a %s is found anywhere and leaves its first characters', (kind) => {
    const key = generateKey(kind);
    const text = `first ${key}, again "${key}"`;
    expect(containsKey(text)).toBe(true);
    expect(containsKey(text)).toBe(true);
    expect(strikeKeys(text)).toBe(`first ${key.slice(0, 12)}…, again "${key.slice(0, 12)}…"`);
  });

  test('a prefix alone and a longer word stay', () => {
    expect(containsKey('mbk_qgCsV7vC and mbk_')).toBe(false);
    expect(strikeKeys(`${generateKey('key')}x`)).toContain('x');
    expect(containsKey(`${generateKey('key')}x`)).toBe(false);
  });
});
