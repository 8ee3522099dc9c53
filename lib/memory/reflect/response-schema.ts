import { defined } from '#lib/base/defined';

/**
 * Reads the JSON Schema of a structured answer: types, descriptions, allowed values and required
 * names. Accepts what Pydantic and Zod write: `$ref` into `$defs`, `anyOf` with null, lists of
 * types, and `enum` or `const` without a type, also of several types. Ignores other keywords.
 */

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
type FieldType = (typeof TYPES)[number];
type EnumValue = string | number | boolean;

export interface Field {
  readonly type: FieldType;
  readonly isNullable: boolean;
  readonly description: string | null;
  readonly words: readonly EnumValue[] | null;
  /** of an array */
  readonly items: Field | null;
  /** of an object */
  readonly properties: Readonly<Record<string, Field>> | null;
  readonly required: readonly string[];
  /** the branches of a union; `type` is that of the first */
  readonly choices: readonly Field[] | null;
}

type SchemaObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is SchemaObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_SCHEMA = 16_384;
const MAX_DEPTH = 5;
/** Limits expansion, because many references may name the same part. */
const MAX_FIELDS = 500;

/** An error in a schema, with its path. */
export class SchemaFault extends Error {}

/** Reads one schema. */
class SchemaReader {
  readonly #root: SchemaObject;
  #fields = 0;

  constructor(root: SchemaObject) {
    this.#root = root;
  }

  form(): Pick<Field, 'properties' | 'required'> {
    const node = this.#resolved(this.#root, 'the schema');
    if (node.type !== undefined && node.type !== 'object') throw new SchemaFault('the type must be object');
    return this.#properties(node, '', 0);
  }

  /** Resolves a reference and merges its sibling keywords. */
  #resolved(node: SchemaObject, path: string, hops = 0): SchemaObject {
    const { $ref: reference, allOf, ...rest } = node;
    if (hops > MAX_DEPTH) throw new SchemaFault(`${path}.$ref refers to itself`);
    if (reference !== undefined) {
      const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(reference)) ?? [];
      const parts = keyword ? this.#root[keyword] : undefined;
      const found = isObject(parts) && name && Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (!isObject(found)) throw new SchemaFault(`${path}.$ref must refer to an entry of $defs`);
      return { ...this.#resolved(found, path, hops + 1), ...rest };
    }
    if (Array.isArray(allOf) && allOf.length === 1 && isObject(allOf[0])) return { ...this.#resolved(allOf[0], path, hops + 1), ...rest };
    return node;
  }

  #field(given: unknown, path: string, depth: number): Field {
    if (!isObject(given)) throw new SchemaFault(`${path} must be an object`);
    if (depth > MAX_DEPTH) throw new SchemaFault(`${path} is nested deeper than ${MAX_DEPTH} levels`);
    if (++this.#fields > MAX_FIELDS) throw new SchemaFault(`the schema must not have more than ${MAX_FIELDS} fields`);
    const node = this.#resolved(given, path);
    const { description } = node;
    if (description !== undefined && typeof description !== 'string') throw new SchemaFault(`${path}.description must be a string`);
    const branches = branchesOf(node, path);
    const types = branches.filter(({ type }) => type !== 'null');
    const own = { isNullable: types.length < branches.length, ...(description !== undefined && { description }) };
    if (types.length === 0) throw new SchemaFault(`${path}.type must be one of ${TYPES.join(', ')}`);
    if (types.length > 1) {
      const choices = types.map((branch) => this.#field(branch, path, depth));
      return { ...EMPTY, ...own, type: defined(choices[0]).type, choices };
    }
    if (types[0] !== node) {
      const only = this.#field(types[0], path, depth);
      return { ...only, ...own, isNullable: own.isNullable || only.isNullable };
    }
    return { ...this.#plain(node, path, depth), ...own };
  }

  #plain(node: SchemaObject, path: string, depth: number): Field {
    const { words, isNullable } = wordsOf(node, path);
    const type = typeOf(node, words, path);
    const common = { ...EMPTY, type, words, isNullable };
    if (type === 'array')
      return { ...common, items: node.items === undefined ? null : this.#field(node.items, `${path}.items`, depth + 1) };
    if (type !== 'object' || node.properties === undefined) return common;
    return { ...common, ...this.#properties(node, path, depth) };
  }

  #properties({ properties, required }: SchemaObject, path: string, depth: number): Pick<Field, 'properties' | 'required'> {
    const prefix = path === '' ? '' : `${path}.`;
    if (!isObject(properties) || Object.keys(properties).length === 0)
      throw new SchemaFault(`${prefix}properties must be an object with at least one property`);
    const fields = Object.entries(properties).map(([name, node]) => [name, this.#field(node, `${prefix}properties.${name}`, depth + 1)]);
    if (required === undefined) return { properties: Object.fromEntries(fields), required: [] };
    if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
      throw new SchemaFault(`${prefix}required must be a list of names`);
    const unknown = required.find((name) => !Object.hasOwn(properties, name));
    if (unknown !== undefined) throw new SchemaFault(`${prefix}required names '${unknown}', which is not in properties`);
    return { properties: Object.fromEntries(fields), required };
  }
}

const EMPTY: Field = {
  type: 'string',
  isNullable: false,
  description: null,
  words: null,
  items: null,
  properties: null,
  required: [],
  choices: null,
};

/**
 * The branches of a schema: itself, or the members of a union. Values of several types give one
 * branch per type.
 */
function branchesOf(node: SchemaObject, path: string): readonly SchemaObject[] {
  const union = node.anyOf ?? node.oneOf;
  if (union !== undefined) {
    if (!Array.isArray(union) || union.length === 0 || !union.every(isObject))
      throw new SchemaFault(`${path}.anyOf must be a list of schemas`);
    return union;
  }
  const values = valuesOf(node, path);
  const kinds = [...new Set(values?.map(kindOf))];
  const types: unknown = node.type ?? (kinds.length > 1 ? kinds : undefined);
  if (!Array.isArray(types)) return [node];
  const { description: _, ...rest } = node;
  const branches = types.map((type: unknown) => ({
    ...rest,
    type,
    ...(values && { enum: values.filter((value) => isOfType(value, type)) }),
  }));
  const possible = values ? branches.filter(({ type, enum: own }) => type === 'null' || own?.length) : branches;
  if (possible.length === 0) throw new SchemaFault(`${path}.enum needs values of the type ${types.join(' or ')}`);
  return possible;
}

const isWord = (value: unknown): value is EnumValue => ['string', 'number', 'boolean'].includes(typeof value);

const kindOf = (value: EnumValue | null): string => (value === null ? 'null' : typeof value);
const isOfType = (value: EnumValue | null, type: unknown): boolean => kindOf(value) === (type === 'integer' ? 'number' : type);

/** The values that a part lists. */
function valuesOf({ enum: listed, const: only }: SchemaObject, path: string): readonly (EnumValue | null)[] | undefined {
  const given = listed ?? (only === undefined ? undefined : [only]);
  if (given === undefined) return undefined;
  if (!Array.isArray(given) || given.length === 0 || !given.every((value) => value === null || isWord(value)))
    throw new SchemaFault(`${path}.enum must be a list of strings, numbers, booleans or null`);
  return given;
}

function wordsOf(node: SchemaObject, path: string): { words: readonly EnumValue[] | null; isNullable: boolean } {
  const values = valuesOf(node, path);
  if (!values) return { words: null, isNullable: false };
  const words = values.filter((value) => value !== null);
  if (words.length === 0) throw new SchemaFault(`${path}.enum needs a value other than null`);
  return { words, isNullable: words.length < values.length };
}

/** Infers a missing type from the values or other keywords; the default is string. */
function typeOf(node: SchemaObject, words: readonly EnumValue[] | null, path: string): FieldType {
  const inferred = words && TYPES.find((one) => isOfType(defined(words[0]), one));
  if (node.type === undefined) return inferred ?? (node.properties ? 'object' : node.items ? 'array' : 'string');
  const type = TYPES.find((one) => one === node.type);
  if (!type) throw new SchemaFault(`${path}.type must be one of ${TYPES.join(', ')}`);
  if (words && !words.every((word) => isOfType(word, type))) throw new SchemaFault(`${path}.enum needs values of the type ${type}`);
  return type;
}

/** The fields of the form. Throws `SchemaFault`. */
export function formOf(schema: SchemaObject): Pick<Field, 'properties' | 'required'> {
  if (JSON.stringify(schema).length > MAX_SCHEMA) throw new SchemaFault(`the schema must not be longer than ${MAX_SCHEMA} characters`);
  return new SchemaReader(schema).form();
}

/** A field as JSON Schema, with supported keywords only. */
function schemaOf({ description, isNullable, ...field }: Field): SchemaObject {
  const annotation = description !== null && { description };
  const branches = field.choices?.map(schemaOf) ?? [plainSchema(field)];
  const all = isNullable ? [...branches, { type: 'null' }] : branches;
  return all.length === 1 ? { ...all[0], ...annotation } : { anyOf: all, ...annotation };
}

const plainSchema = ({ type, words, items, properties, required }: Omit<Field, 'description' | 'isNullable'>): SchemaObject => ({
  type,
  ...(words && { enum: words }),
  ...(type === 'array' && { items: items ? schemaOf(items) : { type: 'string' } }),
  ...(properties && {
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, schemaOf(field)])),
    required,
  }),
});

/** The whole form as JSON Schema. */
export const formSchema = (schema: SchemaObject): SchemaObject => ({
  ...plainSchema({ ...EMPTY, type: 'object', ...formOf(schema) }),
  additionalProperties: false,
});
