import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { posted } from '#e2e/contract/filling';
import { listBanks } from '#lib/memory/banks/contract';
import { type ReflectResponse, reflect } from '#lib/memory/reflect/contract';

const ask = posted(reflect);

const at =
  (loc: string, words = ''): Case['check'] =>
  (body: { detail: { loc: unknown[]; msg: string }[] }) => {
    expect(body.detail[0]?.loc.slice(0, 2)).toEqual(loc === '' ? ['body'] : ['body', loc]);
    expect(body.detail[0]?.msg).toContain(words);
  };

/** Returns all stored content that an answer contains. */
const foundIn = ({ text, trace }: ReflectResponse): string => JSON.stringify([trace?.tool_calls.map(({ output }) => output), text]);

const QUERY = 'Why did Ana move to Porto?';
const schema = (properties: unknown, more: object = {}) => ({ query: QUERY, response_schema: { type: 'object', properties, ...more } });
const tree = (depth: number): object => (depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: tree(depth - 1) } });

export const reflectCases: Case[] = [
  ask(
    200,
    'a question: stored sentences with their sources',
    { query: QUERY, include: { facts: {}, tool_calls: {} }, exclude_mental_models: true },
    (body: ReflectResponse) => {
      expect(body).toMatchObject({ outcome: 'answered', method: 'extractive', usage: { total_tokens: 0 } });
      expect(body.text).toContain('because the studio there is cheaper');
      const { memories, mental_models, directives } = body.based_on!;
      expect(memories.map(({ id }) => id)).toEqual(body.citations.map(({ id }) => id));
      expect([mental_models, directives]).toEqual([[], []]);
      // A tool call may give its reason in different words.
      expect(body.trace!.tool_calls.map(({ tool }) => tool)).toEqual(['search_observations', 'recall', 'expand']);
      expect([body.trace!.llm_calls, body.trace!.checks]).toEqual([[], []]);
      for (const { start_ms } of body.trace!.tool_calls) expect(start_ms).toBeLessThanOrEqual(body.trace!.duration_ms);
      for (const { mark, places } of body.citations)
        for (const place of places) expect(body.text.slice(place).startsWith(`[${mark}]`)).toBe(true);
    },
  ),
  ask(200, 'nothing but a question: neither sources nor trace', { query: QUERY }, (body: ReflectResponse) => {
    for (const field of ['based_on', 'trace', 'structured_output', 'structured_output_error']) expect(body).not.toHaveProperty(field);
  }),
  ask(200, 'a time before anything was stored', { query: QUERY, as_of: '2020-01-01' }, (body: ReflectResponse) =>
    expect(body).toMatchObject({ outcome: 'no_evidence', citations: [], incomplete: false }),
  ),
  ask(200, 'a time to come, and when it was true', { query: QUERY, as_of: '2999-01-01', valid_at: '2026-06-01' }, (body: ReflectResponse) =>
    expect(body).toMatchObject({ outcome: 'answered', incomplete: false }),
  ),
  ask(200, 'nothing that answers', { query: 'Quantum chromodynamics?', include: { facts: {} } }, (body: ReflectResponse) => {
    expect(body).toMatchObject({ text: 'No stored memory answers this question.', outcome: 'no_evidence', method: 'none', citations: [] });
    expect(body.based_on).toEqual({ memories: [], mental_models: [], directives: [] });
  }),
  ask(200, 'an empty question', { query: '' }, (body: ReflectResponse) => expect(body.outcome).toBe('no_evidence')),
  ask(
    200,
    'a missing bank: it is created, empty',
    { query: 'Anything?' },
    async (body: ReflectResponse, _, world) => {
      expect(body.outcome).toBe('no_evidence');
      const banks = await world.ask(listBanks, { key: world.alpha.key, query: { q: 'asked-first' } });
      expect(banks.json).toMatchObject({ total: 1 });
    },
    'asked-first',
  ),
  ask(200, 'a context, which is put behind the query', { query: 'Why?', context: 'Ana moved to Porto' }, (body: ReflectResponse) => {
    expect(body.text).toContain('cheaper');
  }),
  ask(
    200,
    'a scope of tags: nothing outside it',
    { query: 'Ana Ben Porto Pixel dog', tags: ['move'], tags_match: 'any_strict', include: { tool_calls: {} } },
    (body: ReflectResponse) => expect(foundIn(body)).toMatch(/cheaper(?!.*Pixel)/),
  ),
  ask(
    200,
    'a tree of tags',
    // A mental model without tags is in scope, and its sources are returned.
    {
      query: 'Ana Ben Porto Pixel dog',
      tag_groups: [{ not: { tags: ['move'] } }],
      exclude_mental_models: true,
      include: { tool_calls: {} },
    },
    (body: ReflectResponse) => expect(foundIn(body)).toMatch(/^(?!.*cheaper).*Pixel/),
  ),
  ask(
    200,
    'one type that the bank has none of',
    { query: QUERY, fact_types: ['observation'], exclude_mental_models: true },
    (body: ReflectResponse) => expect(body.outcome).toBe('no_evidence'),
  ),
  ask(200, 'a trace without outputs', { query: QUERY, include: { tool_calls: { output: false } } }, (body: ReflectResponse) => {
    for (const call of body.trace!.tool_calls) expect(call).not.toHaveProperty('output');
  }),
  ask(200, 'a list of strings to fill in', schema({ points: { type: 'array', items: { type: 'string' } } }), (body: ReflectResponse) => {
    expect((body.structured_output!.points as string[]).join()).toContain('cheaper');
  }),
  ask(
    200,
    'fields that cannot be filled in without a model',
    schema({ city: { type: 'string' } }, { required: ['city'] }),
    (body: ReflectResponse) => {
      expect(body).not.toHaveProperty('structured_output');
      expect(body.structured_output_error).toContain('Without a language model');
    },
  ),
  ask(200, 'a field without effect, which is named', { query: QUERY, apply_all_directives: true, tagz: [] }, (_, reply) => {
    expect(reply.headers['x-ignored-params']).toBe('tagz');
  }),
  ask(422, 'no query', {}, at('query')),
  ask(422, 'a query that is no text', { query: 7 }, at('query')),
  ask(422, 'a budget of none of the three', { query: QUERY, budget: 'huge' }, at('budget')),
  ask(422, 'too few tokens for any answer', { query: QUERY, max_tokens: 31 }, at('max_tokens', '32')),
  ask(422, 'an empty list of types', { query: QUERY, fact_types: [] }, at('fact_types')),
  ask(422, 'a type that there is none of', { query: QUERY, fact_types: ['opinion'] }, at('fact_types')),
  ask(422, 'tags and a tree of tags', { query: QUERY, tags: ['a'], tag_groups: [] }, at('', 'not both')),
  ask(422, 'a mode of tags that there is none of', { query: QUERY, tags: ['a'], tags_match: 'some' }, at('tags_match')),
  ask(422, 'a schema that is no object', { query: QUERY, response_schema: { type: 'string' } }, at('response_schema', 'must be object')),
  ask(422, 'a schema without properties', schema({}), at('response_schema', 'at least one property')),
  ask(422, 'a schema with a type that there is none of', schema({ a: { type: 'date' } }), at('response_schema', 'properties.a.type')),
  ask(
    422,
    'a schema that requires what it does not have',
    schema({ a: { type: 'string' } }, { required: ['b'] }),
    at('response_schema', "'b'"),
  ),
  ask(422, 'a schema that is too deep', schema({ a: tree(7) }), at('response_schema', 'deeper')),
];
