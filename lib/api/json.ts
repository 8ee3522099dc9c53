import { textFault } from '#lib/base/contract/fields';
import { structureIssue } from '#lib/base/contract/structure';
import { issueAt, ValidationFailure, type ValidationIssue } from '#lib/base/errors';

/**
 * Parses JSON of callers: limited in its structure, and without values that the database could not
 * store.
 */

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/**
 * Characters that end, escape or may not be in a string: controls are the code units below the
 * space.
 */
const NOT_PLAIN = /["\\]|[^ -\uffff]/g;
const BLANKS = /[ \t\n\r]*/y;
const WORDS = ['true', 'false', 'null'];

/** The end of a match of a sticky pattern at `from`; `from` itself if there is none. */
const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
};

/**
 * The end of the well-formed string at `start`; `start` itself if there is none. One pattern for
 * all of it would overflow on a long string.
 */
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

/** The offset at which the text stops being JSON tokens. */
function endOfTokens(text: string): number {
  for (let at = 0; ; ) {
    const start = endOf(BLANKS, text, at);
    at = endOfToken(text, start);
    if (at === start) return start;
  }
}

/** The parser reports the offset of most mistakes. */
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
  [/^Unexpected non-whitespace/, 'unexpected text after the value'],
];

const syntaxIssue = (text: string, message: string): ValidationIssue => ({
  type: 'json_invalid',
  loc: ['body', offsetOf(text, message)],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'unexpected character' },
});

/** The state of the walk and its result; it ends at the first issue. */
interface Walk {
  readonly path: (string | number)[];
  readonly issues: ValidationIssue[];
}

function checkText(text: string, walk: Walk): void {
  const fault = textFault(text);
  if (fault !== null) walk.issues.push(issueAt([...walk.path], fault));
}

/**
 * Validates and cleans in one walk: NUL and unpaired surrogates are rejected, because the
 * database could not return them unchanged; a key `__proto__` is dropped; an overflowing number is
 * rejected.
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
    // the place of a bad key is itself text in the answer
    walk.path.push(key.toWellFormed());
    checkText(key, walk);
    if (walk.issues.length === 0) clean(object[key], walk);
    walk.path.pop();
  }
}

/**
 * Throws `ValidationFailure` with the place of the first mistake, in UTF-16 code units from the
 * start of the text.
 */
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
