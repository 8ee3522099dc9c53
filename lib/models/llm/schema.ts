import { z } from 'zod';
import { defined } from '#lib/base/defined';

/**
 * The JSON schema for a provider. Providers support different keywords and reject a request with an
 * unsupported one. So only types, enums and descriptions are sent; the Zod schema checks bounds and
 * formats of the answer.
 */
const SENT_KEYWORDS = ['type', 'enum', 'const', 'description'] as const;

export type WireSchema = Readonly<Record<string, unknown>>;

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
}

/** `anyOf [X, null]`, as Zod writes it, becomes a nullable X. */
function nullable({ anyOf }: Node): WireSchema | null {
  if (anyOf?.length !== 2 || defined(anyOf[1]).type !== 'null') return null;
  const inner = strip(defined(anyOf[0]));
  if (typeof inner.type !== 'string') return null;
  return { ...inner, type: [inner.type, 'null'], ...(Array.isArray(inner.enum) && { enum: [...inner.enum, null] }) };
}

function strip(node: Node): WireSchema {
  const sent = Object.fromEntries(SENT_KEYWORDS.flatMap((name) => (name in node ? [[name, node[name as keyof Node]]] : [])));
  const optional = nullable(node);
  if (optional) return { ...optional, ...('description' in sent && { description: sent.description }) };
  if (node.anyOf || (Array.isArray(node.type) && node.type.filter((type) => type !== 'null').length > 1))
    throw new Error('Schemas for models are flat: unions are not allowed');
  if (node.items) return { ...sent, items: strip(node.items) };
  if (!node.properties) return sent;
  const properties = Object.fromEntries(Object.entries(node.properties).map(([name, property]) => [name, strip(property)]));
  return { ...sent, properties, required: Object.keys(properties), additionalProperties: false };
}

const known = new WeakMap<z.ZodType, WireSchema>();

export function wireSchema(schema: z.ZodType): WireSchema {
  const found = known.get(schema) ?? strip(z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any' }) as Node);
  known.set(schema, found);
  return found;
}

const MAX_PROBLEMS = 5;

/**
 * Returns the problems of an answer as messages for the model: paths and rules, without the text of
 * the answer.
 */
export const problemsOf = (error: z.ZodError): string[] =>
  error.issues.slice(0, MAX_PROBLEMS).map(({ path, code }) => `${path.join('.') || 'the answer'}: ${code}`);
