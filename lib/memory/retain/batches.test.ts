import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, orgId, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { onBehalfOf } from '#lib/base/db/caller';
import { type Db, sql } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { deleteBank } from '#lib/memory/banks/service';
import { deleteDocument, getDocument } from '#lib/memory/documents/service';
import { bulkBody, updateMemoryBody } from '#lib/memory/memories/contract';
import { curate } from '#lib/memory/memories/curate';
import { clearMemories, setStateOfAll } from '#lib/memory/memories/service';
import { type RetainResponse, retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import type { RetainRun } from '#lib/memory/retain/write';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();

withTestBank();

/**
 * About 150 characters, so a chunk contains about fifteen. Each is a memory, and every third one
 * has a name.
 */
const sentence = (n: number): string =>
  `Number ${n} of the inventory was found beside the ${n % 3 === 0 ? `desk of ${['Alice Chen', 'Bob Smith', 'Carol'][n % 9 ? 1 : 0]}` : 'door'} in room ${n % 17}, wrapped in grey paper ${n} and tied with string ${n}.`;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const story = (from: number, to: number): string => range(from, to).map(sentence).join('\n\n');
const one = (content: string, more: object = {}) => [{ content, document_id: 'one', timestamp: '2024-05-10', ...more }];

const SMALL = { whole: 10, batch: 10 };
const retainItems = (items: object[], run: RetainRun = {}, key: string | null = null, on: Db = db): Promise<RetainResponse> =>
  retain({ db: on, embedder }, scope, retainBody.parse({ items }), key, { limits: SMALL, ...run });

/** The database, with an action before the n-th transaction of a bank. */
function interrupted(n: number, act: () => Promise<unknown>): { db: Db; transactions: () => number } {
  let count = 0;
  const transaction: Db['transaction'] = async (work, options) => {
    if (options?.line && ++count === n) await act();
    return db.transaction(work, options);
  };
  return {
    db: new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) }),
    transactions: () => count,
  };
}
const away = (): Promise<never> => Promise.reject(new ServiceError('unavailable', 'The database is not available at the moment.'));

const storedUnits = async (of: BankScope = scope) =>
  db.query<{ text: string; position: number; turn: number; at: Date; names: string[] }>(sql`
    select m.text, m.position, m.turn, m.mentioned_at as at, array(
      select e.canonical_name from memory_entities x join entities e on e.bank_uid = x.bank_uid and e.id = x.entity_id
      where x.bank_uid = m.bank_uid and x.memory_id = m.id order by 1) as names
    from memories m where m.bank_uid = ${of.bankUid} order by m.position, m.text`);
const stored = async (): Promise<{ hash: string; length: number; text: string } | undefined> =>
  (
    await db.query<{ hash: string; length: number; text: string }>(sql`
      select d.content_hash as hash, d.text_length as length, (select string_agg(c.text, '' order by c.index) from chunks c where c.document_uid = d.uid) as text
      from documents d where d.bank_uid = ${scope.bankUid} and d.id = 'one'`)
  )[0];

it('reports its progress: what is read, embedded and written', async () => {
  const onProgress: [string, number, number][] = [];
  await retainItems(one(story(0, 130)), { onProgress: (...far) => onProgress.push(far) });
  expect([...new Set(onProgress.map(([stage]) => stage))]).toEqual(['extracting', 'embedding', 'storing']);
  expect(onProgress.filter(([, done, total]) => done > total)).toEqual([]);
  const stored = onProgress.filter(([stage]) => stage === 'storing').map(([, done]) => done);
  expect(stored.length).toBeGreaterThan(4);
  expect(stored).toEqual([...stored].sort((a, b) => a - b));
  expect(onProgress.at(-1)![1]).toBe(onProgress.at(-1)![2]);
});

describe('a document that is larger than a batch', () => {
  it('is completed after it has begun, even if its caller hangs up', async () => {
    await retainItems(one(story(200, 260)));
    const caller = new AbortController();
    const { db: watched } = interrupted(2, async () => caller.abort());
    const content = story(0, 60);
    await onBehalfOf(caller.signal, () => retainItems(one(content), {}, null, watched));
    expect(caller.signal.aborted).toBe(true);
    expect((await stored())!.text).toBe(content);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('has the same result as in one batch', async () => {
    const content = story(0, 130);
    const other = await bankScope(db, orgId, 'other');
    const body = retainBody.parse({ items: one(content) });
    const whole = await retain({ db, embedder }, other, body);
    const { db: counting, transactions } = interrupted(0, away);
    const parts = await retainItems(one(content), {}, null, counting);
    expect(transactions()).toBeGreaterThan(4);
    expect(parts.outcomes).toEqual(whole.outcomes);
    expect(parts.outcomes[0]).toMatchObject({ outcome: 'facts', facts: 130 });
    expect(await storedUnits()).toEqual(await storedUnits(other));
    expect((await getDocument(db, scope, 'one')).content_hash).toBe((await getDocument(db, other, 'one')).content_hash);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is ordered after each batch, and equals no text before the last', async () => {
    const content = story(0, 130);
    const lengths: number[] = [];
    let before: Promise<unknown> = Promise.resolve();
    const look = async (): Promise<void> => {
      expect(await inconsistencies(db, scope)).toEqual([]);
      const current = await stored();
      if (!current) return;
      expect(current.hash).toBe('');
      expect(content.startsWith(current.text)).toBe(true);
      expect(current.length).toBe(current.text.length);
      lengths.push(current.length);
    };
    const transaction: Db['transaction'] = async (work, options) => {
      if (options?.line) before = look();
      await before;
      return db.transaction(work, options);
    };
    const watched = new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
    await retainItems(one(content), {}, null, watched);
    expect(lengths.length).toBeGreaterThan(2);
    expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => a - b));
    expect((await getDocument(db, scope, 'one')).original_text).toBe(content);
  });

  it('reports a part that could not be stored, and the same key stores the rest', async () => {
    const content = story(0, 130);
    const first = await retainItems(one(content), {}, 'key', interrupted(4, away).db);
    expect(first.outcomes).toMatchObject([{ outcome: 'partial', reason: expect.stringContaining('The database is not available') }]);
    const begun = await storedUnits();
    expect(begun.length).toBe(first.outcomes[0]!.facts);
    expect(begun.length).toBeLessThan(130);
    const again = await retainItems(one(content), {}, 'key');
    expect(again.outcomes).toMatchObject([{ outcome: 'facts', facts: 130 }]);
    expect((await storedUnits()).length).toBe(130);
    expect((await storedUnits()).slice(0, begun.length)).toEqual(begun);
    expect(await retainItems(one(content), {}, 'key', interrupted(1, away).db)).toEqual(again);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('throws if nothing is stored, if the caller hung up, and in the background, where it is retried', async () => {
    const content = story(0, 130);
    await expect(retainItems(one(content), {}, null, interrupted(1, away).db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await storedUnits()).toEqual([]);
    const caller = new AbortController();
    const hungUp = interrupted(3, async () => {
      caller.abort();
      return away();
    });
    await expect(retainItems(one(content), { signal: caller.signal }, null, hungUp.db)).rejects.toMatchObject({ code: 'unavailable' });
    const written: RetainResponse[] = [];
    const job: RetainRun = { written: async (_, response) => void written.push(response) };
    await expect(retainItems(one(content), job, null, interrupted(3, away).db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(written).toEqual([]);
    await retainItems(one(content), job);
    expect(written).toMatchObject([{ outcomes: [{ outcome: 'facts', facts: 130 }] }]);
    expect((await storedUnits()).length).toBe(130);
  });

  it.each<[string, () => Promise<unknown>, string | null]>([
    ['replaced', () => retain({ db, embedder }, scope, retainBody.parse({ items: one('Dana likes tea.') })), 'Dana likes tea.'],
    ['deleted', () => deleteDocument(db, scope, 'one'), null],
  ])('that another writer has %s meanwhile belongs to that writer', async (_, act, left) => {
    const { outcomes } = await retainItems(one(story(0, 130)), {}, null, interrupted(4, act).db);
    expect(outcomes).toMatchObject([{ reason: expect.stringContaining('Other requests are changing the documents') }]);
    expect((await getDocument(db, scope, 'one').catch(() => null))?.original_text ?? null).toBe(left);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is deleted with its bank', async () => {
    const { outcomes } = await retainItems(one(story(0, 130)), {}, null, interrupted(4, () => deleteBank(db, scope)).db);
    expect(outcomes).toMatchObject([{ reason: expect.stringContaining('Other requests are changing the documents') }]);
    expect(await db.query(sql`select 1 from banks where org_id = ${orgId}`)).toEqual([]);
  });

  it('is shortened first if much of it is removed', async () => {
    await retainItems(one(story(0, 1200)), { limits: { whole: 1000, batch: 300 } });
    expect((await storedUnits()).length).toBe(1200);
    const lengths: number[] = [];
    const { db: counting, transactions } = interrupted(2, async () => lengths.push((await stored())!.length));
    const { outcomes } = await retainItems(one(story(600, 650)), {}, null, counting);
    expect(outcomes).toMatchObject([{ outcome: 'facts', facts: 50 }]);
    expect(transactions()).toBeGreaterThan(3);
    expect(lengths[0]).toBeGreaterThan(story(600, 650).length);
    expect(lengths[0]).toBeLessThan(story(0, 1200).length);
    expect((await storedUnits()).map(({ text }) => text)).toEqual(range(600, 650).map(sentence));
    expect((await getDocument(db, scope, 'one')).original_text).toBe(story(600, 650));
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is written in one batch if a memory was edited, and the edit remains', async () => {
    await retainItems(one(story(0, 130)));
    const [memory] = await db.query<{ id: string }>(
      sql`select id from memories where bank_uid = ${scope.bankUid} and text = ${sentence(40)}`,
    );
    await curate({ db, embedder }, scope, memory!.id, updateMemoryBody.parse({ text: 'Number 40 is a lamp.' }));
    const { db: counting, transactions } = interrupted(0, away);
    await retainItems(one(story(0, 130), { context: 'another reading' }), {}, null, counting);
    expect(transactions()).toBe(2);
    const texts = (await storedUnits()).map(({ text }) => text);
    expect(texts).toContain('Number 40 is a lamp.');
    expect(texts).not.toContain(sentence(40));
    expect(texts).toHaveLength(130);
  });

  it('gives the same response if its plan was outdated and its beginning is stored', async () => {
    await retainItems(one(story(0, 60)));
    const shorter = () => retainItems(one(story(0, 30)));
    const { outcomes } = await retainItems(one(story(0, 130)), {}, null, interrupted(1, shorter).db);
    expect(outcomes).toMatchObject([{ outcome: 'facts', facts: 130 }]);
    expect((await stored())!.text).toBe(story(0, 130));
  });
});

const appended = (from: number, to: number) => one(story(from, to), { update_mode: 'append' });

describe('an append that is larger than a batch', () => {
  it.each([
    ['a document', true],
    ['none', false],
  ])('to %s has the same result as in one batch', async (_, exists) => {
    const other = await bankScope(db, orgId, 'other');
    const before = one('Dana likes tea.', { tags: ['a'], metadata: { from: 'Dana' } });
    const items = one(story(0, 130), { update_mode: 'append', tags: ['b'], context: 'inventory' });
    if (exists) for (const of of [scope, other]) await retain({ db, embedder }, of, retainBody.parse({ items: before }));
    const whole = await retain({ db, embedder }, other, retainBody.parse({ items }));
    const { db: counting, transactions } = interrupted(0, away);
    const parts = await retainItems(items, {}, null, counting);
    expect(transactions()).toBeGreaterThan(4);
    expect(parts.outcomes).toEqual(whole.outcomes);
    expect(await storedUnits()).toEqual(await storedUnits(other));
    const { created_at: _c, updated_at: _u, bank_id: _b, ...document } = await getDocument(db, scope, 'one');
    expect(await getDocument(db, other, 'one')).toMatchObject(document);
    expect(await db.query(sql`select 1 from documents where bank_uid = ${scope.bankUid} and settled is not null`)).toEqual([]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it.each([
    ['a document', 'Dana likes tea.'],
    ['none', null],
  ])('to %s, partly stored, is not duplicated when it is repeated', async (_, before) => {
    if (before !== null) await retainItems(one(before, { tags: ['a'] }));
    const first = await retainItems(appended(0, 130), {}, 'key', interrupted(6, away).db);
    expect(first.outcomes).toMatchObject([{ outcome: 'partial', reason: expect.stringContaining('The database is not available') }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    const again = await retainItems(appended(0, 130), {}, 'key');
    expect(again.outcomes).toMatchObject([{ outcome: 'facts', facts: 130 }]);
    const text = before === null ? story(0, 130) : `${before}\n${story(0, 130)}`;
    expect(await stored()).toMatchObject({ text, length: text.length });
    expect(await retainItems(appended(0, 130), {}, 'key')).toEqual(again);
    expect((await stored())!.text).toBe(text);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is replaced, if never finished, by the next append, even a long one, by a replacement and by reprocessing', async () => {
    const begin = async (): Promise<void> => {
      await retainItems(one('Dana likes tea.'));
      const { outcomes } = await retainItems(appended(0, 400), { limits: { whole: 10, batch: 100 } }, null, interrupted(4, away).db);
      expect(outcomes).toMatchObject([{ outcome: 'partial' }]);
      expect((await stored())!.length).toBeGreaterThan(30_000);
    };
    await begin();
    await retainItems(appended(500, 501));
    expect((await stored())!.text).toBe(`Dana likes tea.\n${sentence(500)}`);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await begin();
    await retainItems(appended(500, 560));
    expect((await stored())!.text).toBe(`Dana likes tea.\n${story(500, 560)}`);
    await begin();
    await retainItems(one(story(0, 5)));
    await retainItems(appended(5, 6));
    expect((await stored())!.text).toBe(`${story(0, 5)}\n${sentence(5)}`);
    await begin();
    await retainItems(one('Dana likes tea.'), { reread: { lengths: ['Dana likes tea.'.length] } });
    await retainItems(appended(5, 6));
    expect((await stored())!.text).toBe(`Dana likes tea.\n${sentence(5)}`);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('makes other appends wait', async () => {
    await retainItems(one('Dana likes tea.'));
    let other: Promise<unknown> = Promise.resolve();
    const besides = async (): Promise<void> => {
      other = retainItems(appended(500, 501));
    };
    const { outcomes } = await retainItems(appended(0, 130), {}, null, interrupted(3, besides).db);
    await other;
    expect(outcomes).toMatchObject([{ outcome: 'facts', facts: 130 }]);
    expect((await stored())!.text).toBe(`Dana likes tea.\n${story(0, 130)}\n${sentence(500)}`);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('of a dead process is deleted after its timeout, regardless of its length', async () => {
    await retainItems(one('Dana likes tea.'));
    await retainItems(appended(0, 800), { limits: { whole: 10, batch: 150 } }, null, interrupted(6, away).db);
    expect((await stored())!.length).toBeGreaterThan(60_000);
    await db.query(sql`
      update documents set settled = settled || '{"by": "elsewhere"}', updated_at = now() - interval '1 minute' where bank_uid = ${scope.bankUid}`);
    await retainItems(appended(500, 501));
    expect((await stored())!.text).toBe(`Dana likes tea.\n${sentence(500)}`);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('of another process makes others wait while that process may be active', async () => {
    await retainItems(one('Dana likes tea.'));
    await retainItems(appended(0, 130), {}, null, interrupted(4, away).db);
    await db.query(sql`update documents set settled = settled || '{"by": "elsewhere"}' where bank_uid = ${scope.bankUid}`);
    let tries = 0;
    const { db: watched } = interrupted(2, async () => {
      tries++;
      await db.query(sql`update documents set updated_at = now() - interval '1 minute' where bank_uid = ${scope.bankUid}`);
    });
    await retainItems(appended(500, 501), {}, null, watched);
    expect(tries).toBe(1);
    expect((await stored())!.text).toBe(`Dana likes tea.\n${sentence(500)}`);
  });

  it.each<[string, () => Promise<unknown>, string | null]>([
    ['replaced', () => retain({ db, embedder }, scope, retainBody.parse({ items: one('Dana likes tea.') })), 'Dana likes tea.'],
    ['deleted', () => deleteDocument(db, scope, 'one'), null],
  ])('fails if another writer has %s the document meanwhile', async (_, act, left) => {
    await retainItems(one('Otto likes coffee.'));
    const { outcomes } = await retainItems(appended(0, 130), {}, null, interrupted(4, act).db);
    expect(outcomes).toMatchObject([{ reason: expect.stringContaining('Other requests are changing the documents') }]);
    expect((await getDocument(db, scope, 'one').catch(() => null))?.original_text ?? null).toBe(left);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('cannot be restored by an interrupted deletion', async () => {
    await retainItems(one(story(0, 400)));
    await retainItems(appended(400, 530), {}, null, interrupted(4, away).db);
    await expect(deleteDocument(interrupted(3, away).db, scope, 'one')).rejects.toThrow();
    const left = (await stored())!.text;
    expect(story(0, 400).startsWith(left)).toBe(true);
    await retainItems(appended(600, 601));
    expect(await stored()).toMatchObject({ text: `${left}\n${sentence(600)}`, length: left.length + 1 + sentence(600).length });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('a reprocessed document', () => {
  const lengths = async (): Promise<number[]> =>
    (
      await db.query<{ n: number }>(sql`
        select length(c.text) as n from chunks c join documents d on d.bank_uid = c.bank_uid and d.uid = c.document_uid
        where d.bank_uid = ${scope.bankUid} and d.id = 'one' order by c.index`)
    ).map(({ n }) => n);
  const chunkIds = () => db.query<{ id: string }>(sql`select id from chunks where bank_uid = ${scope.bankUid} order by index`);

  it('is ordered after each batch, and complete', async () => {
    const content = story(0, 130);
    await retainItems(one(content));
    const before = await storedUnits();
    const ids = await chunkIds();
    const texts: string[] = [];
    const counts: number[] = [];
    const transaction: Db['transaction'] = async (work, options) => {
      const done = await db.transaction(work, options);
      if (options?.line) {
        expect(await inconsistencies(db, scope)).toEqual([]);
        texts.push((await stored())!.text);
        counts.push((await storedUnits()).length);
      }
      return done;
    };
    const watched = new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
    const { outcomes } = await retainItems(one(content), { reread: { lengths: await lengths() } }, null, watched);
    expect(outcomes).toMatchObject([{ outcome: 'facts', facts: 130 }]);
    expect(texts.length).toBeGreaterThan(4);
    expect(new Set(texts)).toEqual(new Set([content]));
    expect(new Set(counts)).toEqual(new Set([130]));
    expect(await storedUnits()).toEqual(before);
    expect((await chunkIds()).filter(({ id }) => ids.some((old) => old.id === id))).toEqual([]);
  });

  it('leaves positions free if chunks have fewer memories than before', async () => {
    await retainItems(one(story(0, 130)));
    await db.query(sql`
      update chunks c set position_start = position_start * 2, position_count = position_count * 2 from documents d
      where d.bank_uid = ${scope.bankUid} and c.bank_uid = d.bank_uid and c.document_uid = d.uid`);
    const { db: counting, transactions } = interrupted(0, away);
    await retainItems(one(story(0, 130)), { reread: { lengths: await lengths() } }, null, counting);
    expect(transactions()).toBeGreaterThan(4);
    const places = (await storedUnits()).map(({ position }) => position);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.at(-1)).toBeGreaterThan(200);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('loses no text when it is interrupted', async () => {
    const content = story(0, 130);
    await retainItems(one(content));
    const { content_hash } = await getDocument(db, scope, 'one');
    const job: RetainRun = { written: async () => undefined };
    const cut = retainItems(one(content), { ...job, reread: { lengths: await lengths() } }, null, interrupted(4, away).db);
    await expect(cut).rejects.toMatchObject({ code: 'unavailable' });
    expect(await getDocument(db, scope, 'one')).toMatchObject({ original_text: content, content_hash, memory_unit_count: 130 });
    await retainItems(one(content), { ...job, reread: { lengths: await lengths() } });
    expect(await getDocument(db, scope, 'one')).toMatchObject({ original_text: content, content_hash, memory_unit_count: 130 });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is written in one batch if it is cut differently', async () => {
    await retainItems(one(story(0, 61)));
    await retainItems(appended(61, 130));
    const content = (await stored())!.text;
    const { db: counting, transactions } = interrupted(0, away);
    await retainItems(one(content), { reread: { lengths: await lengths() } }, null, counting);
    expect(transactions()).toBe(2);
    expect(await getDocument(db, scope, 'one')).toMatchObject({ original_text: content, memory_unit_count: 130 });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('many documents', () => {
  const items = range(0, 12).map((n) => ({ content: story(n * 8, n * 8 + 8), document_id: `d${n}` }));

  it('are each stored completely or not at all, as the outcomes report', async () => {
    const { outcomes } = await retainItems(items, {}, null, interrupted(3, away).db);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(range(0, 12).map((n) => (n < 2 ? 'facts' : 'failed')));
    expect(outcomes[2]!.reason).toContain('Retain it again to store the rest');
    expect((await storedUnits()).length).toBe(16);
    const again = await retainItems(items);
    expect(again.outcomes.map(({ facts }) => facts)).toEqual(range(0, 12).map(() => 8));
    expect((await storedUnits()).length).toBe(96);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('without an id are one document, also in batches', async () => {
    const { outcomes } = await retainItems(items.map(({ content }) => ({ content })));
    expect(new Set(outcomes.map(({ document_id }) => document_id)).size).toBe(1);
    expect(outcomes.map(({ facts }) => facts)).toEqual(range(0, 12).map(() => 8));
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('of some thousand characters are written in one transaction', async () => {
    const { db: counting, transactions } = interrupted(0, away);
    await retainItems(items, { limits: { whole: 100, batch: 20 } }, null, counting);
    expect(transactions()).toBe(1);
  });
});

describe('memories with many names', () => {
  const NAMES = 72;
  const manyNames = (count: number, document: (n: number) => string) =>
    range(0, count).map((n) => ({
      content: `Meeting ${n} took place in room ${n}.`,
      document_id: document(n),
      entities: range(0, NAMES).map((i) => ({ text: `Guest${n}x${i}`, type: 'PERSON' })),
    }));
  /**
   * The database, with the maximum number of names that one of its transactions added or removed.
   */
  function counting(): { db: Db; most: () => number; transactions: () => number } {
    let [most, transactions] = [0, 0];
    const transaction: Db['transaction'] = (work, options) =>
      db.transaction(async (tx) => {
        const count = async () =>
          (
            await tx.query<{ n: number }>(sql`
            select count(*) filter (where m.state = 'valid') as n from memory_entities x
            join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id where x.bank_uid = ${scope.bankUid}`)
          )[0]!.n;
        const before = await count();
        const result = await work(tx);
        most = Math.max(most, Math.abs((await count()) - before));
        transactions++;
        return result;
      }, options);
    const counted = new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
    return { db: counted, most: () => most, transactions: () => transactions };
  }
  /** A batch has a weight of 150, and each of these memories has a weight of 33. */
  const MOST_NAMES = 5 * NAMES;

  it('are retained, invalidated, reverted and deleted in small batches', async () => {
    const retaining = counting();
    const body = retainBody.parse({ items: manyNames(80, () => 'guests') });
    await retain({ db: retaining.db, embedder }, scope, body, null);
    expect(await storedUnits()).toHaveLength(80);
    for (const to of ['invalidated', 'valid'] as const) {
      const changing = counting();
      const { changed } = await setStateOfAll({ db: changing.db }, scope, to, bulkBody.parse({ all: true }));
      expect(changed).toBe(80);
      expect(changing.most()).toBeLessThanOrEqual(MOST_NAMES);
      expect(await inconsistencies(db, scope)).toEqual([]);
    }
    const deleting = counting();
    expect(await deleteDocument(deleting.db, scope, 'guests')).toMatchObject({ memory_units_deleted: 80 });
    expect(await inconsistencies(db, scope)).toEqual([]);
    for (const { most } of [retaining, deleting]) expect(most()).toBeLessThanOrEqual(2 * MOST_NAMES);
    expect(retaining.transactions()).toBeGreaterThan(4);
    expect(deleting.transactions()).toBeGreaterThan(4);
  });

  /** A batch of a database server, where only writers of the bank wait, has a weight of 1,000. */
  const mostCleared = () => (db.kind === 'embedded' ? MOST_NAMES : 31 * NAMES);
  const clearedTypes = () =>
    db.query<{ fact_type: string }>(sql`select distinct fact_type from memories where bank_uid = ${scope.bankUid}`);

  it('are cleared by type in small batches, completely', async () => {
    await retain({ db, embedder }, scope, retainBody.parse({ items: manyNames(80, (n) => `d${n}`) }), null);
    const clearing = counting();
    for (const { fact_type } of await clearedTypes()) await clearMemories(clearing.db, scope, fact_type);
    expect(await storedUnits()).toEqual([]);
    expect(clearing.transactions()).toBeGreaterThan(2);
    expect(clearing.most()).toBeLessThanOrEqual(mostCleared());
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('are cleared to the end after the caller has hung up', async () => {
    await retain({ db, embedder }, scope, retainBody.parse({ items: manyNames(80, (n) => `d${n}`) }), null);
    const caller = new AbortController();
    const { db: watched } = interrupted(2, async () => caller.abort());
    const [type] = await clearedTypes();
    const { deleted_count } = await onBehalfOf(caller.signal, () => clearMemories(watched, scope, type!.fact_type));
    expect(caller.signal.aborted).toBe(true);
    expect(deleted_count).toBe(80);
    expect(await storedUnits()).toEqual([]);
  });

  it('are not cleared for a caller who hung up before', async () => {
    await retain({ db, embedder }, scope, retainBody.parse({ items: manyNames(3, (n) => `d${n}`) }), null);
    const [type] = await clearedTypes();
    await expect(onBehalfOf(AbortSignal.abort(), () => clearMemories(db, scope, type!.fact_type))).rejects.toThrow(ServiceError);
    expect(await storedUnits()).toHaveLength(3);
  });
});

describe('a cleared type with a frequent entity', () => {
  const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString();
  const host = [{ text: 'Hostess Ada', type: 'PERSON' }];
  const EVENTS = 60;
  /** The entity remains frequent, and is mentioned first and last by cleared memories. */
  const setUp = async (): Promise<void> => {
    const meetings = range(0, EVENTS).map((n) => ({
      content: `Meeting ${n} took place in room ${n}.`,
      timestamp: day(n % 2 === 0 ? n : 1_000 + n),
      document_id: `m${n}`,
      entities: [...host, ...range(0, 72).map((i) => ({ text: `Guest${n}x${i}`, type: 'PERSON' }))],
    }));
    const bookings = range(0, 310).map((n) => ({
      content: `assistant: I booked room ${n} for dinner ${n}.`,
      timestamp: day(200 + n),
      document_id: `b${n}`,
      entities: host,
    }));
    await retain({ db, embedder }, scope, retainBody.parse({ items: [...meetings, ...bookings] }), null);
  };
  const times = async () =>
    (
      await db.query<{ n: number; first: Date; last: Date }>(sql`
        select mention_count as n, first_seen as first, last_seen as last from entities where bank_uid = ${scope.bankUid} and canonical_name = 'Hostess Ada'`)
    )[0];
  const left = async (): Promise<number> =>
    (await db.query<{ n: number }>(sql`select count(*) as n from memories where bank_uid = ${scope.bankUid} and fact_type = 'world'`))[0]!
      .n;
  const remaining = { n: 310, first: new Date(day(200)), last: new Date(day(509)) };

  it('updates its times once, after the last batch', async () => {
    await setUp();
    const before = await times();
    const seen: unknown[] = [];
    const transaction: Db['transaction'] = async (work, options) => {
      const { first, last } = (await times())!;
      seen.push({ first, last, isCleared: (await left()) === 0 });
      return db.transaction(work, options);
    };
    const watched = new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
    expect(await clearMemories(watched, scope, 'world')).toMatchObject({ deleted_count: EVENTS });
    expect(before!.n).toBe(310 + EVENTS);
    expect(new Set(seen.map((state) => JSON.stringify(state))).size).toBe(2);
    expect(seen.at(-1)).toEqual({ first: before!.first, last: before!.last, isCleared: true });
    expect(await times()).toEqual(remaining);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is completed by the same request after an interruption, also by one that deletes nothing', async () => {
    await setUp();
    await expect(clearMemories(interrupted(2, away).db, scope, 'world')).rejects.toThrow('not available');
    expect(await left()).toBeGreaterThan(0);
    const transaction: Db['transaction'] = async (work, options) => ((await left()) === 0 ? away() : db.transaction(work, options));
    const failing = new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
    await expect(clearMemories(failing, scope, 'world')).rejects.toThrow('not available');
    expect(await left()).toBe(0);
    expect(await times()).not.toEqual(remaining);
    expect(await clearMemories(db, scope, 'world')).toMatchObject({ deleted_count: 0 });
    expect(await times()).toEqual(remaining);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('has exact times if it becomes rare', async () => {
    await setUp();
    expect(await clearMemories(db, scope, 'experience')).toMatchObject({ deleted_count: 310 });
    expect(await times()).toEqual({ n: EVENTS, first: new Date(day(0)), last: new Date(day(1_000 + EVENTS - 1)) });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('any history in batches', () => {
  const text = fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 80 })).map(([from, n]) => [from, from + n] as const);
  const step = fc.record({
    document: fc.constantFrom('a', 'b'),
    text,
    append: fc.boolean(),
    fails: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 3 }),
  });

  it('leaves exact counters, and each document with its last text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        setScope(await bankScope(db, orgId, `bank-${crypto.randomUUID()}`));
        const model = new Map<string, string>();
        for (const {
          document,
          text: [from, to],
          append,
          fails,
        } of steps) {
          const content = story(from, to);
          const items = [{ content, document_id: document, ...(append && { update_mode: 'append' }) }];
          const before = model.get(document);
          const on = fails === null ? db : interrupted(fails, away).db;
          const failed = await retainItems(items, { limits: { whole: 7, batch: 7 } }, null, on).then(
            ({ outcomes }) => outcomes.some(({ outcome }) => outcome !== 'facts'),
            () => true,
          );
          // Retaining it again stores the missing part, without duplicates.
          if (failed) await retainItems(items, { limits: { whole: 7, batch: 7 } });
          model.set(document, append && before !== undefined ? `${before}\n${content}` : content);
          expect(await inconsistencies(db, scope)).toEqual([]);
        }
        for (const [id, content] of model) expect((await getDocument(db, scope, id)).original_text).toBe(content);
      }),
      { numRuns: runs(12) },
    );
  });
});
