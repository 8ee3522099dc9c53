/** Formats an integer with thousands separators: 1,234. */
export const number = (n: number): string => n.toLocaleString('en');

/** "1 memory", "1,234 memories". `many` defaults to `one` with an s. */
export const count = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;

/** Joins words as in a sentence: "a", "a and b", "a, b and c". */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
