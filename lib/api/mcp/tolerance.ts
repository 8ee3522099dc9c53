import { ApiError } from '#lib/api/call';
import { isStructured, type Structured } from '#lib/base/structured';
import { TAG_FILTER_FIELDS } from '#lib/base/tags/contract';

/**
 * Makes the arguments of language models readable: they send `null` for an absent argument, and
 * arrays, objects, numbers and booleans as text.
 */

/** The JSON types that a property may have. */
function typesOf(schema: unknown): readonly unknown[] {
  if (!isStructured(schema)) return [];
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap(typesOf);
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isStructured(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return type === 'boolean' && typeof value === 'boolean';
};

/** An object of declared fields, without those that are null. */
function withoutNulls(value: unknown, schema: unknown): unknown {
  if (!isStructured(value) || !isStructured(schema) || !isStructured(schema.properties)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** A text where the schema wants something else: the value that it spells, else the text. */
function read(value: unknown, schema: unknown): unknown {
  const types = typesOf(schema);
  if (typeof value !== 'string' || types.length === 0 || types.includes('string')) return value;
  const meant = parsed(value);
  if (types.some((type) => isOfType(meant, type))) return meant;
  // One value where a list is wanted, unless it is a list that was cut.
  const text = value.trim();
  return types.includes('array') && text !== '' && !text.startsWith('[') ? [value] : value;
}

const isGiven = (sent: Structured, name: string): boolean => Object.hasOwn(sent, name) && sent[name] !== null && sent[name] !== undefined;

/**
 * The arguments that `schema` declares, without nulls; `given` is what the client sent. Unknown
 * arguments are dropped: clients and models add their own. Throws `ApiError` for a tag filter that
 * the schema does not declare: an answer that ignores it would show more than the caller wants.
 */
export function readArguments(given: unknown, schema: Structured): Record<string, unknown> {
  const sent = typeof given === 'string' ? parsed(given) : given;
  if (!isStructured(sent) || !isStructured(schema.properties)) return {};
  const { properties } = schema;
  const unread = TAG_FILTER_FIELDS.filter((name) => isGiven(sent, name) && !Object.hasOwn(properties, name));
  if (unread.length > 0)
    throw new ApiError(422, 'unprocessable', `This tool does not filter by ${unread.join(', ')}: its result would ignore the filter`);
  const args: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (isGiven(sent, name)) args[name] = withoutNulls(read(sent[name], property), property);
  }
  return args;
}
