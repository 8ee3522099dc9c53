import type { z } from 'zod';

/** Describes an invalid value of a setting in one sentence, with its path and the bound. Pure. */

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const PARTS: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

/** "at least 500", "at most 64 characters" */
function boundOf(word: string, origin: string, bound: number | bigint): string {
  const part = PARTS[origin];
  return part === undefined ? `be ${word} ${bound}` : `have ${word} ${bound} ${part}`;
}

function faultOf(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return boundOf(issue.inclusive === false ? 'more than' : 'at least', issue.origin, issue.minimum);
    case 'too_big':
      return boundOf(issue.inclusive === false ? 'less than' : 'at most', issue.origin, issue.maximum);
    default:
      return null;
  }
}

export function sentenceOf(name: string, issue: z.core.$ZodIssue): string {
  const place = [name, ...issue.path.map(String)].join('.');
  if (issue.path.length > 0 && issue.input === undefined && issue.code !== 'custom') return `${place} is required`;
  const fault = faultOf(issue);
  return fault === null ? `${place}: ${issue.message.replace(/^Value error, /, '')}` : `${place} must ${fault}`;
}
