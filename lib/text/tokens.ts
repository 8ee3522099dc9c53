import { countTokens as count, setMergeCacheSize } from 'gpt-tokenizer/encoding/cl100k_base';

/** The library keeps 100,000 merges by default, some 30 MB once rare words have passed; words repeat enough for a tenth. */
setMergeCacheSize(10_000);

/** Nothing is special in stored text: `<|endoftext|>` is the characters a user typed. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** Merging is quadratic in the length of an unbroken run, so a longer one is measured in pieces (off by at most one token per piece). */
const RUN = /[^\s]{400}/;
const PIECE = 200;

/** cl100k tokens of a text: the unit of every `max_tokens` on the wire. Never throws. */
export function countTokens(text: string): number {
  if (!RUN.test(text)) return count(text, PLAIN);
  let tokens = 0;
  for (const part of text.split(/(?<=\s)(?=\S)/)) {
    for (let at = 0; at < part.length; at += PIECE) tokens += count(part.slice(at, at + PIECE), PLAIN);
  }
  return tokens;
}
