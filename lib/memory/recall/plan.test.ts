import { describe, expect, it } from 'vitest';
import type { BankState } from '#lib/base/scope';
import { configOf } from '#lib/memory/banks/config';
import { candidatesOf, planRecall, readSpeakers } from '#lib/memory/recall/plan';
import type { Embedder } from '#lib/models/embeddings/port';

describe('readSpeakers', () => {
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
  ])('finds and removes the speaker: %s', (query, stripped, asked) => {
    expect(readSpeakers(query, chat)).toMatchObject({ stripped, asked, speech: null, namesSpeaker: stripped !== query });
  });

  it.each([
    ['ibrahim', 'İbrahim'],
    ['İBRAHİM', 'İbrahim'],
    ['İbrahim', 'İbrahim'],
    ['Tutea', 'Ţuţea'],
    ['Țuțea', 'Ţuţea'],
    ['çağla', 'Çağla'],
    ['Jose', 'José'],
  ])('finds a name with other accents or in another case: %s', (query, name) => {
    expect(readSpeakers(query, [...chat, name])).toMatchObject({ asked: [name], namesSpeaker: true });
  });

  it.each([
    ['Ben', ['Ben'], 'first'],
    ['What did Will say?', ['Will'], 'first'],
    ['Tell me about Ben', ['Ben'], 'first'],
    ['Anna and Ben', ['Anna Schmidt', 'Ben'], 'first'],
    ['Who is Ben?', ['Ben'], 'after'],
  ])('recognizes a question that only names people: %s', (query, asked, speech) => {
    expect(readSpeakers(query, chat)).toMatchObject({ stripped: asked.join(' '), asked, speech, namesSpeaker: true });
  });

  it.each([
    ['What is my budget?', ['user']],
    ["When did I say I'd start?", ['user']],
    ['What did you recommend for my garden?', ['assistant']],
    ['What is the capital of France?', []],
    ['Does the user like tea?', []],
  ])('does not treat roles as names: %s', (query, asked) => {
    expect(readSpeakers(query, ['user', 'assistant'])).toMatchObject({ stripped: query, asked, speech: null, namesSpeaker: false });
  });

  it('asks for no role that does not speak in the bank', () => {
    expect(readSpeakers('What is my budget?', ['Anna']).asked).toEqual([]);
    expect(readSpeakers('What did you say?', ['user']).asked).toEqual([]);
  });
});

const bankOf = (...speakers: string[]): BankState => ({
  ...{ uid: 1, id: 'bank', revision: 1, backlogRevision: 0, unitCount: 100, termCount: 1000, speakers, embeddingModel: null, config: {} },
});

describe('planRecall', () => {
  const bank = bankOf('Anna');
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

  it('embeds the question without the names and uses the window that it names', async () => {
    const plan = await planRecall({ query: 'What did Anna plant in March?', budget: 'low', askedAt, window: null }, bank, embedder);
    expect(seen).toEqual(['What did plant ?']);
    expect(plan).toMatchObject({
      asked: ['Anna'],
      terms: ['plant', 'march'],
      vector: null,
      caps: { perRetriever: 50, expand: 30, results: 200 },
    });
    expect(plan.window).toMatchObject({ start: new Date('2024-03-01T00:00:00Z'), end: new Date('2024-04-01T00:00:00Z'), grain: 'month' });
  });

  it('embeds a Korean question without its polite ending, which every polite sentence has', async () => {
    const embedded = async (query: string): Promise<string[]> => {
      seen.length = 0;
      await planRecall({ query, budget: 'low', askedAt, window: null }, bank, embedder);
      return [...seen];
    };
    expect(await embedded('아파트 월세는 얼마예요?')).toEqual(['아파트 월세는 얼마?']);
    expect(await embedded('How much is the rent?')).toEqual(['How much is the rent?']);
    expect(await embedded('家賃はいくらですか？')).toEqual(['家賃はいくらですか？']);
  });

  it('replaces the named window with a given one', async () => {
    const window = { start: new Date('2020-01-01T00:00:00Z'), end: new Date('2020-02-01T00:00:00Z') };
    const plan = await planRecall({ query: 'in March', budget: 'mid', askedAt, window }, bank, embedder);
    expect(plan.window).toMatchObject({ ...window, text: null });
  });

  it('takes the first sixteen terms of a long question', async () => {
    const query = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
    expect((await planRecall({ query, budget: 'mid', askedAt, window: null }, bank, embedder)).terms).toHaveLength(16);
  });

  it('derives the caps from the number of candidates, and can ignore times', async () => {
    const asked = { query: 'apples in March', budget: 'mid' as const, askedAt, window: null };
    expect((await planRecall(asked, bank, embedder)).caps).toEqual({ perRetriever: 150, expand: 60, results: 600 });
    const settled = await planRecall({ ...asked, candidates: 40, temporal: false }, bank, embedder);
    expect(settled).toMatchObject({ caps: { perRetriever: 20, expand: 30, results: 80 }, window: null });
  });
});

describe('planRecall for a question about a time', () => {
  const bank = bankOf('Anna', 'Ben', 'user');
  const embedder: Embedder = { model: 'test', dimensions: 2, embed: async (texts) => texts.map(() => Float32Array.from([1, 0])) };
  const askedAt = new Date('2024-05-10T22:30:00Z');
  const planOf = (query: string, more: object = {}) => planRecall({ query, budget: 'mid', askedAt, window: null, ...more }, bank, embedder);

  it.each([
    'What happened in March?',
    'Anything new last week?',
    'Tell me everything about 2023.',
    'What did Anna do in March?',
    'What happened to Anna and Ben in March?',
    'Give me an overview of last month, please',
    'March 2024',
    'What is planned for next week?',
    'Catch me up on last week',
    'What did I miss last week?',
  ])('compares no meaning if it only asks for a time: %s', async (query) => {
    const plan = await planOf(query);
    expect(plan).toMatchObject({ timeAlone: { asksForMentions: false }, vector: null, unembedded: null, speech: null });
    expect(plan.terms.every((term) => ['anna', 'ben'].includes(term))).toBe(true);
  });

  it.each([
    'Who planted the roses in March?',
    'What did Anna plan in March?',
    'Where was Anna in March?',
    'Which meeting was last week?',
    'What did the Q3 review find?',
    'Which reports came in 2023?',
    'Who is Anna?',
  ])('treats the time as one hint of many if the question has a topic: %s', async (query) => {
    expect((await planOf(query)).timeAlone).toBeNull();
  });

  it('recognizes the people in it, and whether it asks for mentions', async () => {
    expect(await planOf('What happened to Anna and Ben in March?')).toMatchObject({ asked: ['Anna', 'Ben'], namesSpeaker: true });
    expect(await planOf('What did I do in March?')).toMatchObject({ asked: [], namesSpeaker: false });
    expect((await planOf('What did we talk about in March?')).timeAlone).toEqual({ asksForMentions: true });
  });

  it("ends an open window with the caller's day, unless the question looks ahead", async () => {
    expect((await planOf('What happened since March?')).window?.end).toEqual(new Date('2024-05-11T00:00:00Z'));
    expect((await planOf('What happened since March?', { offsetMinutes: 120 })).window?.end).toEqual(new Date('2024-05-12T00:00:00Z'));
    expect((await planOf('What will happen after June?')).window?.end).toBeNull();
  });

  it('interprets "yesterday" in the caller\'s time zone', async () => {
    expect((await planOf('What happened yesterday?', { offsetMinutes: 120 })).window?.start).toEqual(new Date('2024-05-10T00:00:00Z'));
  });

  it('also searches outside the window if everything is requested', async () => {
    expect(await planOf('What happened in March?', { isWhole: true })).toMatchObject({ timeAlone: null, window: { grain: 'month' } });
  });

  it('removes the words of the time from the embedded text but not from the searched terms', async () => {
    const seen: string[] = [];
    const embed: Embedder['embed'] = async (texts) => {
      seen.push(...texts);
      return texts.map(() => null);
    };
    const noting: Embedder = { ...embedder, embed };
    const plan = await planRecall({ query: 'Who planted roses in March 2024?', budget: 'mid', askedAt, window: null }, bank, noting);
    expect(seen).toEqual(['Who planted roses ?']);
    expect(plan.terms).toEqual(['plant', 'rose~roses', 'march', '2024']);
  });
});

describe('candidatesOf', () => {
  const config = (stored: Record<string, unknown>) => configOf({ bankDefaults: {} }, { config: stored });

  it('returns the default of the budget, the setting of the bank, or a share of the tokens within bounds', () => {
    expect((['low', 'mid', 'high'] as const).map((budget) => candidatesOf(config({}), budget, 4096))).toEqual([100, 300, 1000]);
    expect(candidatesOf(config({ recall_budget_fixed_mid: 40 }), 'mid', 4096)).toBe(40);
    const adaptive = config({ recall_budget_function: 'adaptive', recall_budget_min: 60, recall_budget_max: 900 });
    expect([512, 4096, 100_000].map((tokens) => candidatesOf(adaptive, 'mid', tokens))).toEqual([60, 307, 900]);
  });
});
