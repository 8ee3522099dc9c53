/**
 * Replaces characters that the database or JSON parsers cannot store with the replacement
 * character.
 */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');
