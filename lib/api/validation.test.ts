import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyReader } from '#lib/api/body-shape';
import { ignoredHeader } from '#lib/api/ignored';
import { queryParser } from '#lib/api/query';
import { check } from '#lib/api/validation';
import { idText, limitParam, offsetParam, tagList, timestampIn, uuidText, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { ServiceError, ValidationFailure, type ValidationIssue } from '#lib/base/errors';
import { tagFilterQuery } from '#lib/base/tags/contract';

const issuesOf = (work: () => unknown): ValidationIssue[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailure) return error.issues;
    throw error;
  }
  throw new Error('accepted');
};

const body = z.object({
  name: z.string().min(2).max(5).optional(),
  count: z.int().min(1).max(3).optional(),
  ratio: z.number().gt(0).lt(1).optional(),
  flag: z.boolean().optional(),
  mode: z.enum(['a', 'b', 'c']).optional(),
  kind: z.literal('only').optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  map: z.record(z.string(), z.string()).optional(),
  inner: z.object({ id: z.string() }).optional(),
  when: timestampIn().optional(),
  either: z.union([z.array(z.string()), z.object({ x: z.int() })]).optional(),
});

describe('check', () => {
  it.each<[unknown, string, (string | number)[], string]>([
    [{ name: 1 }, 'string_type', ['body', 'name'], 'Input should be a valid string'],
    [{ name: 'x' }, 'string_too_short', ['body', 'name'], 'String should have at least 2 characters'],
    [{ name: 'abcdef' }, 'string_too_long', ['body', 'name'], 'String should have at most 5 characters'],
    [{ count: '1' }, 'int_type', ['body', 'count'], 'Input should be a valid integer'],
    [{ count: 1.5 }, 'int_from_float', ['body', 'count'], 'Input should be a valid integer, got a number with a fractional part'],
    [{ count: 0 }, 'greater_than_equal', ['body', 'count'], 'Input should be greater than or equal to 1'],
    [{ count: 4 }, 'less_than_equal', ['body', 'count'], 'Input should be less than or equal to 3'],
    [{ count: 2 ** 63 }, 'int_parsing_size', ['body', 'count'], 'Unable to parse input as an integer, exceeded maximum size'],
    [{ ratio: 'x' }, 'float_type', ['body', 'ratio'], 'Input should be a valid number'],
    [{ ratio: 0 }, 'greater_than', ['body', 'ratio'], 'Input should be greater than 0'],
    [{ ratio: 1 }, 'less_than', ['body', 'ratio'], 'Input should be less than 1'],
    [{ flag: 'true' }, 'bool_type', ['body', 'flag'], 'Input should be a valid boolean'],
    [{ mode: 'd' }, 'enum', ['body', 'mode'], "Input should be 'a', 'b' or 'c'"],
    [{ kind: 'x' }, 'literal_error', ['body', 'kind'], "Input should be 'only'"],
    [{ tags: 'x' }, 'list_type', ['body', 'tags'], 'Input should be a valid list'],
    [{ tags: [] }, 'too_short', ['body', 'tags'], 'List should have at least 1 item after validation, not 0'],
    [{ tags: ['a', 'b', 'c'] }, 'too_long', ['body', 'tags'], 'List should have at most 2 items after validation, not 3'],
    [{ tags: ['a', 2] }, 'string_type', ['body', 'tags', 1], 'Input should be a valid string'],
    [{ map: [] }, 'dict_type', ['body', 'map'], 'Input should be a valid dictionary'],
    [{ map: { a: 1 } }, 'string_type', ['body', 'map', 'a'], 'Input should be a valid string'],
    [{ inner: {} }, 'missing', ['body', 'inner', 'id'], 'Field required'],
    [{ inner: 3 }, 'model_attributes_type', ['body', 'inner'], 'Input should be a valid dictionary or object to extract fields from'],
    [{ when: 'soon' }, 'value_error', ['body', 'when'], 'Value error, not an ISO 8601 date or date-time'],
    [{ either: { x: 'y' } }, 'int_type', ['body', 'either', 'x'], 'Input should be a valid integer'],
    [[], 'model_attributes_type', ['body'], 'Input should be a valid dictionary or object to extract fields from'],
    [null, 'model_attributes_type', ['body'], 'Input should be a valid dictionary or object to extract fields from'],
  ])('%j is %s', (value, type, loc, msg) => {
    expect(issuesOf(() => check(body, value, 'body'))).toEqual([expect.objectContaining({ type, loc, msg })]);
  });

  it('returns a scalar, cuts a long text, never returns a container', () => {
    expect(issuesOf(() => check(body, { count: 9 }, 'body'))[0]).toMatchObject({ input: 9, ctx: { le: 3 } });
    expect(String(issuesOf(() => check(body, { name: 'x'.repeat(10_000) }, 'body'))[0]!.input).length).toBeLessThan(300);
    expect(issuesOf(() => check(body, { name: { secret: 'x' } }, 'body'))[0]).not.toHaveProperty('input');
  });

  it('reports every invalid field at once, and at most 50', () => {
    expect(issuesOf(() => check(body, { name: 1, flag: 2, mode: 3 }, 'body'))).toHaveLength(3);
    expect(issuesOf(() => check(z.array(z.string()), Array(500).fill(1), 'body'))).toHaveLength(50);
  });

  it('ends at the first fault of a large input', () => {
    const items = z.object({ items: z.array(z.object({ a: z.string(), b: z.record(z.string(), z.string()) })) });
    const faulty = (n: number) => ({ items: Array.from({ length: n }, () => ({ a: 1, b: { c: 2 } })) });
    expect(issuesOf(() => check(items, faulty(25), 'body'))).toHaveLength(50);
    expect(issuesOf(() => check(items, faulty(5_000), 'body')).map(({ loc }) => loc)).toEqual([['body', 'items', 0, 'a']]);
    const valid = { items: Array.from({ length: 5_000 }, () => ({ a: 'x', b: { c: 'y' } })) };
    expect(check(items, valid, 'body')).toEqual(valid);
  });

  it('answers a malformed UUID with bad_request', () => {
    const path = z.object({ memory_id: uuidText('memory') });
    expect(() => check(path, { memory_id: 'x' }, 'path')).toThrowError(new ServiceError('bad_request', 'Invalid memory id: not a UUID'));
    expect(check(path, { memory_id: '0190C3A5-0000-7000-8000-00000000000A' }, 'path').memory_id).toBe(
      '0190c3a5-0000-7000-8000-00000000000a',
    );
  });

  it('accepts ids of 1 to 512 characters without control characters, unchanged', () => {
    const path = z.object({ id: idText() });
    for (const id of ['a', ' a ', 'é', 'e\u0301', '😀', 'x'.repeat(512), '...', 'a/b']) expect(check(path, { id }, 'path').id).toBe(id);
    for (const id of ['', 'x'.repeat(513), 'a\u0000', 'a\u0007b', 'a\nb', '\u007f'])
      expect(issuesOf(() => check(path, { id }, 'path'))[0]!.loc).toEqual(['path', 'id']);
  });
});

describe('queryParser', () => {
  const query = z.object({
    limit: limitParam(100),
    offset: offsetParam(),
    tags: tagList().optional(),
    refresh: z.boolean().default(false),
    min: z.number().optional(),
    q: z.string().optional(),
  });
  const read = (search: string) => check(query, queryParser(query)(search).value, 'query');

  it.each([
    ['', 100],
    ['limit=0', 0],
    ['limit=10000', 10_000],
    ['limit=10001', 10_000],
    ['limit=9223372036854775807', 10_000],
    ['limit=1&limit=7', 7],
  ])('serves %s as %i', (search, limit) => {
    expect(read(search).limit).toBe(limit);
  });

  it.each([
    ['', 0],
    ['offset=7', 7],
    ['offset=9007199254740991', Number.MAX_SAFE_INTEGER],
    ['offset=9007199254740993', Number.MAX_SAFE_INTEGER],
    ['offset=9223372036854775807', Number.MAX_SAFE_INTEGER],
  ])('serves %s as %i', (search, offset) => {
    expect(read(search).offset).toBe(offset);
  });

  it.each([
    ['offset=-1', 'greater_than_equal'],
    ['offset=9223372036854775808', 'int_parsing_size'],
    ['limit=-1', 'greater_than_equal'],
    ['limit=1.5', 'int_parsing'],
    ['limit=', 'int_parsing'],
    ['limit=abc', 'int_parsing'],
    ['limit=NaN', 'int_parsing'],
    ['limit=9223372036854775808', 'int_parsing_size'],
    [`limit=${'9'.repeat(5000)}`, 'int_parsing_size'],
    ['refresh=maybe', 'bool_parsing'],
    ['min=x', 'float_parsing'],
    ['min=1e999', 'float_parsing'],
    ['q=%00', 'value_error'],
    ['tags=', 'string_too_short'],
  ])('rejects %s with %s', (search, type) => {
    expect(issuesOf(() => read(search))[0]).toMatchObject({
      type,
      loc: ['query', expect.any(String), ...(type === 'string_too_short' ? [0] : [])],
    });
  });

  it.each(['true', '1', 'yes', 'TRUE', 'on'])('reads %s as true', (word) => expect(read(`refresh=${word}`).refresh).toBe(true));
  it.each(['false', '0', 'no', 'No', 'off'])('reads %s as false', (word) => expect(read(`refresh=${word}`).refresh).toBe(false));

  it('makes a list of repeated names, even of one', () => {
    expect(read('tags=a&tags=b&tags=a').tags).toEqual(['a', 'b', 'a']);
    expect(read('tags=a%2Cb').tags).toEqual(['a,b']);
  });

  it('rejects a repeated part of a tag filter', () => {
    const filtered = queryParser(z.object(tagFilterQuery));
    expect(filtered('tags=a&tags=b&tags_match=exact').value).toEqual({ tags: ['a', 'b'], tags_match: 'exact' });
    for (const name of ['tags_match', 'tag_groups'])
      expect(issuesOf(() => filtered(`${name}=exact&${name}=any`))).toMatchObject([{ loc: ['query', name] }]);
  });

  it('reports unknown names', () => {
    expect(queryParser(query)('limit=1&Limit=2&x=1&x=2').ignored).toEqual(['Limit', 'x']);
    expect(queryParser(undefined)('a=1').ignored).toEqual(['a']);
  });
});

describe('ignored fields', () => {
  const find = bodyReader(
    z.object({ items: z.array(z.object({ content: z.string(), metadata: z.record(z.string(), z.string()).optional() })) }),
  );

  it('are listed by their full path, once', () => {
    expect(
      find({
        items: [
          { content: 'a', documentId: 1 },
          { content: 'b', documentId: 2, metadata: { free: 'x' } },
        ],
        org_id: 1,
      }),
    ).toEqual(['items.documentId', 'org_id']);
    expect(find({ items: 'wrong' })).toEqual([]);
  });

  it('include known fields without effect, unless they are null', () => {
    const idle = bodyReader(
      z.object({ scores: z.object({ used: z.number(), later: z.number().nullish().meta(WITHOUT_EFFECT) }).nullish() }),
    );
    expect(idle({ scores: { used: 1, later: 0 } })).toEqual(['scores.later']);
    expect(idle({ scores: { used: 1, later: null } })).toEqual([]);
    expect(idle({ scores: { used: 1 } })).toEqual([]);
  });

  it('are found in every branch of a union, however it recurs', () => {
    const leaf = z.object({ tags: z.array(z.string()), match: z.string().optional() });
    type Group = z.infer<typeof leaf> | { not: Group };
    const group: z.ZodType<Group> = z.lazy(() => z.union([leaf, z.object({ not: group })])).meta({ id: 'TestGroup' });
    const body = { groups: [{ not: { tags: ['a'], match: null, mode: 1 } }, { tags: [], also: 2 }] };
    expect(bodyReader(z.object({ groups: z.array(group).nullish() }))(body)).toEqual(['groups.not.mode', 'groups.also']);
    expect(body.groups[0]).toEqual({ not: { tags: ['a'], mode: 1 } });
  });

  it('are written to a header with allowed characters only', () => {
    expect(ignoredHeader(['a', 'items.b'])).toBe('a, items.b');
    expect(ignoredHeader(['ü\r\nX: y', '\ud800'])).toMatch(/^[\x20-\x7e]*$/);
    expect(ignoredHeader(Array.from({ length: 500 }, (_, i) => `field${i}`)).length).toBeLessThan(1200);
  });
});

describe('null', () => {
  const schema = z.object({
    needed: z.string(),
    optional: z.string().optional(),
    defaulted: z.int().default(1),
    filled: z.object({ inner: z.boolean().default(true) }).prefault({}),
    nullable: z.string().nullish(),
    picked: z.enum(['a', 'b']).default('a'),
    anything: z.unknown().optional(),
    record: z.record(z.string(), z.unknown()).optional(),
    rows: z.array(z.object({ size: z.number().optional() })).optional(),
  });
  const read = bodyReader(schema);

  it('means "not given" for an optional field', () => {
    const body = { needed: 'x', optional: null, defaulted: null, filled: null, picked: null, rows: [{ size: null }, { size: 2 }] };
    expect(read(body)).toEqual([]);
    expect(body).toEqual({ needed: 'x', rows: [{}, { size: 2 }] });
    expect(check(schema, body, 'body')).toMatchObject({ defaulted: 1, filled: { inner: true }, picked: 'a' });
  });

  it('is preserved if it has a meaning, or if the field is required', () => {
    const body = { needed: null, nullable: null, anything: null, record: { setting: null }, rows: [null] };
    read(body);
    expect(body).toEqual({ needed: null, nullable: null, anything: null, record: { setting: null }, rows: [null] });
    expect(issuesOf(() => check(schema, body, 'body')).map(({ loc }) => loc)).toEqual([
      ['body', 'needed'],
      ['body', 'rows', 0],
    ]);
  });
});
