import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { defined } from '#lib/base/defined';

/**
 * The text of an API key: `mbk_` (`mbs_` for a child key), 43 random base62 characters (256 bits),
 * 6 base62 characters of the CRC-32 of the 47 before. Scanners find leaked keys by
 * `\bmb[ks]_[0-9A-Za-z]{49}\b`, and a mistyped key never costs a database query.
 */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY = 43;
const CHECK = 6;
const FORM = /^mb[ks]_[0-9A-Za-z]{49}$/;

/**
 * The number of characters of a key that may be shown: the kind and 8 more; 208 bits stay secret.
 */
const SHOWN = 12;

export type KeyKind = 'key' | 'scoped';

/** Bytes of 248 and more are discarded, so that every character is equally likely. */
const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
};

const checksum = (text: string): string => {
  let rest = crc32(text);
  let check = '';
  for (let i = 0; i < CHECK; i++) {
    check = defined(ALPHABET[rest % 62]) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
};

export const generateKey = (kind: KeyKind): string => {
  const text = (kind === 'key' ? 'mbk_' : 'mbs_') + randomText(BODY);
  return text + checksum(text);
};

/** Checks format and checksum, but not whether the key was issued. */
export const isWellFormedKey = (text: string): boolean => FORM.test(text) && checksum(text.slice(0, -CHECK)) === text.slice(-CHECK);

/** SHA-256: a secret of 256 random bits cannot be guessed, so a slow hash would protect nothing. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

export const keyPrefix = (key: string): string => key.slice(0, SHOWN);
