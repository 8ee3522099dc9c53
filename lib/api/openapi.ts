import { z } from 'zod';
import { INNER_NAMES, SCHEMA_NAMES } from '#lib/api/schema-names';
import { MIB, type Operation, TAGS, type Tag } from '#lib/base/contract/operation';
import { defined } from '#lib/base/defined';
import { ERROR_CODES } from '#lib/base/errors';
import { ROLES } from '#lib/base/literals';
import { CALLER_KINDS, may } from '#lib/base/roles';
import { API_VERSION } from '#lib/base/version';

/** Generates OpenAPI 3.1 from the operations: the same schemas validate requests and replies. */

type OpenApiObject = Record<string, unknown>;
interface SchemaShape extends OpenApiObject {
  type?: string | string[];
  properties?: Record<string, SchemaShape>;
  required?: string[];
  anyOf?: SchemaShape[];
  items?: SchemaShape;
  enum?: unknown[];
  examples?: unknown[];
  minimum?: number;
  minProperties?: number;
  additionalProperties?: SchemaShape | boolean;
}

const TAG_TEXTS: Record<Tag, string> = {
  Monitoring: 'Readiness, liveness, version and metrics. No key is needed.',
  Banks: 'A bank contains the memories of one agent, user or subject. The first write creates it.',
  Memory: 'Retain text, recall relevant memories, read and correct what is stored.',
  Graph: 'Memories and entities as nodes and edges.',
  Documents: 'The sources of memories, and their chunks.',
  Entities: 'People, organizations, places and things that memories mention.',
  Observations: 'Summaries of several facts, derived in the background and stored with their sources.',
  'Mental models': 'Documents that answer a question from memories and are refreshed as memories change.',
  'Knowledge base': 'A tree of folders and pages. A page is a mental model with a place in it.',
  Directives: 'Rules that a language model follows when it answers or writes a mental model.',
  Operations: 'Background work: its type, progress and result.',
  Transfer: 'Archives, copies and templates of banks.',
  'API keys': 'Keys that other keys create.',
  Console: 'The endpoints of the console.',
};

const pascal = (id: string): string => id.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
const ref = (name: string): OpenApiObject => ({ $ref: `#/components/schemas/${name}` });

/** The non-null part of a schema that accepts null. */
function withoutNull(shape: SchemaShape): SchemaShape {
  if (Array.isArray(shape.type) && shape.type.includes('null')) {
    const types = shape.type.filter((type) => type !== 'null');
    return { ...shape, type: types.length === 1 ? defined(types[0]) : types };
  }
  const branches = shape.anyOf?.filter((branch) => branch.type !== 'null');
  if (!branches || branches.length === shape.anyOf?.length) return shape;
  const { anyOf: _, ...rest } = shape;
  // The rest may accept null by itself.
  return branches.length === 1 ? withoutNull({ ...branches[0], ...rest }) : { ...rest, anyOf: branches };
}

/** If replies omit nulls, a nullable field is an optional field. */
function withoutNulls(shape: SchemaShape): SchemaShape {
  const { properties } = shape;
  for (const [key, property] of Object.entries(properties ?? {})) {
    const bare = withoutNull(property);
    if (bare === property) continue;
    defined(properties)[key] = bare;
    shape.required = shape.required?.filter((name) => name !== key);
  }
  for (const inner of [...Object.values(properties ?? {}), shape.items, ...(shape.anyOf ?? []), shape.additionalProperties])
    if (typeof inner === 'object') withoutNulls(inner);
  return shape;
}

/** The bounds of a JavaScript number carry no information about the field. */
const withoutSafeBounds = ({ jsonSchema }: { jsonSchema: OpenApiObject }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

/** Finds a schema by its path from an outer one; null if it has no schema of its own. */
function placeOf(outer: SchemaShape | undefined, [step, ...rest]: readonly string[]): [OpenApiObject, string] | null {
  if (!outer) return null;
  const [holder, key] =
    step === '[]' ? [outer, 'items'] : step === '{}' ? [outer, 'additionalProperties'] : [outer.properties ?? {}, defined(step)];
  const shape = (holder as Record<string, SchemaShape>)[key];
  if (!shape) return null;
  const branches = shape.anyOf?.filter(({ type }) => type !== 'null');
  if (branches && branches.length !== 1) return null;
  const place: [OpenApiObject, string] = branches
    ? [shape.anyOf as unknown as OpenApiObject, String(defined(shape.anyOf).indexOf(defined(branches[0])))]
    : [holder, key];
  const inner = place[0][place[1]] as SchemaShape;
  if (rest.length > 0) return placeOf(inner, rest);
  return inner.properties || inner.enum ? place : null;
}

const innermostFirst = (names: Readonly<Record<string, string>>): { steps: string[]; name: string }[] =>
  Object.entries(names)
    .map(([way, name]) => ({ steps: way.split('.'), name }))
    .sort((a, b) => b.steps.length - a.steps.length);

/** Collects named schemas; inner definitions are moved beside the outer schema. */
class Components {
  readonly schemas: Record<string, OpenApiObject> = {};

  shape(schema: z.ZodType, io: 'input' | 'output'): SchemaShape {
    const {
      $schema: _,
      $defs,
      ...shape
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutSafeBounds }) as OpenApiObject;
    for (const [name, inner] of Object.entries(($defs ?? {}) as Record<string, OpenApiObject>)) this.schemas[name] = this.rename(inner);
    return this.rename(shape) as SchemaShape;
  }

  add(name: string, shape: OpenApiObject): OpenApiObject {
    this.schemas[name] = shape;
    return ref(name);
  }

  /** Adds a schema under the name that clients know, unless another schema has it already. */
  addKnown(known: string | undefined, own: string, shape: OpenApiObject): OpenApiObject {
    if (known === undefined || !this.isFree(known, shape)) return this.add(own, shape);
    const taken = this.schemas[known];
    if (!taken) return this.add(known, shape);
    return { ...ref(known), ...(shape.description !== taken.description && { description: shape.description }) };
  }

  /** A different description does not make a different schema. */
  private isFree(name: string, shape: OpenApiObject): boolean {
    const taken = this.schemas[name];
    const bare = ({ description: _, ...rest }: OpenApiObject): string => JSON.stringify(rest);
    return taken === undefined || bare(taken) === bare(shape);
  }

  /**
   * Moves schemas inside named ones beside them, if clients know them by a name; the innermost
   * first.
   */
  nameInner(): void {
    for (const [outer, names] of Object.entries(INNER_NAMES))
      for (const { steps, name } of innermostFirst(names)) {
        const place = placeOf(this.schemas[outer] as SchemaShape | undefined, steps);
        if (!place) continue;
        const [holder, key] = place;
        const shape = holder[key] as OpenApiObject;
        if (this.isFree(name, shape)) holder[key] = this.add(name, shape);
      }
  }

  private rename(shape: OpenApiObject): OpenApiObject {
    return JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/')) as OpenApiObject;
  }
}

const ERROR_SCHEMA: OpenApiObject = {
  type: 'object',
  description: 'The format of every error, except validation errors (422).',
  properties: {
    detail: { type: 'string', description: 'A description of the error.' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    request_id: { type: 'string', description: 'The same as the header X-Request-Id.' },
  },
  required: ['detail', 'code', 'request_id'],
};

const VALIDATION_ERROR: OpenApiObject = {
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
  400: 'Bad request',
  401: 'The key or token is missing, malformed, unknown, expired or revoked',
  403: 'The key may not do this, or not in this bank',
  404: 'Not found',
  409: 'Conflicts with the current state',
  410: 'Permanently deleted or no longer valid',
  413: 'The body is too large',
  415: 'The body is not JSON, or it is compressed',
  422: 'A field is missing or invalid',
  429: 'Too many requests, or too many failed authentications from this address',
  503: 'The database is temporarily unavailable',
  504: 'The request exceeded its time limit',
};

/** Errors that the kernel and the server entry may return for any request and operation. */
const ANY_OTHER = 'Any other error: a malformed URL, a request that is too slow or too large, or a server error';

const jsonContent = (schema: OpenApiObject, example?: unknown): OpenApiObject => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const REQUEST_ID = '01990000-0000-7000-8000-000000000000';
const errorExample = (status: number): OpenApiObject => ({
  detail: ERROR_TEXTS[status],
  code: Object.entries(ERROR_CODES).find(([, of]) => of === status)?.[0],
  request_id: REQUEST_ID,
});
const VALIDATION_EXAMPLE: OpenApiObject = { detail: [{ type: 'missing', loc: ['body', 'name of the field'], msg: 'Field required' }] };

/** The required properties, and the first optional ones up to the minimum number. */
const leastOf = ({ required = [], properties = {}, minProperties = 0 }: SchemaShape): string[] =>
  [...new Set([...required, ...Object.keys(properties)])].slice(0, Math.max(required.length, minProperties));

/** The smallest valid example: optional fields are omitted, so that it can be sent unchanged. */
function exampleOf(shape: SchemaShape): unknown {
  if (shape.examples) return shape.examples[0];
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return exampleOf(defined(shape.anyOf[0]));
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'object':
      return Object.fromEntries(leastOf(shape).map((name) => [name, exampleOf(shape.properties?.[name] ?? {})]));
    case 'array':
      return shape.items ? [exampleOf(shape.items)] : [];
    case 'integer':
    case 'number':
      return shape.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

/** Whether a parameter accepts every text: the operation answers a wrong one itself. */
const isUnchecked = (field: z.ZodType): boolean => ['', '\u0000'.repeat(5000)].every((text) => field.safeParse(text).success);

/** A malformed UUID is a 400, so only other ids can cause a 422. */
const hasFreeParam = ({ params }: Operation): boolean =>
  Object.values(params?.shape ?? {}).some((field) => field.meta()?.format !== 'uuid' && !isUnchecked(field));

/**
 * A write may come from a foreign page, a bank may be unreachable, and a permission may be missing.
 */
const isRefusable = ({ auth, method, path, permission }: Operation): boolean =>
  method !== 'GET' ||
  (auth === 'key' && path.includes('{bank_id}')) ||
  (permission !== null && (auth === 'key' ? CALLER_KINDS : ROLES).some((kind) => !may(kind, permission)));

/** Every error status of an operation, including those of the kernel. */
export const errorStatuses = (operation: Operation): number[] => {
  const own: number[] = [...operation.errors];
  if (operation.auth === 'key') own.push(400, 401, 404, 429, 503);
  if (operation.auth === 'session') own.push(401, 503);
  if (operation.auth === 'visitor') own.push(503);
  if (operation.auth !== 'none' && isRefusable(operation)) own.push(403);
  // For a session: several organizations and none named, or an unknown name.
  if (operation.auth === 'session' && operation.permission !== null) own.push(400, 404);
  const hasInput = operation.body !== undefined || operation.upload !== undefined;
  if (hasInput) own.push(413, 415);
  if (operation.query || hasInput || operation.path.includes('{bank_id}') || hasFreeParam(operation)) own.push(422);
  return [...new Set(own)].sort((a, b) => a - b);
};

const errorContent = (status: number): OpenApiObject =>
  status === 422 ? jsonContent(ref('HTTPValidationError'), VALIDATION_EXAMPLE) : jsonContent(ref('Error'), errorExample(status));

/** Such a call may succeed later. */
const PASSING = [429, 503];
const RETRY_AFTER: OpenApiObject = {
  'Retry-After': { description: 'Seconds to wait before a retry, if known.', schema: { type: 'integer', minimum: 0 } },
};

const errorOf = (status: number): OpenApiObject => ({
  description: ERROR_TEXTS[status],
  ...(PASSING.includes(status) && { headers: RETRY_AFTER }),
  ...errorContent(status),
});

/** A stream is text to OpenAPI; the content of its events is documented beside it. */
const eventsShape = (events: NonNullable<Operation['events']>, components: Components): OpenApiObject => ({
  type: 'string',
  description: `Server-sent events: ${Object.keys(events).join(', ')}.`,
  'x-events': Object.fromEntries(Object.entries(events).map(([name, data]) => [name, components.shape(data, 'output')])),
});

const responsesOf = (operation: Operation, components: Components): OpenApiObject => {
  const name = `${pascal(operation.id)}Response`;
  const shape = components.shape(operation.response, 'output');
  const isJson = operation.mediaType === 'application/json';
  const known = SCHEMA_NAMES[operation.id]?.response;
  const schema = isJson ? components.addKnown(known, name, operation.nulls === 'omitted' ? withoutNulls(shape) : shape) : shape;
  const content: OpenApiObject = { [defined(operation.mediaType.split(';', 1)[0])]: { schema } };
  if (operation.events) content['text/event-stream'] = { schema: eventsShape(operation.events, components) };
  const responses: OpenApiObject = { [operation.status]: { description: 'Done', content } };
  for (const [status, other] of Object.entries(operation.otherResponses ?? {}))
    if (other)
      responses[status] = {
        description: ERROR_TEXTS[Number(status)] ?? 'Another outcome',
        ...jsonContent(components.shape(other, 'output')),
      };
  for (const status of errorStatuses(operation)) responses[status] ??= errorOf(status);
  responses.default = { description: ANY_OTHER, ...jsonContent(ref('Error')) };
  return responses;
};

const parameter = (where: 'path' | 'query', name: string, shape: SchemaShape, required: boolean): OpenApiObject => {
  const { description, ...schema } = shape;
  return { name, in: where, required, ...(description ? { description } : {}), schema };
};

const BANK_ID: SchemaShape = {
  type: 'string',
  minLength: 1,
  maxLength: 512,
  description: "The id of a bank, compared exactly. Not '.' or '..'.",
};

const parametersOf = (operation: Operation, components: Components): OpenApiObject[] => {
  const listed: OpenApiObject[] = operation.path.includes('{bank_id}') ? [parameter('path', 'bank_id', BANK_ID, true)] : [];
  const params = operation.params ? components.shape(operation.params, 'input') : {};
  for (const [name, shape] of Object.entries(params.properties ?? {})) listed.push(parameter('path', name, shape, true));
  const query = operation.query ? components.shape(operation.query, 'input') : {};
  for (const [name, shape] of Object.entries(query.properties ?? {}))
    listed.push(parameter('query', name, shape, query.required?.includes(name) ?? false));
  return listed;
};

const bodyOf = (operation: Operation, components: Components): OpenApiObject => {
  if (operation.upload) {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } };
  }
  if (!operation.body) return {};
  const shape = components.shape(operation.body, 'input');
  const schema = components.addKnown(SCHEMA_NAMES[operation.id]?.request, `${pascal(operation.id)}Request`, shape);
  return { requestBody: { required: !operation.body.safeParse({}).success, ...jsonContent(schema, exampleOf(shape)) } };
};

const descriptionOf = (operation: Operation): OpenApiObject => {
  const sentences = [operation.description];
  if (operation.costsTokens) sentences.push('May spend tokens of a language model.');
  if (operation.maxBodyBytes !== MIB) sentences.push(`The body may have ${operation.maxBodyBytes / MIB} MiB.`);
  const text = sentences.filter(Boolean).join(' ');
  return text ? { description: text } : {};
};

const operationObject = (operation: Operation, components: Components): OpenApiObject => {
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

const DESCRIPTION = `A memory store for agents. Retain text, recall what is relevant to a question. No language model is required.

Send \`Authorization: Bearer <key>\`. Errors are \`{detail, code, request_id}\`; validation errors are 422 with a list of
\`{type, loc, msg}\`. Unknown fields are ignored and listed in the header \`X-Ignored-Params\`, as are fields without effect in this version. Times are ISO 8601 in UTC.`;

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The operations that a newcomer needs come first in their tag. */
const FIRST = ['retain_memories', 'recall_memories', 'reflect'];
const rank = ({ id }: Operation): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

const inReadingOrder = (a: Operation, b: Operation): number =>
  TAGS.indexOf(a.tag) - TAGS.indexOf(b.tag) ||
  rank(a) - rank(b) ||
  Number(a.deprecated) - Number(b.deprecated) ||
  (a.path < b.path ? -1 : Number(a.path > b.path)) ||
  METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method);

/**
 * The whole document. `address` is the URL of this server; if empty, the URL from which the
 * document was loaded.
 */
export function openApiDocument(operations: readonly Operation[], address = ''): OpenApiObject {
  const components = new Components();
  components.add('Error', ERROR_SCHEMA);
  components.add('ValidationError', VALIDATION_ERROR);
  components.add('HTTPValidationError', {
    type: 'object',
    properties: { detail: { type: 'array', items: ref('ValidationError') } },
    required: ['detail'],
  });
  const paths: Record<string, OpenApiObject> = {};
  for (const operation of operations.toSorted(inReadingOrder)) {
    paths[operation.path] ??= {};
    defined(paths[operation.path])[operation.method.toLowerCase()] = operationObject(operation, components);
  }
  components.nameInner();
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
