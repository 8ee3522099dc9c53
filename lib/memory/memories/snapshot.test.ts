import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bankScope, openTestDatabase, seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { overtakenDatabase } from '#e2e/fixtures/overtaken';
import type { Db } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import { withTagFilter } from '#lib/base/tags/fuzzy';
import { currentBank } from '#lib/memory/banks/service';
import { listDocuments } from '#lib/memory/documents/service';
import { getEntity, getEntityGraph, listEntities } from '#lib/memory/entities/service';
import { exploreGraph, listGraphNeighbors } from '#lib/memory/graph/explore';
import { getGraph } from '#lib/memory/graph/service';
import { bulkBody, countMemories as counting, exportMemoriesJsonl, listMemories as listing } from '#lib/memory/memories/contract';
import { exportedText, type MemoryExport } from '#lib/memory/memories/export';
import { countMemories, exportJsonl, listMemories, setStateOfAll } from '#lib/memory/memories/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { gather } from '#lib/memory/reflect/gather';
import { EVERYTHING } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * A response shows the bank before a write or after it, even if the write is between its
 * statements.
 */

const embedder = builtinEmbedder();
const KIND = { model: embedder.model, dimensions: embedder.dimensions };
let db: Db;
let orgId: string;
let scope: BankScope;
let banks = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ orgId } = await seedOrg(db));
});
afterAll(() => db.close());

const write = (content: string, more: object = {}) =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id: 'x', timestamp: '2026-05-01', ...more }] }));
const now = async (): Promise<BankScope> => (await currentBank(db, scope))!;

const OLD = 'Oda: The alpha lantern hangs in Ghent.';
const NEW = 'Oda: The beta lantern hangs in Bruges.';
const replace = () => write(NEW, { tags: ['t:beta'] });
/** A write before each of the first statements of a request. */
const PLACES = [1, 2, 3, 4, 5];
const overtaken = (nth: number, change: () => Promise<unknown> = replace): Db => overtakenDatabase(db, change, nth);

beforeEach(async () => {
  scope = await bankScope(db, orgId, `bank-${banks++}`);
  await write(OLD, { tags: ['t:alpha'] });
  await write('Oda: I met Piet in Oslo.', { document_id: 'fixed' });
});

const whole = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};
const textsIn = (lines: string): string[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);

const LISTING = z.object(listing.query!.shape).parse({});
const counted = (...filters: object[]) => counting.body!.parse({ filters }).filters;
const EXPORT = z.object(exportMemoriesJsonl.query!.shape).parse({});
const GRAPH = { limit: 50, edges_per_node: 20, tags_match: 'any', min_count: 1 };
const fuzzy = (tag: string): TagGroup => ({ tags: [tag], match: 'any_strict', resolve: 'fuzzy' });
/** Matches the document before the write and after it. */
const tag_groups: TagGroup[] = [{ or: [fuzzy('T:ALPHA'), fuzzy('T:BETA')] }];

describe('fuzzy tags match the old document or the new one', () => {
  const page = { limit: 50, offset: 0 };
  const odaId = async (): Promise<string> => {
    const { items } = await listEntities(db, await now(), { ...page, q: 'Oda' });
    return items[0]!.id;
  };
  const readers: Readonly<Record<string, (through: Db, of: BankScope) => Promise<readonly unknown[]>>> = {
    'a list of memories': async (through, of) => (await listMemories(through, of, { ...LISTING, tag_groups })).items,
    'a count of memories': async (through, of) => {
      const { counts } = await countMemories(through, of, counted({ tag_groups }));
      return counts.filter((count) => count > 0);
    },
    'an export': async (through, of) => {
      const text = await whole(exportJsonl(through, of, { ...EXPORT, tag_groups }).parts);
      return text === '' ? [] : textsIn(text);
    },
    'a bulk change': async (through, of) => {
      const { matched } = await setStateOfAll(
        { db: through },
        of,
        'invalidated',
        bulkBody.parse({ filter: { tag_groups }, dry_run: true }),
      );
      return Array.from({ length: matched });
    },
    'a list of documents': async (through, of) => (await listDocuments(through, of, { ...page, tags_match: 'any', tag_groups })).items,
    'a list of entities': async (through, of) => (await listEntities(through, of, { ...page, q: 'Oda', tag_groups })).items,
    'an entity': async (through, of) => {
      const id = await odaId();
      const { mention_count } = await withTagFilter(through, of, { tag_groups }, (at, tags) => getEntity(at, of, id, tags));
      return Array.from({ length: mention_count ?? 0 });
    },
    'a graph': async (through, of) => (await getGraph(through, of, { ...GRAPH, tag_groups })).nodes,
    'an explored graph': async (through, of) => (await exploreGraph(through, of, { ...GRAPH, mode: 'memories', tag_groups })).nodes,
    'neighbors in a graph': async (through, of) => {
      const query = { ...page, node_id: await odaId(), mode: 'memories' as const, tag_groups };
      return (await listGraphNeighbors(through, of, query)).nodes;
    },
    'a recall': async (through, of) => {
      const body = recallBody.parse({ query: 'Where does the lantern hang?', tag_groups });
      return (await recall({ db: through, embedder }, of, body)).results;
    },
    'a recall from a cached bank': async (through, of) => {
      const cachedBanks = new CachedBanks(db);
      await cachedBanks.warm(of.bank!, KIND);
      const body = recallBody.parse({ query: 'Where does the lantern hang?', tag_groups });
      return (await recall({ db: through, embedder, cachedBanks }, of, body)).results;
    },
    'evidence of reflect': async (through, of) => {
      const filter = { ...EVERYTHING, tagGroups: tag_groups };
      const signal = new AbortController().signal;
      const request = { query: 'Where does the lantern hang?', budget: 'mid' as const, layers: ['facts' as const], signal };
      return (await gather({ reader: through, services: { embedder }, scope: of, filter }, request)).items;
    },
  };

  it.each(Object.entries(readers))('in %s', async (_, read) => {
    for (const nth of PLACES) {
      await write(OLD, { tags: ['t:alpha'] });
      expect(await read(overtaken(nth), await now()), `a write before statement ${nth}`).toHaveLength(1);
    }
  });
});

it('counts of several filters are of one state', async () => {
  const filters = counted({ tags: ['t:alpha'], tags_match: 'any_strict' }, { tags: ['t:beta'], tags_match: 'any_strict' });
  for (const nth of PLACES) {
    await write(OLD, { tags: ['t:alpha'] });
    const { counts } = await countMemories(overtaken(nth), await now(), filters);
    expect(counts.toSorted(), `a write before statement ${nth}`).toEqual([0, 1]);
  }
  await replace();
  const of = await now();
  expect(await countMemories(db, of, filters)).toEqual({ counts: [0, 1] });
  await write(OLD, { tags: ['t:alpha'] });
  // Cached at the revision of the caller's scope.
  expect(await countMemories(db, of, filters)).toEqual({ counts: [0, 1] });
  expect(await countMemories(db, await now(), filters)).toEqual({ counts: [1, 0] });
});

it('the entities of a graph are the ends of its edges', async () => {
  const query = { limit: 50, min_count: 1 };
  for (const nth of PLACES) {
    await write(OLD);
    const { nodes, edges } = await getEntityGraph(overtaken(nth), await now(), query);
    const ids = nodes.map(({ data }) => data.id);
    expect(edges.length).toBeGreaterThan(0);
    for (const { data } of edges)
      expect(ids, `a write before statement ${nth}`).toEqual(expect.arrayContaining([data.source, data.target]));
  }
});

describe('an export', () => {
  const lanterns = (name: string) =>
    Array.from(
      { length: 600 },
      (_, i) => `- On ${1 + (i % 28)} May ${2000 + (i % 25)} the ${name} lantern ${i} was hung in Ghent by the old keeper of house ${i}.`,
    ).join('\n');
  const ofNames = (texts: readonly string[]) => [
    texts.filter((text) => text.includes('alpha')).length,
    texts.filter((text) => text.includes('beta')).length,
  ];

  it('is the whole of the old state or of the new one', async () => {
    await write(lanterns('alpha'));
    const before = ofNames(textsIn(await whole(exportJsonl(db, await now(), EXPORT).parts)))[0]!;
    expect(before).toBeGreaterThan(500);
    for (const nth of [3, 4]) {
      await write(lanterns('alpha'));
      const through = overtaken(nth, () => write(lanterns('beta')));
      const counts = ofNames(textsIn(await whole(exportJsonl(through, await now(), EXPORT).parts)));
      expect(
        counts.toSorted((a, b) => a - b),
        `a write before statement ${nth}`,
      ).toEqual([0, before]);
    }
  });

  const isEmbedded = testDatabaseKind() === 'embedded';
  /** All of it is sent after its first page. */
  const long = (more: Partial<MemoryExport> = {}): MemoryExport => ({
    ordered: EXPORT,
    head: '',
    start: 1,
    line: ({ text }) => `${text}\n`,
    select: async () => ({
      ...{ state: 'valid', types: null, search: null, consolidation: null, documentId: 'x', entityId: null, sourceId: null, ended: null },
      ...{ supersededBy: null, expiresWithinDays: null, extendable: null, tags: null, timeField: 'mentioned_at', from: null, to: null },
    }),
    ...more,
  });

  it('fails without a snapshot if the bank changes after its first pages were sent', async () => {
    await write(lanterns('alpha'));
    const of = await now();
    const taken = exportedText(db, of, long());
    await taken.next();
    // On a server, the export before has the snapshot.
    const parts = isEmbedded ? taken : exportedText(db, of, long());
    if (!isEmbedded) expect((await parts.next()).value).toContain('lantern');
    await write(NEW);
    await expect(parts.next()).rejects.toMatchObject({ code: 'conflict' });
    await taken.return(undefined);
    expect(db.pool().inUse).toBe(0);
  });

  describe.skipIf(isEmbedded)('that is long', () => {
    it('is the whole of one state although the bank changes meanwhile', async () => {
      await write(lanterns('alpha'));
      const before = await whole(exportedText(db, await now(), long()));
      const parts = exportedText(db, await now(), long());
      const first = await parts.next();
      await write(lanterns('beta'));
      expect(first.value + (await whole(parts))).toBe(before);
      await expect.poll(() => db.pool().inUse).toBe(0);
    });

    it('begins again in its snapshot if the bank changed since the start', async () => {
      await write(lanterns('alpha'));
      const alpha = (await whole(exportedText(db, await now(), long()))).trimEnd().split('\n').length;
      const transaction: Db['transaction'] = async (work, options) => {
        await write(lanterns('beta'));
        return db.transaction(work, options);
      };
      const through = new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
      const texts = (await whole(exportedText(through, await now(), long()))).trimEnd().split('\n');
      expect(ofNames(texts)).toEqual([0, alpha]);
    });

    it('returns its connection if the caller pauses for too long', async () => {
      await write(lanterns('alpha'));
      const parts = exportedText(db, await now(), long({ patienceMs: 1 }));
      await parts.next();
      await expect.poll(() => db.pool().inUse).toBe(0);
      await expect(parts.next()).rejects.toMatchObject({ code: 'conflict' });
    });
  });
});
