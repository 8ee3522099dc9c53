import type { z } from 'zod';
import { WITH_NULLS } from '#lib/base/contract/operation';
import { defined } from '#lib/base/defined';

/**
 * A reply with another status than the declared one, with a body of the schema in `otherResponses`;
 * or the declared reply with extra headers.
 */
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

/**
 * The declared reply, streamed as it is produced, for replies that may not fit into memory. It is
 * never compressed.
 */
export class Streamed<Part extends string | Uint8Array = string> {
  readonly parts: AsyncIterable<Part>;
  /** null: the media type of the operation */
  readonly mediaType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(parts: AsyncIterable<Part>, mediaType: string | null = null, headers: Readonly<Record<string, string>> = {}) {
    this.parts = parts;
    this.mediaType = mediaType;
    this.headers = headers;
  }
}

/**
 * The declared reply with one list that is read, checked and serialized in parts while it is sent.
 * Each part is the whole body with some items of the list. The text is that of one body: the fields
 * before the list are those of the first part, and the fields after it those of the last part.
 */
export class LongReply<B extends object = object> {
  /** the field of the body with the list */
  readonly list: keyof B & string;
  readonly first: B;
  readonly more: AsyncIterable<B>;
  constructor(list: keyof B & string, first: B, more: AsyncIterable<B>) {
    this.list = list;
    this.first = first;
    this.more = more;
  }
}

/**
 * Returns the body of a streamed reply. The first chunk is awaited, so that an immediate failure is
 * still an error with its status. A later failure aborts the connection. If the caller disconnects,
 * the work ends.
 */
export async function streamOf(parts: AsyncIterable<string | Uint8Array<ArrayBuffer>>): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const source = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let first: IteratorResult<string | Uint8Array<ArrayBuffer>> | null = await source.next();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first ?? (await source.next());
      first = null;
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}

export const reply = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Reply => new Reply(status, body, headers);

/** Changes a value in place. */
export type Rewrite = (value: unknown) => void;

export const wantsNulls = (headers: Headers): boolean => (headers.get('accept') ?? '').includes(WITH_NULLS);

/** The parts of a schema's definition that are followed. */
export interface Definition {
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

/**
 * How the fields of one declared object are rewritten. `rewrites` contains the rewrite of each
 * field.
 */
type ObjectRewriter = (keys: readonly string[], rewrites: readonly Rewrite[], fields: readonly z.ZodType[]) => Rewrite;

/**
 * Fields are set to undefined, which JSON omits too: deleting a property makes an object slow to
 * read afterwards.
 */
const pruneObject: ObjectRewriter = (keys, rewrites) => (value) => {
  if (!isRecord(value)) return;
  for (let i = 0; i < keys.length; i++) {
    const inner = value[defined(keys[i])];
    if (inner === null) value[defined(keys[i])] = undefined;
    else if (inner !== undefined && rewrites[i] !== leaf) defined(rewrites[i])(inner);
  }
};

const fillObject: ObjectRewriter = (keys, rewrites, fields) => {
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

/**
 * Applies `ofObject` to each declared object. The content of records and of `z.unknown()` belongs
 * to the caller and is not changed.
 */
function rewriter(schema: z.ZodType, ofObject: ObjectRewriter, seen = new Map<z.ZodType, Rewrite>()): Rewrite {
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
    // A value matches one of the options, and null is the only value that can be removed from each
    // of them.
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

/** Sends null for absent nullable fields, but not inside unions. */
export const nullFiller = (schema: z.ZodType): Rewrite => rewriter(schema, fillObject);
