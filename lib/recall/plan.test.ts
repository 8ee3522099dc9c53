import { describe, expect, it } from 'vitest';
import { configOf } from '#lib/banks/config';
import type { Embedder } from '#lib/embeddings/port';
import { candidatesOf, planRecall, readSpeakers } from '#lib/recall/plan';
import type { BankState } from '#lib/scope';

describe('the speakers in a question', () => {
  const chat = ['Anna Schmidt', 'Ben', 'Will'];
  it.each([
    ['What did Anna say about the garden?', 'What did say about the garden?', ['Anna Schmidt']],
    ["What is Ben's favourite colour?", 'What is favourite colour?', ['Ben']],
    ['Where did Anna and Ben meet?', 'Where did and meet?', []],
    ['Will it rain?', 'Will it rain?', []],
    ['When will it rain?', 'When will it rain?', []],
    ['what did ben cook', 'what did cook', ['Ben']],
    ['Who mentioned Benjamin?', 'Who mentioned Benjamin?', []],
    ['Who did Ben visit?', 'Who did visit?', ['Ben']],
  ])('%s', (query, stripped, asked) => {
    expect(readSpeakers(query, chat)).toEqual({ stripped, asked, speech: null, namesSpeaker: stripped !== query });
  });

  it.each([
    ['Ben', ['Ben'], 'first'],
    ['What did Will say?', ['Will'], 'first'],
    ['Tell me about Ben', ['Ben'], 'first'],
    ['Anna and Ben', ['Anna Schmidt', 'Ben'], 'first'],
    ['Who is Ben?', ['Ben'], 'after'],
  ])('are all that is asked: %s', (query, asked, speech) => {
    expect(readSpeakers(query, chat)).toEqual({ stripped: asked.join(' '), asked, speech, namesSpeaker: true });
  });

  it.each([
    ['What is my budget?', ['user']],
    ["When did I say I'd start?", ['user']],
    ['What did you recommend for my garden?', ['assistant']],
    ['What is the capital of France?', []],
    ['Does the user like tea?', []],
  ])('roles are no names: %s', (query, asked) => {
    expect(readSpeakers(query, ['user', 'assistant'])).toEqual({ stripped: query, asked, speech: null, namesSpeaker: false });
  });

  it('asks for no role that does not speak in the bank', () => {
    expect(readSpeakers('What is my budget?', ['Anna']).asked).toEqual([]);
    expect(readSpeakers('What did you say?', ['user']).asked).toEqual([]);
  });
});

describe('planRecall', () => {
  const bank = { speakers: ['Anna'] } as unknown as BankState;
  const seen: string[] = [];
  const embedder: Embedder = {
    model: 'test',
    dimensions: 2,
    embed: async (texts) => {
      seen.push(...texts);
      return texts.map(() => null);
    },
  };
  const askedAt = new Date('2024-05-10T12:00:00Z');

  it('embeds the question without the names and takes the window that it names', async () => {
    const plan = await planRecall({ query: 'What did Anna plant in March?', budget: 'low', askedAt, window: null }, bank, embedder);
    expect(seen).toEqual(['What did plant in March?']);
    expect(plan).toMatchObject({ asked: ['Anna'], terms: ['plant', 'march'], vector: null, caps: { arm: 50, expand: 30, results: 200 } });
    expect(plan.window).toMatchObject({ start: new Date('2024-03-01T00:00:00Z'), end: new Date('2024-04-01T00:00:00Z'), grain: 'month' });
  });

  it('lets a given window replace the named one', async () => {
    const window = { start: new Date('2020-01-01T00:00:00Z'), end: new Date('2020-02-01T00:00:00Z') };
    const plan = await planRecall({ query: 'in March', budget: 'mid', askedAt, window }, bank, embedder);
    expect(plan.window).toMatchObject({ ...window, text: null });
  });

  it('keeps sixteen terms of a long question', async () => {
    const query = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
    expect((await planRecall({ query, budget: 'mid', askedAt, window: null }, bank, embedder)).terms).toHaveLength(16);
  });

  it('lets the number of candidates decide how far the arms reach, and time be off', async () => {
    const asked = { query: 'apples in March', budget: 'mid' as const, askedAt, window: null };
    expect((await planRecall(asked, bank, embedder)).caps).toEqual({ arm: 150, expand: 60, results: 600 });
    const settled = await planRecall({ ...asked, candidates: 40, temporal: false }, bank, embedder);
    expect(settled).toMatchObject({ caps: { arm: 20, expand: 30, results: 80 }, window: null });
  });
});

describe('the candidates of a budget', () => {
  const config = (stored: Record<string, unknown>) => configOf({ bankDefaults: {} }, { config: stored });

  it('are the standard ones, the bank’s own, or a share of the tokens within bounds', () => {
    expect((['low', 'mid', 'high'] as const).map((budget) => candidatesOf(config({}), budget, 4096))).toEqual([100, 300, 1000]);
    expect(candidatesOf(config({ recall_budget_fixed_mid: 40 }), 'mid', 4096)).toBe(40);
    const adaptive = config({ recall_budget_function: 'adaptive', recall_budget_min: 60, recall_budget_max: 900 });
    expect([512, 4096, 100_000].map((tokens) => candidatesOf(adaptive, 'mid', tokens))).toEqual([60, 307, 900]);
  });
});
