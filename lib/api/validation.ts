import type { z } from 'zod';
import { ServiceError, ValidationFailure, type ValidationIssue } from '#lib/base/errors';

/** Converts zod's issues to the format and vocabulary of `HTTPValidationError`. */

const MAX_ISSUES = 50;
const MAX_ECHO = 200;

const plural = (n: number | bigint, noun: string): string => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`;

const quoted = (values: readonly unknown[]): string => {
  const texts = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
};

type IssueText = Pick<ValidationIssue, 'type' | 'msg' | 'ctx'>;

const EXPECTED: Record<string, IssueText> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
  int: { type: 'int_type', msg: 'Input should be a valid integer' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: { type: 'model_attributes_type', msg: 'Input should be a valid dictionary or object to extract fields from' },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  null: { type: 'none_required', msg: 'Input should be None' },
};

/**
 * An integer field distinguishes a text, and only there a fraction, by another expectation; this
 * marks the first case.
 */
const WHOLE = 'whole number';

const wrongType = (issue: z.core.$ZodIssueInvalidType): IssueText => {
  const whole = issue.expected === 'int' || issue.message === WHOLE;
  if (whole && typeof issue.input === 'number')
    return { type: 'int_from_float', msg: 'Input should be a valid integer, got a number with a fractional part' };
  return (
    EXPECTED[whole ? 'int' : issue.expected] ?? { type: 'value_error', msg: `Value error, expected ${issue.expected}`, ctx: { error: {} } }
  );
};

const tooBig = (issue: z.core.$ZodIssueTooBig): IssueText => {
  const bound = Number(issue.maximum);
  if (issue.origin === 'string')
    return { type: 'string_too_long', msg: `String should have at most ${plural(bound, 'character')}`, ctx: { max_length: bound } };
  if (issue.origin === 'array' || issue.origin === 'set') {
    const actual = Array.isArray(issue.input) ? issue.input.length : 0;
    return {
      type: 'too_long',
      msg: `List should have at most ${plural(bound, 'item')} after validation, not ${actual}`,
      ctx: { field_type: 'List', max_length: bound, actual_length: actual },
    };
  }
  if (bound === Number.MAX_SAFE_INTEGER)
    return { type: 'int_parsing_size', msg: 'Unable to parse input as an integer, exceeded maximum size' };
  if (issue.inclusive === false) return { type: 'less_than', msg: `Input should be less than ${bound}`, ctx: { lt: bound } };
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${bound}`, ctx: { le: bound } };
};

const tooSmall = (issue: z.core.$ZodIssueTooSmall): IssueText => {
  const bound = Number(issue.minimum);
  if (issue.origin === 'string')
    return { type: 'string_too_short', msg: `String should have at least ${plural(bound, 'character')}`, ctx: { min_length: bound } };
  if (issue.origin === 'array' || issue.origin === 'set') {
    const actual = Array.isArray(issue.input) ? issue.input.length : 0;
    return {
      type: 'too_short',
      msg: `List should have at least ${plural(bound, 'item')} after validation, not ${actual}`,
      ctx: { field_type: 'List', min_length: bound, actual_length: actual },
    };
  }
  if (issue.inclusive === false) return { type: 'greater_than', msg: `Input should be greater than ${bound}`, ctx: { gt: bound } };
  return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${bound}`, ctx: { ge: bound } };
};

const notOneOf = (issue: z.core.$ZodIssueInvalidValue): IssueText => ({
  type: issue.values.length > 1 ? 'enum' : 'literal_error',
  msg: `Input should be ${quoted(issue.values)}`,
  ctx: { expected: quoted(issue.values) },
});

const valueError = (message: string): IssueText => ({
  type: 'value_error',
  msg: message.startsWith('Value error, ') ? message : `Value error, ${message}`,
  ctx: { error: {} },
});

const textOf = (issue: z.core.$ZodIssue): IssueText => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_value':
      return notOneOf(issue);
    case 'not_multiple_of':
      return { type: 'multiple_of', msg: `Input should be a multiple of ${issue.divisor}`, ctx: { multiple_of: issue.divisor } };
    case 'invalid_format':
      return issue.format === 'uuid' ? { type: 'uuid_parsing', msg: 'Input should be a valid UUID' } : valueError(issue.message);
    default:
      return valueError(issue.message);
  }
};

/**
 * The part of the input that is returned: scalars, with long texts cut; no containers, which could
 * be the whole body.
 */
const echo = (input: unknown): { input?: unknown } => {
  if (typeof input === 'string') return { input: input.length > MAX_ECHO ? `${input.slice(0, MAX_ECHO).toWellFormed()}…` : input };
  return input === null || typeof input === 'number' || typeof input === 'boolean' ? { input } : {};
};

/** Of a union's branches, the nearest one: with the deepest issue, then the fewest. */
const nearest = (branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] => {
  const depth = (issues: z.core.$ZodIssue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length));
  return [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [];
};

function issuesOf(issue: z.core.$ZodIssue, loc: (string | number)[]): ValidationIssue[] {
  const here = [...loc, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code !== 'custom' && issue.input === undefined && here.length > 1)
    return [{ type: 'missing', loc: here, msg: 'Field required' }];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return nearest(issue.errors).flatMap((inner) => issuesOf(inner, here));
  if (issue.code === 'invalid_key') return issue.issues.flatMap((inner) => issuesOf({ ...inner, path: [] }, here));
  return [{ ...textOf(issue), loc: here, ...echo(issue.input) }];
}

const badRequestOf = (issue: z.core.$ZodIssue): string | null =>
  issue.code === 'custom' && issue.params?.badRequest === true ? issue.message : null;

const isWhole = (inst: unknown): boolean =>
  (inst as z.ZodType | undefined)?._zod.def.type === 'number' && 'format' in (inst as z.ZodType)._zod.def;

const OPTIONS: z.core.ParseContext<z.core.$ZodIssue> = {
  reportInput: true,
  error: (issue) => (issue.code === 'invalid_type' && isWhole(issue.inst) ? WHOLE : undefined),
};

/**
 * The most values, including containers, for which validation collects every fault. Validation of
 * larger inputs ends at the first fault, because collecting faults takes several times as long as
 * validating.
 */
const MAX_CHECKED_WHOLE = 5_000;

// zod exposes `abortEarly` only through `validate`, which returns neither issues nor data.
const FIRST_FAULT: z.core.ParseContextInternal<z.core.$ZodIssue> = { ...OPTIONS, abortEarly: true };

/** Whether a JSON value has more values than `most`, with their containers. */
function isLarge(value: unknown, most: number): boolean {
  const left: unknown[] = [value];
  for (let count = 0; left.length > 0; count++) {
    if (count + left.length > most) return true;
    const one = left.pop();
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) left.push(inner);
  }
  return false;
}

/** One issue for each place: the first. */
const firstOfEach = (issues: readonly ValidationIssue[]): ValidationIssue[] => {
  const seen = new Set<string>();
  return issues.filter(({ loc }) => {
    const place = JSON.stringify(loc);
    return !seen.has(place) && seen.add(place);
  });
};

/**
 * Validates one part of a request. Reports up to 50 faults, and only the first of a large input.
 * Throws `ValidationFailure`, or `bad_request` if the contract requires a 400 (a malformed id).
 * `where` is body, query or path and starts every `loc`.
 */
export function check<S extends z.ZodType>(schema: S, value: unknown, where: 'body' | 'query' | 'path'): z.output<S> {
  const parsed = schema.safeParse(value, isLarge(value, MAX_CHECKED_WHOLE) ? FIRST_FAULT : OPTIONS);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const text = badRequestOf(issue);
    if (text) throw new ServiceError('bad_request', text);
  }
  const found = parsed.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => issuesOf(issue, [where]));
  throw new ValidationFailure(firstOfEach(found).slice(0, MAX_ISSUES));
}
