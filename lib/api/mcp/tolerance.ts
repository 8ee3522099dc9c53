import { isStructured, type Structured } from '#lib/base/structured';

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

/** A text where the schema wants something else: the value that it spells, else the text. */
function read(value: unknown, schema: unknown): unknown {
  const types = typesOf(schema);
  if (typeof value !== 'string' || types.length === 0 || types.includes('string')) return value;
  const meant = parsed(value);
  if (types.some((type) => isOfType(meant, type))) return meant;
  // One value where a list is wanted.
  return types.includes('array') && value.trim() !== '' ? [value] : value;
}

/**
 * The arguments that `schema` declares, without nulls; `given` is what the client sent. Unknown
 * arguments are dropped: clients and models add their own.
 */
export function readArguments(given: unknown, schema: Structured): Record<string, unknown> {
  const sent = typeof given === 'string' ? parsed(given) : given;
  if (!isStructured(sent) || !isStructured(schema.properties)) return {};
  const args: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(sent, name)) continue;
    const value = sent[name];
    if (value !== null && value !== undefined) args[name] = read(value, property);
  }
  return args;
}
