import { describe, expect, it } from 'vitest';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { orgScope, seedOrg } from '#e2e/fixtures/database';
import { onBehalfOf } from '#lib/base/db/caller';
import { type Db, sql } from '#lib/base/db/db';
import { ValidationFailure } from '#lib/base/errors';
import { mintBankScope, mintOrgScope } from '#lib/base/scope';
import { currentBank } from '#lib/memory/banks/service';
import { DOCUMENT_SORTS } from '#lib/memory/documents/literals';
import * as documents from '#lib/memory/documents/service';
import { curate } from '#lib/memory/memories/curate';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const retainDocument = (id: string, content: string, tags: string[] = []) =>
  retain(
    { db, embedder: builtinEmbedder() },
    scope,
    retainBody.parse({ items: [{ content, document_id: id, tags, timestamp: '2024-01-01' }] }),
  );
const ids = async (query: Partial<Parameters<typeof documents.listDocuments>[2]>): Promise<string[]> =>
  (await documents.listDocuments(db, scope, { tags_match: 'any_strict', limit: 100, offset: 0, ...query })).items
    .map(({ id }) => id)
    .sort();
const tags = async (q?: string) =>
  (await documents.listTags(db, scope, { q, source: 'memories', limit: 100, offset: 0 })).items.map(({ tag, count }) => `${tag} ${count}`);
const lines = Array.from(
  { length: 40 },
  (_, i) => `On day ${i} the keeper of the lighthouse wrote down that wave number ${i} was higher than wave number ${i + 1} by ${i} feet.`,
);

describe('a long document', () => {
  const SENTENCES = 700;
  const long = Array.from(
    { length: SENTENCES },
    (_, i) =>
      `On day ${i} the keeper of the lighthouse wrote that wave ${i} was higher than wave ${i + 1} by ${i * 7} feet, and that the ${i}th gull came back.`,
  );
  const revision = async (): Promise<number> =>
    (await db.query<{ revision: number }>(sql`select revision from banks where uid = ${scope.bankUid}`))[0]!.revision;
  const state = async () => documents.getDocument(db, scope, 'long');
  const cutAfter = (most: number): Db => ({
    ...db,
    transaction: (work, options) => (most-- > 0 ? db.transaction(work, options) : Promise.reject(new Error('cut off'))),
  });

  it('is deleted in parts, with one total, except memories that another document repeats', async () => {
    await retainDocument('long', [...long, 'The boat is blue.'].join('\n'));
    await retainDocument('short', 'The boat is blue.');
    const before = await revision();
    const deleted = await documents.deleteDocument(db, scope, 'long');
    expect(deleted).toMatchObject({ success: true, memory_units_deleted: SENTENCES });
    expect(await revision()).toBeGreaterThan(before + 1);
    expect(await ids({})).toEqual(['short']);
    expect(await inconsistencies(db, scope)).toEqual([]);
    const [line, ...more] = await db.query<{ before: unknown }>(
      sql`select before from audit_log where org_id = ${orgId} and action = 'bank.document_delete'`,
    );
    expect([line?.before, more]).toEqual([{ document_id: 'long', units: SENTENCES }, []]);
  });

  it('is shorter but consistent after an interrupted deletion; a repeated one deletes the rest, and retaining reads it again', async () => {
    const whole = long.join('\n');
    await retainDocument('long', whole);
    const message = () =>
      db.query<{ units: number }>(sql`
        select (before->>'units')::int as units from audit_log where org_id = ${orgId} and action = 'bank.document_delete' order by id`);
    await expect(documents.deleteDocument(cutAfter(1), scope, 'long')).rejects.toThrow('cut off');
    const half = await state();
    expect(half.original_text!.length).toBeLessThan(whole.length);
    expect(whole.startsWith(half.original_text!)).toBe(true);
    expect(half.memory_unit_count).toBeGreaterThan(0);
    expect(await message()).toEqual([{ units: SENTENCES }]);
    expect(await inconsistencies(db, scope)).toEqual([]);

    await retainDocument('long', whole);
    expect(await state()).toMatchObject({ original_text: whole, memory_unit_count: SENTENCES });
    expect(await inconsistencies(db, scope)).toEqual([]);

    await expect(documents.deleteDocument(cutAfter(1), scope, 'long')).rejects.toThrow('cut off');
    const left = (await state()).memory_unit_count;
    expect(await documents.deleteDocument(db, scope, 'long')).toMatchObject({ memory_units_deleted: left });
    expect(await message()).toEqual([{ units: SENTENCES }, { units: SENTENCES }, { units: left }]);
    expect(await ids({})).toEqual([]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  /** Runs `act` before the second batch of a change. */
  const between = (act: () => Promise<unknown>): Db => {
    let n = 0;
    const transaction: Db['transaction'] = async (work, options) => {
      if (++n === 2) await act();
      return db.transaction(work, options);
    };
    return { ...db, transaction };
  };
  /** Memories of the long document by tags, scopes and expiry, and those of other documents. */
  const stored = async () => ({
    own: await db.query(sql`
      select m.tags, m.observation_scopes as scopes, m.expires_at as expiry, count(*) as n
      from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
      where m.bank_uid = ${scope.bankUid} and m.fact_type <> 'observation' and d.id = 'long' group by 1, 2, 3 order by 4`),
    others: await db.query(sql`
      select d.id, m.tags, m.proof_count as proofs from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
      where m.bank_uid = ${scope.bankUid} and m.fact_type <> 'observation' and d.id <> 'long' order by 1`),
  });
  const SOON = new Date('2090-01-01T00:00:00Z');
  const changeLong = (on: Db, body: Parameters<typeof documents.updateDocument>[3]) => documents.updateDocument(on, scope, 'long', body);

  it('gets tags, scopes and an expiry in batches, its own with the last one; memories of other documents keep theirs', async () => {
    await retainDocument('first', long[3]!, ['open']);
    await retainDocument('long', long.join('\n'), ['open']);
    await retainDocument('second', long.at(-3)!, ['open']);
    const before = await revision();
    const seen: unknown[] = [];
    const change = { tags: ['hr'], observation_scopes: 'shared', expires_at: SOON.toISOString() } as const;
    await changeLong(
      between(async () => {
        const { tags: own, observation_scopes, expires_at, expires_in_part } = await state();
        seen.push({ own, observation_scopes, expires_at, expires_in_part }, await tags());
      }),
      change,
    );
    expect(seen).toEqual([
      { own: ['open'], observation_scopes: null, expires_at: '2090-01-01T00:00:00+00:00', expires_in_part: true },
      [expect.stringMatching(/^open /), expect.stringMatching(/^hr /)],
    ]);
    expect(await revision()).toBeGreaterThan(before + 2);
    expect(await stored()).toEqual({
      own: [{ tags: ['hr'], scopes: 'shared', expiry: SOON, n: SENTENCES }],
      others: ['first', 'second'].map((id) => ({ id, tags: ['open'], proofs: 1 })),
    });
    expect(await state()).toMatchObject({ tags: ['hr'], observation_scopes: 'shared', expires_in_part: false });
    expect(await inconsistencies(db, scope)).toEqual([]);
    const changed = await revision();
    await changeLong(db, { tags: ['hr'], observation_scopes: 'shared' });
    expect(await revision()).toBe(changed);
  });

  it('keeps its own tags after an interrupted change, which can be completed or reverted', async () => {
    await retainDocument('long', long.join('\n'), ['open']);
    await expect(changeLong(cutAfter(1), { tags: ['hr'] })).rejects.toThrow('cut off');
    expect(await state()).toMatchObject({ tags: ['open'] });
    expect((await stored()).own).toMatchObject([{ tags: ['hr'] }, { tags: ['open'] }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await changeLong(db, { tags: ['open'] });
    expect((await stored()).own).toMatchObject([{ tags: ['open'], n: SENTENCES }]);
    await expect(changeLong(cutAfter(2), { tags: ['hr'] })).rejects.toThrow('cut off');
    await changeLong(db, { tags: ['hr'] });
    expect((await stored()).own).toMatchObject([{ tags: ['hr'], n: SENTENCES }]);
    expect(await state()).toMatchObject({ tags: ['hr'] });
  });

  it('gets the change of the last of two requests; the first gets a conflict', async () => {
    await retainDocument('long', long.join('\n'), ['open']);
    const last = between(() => retainDocument('other', 'The boat is blue.'));
    await expect(
      changeLong(
        between(() => changeLong(last, { tags: ['b'] })),
        { tags: ['a'] },
      ),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect((await stored()).own).toMatchObject([{ tags: ['b'], n: SENTENCES }]);
    expect(await state()).toMatchObject({ tags: ['b'] });
  });

  it('gets the change of a caller that hung up, and that of a text that was appended meanwhile', async () => {
    await retainDocument('long', long.join('\n'), ['open']);
    const caller = new AbortController();
    const append = retainBody.parse({
      items: [{ content: 'The boat is blue.', document_id: 'long', tags: ['open'], update_mode: 'append' }],
    });
    const act = async () => {
      await retain({ db, embedder: builtinEmbedder() }, scope, append);
      caller.abort();
    };
    await onBehalfOf(caller.signal, () => changeLong(between(act), { tags: ['hr'] }));
    expect((await stored()).own).toMatchObject([{ tags: ['hr'], n: SENTENCES + 1 }]);
    expect(await state()).toMatchObject({ tags: ['hr'] });
  });
});

describe('documents', () => {
  it('are listed, the last updated first, with all documented fields', async () => {
    await retainDocument('a', 'The boat is blue.', ['x']);
    await retainDocument('b', 'The car is red.');
    await retainDocument('a', 'The boat is green.', ['x']);
    const page = await documents.listDocuments(db, scope, { tags_match: 'any', limit: 1, offset: 0 });
    expect(page).toMatchObject({ total: 2, limit: 1, offset: 0 });
    const all = await documents.listDocuments(db, scope, { tags_match: 'any', limit: 2, offset: 0 });
    expect(all.items.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(page.items).toEqual([
      {
        id: 'a',
        bank_id: 'bank',
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        created_at: expect.stringMatching(/\+00:00$/),
        updated_at: expect.stringMatching(/\+00:00$/),
        text_length: 18,
        memory_unit_count: 1,
        retain_params: { event_date: '2024-01-01T00:00:00+00:00' },
        document_metadata: {},
        tags: ['x'],
        expires_at: null,
        expires_in_part: false,
        matched_fields: [],
      },
    ]);
    expect(page.total_is_estimate).toBe(false);
  });

  it('are filtered and sorted by the requested time', async () => {
    await retainDocument('a', 'The boat is blue.');
    await retainDocument('b', 'The car is red.');
    await retainDocument('a', 'The boat is green.');
    const list = async (window: Partial<Parameters<typeof documents.listDocuments>[2]>) =>
      (await documents.listDocuments(db, scope, { tags_match: 'any', limit: 9, offset: 0, ...window })).items.map(({ id }) => id);
    const { items } = await documents.listDocuments(db, scope, { q: 'b', tags_match: 'any', limit: 9, offset: 0 });
    const between = new Date(items[0]!.created_at);
    expect(items[0]!.matched_fields).toEqual(['id']);
    expect(await list({})).toEqual(['a', 'b']);
    expect(await list({ time_field: 'created_at' })).toEqual(['b', 'a']);
    expect(await list({ sort: 'created_at', order: 'asc' })).toEqual(['a', 'b']);
    expect(await list({ sort: 'id' })).toEqual(['b', 'a']);
    expect(await list({ sort: 'id', order: 'asc', limit: 1, offset: 1 })).toEqual(['b']);
    await retainDocument('c', 'The bus is green. The tram is long and yellow.', ['x']);
    expect(await list({ sort: 'memory_unit_count' })).toEqual(['c', 'b', 'a']);
    expect(await list({ sort: 'text_length', order: 'asc', limit: 2, offset: 1 })).toEqual(['a', 'c']);
    expect([await list({ sort: 'tags' }), await list({ sort: 'tags', order: 'asc' })]).toEqual([
      ['c', 'b', 'a'],
      ['c', 'a', 'b'],
    ]);
    for (const sort of DOCUMENT_SORTS) expect(await list({ sort, tags: ['x'], tags_match: 'any_strict' }), sort).toEqual(['c']);
    await documents.deleteDocument(db, scope, 'c');
    expect(await list({ time_field: 'created_at', start_date: between })).toEqual(['b']);
    expect(await list({ time_field: 'created_at', end_date: between })).toEqual(['a']);
    expect(await list({ end_date: between })).toEqual([]);
    expect(await list({ start_date: between })).toEqual(['a', 'b']);
  });

  it.each([
    ['any', ['x'], ['both', 'none', 'x']],
    ['any_strict', ['x'], ['both', 'x']],
    ['any_strict', ['x', 'y'], ['both', 'x', 'y']],
    ['all', ['x', 'y'], ['both', 'none']],
    ['all_strict', ['x', 'y'], ['both']],
    ['exact', ['y', 'x'], ['both']],
    ['exact', ['x'], ['x']],
    ['exact', [], ['none']],
    ['any_strict', [], ['both', 'none', 'x', 'y']],
    ['nonsense', ['x'], ['both', 'none', 'x']],
  ])('are filtered by %s of %j', async (tags_match, tags, expected) => {
    await retainDocument('x', 'The boat is blue.', ['x']);
    await retainDocument('y', 'The car is red.', ['y']);
    await retainDocument('both', 'The bike is old.', ['y', 'x']);
    await retainDocument('none', 'The bus is late.');
    expect(await ids({ tags, tags_match })).toEqual(expected);
  });

  it('are searched by id, literally', async () => {
    await retainDocument('notes/2024%', 'The boat is blue.');
    await retainDocument('other', 'The car is red.');
    expect(await ids({ q: 'NOTES/' })).toEqual(['notes/2024%']);
    expect(await ids({ q: '%' })).toEqual(['notes/2024%']);
    expect(await ids({ q: '_' })).toEqual([]);
  });

  it('are not found if they do not exist', async () => {
    const missing = { code: 'not_found' };
    await expect(documents.getDocument(db, scope, 'd')).rejects.toMatchObject(missing);
    await expect(documents.updateDocument(db, scope, 'd', { tags: ['x'] })).rejects.toMatchObject(missing);
    await expect(documents.deleteDocument(db, scope, 'd')).rejects.toMatchObject(missing);
    await expect(documents.listDocumentChunks(db, scope, 'd', { limit: 10, offset: 0 })).rejects.toMatchObject(missing);
    const nowhere = mintBankScope({ ...scope, bankId: 'none', bankUid: 0, bank: null });
    await expect(documents.deleteDocument(db, nowhere, 'd')).rejects.toMatchObject(missing);
    expect(await documents.listDocuments(db, nowhere, { tags_match: 'any', limit: 10, offset: 0 })).toMatchObject({ items: [], total: 0 });
  });

  it('pass their tags on to all their memories', async () => {
    await retainDocument('d', 'Ann likes tea.\n\nBob likes coffee.', ['old']);
    await expect(documents.updateDocument(db, scope, 'd', { tags: null })).rejects.toThrow(ValidationFailure);
    await documents.updateDocument(db, scope, 'd', { tags: ['new', 'extra', 'new'] });
    expect((await documents.getDocument(db, scope, 'd')).tags).toEqual(['extra', 'new']);
    expect(await tags()).toEqual(['extra 1', 'new 1'].map((tag) => tag.replace('1', '2')));
    await documents.updateDocument(db, scope, 'd', { tags: [] });
    expect(await tags()).toEqual([]);
    await retainDocument('d', 'Ann likes tea.\n\nBob likes coffee.', ['old']);
    expect(await tags()).toEqual(['old 2']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('keep the tags of their items when only the observation scopes change', async () => {
    const items = ['hr', 'sales'].map((tag) => ({ content: `The desk of ${tag} is new.`, document_id: 'd', tags: [tag] }));
    await retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items }));
    await documents.updateDocument(db, scope, 'd', { observation_scopes: 'shared' });
    expect(await tags()).toEqual(['hr 1', 'sales 1']);
    await documents.updateDocument(db, scope, 'd', { tags: ['hr', 'sales'] });
    expect(await tags()).toEqual(['hr 2', 'sales 2']);
  });

  it('are deleted with their memories, mentions and entities', async () => {
    await retainDocument('d', 'Alice Chen flew to Lisbon.');
    await retainDocument('e', 'Alice Chen flew to Madrid.');
    expect(await documents.deleteDocument(db, scope, 'd')).toMatchObject({ success: true, document_id: 'd', memory_units_deleted: 1 });
    const left = await db.query<{ canonical_name: string; mention_count: number }>(
      sql`select canonical_name, mention_count from entities where bank_uid = ${scope.bankUid} order by 1`,
    );
    expect(left).toEqual([
      { canonical_name: 'Alice Chen', mention_count: 1 },
      { canonical_name: 'Madrid', mention_count: 1 },
    ]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('chunks', () => {
  it('concatenated are the text', async () => {
    const text = lines.join('\n\n');
    await retainDocument('d', text);
    const all = await documents.listDocumentChunks(db, scope, 'd', { limit: 1000, offset: 0 });
    expect(all.total).toBeGreaterThan(1);
    expect(all.items.map(({ chunk_text }) => chunk_text).join('')).toBe(text);
    expect(all.items.map(({ chunk_index }) => chunk_index)).toEqual(all.items.map((_, i) => i));
    expect((await documents.listDocumentChunks(db, scope, 'd', { limit: 1, offset: 1 })).items).toEqual([all.items[1]]);
    expect((await documents.getDocument(db, scope, 'd')).original_text).toBe(text);
  });

  it('are found by id in the accessible banks only', async () => {
    await retainDocument('d', 'The boat is blue.');
    const [chunk] = (await documents.listDocumentChunks(db, scope, 'd', { limit: 1, offset: 0 })).items;
    const id = chunk!.chunk_id;
    expect(await documents.getChunk(db, orgScope(orgId), id)).toEqual(chunk);
    expect(await documents.getChunk(db, mintOrgScope({ ...orgScope(orgId), bankUids: [scope.bankUid] }), id)).toEqual(chunk);
    const other = await seedOrg(db);
    for (const unable of [mintOrgScope({ ...orgScope(orgId), bankUids: [] }), orgScope(other.orgId)])
      await expect(documents.getChunk(db, unable, id)).rejects.toMatchObject({ code: 'not_found' });
    for (const malformed of ['x', `${id}x`, ''])
      await expect(documents.getChunk(db, orgScope(orgId), malformed)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('tags', () => {
  it('are counted, the most used first, and matched as a whole', async () => {
    await retainDocument('a', 'The boat is blue.', ['user:ann', 'colour']);
    await retainDocument('b', 'The car is red.', ['user:bob', 'colour', '100%']);
    expect(await tags()).toEqual(['colour 2', '100% 1', 'user:ann 1', 'user:bob 1']);
    expect(await tags('USER:*')).toEqual(['user:ann 1', 'user:bob 1']);
    expect(await tags('user')).toEqual([]);
    expect(await tags('*b*')).toEqual(['user:bob 1']);
    expect(await tags('10%')).toEqual([]);
    expect(await tags('1*%')).toEqual(['100% 1']);
    expect(await documents.listTags(db, scope, { source: 'memories', limit: 1, offset: 1 })).toMatchObject({
      items: [{ tag: '100%', count: 1 }],
      total: 4,
      limit: 1,
      offset: 1,
    });
    expect(await documents.listTags(db, scope, { source: 'mental_models', limit: 1, offset: 0 })).toMatchObject({ items: [], total: 0 });
  });
});

describe('speakers of a bank', () => {
  const speakers = async (): Promise<readonly string[]> => [...(await currentBank(db, scope))!.bank!.speakers].sort();
  const paris = 'Paris: It rained all day, and the streets were wet.\nLena: We stayed at home and played cards.';

  it('are removed with their last valid memory: by a deleted or replaced document, or an invalidated memory', async () => {
    await retainDocument('trip', paris);
    await retainDocument('home', 'Lena: The kettle is new and very loud.\nOmar: I bought it in the market.');
    expect(await speakers()).toEqual(['Lena', 'Omar', 'Paris']);
    await documents.deleteDocument(db, scope, 'trip');
    expect(await speakers()).toEqual(['Lena', 'Omar']);
    await retainDocument('home', 'Lena: The kettle is new and very loud.\nPia: I know it well, and I like it.');
    expect(await speakers()).toEqual(['Lena', 'Pia']);
    const [unit] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and speaker = 'Pia'`);
    const services = { db, embedder: builtinEmbedder() };
    await curate(services, scope, unit!.id, { state: 'invalidated', reason: 'not she', resolve_entities: true });
    expect(await speakers()).toEqual(['Lena']);
    await curate(services, scope, unit!.id, { state: 'valid', resolve_entities: true });
    expect(await speakers()).toEqual(['Lena', 'Pia']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});
