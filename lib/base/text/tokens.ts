import { countTokens as count, setMergeCacheSize } from 'gpt-tokenizer/encoding/cl100k_base';

/**
 * The library's cache is a Map that deletes and re-inserts the word at every hit. The deleted
 * entries stay in a chain that each further hit walks, up to the size of the cache: with 10,000
 * entries a repeated word costs fifteen times as much as with 256.
 */
setMergeCacheSize(256);

/** Stored text has no special tokens: `<|endoftext|>` is the characters that a user typed. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/**
 * The encoding merges inside words: runs of letters, of signs or of white space. Merging is
 * quadratic in the length of a word, so a longer one is counted in pieces, off by at most one token
 * per piece. Each alternative starts only where its run starts: the search is linear.
 */
const LONG_WORD = /(?<!\s)\s{400,}|(?<!\p{L})\p{L}{400,}|(?<![^\s\p{L}\p{N}])[^\s\p{L}\p{N}]{400,}/gu;
const PIECE = 200;

/**
 * cl100k tokens of a text: the unit of every `max_tokens` on the wire. Takes time linear in the
 * length of the text. Never throws.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    tokens += count(text.slice(from, index), PLAIN);
    from = index + word.length;
    for (let at = 0; at < word.length; at += PIECE) tokens += count(word.slice(at, at + PIECE), PLAIN);
  }
  return tokens + count(from === 0 ? text : text.slice(from), PLAIN);
}
