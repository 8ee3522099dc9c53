import { createHash } from 'node:crypto';
import { fold } from '#lib/base/text/terms';

/** What two readings of the same statement have in common: 64 bits of the hash of its words, folded, the speaker's name in front. */
export const wordsKey = (text: string): bigint =>
  createHash('sha256').update(fold(text).replace(/\s+/g, ' ').trim()).digest().readBigInt64BE(0);
