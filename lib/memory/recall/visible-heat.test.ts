import { expect, it } from 'vitest';
import { db, newTestBank, scope, withTestDatabase } from '#e2e/fixtures/bank';
import type { BankScope } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();
withTestDatabase();

const VISIBLE = [
  'Ben Ode keeps the spare key of the boathouse in Hamburg.',
  'Ben Ode painted a red door last summer.',
  'Ben Ode sold two old oars.',
  // More seeds of the activation than the limit, so that the others are reached from them.
  ...Array.from({ length: 14 }, (_, i) => `The spare key ${i + 1} hangs on hook ${i + 1} beside the stove.`),
].map((content, i) => ({ content, document_id: `v${i}`, tags: ['t:a'] }));
const HIDDEN = Array.from({ length: 12 }, (_, i) => ({
  content: `Ben Ode met the harbor master of Hamburg about matter ${i}.`,
  document_id: `h${i}`,
  tags: ['t:b'],
}));

async function bankWith(items: readonly object[]): Promise<BankScope> {
  await newTestBank();
  for (const item of items) await retain({ db, embedder }, scope, retainBody.parse({ items: [item] }));
  return (await currentBank(db, scope))!;
}

it('the graph score of a memory does not depend on hidden memories with the same entity', async () => {
  const seen = await bankWith(VISIBLE);
  const all = await bankWith([...HIDDEN, ...VISIBLE]);
  const body = recallBody.parse({ query: 'Where is the spare key?', tags: ['t:a'], tags_match: 'any_strict', trace: true });
  for (const isCached of [false, true]) {
    const scoresIn = async (bank: BankScope) => {
      const cachedBanks = new CachedBanks(db);
      if (isCached) await cachedBanks.warm(bank.bank!, embedder);
      const { trace } = await recall({ db, embedder, ...(isCached && { cachedBanks }) }, bank, body);
      const graph = (trace!.retrieval_results as { method_name: string; results: { score: number }[] }[]).find(
        ({ method_name }) => method_name === 'graph',
      );
      return graph!.results.map(({ score }) => score);
    };
    const expected = await scoresIn(seen);
    expect(expected.length).toBeGreaterThan(0);
    expect(await scoresIn(all), `cached: ${isCached}`).toEqual(expected);
  }
});
