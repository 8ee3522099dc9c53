import { beforeAll, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { type Queryable, sql } from '#lib/base/db/db';
import { TAG_MODES } from '#lib/base/literals';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import type { EvidenceRequest, MentalModelLayer, MentalModelMatch, MentalModelSearch } from '#lib/memory/reflect/evidence';
import { gather } from '#lib/memory/reflect/gather';
import { EVERYTHING, inScope, type ScopeFilter } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();

const MODEL: MentalModelMatch = {
  ...{ id: 'mm-ana', name: 'Ana', content: 'Ana paints in Porto.', tags: ['art'] },
  ...{ revision: 3, refreshedAt: new Date('2026-04-01T00:00:00Z'), isStale: false, score: 0.9 },
};
const searches: MentalModelSearch[] = [];
const layer: MentalModelLayer = {
  search: async (_, __, search) => {
    searches.push(search);
    return search.excludeIds.includes(MODEL.id) ? [] : [MODEL];
  },
};

const items = [
  { content: 'Ana: I moved to Porto for a cheaper studio.', timestamp: '2026-03-02', document_id: 'a', tags: ['art'] },
  { content: 'Ana: My studio in Porto has a leaking roof.', timestamp: '2026-03-09', document_id: 'b', tags: ['art', 'house'] },
  { content: 'Ana: The studio in Porto is open on Sundays.', timestamp: '2026-03-10', document_id: 'c', tags: [] },
];

/** The scope as authentication would read it now. */
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

const find = (filter: Partial<ScopeFilter> = {}, ask: Partial<EvidenceRequest> = {}, reader: Queryable = db) =>
  gather(
    { reader, services: { embedder, mentalModels: layer }, scope, filter: { ...EVERYTHING, ...filter } },
    {
      ...{ query: 'What about the studio in Porto?', budget: 'low', signal: new AbortController().signal },
      ...ask,
    },
  );
const documents = (gathered: Awaited<ReturnType<typeof find>>) => gathered.items.flatMap(({ document }) => document?.id ?? []).sort();

describe('gather', () => {
  it('returns mental models and facts with all fields that an answer needs', async () => {
    const gathered = await find();
    expect(gathered.layers.map(({ layer }) => layer)).toEqual(['mental_models', 'observations', 'facts']);
    expect(gathered.items[0]).toMatchObject({ id: 'mm-ana', kind: 'mental_model', name: 'Ana', text: 'Ana paints in Porto.' });
    expect(documents(gathered)).toEqual(['a', 'b', 'c']);
    expect(gathered.items.find(({ document }) => document?.id === 'b')).toMatchObject({
      text: 'Ana: My studio in Porto has a leaking roof.',
      speaker: 'Ana',
      tags: ['art', 'house'],
      revision: 2,
      mentionedAt: new Date('2026-03-09T00:00:00Z'),
    });
  });

  it('does not search for words that only ask for a time', async () => {
    const searched = async (query: string) => {
      await find({}, { query });
      return searches.at(-1)!.terms;
    };
    const when = await searched('When was the opening moved?');
    expect(await searched('To which day was the opening moved?')).toEqual(when);
    expect(await searched('By what date was the opening moved?')).toEqual(when);
    expect(await searched('Which days are open?')).toContain('dai~days');
    expect(await searched('On which day?')).toEqual(['dai~day']);
  });

  it('returns evidence for each part of a question, with a score per part', async () => {
    const gathered = await find(
      { excludeMentalModels: true },
      { query: 'What roof does Ana have, and when is it open on Sundays?', maxTokens: { facts: 28 } },
    );
    expect(documents(gathered)).toEqual(['b', 'c']);
    const [b, c] = ['b', 'c'].map((id) => gathered.items.find(({ document }) => document?.id === id)!);
    expect(b!.scores![0]).toBeGreaterThan(c!.scores![0]!);
    expect(c!.scores![1]).toBeGreaterThan(b!.scores![1]!);
    expect(gathered.items.map(({ score }) => score)).toEqual(gathered.items.map(({ scores }) => Math.max(...scores!)));
    expect((await find({}, { query: 'Where is Porto?' })).items.every(({ scores }) => scores === undefined)).toBe(true);
  });

  it('finds nothing outside its filter, in any mode, and checks single items by the same filter', async () => {
    for (const tagsMatch of TAG_MODES)
      for (const tags of [[], ['art'], ['house', 'art'], ['none']]) {
        const filter = { ...EVERYTHING, tags, tagsMatch };
        const expected = items.filter((item) => inScope(filter, { id: 'x', kind: 'experience', tags: item.tags }));
        expect([tagsMatch, tags, documents(await find(filter))]).toEqual([tagsMatch, tags, expected.map((item) => item.document_id)]);
      }
    const untagged = await find({ tagGroups: [{ not: { tags: ['art'], match: 'any_strict' } }] });
    expect(documents(untagged)).toEqual(['c']);
    expect(searches.at(-1)!.tags).toEqual({
      kind: 'and',
      parts: [{ kind: 'not', part: { kind: 'leaf', tags: ['art'], mode: 'any_strict' } }],
    });
  });

  it('respects types, excluded models and layers', async () => {
    expect((await find({ factTypes: ['observation'] })).items.map(({ kind }) => kind)).toEqual(['mental_model']);
    expect((await find({ excludeMentalModelIds: ['mm-ana'] })).items.map(({ id }) => id)).not.toContain('mm-ana');
    expect((await find({ excludeMentalModels: true })).layers.map(({ layer }) => layer)).toEqual(['observations', 'facts']);
    expect((await find({}, { layers: ['facts'] })).layers.map(({ layer }) => layer)).toEqual(['facts']);
  });

  it('reads only a window of revisions', async () => {
    expect(documents(await find({}, { window: { afterRevision: 1 } }))).toEqual(['b', 'c']);
    expect(documents(await find({}, { window: { upToRevision: 2 } }))).toEqual(['a', 'b']);
    expect(documents(await find({}, { window: { afterRevision: 1, upToRevision: 2 } }))).toEqual(['b']);
    // Other mental models give orientation, so the window does not apply to them.
    expect((await find({}, { window: { afterRevision: 3 } })).items.map(({ kind }) => kind)).toEqual(['mental_model']);
  });

  it('finds the same through a read-only handle', async () => {
    const reader: Queryable = { query: (statement) => db.transaction((tx) => tx.query(statement), { readOnly: true }) };
    expect((await find({}, { chunkTokens: 100 }, reader)).items).toEqual((await find()).items);
  });

  it('returns chunks within their tokens, each once', async () => {
    const { chunks } = await find({}, { chunkTokens: 14 });
    expect(chunks.length).toBe(2);
    expect(chunks[0]!.documentId).toBe((await find()).items[1]!.document!.id);
  });

  it('finds nothing for an unknown bank or a question without words, and stops when aborted', async () => {
    const nobody = mintBankScope({ ...scope, bankUid: NO_BANK, bank: null });
    const ask = { query: 'Porto?', budget: 'low', signal: new AbortController().signal } as const;
    expect((await gather({ reader: db, services: { embedder }, scope: nobody, filter: EVERYTHING }, ask)).items).toEqual([]);
    expect((await find({}, { query: ' ?! ' })).items).toEqual([]);
    await expect(find({}, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });
});
