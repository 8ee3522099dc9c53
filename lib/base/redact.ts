/**
 * Redacts secrets in text that other people will read: logs, the audit log, errors, names. Pure,
 * and usable in a browser.
 */

const KEY = /\bmb[ks]_[0-9A-Za-z]{49}\b/g;

/** Shortens complete API keys to their first characters. */
export const strikeKeys = (text: string): string => text.replace(KEY, (key) => `${key.slice(0, 12)}…`);

export const containsKey = (text: string): boolean => text.search(KEY) >= 0;
