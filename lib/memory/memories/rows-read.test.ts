import { describe, expect, it } from 'vitest';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { bankScope } from '#e2e/fixtures/database';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { day, insert, unit } from '#e2e/fixtures/synthetic-memories';
import { sql } from '#lib/base/db/db';
import { countMemories, listMemories } from '#lib/memory/memories/service';

withTestDatabase();
withTestOrg();

/** Workers of Citus do not report the rows that they read. */
describe.skipIf(isCitus())('a list of few memories', () => {
  it('that are superseded reads no other memories', async () => {
    const units = Array.from({ length: 2600 }, (_, i) => unit('river', { mentionedAt: day(i % 300) }));
    const scope = await insert(db, await bankScope(db, orgId, 'superseded'), units);
    const [replaced, later, ended, begun] = [units[700]!, units[900]!, units[1700]!, units[2000]!];
    const set = (id: string, fields: ReturnType<typeof sql>) =>
      db.query(sql`update memories set ${fields} where bank_uid = ${scope.bankUid} and id = ${id}`);
    await set(replaced.id, sql`superseded_by = ${later.id}, valid_to = mentioned_at`);
    await set(ended.id, sql`valid_to = now()`);
    await set(begun.id, sql`valid_from = now()`);
    await db.query(sql`vacuum analyze memories`);
    const query = { validity: 'superseded', tags_match: 'any', order: 'asc', limit: 9, offset: 0 } as const;
    await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'memories');
      const { items, total } = await listMemories(tx, scope, query);
      expect((await rowsRead(tx, 'memories')) - before).toBeLessThan(40);
      expect([items.map(({ id }) => id).sort(), total]).toEqual([[replaced.id, ended.id].sort(), 2]);
    });
    const current = { ...query, validity: 'current', time_field: 'mentioned_at' } as const;
    expect(await countMemories(db, scope, [current])).toEqual({ counts: [units.length - 2] });
  });
});
