import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseJson } from '#lib/api/json';
import { MAX_DEPTH, MAX_KEYS, MAX_VALUES, structureIssue } from '#lib/base/contract/structure';
import { ValidationFailure, type ValidationIssue } from '#lib/base/errors';

const issueOf = (text: string): ValidationIssue => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof ValidationFailure) return error.issues[0]!;
    throw error;
  }
  throw new Error(`accepted ${text}`);
};

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const wide = (keys: number): string => JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i])));

describe('parseJson', () => {
  it('reads any output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000') && !JSON.stringify(value).includes('__proto__'));
        expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['', 0],
    ['{', 1],
    ['{"a":', 5],
    ['{"a": b}', 6],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['{"a":1} x', 8],
    ['NaN', 0],
    ['[1, NaN]', 4],
    ['[-Infinity]', 2],
    ['{"a":"x\ny"}', 7],
    ['{"q": "unfinished', 17],
  ])('reports the offset of the mistake in %j', (text, offset) => {
    expect(issueOf(text)).toMatchObject({ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' });
  });

  it('always reports a mistake with an offset inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          JSON.parse(text);
          return;
        } catch {
          const [, offset] = issueOf(text).loc;
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it('allows 32 levels and 1,000 keys, and no more', () => {
    expect(() => parseJson(nested(MAX_DEPTH))).not.toThrow();
    expect(issueOf(nested(MAX_DEPTH + 1)).msg).toContain('deeper than 32');
    expect(issueOf(nested(100_000)).msg).toContain('deeper than 32');
    expect(() => parseJson(wide(MAX_KEYS))).not.toThrow();
    expect(issueOf(wide(MAX_KEYS + 1)).msg).toContain('more than 1000 keys');
  });

  it('reports the place of too deep nesting or too many keys', () => {
    const deep = `{"a":1,"b\\u0041":[0,{"c":${nested(MAX_DEPTH)}}]}`;
    expect(issueOf(deep).loc).toEqual(['body', 'bA', 1, 'c', ...Array(MAX_DEPTH - 3).fill(0)]);
    expect(issueOf(`{"x":[1,2,${wide(MAX_KEYS + 1)}]}`).loc).toEqual(['body', 'x', 2]);
  });

  it('does not interpret brackets, colons and commas inside strings as structure', () => {
    const text = JSON.stringify(['[{'.repeat(100), '\\"[', '\\\\', ':'.repeat(2000), '"', '{"a":[,']);
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('rejects a text that is too deep, too wide or too large before parsing it', () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const hostile = [
        '['.repeat(8 * 2 ** 20),
        `[${'{},'.repeat(3_000_000)}`,
        `{${Array.from({ length: 700_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
      ];
      for (const text of hostile) expect(() => parseJson(text)).toThrow(ValidationFailure);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it(`allows ${MAX_VALUES} values, and no more`, () => {
    const list = (n: number): string => `[${Array(n).fill('1').join(',')}]`;
    expect(parseJson(list(MAX_VALUES))).toHaveLength(MAX_VALUES);
    expect(issueOf(list(MAX_VALUES + 1))).toMatchObject({ loc: ['body'], msg: expect.stringContaining(`more than ${MAX_VALUES} values`) });
  });

  it('accepts a full retain of valid items', () => {
    const item = (i: number) => ({
      content: `Ann said: ${'I moved to Lisbon. '.repeat(30)}`,
      timestamp: '2024-03-01T10:00:00Z',
      document_id: `chat-${i}`,
      context: 'a chat',
      tags: ['team:red', 'chat'],
      metadata: { channel: 'general', message: `${i}`, author: 'ann' },
      entities: [{ text: 'Ann', type: 'PERSON' }, { text: 'Lisbon' }],
    });
    const text = JSON.stringify({ items: Array.from({ length: 10_000 }, (_, i) => item(i)) });
    expect(structureIssue(text)).toBeNull();
  });

  it('reports the place of a mistake after a string of any length', () => {
    const long = 'a'.repeat(10 * 2 ** 20);
    expect(issueOf(`["${long}",x]`).loc).toEqual(['body', long.length + 4]);
    expect(issueOf(`["${'\\n'.repeat(2 ** 20)}",x]`).loc).toEqual(['body', 2 * 2 ** 20 + 4]);
    expect(JSON.stringify(issueOf(`["${long}",x]`)).length).toBeLessThan(500);
  });

  it('rejects NUL in values and keys, with its place', () => {
    expect(issueOf('{"a":[{"b":"x\\u0000"}]}')).toMatchObject({ loc: ['body', 'a', 0, 'b'], type: 'value_error' });
    expect(issueOf('{"a\\u0000":1}').msg).toContain('NUL');
  });

  it('rejects a number that overflows', () => {
    expect(issueOf('{"a":1e400}')).toMatchObject({ loc: ['body', 'a'], type: 'finite_number' });
  });

  it('rejects an unpaired surrogate in values and keys, with its place', () => {
    expect(issueOf('{"items":[{"content":"x\\udc00y"}]}')).toMatchObject({
      loc: ['body', 'items', 0, 'content'],
      type: 'value_error',
      msg: 'Value error, the text contains an unpaired surrogate, which is not a valid character',
    });
    expect(issueOf('{"a\\ud800":1}')).toMatchObject({ loc: ['body', 'a\ufffd'], type: 'value_error' });
    expect(parseJson('"\\ud83d\\ude00"')).toBe('😀');
  });

  it('drops __proto__ and returns constructor as data', () => {
    const value = parseJson('{"__proto__":{"admin":true},"constructor":1,"inner":{"__proto__":[]}}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['constructor', 'inner']);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.keys(value.inner as object)).toEqual([]);
  });
});
