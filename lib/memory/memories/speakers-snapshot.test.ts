import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { overtakenDatabase } from '#e2e/fixtures/overtaken';
import type { Db } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import { exploreGraph } from '#lib/memory/graph/explore';
import { getGraph } from '#lib/memory/graph/service';
import { bulkBody, countMemories as counting, exportMemoriesJsonl, listMemories as listing } from '#lib/memory/memories/contract';
import { countMemories, exportJsonl, listMemories, setStateOfAll } from '#lib/memory/memories/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { gather } from '#lib/memory/reflect/gather';
import { EVERYTHING } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * A write changes the speakers of a bank after authentication read them. The answer is that of the
 * state before the write or after it.
 */

const builtin = builtinEmbedder();
const embedded: string[] = [];
const embedder: Embedder = {
  model: builtin.model,
  dimensions: builtin.dimensions,
  embed: (texts) => {
    embedded.push(...texts);
    return builtin.embed(texts);
  },
};
const SPOKEN = 'Rosa: I keep a brass lamp in Porto.';
const PLAIN = 'Rosa keeps a brass lamp in Porto.';

withTestBank();
const write = (content: string, more: object = {}) =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id: 'x', timestamp: '2026-05-01', ...more }] }));
const now = async (): Promise<BankScope> => (await currentBank(db, scope))!;

/** A write before each of the first statements of a request. */
const PLACES = [1, 2, 3, 4, 5];
const whole = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

beforeEach(() => write('Ben: The boathouse has a leaking roof.', { document_id: 'fixed', tags: ['t:a'] }));

describe('a search for words, of which one is the name of a speaker before or after the write', () => {
  const q = 'rosa lamp';
  const graph = { limit: 50, edges_per_node: 20, tags_match: 'any', min_count: 1, q };
  const LISTING = z.object(listing.query!.shape).parse({ q });
  const EXPORT = z.object(exportMemoriesJsonl.query!.shape).parse({ q });
  const readers: Readonly<Record<string, (through: Db, of: BankScope) => Promise<number>>> = {
    'a list': async (through, of) => (await listMemories(through, of, LISTING)).items.length,
    'the total of a list': async (through, of) => (await listMemories(through, of, LISTING)).total,
    'a count': async (through, of) => (await countMemories(through, of, counting.body!.parse({ filters: [{ q }] }).filters)).counts[0]!,
    'an export': async (through, of) => (await whole(exportJsonl(through, of, EXPORT).parts)).split('\n').length - 1,
    'a graph': async (through, of) => (await getGraph(through, of, graph)).nodes.length,
    'an explored graph': async (through, of) => (await exploreGraph(through, of, { ...graph, mode: 'memories' })).nodes.length,
    'a bulk change': async (through, of) =>
      (await setStateOfAll({ db: through }, of, 'invalidated', bulkBody.parse({ filter: { q }, dry_run: true }))).matched,
  };

  it.each(Object.entries(readers))('finds the memory in %s', async (_, read) => {
    for (const [before, after] of [
      [SPOKEN, PLAIN],
      [PLAIN, SPOKEN],
    ] as const) {
      await write(before);
      const stale = await now();
      await write(after);
      expect(await read(db, stale), `after ${before}`).toBe(1);
      for (const nth of PLACES) {
        await write(before);
        const through = overtakenDatabase(db, () => write(after), nth);
        expect(await read(through, await now()), `${before} is replaced before statement ${nth}`).toBe(1);
      }
    }
  });
});

describe('a question that names a speaker', () => {
  const A = 'Rosa: I keep a brass lamp in Porto. I like the harbor.';
  const B = 'Timo: I keep a brass lamp in Bergen. I like the harbor.';
  const query = 'Tell me about Timo';
  const filters = [{}, { tags: ['t:a'], tags_match: 'any' as const }];
  const answerOf = async (through: Db, of: BankScope, given: object, cachedBanks?: CachedBanks) => {
    const services = { db: through, embedder, ...(cachedBanks && { cachedBanks }) };
    const { results, trace } = await recall(services, of, recallBody.parse({ query, trace: true, ...given }));
    const { searched_text } = trace!.query as { searched_text: string };
    return { texts: results.map(({ text, scores }) => `${text} ${scores?.final?.toFixed(2)}`), searched_text };
  };

  it.each(filters)('is planned from the state that is read: %j', async (filter) => {
    for (const [before, after] of [
      [A, B],
      [B, A],
    ] as const) {
      await write(before);
      const old = await answerOf(db, await now(), filter);
      await write(after);
      const renewed = await answerOf(db, await now(), filter);
      expect(renewed).not.toEqual(old);
      for (const nth of PLACES)
        for (const isCached of [false, true]) {
          await write(before);
          const of = await now();
          const cachedBanks = new CachedBanks(db);
          if (isCached) await cachedBanks.warm(of.bank!, builtin);
          const through = overtakenDatabase(db, () => write(after), nth);
          const answer = await answerOf(through, of, filter, isCached ? cachedBanks : undefined);
          expect([old, renewed], `before statement ${nth}, cached: ${isCached}`).toContainEqual(answer);
        }
    }
  });

  it('is embedded again only if another text is searched', async () => {
    await write(A);
    const of = await now();
    await write('Ben: The boathouse is green.', { document_id: 'more' });
    embedded.length = 0;
    await recall({ db, embedder }, of, recallBody.parse({ query: 'Where is the lamp of Timo?' }));
    expect(embedded).toEqual(['Where is the lamp of Timo?']);
    const later = await now();
    await write(B);
    embedded.length = 0;
    await recall({ db, embedder }, later, recallBody.parse({ query: 'Where is the lamp of Timo?' }));
    expect(embedded).toEqual(['Where is the lamp of Timo?', 'Where is the lamp of ?']);
  });

  it('finds the evidence of one state, also in its parts', async () => {
    const evidenceOf = async (reader: Db, of: BankScope) => {
      const signal = new AbortController().signal;
      const asked = { query: 'Where does Rosa keep the lamp? And where does Timo live?', budget: 'mid' as const, signal };
      const { items } = await gather({ reader, services: { embedder }, scope: of, filter: EVERYTHING }, asked);
      return items.map(({ text, score }) => `${text} ${score.toFixed(2)}`);
    };
    await write(A);
    const old = await evidenceOf(db, await now());
    await write(B);
    const renewed = await evidenceOf(db, await now());
    expect(renewed).not.toEqual(old);
    for (const nth of PLACES) {
      await write(A);
      const answer = await evidenceOf(
        overtakenDatabase(db, () => write(B), nth),
        await now(),
      );
      expect([old, renewed], `before statement ${nth}`).toContainEqual(answer);
    }
  });
});

it('a page and its total are of one state', async () => {
  const many = Array.from({ length: 6 }, (_, i) => `- Ada bought ${i + 2} red kites in town ${i}.`).join('\n');
  const few = '- Ada sold two old oars in Bergen.\n- Ada lost a small coin in Oslo.';
  const read = async (through: Db, of: BankScope) => {
    // A filter of this test alone: totals are cached by the process, for all of its test databases.
    const query = z.object(listing.query!.shape).parse({ from: '2019-03-07' });
    const { items, total } = await listMemories(through, of, { ...query, limit: 1, offset: 0 });
    return { total, texts: items.map(({ text }) => text) };
  };
  await write(many);
  const old = await read(db, await now());
  await write(few);
  const renewed = await read(db, await now());
  expect(renewed.total).not.toBe(old.total);
  for (const nth of PLACES) {
    await write(many);
    const answer = await read(
      overtakenDatabase(db, () => write(few), nth),
      await now(),
    );
    expect([old.total, renewed.total]).toContain(answer.total);
    expect(answer.total === old.total ? old : renewed, `before statement ${nth}`).toEqual(answer);
  }
});
