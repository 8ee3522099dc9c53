import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { array, type Db, type Row, sql, type Tx } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { behind, claim, end, lockRow, park, putBack, reopen } from '#lib/jobs/operations/store-runs';

withTestBank();

const OTHERS = 2000;

/** Waiting operations: `count` of them, each in these lanes and one of its own. */
const waiting = (count: number, lanes: readonly string[], isDelivered: boolean) =>
  db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, lanes, delivery_id)
    select ${scope.bankUid}::bigint, gen_random_uuid(), 'retain', 'key', 'k', ${array(lanes, 'text[]')} || array['own ' || gen_random_uuid()],
      case when ${isDelivered} then gen_random_uuid() end
    from generate_series(1, ${count}::int)`);
interface Added {
  readonly id: string;
  readonly delivery: string;
}
const add = async (lanes: readonly string[], id = newId()): Promise<Added> => {
  const delivery = newId();
  await db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, lanes, delivery_id)
    values (${scope.bankUid}, ${id}, 'retain', 'key', 'k', ${array(lanes, 'text[]')}, ${delivery})`);
  return { id, delivery };
};
const leaseOf = ({ id }: Added) => ({ bankUid: scope.bankUid, operationId: id, token: newId() });
const claimed = (one: Added, by: Pick<Db, 'query'> = db) =>
  claim({ ...db, query: by.query.bind(by) }, leaseOf(one), { deliveryId: one.delivery, deadlineSeconds: 60 });
const endOf = async (tx: Tx, one: Added) => {
  const row = (await lockRow(tx, scope.bankUid, one.id, null))!;
  await end(tx, row, { status: 'completed' });
  return (await behind(tx, row)).map(({ id }) => id);
};
const lanesOf = async ({ id }: Added): Promise<string[]> =>
  (
    await db.query<Row & { lane: string }>(sql`
      select lane from operation_lanes where bank_uid = ${scope.bankUid} and operation_id = ${id} order by lane`)
  ).map(({ lane }) => lane);

/** Smaller than any other id. */
const FIRST = '00000000-0000-7000-8000-000000000001';
const SECOND = '00000000-0000-7000-8000-000000000002';
/** Greater than any other id. */
const LAST = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

it.skipIf(isCitus())('a claim and an end read few rows, however many operations wait', async () => {
  const first = await add(['doc'], FIRST);
  await waiting(OTHERS, ['doc'], false);
  await waiting(OTHERS, [], true);
  const next = await add(['doc'], SECOND);
  const other = await add(['another'], LAST);
  const rows = await db.transaction(async (tx) => {
    const counts: number[] = [await rowsRead(tx, 'operations')];
    expect(await claimed(other, tx)).not.toBeNull();
    counts.push(await rowsRead(tx, 'operations'));
    expect(await claimed(next, tx)).toBeNull();
    expect(await park(tx, scope.bankUid, next.id, next.delivery)).toBe(true);
    counts.push(await rowsRead(tx, 'operations'));
    expect(await claimed(first, tx)).not.toBeNull();
    expect(await endOf(tx, first)).toEqual([next.id]);
    counts.push(await rowsRead(tx, 'operations'));
    return counts;
  });
  expect(rows.at(-1)! - rows[0]!).toBeLessThan(100);
});

it('an operation of several lanes follows when it is the first of all', async () => {
  const first = await add(['a', 'c'], FIRST);
  const second = await add(['b', 'c']);
  const both = await add(['a', 'b']);
  for (const one of [second, both]) expect(await park(db, scope.bankUid, one.id, one.delivery)).toBe(true);
  expect(await db.transaction((tx) => endOf(tx, first))).toEqual([second.id]);
  expect(await db.transaction((tx) => endOf(tx, second))).toEqual([both.id]);
  expect(await db.transaction((tx) => endOf(tx, both))).toEqual([]);
});

it('lanes follow the state of their operation', async () => {
  const one = await add(['a', 'b']);
  expect(await lanesOf(one)).toEqual(['a', 'b']);
  expect(await claimed(one)).not.toBeNull();
  expect(await lanesOf(one)).toEqual(['a', 'b']);
  await db.transaction(async (tx) => {
    const row = (await lockRow(tx, scope.bankUid, one.id, null))!;
    await putBack(tx, row, { seconds: 0, errorCode: null, errorMessage: null });
  });
  expect(await lanesOf(one)).toEqual(['a', 'b']);
  await db.transaction((tx) => endOf(tx, one));
  expect(await lanesOf(one)).toEqual([]);
  await db.transaction(async (tx) => reopen(tx, (await lockRow(tx, scope.bankUid, one.id, null))!, scope.actor));
  expect(await lanesOf(one)).toEqual(['a', 'b']);
  await db.query(sql`delete from operations where bank_uid = ${scope.bankUid}`);
  expect(await lanesOf(one)).toEqual([]);
});
