import { z } from 'zod';

/**
 * Fields of a body that no schema knows, or that have no effect in this version. They are let through, and named in `X-Ignored-Params`,
 * so that neither a typing mistake nor an idle wish goes unnoticed.
 */

interface JsonShape {
  properties?: Record<string, JsonShape>;
  additionalProperties?: boolean | JsonShape;
  items?: JsonShape;
  anyOf?: (JsonShape & { type?: string })[];
  type?: string;
  'x-without-effect'?: true;
}

const settle = (shape: JsonShape): JsonShape => {
  const branches = shape.anyOf?.filter((branch) => branch.type !== 'null');
  return branches?.length === 1 ? branches[0]! : shape;
};

/** More than the header has room for. */
const MAX_NAMES = 500;

function collect(value: unknown, given: JsonShape, path: string, found: Set<string>): void {
  const shape = settle(given);
  if (Array.isArray(value)) {
    if (shape.items) for (const item of value) collect(item, shape.items, path, found);
    return;
  }
  if (typeof value !== 'object' || value === null || !shape.properties) return;
  for (const [key, inner] of Object.entries(value)) {
    if (found.size >= MAX_NAMES) return;
    const known = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    const name = path ? `${path}.${key}` : key;
    if (known?.['x-without-effect']) {
      if (inner !== null) found.add(name);
    } else if (known) collect(inner, known, name, found);
    else if (!shape.additionalProperties) found.add(name);
  }
}

/** Names from the top, such as `items.documentId`; each once however often it occurs, and at most 500. */
export function ignoredFinder(schema: z.ZodType | undefined): (body: unknown) => string[] {
  if (!schema) return () => [];
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as JsonShape;
  return (body) => {
    const found = new Set<string>();
    collect(body, shape, '', found);
    return [...found];
  };
}

const MAX_HEADER = 1000;

/** The header's value: whatever is not plain is percent-encoded; a very long list is cut. */
export const ignoredHeader = (names: readonly string[]): string => {
  let text = '';
  for (const name of names) {
    const plain = /^[\w.$-]{1,100}$/.test(name) ? name : encodeURIComponent(name.slice(0, 100).toWellFormed());
    if (text.length + plain.length > MAX_HEADER) return `${text}, …`.replace('…', '...');
    text = text ? `${text}, ${plain}` : plain;
  }
  return text;
};
