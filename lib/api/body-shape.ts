import { z } from 'zod';

/**
 * Prepares a body for validation. `null` means "not given" for each optional field that gives it no
 * other meaning, because many clients send all of their fields. Fields that are unknown or have no
 * effect in this version are accepted and listed in `X-Ignored-Params`, so that typing mistakes are
 * noticed.
 */

interface BodyShape {
  $ref?: string;
  $defs?: Record<string, BodyShape>;
  properties?: Record<string, BodyShape>;
  required?: string[];
  additionalProperties?: boolean | BodyShape;
  items?: BodyShape;
  anyOf?: BodyShape[];
  oneOf?: BodyShape[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  'x-without-effect'?: true;
}

/** One branch, or what the branches of a union have in common for the walk: all of their fields. */
interface MergedShape {
  /** by name; `mayBeNull`: null has a meaning, or is a fault that validation has to name */
  readonly fields: ReadonlyMap<string, { readonly shape: BodyShape; readonly mayBeNull: boolean }> | null;
  /** true if all other fields are read too */
  readonly isOpen: boolean;
  readonly items: BodyShape | null;
}

const branchesOf = ({ anyOf, oneOf }: BodyShape): BodyShape[] | undefined => anyOf ?? oneOf;

/** Resolves the parts of one JSON Schema document. */
class Shapes {
  readonly #root: BodyShape;
  readonly #settled = new Map<BodyShape, MergedShape>();

  constructor(root: BodyShape) {
    this.#root = root;
  }

  #resolved(shape: BodyShape): BodyShape {
    if (shape.$ref === undefined) return shape;
    const name = /^#\/\$defs\/(.+)$/.exec(shape.$ref)?.[1];
    return (name === undefined ? this.#root : this.#root.$defs?.[name]) ?? {};
  }

  #takesNull(given: BodyShape): boolean {
    const shape = this.#resolved(given);
    const branches = branchesOf(shape);
    if (branches) return branches.some((branch) => this.#takesNull(branch));
    if (shape.enum) return shape.enum.includes(null);
    if ('const' in shape) return shape.const === null;
    return shape.type === undefined || [shape.type].flat().includes('null');
  }

  #merged(branches: readonly MergedShape[]): MergedShape {
    const objects = branches.flatMap(({ fields }) => (fields ? [...fields] : []));
    const required = new Set(objects.filter(([, { mayBeNull }]) => mayBeNull).map(([name]) => name));
    return {
      fields: objects.length === 0 ? null : new Map(objects.map(([name, { shape }]) => [name, { shape, mayBeNull: required.has(name) }])),
      isOpen: branches.some(({ isOpen }) => isOpen),
      items: branches.find(({ items }) => items)?.items ?? null,
    };
  }

  of(given: BodyShape): MergedShape {
    const known = this.#settled.get(given);
    if (known) return known;
    const shape = this.#resolved(given);
    const branches = branchesOf(shape)?.map((branch) => this.of(branch));
    const settled = branches
      ? this.#merged(branches)
      : {
          fields: shape.properties
            ? new Map(
                Object.entries(shape.properties).map(([name, field]) => [
                  name,
                  { shape: field, mayBeNull: shape.required?.includes(name) === true || this.#takesNull(field) },
                ]),
              )
            : null,
          isOpen: Boolean(shape.additionalProperties),
          items: shape.items ?? null,
        };
    this.#settled.set(given, settled);
    return settled;
  }
}

/** More than the header has room for. */
const MAX_NAMES = 500;

function read(value: unknown, shape: BodyShape, shapes: Shapes, path: string, ignored: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { fields, isOpen, items } = shapes.of(shape);
  if (Array.isArray(value)) {
    if (items) for (const item of value) read(item, items, shapes, path, ignored);
    return;
  }
  if (!fields) return;
  const object = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(object)) {
    const field = fields.get(key);
    const name = path ? `${path}.${key}` : key;
    const note = () => ignored.size < MAX_NAMES && ignored.add(name);
    if (!field) {
      if (!isOpen) note();
    } else if (inner === null) {
      if (!field.mayBeNull) delete object[key];
    } else if (field.shape['x-without-effect']) note();
    else read(inner, field.shape, shapes, name, ignored);
  }
}

/**
 * Makes the reader of a body. The reader removes the nulls that mean "not given" from the parsed
 * body, in place. It returns the full paths of the ignored fields, such as `items.documentId`: each
 * once however often it occurs, and at most 500.
 */
export function bodyReader(schema: z.ZodType | undefined): (body: unknown) => string[] {
  if (!schema) return () => [];
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as BodyShape;
  const shapes = new Shapes(shape);
  return (body) => {
    const ignored = new Set<string>();
    read(body, shape, shapes, '', ignored);
    return [...ignored];
  };
}
