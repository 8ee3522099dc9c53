import { createHash } from 'node:crypto';
import { fold } from '#lib/base/text/terms';

/**
 * A key that two readings of the same statement share: 64 bits of the hash of its folded words,
 * including the speaker's name.
 */
export const wordsKey = (text: string): bigint =>
  createHash('sha256').update(fold(text).replace(/\s+/g, ' ').trim()).digest().readBigInt64BE(0);
