import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, orgScope, seedOrg } from '#e2e/fixtures/database';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { createKey, verifyKey } from '#lib/access/keys/service';
import { registerHandlers } from '#lib/api/handlers';
import { DEFAULT_CELL, inCell, schemaOf } from '#lib/base/db/cells';
import { type Db, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { purgeBanks } from '#lib/base/purge/purge';
import { CONTENT } from '#lib/base/purge/store';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { listOperations } from '#lib/jobs/operations/service';
import { deleteBank, emptyBank, ensureBank, listBanks } from '#lib/memory/banks/service';
import { LATEST_OPERATIONS, recreateEmpty } from '#lib/memory/banks/store-soft-delete';
import { createDirective } from '#lib/memory/directives/service';
import { createMentalModel } from '#lib/memory/mental-models/contract';
import { createModel, getModel, listVersions } from '#lib/memory/mental-models/service';
import { retainLater } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();
let db: Db;
/** for keys, which are above banks */
let directory: Db;
let orgId: string;

beforeAll(async () => {
  registerHandlers();
  db = await openTestDatabase();
  directory = inCell(db, DEFAULT_CELL);
});
afterAll(() => db.close());
beforeEach(async () => {
  await purgeBanks(db);
  ({ orgId } = await seedOrg(db));
});

/** The scope as authentication would resolve it for the next request. */
async function scopeOf(bankId = 'b'): Promise<BankScope> {
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = ${bankId}`);
  const bank = row && {
    uid: row.uid,
    id: bankId,
    revision: 0,
    backlogRevision: 0,
    unitCount: 0,
    termCount: 0,
    speakers: [],
    embeddingModel: null,
    config: {},
  };
  return mintBankScope({ orgId, actor: orgScope(orgId).actor, bankId, bankUid: row?.uid ?? NO_BANK, bank: bank ?? null });
}
const say = async (content: string, scope?: BankScope) =>
  retain({ db, embedder }, scope ?? (await scopeOf()), retainBody.parse({ items: [{ content, tags: ['t'] }] }));
/** Inserts the given number of memories without extraction. */
const fill = ({ bankUid }: BankScope, units: number): Promise<unknown> =>
  db.query(sql`
    insert into memories select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'fingerprint', null))).*
    from (select m from memories m where m.bank_uid = ${bankUid} limit 1) one, generate_series(1, ${units}::int)`);

async function tablesOfBanks(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'bank_uid' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = ${schemaOf(db)}::regnamespace order by 1`);
  return rows.map(({ name }) => name);
}
/** Tables in which the bank has rows. */
async function left(uid: number): Promise<string[]> {
  const tables: string[] = [];
  for (const table of await tablesOfBanks())
    if ((await db.query(sql`select 1 from ${sql.raw(table)} where bank_uid = ${uid} limit 1`)).length > 0) tables.push(table);
  return tables;
}
const unitsOf = async ({ bankUid }: BankScope): Promise<number> =>
  (await db.query<{ n: number }>(sql`select count(*) as n from memories where bank_uid = ${bankUid}`))[0]!.n;

describe('a deleted bank', () => {
  it('is hidden at once and its id is free, and its rows are purged later', async () => {
    await say('Alice Chen met Bob Smith in Lisbon.');
    const before = await scopeOf();
    await createDirective(db, before, { name: 'n', content: 'c', priority: 0, is_active: true, tags: [] });
    const { key } = await createKey(directory, { orgId, name: 'k', bankIds: ['b'], createdBy: 'bootstrap' });
    expect((await verifyKey(directory, `Bearer ${key}`, 'b')).bank?.uid).toBe(before.bankUid);
    await deleteBank(db, before);

    expect((await listBanks(db, orgScope(orgId), { offset: 0 })).total).toBe(0);
    expect((await scopeOf()).bankUid).toBe(NO_BANK);
    expect(await verifyKey(directory, `Bearer ${key}`, 'b')).toMatchObject({ bank: null, own: { reachesBank: false } });
    expect(await unitsOf(before)).toBeGreaterThan(0);
    await say('The boat is blue.');
    const after = await scopeOf();
    expect(after.bankUid).not.toBe(before.bankUid);

    await purgeBanks(db);
    expect(await left(before.bankUid)).toEqual([]);
    expect(await db.query(sql`select 1 from banks where uid = ${before.bankUid}`)).toEqual([]);
    expect(await unitsOf(after)).toBe(1);
  });

  it('receives no writes with an earlier scope: they go to the new bank', async () => {
    await say('The boat is blue.');
    const before = await scopeOf();
    await deleteBank(db, before);
    await say('The car is red.', before);
    const later = await retainLater({ db }, before, retainBody.parse({ items: [{ content: 'The door is green.' }], async: true }), null);
    const after = await scopeOf();
    expect(await unitsOf(after)).toBe(1);
    const { operations } = await listOperations(db, after, { limit: 10, offset: 0, exclude_parents: false });
    expect(operations.map(({ id }) => id)).toContain(later.operation_id);
    expect(await db.query(sql`select 1 from operations where bank_uid = ${before.bankUid}`)).toEqual([]);
  });

  it('is purged in small batches, and an interrupted purge is continued by the next', async () => {
    await say('The boat is blue.');
    const before = await scopeOf();
    await fill(before, 450);
    await deleteBank(db, before);
    const counts: number[] = [];
    const isThere = async () => (await db.query(sql`select 1 from banks where uid = ${before.bankUid}`)).length > 0;
    // The first purge stops at the memories, each further one a batch later. Before the first batch
    // it is asked once for the bank.
    for (let parts = CONTENT.indexOf('memories') + 1; await isThere(); parts++) {
      let asked = 0;
      await purgeBanks(db, () => ++asked > parts);
      counts.push(await unitsOf(before));
    }
    expect(counts.slice(0, 4)).toEqual([451, 251, 0, 0]);
    expect(await left(before.bankUid)).toEqual([]);
  });

  it('is purged once by concurrent processes, and automatically by the process that runs jobs', async () => {
    const scopes: BankScope[] = [];
    for (const id of ['one', 'two', 'three']) {
      await say('Alice Chen met Bob Smith in Lisbon.', await ensureBank(db, await scopeOf(id)));
      scopes.push(await scopeOf(id));
    }
    for (const scope of scopes.slice(1)) await deleteBank(db, scope);
    await Promise.all([purgeBanks(db), purgeBanks(db), purgeBanks(db)]);
    await purgeBanks(db);
    for (const { bankUid } of scopes.slice(1)) expect(await left(bankUid)).toEqual([]);
    const runner = await quickRunner(jobApp(db), { reapMs: 3_600_000 });
    await deleteBank(db, scopes[0]!);
    await eventually(async () => (await db.query(sql`select 1 from banks where uid = ${scopes[0]!.bankUid}`)).length === 0, 'the burial');
    await runner.stop();
    expect(await left(scopes[0]!.bankUid)).toEqual([]);
  });
});

/** Inserts completed operations, the newest first, each with this number of parts. */
const ended = async ({ bankUid }: BankScope, count: number, parts = 0): Promise<void> => {
  await db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, status, children_total, created_at, completed_at)
    select ${bankUid}::bigint, gen_random_uuid(), 'batch_retain', 'key', 'k', 'completed', ${parts}::int, now() - make_interval(secs => i), now()
    from generate_series(1, ${count}::int) i`);
  await db.query(sql`
    insert into operations (bank_uid, id, type, parent_id, actor_kind, actor_label, status, completed_at)
    select bank_uid, gen_random_uuid(), 'retain', id, 'key', 'k', 'completed', now()
    from operations cross join generate_series(1, ${parts}::int) where bank_uid = ${bankUid} and type = 'batch_retain'`);
};
const operationsOf = async ({ bankUid }: BankScope, status: string): Promise<number> =>
  (await db.query<{ n: number }>(sql`select count(*) as n from operations where bank_uid = ${bankUid} and status = ${status}`))[0]!.n;
const open = ({ bankUid }: BankScope): Promise<unknown> =>
  db.query(sql`
    insert into operations (bank_uid, id, type, status, actor_kind, actor_label) values (${bankUid}, ${newId()}, 'x', 'pending', 'key', 'k')`);

describe('the operations of a bank that have ended', () => {
  it('are purged in batches after its deletion, and its open ones are deleted with it', async () => {
    const before = await ensureBank(db, await scopeOf());
    await ended(before, 150, 1);
    await open(before);
    await deleteBank(db, before);
    expect([await operationsOf(before, 'completed'), await operationsOf(before, 'pending')]).toEqual([300, 0]);
    expect(await listOperations(db, await scopeOf(), { limit: 1, offset: 0, exclude_parents: false })).toMatchObject({ total: 0 });
    await purgeBanks(db);
    expect(await left(before.bankUid)).toEqual([]);
  });

  it('are purged after the bank is cleared, except the latest', async () => {
    const before = await ensureBank(db, await scopeOf());
    await ended(before, 600, 1);
    await open(before);
    await emptyBank(db, before);
    const after = await scopeOf();
    expect([await operationsOf(after, 'completed'), await operationsOf(after, 'pending')]).toEqual([LATEST_OPERATIONS, 1]);
    expect(await operationsOf(before, 'completed')).toBe(200);
    const [newest] = await db.query(sql`
      select max(created_at) < (select min(created_at) from operations where bank_uid = ${after.bankUid} and type = 'batch_retain') as is_older
      from operations where bank_uid = ${before.bankUid} and type = 'batch_retain'`);
    expect(newest).toEqual({ is_older: true });
    await purgeBanks(db);
    expect(await left(before.bankUid)).toEqual([]);
    expect(await operationsOf(after, 'completed')).toBe(LATEST_OPERATIONS);
  });
});

describe('a cleared bank', () => {
  it('preserves its settings, keys, operations and mental models, which become stale', async () => {
    await say('Ana: I live in Porto.');
    const before = await scopeOf();
    await db.query(sql`update banks set name = 'Ana', mission = 'Remember', config = '{"disposition": 1}' where uid = ${before.bankUid}`);
    const { key } = await createKey(directory, { orgId, name: 'k', bankIds: ['b'], createdBy: 'bootstrap' });
    const { mental_model_id: id } = await createModel(
      db,
      before,
      createMentalModel.body!.parse({ name: 'Ana', source_query: 'What about Ana?' }) as Parameters<typeof createModel>[2],
    );
    await retainLater({ db }, before, retainBody.parse({ items: [{ content: 'The door is green.' }], async: true }), null);
    // An operation that is running.
    await db.query(sql`
      update operations set status = 'processing', lease_token = ${newId()}, lease_until = now() + interval '1 minute'
      where bank_uid = ${before.bankUid} and type = 'refresh_mental_model'`);
    const operations = async (scope: BankScope) =>
      (await listOperations(db, scope, { limit: 20, offset: 0, exclude_parents: false })).operations
        .map(({ id: one, status }) => `${one} ${status}`)
        .sort();
    const had = await operations(before);
    const revisionOf = async ({ bankUid }: BankScope) =>
      (await db.query<{ revision: number }>(sql`select revision from banks where uid = ${bankUid}`))[0]!.revision;
    const revision = await revisionOf(before);
    const versions = await listVersions(db, before, id, { limit: 10, offset: 0 } as Parameters<typeof listVersions>[3]);

    expect(await emptyBank(db, before)).toBe(1);
    const after = await scopeOf();
    expect(after.bankUid).not.toBe(before.bankUid);
    const [row] = await db.query(
      sql`select name, mission, config, unit_count, term_count, speakers from banks where uid = ${after.bankUid}`,
    );
    expect(row).toEqual({ name: 'Ana', mission: 'Remember', config: { disposition: 1 }, unit_count: 0, term_count: 0, speakers: [] });
    expect(await revisionOf(after)).toBe(revision + 1);
    expect((await verifyKey(directory, `Bearer ${key}`, 'b')).bank?.uid).toBe(after.bankUid);
    expect(await operations(after)).toEqual(had.map((one) => one.replace('processing', 'pending')));
    expect(await getModel(db, after, id, 'metadata')).toMatchObject({ name: 'Ana' });
    expect(await listVersions(db, after, id, { limit: 10, offset: 0 } as Parameters<typeof listVersions>[3])).toEqual(versions);
    expect(await db.query(sql`select fact_type, tags, revision from memory_tombstones where bank_uid = ${after.bankUid}`)).toEqual([
      { fact_type: 'world', tags: ['t'], revision: revision + 1 },
    ]);

    await say('Ana: I live in Lisbon.');
    await purgeBanks(db);
    expect(await left(before.bankUid)).toEqual([]);
    expect(await unitsOf(after)).toBe(1);
    const [{ units } = { units: 0 }] = await db.query<{ units: number }>(
      sql`select sum(units) as units from memory_tallies where bank_uid = ${after.bankUid}`,
    );
    expect(units).toBe(1);
  });

  it('is the same bank to concurrent writers, and to callers that may not create banks', async () => {
    await say('The boat is blue.');
    const restricted = { ...orgScope(orgId).actor, kind: 'restricted_key' as const };
    const before = mintBankScope({ ...(await scopeOf()), actor: restricted });
    await emptyBank(db, before);
    await say('The car is red.', before);
    await retainLater({ db }, before, retainBody.parse({ items: [{ content: 'The door is green.' }], async: true }), null);
    const after = await scopeOf();
    expect(await unitsOf(after)).toBe(1);
    await deleteBank(db, after);
    await expect(say('The car is red.', mintBankScope({ ...after, actor: restricted }))).rejects.toMatchObject({
      code: 'bank_out_of_scope',
    });
    expect((await scopeOf()).bankUid).toBe(NO_BANK);
  });

  it('cancels a running operation if another of its kind waits', async () => {
    await say('The boat is blue.');
    const before = await scopeOf();
    const insert = (subject: string | null, status: string, lease: boolean) =>
      db.query(sql`
        insert into operations (bank_uid, id, type, subject, status, payload, actor_kind, actor_label, lease_token, lease_until)
        values (${before.bankUid}, ${newId()}, 'consolidation', ${subject}, ${status}, '{}', 'anonymous', 'test',
          case when ${lease} then gen_random_uuid() end, case when ${lease} then now() + interval '1 minute' end)`);
    await db.query(sql`delete from operations where bank_uid = ${before.bankUid}`);
    await insert('bank', 'processing', true);
    await insert('bank', 'pending', false);
    await insert('scopes:1', 'processing', true);
    await insert('scopes:2', 'pending', false);
    expect(await emptyBank(db, before)).toBe(1);
    const rows = await db.query(sql`
      select subject, status, completed_at is not null as ended, lease_token is null as free from operations
      where bank_uid = ${(await scopeOf()).bankUid} order by subject, status`);
    expect(rows).toEqual([
      { subject: 'bank', status: 'cancelled', ended: true, free: true },
      { subject: 'bank', status: 'pending', ended: false, free: true },
      { subject: 'scopes:1', status: 'pending', ended: false, free: true },
      { subject: 'scopes:2', status: 'pending', ended: false, free: true },
    ]);
  });

  it('was last written, and ended its operations, at the time of the transaction', async () => {
    await say('The boat is blue.');
    const before = await scopeOf();
    await db.query(sql`delete from operations where bank_uid = ${before.bankUid}`);
    for (const [status, lease] of [
      ['processing', newId()],
      ['pending', null],
    ])
      await db.query(sql`
        insert into operations (bank_uid, id, type, subject, status, actor_kind, actor_label, lease_token, lease_until)
        values (${before.bankUid}, ${newId()}, 'consolidation', 'bank', ${status}, 'anonymous', 'test', ${lease},
          case when ${lease}::uuid is not null then '2100-01-01'::timestamptz end)`);
    const now = await db.transaction(async (tx) => {
      const [start] = await tx.query<{ now: Date }>(sql`select now()::timestamptz(3) as now`);
      await recreateEmpty(tx, before, 100);
      return start!.now;
    });
    const [times] = await db.query(sql`
      select b.last_write_at, o.completed_at from banks b join operations o on o.bank_uid = b.uid and o.status = 'cancelled'
      where b.org_id = ${orgId} and b.id = 'b'`);
    expect(times).toEqual({ last_write_at: now, completed_at: now });
  });

  it('publishes waiting and running operations again', async () => {
    await say('The boat is blue.');
    const before = await scopeOf();
    await retainLater({ db }, before, retainBody.parse({ items: [{ content: 'The door is green.' }], async: true }), null);
    await emptyBank(db, before);
    const after = await scopeOf();
    // The reaper takes operations that have had no job for ten seconds.
    await db.query(sql`update operations set updated_at = now() - interval '11 seconds' where bank_uid = ${after.bankUid}`);
    const runner = await quickRunner(jobApp(db));
    await eventually(async () => (await unitsOf(after)) === 1, 'the retain that had waited');
    await runner.stop();
  });
});

it('lists every table with content, referencing tables first', async () => {
  const keys = await db.query<{ child: string; parent: string }>(sql`
    select t.relname as child, f.relname as parent from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = ${schemaOf(db)}::regnamespace and t.relname <> f.relname`);
  const place = (table: string): number => (CONTENT as readonly string[]).indexOf(table);
  const late = keys.filter(({ child, parent }) => place(parent) >= 0 && !(place(child) >= 0 && place(child) < place(parent)));
  expect(late).toEqual([]);
  const small = [
    'api_key_banks',
    'bank_changes',
    'bank_moving',
    'bank_stats',
    'memory_tallies',
    'memory_tombstones',
    'mental_model_versions',
    'mental_models',
    'model_block_sources',
    'block_decisions',
    'directives',
    'knowledge_folders',
    'operation_lanes',
    'tag_tallies',
    'time_tallies',
  ];
  expect([...CONTENT, ...small].sort()).toEqual(await tablesOfBanks());
});
