import { isStructured } from '#lib/base/structured';

/** Results for a context window: every field costs its reader tokens. */

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isStructured(value) && Object.keys(value).length === 0);

/** The fields of an object that contain anything; numbers and booleans always do. */
export function compact<T extends object>(value: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field))) as { [Key in keyof T]?: NonNullable<T[Key]> };
}

export interface Excerpt {
  readonly text: string;
  /** of the whole text */
  readonly length: number;
  /** where the rest begins; null at the end */
  readonly next: number | null;
}

const isHighSurrogate = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text[at] ?? '');

/**
 * A part of a long text. `offset` and `limit` in UTF-16 units; the part never ends inside a
 * character.
 */
export function excerptOf(text: string, offset: number, limit: number): Excerpt {
  const from = Math.min(offset, text.length);
  const end = Math.min(from + limit, text.length);
  const to = end < text.length && end - from > 1 && isHighSurrogate(text, end - 1) ? end - 1 : end;
  return { text: text.slice(from, to), length: text.length, next: to < text.length ? to : null };
}
