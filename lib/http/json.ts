import { ValidationFailure, type ValidationIssue } from '#lib/errors';
import { textFault } from '#lib/http/fields';

/** Reads JSON from callers: bounds its structure before it is parsed, and refuses what the database could not store. */

export const MAX_DEPTH = 32;
export const MAX_KEYS = 1000;
/**
 * Values of one body, counted as commas and opening brackets. The cost of parsing and validating grows with values, not with bytes: so
 * many take less than a quarter of a second whatever their shape is, and a full retain may still have 30 for each of its 10,000 items.
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

/** The index of the quote that closes the string opened at `start`, or the length of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

const issueAt = (loc: (string | number)[], msg: string): ValidationIssue => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${msg}`,
  ctx: { error: {} },
});

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
 * What exceeds the bounds on depth, keys of an object and values, with its place; null where nothing does. Reads the text once, without
 * parsing it: parsing is what such a text makes expensive. Text that is not JSON gets some answer and is left to the parser.
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

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** What ends, escapes or may not be in a string: controls are the code units below the space. */
const NOT_PLAIN = /["\\]|[^ -\uffff]/g;
const BLANKS = /[ \t\n\r]*/y;
const WORDS = ['true', 'false', 'null'];

/** Where a match of a sticky pattern at `from` ends; `from` itself where there is none. */
const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
};

/** Where the well-formed string at `start` ends; `start` itself where there is none. One pattern for all of it would overflow on a long one. */
function endOfStringToken(text: string, start: number): number {
  for (let i = start + 1; ; ) {
    NOT_PLAIN.lastIndex = i;
    const found = NOT_PLAIN.exec(text);
    if (!found) return start;
    if (found[0] === '"') return found.index + 1;
    i = endOf(ESCAPE, text, found.index);
    if (i === found.index) return start;
  }
}

function endOfToken(text: string, start: number): number {
  const char = text[start] ?? '';
  if (char === '"') return endOfStringToken(text, start);
  if (char !== '' && '{}[],:'.includes(char)) return start + 1;
  const word = WORDS.find((one) => text.startsWith(one, start));
  return word ? start + word.length : endOf(NUMBER, text, start);
}

/** Where the text stops being made of JSON's tokens. */
function endOfTokens(text: string): number {
  for (let at = 0; ; ) {
    const start = endOf(BLANKS, text, at);
    at = endOfToken(text, start);
    if (at === start) return start;
  }
}

/** The parser names the place for most mistakes. */
const offsetOf = (text: string, message: string): number => {
  const named = /at position (\d+)/.exec(message);
  if (named) return Number(named[1]);
  return message.startsWith('Unexpected end') ? text.length : endOfTokens(text);
};

const REASONS: readonly [RegExp, string][] = [
  [/^Unexpected end/, 'unexpected end of the text'],
  [/^Expected property name/, 'expected a property name in double quotes'],
  [/^Expected ':'/, "expected ':' after a property name"],
  [/^Expected ','/, "expected ',' or the closing bracket"],
  [/^Expected double-quoted/, 'expected a property name in double quotes'],
  [/^Unterminated string/, 'a string does not end'],
  [/^Bad control character/, 'a control character must be escaped'],
  [/^Bad escaped|^Bad Unicode/, 'an escape is malformed'],
  [/^Unexpected non-whitespace/, 'something follows the value'],
];

const syntaxIssue = (text: string, message: string): ValidationIssue => ({
  type: 'json_invalid',
  loc: ['body', offsetOf(text, message)],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'unexpected character' },
});

/** Where the walk is and what it found; the walk ends at the first issue. */
interface Walk {
  readonly path: (string | number)[];
  readonly issues: ValidationIssue[];
}

function checkText(text: string, walk: Walk): void {
  const fault = textFault(text);
  if (fault !== null) walk.issues.push(issueAt([...walk.path], fault));
}

/**
 * Checks and cleans in one walk: NUL and half a surrogate pair are refused, for the database could not return them as they were sent; a
 * key `__proto__` is dropped; an overflown number is refused.
 */
function clean(value: unknown, walk: Walk): void {
  if (typeof value === 'string') checkText(value, walk);
  if (typeof value === 'number' && !Number.isFinite(value))
    walk.issues.push({ type: 'finite_number', loc: [...walk.path], msg: 'Input should be a finite number' });
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) cleanArray(value, walk);
  else cleanObject(value as Record<string, unknown>, walk);
}

function cleanArray(array: readonly unknown[], walk: Walk): void {
  for (let i = 0; i < array.length && walk.issues.length === 0; i++) {
    walk.path.push(i);
    clean(array[i], walk);
    walk.path.pop();
  }
}

function cleanObject(object: Record<string, unknown>, walk: Walk): void {
  for (const key of Object.keys(object)) {
    if (walk.issues.length > 0) return;
    if (key === '__proto__') {
      delete object[key];
      continue;
    }
    // the place of a bad key is itself text of the answer
    walk.path.push(key.toWellFormed());
    checkText(key, walk);
    if (walk.issues.length === 0) clean(object[key], walk);
    walk.path.pop();
  }
}

/** Throws `ValidationFailure` with the place of the first mistake, in UTF-16 code units from the start of the text. */
export function parseJson(text: string): unknown {
  const tooLarge = structureIssue(text);
  if (tooLarge) throw new ValidationFailure([tooLarge]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ValidationFailure([syntaxIssue(text, error instanceof Error ? error.message : '')]);
  }
  const walk: Walk = { path: ['body'], issues: [] };
  clean(value, walk);
  if (walk.issues.length > 0) throw new ValidationFailure(walk.issues);
  return value;
}
