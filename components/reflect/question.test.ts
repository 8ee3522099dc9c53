import { describe, expect, test } from 'vitest';
import { bodyOf, hasOptions, isRefused, type ReflectParams, schemaOf } from '#components/reflect/question';
import { snippet } from '#components/reflect/snippets';
import { reflect as t } from '#components/strings/reflect';
import { reflectBody } from '#lib/memory/reflect/contract';

const PLAIN: ReflectParams = {
  q: 'Where does Ann live?',
  budget: 'low',
  max_tokens: null,
  types: [],
  tags: [],
  tags_match: 'any',
  tag_groups: '',
  models: true,
  without: [],
  schema: '',
  trace: 'full',
};
const asked = (more: Partial<ReflectParams>): ReflectParams => ({ ...PLAIN, ...more });
const example = JSON.stringify(t.schemaExample);

describe('request body', () => {
  test('includes evidence and trace without options', () => {
    expect(bodyOf(PLAIN)).toEqual({ query: PLAIN.q, include: { facts: {}, tool_calls: {} } });
    expect(hasOptions(PLAIN)).toBe(false);
  });

  test('is valid with all options', () => {
    const all = asked({
      budget: 'high',
      max_tokens: 512,
      types: ['world'],
      tags: ['a', 'b'],
      tags_match: 'all_strict',
      without: ['m1'],
      schema: example,
      trace: 'brief',
    });
    const body = bodyOf(all);
    expect(body).toEqual({
      query: PLAIN.q,
      budget: 'high',
      max_tokens: 512,
      include: { facts: {}, tool_calls: { output: false } },
      fact_types: ['world'],
      tags: ['a', 'b'],
      tags_match: 'all_strict',
      exclude_mental_model_ids: ['m1'],
      response_schema: t.schemaExample,
    });
    expect(reflectBody.safeParse(body).success).toBe(true);
    expect(hasOptions(all)).toBe(true);
  });

  test('replaces tags by a tree, and omits exclusions without mental models', () => {
    const tree = '[{"not": {"tags": ["b"]}}]';
    const body = bodyOf(asked({ tags: ['c'], tag_groups: tree, models: false, without: ['m1'], trace: 'none' }));
    expect(body).toEqual({ query: PLAIN.q, include: { facts: {} }, tag_groups: JSON.parse(tree), exclude_mental_models: true });
    expect(reflectBody.safeParse(body).success).toBe(true);
  });

  test('reports and omits an invalid schema', () => {
    expect(schemaOf('  ')).toBeNull();
    expect(schemaOf(example)).toEqual({ schema: t.schemaExample });
    expect(schemaOf('{"properties": {"a": {"type": "date"}}}')).toEqual({
      fault: 'properties.a.type must be one of string, number, integer, boolean, array, object',
    });
    for (const schema of ['{', '[]', '{"properties": {}}']) {
      expect(schemaOf(schema)).toEqual({ fault: expect.stringMatching(/./) });
      expect(isRefused(asked({ schema }))).toBe(true);
      expect(bodyOf(asked({ schema }))).not.toHaveProperty('response_schema');
    }
    expect(isRefused(asked({ tag_groups: '[{"xor": []}]' }))).toBe(true);
    expect(isRefused(asked({ schema: example }))).toBe(false);
  });

  test('formats code that calls reflect and prints the citations', () => {
    const code = { server: 'http://127.0.0.1:8888', bankId: "o'hara", body: bodyOf(PLAIN) };
    expect(snippet('curl', code)).toContain("'http://127.0.0.1:8888/v1/default/banks/o%27hara/reflect'");
    expect(JSON.parse(snippet('json', code))).toEqual(code.body);
    expect(snippet('typescript', code)).toContain('answer.citations');
    expect(snippet('python', code)).toContain('answer["citations"]');
  });
});
