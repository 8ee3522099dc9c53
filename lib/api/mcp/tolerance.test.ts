import { describe, expect, it } from 'vitest';
import { readArguments } from '#lib/api/mcp/tolerance';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    list: { type: 'array' },
    map: { type: 'object' },
    fields: { type: 'object', properties: { a: { type: 'string' } } },
    count: { type: 'integer' },
    on: { type: 'boolean' },
    either: { anyOf: [{ type: 'string' }, { type: 'array' }] },
  },
};

describe('arguments', () => {
  it.each([
    ['an array as text', { list: '["a"]' }, { list: ['a'] }],
    ['an object as text', { map: '{"a":1}' }, { map: { a: 1 } }],
    ['a number as text', { count: '7' }, { count: 7 }],
    ['a boolean as text', { on: 'false' }, { on: false }],
    ['one value for a list', { list: 'a, b' }, { list: ['a, b'] }],
    ['a broken list', { list: '["a"' }, { list: '["a"' }],
    ['the text null for a list', { list: 'null' }, { list: ['null'] }],
    ['a text that looks like a list', { text: '["a"]' }, { text: '["a"]' }],
    ['a text where both are allowed', { either: '["a"]' }, { either: '["a"]' }],
    ['a broken text', { map: '{"a":' }, { map: '{"a":' }],
    ['a text of another type', { count: '{}' }, { count: '{}' }],
    ['null', { text: null, list: null }, {}],
    ['null in an object of declared fields', { fields: { a: null, b: 1 }, map: { a: null } }, { fields: { b: 1 }, map: { a: null } }],
    ['null in such an object as text', { fields: '{"a":null}' }, { fields: {} }],
    ['an unknown name', { mood: 'good', text: 'a' }, { text: 'a' }],
    ['an inherited name', JSON.parse('{"__proto__":{"text":"a"}}'), {}],
    ['all of them as text', '{"text":"a"}', { text: 'a' }],
    ['a list instead of names', ['a'], {}],
    ['nothing', undefined, {}],
  ])('%s', (_, given, expected) => {
    expect(readArguments(given, schema)).toEqual(expected);
  });

  it.each([
    ['tags', { tags: ['a'] }],
    ['tags_match', { text: 'a', tags_match: 'exact' }],
    ['tag_groups', { tag_groups: '[{"tags":["a"]}]' }],
    ['tags, tag_groups', '{"tags":[],"tag_groups":[]}'],
  ])('refuse a filter that the tool does not have: %s', (names, given) => {
    expect(() => readArguments(given, schema)).toThrow(`This tool does not filter by ${names}:`);
    expect(readArguments({ tags: null, tags_match: undefined }, schema)).toEqual({});
  });

  it('contain a filter that the tool has', () => {
    const filtering = { properties: { tags: { type: 'array' }, tags_match: { type: 'string' } } };
    expect(readArguments({ tags: '["a"]', tags_match: 'exact' }, filtering)).toEqual({ tags: ['a'], tags_match: 'exact' });
    expect(() => readArguments({ tag_groups: [] }, filtering)).toThrow('does not filter by tag_groups');
  });
});
