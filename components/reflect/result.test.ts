import { describe, expect, test } from 'vitest';
import type { ReflectProgress, ReflectResult } from '#components/reflect/answer';
import { foundOf, placesOf, sourcesOf, stepsOf, wholeOf } from '#components/reflect/result';

const TEXT = 'They wrote [1]. Ann lives in Lisbon. [1][2]';
const result: ReflectResult = {
  text: TEXT,
  outcome: 'answered',
  method: 'extractive',
  citations: [
    { mark: 1, id: 'a', type: 'world', places: [TEXT.lastIndexOf('[1]')] },
    { mark: 2, id: 'm', type: 'mental_model', places: [TEXT.indexOf('[2]')] },
  ],
  retrieved: { world: 2, experience: 0, observation: 0, mental_model: 1 },
  based_on: {
    memories: [{ id: 'a', text: 'Ann lives in Lisbon.', type: 'world', document_id: 'd', mentioned_at: '2026-03-02T00:00:00Z' }],
    mental_models: [{ id: 'm', text: 'People: Ann lives in Lisbon.' }],
    directives: [],
  },
  usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0, cached_tokens: 0, thoughts_tokens: 0 },
  trace: {
    tool_calls: [
      {
        tool: 'recall',
        input: { query: 'q' },
        output: { results: [{ id: 'a', type: 'world', text: 'A', score: 1 }] },
        start_ms: 2,
        duration_ms: 1,
        iteration: 0,
      },
      {
        tool: 'recall',
        input: { query: 'more' },
        output: { results: [{ id: 'b', type: 'world', text: 'B' }, { id: 7 }] },
        start_ms: 9,
        duration_ms: 2,
        iteration: 1,
      },
      { tool: 'expand', input: {}, output: { error: 'failed' }, start_ms: 12, duration_ms: 0, iteration: 2 },
    ],
    llm_calls: [],
    checks: [],
    notes: [],
    duration_ms: 20,
  },
};
const progress: ReflectProgress = {
  request: { query: 'q' },
  startedAt: 0,
  text: TEXT,
  found: [{ id: 'a', type: 'world', text: 'Ann lives in Lisbon.' }],
  steps: [
    { kind: 'tool', name: 'recall', start_ms: 2, duration_ms: 1, found: 1 },
    { kind: 'model', name: 'agent_1', start_ms: 4, duration_ms: 5, attempt: 1, outcome: 'answered' },
    { kind: 'tool', name: 'recall', start_ms: 9, duration_ms: 2, found: 2 },
    { kind: 'tool', name: 'expand', start_ms: 12, duration_ms: 0, outcome: 'failed' },
  ],
};

describe('answer in page order', () => {
  test('uses only the given positions as citations', () => {
    const { marks, at } = placesOf(result);
    expect(marks.map(({ from, to }) => TEXT.slice(from, to))).toEqual(['[1]', '[2]']);
    expect(marks[0]!.from).toBe(TEXT.lastIndexOf('[1]'));
    expect(at.get(TEXT.indexOf('[1]'))).toBeUndefined();
  });

  test('adds texts and times to sources', () => {
    expect(sourcesOf(result, progress.found)).toMatchObject([
      { mark: 1, id: 'a', text: 'Ann lives in Lisbon.', documentId: 'd', saidAt: '2026-03-02T00:00:00Z', times: 1 },
      { mark: 2, id: 'm', text: 'People: Ann lives in Lisbon.', documentId: null },
    ]);
    expect(sourcesOf({ ...result, based_on: null }, progress.found).map(({ text }) => text)).toEqual(['Ann lives in Lisbon.', 'm']);
  });

  test('converts a mental model to plain text', () => {
    const cited = (text: string) =>
      sourcesOf({ ...result, based_on: { ...result.based_on!, mental_models: [{ id: 'm', text }] } }, []).at(1)?.text;
    expect(cited('Costs: ## Priya\n- The **checkout** service.\n- Hosting.')).toBe('Costs: Priya: The checkout service. Hosting.');
    expect(cited('Costs: - One.\n- Two.')).toBe('Costs: One. Two.');
    expect(cited('Costs: -5 degrees and #2.')).toBe('Costs: -5 degrees and #2.');
    const found = foundOf({
      progress: { ...progress, found: [{ id: 'm', type: 'mental_model', text: '# People\n**Ann** lives.' }] },
      result,
    });
    expect(found[0]!.text).toBe('People: Ann lives.');
  });

  test('includes results of model searches, and skips invalid ones', () => {
    expect(foundOf({ progress: progress, result }).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('assigns the trace to each search', () => {
    const steps = stepsOf(progress, result.trace);
    expect(steps.map(({ input }) => input?.query)).toEqual(['q', undefined, 'more', undefined]);
    expect(steps.map(({ turn }) => turn)).toEqual([0, 0, 1, 2]);
    expect(steps.map(({ isFailed }) => isFailed)).toEqual([false, false, false, true]);
    expect(stepsOf(progress, null).map(({ isFailed }) => isFailed)).toEqual([false, false, false, true]);
    expect(stepsOf(progress, null).every(({ input, output }) => input === null && output === null)).toBe(true);
  });

  test('sorts steps by start on one time axis', () => {
    const side = (name: string, start_ms: number, duration_ms: number) => ({ kind: 'tool' as const, name, start_ms, duration_ms });
    const steps = stepsOf({ steps: [side('recall', 5, 9), side('expand', 0, 30), side('search_observations', 5, 1)] }, null);
    expect(steps.map(({ name, order }) => [name, order])).toEqual([
      ['expand', 1],
      ['recall', 0],
      ['search_observations', 2],
    ]);
    expect([wholeOf(steps, 0), wholeOf(steps, 41), wholeOf([], 0)]).toEqual([30, 41, 1]);
  });
});
