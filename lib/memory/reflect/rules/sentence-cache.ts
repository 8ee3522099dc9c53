import { BoundedCache } from '#lib/base/bounded-cache';
import { readSentences } from '#lib/base/text/sentences';

/**
 * Readings of texts, kept. Questions to one bank find much of the same again, and to take a text apart costs more than all else that an answer without a
 * model is made of. What is kept is a pure function of the text and in proportion to it; when there is too much of it all of it goes.
 */
export function remembered<T extends object | boolean>(read: (text: string) => T): (text: string) => T {
  const known = new BoundedCache<T>(ROOM);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = read(text);
    // Documents are long, and asked about one by one.
    if (text.length <= LONGEST) known.set(text, made, READING_SIZE * text.length);
    return made;
  };
}
const LONGEST = 2000;
/** Some thousand statements of usual length, and what was read in them. */
const ROOM = 2_500_000;
/** Characters that a reading takes for each one of its text, at most: a list of its words or of its sentences. */
export const READING_SIZE = 8;

/** What is made when it is wanted, and then kept. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** Where the sentences of a text stand. */
export const sentencesIn: (text: string) => readonly { readonly start: number; readonly end: number; readonly code: boolean }[] =
  remembered((text) => readSentences(text).map(({ start, end, code }) => ({ start, end, code })));
