import { beforeAll, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { type Queryable, sql } from '#lib/base/db/db';
import { TAG_MODES } from '#lib/base/literals';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import type { EvidenceAsk, FoundModel, ModelLayer, ModelSearch } from '#lib/memory/reflect/evidence';
import { gather } from '#lib/memory/reflect/gather';
import { EVERYTHING, inScope, type ScopeFilter } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();

const MODEL: FoundModel = {
  ...{ id: 'mm-ana', name: 'Ana', content: 'Ana paints in Porto.', tags: ['art'] },
  ...{ revision: 3, refreshedAt: new Date('2026-04-01T00:00:00Z'), isStale: false, score: 0.9 },
};
const asked: ModelSearch[] = [];
const layer: ModelLayer = {
  search: async (_, __, search) => {
    asked.push(search);
    return search.excludeIds.includes(MODEL.id) ? [] : [MODEL];
  },
};

const items = [
  { content: 'Ana: I moved to Porto for a cheaper studio.', timestamp: '2026-03-02', document_id: 'a', tags: ['art'] },
  { content: 'Ana: My studio in Porto has a leaking roof.', timestamp: '2026-03-09', document_id: 'b', tags: ['art', 'house'] },
  { content: 'Ana: The studio in Porto is open on Sundays.', timestamp: '2026-03-10', document_id: 'c', tags: [] },
];

/** As authentication would read it now. */
async function present(of: BankScope): Promise<BankScope> {
  const [bank] = await db.query<{ revision: number; units: number; terms: number; speakers: string[]; model: string }>(sql`
    select revision, unit_count as units, term_count as terms, speakers, embedding_model as model from banks where uid = ${of.bankUid}`);
  const { revision, units, terms, speakers, model } = bank!;
  return mintBankScope({ ...of, bank: { ...of.bank!, revision, unitCount: units, termCount: terms, speakers, embeddingModel: model } });
}

withTestDatabase();
beforeAll(async () => {
  await newTestBank();
  for (const item of items) await retain({ db, embedder }, scope, retainBody.parse({ items: [item] }));
  setScope(await present(scope));
});

const find = (filter: Partial<ScopeFilter> = {}, ask: Partial<EvidenceAsk> = {}, reader: Queryable = db) =>
  gather(
    reader,
    { embedder, mentalModels: layer },
    scope,
    { ...EVERYTHING, ...filter },
    {
      ...{ query: 'What about the studio in Porto?', budget: 'low', signal: new AbortController().signal },
      ...ask,
    },
  );
const documents = (found: Awaited<ReturnType<typeof find>>) => found.items.flatMap(({ document }) => document?.id ?? []).sort();

describe('gather', () => {
  it('brings mental models and facts with everything that an answer needs', async () => {
    const found = await find();
    expect(found.layers.map(({ layer }) => layer)).toEqual(['mental_models', 'observations', 'facts']);
    expect(found.items[0]).toMatchObject({ id: 'mm-ana', kind: 'mental_model', name: 'Ana', text: 'Ana paints in Porto.' });
    expect(documents(found)).toEqual(['a', 'b', 'c']);
    expect(found.items.find(({ document }) => document?.id === 'b')).toMatchObject({
      text: 'Ana: My studio in Porto has a leaking roof.',
      speaker: 'Ana',
      tags: ['art', 'house'],
      revision: 2,
      mentionedAt: new Date('2026-03-09T00:00:00Z'),
    });
  });

  it('does not look for words that only ask when', async () => {
    const searched = async (query: string) => {
      await find({}, { query });
      return asked.at(-1)!.terms;
    };
    const when = await searched('When was the opening moved?');
    expect(await searched('To which day was the opening moved?')).toEqual(when);
    expect(await searched('By what date was the opening moved?')).toEqual(when);
    expect(await searched('Which days are open?')).toContain('dai');
    expect(await searched('On which day?')).toEqual(['dai']);
  });

  it('brings evidence of each part of a question, with how well it answers each', async () => {
    const found = await find(
      { excludeMentalModels: true },
      { query: 'What roof does Ana have, and when is it open on Sundays?', maxTokens: { facts: 28 } },
    );
    expect(documents(found)).toEqual(['b', 'c']);
    const [b, c] = ['b', 'c'].map((id) => found.items.find(({ document }) => document?.id === id)!);
    expect(b!.scores![0]).toBeGreaterThan(c!.scores![0]!);
    expect(c!.scores![1]).toBeGreaterThan(b!.scores![1]!);
    expect(found.items.map(({ score }) => score)).toEqual(found.items.map(({ scores }) => Math.max(...scores!)));
    expect((await find({}, { query: 'Where is Porto?' })).items.every(({ scores }) => scores === undefined)).toBe(true);
  });

  it('sees nothing outside its scope, in any mode, and says the same of one thing at hand', async () => {
    for (const tagsMatch of TAG_MODES)
      for (const tags of [[], ['art'], ['house', 'art'], ['none']]) {
        const filter = { ...EVERYTHING, tags, tagsMatch };
        const expected = items.filter((item) => inScope(filter, { id: 'x', kind: 'experience', tags: item.tags }));
        expect([tagsMatch, tags, documents(await find(filter))]).toEqual([tagsMatch, tags, expected.map((item) => item.document_id)]);
      }
    const untagged = await find({ tagGroups: [{ not: { tags: ['art'], match: 'any_strict' } }] });
    expect(documents(untagged)).toEqual(['c']);
    expect(asked.at(-1)!.tags).toEqual({
      kind: 'and',
      parts: [{ kind: 'not', part: { kind: 'leaf', tags: ['art'], mode: 'any_strict' } }],
    });
  });

  it('keeps to types, to models that are not excluded, and to layers', async () => {
    expect((await find({ factTypes: ['observation'] })).items.map(({ kind }) => kind)).toEqual(['mental_model']);
    expect((await find({ excludeMentalModelIds: ['mm-ana'] })).items.map(({ id }) => id)).not.toContain('mm-ana');
    expect((await find({ excludeMentalModels: true })).layers.map(({ layer }) => layer)).toEqual(['observations', 'facts']);
    expect((await find({}, { layers: ['facts'] })).layers.map(({ layer }) => layer)).toEqual(['facts']);
  });

  it('reads a window of revisions and nothing else', async () => {
    expect(documents(await find({}, { window: { afterRevision: 1 } }))).toEqual(['b', 'c']);
    expect(documents(await find({}, { window: { upToRevision: 2 } }))).toEqual(['a', 'b']);
    expect(documents(await find({}, { window: { afterRevision: 1, upToRevision: 2 } }))).toEqual(['b']);
    // Other models orient, whenever they were written.
    expect((await find({}, { window: { afterRevision: 3 } })).items.map(({ kind }) => kind)).toEqual(['mental_model']);
  });

  it('finds the same through a handle that cannot write', async () => {
    const reader: Queryable = { query: (statement) => db.transaction((tx) => tx.query(statement), { readOnly: true }) };
    expect((await find({}, { chunkTokens: 100 }, reader)).items).toEqual((await find()).items);
  });

  it('brings chunks within their tokens, each once', async () => {
    const { chunks } = await find({}, { chunkTokens: 14 });
    expect(chunks.length).toBe(2);
    expect(chunks[0]!.documentId).toBe((await find()).items[1]!.document!.id);
  });

  it('finds nothing for an unknown bank and for a question without a word, and stops when it is told to', async () => {
    const nobody = mintBankScope({ ...scope, bankUid: NO_BANK, bank: null });
    const ask = { query: 'Porto?', budget: 'low', signal: new AbortController().signal } as const;
    expect((await gather(db, { embedder }, nobody, EVERYTHING, ask)).items).toEqual([]);
    expect((await find({}, { query: ' ?! ' })).items).toEqual([]);
    await expect(find({}, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });
});
