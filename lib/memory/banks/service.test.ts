import { beforeEach, describe, expect, it } from 'vitest';
import { db, directory, withTestDatabase } from '#e2e/fixtures/bank';
import { orgScope, seedOrg } from '#e2e/fixtures/database';
import { cellOf } from '#lib/base/db/cells';
import { array, sql } from '#lib/base/db/db';
import { ValidationFailure } from '#lib/base/errors';
import { type BankScope, mintBankScope, mintOrgScope } from '#lib/base/scope';
import { NO_USAGE } from '#lib/base/usage';
import { bankBody } from '#lib/memory/banks/contract';
import type { BankSort } from '#lib/memory/banks/literals';
import * as banks from '#lib/memory/banks/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import { type LanguageModel, LlmError } from '#lib/models/llm/port';

let orgId: string;

withTestDatabase();
beforeEach(async () => {
  ({ orgId } = await seedOrg(db));
});

/** The scope that authentication would resolve for this id, with the bank if it exists. */
async function scopeOf(bankId: string, actor = orgScope(orgId).actor): Promise<BankScope> {
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = ${bankId}`);
  const bank = row
    ? {
        uid: row.uid,
        id: bankId,
        revision: 0,
        backlogRevision: 0,
        unitCount: 0,
        termCount: 0,
        speakers: [],
        embeddingModel: null,
        config: {},
      }
    : null;
  return mintBankScope({ orgId, actor, bankId, bankUid: row?.uid ?? 0, bank });
}
const builtin = (): banks.BackgroundServices => ({ db, models: { of: () => null }, signal: new AbortController().signal });
const put = async (bankId: string, body: object = {}) => banks.putBank(db, await scopeOf(bankId), bankBody.parse(body));
const patch = async (bankId: string, body: object) => banks.patchBank(db, await scopeOf(bankId), bankBody.parse(body));
const list = (
  query: { q?: string; sort?: BankSort; order?: 'asc' | 'desc'; limit?: number; offset?: number } = {},
  uids: number[] | null = null,
) => banks.listBanks(db, mintOrgScope({ ...orgScope(orgId), bankUids: uids }), { offset: 0, ...query });
const bankIdOf = (n: number): string => `bank-${String(n).padStart(4, '0')}`;
/** Creates this number of banks, several of which have the same time. */
async function fill(count: number): Promise<void> {
  const ids = array(
    Array.from({ length: count }, (_, i) => bankIdOf(i + 1)),
    'text[]',
  );
  const listed = await directory.query<{ uid: number; id: string }>(sql`
    insert into bank_cells (uid, org_id, id, cell) select nextval('bank_uids'), ${orgId}::uuid, id, ${cellOf(db)} from unnest(${ids}) as t(id)
    returning uid, id`);
  const uids = array(
    listed.map(({ uid }) => uid),
    'bigint[]',
  );
  await db.query(sql`
    insert into banks (uid, org_id, id, name, terms_version, created_at)
    select uid, ${orgId}::uuid, id, 'Bank ' || id, 1, '2024-01-01'::timestamptz + (n * 7 % 500) * interval '1 hour'
    from unnest(${uids}, ${array(
      listed.map(({ id }) => id),
      'text[]',
    )}) with ordinality as t(uid, id, n)`);
}
const write = async (bankId: string, content = 'The boat is blue.') =>
  retain({ db, embedder: builtinEmbedder() }, await scopeOf(bankId), retainBody.parse({ items: [{ content }] }));

describe('the audit log', () => {
  const lines = async () =>
    (
      await db.query<{ line: string }>(sql`
        select action || ' ' || target_id || coalesce(' ' || before::text, '') as line from audit_log where org_id = ${orgId} order by at, id`)
    ).map(({ line }) => line);

  it('records an explicit or implicit creation, a rename and a deletion, once each', async () => {
    await put('b');
    await put('b', { name: 'B' });
    await Promise.all([write('c'), write('c'), write('c')]);
    await banks.deleteBank(db, await scopeOf('c'));
    await banks.deleteBank(db, await scopeOf('c'));
    const [first, second, third, fourth, ...more] = await lines();
    expect([first, second, third, more]).toEqual(['bank.create b', 'bank.configure b {"name": "b"}', 'bank.create c', []]);
    expect(fourth).toMatch(/^bank\.delete c \{"units": \d+/);
  });
});

describe('a bank with an id that can be confused with another', () => {
  const IDS = ['prod\u200b', '\u202eevil', ' prod', 'prod\u00a0'];

  it.each(IDS)('cannot be created explicitly or by a first write: %j', async (id) => {
    for (const create of [
      () => put(id),
      () => write(id),
      () => banks.addBackground(builtin(), mintBankScope({ ...orgScope(orgId), bankId: id, bankUid: 0, bank: null }), 'x'),
    ])
      await expect(create()).rejects.toMatchObject({ issues: [{ loc: ['path', 'bank_id'] }] });
    expect((await list()).banks).toEqual([]);
  });

  it.each(IDS)('can be read, written and deleted if it already exists: %j', async (id) => {
    await put('b');
    await db.query(sql`update bank_cells set id = ${id} where org_id = ${orgId}`);
    await db.query(sql`update banks set id = ${id} where org_id = ${orgId}`);
    await write(id);
    expect(await put(id, { name: 'B' })).toMatchObject({ bank_id: id, name: 'B' });
    await banks.deleteBank(db, await scopeOf(id));
    expect((await list()).banks).toEqual([]);
  });
});

describe('a bank', () => {
  it('is created with its id as name, a neutral disposition and no mission', async () => {
    const profile = { bank_id: 'b', name: 'b', disposition: { skepticism: 3, literalism: 3, empathy: 3 }, mission: '', background: '' };
    expect(await put('b')).toEqual(profile);
    expect(await banks.getProfile(db, await scopeOf('b'))).toEqual(profile);
  });

  it('changes the given fields; null changes nothing', async () => {
    await put('b', { name: 'Bank', background: 'I garden.', disposition: { skepticism: 1, literalism: 2, empathy: 5 } });
    const changed = await put('b', { name: null, disposition_empathy: 4, retain_mission: 'Plants.' });
    expect(changed).toEqual({
      bank_id: 'b',
      name: 'Bank',
      disposition: { skepticism: 1, literalism: 2, empathy: 4 },
      mission: 'I garden.',
      background: 'I garden.',
    });
    await patch('b', { enable_observations: false });
    expect(await db.query(sql`select config from banks where org_id = ${orgId}`)).toEqual([
      { config: { retain_mission: 'Plants.', enable_observations: false } },
    ]);
  });

  it.each([
    [{ reflect_mission: 'a', mission: 'b', background: 'c' }, 'a'],
    [{ reflect_mission: '', mission: 'b', background: 'c' }, 'b'],
    [{ mission: null, background: 'c' }, 'c'],
    [{ mission: '' }, ''],
    [{}, 'old'],
  ])('takes its mission from %j', async (body, mission) => {
    await put('b', { mission: 'old' });
    expect((await put('b', body)).mission).toBe(mission);
  });

  it('cannot be patched or read if it is missing, or patched without changes', async () => {
    await expect(patch('b', { name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(banks.getProfile(db, await scopeOf('b'))).rejects.toMatchObject({ code: 'not_found' });
    await put('b');
    await expect(patch('b', {})).rejects.toThrow(ValidationFailure);
    await expect(patch('b', { name: null, nonsense: 1 })).rejects.toThrow(ValidationFailure);
  });

  it('collects its background, also from concurrent writers', async () => {
    await put('b', { mission: 'I garden.' });
    const scope = await scopeOf('b');
    await Promise.all(['I garden!', 'I live in Oslo.', 'I like tea.'].map((content) => banks.addBackground(builtin(), scope, content)));
    const { mission } = await banks.getProfile(db, scope);
    expect(mission.split('\n').sort()).toEqual(['I garden.', 'I like tea.', 'I live in Oslo.']);
    expect(await banks.addBackground(builtin(), await scopeOf('new'), 'Hello.')).toEqual({ mission: 'Hello.', background: 'Hello.' });
    await expect(banks.addBackground(builtin(), scope, 'x'.repeat(65_530))).rejects.toThrow(ValidationFailure);
  });

  it('merges additions by its language model, without overwriting concurrent changes, or appends them', async () => {
    await put('b', { mission: 'I garden.' });
    const scope = await scopeOf('b');
    const asking = (answer: () => Promise<string>): banks.BackgroundServices => ({
      ...builtin(),
      models: {
        of: () =>
          ({
            id: 'test',
            generate: async () => ({ value: { mission: await answer() }, usage: NO_USAGE }),
            step: expect.fail,
          }) as LanguageModel,
      },
    });
    const merged = asking(async () => 'I garden in Oslo.');
    expect((await banks.addBackground(merged, scope, 'I live in Oslo.')).mission).toBe('I garden in Oslo.');
    const late = asking(async () => {
      await patch('b', { mission: 'I sail.' });
      return 'I garden in Bergen.';
    });
    expect((await banks.addBackground(late, scope, 'I live in Bergen.')).mission).toBe('I sail.\nI live in Bergen.');
    const away = asking(() => Promise.reject(new LlmError('transient', 'away')));
    expect((await banks.addBackground(away, scope, 'I like tea.')).mission).toBe('I sail.\nI live in Bergen.\nI like tea.');
    for (const useless of [' ', 'x'.repeat(70_000)])
      expect(
        (
          await banks.addBackground(
            asking(async () => useless),
            scope,
            'I sail.',
          )
        ).mission,
      ).toBe('I sail.\nI live in Bergen.\nI like tea.');
  });

  it('is created when its disposition is set', async () => {
    expect((await banks.setDisposition(db, await scopeOf('b'), { skepticism: 5, literalism: 1, empathy: 2 })).disposition).toEqual({
      skepticism: 5,
      literalism: 1,
      empathy: 2,
    });
  });

  it('is deleted with all its data, and can be deleted again', async () => {
    await write('b', 'Alice Chen met Bob Smith in Lisbon.');
    const result = await banks.deleteBank(db, await scopeOf('b'));
    expect(result.success).toBe(true);
    expect(result.deleted_count).toBe(1 + 1 + 3);
    expect(await banks.deleteBank(db, await scopeOf('b'))).toMatchObject({ success: true, deleted_count: 0 });
    expect((await list()).total).toBe(0);
  });

  it('can be configured only with the permission', async () => {
    await put('b');
    const restricted = { ...orgScope(orgId).actor, kind: 'restricted_key' as const };
    await expect(banks.putBank(db, await scopeOf('b', restricted), bankBody.parse({ name: 'x' }))).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(banks.putBank(db, await scopeOf('c', restricted), bankBody.parse({}))).rejects.toMatchObject({
      code: 'bank_out_of_scope',
    });
  });
});

describe('the list', () => {
  it('is ordered by last write, and complete without a limit', async () => {
    for (const id of ['one', 'two', 'three']) await put(id);
    await write('two');
    const all = await list();
    expect(all.banks.map(({ bank_id }) => bank_id)).toEqual(['two', 'three', 'one']);
    expect(all).toMatchObject({ total: 3, limit: 100, offset: 0 });
    expect(all.banks[0]).toMatchObject({
      fact_count: 1,
      last_write_at: expect.stringMatching(/\+00:00$/),
      last_document_at: expect.any(String),
    });
    expect(all.banks[1]).toMatchObject({ fact_count: 0, last_write_at: null, last_document_at: null });
    expect((await list({ limit: 1, offset: 1 })).banks.map(({ bank_id }) => bank_id)).toEqual(['three']);
    expect(await list({ limit: 0 })).toMatchObject({ banks: [], total: 3, limit: 0 });
    expect(await list({ offset: 99 })).toMatchObject({ banks: [], total: 3 });
  });

  it('can be searched by id and name, literally', async () => {
    await put('alpha', { name: 'First 100%' });
    await put('beta');
    expect((await list({ q: 'ALP' })).banks.map(({ bank_id }) => bank_id)).toEqual(['alpha']);
    expect((await list({ q: '100%' })).total).toBe(1);
    expect((await list({ q: '%' })).total).toBe(1);
    expect((await list({ q: '_' })).total).toBe(0);
  });

  it('contains only the banks of a restricted key, and never those of another organization', async () => {
    await put('one');
    await put('two');
    const { bankUid } = await scopeOf('two');
    expect((await list({}, [bankUid])).banks.map(({ bank_id }) => bank_id)).toEqual(['two']);
    expect((await list({}, [])).total).toBe(0);
    const other = await seedOrg(db);
    expect((await banks.listBanks(db, orgScope(other.orgId), { offset: 0 })).total).toBe(0);
    expect((await banks.listBanks(db, mintOrgScope({ ...orgScope(other.orgId), bankUids: [bankUid] }), { offset: 0 })).total).toBe(0);
  });

  it('is sorted over all pages', async () => {
    for (const [id, name] of [
      ['one', 'beta'],
      ['two', 'Alpha'],
      ['three', 'gamma'],
    ] as const)
      await put(id, { name });
    await write('one');
    const sorted = async (sort: BankSort, order: 'asc' | 'desc', page = {}) =>
      (await list({ sort, order, ...page })).banks.map(({ bank_id }) => bank_id);
    expect(await sorted('name', 'asc')).toEqual(['two', 'one', 'three']);
    expect(await sorted('name', 'asc', { limit: 1, offset: 2 })).toEqual(['three']);
    expect(await sorted('bank_id', 'desc')).toEqual(['two', 'three', 'one']);
    expect(await sorted('fact_count', 'desc', { limit: 1 })).toEqual(['one']);
    expect(await sorted('created_at', 'asc')).toEqual(['one', 'two', 'three']);
  });

  it('is the same in one or several parts', async () => {
    await fill(2100);
    const all = await list();
    expect(all).toMatchObject({ total: 2100, limit: 2100 });
    const pages = await Promise.all([0, 700, 1400].map((offset) => list({ limit: 700, offset })));
    expect(all.banks).toEqual(pages.flatMap((page) => page.banks));
    expect((await list({ limit: 1500, offset: 300 })).banks).toEqual(all.banks.slice(300, 1800));
  });

  it('of many banks is read part by part, each without anything expired', async () => {
    await fill(1_200);
    const sizes: number[] = [];
    const { first, more } = await banks.openBankList(db, orgScope(orgId), { offset: 0 }, async (read) => {
      await read();
      const part = await read();
      sizes.push(part.banks.length);
      return part;
    });
    expect([first.banks.length, sizes]).toEqual([500, [500]]);
    const second = (await more!.next()).value as banks.BankList;
    expect([second.banks.length, sizes]).toEqual([500, [500, 500]]);
    expect(second).toMatchObject({ total: 1_200, limit: 1_200, offset: 0 });
    const third = (await more!.next()).value as banks.BankList;
    expect([third.banks.length, (await more!.next()).done]).toEqual([200, true]);
    const ids = [first, second, third].flatMap((part) => part.banks.map(({ bank_id }) => bank_id));
    expect(new Set(ids).size).toBe(1_200);
  });

  it('of many banks has each of them once, also if banks are written, cleared, created or deleted meanwhile', async () => {
    await fill(1_200);
    const { first, more } = await banks.openBankList(db, orgScope(orgId), { offset: 0, sort: 'bank_id', order: 'asc' }, (read) => read());
    await write('bank-1100');
    await write('bank-0000');
    await banks.emptyBank(db, await scopeOf('bank-1101'));
    await banks.deleteBank(db, await scopeOf('bank-1102'));
    const parts = [first];
    for await (const part of more!) parts.push(part);
    const ids = parts.flatMap((part) => part.banks.map(({ bank_id }) => bank_id));
    expect(ids).toEqual(Array.from({ length: 1_200 }, (_, i) => bankIdOf(i + 1)).filter((id) => id !== 'bank-1102'));
    expect(parts.at(-1)).toMatchObject({ total: 1_199, limit: 1_199 });
    expect(parts.at(-1)!.banks.find(({ bank_id }) => bank_id === 'bank-1100')).toMatchObject({ fact_count: 1 });
  });
});
