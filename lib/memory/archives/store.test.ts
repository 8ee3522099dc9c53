import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { dropArchives } from '#lib/memory/archives/service';
import { insertBlock, insertSign } from '#lib/memory/archives/store';
import { currentBank, emptyBank } from '#lib/memory/banks/service';

withTestBank();

const EXPORTED = { type: 'bank', storage_key: 'k', download_url: 'u', filename: 'f' };

async function operation(status: string, result: object | null): Promise<string> {
  const id = newId();
  await db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, status, result)
    values (${scope.bankUid}, ${id}, 'export', 'key', 'k', ${status}, ${result && JSON.stringify(result)}::jsonb)`);
  return id;
}

/** The archives that exist: the operation and the numbers of its blocks. */
const archives = async (): Promise<unknown> =>
  Object.fromEntries(
    (
      await db.query<{ id: string; blocks: number[] }>(sql`
        select operation_id as id, array_agg(index order by index) as blocks from archive_blocks where bank_uid = ${scope.bankUid} group by 1`)
    ).map(({ id, blocks }) => [id, blocks]),
  );

const resultOf = async (id: string, { bankUid } = scope): Promise<unknown> =>
  (await db.query<{ result: unknown }>(sql`select result from operations where bank_uid = ${bankUid} and id = ${id}`))[0]?.result;

it('drops the archives of a bank except uploads for an operation that waits, and results no longer name them', async () => {
  const done = await operation('completed', EXPORTED);
  const failed = await operation('failed', null);
  const writing = await operation('pending', null);
  const upload = await operation('pending', null);
  await db.transaction(async (tx) => {
    for (const id of [done, failed, writing, upload]) await insertBlock(tx, scope, id, 0, Buffer.from('x'));
    for (const id of [done, writing]) await insertSign(tx, scope, id);
  });
  await db.transaction((tx) => dropArchives(tx, scope));
  expect(await archives()).toEqual({ [upload]: [0] });
  expect(await resultOf(done)).toEqual({ type: 'bank' });
});

it('clearing the bank deletes its archives, and results no longer name them', async () => {
  const done = await operation('completed', EXPORTED);
  await db.transaction((tx) => insertBlock(tx, scope, done, 0, Buffer.from('x')));
  await emptyBank(db, scope);
  const cleared = (await currentBank(db, scope))!;
  expect(await resultOf(done, cleared)).toEqual({ type: 'bank' });
});

it.skipIf(isCitus())('reads only operations with an archive', async () => {
  const done = await operation('completed', EXPORTED);
  await db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, status, result, completed_at)
    select ${scope.bankUid}, gen_random_uuid(), 'retain', 'key', 'k', 'completed', '{"outcomes": []}', now() from generate_series(1, 3000)`);
  await db.query(sql`analyze operations`);
  await db.transaction((tx) => insertBlock(tx, scope, done, 0, Buffer.from('x')));
  const read = await db.transaction(async (tx) => {
    const before = await rowsRead(tx, 'operations');
    await dropArchives(tx, scope);
    return (await rowsRead(tx, 'operations')) - before;
  });
  expect(await archives()).toEqual({});
  expect(read).toBeLessThan(20);
});
