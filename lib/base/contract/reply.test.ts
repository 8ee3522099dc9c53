import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nullFiller, nullPruner } from '#lib/base/contract/reply';

const prune = <S extends z.ZodType>(schema: S, value: z.input<S>): unknown => {
  const parsed = schema.parse(value);
  nullPruner(schema)(parsed);
  return parsed;
};

const leaf = z.object({ id: z.string(), note: z.string().nullish() });

describe('nullPruner', () => {
  it('drops null fields of declared objects wherever they are', () => {
    const schema = z.object({
      a: z.string().nullable(),
      list: z.array(leaf),
      map: z.record(z.string(), leaf),
      one: leaf.nullish().optional(),
    });
    expect(
      prune(schema, {
        a: null,
        list: [
          { id: '1', note: null },
          { id: '2', note: 'x' },
        ],
        map: { k: { id: '3', note: null } },
        one: null,
      }),
    ).toEqual({
      list: [{ id: '1' }, { id: '2', note: 'x' }],
      map: { k: { id: '3' } },
    });
  });

  it('keeps nulls inside records and unknowns, and in lists', () => {
    const schema = z.object({ free: z.record(z.string(), z.unknown()), any: z.unknown(), list: z.array(z.string().nullable()) });
    const value = { free: { a: null, b: { c: null } }, any: { d: null }, list: [null, 'x'] };
    expect(prune(schema, value)).toEqual(value);
  });

  it('handles unions, pipes, defaults and recursive schemas', () => {
    interface Tree {
      name?: string | null;
      children: Tree[];
    }
    const tree: z.ZodType<Tree, Tree> = z.object({ name: z.string().nullish(), children: z.array(z.lazy(() => tree)) });
    expect(prune(tree, { name: null, children: [{ name: null, children: [] }] })).toEqual({ children: [{ children: [] }] });
    expect(prune(z.union([leaf, z.string()]), { id: '1', note: null })).toEqual({ id: '1' });
    expect(prune(leaf.transform((value) => value).pipe(leaf), { id: '1', note: null })).toEqual({ id: '1' });
  });
});

describe('nullFiller', () => {
  const fill = <S extends z.ZodType>(schema: S, value: z.input<S>): unknown => {
    const parsed = schema.parse(value);
    nullFiller(schema)(parsed);
    return parsed;
  };

  it('sends null for absent fields that may be null, wherever they are', () => {
    const schema = z.object({
      a: z.string().nullish(),
      list: z.array(leaf),
      map: z.record(z.string(), leaf).nullish(),
      one: leaf.nullish(),
      optional: z.string().optional(),
    });
    expect(fill(schema, { list: [{ id: '1' }], one: { id: '2' } })).toEqual({
      a: null,
      list: [{ id: '1', note: null }],
      map: null,
      one: { id: '2', note: null },
    });
    expect(fill(schema, { list: [], map: { k: { id: '3' } } })).toMatchObject({ map: { k: { id: '3', note: null } } });
  });

  it('leaves records, unknowns and unions as they are', () => {
    const schema = z.object({
      free: z.record(z.string(), z.unknown()),
      either: z.union([leaf, z.object({ other: z.string().nullish() })]),
    });
    const value = { free: { a: {} }, either: { id: '1' } };
    expect(fill(schema, value)).toEqual(value);
  });
});
