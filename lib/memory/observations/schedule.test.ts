import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { type Db, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { registerHandler } from '#lib/jobs/operations/service';
import { updateConfig } from '#lib/memory/banks/configure';
import { currentBank } from '#lib/memory/banks/service';
import { updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { CONSOLIDATION, sweepForgotten } from '#lib/memory/observations/schedule';
import { consolidate } from '#lib/memory/observations/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

let db: Db;
let orgId: string;
let scope: BankScope;

beforeAll(async () => {
  registerHandler(consolidationHandler);
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.query(sql`delete from consolidation_items where bank_uid is not null`);
  ({ orgId } = await seedOrg(db));
  scope = await bankScope(db, orgId, 'bank');
});

const sweep = (bankDefaults: Record<string, unknown> = {}) =>
  sweepForgotten({ db, env: { bankDefaults } } as Parameters<typeof sweepForgotten>[0]);
const retainOne = (of: BankScope) =>
  retain({ db, embedder: builtinEmbedder() }, of, retainBody.parse({ items: [{ content: 'Ana: I live in Porto.' }] }));
const waitingOperations = (of: BankScope) =>
  db.query(sql`
    select o.status, o.payload->>'automatic' as automatic, j.id is not null as is_queued from operations o
    left join job_queue.job j on j.id = o.delivery_id where o.bank_uid = ${of.bankUid} and o.type = ${CONSOLIDATION} order by o.id`);
/** Memories that are pending, without an operation that would consolidate them. */
async function forgotten(of: BankScope): Promise<void> {
  await retainOne(of);
  await db.query(sql`delete from operations where bank_uid = ${of.bankUid}`);
}

test('queues one operation for each neglected bank, with many concurrent sweeps', async () => {
  const other = await bankScope(db, orgId, 'other');
  await bankScope(db, orgId, 'empty');
  for (const bank of [scope, other]) await forgotten(bank);
  const counts = await Promise.all([sweep(), sweep(), sweep()]);
  expect(counts.reduce((a, b) => a + b)).toBe(2);
  for (const bank of [scope, other])
    expect(await waitingOperations(bank)).toEqual([{ status: 'pending', automatic: 'true', is_queued: true }]);
});

test('queues no second operation while one waits, runs or has just failed, but does so long after a failure', async () => {
  await retainOne(scope);
  expect(await sweep()).toBe(0);
  await db.query(sql`
    update operations set status = 'failed', delivery_id = null, completed_at = now() - interval '50 minutes' where bank_uid = ${scope.bankUid}`);
  expect(await sweep()).toBe(0);
  await db.query(sql`update operations set completed_at = now() - interval '70 minutes' where bank_uid = ${scope.bankUid}`);
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
});

test('skips a bank without automatic consolidation, by bank or server setting', async () => {
  await forgotten(scope);
  expect(await sweep({ enable_auto_consolidation: false })).toBe(0);
  await db.query(sql`update banks set config = '{"enable_observations": false}' where uid = ${scope.bankUid}`);
  expect(await sweep()).toBe(0);
  await db.query(sql`update banks set config = '{"enable_auto_consolidation": true}' where uid = ${scope.bankUid}`);
  expect(await sweep({ enable_auto_consolidation: false })).toBe(1);
});

test('a bank without automatic consolidation queues nothing and derives no validity, until a caller asks', async () => {
  const services = { db, env: { bankDefaults: {} } };
  await updateConfig(services, scope, { enable_auto_consolidation: false });
  const now = async () => (await currentBank(db, scope))!;
  await retainOne(await now());
  const [memory] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid}`);
  const edit = { text: 'Ana: I live in Lisbon.', resolve_entities: true };
  await updateMemory({ db, embedder: builtinEmbedder() }, await now(), memory!.id, edit);
  expect(await waitingOperations(scope)).toEqual([]);
  const derived = async () =>
    (await db.query<{ n: number }>(sql`select validity_revision as n from banks where uid = ${scope.bankUid}`))[0]!.n;
  const before = await derived();
  const run = async (automatic: boolean) =>
    consolidationHandler.run(jobOf(jobApp(db), await now(), { automatic, sweep: false, within: null }));
  expect(await run(true)).toEqual({ result: { outcome: 'auto_consolidation_disabled' } });
  expect(await derived()).toBe(before);
  await run(false);
  expect(await derived()).toBeGreaterThan(before);
});

test('a bank without observations derives validity after each write and change, and lists nothing for consolidation', async () => {
  await updateConfig({ db, env: { bankDefaults: {} } }, scope, { enable_observations: false });
  const now = async () => (await currentBank(db, scope))!;
  const derived = async () =>
    (
      await db.query<{ is_derived: boolean }>(
        sql`select validity_revision = revision as is_derived from banks where uid = ${scope.bankUid}`,
      )
    )[0]!;
  const runWaiting = async () => {
    expect(await waitingOperations(scope)).toEqual([{ status: 'pending', automatic: 'true', is_queued: true }]);
    expect(await derived()).toEqual({ is_derived: false });
    const done = await consolidationHandler.run(jobOf(jobApp(db), await now(), { automatic: true, sweep: false, within: null }));
    expect(done).toEqual({ result: { outcome: 'observations_disabled' } });
    expect(await derived()).toEqual({ is_derived: true });
    await db.query(sql`delete from operations where bank_uid = ${scope.bankUid}`);
  };
  await retainOne(await now());
  await runWaiting();
  const [memory] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid}`);
  const edit = { text: 'Ana: I live in Lisbon.', resolve_entities: true };
  await updateMemory({ db, embedder: builtinEmbedder() }, await now(), memory!.id, edit);
  await runWaiting();
  expect(await db.query(sql`select 1 from consolidation_items where bank_uid = ${scope.bankUid}`)).toEqual([]);
});

test('consolidates earlier memories when observations are enabled, also if an operation already waits', async () => {
  const services = { db, env: { bankDefaults: {} } };
  const now = async () => (await currentBank(db, scope))!;
  await updateConfig(services, scope, { enable_observations: false });
  await retainOne(await now());
  const payloads = async () =>
    (await db.query<{ payload: unknown }>(sql`select payload from operations where bank_uid = ${scope.bankUid}`)).map(
      ({ payload }) => payload,
    );
  await updateConfig(services, await now(), { enable_observations: true });
  expect(await payloads()).toEqual([{ automatic: true, sweep: true }]);
  await db.query(sql`update operations set payload = '{"automatic": true, "sweep": false}' where bank_uid = ${scope.bankUid}`);
  await updateConfig(services, await now(), { enable_observations: false });
  await updateConfig(services, await now(), { enable_observations: null });
  expect(await payloads()).toEqual([{ automatic: true, sweep: true }]);
  await updateConfig(services, await now(), { enable_observations: true });
  expect(await payloads()).toHaveLength(1);
  await consolidationHandler.run(jobOf(jobApp(db), await now(), { automatic: true, sweep: true, within: null }));
  const [items] = await db.query<{ n: number }>(
    sql`select count(*) as n from consolidation_items where bank_uid = ${scope.bankUid} and status = 'done'`,
  );
  expect(items!.n).toBe(1);
});

test('queues nothing for pending items of invalidated memories', async () => {
  await forgotten(scope);
  await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid}`);
  expect(await sweep()).toBe(0);
});

test('joins the request of a caller with the waiting operation of a write, and makes it due', async () => {
  await retainOne(scope);
  const [waiting] = await db.query<{ id: string }>(sql`select id from operations where bank_uid = ${scope.bankUid}`);
  for (let n = 0; n < 2; n++) {
    expect(await consolidate(db, scope, null)).toEqual({ operation_id: waiting!.id, deduplicated: true });
    expect(await db.query(sql`select run_after <= now() as is_due, payload from operations where bank_uid = ${scope.bankUid}`)).toEqual([
      { is_due: true, payload: { automatic: false, sweep: true } },
    ]);
  }
  await retainOne(scope);
  expect(await waitingOperations(scope)).toEqual([{ status: 'pending', automatic: 'false', is_queued: true }]);
});

test('starts a deferred operation at once on request, and includes memories that were never enlisted', async () => {
  await forgotten(scope);
  const { operation_id: id } = await consolidate(db, scope, null);
  await db.query(sql`
    update operations set run_after = now() + interval '10 minutes', payload = '{"automatic": false, "sweep": false}' where bank_uid = ${scope.bankUid}`);
  expect(await consolidate(db, scope, null)).toEqual({ operation_id: id, deduplicated: true });
  expect(
    await db.query(sql`select run_after <= now() as is_due, payload from operations where bank_uid = ${scope.bankUid} and id = ${id}`),
  ).toEqual([{ is_due: true, payload: { automatic: false, sweep: true } }]);
  expect(await waitingOperations(scope)).toEqual([{ status: 'pending', automatic: 'false', is_queued: true }]);
});
