import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { overtakenDatabase } from '#e2e/fixtures/overtaken';
import { type Db, type Queryable, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument, listDocuments } from '#lib/memory/documents/service';
import { getGraph as graphing } from '#lib/memory/graph/contract';
import { getGraph } from '#lib/memory/graph/service';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { listMemories } from '#lib/memory/memories/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { gather } from '#lib/memory/reflect/gather';
import { EVERYTHING } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** All statements of an answer see the same state, even if another caller writes between them. */

const embedder = builtinEmbedder();
const KIND = { model: embedder.model, dimensions: embedder.dimensions };
const QUERY = 'Where is the spare key of the boathouse?';
const OLD = 'Ana: The spare key of the boathouse is in the blue tin.';
const NEW = 'Ana: The spare key of the boathouse is behind the red door.';
let db: Db;
let orgId: string;
let scope: BankScope;
let banks = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ orgId } = await seedOrg(db));
});
afterAll(() => db.close());

const retainDocument = (content: string, more: object = {}) =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id: 'keys', timestamp: '2026-03-01', ...more }] }));
const now = async (): Promise<BankScope> => (await currentBank(db, scope))!;

beforeEach(async () => {
  scope = await bankScope(db, orgId, `bank-${banks++}`);
  await retainDocument(OLD);
  await retainDocument('Ben: The boathouse has a leaking roof.', { document_id: 'roof' });
});

const overtaken = (write: () => Promise<unknown>, nth: number): Db => overtakenDatabase(db, write, nth);

const WRITES = [
  ['replaced', () => retainDocument(NEW), NEW],
  ['appended to', () => retainDocument(NEW, { update_mode: 'append' }), OLD],
  ['deleted', () => deleteDocument(db, scope, 'keys'), null],
] as const;

/** How a large bank is cached; a very large one reads exact cosines from the database. */
const LARGE = { large: { largeFrom: 0 }, 'very large': { largeFrom: 0, exactUpTo: 0 } };

const OTHER = 'Ana: A second boathouse key is lost.';
const retainOther = () => retainDocument(OTHER, { document_id: 'lost' });
const ALL = [OLD, 'Ben: The boathouse has a leaking roof.'].sort();

/** The database, with the names of its statements. */
function watching(through: Queryable): { db: Queryable; seen: string[] } {
  const seen: string[] = [];
  const query: Queryable['query'] = (statement) => {
    if ('name' in statement && statement.name) seen.push(statement.name.replace(/@.*/, ''));
    return through.query(statement);
  };
  return { db: { ...through, query }, seen };
}

describe.each(Object.entries(LARGE))('a %s cached bank', (size, sizes) => {
  /** Writes right before the first texts are read. */
  async function recalledDuring(write: () => Promise<unknown>): Promise<{ texts: string[]; seen: string[] }> {
    const of = await now();
    let isWritten = false;
    const query: Queryable['query'] = async (statement) => {
      if ('name' in statement && statement.name?.startsWith('recall_payload') && !isWritten) {
        isWritten = true;
        await write();
      }
      return db.query(statement);
    };
    const { db: watched, seen } = watching({ query });
    const cachedBanks = new CachedBanks(watched, sizes);
    await cachedBanks.warm(of.bank!, KIND);
    const { results } = await recall({ db: watched, embedder, cachedBanks }, of, recallBody.parse({ query: QUERY }));
    return {
      texts: results.map(({ text }) => text).sort(),
      seen: seen.filter((name) => ['bank_state', 'recall_payload'].includes(name)),
    };
  }
  // A very large one reads texts with the search, and then those that it did not find.
  const missing = size === 'very large' ? ['recall_payload'] : [];

  it('is searched again if a result is written meanwhile, in the cache', async () => {
    const { texts, seen } = await recalledDuring(() => retainDocument(NEW));
    expect(texts).toEqual(ALL.with(ALL.indexOf(OLD), NEW).sort());
    expect(seen).toEqual(['recall_payload', ...missing, 'bank_state', 'recall_payload']);
  });

  it('is searched once if others are written meanwhile', async () => {
    const { texts, seen } = await recalledDuring(retainOther);
    expect(texts).toEqual(ALL);
    expect(seen).toEqual(['recall_payload']);
  });
});

it.each([
  ['another memory is', retainOther, 2, ALL],
  ['a result is', () => retainDocument(NEW), 4, ALL.with(ALL.indexOf(OLD), NEW).sort()],
])('a very large cached bank is searched again only for a result: %s written meanwhile', async (_, write, statements, expected) => {
  const of = await now();
  let isWritten = false;
  const query: Queryable['query'] = async (statement) => {
    const found = await db.query(statement);
    if ('name' in statement && statement.name?.startsWith('recall_cosines') && !isWritten) {
      isWritten = true;
      await write();
      await cachedBanks.current((await now()).bank!, KIND);
    }
    return found as never;
  };
  const { db: watched, seen } = watching({ query });
  const cachedBanks = new CachedBanks(watched, LARGE['very large']);
  await cachedBanks.warm(of.bank!, KIND);
  const { results } = await recall({ db, embedder, cachedBanks }, of, recallBody.parse({ query: QUERY }));
  expect(results.map(({ text }) => text).sort()).toEqual(expected);
  expect(seen.filter((name) => name === 'recall_cosines')).toHaveLength(statements);
});

describe('while a document is', () => {
  describe.each(WRITES)('%s', (_, write, expected) => {
    const include = [{}, { chunks: {}, source_facts: {} }];

    it.each(include)('a recall from the database returns the old answer or the new one: include %j', async (included) => {
      const of = await now();
      const through = overtaken(write, 2);
      const { results, chunks } = await recall({ db: through, embedder }, of, recallBody.parse({ query: QUERY, include: included }));
      const texts = results.map(({ text }) => text);
      if (expected === null) expect(texts).toEqual(['Ben: The boathouse has a leaking roof.']);
      else expect(texts).toContain(expected);
      if ('chunks' in included) expect(new Set(results.map(({ chunk_id }) => chunk_id))).toEqual(new Set(Object.keys(chunks ?? {})));
    });

    it.each(include)('a recall from a cached bank returns the old answer or the new one: include %j', async (included) => {
      const of = await now();
      const cachedBanks = new CachedBanks(db);
      await cachedBanks.warm(of.bank!, KIND);
      // Only data missing from the cached bank is read.
      const through = overtaken(write, 1);
      const { results, chunks } = await recall(
        { db: through, embedder, cachedBanks },
        of,
        recallBody.parse({ query: QUERY, include: included }),
      );
      const texts = results.map(({ text }) => text);
      expect(texts.some((text) => text === OLD || text === expected) || expected === null).toBe(true);
      expect(texts).toContain('Ben: The boathouse has a leaking roof.');
      if ('chunks' in included) expect(new Set(results.map(({ chunk_id }) => chunk_id))).toEqual(new Set(Object.keys(chunks ?? {})));
    });

    it('reflect reads the old evidence or the new', async () => {
      const of = await now();
      const ask = { query: QUERY, budget: 'mid' as const, layers: ['facts' as const], signal: new AbortController().signal };
      const { items } = await gather({ reader: overtaken(write, 2), services: { embedder }, scope: of, filter: EVERYTHING }, ask);
      const texts = items.map(({ text }) => text);
      if (expected === null) expect(texts).toEqual(['Ben: The boathouse has a leaking roof.']);
      else expect(texts).toContain(expected);
    });

    it('a listing and its total agree', async () => {
      const of = await now();
      const query = z.object(listing.query!.shape).parse({ q: 'boathouse' });
      const { items, total } = await listMemories(overtaken(write, 2), of, query);
      expect(items).toHaveLength(total);
      await retainDocument(OLD);
      const documents = await listDocuments(overtaken(write, 2), of, { tags_match: 'any', limit: 10, offset: 0 });
      expect(documents.items).toHaveLength(documents.total);
    });
  });
});

it('a graph is read in one snapshot', async () => {
  const of = await now();
  const isolation: unknown[] = [];
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name);
      const transaction: Db['transaction'] = (work, options) => {
        isolation.push(options);
        return target.transaction(work, options);
      };
      return transaction;
    },
  });
  const { nodes } = await getGraph(watched, of, z.object(graphing.query!.shape).parse({}));
  expect(nodes).toHaveLength(2);
  expect(isolation).toEqual([{ readOnly: true, isSnapshot: true }]);
});

it('a cached bank between two pages is not searched, even for an older request', async () => {
  let pages = 0;
  const second = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  const query: Db['query'] = async (statement) => {
    if (isHeld && ++pages === 2) {
      second.resolve();
      await released.promise;
    }
    return db.query(statement);
  };
  const cachedBanks = new CachedBanks({ query });
  const before = (await now()).bank!;
  await cachedBanks.warm(before, KIND);
  await retainDocument(NEW);
  isHeld = true;
  // A replacement takes two pages: after the first, both the new memory and the old one exist.
  const newer = cachedBanks.current((await now()).bank!, KIND);
  await second.promise;
  let isAnswered = false;
  const older = cachedBanks.current(before, KIND).then((bank) => {
    isAnswered = true;
    return bank;
  });
  await setImmediate();
  expect(isAnswered).toBe(false);
  released.resolve();
  expect(await older).toBe(await newer);
  expect((await older)!.live).toBe(2);
});

it('recalls during writes see the old document or the new one', async () => {
  const caches = [{}, ...Object.values(LARGE)].map((sizes) => new CachedBanks(db, sizes));
  let isOver = false;
  const written = (async () => {
    for (let i = 0; i < 12; i++) {
      await retainDocument(i % 2 === 0 ? NEW : OLD);
      await retainDocument('Ana: A second boat is blue.', { update_mode: 'append' });
    }
    isOver = true;
  })();
  const answers: number[] = [];
  const ask = async (services: { cachedBanks?: CachedBanks }) => {
    while (!isOver) {
      const { results } = await recall(
        { db, embedder, ...services },
        await now(),
        recallBody.parse({ query: QUERY, include: { chunks: {} } }),
      );
      answers.push(results.filter(({ text }) => text === OLD || text === NEW).length);
    }
  };
  await Promise.all([written, ask({}), ...caches.map((cachedBanks) => ask({ cachedBanks })), ask({})]);
  expect(answers.length).toBeGreaterThan(0);
  expect([...new Set(answers)]).toEqual([1]);
  const [{ n } = { n: 0 }] = await db.query<{ n: number }>(sql`select count(*) as n from documents where bank_uid = ${scope.bankUid}`);
  expect(n).toBe(2);
});
