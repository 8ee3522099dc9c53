import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import type { RankedCandidate } from '#lib/memory/recall/rank';
import { reorder, secondOpinion } from '#lib/memory/recall/rerank';
import { createReranker, type Reranker } from '#lib/models/rerank/reranker';

const ranked = (...finals: number[]): RankedCandidate[] =>
  finals.map((final, i) => ({ final, candidate: { id: `u${i}` } }) as RankedCandidate);
const shown = (units: readonly RankedCandidate[]) => units.map(({ candidate, final }) => `${candidate.id} ${final}`);

describe('reorder', () => {
  it('assigns the same final scores in the new order', () => {
    expect(shown(reorder(ranked(0.9, 0.6, 0.5, 0.2), [0.1, 0.8, 0.3], null))).toEqual(['u1 0.9', 'u2 0.6', 'u0 0.5', 'u3 0.2']);
  });
  it('preserves the order of ties and of results without a score', () => {
    expect(shown(reorder(ranked(0.9, 0.6, 0.5), [0.5, null, 0.5], null))).toEqual(['u0 0.9', 'u2 0.6', 'u1 0.5']);
  });
  it('drops results below the minimum and results without a score', () => {
    expect(shown(reorder(ranked(0.9, 0.6, 0.5, 0.2), [0.1, 0.8, null], 0.1))).toEqual(['u1 0.9', 'u0 0.6']);
  });
});

describe('secondOpinion', () => {
  let provider: LocalProvider;
  beforeAll(async () => {
    provider = await startLocalProvider();
  });
  afterEach(() => provider.reset());
  afterAll(() => provider.stop());

  const texts = new Map([
    ['u0', 'a horse in the garden'],
    ['u1', 'the apple garden in winter'],
  ]);
  const create = () => createReranker({ url: `${provider.url}/rerank`, model: 'order', apiKey: 'sk-canary' });
  /** The test is about the answer, so a slow machine may take longer. */
  const patient = (reranker: Reranker): Reranker => ({ rerank: (query, texts) => reranker.rerank(query, texts, 20_000) });
  const opinion = (reranker = patient(create()), units = ranked(0.9, 0.4)) =>
    secondOpinion(reranker, 'apple garden', units, async () => texts, null);

  it('ranks the best answer first', async () => {
    const given = await opinion();
    expect([shown(given.ranked), given.state]).toEqual([['u1 0.9', 'u0 0.4'], 'applied']);
    expect(given.scores).toEqual(
      new Map([
        ['u0', 0.5],
        ['u1', 1],
      ]),
    );
    expect(provider.requests[0]).toMatchObject({
      authorization: 'Bearer sk-canary',
      body: { model: 'order', query: 'apple garden', documents: [...texts.values()], top_n: 2 },
    });
  });

  it('reranks the best fifty results, and skips a single one', async () => {
    await opinion(undefined, ranked(...Array.from({ length: 80 }, (_, i) => 1 - i / 100)));
    expect((provider.requests[0]!.body.documents as string[]).length).toBe(50);
    expect((await opinion(undefined, ranked(0.9))).state).toBe('nothing_to_do');
    expect(provider.requests).toHaveLength(1);
  });

  it('does not wait beyond the deadline', async () => {
    provider.always({ kind: 'never' });
    const given = await opinion(create());
    expect([shown(given.ranked), given.state, given.scores.size]).toEqual([['u0 0.9', 'u1 0.4'], 'skipped_timeout', 0]);
  });

  it.each([
    [{ kind: 'status', status: 500 }, 'skipped_provider_error'],
    [{ kind: 'status', status: 401 }, 'skipped_unauthorized'],
    [{ kind: 'half' }, 'skipped_malformed'],
    [{ kind: 'huge' }, 'skipped_malformed'],
    [{ kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'skipped_rejected'],
  ] as const)('leaves the ranking unchanged after %j', async (fault, state) => {
    provider.always(fault);
    const given = await opinion();
    expect([shown(given.ranked), given.state, given.scores.size]).toEqual([['u0 0.9', 'u1 0.4'], state, 0]);
  });

  it('stops calling the reranker after repeated failures', async () => {
    provider.always({ kind: 'status', status: 500 });
    const reranker = patient(createReranker({ url: `${provider.url}/rerank`, model: null, apiKey: null }));
    for (let i = 0; i < 5; i++) await opinion(reranker);
    expect((await opinion(reranker)).state).toBe('skipped_paused');
    expect(provider.requests).toHaveLength(5);
  });
});
