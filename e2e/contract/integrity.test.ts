import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillBank } from '#e2e/contract/filling';
import { brokenRules } from '#e2e/faults/integrity';
import { openWorld, type World } from '#e2e/fixtures/world';
import { type Db, sql } from '#lib/base/db/db';

/**
 * The invariants that the fault suites check also hold after ordinary writes, and each check
 * detects a violation.
 */

const ONE_UNIT = '(select id from memories order by id limit 1)';

/** An invariant, and a statement that violates it. */
const BREAKS: readonly (readonly [string, string])[] = [
  ['unit without its vector', `delete from memory_embeddings where memory_id = ${ONE_UNIT}`],
  ['unit without a document or chunk', `update memories set chunk_id = null where id = ${ONE_UNIT}`],
  [
    'unit of a chunk of another document',
    `update memories m set chunk_id = (select id from chunks c where c.document_uid <> m.document_uid limit 1) where id = ${ONE_UNIT}`,
  ],
  ['unit of a deleted chunk', `update memories set chunk_id = '00000000-0000-7000-8000-000000000000' where id = ${ONE_UNIT}`],
  ['vector that says another type or state than its unit', `update memory_embeddings set live = false where memory_id = ${ONE_UNIT}`],
  ['document whose chunks are not its text', 'update documents set text_length = text_length + 1'],
  ['document whose chunks are not counted from 0', 'update chunks set index = index + 1'],
  ['bank with a wrong count of units', 'update banks set unit_count = unit_count + 1'],
  ['bank with a wrong count of terms', 'update banks set term_count = term_count + 1'],
  ['bank with a speaker of whom nothing is live', "update banks set speakers = speakers || '{Nobody}'::text[]"],
  ['unit with a wrong count of sources', `update memories set proof_count = 2 where id = ${ONE_UNIT}`],
  ['row from after the last write of its bank', 'update documents set revision = revision + 100'],
  ['entity with a wrong count of mentions', 'update entities set mention_count = mention_count + 1'],
  ['entity without a name', 'delete from entity_aliases'],
  [
    'idempotency_keys of a deleted bank',
    `alter table idempotency_keys drop constraint idempotency_keys_bank_fk;
     insert into idempotency_keys (bank_uid, key, request_hash, response) values (999999, 'k', 'h', '{}')`,
  ],
];

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await fillBank(world);
  await world.server.stop();
});
afterAll(() => world?.close());

class Undo extends Error {}

/** Runs a statement, returns the result of `brokenRules`, and rolls the statement back. */
async function afterwards(db: Db, statement: string): Promise<string[]> {
  let found: string[] = [];
  const undone = db.transaction(async (tx) => {
    for (const one of statement.split(';')) await tx.query(sql.raw(one));
    found = await brokenRules(tx);
    throw new Undo();
  });
  await expect(undone).rejects.toBeInstanceOf(Undo);
  return found;
}

test('ordinary writes violate no invariant, and each check detects a violation', async () => {
  await world.store.look(async (db) => {
    expect(await brokenRules(db)).toEqual([]);
    for (const [rule, statement] of BREAKS)
      expect(await afterwards(db, statement), rule).toContainEqual(expect.stringContaining(`${rule}: `));
  });
});
