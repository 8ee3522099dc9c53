import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { json, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { OPERATION_SORTS } from '#lib/jobs/operations/literals';
import { getOperation } from '#lib/jobs/operations/service';
import { children, find, list } from '#lib/jobs/operations/store';

withTestBank();

const PARENTS = 300;
const PARTS = 5;

it.skipIf(isCitus())('a list reads only the parts of its page in every order', async () => {
  await db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, status, children_total, completed_at)
    select ${scope.bankUid}::bigint, gen_random_uuid(), 'batch_retain', 'key', 'k', 'completed', ${PARTS}, now() from generate_series(1, ${PARENTS}::int)`);
  await db.query(sql`
    insert into operations (bank_uid, id, type, parent_id, part, actor_kind, actor_label, status, completed_at)
    select bank_uid, gen_random_uuid(), 'retain', id, i, 'key', 'k', 'completed', now()
    from operations cross join generate_series(1, ${PARTS}::int) i where bank_uid = ${scope.bankUid}`);
  await db.query(sql`analyze operations`);
  const page = {
    status: undefined,
    type: undefined,
    excludeParents: false,
    excludeParts: true,
    order: 'asc',
    limit: 20,
    offset: 0,
  } as const;
  for (const sort of OPERATION_SORTS) {
    const read = await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'operations');
      expect((await list(tx, scope, { ...page, sort })).rows.length).toBe(20);
      return (await rowsRead(tx, 'operations')) - before;
    });
    // The bank once for the counts, once for the page, and then the page with its parts.
    expect([sort, read <= 2 * PARENTS * (1 + PARTS) + 20 * (1 + PARTS)]).toEqual([sort, true]);
  }
});

it('an operation is read without the texts of its request, unless they are asked for', async () => {
  const payload = { positions: [0, 1], items: [{ content: 'words', document_id: 'd' }, { content: 'words' }] };
  const operation = async (status: string, result: object | null): Promise<string> => {
    const id = newId();
    await db.query(sql`
      insert into operations (bank_uid, id, type, parent_id, part, actor_kind, actor_label, status, payload, result, error_message)
      values (${scope.bankUid}, ${id}, 'retain', ${parentId}, 0, 'key', 'k', ${status}, ${json(payload)}, ${result && json(result)}, 'It failed.')`);
    return id;
  };
  const parentId = newId();
  await db.query(sql`
    insert into operations (bank_uid, id, type, actor_kind, actor_label, status, children_total)
    values (${scope.bankUid}, ${parentId}, 'batch_retain', 'key', 'k', 'failed', 3)`);
  const waiting = await operation('pending', null);
  const known = await operation('failed', { outcomes: [{ index: 0, document_id: 'd', outcome: 'failed', facts: 0 }] });
  const lost = await operation('failed', null);
  const payloads = Object.fromEntries((await children(db, scope, parentId)).map((part) => [part.id, part.payload]));
  const without = { positions: [0, 1], items: [{ document_id: 'd' }, { document_id: null }] };
  expect(payloads).toEqual({ [waiting]: null, [known]: null, [lost]: without });
  expect((await find(db, scope, waiting))?.payload).toBeNull();
  const whole = await getOperation(db, scope, waiting, { include_payload: true });
  expect(whole.task_payload).toEqual(payload);
  const { result_metadata } = await getOperation(db, scope, parentId, { include_payload: false });
  const outcome = { outcome: 'failed', facts: 0 };
  expect(result_metadata?.outcomes).toEqual([
    { ...outcome, index: 0, document_id: 'd' },
    { ...outcome, index: 0, document_id: 'd', reason: 'It failed.' },
    { ...outcome, index: 1, document_id: null, reason: 'It failed.' },
  ]);
});
