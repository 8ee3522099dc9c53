import type { z } from 'zod';
import {
  distinctText,
  hostileGlob,
  nested,
  TEXTS,
  type TextPayload,
  tagChain,
  tagTree,
  wide,
  widestTagTree,
} from '#e2e/availability/payloads';
import { type Shape, shapeOf } from '#e2e/fixtures/shape';
import { MAX_KEYS } from '#lib/base/contract/structure';

/** Finds the fields of a body that accept hostile input, from the JSON schema of an operation. */

/** One field of a body, and the hostile values for it. */
export interface Field {
  /** a path like `items.0.content` */
  readonly name: string;
  readonly payloads: readonly FieldPayload[];
}

/**
 * `body(maxBytes)` is a body that is valid except for the hostile value, with at most `maxBytes`
 * bytes as JSON.
 */
export interface FieldPayload {
  readonly name: string;
  /**
   * causes little work unless its cost grows faster than linearly; such payloads run together first
   */
  readonly isSmall?: boolean;
  readonly body: (maxBytes: number) => unknown;
}

type Build = (value: unknown) => unknown;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const branchesOf = (shape: Shape): readonly Shape[] => {
  const branches = shape.anyOf ?? shape.oneOf;
  return branches ? branches.flatMap(branchesOf) : [shape];
};
const typesOf = ({ type }: Shape): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));

const FORMATS: Readonly<Record<string, string>> = { uuid: '01a00000-0000-7000-8000-00000000dead', 'date-time': '2026-01-01T00:00:00Z' };

/** The smallest value that a shape accepts. */
function minimal(given: Shape): unknown {
  const shape = branchesOf(given).find((branch) => !typesOf(branch).includes('null')) ?? given;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [type] = typesOf(shape);
  if (type === 'string') return FORMATS[shape.format ?? ''] ?? 'x'.padEnd(shape.minLength ?? 1, 'x');
  if (type === 'integer' || type === 'number') return Math.max(shape.minimum ?? 1, 0);
  if (type === 'boolean') return false;
  if (type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => minimal(shape.items ?? {}));
  if (type === 'object') return Object.fromEntries((shape.required ?? []).map((name) => [name, minimal(shape.properties?.[name] ?? {})]));
  return {};
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const SAMPLE = 1000;

/** The longest text of this kind that fits into a body of `maxBytes`. */
function fitting({ text }: TextPayload, build: Build, maxLength: number, maxBytes: number): string {
  const room = maxBytes - bytesOf(build('')) - SAMPLE;
  let size = Math.max(4, Math.min(maxLength, room));
  for (;;) {
    const made = text(size);
    const bytes = bytesOf(made);
    if (bytes <= room || size <= 4) return made;
    size = Math.max(4, Math.floor((size * room) / bytes) - 1);
  }
}

/**
 * Payloads of fields with at most this maximum length are small: they run together, and alone only
 * if they do harm.
 */
const SMALL = 1000;

const textPayloads = (shape: Shape, build: Build): FieldPayload[] =>
  TEXTS.map((payload) => ({
    name: payload.name,
    isSmall: (shape.maxLength ?? Number.POSITIVE_INFINITY) <= SMALL,
    body: (maxBytes) => build(fitting(payload, build, shape.maxLength ?? Number.POSITIVE_INFINITY, maxBytes)),
  }));

/** As many items as the list, or the body, allows. */
function many(shape: Shape, build: Build, maxBytes: number, item: (i: number) => unknown): unknown {
  const room = Math.floor((maxBytes - bytesOf(build([])) - SAMPLE) / (bytesOf(item(1_000_000)) + 1));
  return build(Array.from({ length: Math.min(shape.maxItems ?? room, room) }, (_, i) => item(i)));
}

/**
 * An item whose texts and lists are as long as its shape allows; nested lists have their own
 * limits.
 */
function full(given: Shape, i: number): unknown {
  const shape = branchesOf(given).find((branch) => !typesOf(branch).includes('null')) ?? given;
  if (shape.enum || shape.const !== undefined || shape.format) return minimal(shape);
  const [type] = typesOf(shape);
  if (type === 'string') return distinctText(i, shape.maxLength ?? 64);
  if (type === 'array') return Array.from({ length: Math.min(shape.maxItems ?? 64, 256) }, (_, j) => full(shape.items ?? {}, i * 1000 + j));
  if (type === 'object' && shape.properties)
    return Object.fromEntries(
      Object.entries(shape.properties)
        .filter(([name, field]) => shape.required?.includes(name) || branchesOf(field).some((branch) => typesOf(branch).includes('array')))
        .map(([name, field]) => [name, full(field, i)]),
    );
  return minimal(shape);
}

function listPayloads(shape: Shape, build: Build): FieldPayload[] {
  const item = shape.items ?? {};
  const texts = branchesOf(item).find((branch) => typesOf(branch).includes('string') && !branch.enum && !branch.format);
  const size = Math.min(texts?.maxLength ?? 128, 512);
  return [
    { name: 'many items', body: (maxBytes) => many(shape, build, maxBytes, () => minimal(item)) },
    { name: 'many full items', body: (maxBytes) => many(shape, build, maxBytes, (i) => full(item, i)) },
    ...(texts ? [{ name: 'many globs', body: (maxBytes: number) => many(shape, build, maxBytes, () => hostileGlob(size)) }] : []),
  ];
}

const DEEPEST = 28;
const LONG = 60_000;

const valuePayloads = (build: Build): FieldPayload[] => [
  { name: 'deep value', body: () => build({ a: nested(DEEPEST) }) },
  { name: 'many keys', body: () => build(wide(MAX_KEYS, () => 'v')) },
  { name: 'many full keys', body: (maxBytes) => build(wide(MAX_KEYS, () => 'v'.repeat((maxBytes - LONG) / MAX_KEYS))) },
  { name: 'many lists', body: (maxBytes) => build({ a: Array.from({ length: maxBytes / 16 }, () => ({})) }) },
];

const schemaPayloads = (build: Build): FieldPayload[] => [
  {
    name: 'many properties',
    body: () => build({ type: 'object', properties: wide(MAX_KEYS, (i) => ({ type: 'string', pattern: `(a+)+${i}` })) }),
  },
  { name: 'deep schema', body: () => build({ type: 'object', properties: { a: nested(DEEPEST - 4) } }) },
  { name: 'recursive schema', body: () => build({ $ref: '#', $defs: wide(500, (i) => ({ $ref: `#/$defs/key${(i + 1).toString(36)}` })) }) },
];

const treePayloads = (build: Build): FieldPayload[] => [
  { name: 'wide tree', body: () => build([tagTree(2)]) },
  { name: 'widest tree', body: (maxBytes) => build([widestTagTree(maxBytes - LONG)]) },
  { name: 'tree of full leaves', body: () => build(Array.from({ length: 30 }, () => tagTree(1, 50, 64))) },
  { name: 'binary tree', body: () => build([tagTree(12, 2)]) },
  { name: 'deep chain', body: () => build([tagChain(DEEPEST)]) },
];

function* fieldsIn(given: Shape, name: string, build: Build, base: unknown): Generator<Field> {
  const place = (key: string | number): string => (name === '' ? String(key) : `${name}.${key}`);
  for (const shape of branchesOf(given)) {
    if (shape.enum || shape.const !== undefined || shape.$ref) continue;
    const types = typesOf(shape);
    if (types.includes('string')) yield { name, payloads: textPayloads(shape, build) };
    if (types.includes('array')) {
      const items = shape.items ?? {};
      if (items.$ref) yield { name, payloads: treePayloads(build) };
      else {
        yield { name, payloads: listPayloads(shape, build) };
        yield* fieldsIn(items, place(0), (value) => build([value]), Array.isArray(base) ? base[0] : minimal(items));
      }
    }
    if (types.includes('object') && shape.properties) {
      const object = { ...(minimal(shape) as object), ...(isObject(base) && base) };
      for (const [key, field] of Object.entries(shape.properties))
        yield* fieldsIn(field, place(key), (value) => build({ ...object, [key]: value }), (object as Record<string, unknown>)[key]);
    } else if (types.includes('object')) {
      yield { name, payloads: [...valuePayloads(build), ...(name.endsWith('response_schema') ? schemaPayloads(build) : [])] };
      const values = shape.additionalProperties;
      if (typeof values === 'object') yield* fieldsIn(values, place('key'), (value) => build({ key: value }), undefined);
    } else if (types.length === 0) yield { name, payloads: valuePayloads(build) };
  }
}

/** Every field of a body, each once; `good` is a body that the operation accepts. */
export function fieldsOf(schema: z.ZodType, good: unknown): Field[] {
  const found = new Map<string, FieldPayload[]>();
  for (const { name, payloads } of fieldsIn(shapeOf(schema), '', (value) => value, good)) {
    const known = found.get(name) ?? [];
    found.set(name, [...known, ...payloads.filter((one) => known.every((other) => other.name !== one.name))]);
  }
  return [...found].map(([name, payloads]) => ({ name, payloads }));
}

/** The text parameters of a query, by name. */
export const queryTexts = (schema: z.ZodType): string[] =>
  Object.entries(shapeOf(schema).properties ?? {})
    .filter(([, shape]) => branchesOf(shape).some((branch) => typesOf(branch).includes('string') && !branch.enum && !branch.format))
    .map(([name]) => name);
