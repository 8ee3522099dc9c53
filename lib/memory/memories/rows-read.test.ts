import { describe, expect, it } from 'vitest';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { bankScope } from '#e2e/fixtures/database';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { day, insert, unit } from '#e2e/fixtures/synthetic-memories';
import { array, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
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

  it('that are still true reads for the total only those that are not', async () => {
    const typeOf = (i: number) => (i % 7 === 0 ? 'observation' : i % 5 === 0 ? 'experience' : 'world');
    const units = Array.from({ length: 1000 }, (_, i) =>
      unit('river', {
        type: typeOf(i),
        document: i % 7 === 0 ? null : 'notes',
        live: i % 7 === 0 || i % 11 > 0,
        mentionedAt: day(i % 300),
      }),
    );
    const scope = await insert(db, await bankScope(db, orgId, 'current'), units);
    const bank = scope.bankUid;
    const entity = newId();
    const isLive = sql`exists (select from memories m where m.bank_uid = ${bank} and m.id = x.memory_id and m.state = 'valid')`;
    await db.query(sql`insert into entities (bank_uid, id, canonical_name, kind) values (${bank}, ${entity}, 'Ana', 'PERSON')`);
    await db.query(sql`
      with named as materialized (select m.id from memories m where m.bank_uid = ${bank} and m.fact_type = 'world')
      insert into memory_entities (bank_uid, memory_id, entity_id) select ${bank}::bigint, id, ${entity}::uuid from named`);
    await db.query(sql`
      insert into observation_sources (bank_uid, observation_id, memory_id) values (${bank}, ${units[700]!.id}, ${units[1]!.id}), (${bank}, ${units[7]!.id}, ${units[1]!.id})`);
    await db.query(sql`
      update entities e set mention_count = (select count(*) from memory_entities x where x.bank_uid = ${bank} and ${isLive}) where e.bank_uid = ${bank}`);
    const ended = [3, 5, 11, 22, 700, 701, 901].map((i) => units[i]!.id);
    await db.query(sql`update memories set valid_to = now() where bank_uid = ${bank} and id = any(${array(ended, 'uuid[]')})`);
    await db.query(sql`vacuum analyze memories`);
    await db.query(sql`vacuum analyze memory_entities`);
    const past = new Date();
    await db.transaction(async (tx) => {
      const read = async (query: object) => {
        const before = await rowsRead(tx, 'memories');
        const { items, total } = await listMemories(tx, scope, {
          validity: 'current',
          tags_match: 'any',
          order: 'asc',
          offset: 0,
          limit: 0,
          ...query,
        });
        return { items, total, rows: (await rowsRead(tx, 'memories')) - before };
      };
      const filters = [
        {},
        { type: ['world'] },
        { type: ['observation', 'experience'] },
        { state: 'invalidated' },
        { entity_id: entity },
        { entity_id: newId() },
      ];
      for (const filter of filters) {
        const { total, rows } = await read(filter);
        expect(rows).toBeLessThan(100);
        expect({ ...filter, total }).toEqual({ ...filter, total: (await read({ ...filter, limit: units.length })).items.length });
      }
      for (const filter of filters.flatMap((one) => [
        { ...one, as_of: past },
        { ...one, valid_at: past },
      ]))
        expect({ ...filter, total: (await read(filter)).total }).toEqual({
          ...filter,
          total: (await read({ ...filter, limit: units.length })).items.length,
        });
    });
  });
});
