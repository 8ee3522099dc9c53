import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversation, questions } from '#bench/support/generate';
import { BUILTIN, cachedGaps, cachedNow } from '#e2e/fixtures/cached-banks';
import { bankScope, openTestDatabase, orgScope, seedOrg } from '#e2e/fixtures/database';
import { onBehalfOf } from '#lib/base/db/caller';
import { type Db, type Queryable, type Row, type Statement, sql } from '#lib/base/db/db';
import type { BankScope, BankState } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument } from '#lib/memory/documents/service';
import { mergeEntity, undoEntityChange, updateEntity } from '#lib/memory/entities/curate';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { listMemories, updateMemory } from '#lib/memory/memories/service';
import { describeCache } from '#lib/memory/recall/cache/service';
import { type CacheStatus, shareText } from '#lib/memory/recall/cache/status';
import { type RecallResponse, recallBody } from '#lib/memory/recall/contract';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import type { CandidateSource } from '#lib/memory/recall/retrieval/port';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { Reranker } from '#lib/models/rerank/reranker';

/** Compares the cached state of a bank with the stored one. */

const embedder = builtinEmbedder();
let db: Db;
let orgId: string;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ orgId } = await seedOrg(db));
});
afterAll(() => db.close());

const retainDocument = async (scope: BankScope, content: string, id: string, tags: string[] = []): Promise<unknown> =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id: id, timestamp: '2026-03-01', tags }] }));
const filled = async (name: string, sentences: number): Promise<BankScope> => {
  const scope = await bankScope(db, orgId, name);
  for (const { id, turns } of conversation({ seed: 5, sentences, turnsPerSession: 200 })) await retainDocument(scope, turns.join('\n'), id);
  return scope;
};

const bankOf = async (scope: BankScope): Promise<BankState> => (await currentBank(db, scope))!.bank!;
/** Ids of the cached units, without waiting for more to be read; null: the bank is not cached. */
async function cachedIds(banks: CachedBanks, scope: BankScope): Promise<string[] | null> {
  const bank = await banks.current(await bankOf(scope), BUILTIN);
  return bank && [...bank.liveIds()].sort();
}
const known = async (banks: CachedBanks, scope: BankScope): Promise<void> => {
  await cachedNow(banks, await bankOf(scope));
  expect(await cachedGaps(db, banks, scope)).toEqual([]);
};

/**
 * The database, with the number of pages of banks that were read. `extras`: whether the last page
 * included the ids and the names of all units.
 */
function countingPages(): { db: Queryable; pages: () => number; extras: () => unknown } {
  let pages = 0;
  let extras: readonly unknown[] = [];
  const query: Queryable['query'] = (statement) => {
    // In a cell, its name follows.
    if ('name' in statement && statement.name?.replace(/@.*/, '') === 'recall_cached') {
      pages++;
      extras = statement.values.slice(-2);
    }
    return db.query(statement);
  };
  return { db: { ...(db.cell !== undefined && { cell: db.cell }), query }, pages: () => pages, extras: () => extras };
}

const visited = (trace: RecallResponse['trace']) => (trace as { visits: { id: string; score: number }[] }).visits;
const summaryOf = (trace: RecallResponse['trace']) => trace!.summary as { searched: string; cache?: { state: string } };
const isTimeAlone = (query: string): boolean => query === 'What happened in January 2024?';
const sentOf = ({ results }: RecallResponse, id: string) =>
  results.filter((one) => one.id === id).map(({ id: _id, scores: _scores, ...sent }) => sent)[0];

describe('cached banks', () => {
  it('equal the stored state, after writes of other processes', async () => {
    const scope = await filled('one', 700);
    const banks = new CachedBanks(db);
    expect(await cachedIds(banks, scope)).toBeNull();
    await known(banks, scope);

    await retainDocument(scope, 'Ana: The lantern hangs in the old boathouse now.', 'later');
    expect(await cachedIds(banks, scope)).not.toBeNull();
    await known(banks, scope);

    const { items } = await listMemories(db, scope, z.object(listing.query!.shape).parse({ limit: 3 }));
    await updateMemory({ db, embedder }, scope, items[0]!.id, { state: 'invalidated', resolve_entities: true });
    await known(banks, scope);
    await updateMemory({ db, embedder }, scope, items[0]!.id, { state: 'valid', resolve_entities: true });
    await updateMemory({ db, embedder }, scope, items[1]!.id, { text: 'Ana: We sold the lantern.', resolve_entities: true });
    expect(await cachedIds(banks, scope)).not.toBeNull();
    await known(banks, scope);
  });

  it('read more than one page in the background, and answer again after that', async () => {
    const scope = await filled('more', 300);
    const banks = new CachedBanks(db);
    await known(banks, scope);
    const cached = (await banks.current(await bankOf(scope), BUILTIN))!;
    const { revision } = cached;
    await retainDocument(scope, conversation({ seed: 6, sentences: 1200, turnsPerSession: 1200 })[0]!.turns.join('\n'), 'long');
    expect(await cachedIds(banks, scope)).toBeNull();
    // Searches that began before are of the state that was complete.
    expect(cached.revision).toBe(revision);
    const { state, progress } = banks.statusOf(scope.bankUid);
    expect(state).toBe('reading');
    expect(progress).toBeGreaterThan(0);
    expect(progress).toBeLessThan(1);
    await known(banks, scope);
    expect(banks.statusOf(scope.bankUid)).toEqual({ state: 'cached', progress: 1 });
    const notes: string[] = [];
    const states: CacheStatus[] = [];
    const services = {
      db,
      embedder,
      cachedBanks: new CachedBanks(db, { partialFrom: 500 }),
      note: (text: string) => notes.push(text),
      noteCache: (status: CacheStatus) => states.push(status),
    };
    const { trace } = await recall(services, (await currentBank(db, scope))!, recallBody.parse({ query: 'lantern', trace: true }));
    const { compared } = trace!.summary as { compared: number };
    expect(compared).toBeCloseTo(500 / (await bankOf(scope)).unitCount, 2);
    expect(notes).toEqual([`semantic: ${shareText(compared)} compared`]);
    expect(states).toEqual([{ state: 'reading', progress: expect.closeTo(compared, 3) }]);
    expect(trace!.summary).toMatchObject({ cache: { state: 'reading', progress: compared } });
    await services.cachedBanks.warm(await bankOf(scope), BUILTIN);
    const earlier = recallBody.parse({ query: 'lantern', as_of: new Date().toISOString(), trace: true });
    const { trace: ofEarlier } = await recall(services, (await currentBank(db, scope))!, earlier);
    expect(ofEarlier!.summary).toMatchObject({ searched: 'database', cache: { state: 'cached', progress: 1 } });
  });

  it('remove deleted memories before they answer', async () => {
    const scope = await filled('gone', 400);
    const { db: counting, extras } = countingPages();
    const banks = new CachedBanks(counting);
    await known(banks, scope);
    await deleteDocument(db, scope, 'session-5-0');
    expect(await cachedIds(banks, scope)).toHaveLength((await bankOf(scope)).unitCount);
    expect(extras()).toEqual([true, false]);
    await known(banks, scope);
    // Slots that became free are used again.
    await retainDocument(scope, conversation({ seed: 7, sentences: 300, turnsPerSession: 300 })[0]!.turns.join('\n'), 'new');
    await known(banks, scope);
  });

  it('drop texts and low bytes as they grow, and equal the stored state', async () => {
    const scope = await filled('growing', 200);
    const banks = new CachedBanks(db, { largeFrom: 300, exactUpTo: 500 });
    for (const [sentences, hasTexts, hasExactVectors] of [
      [0, true, true],
      [250, false, true],
      [260, false, false],
    ] as const) {
      if (sentences > 0) {
        const { turns } = conversation({ seed: sentences, sentences, turnsPerSession: 300 })[0]!;
        await retainDocument(scope, turns.join('\n'), `document-${sentences}`);
      }
      await known(banks, scope);
      const bank = await cachedNow(banks, await bankOf(scope));
      expect([bank.contents !== null, bank.hasExactVectors]).toEqual([hasTexts, hasExactVectors]);
    }
    const caches = [{}, { largeFrom: 0 }, { largeFrom: 0, exactUpTo: 0 }].map((sizes) => new CachedBanks(db, sizes));
    for (const cached of caches) await known(cached, scope);
    const [small, large, veryLarge] = caches.map((cached) => cached.usage().bytes / 710) as [number, number, number];
    expect(small - large).toBeGreaterThan(128);
    expect(large - veryLarge).toBeCloseTo(128, -1);
  });

  it('of a large bank, remove deleted memories and read new names without reading all memories', async () => {
    const scope = await filled('logged', 400);
    // Deletions are listed in banks of more than 10,000 memories.
    await db.query(sql`update banks set unit_count = unit_count + 20000 where uid = ${scope.bankUid}`);
    const { db: counting, extras } = countingPages();
    const banks = new CachedBanks(counting);
    await known(banks, scope);
    await deleteDocument(db, scope, 'session-5-0');
    await known(banks, scope);
    expect(extras()).toEqual([false, false]);
    const [into, id] = await db.query<{ id: string }>(sql`
      select id from entities where bank_uid = ${scope.bankUid} order by mention_count desc, id limit 2`);
    const { change_id } = await mergeEntity(db, scope, id!.id, into!.id);
    await known(banks, scope);
    expect(extras()).toEqual([false, false]);
    await undoEntityChange(db, scope, into!.id, change_id!);
    await known(banks, scope);
    await updateEntity(db, scope, into!.id, { canonical_name: 'Zanzibar' });
    await known(banks, scope);
    expect(extras()).toEqual([false, false]);
    // A deletion whose entry was removed is noticed by the count.
    await deleteDocument(db, scope, 'session-5-1');
    await db.query(sql`delete from recall_changes where bank_uid = ${scope.bankUid} and kind = 'memories'`);
    await known(banks, scope);
    expect(extras()).toEqual([true, false]);
  });

  it('make room by dropping idle banks', async () => {
    const [small, large] = [await filled('small', 200), await filled('large', 500)];
    const used = new CachedBanks(db, { most: 800_000 });
    await known(used, small);
    expect(await cachedIds(used, large)).toBeNull();
    expect(await cachedIds(used, small)).not.toBeNull();
    expect([small, large].map(({ bankUid }) => used.statusOf(bankUid).state)).toEqual(['cached', 'no_room']);
    const org = orgScope(orgId);
    expect(await describeCache(db, org, used)).toMatchObject({
      max_bytes: 800_000,
      total: 2,
      banks: [
        { bank_id: 'large', state: 'no_room', progress: 0, memories: (await bankOf(large)).unitCount, bytes: 0 },
        { bank_id: 'small', state: 'cached', progress: 1, memories: (await bankOf(small)).unitCount },
      ],
    });
    expect(await describeCache(db, { ...org, bankUids: [small.bankUid] }, used)).toMatchObject({ total: 1, banks: [{ bank_id: 'small' }] });
    const off = new CachedBanks(db, { most: 0 });
    expect(await cachedIds(off, small)).toBeNull();
    expect([off.statusOf(small.bankUid).state, off.wanted()]).toEqual(['unused', []]);
    const idle = new CachedBanks(db, { most: 1_000_000, idleMs: 0 });
    await known(idle, small);
    await known(idle, large);
    await known(idle, small);
    // No bank is dropped for one that has no room without it either.
    expect(await idle.current({ ...(await bankOf(large)), unitCount: 100_000 }, { ...BUILTIN, model: 'another' })).toBeNull();
    expect(idle.statusOf(small.bankUid).state).toBe('cached');
    expect(await cachedIds(new CachedBanks(db, { most: 100 }), small)).toBeNull();
  });

  it('are read at once if one page is enough, once for all callers, and not if empty', async () => {
    const scope = await filled('page', 400);
    const { db: counting, pages } = countingPages();
    const banks = new CachedBanks(counting);
    expect(await Promise.all([cachedIds(banks, scope), cachedIds(banks, scope)])).toEqual([expect.any(Array), expect.any(Array)]);
    expect(pages()).toBe(1);
    await known(banks, scope);
    const empty = await bankScope(db, orgId, 'empty');
    expect(await cachedIds(banks, empty)).toBeNull();
    await retainDocument(empty, 'Ana: The lantern hangs in the old boathouse now.', 'first');
    expect(await cachedIds(banks, empty)).toHaveLength(1);
    expect(pages()).toBe(2);
  });

  it.each([
    ['if the database has one session', { hasOneSession: true }, 1],
    ['if the bank is large', { turnsFrom: 500 }, 1],
    ['if the bank is very large', { partialFrom: 500 }, 1],
    ['in no other case', {}, 8],
  ])('are read before the second of eight questions is searched in the database, %s', async (name, options, expected) => {
    const bank = await bankOf(await filled(name, 700));
    const banks = new CachedBanks(db, options);
    const database: CandidateSource = {
      async find() {
        await cachedNow(banks, bank);
        return { candidates: [], frequencies: [], sources: new Map(), superseded: new Map(), units: 0, revision: 0, snapshot: null };
      },
    };
    const query = {
      vector: null,
      terms: [],
      units: 1,
      meanLength: 1,
      cap: 1,
      expand: 1,
      asked: [],
      types: null,
      tags: null,
      window: null,
    };
    const found = await Promise.all(Array.from({ length: 8 }, () => banks.find(bank, BUILTIN, query, database)));
    expect(found.filter(({ snapshot }) => snapshot === null)).toHaveLength(expected);
    expect(found.every(({ snapshot }) => snapshot?.isCurrent() ?? true)).toBe(true);
  });

  it('continue to be read for the other callers if the first one hangs up', async () => {
    const scope = await filled('hung', 700);
    const bank = await bankOf(scope);
    const { db: counting, pages } = countingPages();
    const banks = new CachedBanks(counting);
    const asking = new AbortController();
    const first = onBehalfOf(asking.signal, () => banks.current(bank, BUILTIN));
    asking.abort();
    expect(await first).toBeNull();
    await expect.poll(async () => (await banks.current(bank, BUILTIN))?.live).toBe(bank.unitCount);
    expect(pages()).toBe(2);
  });

  it('are read again for a question that is newer than the page that it waited for', async () => {
    const scope = await filled('joined', 200);
    let held: Promise<void> | null = null;
    const isRead = Promise.withResolvers<void>();
    const query: Queryable['query'] = async <R extends Row>(statement: Statement) => {
      const answer = await db.query<R>(statement);
      if (held !== null) isRead.resolve();
      await held;
      return answer;
    };
    const banks = new CachedBanks({ query });
    await cachedNow(banks, await bankOf(scope));
    await retainDocument(scope, 'Ana: The lantern hangs in the old boathouse now.', 'first');
    const end = Promise.withResolvers<void>();
    held = end.promise;
    const older = banks.current(await bankOf(scope), BUILTIN);
    // The page was read before the next write.
    await isRead.promise;
    await retainDocument(scope, 'Ana: The lantern was sold.', 'second');
    const newer = banks.current(await bankOf(scope), BUILTIN);
    held = null;
    end.resolve();
    expect((await older)?.live).toBeGreaterThan(0);
    expect((await newer)?.live).toBe((await bankOf(scope)).unitCount);
  });

  it('remain if a page cannot be read, and continue from there', async () => {
    const scope = await filled('broken', 700);
    const { db: counting, pages } = countingPages();
    let isDown = false;
    const query: Queryable['query'] = (statement) =>
      isDown ? Promise.reject(new Error('The database is away.')) : counting.query(statement);
    const banks = new CachedBanks({ query });
    const cached = await cachedNow(banks, await bankOf(scope));
    await retainDocument(scope, 'Ana: The lantern hangs in the old boathouse now.', 'later');
    isDown = true;
    expect(await cachedIds(banks, scope)).toBeNull();
    isDown = false;
    expect(await banks.current(await bankOf(scope), BUILTIN)).toBe(cached);
    expect(pages()).toBe(3);
    expect(await cachedGaps(db, banks, scope)).toEqual([]);
  });

  it('are read from the beginning if more was removed than exists', async () => {
    const scope = await filled('worn', 400);
    const banks = new CachedBanks(db);
    const own = await cachedIds(banks, scope);
    const before = new Set<CachedBank>();
    // Four hundred units take half a megabyte, and each rewrite removes as much: more than eight
    // megabytes in total.
    for (let round = 0; round < 30; round++) {
      await db.query(sql`update banks set revision = revision + 1 where uid = ${scope.bankUid}`);
      await db.query(sql`update memories set revision = b.revision from banks b where b.uid = bank_uid and bank_uid = ${scope.bankUid}`);
      before.add(await cachedNow(banks, await bankOf(scope)));
    }
    expect(before.size).toBe(2);
    await known(banks, scope);
    expect(await cachedIds(banks, scope)).toEqual(own);
  });

  it('are dropped if their units are larger than estimated, and not retried immediately', async () => {
    const scope = await bankScope(db, orgId, 'wordy');
    const { turns } = conversation({ seed: 4, sentences: 1200, turnsPerSession: 1200 })[0]!;
    await retainDocument(scope, turns.join('\n'), 'long');
    const { db: counting, pages } = countingPages();
    const bank = await bankOf(scope);
    await cachedNow(new CachedBanks(counting, { most: bank.unitCount * 1700 }), bank);
    expect(pages()).toBe(3);
    const narrow = new CachedBanks(counting, { most: 1_000_000 });
    const pretended = { ...bank, unitCount: 501 };
    expect(await narrow.current(pretended, BUILTIN)).toBeNull();
    await expect.poll(pages).toBe(5);
    await delay(50);
    expect(await narrow.current(pretended, BUILTIN)).toBeNull();
    expect(pages()).toBe(5);
    // Later there may be room.
    const patient = new CachedBanks(counting, { most: 1_000_000, forgottenMs: 0 });
    expect(await patient.current(pretended, BUILTIN)).toBeNull();
    await expect.poll(pages).toBe(7);
    await expect.poll(async () => (await patient.current(pretended, BUILTIN)) === null && pages() > 7).toBe(true);
  });

  it('that outgrew their room are read again as soon as there is enough', async () => {
    const [grown, other] = [await filled('grown', 300), await filled('other', 200)];
    const bytesOf = async (...scopes: BankScope[]): Promise<number> => {
      const banks = new CachedBanks(db);
      for (const scope of scopes) await cachedNow(banks, await bankOf(scope));
      return banks.usage().bytes;
    };
    const before = await bytesOf(other, grown);
    const banks = new CachedBanks(db, { most: before + 100_000 });
    for (const scope of [other, grown]) await cachedNow(banks, await bankOf(scope));
    await retainDocument(grown, conversation({ seed: 7, sentences: 150, turnsPerSession: 150 })[0]!.turns.join('\n'), 'later');
    expect(await bytesOf(grown)).toBeLessThan(before);
    expect(await cachedIds(banks, grown)).toBeNull();
    expect(banks.statusOf(grown.bankUid).state).toBe('no_room');
    expect(await cachedIds(banks, grown)).toBeNull();
    // The other bank leaves the cache.
    await banks.current({ ...(await bankOf(other)), unitCount: 0 }, { ...BUILTIN, model: 'another' });
    await known(banks, grown);
  });

  it('that are deleted from twice, while their reading is broken off, are dropped', async () => {
    const scope = await filled('broken off', 700);
    let isDown = false;
    const asked = Promise.withResolvers<void>();
    const isAway = Promise.withResolvers<void>();
    const query: Queryable['query'] = async (statement) => {
      if (!isDown) return db.query(statement);
      asked.resolve();
      await isAway.promise;
      throw new Error('The database is away.');
    };
    const banks = new CachedBanks({ query });
    const bank = await bankOf(scope);
    expect(await banks.current(bank, BUILTIN)).toBeNull();
    isDown = true;
    await asked.promise;
    banks.forget(scope.bankUid, false);
    banks.forget(scope.bankUid, false);
    isAway.resolve();
    await expect.poll(() => banks.statusOf(scope.bankUid).state).toBe('unused');
    isDown = false;
    await known(banks, scope);
  });

  it('find the same as the database, with the same scores, and activate the same', async () => {
    const scope = await bankScope(db, orgId, 'alike');
    const talk = () => conversation({ seed: 8, sentences: 500, turnsPerSession: 100 });
    for (const [i, { id, turns }] of talk().entries())
      await retainDocument(scope, turns.join('\n'), id, i % 2 === 0 ? ['even'] : ['odd', 'all']);
    await retainDocument(scope, 'Ana: Hello.\nBen: Is the lantern in the boathouse?\nAna: It was there in January 2024.', 'talk', ['all']);
    await retainDocument(scope, 'user: Always tell me which lantern is meant.\nassistant: I shall.', 'wishes', ['all']);
    const banks = new CachedBanks(db);
    await known(banks, scope);
    const own = (await currentBank(db, scope))!;
    const sentence = talk()[1]!.turns[3]!.replace(/^[^:]+: /, '');
    const asking = [
      ...questions(talk(), 5, 12),
      ...[
        sentence,
        'What happened in January 2024?',
        'What did Ana say about the lantern in 2024?',
        'What did Ben ask?',
        'Ben?',
        'lantern',
      ],
    ];
    const limits = [
      ...[{}, { tags: ['all'] }, { tags: ['even'], tags_match: 'any_strict' }, { tags: ['all', 'odd'], tags_match: 'exact' }],
      ...[{ types: ['world'] }, { types: ['observation'] }, { tag_groups: [{ not: { tags: ['odd'], match: 'any_strict' } }] }],
    ];
    for (const query of asking)
      for (const limit of limits) {
        const body = recallBody.parse({ query, ...limit, trace: true });
        const [one, other] = await Promise.all([
          recall({ db, embedder, cachedBanks: banks }, own, body),
          recall({ db, embedder }, own, body),
        ]);
        const finals = new Map(one.results.map(({ id, scores }) => [id, scores!.final!]));
        const same = other.results.filter(({ id, scores }) => Math.abs((finals.get(id) ?? -1) - scores!.final!) < 0.005);
        // Of two memories whose cosines differ from the fifth digit on, either may be the last
        // whose neighbors are included, and either may be the older one.
        expect(same.length).toBeGreaterThanOrEqual(0.95 * other.results.length);
        expect(one.results[0]?.id).toBe(other.results[0]?.id);
        expect([one, other].map(({ trace }) => summaryOf(trace)).map(({ searched, cache }) => [searched, cache?.state])).toEqual([
          [isTimeAlone(query) ? 'database' : 'cache', 'cached'],
          ['database', undefined],
        ]);
        const [warm, stored] = [one, other].map(({ trace }) => visited(trace));
        const known = warm!.filter(({ id, score }) => Math.abs((stored!.find((unit) => unit.id === id)?.score ?? -1) - score) < 0.002);
        expect(known.length).toBeGreaterThanOrEqual(0.9 * stored!.length);
        expect(one.results.length > 0 && one.results.every(({ text }) => text.length > 0)).toBe(other.results.length > 0);
        expect(new Map(one.results.map(({ id, scores: _, ...sent }) => [id, sent]))).toEqual(
          new Map(one.results.map(({ id }) => [id, sentOf(other, id) ?? sentOf(one, id)])),
        );
      }
  });

  it('know the positions of units that a longer document moved without writing them', async () => {
    const scope = await bankScope(db, orgId, 'moved');
    const { turns } = conversation({ seed: 9, sentences: 400, turnsPerSession: 400 })[0]!;
    await retainDocument(scope, turns.join('\n'), 'long');
    const banks = new CachedBanks(db);
    await known(banks, scope);
    const before = (await bankOf(scope)).revision;
    const [first = '', ...rest] = turns;
    await retainDocument(scope, [first, 'Ana: The lantern is new, and so is this line of the talk.', ...rest].join('\n'), 'long');
    const [moved] = await db.query<{ count: number }>(
      sql`select count(*)::int as count from memories where bank_uid = ${scope.bankUid} and revision <= ${before} and turn > 300`,
    );
    expect(moved!.count).toBeGreaterThan(0);
    await known(banks, scope);
  });

  it('omit results that were deleted during reranking', async () => {
    const scope = await filled('meanwhile', 300);
    const banks = new CachedBanks(db);
    await known(banks, scope);
    const config = { ...(await bankOf(scope)).config, enable_reranking: true };
    const own = { ...(await currentBank(db, scope))!, bank: { ...(await bankOf(scope)), config } };
    let cachedIds = 0;
    const reranker: Reranker = {
      async rerank(_, documents) {
        cachedIds = documents.length;
        await deleteDocument(db, scope, 'session-5-0');
        await known(banks, scope);
        return documents.map(() => 0.5);
      },
    };
    const body = recallBody.parse({ query: questions(conversation({ seed: 5, sentences: 300, turnsPerSession: 200 }), 5, 1)[0] });
    const { results } = await recall({ db, embedder, cachedBanks: banks, reranker }, own, body);
    expect(cachedIds).toBeGreaterThan(0);
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ document_id }) => document_id === 'session-5-0')).toEqual([]);
  });
});
