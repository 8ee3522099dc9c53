import { describe, expect, test } from 'vitest';
import { bodyOf, hasOptions, type RecallParams } from '#components/recall/question';
import { recallBody } from '#lib/memory/recall/contract';

const PLAIN: RecallParams = {
  q: 'Where does Ann live?',
  types: [],
  budget: 'mid',
  max_tokens: null,
  prefer: false,
  tags: [],
  tags_match: 'any',
  tag_groups: '',
  asked: '',
  as_of: '',
  valid_at: '',
  start: '',
  end: '',
  min_semantic: null,
  min_keyword: null,
  min_reranker: null,
  min_final: null,
  entities: 500,
  chunks: null,
  sources: null,
  sources_each: null,
};
const asked = (more: Partial<RecallParams>): RecallParams => ({ ...PLAIN, ...more });

describe('request body', () => {
  test('contains only the query without options', () => {
    expect(bodyOf(PLAIN)).toEqual({ query: PLAIN.q });
    expect(hasOptions(PLAIN)).toBe(false);
  });

  test('is valid with all options', () => {
    const body = bodyOf(
      asked({
        types: ['world', 'observation'],
        budget: 'high',
        max_tokens: 1024,
        prefer: true,
        tags: ['a', 'b'],
        tags_match: 'all_strict',
        asked: '2026-03-02',
        start: '2026-03-01',
        end: '2026-03-31',
        min_semantic: 0.2,
        min_final: 0.5,
        entities: 100,
        chunks: 2000,
        sources: -1,
        sources_each: 300,
      }),
    );
    expect(body).toEqual({
      query: PLAIN.q,
      types: ['world', 'observation'],
      budget: 'high',
      max_tokens: 1024,
      prefer_observations: true,
      tags: ['a', 'b'],
      tags_match: 'all_strict',
      query_timestamp: '2026-03-02T12:00:00Z',
      temporal_window: { start: '2026-03-01T00:00:00Z', end: '2026-03-31T23:59:59Z' },
      min_scores: { semantic: 0.2, final: 0.5 },
      include: {
        entities: { max_tokens: 100 },
        chunks: { max_tokens: 2000 },
        source_facts: { max_tokens: -1, max_tokens_per_observation: 300 },
      },
    });
    expect(recallBody.safeParse(body).success).toBe(true);
  });

  test('excludes entities and chunks at zero tokens', () => {
    expect(bodyOf(asked({ entities: 0, chunks: 0 })).include).toEqual({ entities: null, chunks: null });
  });

  test('omits a filter of all types and half a time range', () => {
    expect(bodyOf(asked({ types: ['world', 'experience', 'observation'], start: '2026-03-01' }))).toEqual({ query: PLAIN.q });
    expect(bodyOf(asked({ start: '2026-03-01', end: 'soon' }))).toEqual({ query: PLAIN.q });
    expect(bodyOf(asked({ as_of: 'then', valid_at: '2026-13-01' }))).toEqual({ query: PLAIN.q });
  });

  test('replaces the tags by a valid tag tree', () => {
    const tree = '[{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]';
    const body = bodyOf(asked({ tags: ['c'], tag_groups: tree }));
    expect(body).toEqual({ query: PLAIN.q, tag_groups: JSON.parse(tree) });
    expect(recallBody.safeParse(body).success).toBe(true);
    expect(bodyOf(asked({ tags: ['c'], tag_groups: '{"or"' }))).toEqual({ query: PLAIN.q, tags: ['c'] });
  });

  test('asks for an earlier state by days: its end for storage, its noon for validity', () => {
    expect(bodyOf(asked({ as_of: '2026-03-01', valid_at: '2026-02-01' }))).toEqual({
      query: PLAIN.q,
      as_of: '2026-03-01T23:59:59.999Z',
      valid_at: '2026-02-01T12:00:00Z',
    });
  });
});
