import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, newTestBank, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { cachedGaps } from '#e2e/fixtures/cached-banks';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { runs } from '#e2e/fixtures/runs';
import { bankOf } from '#lib/access/keys/service';
import { sql } from '#lib/base/db/db';
import { type BankScope, mintBankScope, mintOrgScope } from '#lib/base/scope';
import { listBanks } from '#lib/memory/banks/service';
import { listDocuments as documentListing, updateDocument as updating } from '#lib/memory/documents/contract';
import {
  deleteDocument,
  getChunk,
  getDocument,
  listDocumentChunks,
  listDocuments,
  listTags,
  updateDocument,
} from '#lib/memory/documents/service';
import { listEntities } from '#lib/memory/entities/service';
import { readUnexpired, sweepExpired, withoutExpired } from '#lib/memory/expiry/service';
import { getGraph as graphing } from '#lib/memory/graph/contract';
import { getGraph } from '#lib/memory/graph/service';
import { exportMemoriesJsonl as exporting, extendBody, listMemories as listing, updateMemoryBody } from '#lib/memory/memories/contract';
import { countMemories, exportJsonl, extendAll, getMemory, listMemories, updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { retainHandler, retainLater } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { getStats } from '#lib/memory/stats/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();
const services = () => ({ db, embedder });
withTestBank();

const SOON = '2090-01-01T00:00:00Z';
const LATE = '2095-01-01T00:00:00Z';

interface Item {
  readonly content: string;
  readonly document_id?: string;
  readonly expires_at?: string;
  readonly [field: string]: unknown;
}
const say = (items: readonly Item[], of: BankScope = scope, askedAt?: Date) =>
  retain(services(), of, retainBody.parse({ items: items.map((item) => ({ timestamp: '2024-01-01', ...item })) }), null, {
    ...(askedAt && { askedAt }),
  });

/** Lets everything that expires in 2090 expire now. */
async function pass(of: BankScope = scope): Promise<void> {
  for (const table of ['memories', 'chunks'])
    await db.query(
      sql`update ${sql.raw(table)} set expires_at = now() - interval '1 second' where bank_uid = ${of.bankUid} and expires_at = ${SOON}::timestamptz`,
    );
  await db.query(
    sql`update banks set next_expires_at = now() - interval '1 second' where uid = ${of.bankUid} and next_expires_at is not null`,
  );
}

/** The scope as the guard creates it for the next request. */
async function guarded(of: BankScope = scope): Promise<BankScope> {
  const bank = await bankOf(db, orgId, of.bankId);
  return withoutExpired(db, mintBankScope({ ...of, bank }));
}

const query = (given: Record<string, unknown> = {}) => z.object(listing.query!.shape).parse({ order: 'asc', ...given });
const texts = async (of?: BankScope) => (await listMemories(db, of ?? (await guarded()), query())).items.map(({ text }) => text);
const textOf = async (id: string) => (await getDocument(db, await guarded(), id)).original_text;
const idOf = async (words: string) => (await listMemories(db, scope, query())).items.find(({ text }) => text.includes(words))!.id;
const intact = async () => expect(await inconsistencies(db, scope)).toEqual([]);
const consolidate = async (of: BankScope) =>
  consolidationHandler.run(jobOf(jobApp(db, { embedder }), of, { automatic: false, sweep: false, within: null }));

const extend = async (given: object) => extendAll(services(), await guarded(), extendBody.parse(given));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('memories that expire soon', () => {
  const fill = async () => {
    await say([
      { content: 'Ana: I paint the harbor.', document_id: 'd', expires_at: inDays(3) },
      { content: 'Ben: I sail on the lake.', document_id: 'd', expires_at: inDays(30) },
    ]);
    await say([{ content: 'Cleo: I bake bread.', document_id: 'e' }]);
  };

  it('are a filter of lists and counts, with an exact total, and counted by the statistics', async () => {
    await fill();
    const listed = await listMemories(db, await guarded(), query({ expires_within_days: 7 }));
    expect(listed).toMatchObject({ total: 1, items: [{ text: 'Ana: I paint the harbor.' }] });
    expect((await listMemories(db, await guarded(), query({ expires_within_days: 31 }))).total).toBe(2);
    const filters = [7, 31, undefined].map((expires_within_days) => ({
      time_field: 'mentioned_at' as const,
      tags_match: 'any' as const,
      expires_within_days,
    }));
    expect(await countMemories(db, await guarded(), filters)).toEqual({ counts: [1, 2, 3] });
    expect((await getStats({ db }, await guarded(), { refresh: false })).expiring_within_7_days).toBe(1);
    await updateMemory(services(), await guarded(), await idOf('harbor'), updateMemoryBody.parse({ state: 'invalidated' }));
    expect((await getStats({ db }, await guarded(), { refresh: false })).expiring_within_7_days).toBe(0);
  });

  it('are extended by a filter: never shortened, with their text, and only as many as were counted', async () => {
    await fill();
    const filter = { expires_within_days: 7 };
    await expect(extend({ expires_at: SOON })).rejects.toThrow('empty filter');
    await expect(extend({ filter, expires_at: '2020-01-01' })).rejects.toThrow('must be in the future');
    expect(await extend({ filter, expires_at: SOON, dry_run: true })).toEqual({ dry_run: true, matched: 1, changed: 0 });
    await expect(extend({ filter, expires_at: SOON, expected_count: 2 })).rejects.toMatchObject({ code: 'conflict' });
    expect(await extend({ filter, expires_at: SOON, expected_count: 1 })).toEqual({ dry_run: false, matched: 1, changed: 1 });
    const expiries = async () =>
      (await listMemories(db, await guarded(), query())).items.map(({ expires_at }) => expires_at?.slice(0, 4) ?? null);
    expect(await expiries()).toEqual(['2090', inDays(30).slice(0, 4), null]);
    expect(await extend({ all: true, expires_at: inDays(60) })).toMatchObject({ matched: 1, changed: 1 });
    expect((await expiries())[0]).toBe('2090');
    await intact();
    await pass();
    expect(await texts()).toEqual(['Ben: I sail on the lake.', 'Cleo: I bake bread.']);
    expect(await extend({ all: true, expires_at: 'never' })).toMatchObject({ matched: 1, changed: 1 });
    expect(await expiries()).toEqual([null, null]);
    expect(await textOf('d')).toContain('lake');
    await intact();
  });
});

describe('an expiry', () => {
  it('is stored with the memory and its text, and shown in details, lists and statistics', async () => {
    await say([{ content: 'Ana: I paint the harbor.', document_id: 'd', expires_at: SOON }]);
    await say([{ content: 'Ben: I sail on the lake.', document_id: 'e' }]);
    const { items } = await listMemories(db, scope, query());
    expect(items.map(({ expires_at }) => expires_at)).toEqual(['2090-01-01T00:00:00+00:00', null]);
    expect((await getMemory(db, scope, items[0]!.id)).expires_at).toBe('2090-01-01T00:00:00+00:00');
    expect(await getDocument(db, scope, 'd')).toMatchObject({ expires_at: '2090-01-01T00:00:00+00:00', expires_in_part: false });
    expect(await getDocument(db, scope, 'e')).toMatchObject({ expires_at: null, expires_in_part: false });
    expect((await getStats({ db }, scope, { refresh: false })).expiring_within_7_days).toBe(0);
    await say([{ content: 'Cem: The code is 7.', ttl_seconds: 3600 }]);
    expect((await getStats({ db }, scope, { refresh: false })).expiring_within_7_days).toBe(1);
  });

  it.each([
    ['the item', { ttl_seconds: 60 }, {}, '2026-05-01T00:01:00+00:00'],
    ['the bank', {}, { retain_ttl_seconds: 120 }, '2026-05-01T00:02:00+00:00'],
    ['the item, before the bank', { ttl_seconds: 60 }, { retain_ttl_seconds: 120 }, '2026-05-01T00:01:00+00:00'],
    ['the item: never', { expires_at: 'never' }, { retain_ttl_seconds: 120 }, null],
  ])('is set by %s, and counts from the request', async (_, item, config, expected) => {
    const of = mintBankScope({ ...scope, bank: { ...scope.bank!, config } });
    await say([{ content: 'Ana: I paint.', ...item }], of, new Date('2026-05-01T00:00:00Z'));
    const [memory] = (await listMemories(db, scope, query())).items;
    expect(memory!.expires_at).toBe(expected);
  });

  it.each([
    [{ expires_at: SOON, ttl_seconds: 5 }, 'ttl_seconds'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ ttl_seconds: 0 }, 'ttl_seconds'],
  ])('of %j is refused', (item, field) => {
    const parsed = retainBody.safeParse({ items: [{ content: 'x', ...item }] });
    expect(parsed.error?.issues.map(({ path }) => path.at(-1))).toEqual([field]);
  });

  it('moves with a retain of the same text, and with changes of the memory and the document', async () => {
    await say([{ content: 'Ana: I paint the harbor.', document_id: 'd', expires_at: SOON }]);
    const id = await idOf('harbor');
    const expiry = async () => (await getMemory(db, scope, id)).expires_at;
    await say([{ content: 'Ana: I paint the harbor.', document_id: 'd', expires_at: LATE }]);
    expect(await expiry()).toBe('2095-01-01T00:00:00+00:00');
    await updateMemory(services(), scope, id, updateMemoryBody.parse({ expires_at: '2099-01-01' }));
    expect(await expiry()).toBe('2099-01-01T00:00:00+00:00');
    expect((await getDocument(db, scope, 'd')).expires_at).toBe('2099-01-01T00:00:00+00:00');
    await updateMemory(services(), scope, id, updateMemoryBody.parse({ expires_at: null }));
    expect([await expiry(), (await getDocument(db, scope, 'd')).expires_at]).toEqual([null, null]);
    await updateDocument(db, scope, 'd', updating.body!.parse({ expires_at: SOON }));
    expect(await expiry()).toBe('2090-01-01T00:00:00+00:00');
    await updateDocument(db, scope, 'd', updating.body!.parse({ expires_at: 'never' }));
    expect(await expiry()).toBe(null);
    expect((await getMemory(db, scope, id)).edited_at).toBe(null);
  });

  it('in the past is refused', async () => {
    await say([{ content: 'Ana: I paint the harbor.', document_id: 'd' }]);
    const past = updateMemoryBody.parse({ expires_at: '2020-01-01' });
    await expect(updateMemory(services(), scope, await idOf('harbor'), past)).rejects.toThrow('must be in the future');
    await expect(updateDocument(db, scope, 'd', { expires_at: '2020-01-01T00:00:00Z' })).rejects.toThrow('must be in the future');
  });
});

describe('an expired text', () => {
  it('leaves a mixed document, whose other items and fields remain', async () => {
    await say([
      { content: 'Ana: I paint the harbor 🚢.', document_id: 'd', metadata: { a: '1' }, tags: ['x'] },
      {
        content: 'Ben: The code 😀 is marigold.',
        document_id: 'd',
        expires_at: SOON,
        metadata: { b: '2' },
        context: 'secrets',
        tags: ['y'],
      },
      { content: 'Cem: I sail on the lake.', document_id: 'd', metadata: { c: '3' }, tags: ['x'] },
    ]);
    expect(await getDocument(db, scope, 'd')).toMatchObject({ expires_at: '2090-01-01T00:00:00+00:00', expires_in_part: true });
    await pass();
    expect(await texts()).toEqual(['Ana: I paint the harbor 🚢.', 'Cem: I sail on the lake.']);
    expect(await textOf('d')).toBe('Ana: I paint the harbor 🚢.\nCem: I sail on the lake.');
    const document = await getDocument(db, scope, 'd');
    expect(document).toMatchObject({
      expires_at: null,
      document_metadata: { a: '1', c: '3' },
      tags: ['x'],
      retain_params: { metadata: { a: '1', c: '3' } },
    });
    const [row] = await db.query<{ items: { lengths: number[] }[] }>(sql`select items from documents where bank_uid = ${scope.bankUid}`);
    expect(row!.items.flatMap(({ lengths }) => lengths)).toEqual([27, 25]);
    await intact();
  });

  it('leaves with its document if nothing else of it remains', async () => {
    await say([{ content: 'Ben: The code is marigold.', document_id: 'd', expires_at: SOON }]);
    await pass();
    const of = await guarded();
    expect((await listDocuments(db, of, documentListing.query!.parse({}))).total).toBe(0);
    await expect(getDocument(db, of, 'd')).rejects.toMatchObject({ code: 'not_found' });
    expect((await listEntities(db, of, { limit: 10, offset: 0 } as never)).items).toEqual([]);
    await intact();
  });

  it('survives where another document repeats it, with the expiry of that one', async () => {
    await say([{ content: 'Ana: I paint the harbor.', document_id: 'd', expires_at: SOON }]);
    await say([{ content: 'Ana: I paint the harbor.', document_id: 'e', expires_at: LATE }]);
    const id = await idOf('harbor');
    expect((await getMemory(db, scope, id)).expires_at).toBe('2095-01-01T00:00:00+00:00');
    await pass();
    const memory = await getMemory(db, await guarded(), id);
    expect(memory).toMatchObject({ document_id: 'e', expires_at: '2095-01-01T00:00:00+00:00', evidence: [] });
    await intact();
  });

  describe('set by hand for a memory of several documents', () => {
    const HARBOR = { content: 'Ana: I paint the harbor.' };
    const fill = async (): Promise<string> => {
      for (const document_id of ['d', 'e']) await say([{ ...HARBOR, document_id }]);
      const id = await idOf('harbor');
      await updateMemory(services(), await guarded(), id, updateMemoryBody.parse({ expires_at: SOON }));
      return id;
    };
    const expiries = async () => (await listMemories(db, await guarded(), query())).items.map(({ expires_at }) => expires_at);
    const soon = '2090-01-01T00:00:00+00:00';

    it.each(['d', 'e'])('remains when document %s is deleted or replaced', async (lost) => {
      const id = await fill();
      await say([{ content: 'Ben: I sail on the lake.', document_id: lost, expires_at: LATE }]);
      expect((await getMemory(db, await guarded(), id)).expires_at).toBe(soon);
      await say([{ ...HARBOR, document_id: 'f', expires_at: SOON }]);
      await deleteDocument(db, await guarded(), 'f');
      expect((await getMemory(db, await guarded(), id)).expires_at).toBe(soon);
      await intact();
    });

    it('remains for both sides when a document gets other tags', async () => {
      await fill();
      await updateDocument(db, await guarded(), 'd', { tags: ['private'] });
      expect(await expiries()).toEqual([soon, soon]);
      await intact();
    });

    it('gives way to a later retain that repeats the fact, which decides', async () => {
      const id = await fill();
      await say([{ ...HARBOR, document_id: 'f', expires_at: LATE }]);
      expect((await getMemory(db, await guarded(), id)).expires_at).toBe('2095-01-01T00:00:00+00:00');
      await say([{ ...HARBOR, document_id: 'g' }]);
      expect((await getMemory(db, await guarded(), id)).expires_at).toBeNull();
      await intact();
    });
  });

  it('keeps the expiry of each item when its document is reprocessed', async () => {
    await say([
      { content: 'Ana: I paint the harbor.', document_id: 'd' },
      { content: 'Ben: The code is marigold.', document_id: 'd', expires_at: SOON },
    ]);
    const app = jobApp(db, { embedder });
    await retainHandler.run(jobOf(app, (await guarded())!, { reprocess: 'd' }));
    const { items } = await listMemories(db, scope, query());
    expect(items.map(({ text, expires_at }) => [text, expires_at])).toEqual([
      ['Ana: I paint the harbor.', null],
      ['Ben: The code is marigold.', '2090-01-01T00:00:00+00:00'],
    ]);
  });

  it('comes back with a retain that contains it again', async () => {
    const items = [
      { content: 'Ana: I paint.', document_id: 'd' },
      { content: 'Ben: The code is marigold.', document_id: 'd' },
    ] as const;
    await say([items[0], { ...items[1], expires_at: SOON }]);
    await pass();
    expect(await texts()).toEqual(['Ana: I paint.']);
    await say([items[0], { ...items[1], expires_at: LATE }]);
    expect(await texts()).toEqual(['Ana: I paint.', 'Ben: The code is marigold.']);
    await intact();
  });

  it('is removed by the sweep in banks that nobody reads', async () => {
    await say([{ content: 'Ben: The code is marigold.', document_id: 'd', expires_at: SOON }]);
    await sweepExpired({ db });
    await pass();
    expect(await sweepExpired({ db })).toBe(1);
    expect(await sweepExpired({ db })).toBe(0);
    expect(await texts(scope)).toEqual([]);
  });

  it('is removed by one sweep, in any number of banks', async () => {
    for (let i = 0; i < 101; i++) await bankScope(db, scope.orgId, `bank ${i}`);
    await db.query(sql`update banks set next_expires_at = now() - interval '1 second' where org_id = ${scope.orgId}`);
    const due = async () => (await db.query(sql`select from banks where org_id = ${scope.orgId} and next_expires_at is not null`)).length;
    await sweepExpired({ db }, () => true);
    expect(await due()).toBeGreaterThan(101);
    await sweepExpired({ db });
    expect(await due()).toBe(0);
  });

  it('is removed before a read across banks, only in those of its answer', async () => {
    const other = await bankScope(db, scope.orgId, 'other');
    for (const of of [scope, other]) {
      await say([{ content: 'Ben: The code is marigold.', document_id: 'd', expires_at: SOON }], of);
      await pass(of);
    }
    const org = mintOrgScope({ orgId: scope.orgId, actor: scope.actor, bankUids: [scope.bankUid, other.bankUid] });
    const [chunk] = await db.query<{ id: string }>(sql`select id from chunks where bank_uid = ${scope.bankUid}`);
    const facts = async (q: string) => {
      const { banks } = await readUnexpired(
        db,
        org,
        () => listBanks(db, org, { q, offset: 0 }),
        (page) => page.banks.map(({ bank_id }) => bank_id),
      );
      return banks.map(({ fact_count }) => fact_count);
    };
    expect(await facts('other')).toEqual([0]);
    expect(await texts(scope)).toHaveLength(1);
    const read = readUnexpired(
      db,
      org,
      () => getChunk(db, org, chunk!.id),
      ({ bank_id }) => [bank_id],
    );
    await expect(read).rejects.toMatchObject({ code: 'not_found' });
    expect(await texts(scope)).toEqual([]);
  });
});

it('an expired item of a queued request is removed from it, with its position', async () => {
  const items = [{ content: 'Ana: I paint.' }, { content: 'Ben: The code is marigold.', ttl_seconds: 60 }, { content: 'Cem: I sail.' }];
  await retainLater({ db }, scope, retainBody.parse({ items, async: true }), null);
  const payload = async () =>
    (
      await db.query<{ payload: { items: { content: string }[]; positions: number[] } | null }>(sql`
    select payload from operations where bank_uid = ${scope.bankUid} and payload is not null`)
    )[0]!.payload!;
  expect((await payload()).items).toHaveLength(3);
  await db.query(sql`
    update operations set payload_expires_at = now() - interval '1 second',
      payload = jsonb_set(payload, '{items,1,expires_at}', '"2020-01-01T00:00:00Z"') where bank_uid = ${scope.bankUid} and payload is not null`);
  await db.query(sql`update banks set next_expires_at = now() - interval '1 second' where uid = ${scope.bankUid}`);
  await guarded();
  const left = await payload();
  expect([left.items.map(({ content }) => content), left.positions]).toEqual([
    ['Ana: I paint.', 'Cem: I sail.'],
    [0, 2],
  ]);
  const [bank] = await db.query(sql`select next_expires_at from banks where uid = ${scope.bankUid}`);
  expect(bank).toEqual({ next_expires_at: null });
});

it('a memory that expires before its text is deleted like by hand', async () => {
  await say([
    { content: 'Ana: I paint the harbor. I also play the cello every single evening in the old town hall with friends.', document_id: 'd' },
  ]);
  const [first] = (await listMemories(db, scope, query())).items;
  await updateMemory(services(), scope, first!.id, updateMemoryBody.parse({ expires_at: SOON }));
  await pass();
  expect(await texts()).not.toContain(first!.text);
  expect(await textOf('d')).toContain('harbor');
  await intact();
});

// --- every read ----------------------------------------------------------------------------------

const MARKERS = ['marigold', 'zeppelin', 'quokka', 'obelisk'];
const NAMES = ['Ana', 'Ben', 'Cem', 'Dora'];
const PLAIN = ['paint the harbor', 'sail on the lake', 'bake bread in Porto', 'visit Lisbon in May', 'read about whales'];

const item = fc.record({
  document: fc.constantFrom('a', 'b', 'c'),
  name: fc.constantFrom(...NAMES),
  words: fc.constantFrom(...PLAIN),
  marker: fc.constantFrom(...MARKERS),
  expires: fc.boolean(),
});

const contentOf = ({ name, words, marker, expires }: { name: string; words: string; marker: string; expires: boolean }) =>
  expires ? `${name}: I gave the ${marker} to Zelda Quint when I went to ${words}.` : `${name}: I ${words}.`;

/** Every read, by texts: ids and times of writing differ between two banks. */
async function everything(of: BankScope, banks: CachedBanks) {
  const read = (await bankOf(db, orgId, of.bankId))!;
  const at = await withoutExpired(db, mintBankScope({ ...of, bank: read }));
  const ask = async (cached: boolean, question: string) => {
    const { results } = await recall(
      { db, embedder, ...(cached && { cachedBanks: banks }) },
      at,
      recallBody.parse({ query: question, include: { chunks: {}, entities: {} }, max_tokens: 4096 }),
    );
    return results.map(({ text }) => text).sort();
  };
  const memories = (await listMemories(db, at, query({ limit: 1000 }))).items;
  const documents = (await listDocuments(db, at, documentListing.query!.parse({}))).items;
  const stats = await getStats({ db }, at, { refresh: false });
  let exported = '';
  for await (const part of exportJsonl(db, at, z.object(exporting.query!.shape).parse({})).parts) exported += part;
  return {
    recalled: [
      await ask(false, 'Who gave the marigold to Zelda Quint?'),
      await ask(false, 'harbor lake bread'),
      await ask(false, 'What happened?'),
    ],
    cached: [
      await ask(true, 'Who gave the marigold to Zelda Quint?'),
      await ask(true, 'harbor lake bread'),
      await ask(true, 'What happened?'),
    ],
    memories: memories
      .map(({ text, fact_type, tags, entities, proof_count }) => ({ text, fact_type, tags, entities, proof_count }))
      .sort((a, b) => (a.text < b.text ? -1 : 1)),
    counts: (await countMemories(db, at, [{ time_field: 'created_at' }, { time_field: 'created_at', q: 'zelda' }] as never)).counts,
    documents: documents
      .map(({ id, tags, memory_unit_count, text_length }) => ({ id, tags, memory_unit_count, text_length }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    texts: (await Promise.all(documents.map(async ({ id }) => (await getDocument(db, at, id)).original_text))).sort(),
    chunks: (await Promise.all(documents.map(async ({ id }) => (await listDocumentChunks(db, at, id, { limit: 100, offset: 0 })).items)))
      .flat()
      .map(({ chunk_text }) => chunk_text)
      .join('').length,
    entities: (await listEntities(db, at, { limit: 100, offset: 0 } as never)).items
      .map(({ canonical_name, mention_count }) => `${canonical_name} ${mention_count}`)
      .sort(),
    tags: (await listTags(db, at, { source: 'memories', limit: 100, offset: 0 })).items,
    graph: (await getGraph(db, at, graphing.query!.parse({}) as never)).nodes.length,
    totals: [stats.total_nodes, stats.total_documents, stats.total_entities, stats.expiring_within_7_days, stats.nodes_by_fact_type],
    exported: exported.split('\n').length,
    speakers: [...(at.bank?.speakers ?? [])].sort(),
  };
}

it('an expired memory is in no read: every read equals that of a bank that never had it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 10 }), async (items) => {
      await newTestBank();
      const banks = new CachedBanks(db);
      const other = await bankScope(db, orgId, 'never');
      const itemOf = (one: (typeof items)[number], expires: boolean): Item => ({
        content: contentOf(one),
        document_id: one.document,
        tags: [one.document, ...(one.expires ? ['secret'] : [])],
        ...(expires && { expires_at: SOON }),
        update_mode: 'append',
      });
      for (const one of items) await say([itemOf(one, one.expires)]);
      for (const one of items) if (!one.expires) await say([itemOf(one, false)], other);
      const before = (await bankOf(db, orgId, 'bank'))!;
      await banks.warm(before, { model: embedder.model, dimensions: embedder.dimensions });
      await consolidate(mintBankScope({ ...scope, bank: before }));
      await consolidate(mintBankScope({ ...other, bank: await bankOf(db, orgId, 'never') }));
      await pass();
      const left = await everything(scope, banks);
      const words = JSON.stringify(left);
      for (const marker of [...MARKERS, 'Zelda', 'secret']) expect(words).not.toContain(marker);
      // A consolidation rewrites observations that lost evidence, as it would have without it.
      const [first, second] = [await guarded(), await bankOf(db, orgId, 'never')];
      await consolidate(first);
      await consolidate(mintBankScope({ ...other, bank: second }));
      expect(await everything(scope, banks)).toEqual(await everything(other, banks));
      expect(await inconsistencies(db, scope)).toEqual([]);
      expect(await cachedGaps(db, banks, scope)).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
});
