import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { sql } from '#lib/base/db/db';
import { OPERATION_SORTS } from '#lib/jobs/operations/literals';
import { list } from '#lib/jobs/operations/store';

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
