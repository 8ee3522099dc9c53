import type { z } from 'zod';

/** Another status than the declared one, with a body of the shape in `otherResponses`. */
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

export const reply = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Reply => new Reply(status, body, headers);

type Prune = (value: unknown) => void;

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

const pruneObject =
  (shape: ReadonlyMap<string, Prune>): Prune =>
  (value) => {
    if (!isRecord(value)) return;
    for (const [key, prune] of shape) {
      const inner = value[key];
      if (inner === null) delete value[key];
      else if (inner !== undefined) prune(inner);
    }
  };

/**
 * Removes null fields of declared objects, in place, from a value that the schema has parsed. What lies in a record or behind
 * `z.unknown()` is the caller's own and stays as it is.
 */
export function nullPruner(schema: z.ZodType, seen = new Map<z.ZodType, Prune>()): Prune {
  const known = seen.get(schema);
  if (known) return known;
  let made: Prune = () => undefined;
  seen.set(schema, (value) => made(value));
  const def = definition(schema);
  const inner = def.innerType ?? def.out ?? def.getter?.();
  if (def.type === 'object')
    made = pruneObject(new Map(Object.entries(def.shape ?? {}).map(([key, field]) => [key, nullPruner(field, seen)])));
  else if (def.type === 'array') {
    const item = nullPruner(def.element!, seen);
    made = (value) => Array.isArray(value) && value.forEach(item);
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
