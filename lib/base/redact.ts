/** Secrets in text that other people will read: logs, the audit log, errors, names. Pure, and free of everything that a browser lacks. */

const KEY = /\bmb[ks]_[0-9A-Za-z]{49}\b/g;

/** Whole API keys become their first characters. */
export const strikeKeys = (text: string): string => text.replace(KEY, (key) => `${key.slice(0, 12)}…`);

export const containsKey = (text: string): boolean => text.search(KEY) >= 0;
