import { describe, expect, it } from 'vitest';
import { fieldsSchema } from '#lib/memory/reflect/model/answer-fields';
import { formOf, formSchema } from '#lib/memory/reflect/response-schema';

/**
 * A model with an optional field, an enumeration, a literal and a nested model, as Pydantic writes
 * it.
 */
const PYDANTIC = {
  $defs: {
    City: {
      properties: { name: { title: 'Name', type: 'string' }, since: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null } },
      required: ['name'],
      title: 'City',
      type: 'object',
    },
    Mood: { enum: ['glad', 'sad'], title: 'Mood', type: 'string' },
  },
  properties: {
    summary: { description: 'In one sentence.', title: 'Summary', type: 'string' },
    confidence: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Confidence' },
    mood: { $ref: '#/$defs/Mood', default: 'glad' },
    home: { anyOf: [{ $ref: '#/$defs/City' }, { type: 'null' }], default: null },
    cities: { items: { $ref: '#/$defs/City' }, title: 'Cities', type: 'array' },
    level: { enum: [1, 2, 3], title: 'Level' },
    kind: { const: 'person' },
    size: { anyOf: [{ type: 'integer' }, { type: 'string' }], title: 'Size' },
    anything: { title: 'Anything' },
  },
  required: ['summary', 'cities'],
  title: 'Answer',
  type: 'object',
};
const CITY = {
  type: 'object',
  properties: { name: { type: 'string' }, since: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
  required: ['name'],
};

describe('a response schema', () => {
  it('is accepted as Pydantic writes it', () => {
    expect(formSchema(PYDANTIC)).toEqual({
      type: 'object',
      properties: {
        summary: { type: 'string', description: 'In one sentence.' },
        confidence: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        mood: { type: 'string', enum: ['glad', 'sad'] },
        home: { anyOf: [CITY, { type: 'null' }] },
        cities: { type: 'array', items: CITY },
        level: { type: 'number', enum: [1, 2, 3] },
        kind: { type: 'string', enum: ['person'] },
        size: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        anything: { type: 'string' },
      },
      required: ['summary', 'cities'],
      additionalProperties: false,
    });
  });

  it('checks an answer', () => {
    const answer = { summary: 'x', confidence: null, home: null, cities: [{ name: 'Porto', since: null }], level: 2, size: 'large' };
    const schema = fieldsSchema(PYDANTIC);
    expect(schema.safeParse(answer).success).toBe(true);
    for (const wrong of [{ level: 4 }, { mood: 'mad' }, { cities: [{}] }, { kind: 'dog' }, { size: true }])
      expect(schema.safeParse({ ...answer, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });

  it('may contain lists of types and wrapped references', () => {
    const schema = {
      $defs: { A: { type: 'string' } },
      properties: { a: { type: ['number', 'null'] }, b: { allOf: [{ $ref: '#/$defs/A' }], description: 'B' } },
    };
    expect(formSchema(schema).properties).toEqual({
      a: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      b: { type: 'string', description: 'B' },
    });
  });

  it('may contain values of several types', () => {
    const schema = {
      properties: {
        a: { enum: ['a', 1, null], description: 'A' },
        b: { enum: [true, 'later'] },
        c: { type: ['string', 'integer', 'null'], enum: ['a', 1, null] },
        d: { type: ['string', 'number'], enum: ['a', 'b'] },
        e: { type: 'array', items: { enum: ['a', 2] } },
        f: { enum: ['a', null] },
        g: { anyOf: [{ enum: [1, 'x'] }, { type: 'null' }] },
      },
    };
    const [text, number] = [
      { type: 'string', enum: ['a'] },
      { type: 'number', enum: [1] },
    ];
    expect(formSchema(schema).properties).toEqual({
      a: { anyOf: [text, number, { type: 'null' }], description: 'A' },
      b: {
        anyOf: [
          { type: 'boolean', enum: [true] },
          { type: 'string', enum: ['later'] },
        ],
      },
      c: { anyOf: [text, { type: 'integer', enum: [1] }, { type: 'null' }] },
      d: { type: 'string', enum: ['a', 'b'] },
      e: { type: 'array', items: { anyOf: [text, { type: 'number', enum: [2] }] } },
      f: { anyOf: [text, { type: 'null' }] },
      g: { anyOf: [number, { type: 'string', enum: ['x'] }, { type: 'null' }] },
    });
    const answers = fieldsSchema(schema);
    const fits = (answer: object) => answers.safeParse(answer).success;
    for (const right of [
      { a: 'a' },
      { a: 1 },
      { a: null },
      { b: true },
      { b: 'later' },
      { c: 1 },
      { e: ['a', 2] },
      { f: null },
      { g: 'x' },
    ])
      expect(fits(right), JSON.stringify(right)).toBe(true);
    for (const wrong of [{ a: '1' }, { a: 2 }, { a: true }, { b: false }, { b: null }, { d: null }, { e: [null] }, { g: 2 }])
      expect(fits(wrong), JSON.stringify(wrong)).toBe(false);
  });

  it.each([
    [{ type: 'array' }, 'the type must be object'],
    [{}, 'properties must be an object with at least one property'],
    [{ properties: { a: 1 } }, 'properties.a must be an object'],
    [{ properties: { a: { type: 'date' } } }, 'properties.a.type must be one of string, number, integer, boolean, array, object'],
    [{ properties: { a: { type: 'null' } } }, 'properties.a.type must be one of string, number, integer, boolean, array, object'],
    [{ properties: { a: { $ref: '#/$defs/B' } } }, 'properties.a.$ref must refer to an entry of $defs'],
    [{ properties: { a: { $ref: 'https://example.com/a' } } }, 'properties.a.$ref must refer to an entry of $defs'],
    [{ $defs: { A: { $ref: '#/$defs/A' } }, properties: { a: { $ref: '#/$defs/A' } } }, 'properties.a.$ref refers to itself'],
    [{ properties: { a: { anyOf: [] } } }, 'properties.a.anyOf must be a list of schemas'],
    [{ properties: { a: { enum: [] } } }, 'properties.a.enum must be a list of strings, numbers, booleans or null'],
    [{ properties: { a: { enum: ['a', {}] } } }, 'properties.a.enum must be a list of strings, numbers, booleans or null'],
    [{ properties: { a: { enum: [null] } } }, 'properties.a.enum needs a value other than null'],
    [{ properties: { a: { type: 'string', enum: [null] } } }, 'properties.a.enum needs a value other than null'],
    [{ properties: { a: { type: 'string', enum: ['a', 1] } } }, 'properties.a.enum needs values of the type string'],
    [{ properties: { a: { type: ['number', 'string'], enum: [true] } } }, 'properties.a.enum needs values of the type number or string'],
    [{ properties: { a: { type: 'boolean', enum: ['yes'] } } }, 'properties.a.enum needs values of the type boolean'],
    [{ properties: { a: {} }, required: ['b'] }, "required names 'b', which is not in properties"],
    [{ properties: { a: { type: 'string', description: 1 } } }, 'properties.a.description must be a string'],
  ])('is rejected for %j: %s', (schema, message) => {
    expect(() => formOf(schema)).toThrow(message);
  });

  it('is rejected if it is recursive or expands without limit', () => {
    const node = { properties: { next: { $ref: '#/$defs/Node' } }, type: 'object' };
    expect(() => formOf({ $defs: { Node: node }, properties: { list: { $ref: '#/$defs/Node' } } })).toThrow(
      'is nested deeper than 5 levels',
    );
    const wide = (part: string) => ({
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, { $ref: `#/$defs/${part}` }])),
    });
    const $defs = { A: wide('B'), B: wide('C'), C: wide('D'), D: { type: 'string' } };
    expect(() => formOf({ $defs, ...wide('A') })).toThrow('must not have more than 500 fields');
  });
});
