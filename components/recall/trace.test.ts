import { describe, expect, test } from 'vitest';
import { cutsOf, makeupOf, omittedOf, readTrace, retrieversOf, tookOf } from '#components/recall/trace';

const listed = (...scores: readonly [string, number][]) => scores.map(([id, score], i) => ({ rank: i + 1, id, score }));
const ones = { document: 1, asked: 1, opening: 1, question: 1, standing: 1, recency: 1, quote: 1 };

const TRACE = {
  query: { query_terms: [{ term: 'ann', word: 'Ann', units: 3 }], max_tokens: 4096, temporal_constraint: null },
  retrieval_results: [
    { method_name: 'semantic', results: listed(['a', 0.8], ['b', 0.4]) },
    { method_name: 'keyword', results: listed(['a', 6]) },
    { method_name: 'graph', results: listed(['b', 2]) },
    { method_name: 'temporal', results: listed(['a', 2]) },
  ],
  rrf_merged: [
    { rank: 1, id: 'a', final: 0.9, coverage: 1, parts: { ...ones, own: 2.3, near: 0.2, date: 2, document: 1.3 } },
    { rank: 2, id: 'b', final: 0.4, coverage: 0, parts: { ...ones, own: 0.6, near: 0, date: 1 } },
    { rank: 3, id: 'c', final: 0.2, coverage: 0, parts: { ...ones, own: 0.1, near: 0, date: 1 } },
  ],
  pruned: [
    { id: 'c', reason: 'token_budget' },
    { id: 'b', reason: 'token_budget' },
    { id: 'x', reason: 'same_as_source' },
  ],
  summary: {
    candidates: 4,
    off_topic: false,
    floors: { coverage: 0.25, cosine: 0.25 },
    weights: { heat: 0.1, date: 2 },
    reranker: 'not_configured',
    tokens_returned: 20,
    total_duration_seconds: 0.02,
    phase_metrics: [{ phase_name: 'planning', duration_seconds: 0.004 }],
  },
};

const trace = readTrace(TRACE)!;

describe('trace', () => {
  test('is null in an unknown format', () => {
    expect(trace).not.toBeNull();
    expect(readTrace(undefined)).toBeNull();
    expect(readTrace({ ...TRACE, pruned: 'none' })).toBeNull();
  });

  test('lists four retrievers in order, scaled by their best score', () => {
    const retrievers = retrieversOf(trace);
    expect(retrievers.map(({ retriever, count }) => [retriever, count])).toEqual([
      ['semantic', 2],
      ['keyword', 1],
      ['temporal', 1],
      ['graph', 1],
    ]);
    expect(retrievers[0]!.byId.get('b')).toEqual({ rank: 2, score: 0.4, share: 0.5 });
    expect(retrievers[2]!.byId.get('a')!.share).toBe(0.5);
  });

  test('has no count for an unused retriever', () => {
    const three = readTrace({ ...TRACE, retrieval_results: TRACE.retrieval_results.slice(0, 3) })!;
    expect(retrieversOf(three)[2]!.count).toBeNull();
  });

  test('splits a score into parts that add up', () => {
    const makeup = makeupOf(trace, retrieversOf(trace), 'a')!;
    expect(makeup.pieces.map(({ name }) => name)).toEqual(['semantic', 'keyword', 'temporal', 'neighbors']);
    expect(makeup.pieces.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(makeup.sum);
    expect(makeup.factors).toEqual([
      { name: 'document', value: 1.3 },
      { name: 'date', value: 2 },
    ]);
    expect(makeupOf(trace, retrieversOf(trace), 'nobody')).toBeNull();
  });

  test('counts omitted memories by reason, best first', () => {
    expect(cutsOf(trace)).toEqual([
      { reason: 'token_budget', count: 2 },
      { reason: 'same_as_source', count: 1 },
    ]);
    expect(omittedOf(trace).map(({ id }) => id)).toEqual(['b', 'c', 'x']);
  });

  test('lists the phases that ran', () => {
    expect(tookOf(trace, 'planning')).toBeCloseTo(4);
    expect(tookOf(trace, 'reranking')).toBeNull();
  });
});
