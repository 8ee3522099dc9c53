/**
 * Locates the elements of a JSON array or the members of an object without parsing their values.
 */

/** The position of a value in the JSON text, without the surrounding white space and commas. */
export interface Slice {
  readonly start: number;
  /** exclusive */
  readonly end: number;
}

export interface JsonMember extends Slice {
  readonly key: string;
}

/** Deeper nesting is not read: `JSON.parse` takes seconds for some megabytes of brackets. */
const MAX_DEPTH = 64;

const COMMA = 44;
const QUOTE = 34;
const COLON = 58;

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** Returns the position of the first character from `at` on that is not white space. */
export function skipBlanks(text: string, at: number): number {
  let i = at;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Returns the position after the closing quote of the string that opens at `at`. */
function endOfString(text: string, at: number): number {
  let i = at + 1;
  for (let code = text.charCodeAt(i); i < text.length && code !== QUOTE; code = text.charCodeAt(i)) i += code === 92 ? 2 : 1;
  return i + 1;
}

/**
 * Returns the position after the value that begins at `at`, which need not be valid JSON. Returns
 * -1 if it is nested too deeply or contains more than `maxParts` values.
 */
export function endOfValue(text: string, at: number, maxParts = Number.POSITIVE_INFINITY): number {
  let depth = 0;
  let parts = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i) - 1;
    } else if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) return -1;
    } else if (code === 93 || code === 125) {
      if (depth === 0) return i;
      depth--;
    } else if (depth > 0) {
      if (code === COMMA && ++parts > maxParts) return -1;
      continue;
    } else if (code === COMMA || isBlank(code)) {
      return i;
    } else {
      continue;
    }
    if (depth === 0) return Math.min(i + 1, text.length);
  }
  return text.length;
}

/**
 * Yields each part inside the brackets that open at `at`. Returns the offset past the closing
 * bracket, or -1 for invalid JSON.
 */
function* partsOf<S extends Slice>(
  text: string,
  at: number,
  close: string,
  partAt: (start: number) => S | null,
): Generator<S, number, undefined> {
  let i = skipBlanks(text, at + 1);
  if (text[i] === close) return i + 1;
  while (i < text.length) {
    const part = partAt(i);
    if (part === null || part.end < 0) return -1;
    yield part;
    i = skipBlanks(text, part.end);
    if (text[i] === close) return i + 1;
    if (text.charCodeAt(i) !== COMMA) return -1;
    i = skipBlanks(text, i + 1);
  }
  return -1;
}

/**
 * The elements of the array that opens at `at`, in order. Returns the offset after the closing
 * bracket, or -1 if this is not a JSON array or is nested too deeply. The elements themselves are
 * not validated.
 */
export const elementsOf = (text: string, at: number): Generator<Slice, number, undefined> =>
  partsOf(text, at, ']', (start) => ({ start, end: endOfValue(text, start) }));

/** The same for the members of the object that opens at `at`; a repeated key appears twice. */
export const membersOf = (text: string, at: number): Generator<JsonMember, number, undefined> =>
  partsOf(text, at, '}', (from) => {
    if (text.charCodeAt(from) !== QUOTE) return null;
    const keyEnd = endOfString(text, from);
    const key = keyOf(text.slice(from, keyEnd));
    const colon = skipBlanks(text, keyEnd);
    if (key === null || text.charCodeAt(colon) !== COLON) return null;
    const start = skipBlanks(text, colon + 1);
    return { key, start, end: endOfValue(text, start) };
  });

function keyOf(quoted: string): string | null {
  try {
    return JSON.parse(quoted);
  } catch {
    return null;
  }
}
