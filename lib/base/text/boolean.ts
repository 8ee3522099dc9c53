const WORDS = new Map([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((word) => [word, false] as const),
]);

/** Reads a boolean of a query or form, in any case. null: it is none. */
export const booleanOf = (text: string): boolean | null => WORDS.get(text.trim().toLowerCase()) ?? null;
