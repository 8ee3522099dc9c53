import { z } from 'zod';
import { ERROR_CODES } from '#lib/errors';
import { MIB, type Operation, TAGS, type Tag } from '#lib/http/operation';
import { may } from '#lib/orgs/roles';
import { API_VERSION } from '#lib/version';

/** OpenAPI 3.1 out of the operations: the same schemas that check requests and replies. */

type Json = Record<string, unknown>;
interface Shape extends Json {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  anyOf?: Shape[];
  items?: Shape;
  additionalProperties?: Shape | boolean;
}

const TAG_TEXTS: Record<Tag, string> = {
  Monitoring: 'Readiness, liveness, version and metrics. No key is needed.',
  Banks: 'A bank holds the memories of one agent, user or subject. It is made by the first write.',
  Memory: 'Retain text, recall what bears on a question.',
  Documents: 'The sources of memories, and the chunks they were cut into.',
  Entities: 'People, organisations and things that memories name.',
  'Mental models': 'Living documents that are written from memories and refreshed.',
  Operations: 'Work in the background.',
  'API keys': 'Child keys of a key that may make them.',
};

const pascal = (id: string): string => id.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Where nulls are left out of replies, a field that may be null is one that may be missing. */
function withoutNulls(shape: Shape): Shape {
  const { properties } = shape;
  for (const [key, property] of Object.entries(properties ?? {})) {
    const branches = property.anyOf?.filter((branch) => branch.type !== 'null');
    if (!branches || branches.length === property.anyOf?.length) continue;
    const { anyOf: _, ...rest } = property;
    properties![key] = branches.length === 1 ? { ...branches[0], ...rest } : { ...rest, anyOf: branches };
    shape.required = shape.required?.filter((name) => name !== key);
  }
  for (const inner of [...Object.values(properties ?? {}), shape.items, ...(shape.anyOf ?? []), shape.additionalProperties])
    if (typeof inner === 'object') withoutNulls(inner);
  return shape;
}

/** The bounds of a JavaScript number say nothing about the field. */
const withoutSafeBounds = ({ jsonSchema }: { jsonSchema: Json }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

/** Collects named schemas; what a schema defines inside moves up beside it. */
class Components {
  readonly schemas: Record<string, Json> = {};

  shape(schema: z.ZodType, io: 'input' | 'output'): Shape {
    const { $schema: _, $defs, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutSafeBounds }) as Json;
    for (const [name, inner] of Object.entries(($defs ?? {}) as Record<string, Json>)) this.schemas[name] = this.rename(inner);
    return this.rename(shape) as Shape;
  }

  add(name: string, shape: Json): Json {
    this.schemas[name] = shape;
    return ref(name);
  }

  private rename(shape: Json): Json {
    return JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  }
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  description: 'Every error but a 422 of validation.',
  properties: {
    detail: { type: 'string', description: 'What was wrong, in words.' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    request_id: { type: 'string', description: 'The same as in the header X-Request-Id.' },
  },
  required: ['detail', 'code', 'request_id'],
};

const VALIDATION_ERROR: Json = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, description: 'Begins with body, query or path.' },
    msg: { type: 'string' },
    input: {},
    ctx: { type: 'object' },
  },
  required: ['type', 'loc', 'msg'],
};

const ERROR_TEXTS: Record<number, string> = {
  400: 'The request makes no sense here',
  401: 'No key, or one that is malformed, unknown, expired or revoked',
  403: 'The key may not do this, or not in this bank',
  404: 'There is no such thing',
  409: 'It contradicts what is there',
  410: 'It is gone for good',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A field is missing or wrong',
  429: 'Too many requests',
  503: 'The store is not available at the moment',
  504: 'It took too long',
};

const jsonContent = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

const KEYS = ['unrestricted_key', 'restricted_key', 'child_key'] as const;

/** Some key may be refused: for its banks, or for its kind. */
const mayRefuse = ({ path, permission }: Operation): boolean =>
  permission !== null && (path.includes('{bank_id}') || KEYS.some((kind) => !may(kind, permission)));

const errorStatuses = (operation: Operation): number[] => {
  const own: number[] = [...operation.errors];
  if (operation.auth === 'key') own.push(401);
  if (mayRefuse(operation)) own.push(403);
  if (operation.body) own.push(413, 415);
  if (operation.params || operation.query || operation.body || operation.path.includes('{')) own.push(422);
  return [...new Set(own)].sort((a, b) => a - b);
};

const responsesOf = (operation: Operation, components: Components): Json => {
  const name = `${pascal(operation.id)}Response`;
  const shape = components.shape(operation.response, 'output');
  const isJson = operation.mediaType === 'application/json';
  const schema = isJson ? components.add(name, operation.nulls === 'omitted' ? withoutNulls(shape) : shape) : shape;
  const responses: Json = { [operation.status]: { description: 'Done', content: { [operation.mediaType.split(';', 1)[0]!]: { schema } } } };
  for (const [status, other] of Object.entries(operation.otherResponses ?? {}))
    if (other)
      responses[status] = {
        description: ERROR_TEXTS[Number(status)] ?? 'Another outcome',
        ...jsonContent(components.shape(other, 'output')),
      };
  for (const status of errorStatuses(operation))
    responses[status] ??= { description: ERROR_TEXTS[status], ...jsonContent(ref(status === 422 ? 'HTTPValidationError' : 'Error')) };
  return responses;
};

const parameter = (where: 'path' | 'query', name: string, shape: Shape, required: boolean): Json => {
  const { description, ...schema } = shape;
  return { name, in: where, required, ...(description ? { description } : {}), schema };
};

const BANK_ID: Shape = { type: 'string', minLength: 1, maxLength: 512, description: 'The id of a bank, compared exactly.' };

const parametersOf = (operation: Operation, components: Components): Json[] => {
  const listed: Json[] = operation.path.includes('{bank_id}') ? [parameter('path', 'bank_id', BANK_ID, true)] : [];
  const params = operation.params ? components.shape(operation.params, 'input') : {};
  for (const [name, shape] of Object.entries(params.properties ?? {})) listed.push(parameter('path', name, shape, true));
  const query = operation.query ? components.shape(operation.query, 'input') : {};
  for (const [name, shape] of Object.entries(query.properties ?? {}))
    listed.push(parameter('query', name, shape, query.required?.includes(name) ?? false));
  return listed;
};

const bodyOf = (operation: Operation, components: Components): Json => {
  if (!operation.body) return {};
  const schema = components.add(`${pascal(operation.id)}Request`, components.shape(operation.body, 'input'));
  return { requestBody: { required: !operation.body.safeParse({}).success, ...jsonContent(schema) } };
};

const descriptionOf = (operation: Operation): Json => {
  const sentences = [operation.description];
  if (operation.costsTokens) sentences.push('May spend tokens of a language model.');
  if (operation.maxBodyBytes !== MIB) sentences.push(`The body may have ${operation.maxBodyBytes / MIB} MiB.`);
  const text = sentences.filter(Boolean).join(' ');
  return text ? { description: text } : {};
};

const operationObject = (operation: Operation, components: Components): Json => {
  const parameters = parametersOf(operation, components);
  return {
    tags: [operation.tag],
    operationId: operation.id,
    summary: operation.summary,
    ...descriptionOf(operation),
    ...(operation.deprecated && { deprecated: true }),
    security: operation.auth === 'key' ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(operation, components),
    responses: responsesOf(operation, components),
  };
};

const DESCRIPTION = `A memory store for agents. Retain text, recall what bears on a question; no language model is needed.

Send \`Authorization: Bearer <key>\`. Errors are \`{detail, code, request_id}\`; failed checks of a request are 422 with a list of
\`{type, loc, msg}\`. Unknown fields are ignored and named in the header \`X-Ignored-Params\`. Times are ISO 8601 in UTC.`;

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const inReadingOrder = (a: Operation, b: Operation): number =>
  TAGS.indexOf(a.tag) - TAGS.indexOf(b.tag) ||
  Number(a.deprecated) - Number(b.deprecated) ||
  (a.path < b.path ? -1 : Number(a.path > b.path)) ||
  METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method);

/** The whole document. `address` is where this server is reached; empty: wherever the document was loaded from. */
export function openApiDocument(operations: readonly Operation[], address = ''): Json {
  const components = new Components();
  components.add('Error', ERROR_SCHEMA);
  components.add('ValidationError', VALIDATION_ERROR);
  components.add('HTTPValidationError', {
    type: 'object',
    properties: { detail: { type: 'array', items: ref('ValidationError') } },
    required: ['detail'],
  });
  const paths: Record<string, Json> = {};
  for (const operation of operations.toSorted(inReadingOrder)) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = operationObject(operation, components);
  }
  const used = new Set(operations.map((operation) => operation.tag));
  return {
    openapi: '3.1.0',
    info: { title: 'Memory Bank', version: API_VERSION, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: address || '/' }],
    tags: TAGS.filter((tag) => used.has(tag)).map((name) => ({ name, description: TAG_TEXTS[name] })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key: mbk_… or mbs_…' } },
    },
  };
}
