import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from '#lib/access/keys/codec';

const SCANNER = /\bmb[ks]_[0-9A-Za-z]{49}\b/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('key codec', () => {
  it('creates keys that scanners find and that carry their kind', () => {
    expect(generateKey('key')).toMatch(/^mbk_/);
    expect(generateKey('scoped')).toMatch(/^mbs_/);
    expect(`KEY="${generateKey('key')}"`).toMatch(SCANNER);
  });

  it('creates 100,000 different keys, all well formed', () => {
    const keys = Array.from({ length: 100_000 }, () => generateKey('key'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every(isWellFormedKey)).toBe(true);
  });

  it('uses every character of the alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 5000; i++) for (const letter of generateKey('key').slice(4, 47)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const mean = (5000 * 43) / 62;
    expect([...counts.keys()].sort().join('')).toBe(ALPHABET);
    for (const count of counts.values()) expect(Math.abs(count / mean - 1)).toBeLessThan(0.12);
  });

  it('rejects a key with one wrong character', () => {
    fc.assert(
      fc.property(fc.nat({ max: 52 }), fc.constantFrom(...ALPHABET), (place, letter) => {
        const key = generateKey('key');
        fc.pre(key[place] !== letter);
        expect(isWellFormedKey(key.slice(0, place) + letter + key.slice(place + 1))).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each(['', 'mbk_', 'sk-123', `mbk_${'0'.repeat(48)}`, `mbk_${'0'.repeat(50)}`, `mbx_${'0'.repeat(49)}`, `mbk_${'é'.repeat(49)}`])(
    'rejects %j',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    },
  );

  it('rejects line breaks and blanks around a key', () => {
    const key = generateKey('key');
    for (const text of [`${key}\n`, ` ${key}`, `${key} `, `${key}\0`]) expect(isWellFormedKey(text)).toBe(false);
  });

  it('pads the checksum with zeros to the left', () => {
    const padded = Array.from({ length: 2000 }, () => generateKey('key')).filter((key) => key[47] === '0');
    expect(padded.length).toBeGreaterThan(0);
    expect(padded.every(isWellFormedKey)).toBe(true);
  });

  it('stores the SHA-256 of the whole key and shows 12 characters', () => {
    const key = generateKey('key');
    expect(hashKey(key).equals(createHash('sha256').update(key).digest())).toBe(true);
    expect(keyPrefix(key)).toBe(key.slice(0, 12));
  });
});
