import type { z } from 'zod';
import { WITH_NULLS } from '#lib/base/contract/operation';
import { defined } from '#lib/base/defined';

/** Another status than the declared one, with a body of the shape in `otherResponses`; or the declared one with headers of its own. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The declared reply, sent part by part as it is made: for what may be larger than memory. Never compressed. */
export class Streamed {
  readonly parts: AsyncIterable<string>;
  /** null: that of the operation */
  readonly mediaType: string | null;
  constructor(parts: AsyncIterable<string>, mediaType: string | null = null) {
    this.parts = parts;
    this.mediaType = mediaType;
  }
}

/**
 * The body of such a reply. The first part is waited for, so that what fails at once is still an error with its status; what fails later
 * breaks the connection off, and a caller that hangs up ends the work.
 */
export async function streamOf(parts: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
  const source = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let first: IteratorResult<string> | null = await source.next();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first ?? (await source.next());
      first = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return?.();
    },
  });
}

export const reply = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Reply => new Reply(status, body, headers);

/** Changes an answer in place. */
export type Rewrite = (value: unknown) => void;

export const wantsNulls = (headers: Headers): boolean => (headers.get('accept') ?? '').includes(WITH_NULLS);

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const definition = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** For a value without fields. */
const leaf: Rewrite = () => undefined;

/** How the fields of one declared object change. `rewrites`: what changes inside each of them. */
type OfObject = (keys: readonly string[], rewrites: readonly Rewrite[], fields: readonly z.ZodType[]) => Rewrite;

/** Set to undefined, which JSON omits as well: a deleted field makes its object slow to read afterwards. */
const pruneObject: OfObject = (keys, rewrites) => (value) => {
  if (!isRecord(value)) return;
  for (let i = 0; i < keys.length; i++) {
    const inner = value[defined(keys[i])];
    if (inner === null) value[defined(keys[i])] = undefined;
    else if (inner !== undefined && rewrites[i] !== leaf) defined(rewrites[i])(inner);
  }
};

const fillObject: OfObject = (keys, rewrites, fields) => {
  const isNullable = fields.map((field) => field.safeParse(null).success);
  return (value) => {
    if (!isRecord(value)) return;
    for (let i = 0; i < keys.length; i++) {
      const inner = value[defined(keys[i])];
      if (inner === undefined && isNullable[i]) value[defined(keys[i])] = null;
      else if (inner != null && rewrites[i] !== leaf) defined(rewrites[i])(inner);
    }
  };
};

/** Applies `ofObject` to each declared object. The content of records and of `z.unknown()` belongs to the caller and stays as it is. */
function rewriter(schema: z.ZodType, ofObject: OfObject, seen = new Map<z.ZodType, Rewrite>()): Rewrite {
  const known = seen.get(schema);
  if (known) return known;
  let made = leaf;
  seen.set(schema, (value) => made(value));
  const def = definition(schema);
  const inner = def.innerType ?? def.out ?? def.getter?.();
  const of = (part: z.ZodType): Rewrite => rewriter(part, ofObject, seen);
  if (def.type === 'object') {
    const [keys, fields] = [Object.keys(def.shape ?? {}), Object.values(def.shape ?? {})];
    made = ofObject(keys, fields.map(of), fields);
  } else if (def.type === 'array') {
    const item = of(defined(def.element));
    if (item !== leaf) made = (value) => Array.isArray(value) && value.forEach(item);
  } else if (def.type === 'record') {
    const item = of(defined(def.valueType));
    made = (value) => isRecord(value) && Object.values(value).forEach(item);
  } else if (def.type === 'union' && ofObject === pruneObject) {
    // A value is of one of the options, and only null can be removed whichever it is.
    const options = (def.options ?? []).map(of);
    made = (value) => {
      for (const option of options) option(value);
    };
  } else if (inner) made = of(inner);
  seen.set(schema, made);
  return made;
}

/** Removes null fields from a value that the schema has parsed. */
export const nullPruner = (schema: z.ZodType): Rewrite => rewriter(schema, pruneObject);

/** Sends null for absent fields that may be null; not inside of unions. */
export const nullFiller = (schema: z.ZodType): Rewrite => rewriter(schema, fillObject);
