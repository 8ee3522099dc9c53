import { describe, expect, it } from 'vitest';
import type { Embedder } from '#lib/embeddings/port';
import { planRecall, readSpeakers } from '#lib/recall/plan';
import type { BankState } from '#lib/scope';

describe('the speakers in a question', () => {
  const chat = ['Anna Schmidt', 'Ben', 'Will'];
  it.each([
    ['What did Anna say about the garden?', 'What did say about the garden?', 'Anna Schmidt'],
    ["What is Ben's favourite colour?", 'What is favourite colour?', 'Ben'],
    ['Where did Anna and Ben meet?', 'Where did and meet?', null],
    ['Will it rain?', 'Will it rain?', null],
    ['What did Will say?', 'What did say?', 'Will'],
    ['When will it rain?', 'When will it rain?', null],
    ['what did ben cook', 'what did cook', 'Ben'],
    ['Who mentioned Benjamin?', 'Who mentioned Benjamin?', null],
    ['Ben?', 'Ben?', 'Ben'],
  ])('%s', (query, stripped, asked) => {
    expect(readSpeakers(query, chat)).toEqual({ stripped, asked, namesSpeaker: stripped !== query || query === 'Ben?' });
  });

  it.each([
    ['What is my budget?', 'user'],
    ["When did I say I'd start?", 'user'],
    ['What did you recommend for my garden?', 'assistant'],
    ['What is the capital of France?', null],
    ['Does the user like tea?', null],
  ])('roles are no names: %s', (query, asked) => {
    expect(readSpeakers(query, ['user', 'assistant'])).toEqual({ stripped: query, asked, namesSpeaker: false });
  });

  it('asks for no role that does not speak in the bank', () => {
    expect(readSpeakers('What is my budget?', ['Anna']).asked).toBeNull();
    expect(readSpeakers('What did you say?', ['user']).asked).toBeNull();
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
    expect(plan).toMatchObject({ asked: 'Anna', terms: ['plant', 'march'], vector: null, caps: { arm: 50, expand: 50, results: 200 } });
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
});
