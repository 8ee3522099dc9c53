import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#lib/http/openapi';
import { operations } from '#lib/http/operations';

interface Described {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>;
  requestBody?: { required: boolean };
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

  it('points only at schemas that it holds', () => {
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1]!);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(document.components.schemas, name).toHaveProperty([name.replace('#/components/schemas/', '')]);
  });

  it('declares every parameter of a path, and as required', () => {
    for (const [template, methods] of Object.entries(document.paths))
      for (const operation of Object.values(methods)) {
        const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(declared.map(({ name }) => `{${name}}`).sort()).toEqual([...(template.match(/\{\w+\}/g) ?? [])].sort());
        expect(declared.every(({ required }) => required)).toBe(true);
      }
  });

  it('offers 401 where a key is needed, 403 where one may be refused, 422 where there is input', () => {
    for (const operation of operations) {
      const statuses = Object.keys(document.paths[operation.path]![operation.method.toLowerCase()]!.responses);
      expect(statuses.includes('401'), operation.id).toBe(operation.auth === 'key');
      expect(statuses.includes('403'), operation.id).toBe(operation.path.includes('{bank_id}'));
      if (operation.body || operation.query) expect(statuses, operation.id).toContain('422');
    }
  });

  it('leaves no trace of the limits of a number type', () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });
});
