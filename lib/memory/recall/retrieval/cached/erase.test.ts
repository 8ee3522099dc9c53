import { expect, it, vi } from 'vitest';
import { conversation } from '#bench/support/generate';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { cachedGaps, cachedNow, textsOf } from '#e2e/fixtures/cached-banks';
import { isGate } from '#e2e/fixtures/runs';
import { type Queryable, sql } from '#lib/base/db/db';
import { currentBank, deleteBank, emptyBank } from '#lib/memory/banks/service';
import { removeExpired } from '#lib/memory/expiry/service';
import { clearMemories, updateMemory } from '#lib/memory/memories/service';
import { deleteDocument, deleteMemory } from '#lib/memory/purge/service';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { compactBanks } from '#lib/memory/recall/retrieval/cached/compact';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const WITHIN = { timeout: 20_000 };

/** Of one memory: in its text, its speaker and tag, and what else the caller sent. */
const TRACES = ['quixotar', 'zebulon', 'yolanda', 'secret-tag', 'secret-context', 'secret-value', 'secret-document'];
const SIZES = { small: {}, large: { largeFrom: 0 }, 'very large': { largeFrom: 0, exactUpTo: 0 } };

const embedder = builtinEmbedder();
const services = () => ({ db, embedder });
const say = async (content: string, more: Record<string, unknown>): Promise<unknown> =>
  retain(services(), scope, retainBody.parse({ items: [{ content, timestamp: '2026-03-01', ...more }] }));
const fill = async (seed: number): Promise<unknown> => {
  const { turns } = conversation({ seed, sentences: 120, turnsPerSession: 120 })[0]!;
  return say(turns.join('\n'), { document_id: `document-${seed}` });
};
const saySecret = (): Promise<unknown> =>
  say('Yolanda: I gave the quixotar to Zebulon Quartz.', {
    document_id: 'secret-document',
    context: 'secret-context',
    metadata: { key: 'secret-value' },
    tags: ['secret-tag'],
  });
const secretId = async (): Promise<string> => {
  const [row] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and text like '%quixotar%'`);
  return row!.id;
};
const current = async (banks: CachedBanks): Promise<CachedBank> => cachedNow(banks, (await currentBank(db, scope))!.bank!);
const tracesIn = (bank: CachedBank): string[] => {
  const texts = textsOf(bank).join('\n').toLowerCase();
  return TRACES.filter((trace) => texts.includes(trace));
};
const deletions = {
  'a memory': async () => deleteMemory(services(), scope, await secretId(), { purge: false }),
  'a document': async () => deleteDocument(services(), scope, 'secret-document', { purge: true }),
  'an edited memory': async (banks: CachedBanks) => {
    const id = await secretId();
    await updateMemory(services(), scope, id, { text: 'Yolanda: I sold the boat.', resolve_entities: true });
    await current(banks);
    await deleteMemory(services(), scope, id, { purge: false });
  },
  'an expired passage': async () => {
    for (const table of ['memories', 'chunks'])
      await db.query(sql`
        update ${sql.raw(table)} set expires_at = now() - interval '1 second' where bank_uid = ${scope.bankUid} and text like '%quixotar%'`);
    await db.query(sql`update banks set next_expires_at = now() - interval '1 second' where uid = ${scope.bankUid}`);
    await removeExpired(db, scope);
  },
  'all of its type': async () => {
    const [row] = await db.query<{ fact_type: string }>(
      sql`select fact_type from memories where bank_uid = ${scope.bankUid} and text like '%quixotar%'`,
    );
    await clearMemories(db, scope, row!.fact_type);
  },
};

/** The gate deletes something else in each size of a bank. */
const CASES = Object.entries(SIZES).flatMap(([size, limits], i) =>
  Object.entries(deletions).flatMap(([what, deletion], k) => (isGate && i !== k % 3 ? [] : { size, limits, what, deletion })),
);

it.each(CASES)(
  'the deletion of $what in a $size bank erases what is cached of it, and the bank stays cached',
  async ({ size, limits, deletion }) => {
    await fill(1);
    await saySecret();
    if (size !== 'small') await compactBanks(db, { largeFrom: 0, size: 50, least: 20, pause: async () => undefined });
    await fill(2);
    const banks = new CachedBanks(db, limits);
    const bank = await current(banks);
    expect(tracesIn(bank)).toEqual(expect.arrayContaining(['quixotar', 'zebulon', 'secret-tag']));
    await deletion(banks);
    // Nobody asks meanwhile.
    await vi.waitFor(() => expect(tracesIn(bank)).toEqual([]), WITHIN);
    expect(banks.statusOf(scope.bankUid)).toEqual({ state: 'cached', progress: 1 });
    expect(await cachedGaps(db, banks, scope)).toEqual([]);
    await saySecret();
    expect(await cachedGaps(db, banks, scope)).toEqual([]);
    expect(await current(banks)).toBe(bank);
  },
);

it.each([
  ['deleted', deleteBank],
  ['cleared', emptyBank],
])('nothing of a bank that was %s stays in the cache', async (_, act) => {
  await saySecret();
  const banks = new CachedBanks(db);
  await current(banks);
  await act(db, scope);
  expect(banks.wanted()).toEqual([]);
});

it('a bank whose deletions cannot be read is dropped', async () => {
  await saySecret();
  let isDown = false;
  const query: Queryable['query'] = (statement) => (isDown ? Promise.reject(new Error('The database is down.')) : db.query(statement));
  const banks = new CachedBanks({ query });
  await current(banks);
  isDown = true;
  await deletions['a memory']();
  await vi.waitFor(() => expect(banks.statusOf(scope.bankUid).state).toBe('unused'), WITHIN);
});
