import { BoundedCache } from '#lib/base/bounded-cache';
import { readSentences } from '#lib/base/text/sentences';

/**
 * Caches parsed texts. Questions to one bank find many of the same memories, and parsing costs more
 * than the rest of an answer by rules. A cached value is a pure function of its text, and its size
 * is proportional to the text. A full cache is cleared.
 */
export function cachedByText<T extends object | boolean>(read: (text: string) => T): (text: string) => T {
  const known = new BoundedCache<T>(ROOM);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = read(text);
    // Long documents are not cached: each is asked about rarely.
    if (text.length <= LONGEST) known.set(text, made, READING_SIZE * text.length);
    return made;
  };
}
const LONGEST = 2000;
/** In characters: room for several thousand parsed statements of usual length. */
const ROOM = 2_500_000;
/**
 * Maximum characters of a parsed value per character of its text, as a list of words or sentences.
 */
export const READING_SIZE = 8;

/** Computes a value on first use and caches it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** The ranges of the sentences of a text. */
export const sentencesIn: (text: string) => readonly { readonly start: number; readonly end: number; readonly code: boolean }[] =
  cachedByText((text) => readSentences(text).map(({ start, end, code }) => ({ start, end, code })));
