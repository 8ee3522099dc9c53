import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { CHAT, FILLED, posted, VISIT, VISIT_TEXT } from '#e2e/contract/filling';
import { listBanks } from '#lib/memory/banks/contract';
import { type RecallResponse, recallMemories } from '#lib/memory/recall/contract';

type Results = RecallResponse['results'];

const recall = posted(recallMemories);

const documentsOf = (results: Results): (string | null | undefined)[] => [...new Set(results.map((one) => one.document_id))].sort();

/**
 * A query that matches every document of the filled bank, to show which of them a filter selects.
 */
const EVERYTHING = 'Ana Ben archive room Porto cats dog Portuguese';
const filtered = (when: string, filter: Record<string, unknown>, ...expected: string[]): Case =>
  recall(200, `${when}: ${expected.join(', ') || 'nothing'}`, { query: EVERYTHING, ...filter }, (body: RecallResponse) => {
    expect(documentsOf(body.results)).toEqual(expected.sort());
  });

const at =
  (...loc: string[]): Case['check'] =>
  (body: { detail: { loc: unknown[] }[] }) =>
    void expect(body.detail[0]?.loc.slice(0, loc.length + 1)).toEqual(['body', ...loc]);

export const recallCases: Case[] = [
  recall(200, 'a time before anything was stored: nothing, and nothing is missing', { query: EVERYTHING, as_of: '2020-01-01' }, (body) => {
    expect(body).toEqual({ results: [], incomplete: false });
  }),
  recall(200, 'a time to come: what is stored now', { query: EVERYTHING, as_of: '2999-01-01' }, (body: RecallResponse) => {
    expect(body.results.length).toBeGreaterThan(0);
    expect(body.incomplete).toBe(false);
  }),
  recall(
    200,
    'when something was true: facts without an end always are',
    { query: EVERYTHING, valid_at: '2020-01-01' },
    (body: RecallResponse) => {
      expect(body.results.length).toBeGreaterThan(0);
      expect(body).not.toHaveProperty('incomplete');
    },
  ),
  recall(422, 'a time that is none', { query: EVERYTHING, as_of: 'yesterday' }, at('as_of')),
  recall(
    200,
    'a question: the best first, with its scores, entities and source',
    { query: 'Why did Ana move to Porto?' },
    (body: RecallResponse) => {
      const [best] = body.results;
      expect(best).toMatchObject({ document_id: VISIT, context: 'a visit', metadata: { source: 'notebook' } });
      expect(best?.text).toContain('because the studio there is cheaper');
      expect([...(best?.tags ?? [])].sort()).toEqual(['move', 'people']);
      expect(best?.entities).toContain('Porto');
      expect(body.entities).toHaveProperty('Porto.canonical_name', 'Porto');
      const scores = body.results.map((one) => one.scores.final);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.filter((score) => score < 0 || score > 1)).toEqual([]);
      expect(body).not.toHaveProperty('trace');
      expect(body).not.toHaveProperty('chunks');
    },
  ),
  recall(
    200,
    'a missing bank, and none is created',
    { query: 'Anything?' },
    async (body: RecallResponse, { headers }, world) => {
      expect(body).toEqual({ results: [] });
      expect(headers['x-recall-cache']).toBe('unused');
      const banks = await world.ask(listBanks, { key: world.alpha.key, query: { q: 'nobody' } });
      expect(banks.json).toMatchObject({ total: 0 });
    },
    'nobody',
  ),
  recall(
    200,
    'a question that nothing is about: the best there is, with low scores',
    { query: 'Quantum chromodynamics?' },
    (body: RecallResponse) => {
      expect(body.results.length).toBeGreaterThan(0);
      expect(body.results.filter((one) => one.scores.final >= 0.5)).toEqual([]);
    },
  ),
  recall(
    200,
    'a question that nothing is about, with a floor',
    { query: 'Quantum chromodynamics?', min_scores: { final: 0.5 } },
    (body: RecallResponse) => expect(body.results).toEqual([]),
  ),
  recall(
    200,
    'no tokens: no results, but chunks',
    { query: 'Why did Ana move to Porto?', max_tokens: 0, include: { chunks: {} } },
    (body: RecallResponse) => {
      expect(body.results).toEqual([]);
      expect(Object.values(body.chunks ?? {})[0]).toMatchObject({ text: VISIT_TEXT, chunk_index: 0, truncated: false });
    },
  ),
  recall(
    200,
    'chunks with too few tokens: the last one is cut',
    { query: 'Why did Ana move to Porto?', include: { chunks: { max_tokens: 5 } } },
    (body: RecallResponse) => {
      const [chunk] = Object.values(body.chunks ?? {});
      expect(chunk).toMatchObject({ truncated: true });
      expect(VISIT_TEXT.startsWith(chunk!.text)).toBe(true);
      expect(chunk!.text.length).toBeLessThan(VISIT_TEXT.length);
    },
  ),
  recall(
    200,
    'without entities: none anywhere',
    { query: 'Why did Ana move to Porto?', include: { entities: null } },
    (body: RecallResponse) => {
      expect(body).not.toHaveProperty('entities');
      for (const one of body.results) expect(one).not.toHaveProperty('entities');
    },
  ),
  recall(
    200,
    'source facts asked for, of which there are none',
    { query: 'Porto?', include: { source_facts: {} } },
    (body: RecallResponse) => {
      expect(body.source_facts_truncated).toBe(false);
    },
  ),
  recall(200, 'a trace: question, retrievers, summary', { query: 'Why did Ana move to Porto?', trace: true }, (body: RecallResponse) => {
    expect(body.trace).toMatchObject({
      query: { query_text: 'Why did Ana move to Porto?', budget: 'mid', max_tokens: 4096 },
      retrieval_results: expect.any(Array),
      summary: { results_returned: body.results.length },
    });
  }),
  recall(200, 'a retired type alone: nothing', { query: EVERYTHING, types: ['opinion'] }, (body: RecallResponse) =>
    expect(body.results).toEqual([]),
  ),
  recall(
    200,
    'only observations, in a bank without any: facts as a fallback',
    { query: EVERYTHING, types: ['observation'] },
    (body: RecallResponse) => {
      expect(body.results.length).toBeGreaterThan(0);
      expect(body.results.filter((one) => one.type === 'observation')).toEqual([]);
    },
  ),
  recall(200, 'a single type', { query: EVERYTHING, type: 'world' }, (body: RecallResponse) => {
    expect(body.results.length).toBeGreaterThan(0);
    expect(body.results.filter((one) => one.type !== 'world')).toEqual([]);
  }),
  recall(
    200,
    'a floor that nothing reaches',
    { query: 'Which opera did the submarine sing?', min_scores: { final: 1 } },
    (body: RecallResponse) => expect(body.results).toEqual([]),
  ),
  recall(422, 'a floor above every score', { query: EVERYTHING, min_scores: { final: 1.01 } }),
  {
    operation: recallMemories,
    status: 200,
    when: 'a minimum just below the best score: only results above it',
    ask: async ({ ask, alpha }) => {
      const asked = { key: alpha.key, path: { bank_id: FILLED } };
      const { results } = (await ask(recallMemories, { ...asked, body: { query: EVERYTHING } })).json as RecallResponse;
      expect(results[0]!.scores.final).toBeGreaterThan(results.at(-1)!.scores.final);
      return { ...asked, body: { query: EVERYTHING, min_scores: { final: results[0]!.scores.final - 0.001 } } };
    },
    check: (body: RecallResponse, _, __, { body: sent }) => {
      const floor = (sent as { min_scores: { final: number } }).min_scores.final;
      expect(body.results.length).toBeGreaterThan(0);
      expect(body.results.filter((one) => one.scores.final < floor)).toEqual([]);
    },
  },
  recall(200, 'all there is to say', {
    query: 'What happened last week?',
    types: ['world', 'experience'],
    prefer_observations: true,
    budget: 'high',
    max_tokens: 100,
    trace: true,
    query_timestamp: '2026-05-04T00:00:00Z',
    include: { entities: { max_tokens: 10 }, chunks: { max_tokens: 50 }, source_facts: { max_tokens: -1, max_tokens_per_observation: 0 } },
    tags: ['people'],
    tags_match: 'any_strict',
    min_scores: { semantic: 0, keyword: 0, reranker: 0, final: 0 },
    temporal_window: { start: '2026-04-01T00:00:00Z', end: '2026-05-31' },
  }),
  recall(200, 'nulls for everything that may be null', {
    query: EVERYTHING,
    types: null,
    query_timestamp: null,
    include: { entities: null, chunks: null, source_facts: null },
    tags: null,
    tag_groups: null,
    min_scores: null,
    temporal_window: null,
  }),
  filtered('no filter', {}, VISIT, CHAT, 'plain'),
  filtered('any', { tags: ['move'] }, VISIT, 'plain'),
  filtered('any of two', { tags: ['move', 'people'], tags_match: 'any' }, VISIT, CHAT, 'plain'),
  filtered('all', { tags: ['move', 'people'], tags_match: 'all' }, VISIT, 'plain'),
  filtered('any_strict', { tags: ['move'], tags_match: 'any_strict' }, VISIT),
  filtered('all_strict', { tags: ['people'], tags_match: 'all_strict' }, VISIT, CHAT),
  filtered('exact, in any order', { tags: ['people', 'move'], tags_match: 'exact' }, VISIT),
  filtered('exact with fewer', { tags: ['move'], tags_match: 'exact' }),
  filtered('exact with none: untagged', { tags: [], tags_match: 'exact' }, 'plain'),
  filtered('exact without a list: untagged', { tags_match: 'exact' }, 'plain'),
  filtered('no tag groups', { tag_groups: [] }, VISIT, CHAT, 'plain'),
  filtered('a leaf is any_strict', { tag_groups: [{ tags: ['move'] }] }, VISIT),
  filtered('a leaf without tags', { tag_groups: [{ tags: [] }] }),
  filtered('a leaf without tags, exact', { tag_groups: [{ tags: [], match: 'exact' }] }, 'plain'),
  filtered('groups are joined by and', { tag_groups: [{ tags: ['people'] }, { not: { tags: ['move'] } }] }, CHAT),
  filtered('or', { tag_groups: [{ or: [{ tags: ['move'] }, { tags: [], match: 'exact' }] }] }, VISIT, 'plain'),
  filtered('and inside not', { tag_groups: [{ not: { and: [{ tags: ['people'] }, { tags: ['move'] }] } }] }, CHAT, 'plain'),
  recall(400, 'a query over 500 tokens', { query: 'porto '.repeat(501) }),
  recall(400, 'a query_timestamp that is no date', { query: 'Porto?', query_timestamp: 'yesterday' }),
  recall(422, 'no query', {}, at('query')),
  recall(422, 'a query without a word', { query: '?! …' }, at('query')),
  recall(422, 'an unknown type', { query: 'x', types: ['belief'] }, at('types')),
  recall(422, 'type and types that contradict each other', { query: 'x', type: 'world', types: ['experience'] }, at('type')),
  recall(422, 'an unknown budget', { query: 'x', budget: 'huge' }, at('budget')),
  recall(422, 'max_tokens below 0', { query: 'x', max_tokens: -1 }, at('max_tokens')),
  recall(422, 'tags and tag_groups at once', { query: 'x', tags: ['a'], tag_groups: [] }),
  recall(422, 'a tag group that is none', { query: 'x', tag_groups: [{ nor: [] }] }, at('tag_groups')),
  recall(
    422,
    'a window that ends before it starts',
    { query: 'x', temporal_window: { start: '2026-02-01', end: '2026-01-01' } },
    at('temporal_window'),
  ),
];
