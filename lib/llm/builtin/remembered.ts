import { readSentences } from '#lib/text/sentences';

/**
 * Readings of texts, kept. Questions to one bank find much of the same again, and to take a text apart costs more than all else that an answer without a
 * model is made of. What is kept is a pure function of the text and small; when there is too much of it all of it goes.
 */
export function remembered<T>(read: (text: string) => T, most = 4000): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = read(text);
    // Documents are long, and asked about one by one.
    if (text.length <= LONGEST) known.set(text, made);
    return made;
  };
}
const LONGEST = 2000;

/** What is made when it is wanted, and then kept. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** Where the sentences of a text stand. */
export const sentencesIn: (text: string) => readonly { readonly start: number; readonly end: number; readonly code: boolean }[] =
  remembered((text) => readSentences(text).map(({ start, end, code }) => ({ start, end, code })));
