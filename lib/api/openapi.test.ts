import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#lib/api/openapi';
import { operations } from '#lib/api/operations';
import { INNER_NAMES, SCHEMA_NAMES } from '#lib/api/schema-names';
import { ERROR_CODES } from '#lib/base/errors';

interface Content {
  schema: Record<string, unknown>;
  example?: unknown;
}
interface Described {
  operationId: string;
  tags: string[];
  responses: Record<string, { content?: Record<string, Content> }>;
  requestBody?: { required: boolean; content: Record<string, Content> };
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: { type?: string } }[];
}

const document = openApiDocument(operations) as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown> };
};
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  it('describes every operation once', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it('begins with the operations that a newcomer needs', () => {
    // Methods of one path are adjacent; sorted by path, the three would come first.
    const paths = Object.keys(document.paths).map((path) => path.split('/').at(-1));
    expect(paths.slice(0, 3)).toEqual(['memories', 'recall', 'reflect']);
    expect(described[0]!.operationId).toBe('retain_memories');
    expect(described[0]!.tags).toEqual(['Memory']);
  });

  it('references only schemas that it contains', () => {
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1]!);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(document.components.schemas, name).toHaveProperty([name.replace('#/components/schemas/', '')]);
  });

  it('declares every path parameter, as required', () => {
    for (const [template, methods] of Object.entries(document.paths))
      for (const operation of Object.values(methods)) {
        const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(declared.map(({ name }) => `{${name}}`).sort()).toEqual([...(template.match(/\{\w+\}/g) ?? [])].sort());
        expect(declared.every(({ required }) => required)).toBe(true);
      }
  });

  it('names the schemas of an operation as existing clients do', () => {
    const known = new Set(operations.map(({ id }) => id));
    for (const [id, { request, response }] of Object.entries(SCHEMA_NAMES)) {
      expect(known, id).toContain(id);
      for (const name of [request, response]) if (name !== undefined) expect(document.components.schemas, id).toHaveProperty(name);
    }
    const text = JSON.stringify(document);
    for (const name of Object.values(INNER_NAMES).flatMap((names) => Object.values(names)))
      expect(text).toContain(`#/components/schemas/${name}"`);
    expect(Object.keys(document.components.schemas).filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
    const { responses, requestBody } = document.paths['/v1/default/banks/{bank_id}/memories/recall']!.post!;
    expect(JSON.stringify([requestBody, responses['200']])).toMatch(/schemas\/RecallRequest".*schemas\/RecallResponse"/);
  });

  it('declares 401 if a key or token is needed, 403 if a caller may be refused, 422 if there is input', () => {
    for (const operation of operations) {
      const statuses = Object.keys(document.paths[operation.path]![operation.method.toLowerCase()]!.responses);
      expect(statuses.includes('401'), operation.id).toBe(operation.auth === 'key' || operation.id === 'metrics');
      // A list of banks contains only reachable ones, and an unreachable chunk is a 404.
      const isOpen = operation.id === 'list_banks' || operation.id === 'get_chunk';
      expect(statuses.includes('403'), operation.id).toBe(operation.auth === 'key' && !isOpen);
      if (operation.body || operation.query) expect(statuses, operation.id).toContain('422');
    }
  });

  it('declares 429 where calls are counted, and Retry-After with it and with 503', () => {
    for (const { operationId, responses } of described) {
      const { auth } = operations.find(({ id }) => id === operationId)!;
      if (auth === 'key') expect(Object.keys(responses), operationId).toContain('429');
      for (const status of ['429', '503'])
        if (responses[status]?.content?.['application/json']?.schema.$ref === '#/components/schemas/Error')
          expect(responses[status], operationId).toHaveProperty(['headers', 'Retry-After']);
    }
  });

  it('declares 503 where the database or its settings are needed, and a schema for all other failures', () => {
    for (const { operationId, responses } of described) {
      expect('503' in responses, operationId).toBe(operationId !== 'health_live' && operationId !== 'get_bank_template_schema');
      expect(responses.default?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  });

  it('gives each body an example that passes its own validation, so that it can be sent unchanged', () => {
    for (const { operationId, requestBody } of described) {
      const example = requestBody?.content['application/json'];
      if (!example) continue;
      const { body } = operations.find(({ id }) => id === operationId)!;
      expect(body!.safeParse(requestBody.content['application/json']!.example), operationId).toMatchObject({ success: true });
    }
  });

  it('shows each error with a code of its status', () => {
    for (const { responses } of described)
      for (const [status, { content }] of Object.entries(responses)) {
        const { schema, example } = content?.['application/json'] ?? {};
        if (schema?.$ref !== '#/components/schemas/Error' || status === 'default') continue;
        expect(ERROR_CODES[(example as { code: keyof typeof ERROR_CODES }).code]).toBe(Number(status));
      }
  });

  it('declares no null in replies that omit nulls', () => {
    const schemas = document.components.schemas as Record<string, unknown>;
    for (const { id, nulls } of operations) {
      const name = `${id.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Response`;
      if (nulls === 'omitted') expect(JSON.stringify(schemas[name] ?? {}), id).not.toContain('"null"');
    }
  });

  it('contains no limits of a number type', () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });
});
