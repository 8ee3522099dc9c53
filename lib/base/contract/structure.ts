import { issueAt, type ValidationIssue } from '#lib/base/errors';

/** Limits for the cost of parsing and validating a JSON text, checked before either. */

export const MAX_DEPTH = 32;
export const MAX_KEYS = 1000;
/**
 * The most values of one body, counted as commas and opening brackets. Parsing and validating cost
 * time per value, not per byte. This number of valid values takes about 0.2 s, and a full retain
 * may still have 30 for each of its 10,000 items.
 */
export const MAX_VALUES = 300_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The index of the quote that closes the string opened at `start`, or the length of the text if
 * none does.
 */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** The property name whose string starts at `start`. */
function keyAt(text: string, start: number): string {
  const literal = text.slice(start, endOfString(text, start) + 1);
  try {
    return (JSON.parse(literal) as string).toWellFormed();
  } catch {
    return literal;
  }
}

/**
 * Returns the first violation of the limits on depth, keys of an object and values, with its place;
 * null if there is none. Reads the text once without parsing it, because parsing is what makes such
 * a text expensive. For text that is not JSON the result is arbitrary: the parser rejects it.
 */
export function structureIssue(text: string): ValidationIssue | null {
  const isObject: boolean[] = [];
  /** by depth: keys of an object, commas of an array */
  const members: number[] = [];
  /** by depth: where the latest key of an object starts */
  const keys: number[] = [];
  let depth = 0;
  let values = 0;
  let lastString = 0;
  const loc = (levels: number): (string | number)[] => [
    'body',
    ...Array.from({ length: levels }, (_, i) => (isObject[i + 1] ? keyAt(text, keys[i + 1] ?? 0) : (members[i + 1] ?? 0))),
  ];
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        lastString = i;
        i = endOfString(text, i);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (depth === MAX_DEPTH) return issueAt(loc(depth), `nested deeper than ${MAX_DEPTH} levels`);
        depth++;
        isObject[depth] = text.charCodeAt(i) === OPEN_OBJECT;
        members[depth] = 0;
        values++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth > 0) depth--;
        break;
      case COLON:
        keys[depth] = lastString;
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > MAX_KEYS) return issueAt(loc(depth - 1), `more than ${MAX_KEYS} keys`);
        break;
      case COMMA:
        if (!isObject[depth]) members[depth] = (members[depth] ?? 0) + 1;
        values++;
        break;
    }
    if (values > MAX_VALUES) return issueAt(['body'], `more than ${MAX_VALUES} values in one body: split the request`);
  }
  return null;
}
