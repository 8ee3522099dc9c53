import { beforeAll, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { countStatements } from '#lib/base/db/observe';
import type { BankScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import { currentBank } from '#lib/memory/banks/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import type { MentalModelLayer } from '#lib/memory/reflect/evidence';
import { gather } from '#lib/memory/reflect/gather';
import { EVERYTHING } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { Embedder } from '#lib/models/embeddings/port';

const builtin = builtinEmbedder();
/** The texts that were embedded since the test cleared them. */
const embedded: string[] = [];
const embedder: Embedder = {
  model: builtin.model,
  dimensions: builtin.dimensions,
  embed: (texts) => {
    embedded.push(...texts);
    return builtin.embed(texts);
  },
};

const VISIBLE = [
  { content: 'Ann: I like purple turnips and I met Zoltan in the harbor.', document_id: 'd1', tags: ['t:a'] },
  { content: 'user: I keep the turnips in my cellar.', document_id: 'd2', tags: ['t:a'] },
];
const HIDDEN = [
  {
    content: 'Zoltan Quixnar: My secret is the golden key.\nMaria Zorblatt-Quixley: I hide it in Quixtown.',
    document_id: 'h1',
    tags: ['t:b'],
  },
  { content: 'user: Do turnips keep?\nassistant: I recommend a dry cellar for turnips.', document_id: 'h2', tags: ['t:b'] },
];

const QUESTIONS = [
  'Maria',
  'What did Maria say about turnips?',
  'what does zoltan like?',
  'Who is Zoltan?',
  'What does Ann like?',
  'What did Ann tell Maria in March 2026?',
  'What happened to Maria in March 2026?',
  'What did you recommend for my turnips?',
  'Was mag Maria?',
  '玛丽亚 Maria 说了什么?',
];
const FILTERS: readonly { name: string; filter: object; groups: TagGroup[] }[] = [
  { name: 'a list of tags', filter: { tags: ['t:a'], tags_match: 'exact' }, groups: [{ tags: ['t:a'], match: 'exact' }] },
  {
    name: 'a tree',
    filter: { tag_groups: [{ not: { tags: ['t:b'], match: 'any_strict' } }] },
    groups: [{ not: { tags: ['t:b'], match: 'any_strict' } }],
  },
];

let all: BankScope;
let seen: BankScope;
let cachedBanks: CachedBanks;

async function bankWith(items: object[]): Promise<BankScope> {
  await newTestBank();
  for (const item of items) await retain({ db, embedder }, scope, retainBody.parse({ items: [item] }));
  return (await currentBank(db, scope))!;
}

withTestDatabase();
beforeAll(async () => {
  seen = await bankWith(VISIBLE);
  all = await bankWith([...HIDDEN, ...VISIBLE]);
  setScope(all);
  cachedBanks = new CachedBanks(db);
  await cachedBanks.warm(all.bank!, builtin);
});

async function planned(bank: BankScope, given: object, more: { cachedBanks?: CachedBanks } = {}) {
  embedded.length = 0;
  const { trace, results } = await recall({ db, embedder, ...more }, bank, recallBody.parse({ trace: true, ...given }));
  const { searched_text, asked_speaker, query_terms } = trace!.query as Record<string, unknown>;
  const words = (query_terms as { word: string }[]).map(({ word }) => word);
  return { searched_text, asked_speaker, words, embedded: [...embedded], results: results.map(({ text }) => text), trace };
}

describe.each(FILTERS)('under $name, a question', ({ filter, groups }) => {
  it.each(QUESTIONS)('knows no speaker of hidden memories: %s', async (query) => {
    const { trace: _, ...expected } = await planned(seen, { query });
    for (const source of [{}, { cachedBanks }]) {
      const { trace, ...plan } = await planned(all, { query, ...filter }, source);
      expect(plan).toEqual(expected);
      expect(JSON.stringify(trace)).not.toContain('Quix');
    }
  });

  it.each(QUESTIONS)('of reflect does not either: %s', async (query) => {
    const searched = async (bank: BankScope, tagGroups: TagGroup[] | null, more: { cachedBanks?: CachedBanks } = {}) => {
      const queries: string[] = [];
      const mentalModels: MentalModelLayer = {
        search: async (_, __, search) => {
          queries.push(search.query);
          return [];
        },
      };
      await gather(
        { reader: db, services: { embedder, mentalModels, ...more }, scope: bank, filter: { ...EVERYTHING, tagGroups } },
        { query, budget: 'low', signal: new AbortController().signal },
      );
      return queries;
    };
    const expected = await searched(seen, null);
    expect(expected.length).toBeGreaterThan(0);
    expect(await searched(all, groups)).toEqual(expected);
    expect(await searched(all, groups, { cachedBanks })).toEqual(expected);
  });
});

describe('the statements of a question', () => {
  const sent = async (given: object, more: { cachedBanks?: CachedBanks } = {}) => {
    const body = recallBody.parse({ include: { entities: null }, ...given });
    const { statements } = await countStatements(() => recall({ db, embedder, ...more }, all, body));
    return statements.filter(({ text }) => text.includes('unnest($2::text[]) as s(speaker)')).length;
  };
  const filter = { tags: ['t:a'], tags_match: 'exact' };

  it('look up speakers only under a filter, if the question names one, and once', async () => {
    expect(await sent({ query: 'What does Ann like?' })).toBe(0);
    expect(await sent({ query: 'Where are the turnips?', ...filter })).toBe(0);
    expect(await sent({ query: 'What did Ann tell Maria and Zoltan?', ...filter })).toBe(1);
  });

  it('do not look up speakers of a cached bank', async () => {
    expect(await sent({ query: 'What did Ann tell Maria and Zoltan?', ...filter }, { cachedBanks })).toBe(0);
    expect(await sent({ query: 'What did Ann tell Maria and Zoltan?', ...filter }, { cachedBanks: new CachedBanks(db) })).toBe(1);
  });
});
