import fc from 'fast-check';
import { expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { day, insert, type Unit, unit } from '#e2e/fixtures/synthetic-memories';
import { type Row, sql } from '#lib/base/db/db';
import { type KeyPair, readPartners, writeKeys } from '#lib/memory/validity/store';

withTestBank();

const MOST = 3;
const KEYS = [7n, 8n, 9n];
const write = (pairs: readonly KeyPair[]) =>
  db.transaction((tx) => writeKeys(tx, scope, [...new Set(pairs.map(({ memoryId }) => memoryId))], pairs));
const setTime = (id: string, at: Date | null) =>
  db.query(sql`update memories set mentioned_at = ${at}::timestamptz where bank_uid = ${scope.bankUid} and id = ${id}`);
const idsOf = async (keys: readonly bigint[], ends: boolean): Promise<string[]> =>
  (await readPartners(db, scope, { keys, ends, most: MOST })).map(({ memory }) => memory.id);

interface Stated {
  readonly unit: Unit;
  readonly at: Date | null;
  readonly keys: readonly bigint[];
  readonly ends: boolean;
}

/** Dated ones first, the latest first; of the same time, by id from the end. */
const byTime = (a: Stated, b: Stated): number =>
  (b.at?.getTime() ?? Number.NEGATIVE_INFINITY) - (a.at?.getTime() ?? Number.NEGATIVE_INFINITY) || (a.unit.id < b.unit.id ? 1 : -1);

it('the latest valid memories of each key are found, by the time that they have now', async () => {
  const times = fc.option(fc.nat(5).map(day), { freq: 4 });
  const stated = fc.record({
    first: times,
    at: times,
    isLive: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    keys: fc.subarray(KEYS),
    ends: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(stated, { maxLength: 30 }), async (list) => {
      await newTestBank();
      const all = list.map(({ first, isLive, ...one }) => ({ ...one, first, unit: unit('apple', { live: isLive }) }));
      await insert(
        db,
        scope,
        all.map((one) => one.unit),
      );
      for (const { unit, first } of all) await setTime(unit.id, first);
      await write(all.flatMap(({ unit, first, keys, ends }) => keys.map((key) => ({ memoryId: unit.id, key, ends, mentionedAt: first }))));
      for (const { unit, at } of all) await setTime(unit.id, at);
      for (const ends of [true, false]) {
        const latest = KEYS.flatMap((key) =>
          all
            .filter((one) => one.unit.live && one.ends === ends && one.keys.includes(key))
            .sort(byTime)
            .slice(0, MOST),
        );
        expect(await idsOf(KEYS, ends)).toEqual([...new Set(latest.map((one) => one.unit.id))].sort());
      }
    }),
    { numRuns: 20 },
  );
});

it('keys without the time of their memory, as in old archives, get it', async () => {
  const memories = [unit('apple', { mentionedAt: day(1) }), unit('apple', { mentionedAt: day(2) })];
  await insert(db, scope, memories);
  for (const { id } of memories)
    await db.query(sql`insert into validity_keys (bank_uid, memory_id, key, ends) values (${scope.bankUid}, ${id}, 7, false)`);
  const rows = await db.query<Row & { mentioned_at: Date }>(
    sql`select mentioned_at from validity_keys where bank_uid = ${scope.bankUid} order by mentioned_at`,
  );
  expect(rows.map((row) => row.mentioned_at)).toEqual([day(1), day(2)]);
});

it.skipIf(isCitus()).each(['without', 'with'])('no other rows of a key are read, %s statistics of keys', async (statistics) => {
  const memories = Array.from({ length: 400 }, (_, n) => unit('apple', { mentionedAt: day(n) }));
  await insert(db, scope, memories);
  await write(memories.map(({ id, mentionedAt }) => ({ memoryId: id, key: 7n, ends: false, mentionedAt })));
  // As a retain does.
  await db.query(sql`analyze memories`);
  if (statistics === 'with') await db.query(sql`analyze validity_keys`);
  const read = await db.transaction(async (tx) => {
    const rows = async () => [await rowsRead(tx, 'validity_keys'), await rowsRead(tx, 'memories')] as const;
    const [keys, units] = await rows();
    expect(await readPartners(tx, scope, { keys: [7n], ends: false, most: MOST })).toHaveLength(MOST);
    const [keysAfter, unitsAfter] = await rows();
    return [keysAfter - keys, unitsAfter - units];
  });
  // Each memory for its state, and for its columns.
  expect(read[0]).toBeLessThanOrEqual(MOST);
  expect(read[1]).toBeLessThanOrEqual(2 * MOST);
});
