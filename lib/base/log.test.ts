import { describe, expect, it } from 'vitest';
import { generateKey } from '#lib/access/keys/codec';
import { redact } from '#lib/base/log';

describe('redact', () => {
  it('redacts keys anywhere', () => {
    const key = generateKey('key');
    const text = redact(`{"a":"Bearer ${key}","b":"${generateKey('scoped')}"}`);
    expect(text).not.toContain(key.slice(13));
    expect(text).toContain(key.slice(0, 12));
    expect(text).not.toMatch(/mbs_[0-9A-Za-z]{9}/);
  });

  it('redacts the password of a URL', () => {
    expect(redact('at postgres://me:pa55@db:5432/x')).toBe('at postgres://me:…@db:5432/x');
  });
});
