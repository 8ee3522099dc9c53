import { ValidationFailure, type ValidationIssue } from '#lib/errors';
import { textFault } from '#lib/http/fields';

/** Reading JSON from strangers: what the parser lets through and the database, or a later reader, would choke on. */

export const MAX_DEPTH = 32;
export const MAX_KEYS = 1000;

const TOKEN =
  /\s*(?:[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;

/** The parser names the place for most mistakes; for the rest it is where the text stops being made of JSON's tokens. */
const offsetOf = (text: string, message: string): number => {
  const named = /at position (\d+)/.exec(message);
  if (named) return Number(named[1]);
  if (message.startsWith('Unexpected end')) return text.length;
  TOKEN.lastIndex = 0;
  let end = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
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

const refuse = (walk: Walk, msg: string): void => {
  walk.issues.push({ type: 'value_error', loc: [...walk.path], msg: `Value error, ${msg}`, ctx: { error: {} } });
};

function checkText(text: string, walk: Walk): void {
  const fault = textFault(text);
  if (fault !== null) refuse(walk, fault);
}

/**
 * Checks and cleans in one walk: at most 32 deep and 1,000 keys an object; NUL and half a surrogate pair are refused, for the database
 * could not give them back as they were sent; a key `__proto__` is dropped; an overflown number is refused.
 */
function clean(value: unknown, walk: Walk): void {
  if (typeof value === 'string') checkText(value, walk);
  if (typeof value === 'number' && !Number.isFinite(value))
    walk.issues.push({ type: 'finite_number', loc: [...walk.path], msg: 'Input should be a finite number' });
  if (typeof value !== 'object' || value === null) return;
  if (walk.path.length > MAX_DEPTH) refuse(walk, `nested deeper than ${MAX_DEPTH} levels`);
  else if (Array.isArray(value)) cleanArray(value, walk);
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
  const keys = Object.keys(object);
  if (keys.length > MAX_KEYS) refuse(walk, `more than ${MAX_KEYS} keys`);
  for (const key of keys) {
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
