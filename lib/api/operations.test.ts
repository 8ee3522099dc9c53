import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { consoleOperations, operations } from '#lib/api/operations';
import { queryParser } from '#lib/api/query';
import type { Resource } from '#lib/api/route';
import { isOperation, type Operation } from '#lib/base/contract/operation';

const all = [...operations, ...consoleOperations];
const root = path.resolve(import.meta.dirname, '../..');

const fileOf = (operation: Operation): string => {
  const folder = operation.path
    .replace(/\{document_id\}(\/.*)?$/, '[...document_id]')
    .replace('{key}', '[...key]')
    .replaceAll('{', '[')
    .replaceAll('}', ']');
  return path.join(root, 'app', folder, 'route.ts');
};

const nameOf = ({ method, path: template }: Operation): string => `${method} ${template}`;

interface Field {
  readonly name: string;
  readonly description?: string;
  readonly 'x-without-effect'?: true;
}

/** Every object in a JSON schema, with its path. */
const fieldsOf = (value: unknown, name: string): Field[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        { ...value, name },
        ...Object.entries(value).flatMap(([key, inner]) =>
          fieldsOf(inner, /^(properties|items|anyOf|\d+)$/.test(key) ? name : `${name}.${key}`),
        ),
      ];

describe('the list of operations', () => {
  it('contains every operation that a contract exports', async () => {
    const files = globSync('lib/*/**/contract.ts', { cwd: root });
    expect(files.length).toBeGreaterThan(0);
    const declared = await Promise.all(
      files.map(async (file) => Object.values((await import(path.join(root, file))) as object).filter(isOperation)),
    );
    expect(declared.flat().map(nameOf).sort()).toEqual(all.map(nameOf).sort());
  });

  it('contains no id and no path twice', () => {
    for (const of of [({ id }: Operation) => id, nameOf]) expect(new Set(all.map(of)).size).toBe(all.length);
  });

  it('requires a key and a permission everywhere except in monitoring', () => {
    for (const operation of operations) {
      expect(operation.auth, operation.id).toBe(operation.tag === 'Monitoring' ? 'none' : 'key');
      expect(operation.permission === null, operation.id).toBe(operation.auth === 'none');
    }
  });

  it('separates the console: its own prefix, a session or a visitor, a permission only with a session', () => {
    for (const operation of consoleOperations) {
      expect(operation.path.startsWith('/api/console/'), operation.id).toBe(true);
      expect(operation.tag, operation.id).toBe('Console');
      expect(['session', 'visitor'], operation.id).toContain(operation.auth);
      if (operation.auth === 'visitor') expect(operation.permission, operation.id).toBeNull();
    }
  });

  it('marks every field of a body whose description says that it has no effect', () => {
    const idle = all.flatMap(({ id, body }) =>
      body ? fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }), id) : [],
    );
    const marked = idle.filter(({ description }) => /^(?:has no effect|without effect)/i.test(description ?? ''));
    expect(marked.map(({ name }) => name)).toContain('add_bank_background.update_disposition');
    for (const field of marked) expect(field['x-without-effect'], field.name).toBe(true);
  });

  it('validates every path parameter', () => {
    for (const operation of all) {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).filter((name) => name !== 'bank_id');
      expect(Object.keys(operation.params?.shape ?? {}).sort(), operation.id).toEqual(names.sort());
    }
  });
});

describe('route files', () => {
  const files = new Map<string, Operation[]>();
  for (const operation of all) files.set(fileOf(operation), [...(files.get(fileOf(operation)) ?? []), operation]);

  it.each([...files])('%s serves the declared operations, and nothing else', async (file, declared) => {
    expect(existsSync(file)).toBe(true);
    const exported = (await import(file)) as Resource;
    expect(Object.keys(exported).sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
    const served = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) => exported[method].operations);
    expect(served.map(nameOf).sort()).toEqual(declared.map(nameOf).sort());
  });

  it('exist only for declared paths', () => {
    const others = [
      'app/openapi.json/route.ts',
      'app/v1/[...path]/route.ts',
      'app/api/[...path]/route.ts',
      'app/mcp/[[...path]]/route.ts',
      'app/mcp.mjs/route.ts',
      'app/oauth/[...path]/route.ts',
      'app/.well-known/[...path]/route.ts',
      'app/api/auth/[...nextauth]/route.ts',
    ];
    const found = globSync('app/**/route.ts', { cwd: root }).filter((file) => !others.includes(file));
    expect(found.map((file) => path.join(root, file)).sort()).toEqual([...files.keys()].sort());
  });
});

describe('an earlier state', () => {
  const TIMES = 'as_of=2026-01-01&valid_at=2026-01-01';
  const ignoredBy = ({ query }: Operation): readonly string[] => queryParser(query as z.ZodObject | undefined)(TIMES).ignored;
  it('is offered by the documented operations, and the others name both times as ignored', () => {
    const reads = operations.filter(({ method, query }) => method === 'GET' && query);
    const offering = reads.filter((operation) => ignoredBy(operation).length === 0).map(({ id }) => id);
    expect(offering.sort()).toEqual([
      ...['explore_graph', 'find_graph_path', 'get_entity_graph', 'get_graph', 'list_entities', 'list_graph_neighbors', 'list_memories'],
    ]);
    for (const operation of reads) if (!offering.includes(operation.id)) expect(ignoredBy(operation)).toEqual(['as_of', 'valid_at']);
  });
});
