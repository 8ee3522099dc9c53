import { z } from 'zod';
import { issueAt, ValidationFailure, type ValidationIssue } from '#lib/base/errors';
import { TAG_FILTER_FIELDS } from '#lib/base/tags/contract';
import { booleanOf } from '#lib/base/text/boolean';

/**
 * Query strings contain only text. The JSON form of a query schema defines the type of each value.
 */

type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'array';
interface JsonShape {
  type?: string;
  anyOf?: JsonShape[];
  properties?: Record<string, JsonShape>;
}

const kindOf = (shape: JsonShape): Kind => {
  const type = shape.type ?? shape.anyOf?.find((branch) => branch.type !== 'null')?.type;
  return type === 'integer' || type === 'number' || type === 'boolean' || type === 'array' ? type : 'string';
};

const INT64_MAX = 2n ** 63n - 1n;

const integer = (text: string): number | Omit<ValidationIssue, 'loc'> => {
  const trimmed = text.trim();
  if (!/^[+-]?\d+$/.test(trimmed))
    return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' };
  const digits = trimmed.replace(/^[+-]?0*/, '');
  if (digits.length > 19 || BigInt(digits || '0') > INT64_MAX)
    return { type: 'int_parsing_size', msg: 'Unable to parse input string as an integer, exceeded maximum size' };
  return Number(trimmed);
};

const number = (text: string): number | Omit<ValidationIssue, 'loc'> => {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(value)
    ? value
    : { type: 'float_parsing', msg: 'Input should be a valid number, unable to parse string as a number' };
};

const boolean = (text: string): boolean | Omit<ValidationIssue, 'loc'> =>
  booleanOf(text) ?? { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' };

const CONVERT = { integer, number, boolean } as const;

export interface ParsedQuery {
  readonly value: Record<string, unknown>;
  readonly ignored: readonly string[];
}

/**
 * Repeated names make a list; for a repeated single value the last one counts, except in a tag
 * filter, which must not be read in part. Unknown names are reported, not rejected. Throws
 * `ValidationFailure` for invalid numbers and booleans, a repeated `tags_match` or `tag_groups`,
 * and NUL.
 */
export function queryParser(schema: z.ZodObject | undefined): (search: string) => ParsedQuery {
  const shape = schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonShape) : {};
  const kinds = new Map(Object.entries(shape.properties ?? {}).map(([name, property]) => [name, kindOf(property)]));
  return (search) => {
    if (search === '') return { value: {}, ignored: [] };
    const value: Record<string, unknown> = {};
    const ignored = new Set<string>();
    const issues: ValidationIssue[] = [];
    for (const [name, text] of new URLSearchParams(search)) {
      const kind = kinds.get(name);
      if (!kind) {
        ignored.add(name);
      } else if (text.includes('\u0000')) {
        issues.push({
          type: 'value_error',
          loc: ['query', name],
          msg: 'Value error, the character NUL is not allowed',
          ctx: { error: {} },
        });
      } else if (kind !== 'array' && Object.hasOwn(value, name) && TAG_FILTER_FIELDS.includes(name)) {
        issues.push(issueAt(['query', name], `${name} must be sent once`));
      } else if (kind === 'array') {
        value[name] = [...((value[name] as string[] | undefined) ?? []), text];
      } else {
        const converted = kind === 'string' ? text : CONVERT[kind](text);
        if (typeof converted === 'object') issues.push({ ...converted, loc: ['query', name], input: text });
        else value[name] = converted;
      }
    }
    if (issues.length > 0) throw new ValidationFailure(issues);
    return { value, ignored: [...ignored] };
  };
}
