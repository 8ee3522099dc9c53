import type { z } from 'zod';
import { WITH_NULLS } from '#lib/http/operation';

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

/** Takes out of an answer what goes without saying. */
export type Prune = (value: unknown) => void;

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

/** Of a value that holds no fields of its own. */
const leaf: Prune = () => undefined;

/** Set to undefined, which JSON leaves out as well: a field that is deleted makes its object slow to read for all that follows. */
const pruneObject =
  (keys: readonly string[], prunes: readonly Prune[]): Prune =>
  (value) => {
    if (!isRecord(value)) return;
    for (let i = 0; i < keys.length; i++) {
      const inner = value[keys[i]!];
      if (inner === null) value[keys[i]!] = undefined;
      else if (inner !== undefined && prunes[i] !== leaf) prunes[i]!(inner);
    }
  };

/**
 * Takes null fields of declared objects, in place, from a value that the schema has parsed. What lies in a record or behind
 * `z.unknown()` is the caller's own and stays as it is.
 */
export function nullPruner(schema: z.ZodType, seen = new Map<z.ZodType, Prune>()): Prune {
  const known = seen.get(schema);
  if (known) return known;
  let made = leaf;
  seen.set(schema, (value) => made(value));
  const def = definition(schema);
  const inner = def.innerType ?? def.out ?? def.getter?.();
  if (def.type === 'object') {
    const fields = Object.entries(def.shape ?? {});
    made = pruneObject(
      fields.map(([key]) => key),
      fields.map(([, field]) => nullPruner(field, seen)),
    );
  } else if (def.type === 'array') {
    const item = nullPruner(def.element!, seen);
    if (item !== leaf) made = (value) => Array.isArray(value) && value.forEach(item);
  } else if (def.type === 'record') {
    const item = nullPruner(def.valueType!, seen);
    made = (value) => isRecord(value) && Object.values(value).forEach(item);
  } else if (def.type === 'union') {
    const options = (def.options ?? []).map((option) => nullPruner(option, seen));
    made = (value) => {
      for (const option of options) option(value);
    };
  } else if (inner) made = nullPruner(inner, seen);
  seen.set(schema, made);
  return made;
}
