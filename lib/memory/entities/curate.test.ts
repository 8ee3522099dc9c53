import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { runs } from '#e2e/fixtures/runs';
import { type Db, sql } from '#lib/base/db/db';
import { ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { deleteDocument } from '#lib/memory/documents/service';
import * as curate from '#lib/memory/entities/curate';
import { getEntity, listEntities, listEntityChanges, listEntitySuggestions } from '#lib/memory/entities/service';
import { deleteEntity } from '#lib/memory/purge/service';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

let day = 0;
/** One memory that mentions these entities, in its text as well. */
const say = (names: string, document_id = newId()) => {
  const people = names.split(', ');
  const content = `${people.join(' met ')} ${newId().slice(-6)}`;
  const timestamp = new Date(Date.UTC(2024, 0, ++day)).toISOString();
  const entities = people.map((text) => ({ text, type: 'PERSON' }));
  return retain({ db, embedder: builtinEmbedder() }, scope, retainBody.parse({ items: [{ content, timestamp, document_id, entities }] }));
};

const listed = async () =>
  (await listEntities(db, scope, { q: undefined, kind: undefined, limit: 100, offset: 0 })).items.map(
    ({ canonical_name, mention_count }) => `${canonical_name} ${mention_count}`,
  );
const idOf = async (name: string): Promise<string> => {
  const [row] = await db.query<{ entity_id: string }>(
    sql`select entity_id from entity_aliases where bank_uid = ${scope.bankUid} and name = ${name}`,
  );
  return row!.entity_id;
};
type MoveOptions = Parameters<typeof curate.mergeEntity>[4];
const merge = async (name: string, into: string, options?: MoveOptions) =>
  curate.mergeEntity(db, scope, await idOf(name), await idOf(into), options);
const undo = async (of: string, change: string, options?: MoveOptions) =>
  curate.undoEntityChange(db, scope, await idOf(of), change, options);

/** All rows about entities, with all columns. */
const everything = async (): Promise<unknown> =>
  db.query(sql`
    select (select json_agg(e order by e.id) from entities e where e.bank_uid = ${scope.bankUid}) as entities,
      (select json_agg(a order by a.key) from entity_aliases a where a.bank_uid = ${scope.bankUid}) as aliases,
      (select json_agg(x order by x.memory_id, x.entity_id) from memory_entities x where x.bank_uid = ${scope.bankUid}) as mentions`);

describe('a merge', () => {
  it('moves spellings and memories, immediately and in recall too', async () => {
    await say('Robert, Ann');
    await say('Bob, Ann');
    await say('Robert, Bob');
    const bob = await idOf('Bob');
    const { entity, memory_units, change_id } = await merge('Bob', 'Robert');
    expect(entity).toMatchObject({ canonical_name: 'Robert', mention_count: 3, aliases: [{ name: 'Bob' }, { name: 'Robert' }] });
    expect([memory_units, change_id]).toEqual([2, expect.any(String)]);
    expect(await listed()).toEqual(['Robert 3', 'Ann 2']);
    const { results } = await recall({ db, embedder: builtinEmbedder() }, scope, recallBody.parse({ query: 'Whom did Bob meet?' }));
    expect(results.every(({ entities }) => entities?.includes('Robert') && !entities.includes('Bob'))).toBe(true);
    await expect(getEntity(db, scope, bob)).rejects.toThrow(`was merged into '${entity.id}'`);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('applies to memories that are retained later', async () => {
    await say('Robert');
    await say('Bob');
    await merge('Bob', 'Robert');
    await say('Bob');
    expect(await listed()).toEqual(['Robert 3']);
  });

  it('creates one revision and records its actor', async () => {
    await say('Robert');
    await say('Bob');
    const revision = async () =>
      (await db.query<{ revision: number }>(sql`select revision from banks where uid = ${scope.bankUid}`))[0]!.revision;
    const before = await revision();
    await merge('Bob', 'Robert');
    expect(await revision()).toBe(before + 1);
    const { items, total } = await listEntityChanges(db, scope, await idOf('Robert'), { limit: 10, offset: 0 });
    expect(total).toBe(1);
    expect(items).toMatchObject([{ kind: 'merge', by: 'test', other: { canonical_name: 'Bob' }, memory_units: 1, undone_at: null }]);
  });

  it('is rejected with itself, with a missing entity and in a missing bank', async () => {
    await say('Robert');
    const id = await idOf('Robert');
    await expect(curate.mergeEntity(db, scope, id, id)).rejects.toThrow(ValidationFailure);
    await expect(curate.mergeEntity(db, scope, id, newId())).rejects.toMatchObject({ code: 'not_found' });
    await expect(curate.mergeEntity(db, scope, newId(), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(curate.mergeEntity(db, { ...scope, bankUid: 0 }, id, newId())).rejects.toMatchObject({ code: 'not_found' });
    expect(await listed()).toEqual(['Robert 1']);
  });

  it('of a merged entity must be undone step by step, as the error says', async () => {
    for (const names of ['Robert', 'Bob', 'Rob']) await say(names);
    const [bob, robert] = [await idOf('Bob'), await idOf('Robert')];
    const first = await merge('Rob', 'Bob');
    const second = await merge('Bob', 'Robert');
    await expect(curate.undoEntityChange(db, scope, bob, first.change_id!)).rejects.toMatchObject({
      code: 'not_found',
      message: `Entity '${bob}' was merged into entity '${robert}'. Undo that merge first.`,
    });
    await undo('Robert', second.change_id!);
    await undo('Bob', first.change_id!);
    expect((await listed()).sort()).toEqual(['Bob 1', 'Rob 1', 'Robert 1']);
  });

  it('can be undone completely', async () => {
    for (const names of ['Robert, Ann', 'Bob', 'Robert, Bob', 'Ann']) await say(names);
    const before = await everything();
    const { change_id } = await merge('Bob', 'Robert');
    const { other, memory_units } = await undo('Robert', change_id!);
    expect([other?.canonical_name, memory_units]).toEqual(['Bob', 2]);
    expect(await everything()).toEqual(before);
    await expect(undo('Robert', change_id!)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('and its undo count repetitions of a memory in the first and last mention', async () => {
    const repeat = (timestamp: string) =>
      retain(
        { db, embedder: builtinEmbedder() },
        scope,
        retainBody.parse({
          items: [{ content: 'Bob met Ann.', timestamp, document_id: newId(), entities: [{ text: 'Bob' }, { text: 'Ann' }] }],
        }),
      );
    for (const timestamp of ['2023-06-01T12:00:00Z', '2023-06-01T18:00:00Z', '2023-06-01T06:00:00Z']) await repeat(timestamp);
    await say('Robert');
    const { entity, change_id } = await merge('Bob', 'Robert');
    expect(entity).toMatchObject({ mention_count: 2, first_seen: '2023-06-01T06:00:00+00:00' });
    expect(await inconsistencies(db, scope)).toEqual([]);
    await undo('Robert', change_id!);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('divides newer memories by their spelling when it is undone', async () => {
    for (const names of ['Robert', 'Bob']) await say(names);
    const { change_id } = await merge('Bob', 'Robert');
    for (const names of ['Bob', 'Robert', 'Bob, Robert', 'Bob, Ann']) await say(names);
    await undo('Robert', change_id!);
    expect((await listed()).toSorted()).toEqual(['Ann 1', 'Bob 4', 'Robert 3']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('restores the memories that still exist when it is undone', async () => {
    await say('Robert');
    await say('Bob', 'gone');
    await say('Bob, Ann', 'stays');
    const { change_id } = await merge('Bob', 'Robert');
    await deleteDocument(db, scope, 'gone');
    await undo('Robert', change_id!);
    expect((await listed()).toSorted()).toEqual(['Ann 1', 'Bob 1', 'Robert 1']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('can be undone in any order, at once and in parts', async () => {
    const NAMES = ['Ada', 'Bea', 'Cid', 'Dov', 'Eli'];
    const units = fc.array(fc.subarray(NAMES, { minLength: 1 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        units,
        fc.subarray(NAMES, { minLength: 2 }),
        fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
        fc.constantFrom(1, 2, 5000),
        async (lines, chosen, picks, atOnce) => {
          await newTestBank();
          for (const names of [...lines, NAMES]) await say(names.join(', '));
          const before = await everything();
          const [target, ...sources] = chosen as [string, ...string[]];
          const open: string[] = [];
          for (const name of sources) open.push((await merge(name, target, { atOnce })).change_id!);
          expect(await inconsistencies(db, scope)).toEqual([]);
          for (const pick of picks) {
            const [change] = open.splice(pick % Math.max(1, open.length), 1);
            if (change) await undo(target, change, { atOnce });
            expect(await inconsistencies(db, scope)).toEqual([]);
          }
          expect(await everything()).toEqual(before);
        },
      ),
      { numRuns: runs(12) },
    );
  });

  it('can be undone link by link through a chain', async () => {
    for (const names of ['Ada', 'Bea', 'Cid', 'Ada, Bea', 'Bea, Cid', 'Ada, Cid']) await say(names);
    const before = await everything();
    const bea = await idOf('Bea');
    const first = await merge('Ada', 'Bea');
    const second = await merge('Bea', 'Cid');
    expect(await listed()).toEqual(['Cid 6']);
    await undo('Cid', second.change_id!);
    await curate.undoEntityChange(db, scope, bea, first.change_id!);
    expect(await everything()).toEqual(before);
  });
});

/** Fails from this transaction on. */
const failingAfter = (transactions: number): Db => {
  let left = transactions;
  return {
    ...db,
    transaction: (work, options) => (left-- > 0 ? db.transaction(work, options) : Promise.reject(new Error('interrupted'))),
  };
};

describe('a merge in parts', () => {
  const NAMES = ['Bob', 'Bob, Ann', 'Bob', 'Robert', 'Robert, Bob', 'Bob, Ann', 'Robert, Bob', 'Bob', 'Robert, Ann'];
  const inParts = async (of: Db = db) => curate.mergeEntity(of, scope, await idOf('Bob'), await idOf('Robert'), { atOnce: 2 });
  const interrupted = async () => {
    for (const names of NAMES) await say(names);
    await expect(inParts(failingAfter(2))).rejects.toThrow('interrupted');
  };

  it('has the same result as in one, and can be undone completely', async () => {
    for (const names of NAMES) await say(names);
    const before = await everything();
    const atOnce = await merge('Bob', 'Robert');
    const merged = await everything();
    await undo('Robert', atOnce.change_id!);
    const parts = await inParts();
    expect(parts).toEqual({ ...atOnce, change_id: expect.any(String) });
    expect(await everything()).toEqual(merged);
    await undo('Robert', parts.change_id!);
    expect(await everything()).toEqual(before);
  });

  it('moves each memory from one entity to the other, and the spellings last', async () => {
    await interrupted();
    expect(await listed()).toEqual(['Robert 7', 'Ann 3', 'Bob 3']);
    // The first and last mention of the source do not change until it is deleted.
    expect(await inconsistencies(db, scope)).toEqual([expect.stringContaining('the time of an entity (Bob)')]);
    await say('Bob');
    expect(await listed()).toEqual(['Robert 7', 'Bob 4', 'Ann 3']);
  });

  it.each([
    ['the same merge', async () => expect(await inParts()).toMatchObject({ entity: { mention_count: 10 }, other: null, memory_units: 8 })],
    ['a rename', async () => curate.updateEntity(db, scope, await idOf('Robert'), { kind: 'POET' })],
    ['another merge', async () => expect(merge('Bob', 'Ann')).rejects.toThrow('was merged into')],
    [
      'a mark as different',
      async () => expect(curate.keepEntitiesApart(db, scope, await idOf('Bob'), await idOf('Ann'))).rejects.toThrow('was merged into'),
    ],
    ['a deletion', async () => expect(deleteEntity({ db }, scope, await idOf('Bob'), { shared: true })).rejects.toThrow('was merged into')],
  ])('is finished by %s if it was interrupted', async (_, next) => {
    await interrupted();
    const bob = await idOf('Bob');
    await say('Bob');
    await next();
    expect(await listed()).toEqual(['Robert 10', 'Ann 3']);
    expect(await inconsistencies(db, scope)).toEqual([]);
    const { items } = await listEntityChanges(db, scope, await idOf('Robert'), { limit: 10, offset: 0 });
    const change = items.find(({ kind }) => kind === 'merge')!;
    expect(change).toMatchObject({ memory_units: 8, undone_at: null });
    const { other } = await undo('Robert', change.id);
    expect(other).toMatchObject({ id: bob, mention_count: 8 });
    expect((await listed()).toSorted()).toEqual(['Ann 3', 'Bob 8', 'Robert 4']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is undone by its undo, finished or not', async () => {
    for (const names of NAMES) await say(names);
    const before = await everything();
    await expect(inParts(failingAfter(2))).rejects.toThrow('interrupted');
    const { items } = await listEntityChanges(db, scope, await idOf('Robert'), { limit: 10, offset: 0 });
    await undo('Robert', items[0]!.id);
    expect(await everything()).toEqual(before);
  });

  it('is in the recall cache once it is finished', async () => {
    const embedder = builtinEmbedder();
    const namesFound = async () => {
      const { results } = await recall(
        { db, embedder },
        scope,
        recallBody.parse({ query: 'Whom did Bob meet?', include: { entities: {} } }),
      );
      return new Set(results.flatMap(({ entities }) => entities ?? []));
    };
    for (const names of NAMES) await say(names);
    expect([...(await namesFound())].toSorted()).toEqual(['Ann', 'Bob', 'Robert']);
    await inParts();
    expect([...(await namesFound())].toSorted()).toEqual(['Ann', 'Robert']);
  });
});

describe('an undo of a merge in parts', () => {
  const NAMES = ['Bob', 'Bob, Ann', 'Robert', 'Robert, Bob', 'Bob', 'Robert, Bob', 'Robert, Ann'];
  const merged = async () => {
    for (const names of NAMES) await say(names);
    const before = await everything();
    return { before, change: (await merge('Bob', 'Robert')).change_id! };
  };
  const inParts = async (change: string, of: Db = db) => curate.undoEntityChange(of, scope, await idOf('Robert'), change, { atOnce: 2 });

  it('has the same result as in one', async () => {
    const { before, change } = await merged();
    const { entity, other, memory_units } = await inParts(change);
    expect([entity.mention_count, other?.mention_count, memory_units]).toEqual([4, 5, 5]);
    expect(await everything()).toEqual(before);
    await expect(undo('Robert', change)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('moves each memory from one entity to the other, and the spellings last', async () => {
    const { change } = await merged();
    await expect(inParts(change, failingAfter(1))).rejects.toThrow('interrupted');
    expect(await listed()).toEqual(['Robert 5', 'Ann 2', 'Bob 2']);
    await say('Bob');
    expect(await listed()).toEqual(['Robert 6', 'Ann 2', 'Bob 2']);
  });

  it.each([1, 2, 3])('is finished by the next change of either entity after %i parts', async (parts) => {
    const bob = await merged().then(async ({ before, change }) => {
      await expect(inParts(change, failingAfter(parts))).rejects.toThrow('interrupted');
      const robert = await idOf('Robert');
      const { items } = await listEntityChanges(db, scope, robert, { limit: 1, offset: 0 });
      await curate.updateEntity(db, scope, parts === 1 ? robert : items[0]!.other!.id!, { canonical_name: parts === 1 ? 'Robert' : 'Bob' });
      expect(await everything()).toEqual(before);
      return idOf('Bob');
    });
    expect(await inconsistencies(db, scope)).toEqual([]);
    expect(await getEntity(db, scope, bob)).toMatchObject({ canonical_name: 'Bob', mention_count: 5, aliases: [{ key: 'bob' }] });
  });

  it('divides memories that are retained meanwhile by their spelling', async () => {
    const { change } = await merged();
    await expect(inParts(change, failingAfter(2))).rejects.toThrow('interrupted');
    for (const names of ['Bob', 'Robert', 'Robert, Bob', 'Bob']) await say(names);
    const repeated = await undo('Robert', change);
    expect(repeated).toMatchObject({ entity: { mention_count: 6 }, other: { mention_count: 8 }, change_id: null });
    await expect(undo('Robert', change)).rejects.toMatchObject({ code: 'conflict' });
    expect((await listed()).toSorted()).toEqual(['Ann 2', 'Bob 8', 'Robert 6']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is not taken for an earlier undo of a merge into another entity', async () => {
    for (const names of [...NAMES, 'Cid', 'Cid, Bob']) await say(names);
    const before = await everything();
    await undo('Cid', (await merge('Bob', 'Cid')).change_id!);
    const { change_id } = await merge('Bob', 'Robert');
    await expect(inParts(change_id!, failingAfter(1))).rejects.toThrow('interrupted');
    await curate.updateEntity(db, scope, await idOf('Cid'), { canonical_name: 'Cid' });
    expect((await listed()).toSorted()).toEqual(['Ann 2', 'Bob 2', 'Cid 2', 'Robert 6']);
    await curate.updateEntity(db, scope, await idOf('Robert'), { canonical_name: 'Robert' });
    expect(await everything()).toEqual(before);
  });

  it('is in the recall cache once it is finished', async () => {
    const embedder = builtinEmbedder();
    const namesFound = async () => {
      const { results } = await recall({ db, embedder }, scope, recallBody.parse({ query: 'Whom did Bob meet?' }));
      return [...new Set(results.flatMap(({ entities }) => entities ?? []))].toSorted();
    };
    const { change } = await merged();
    expect(await namesFound()).toEqual(['Ann', 'Robert']);
    await inParts(change);
    expect(await namesFound()).toEqual(['Ann', 'Bob', 'Robert']);
  });
});

describe('a split in parts', () => {
  const NAMES = ['Robert', 'Bob', 'Robert, Bob', 'Bob, Ann', 'Bob', 'Rob, Bob', 'Rob'];
  const joined = async () => {
    for (const names of NAMES) await say(names);
    await merge('Bob', 'Robert');
    await merge('Rob', 'Robert');
    return everything();
  };
  const inParts = async (of: Db = db, canonical_name?: string) =>
    curate.splitEntity(of, scope, await idOf('Robert'), { aliases: ['bob'], canonical_name }, { atOnce: 2 });

  it('and its undo have the same results as in one', async () => {
    const before = await joined();
    const atOnce = await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'] });
    await undo('Robert', atOnce.change_id!);
    expect(await everything()).toEqual(before);
    const split = await inParts();
    const ids = { id: expect.any(String) };
    expect(split).toEqual({ ...atOnce, change_id: expect.any(String), other: { ...atOnce.other, ...ids } });
    expect(split).toMatchObject({ entity: { mention_count: 4 }, other: { mention_count: 5 }, memory_units: 5 });
    expect(await inconsistencies(db, scope)).toEqual([]);
    const undone = await undo('Robert', split.change_id!, { atOnce: 2 });
    expect(undone).toMatchObject({ entity: { mention_count: 7 }, other: null, memory_units: 5 });
    expect(await everything()).toEqual(before);
  });

  it.each([1, 2, 3])('is finished by the next change if it was interrupted after %i parts, with newer memories', async (parts) => {
    const before = await joined();
    // Before the first part, no transaction reads the texts.
    await expect(inParts(failingAfter(parts), 'Bob Frost')).rejects.toThrow('interrupted');
    expect(await idOf('Bob')).toBe(await idOf('Robert'));
    const { items } = await listEntityChanges(db, scope, await idOf('Robert'), { limit: 10, offset: 0 });
    const split = items.find(({ kind }) => kind === 'split')!;
    for (const names of ['Bob', 'Robert', 'Robert, Bob Frost']) await say(names, 'newer');
    await curate.updateEntity(db, scope, split.other!.id!, { canonical_name: 'Bob Frost' });
    expect((await getEntity(db, scope, await idOf('Bob'))).aliases.map(({ key }) => key)).toEqual(['bob', 'bob frost']);
    expect(await inconsistencies(db, scope)).toEqual([]);
    expect((await listed()).toSorted()).toEqual(['Ann 1', 'Bob Frost 6', 'Robert 5']);
    await deleteDocument(db, scope, 'newer');
    await undo('Robert', split.id, { atOnce: 2 });
    await db.query(sql`delete from entity_aliases where bank_uid = ${scope.bankUid} and key = 'bob frost'`);
    expect(await everything()).toEqual(before);
  });

  it.each([1, 2, 3])('is undone completely if the undo was interrupted after %i parts', async (parts) => {
    const before = await joined();
    const { change_id } = await inParts();
    const interrupted = curate.undoEntityChange(failingAfter(parts), scope, await idOf('Robert'), change_id!, { atOnce: 2 });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await idOf('Bob')).toBe(await idOf('Robert'));
    await say('Bob', 'newer');
    await merge('Ann', 'Robert').then(async ({ change_id }) => undo('Robert', change_id!));
    expect((await listed()).toSorted()).toEqual(['Ann 1', 'Robert 8']);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await deleteDocument(db, scope, 'newer');
    expect(await everything()).toEqual(before);
    const { items } = await listEntityChanges(db, scope, await idOf('Robert'), { limit: 10, offset: 0 });
    expect(items.find(({ id }) => id === change_id)).toMatchObject({ kind: 'split', undone_at: expect.any(String) });
  });

  it.each([undefined, 'Bob Frost'])('returns its result if it is repeated after an interruption (name: %s)', async (name) => {
    const before = await joined();
    await expect(inParts(failingAfter(1), name)).rejects.toThrow('interrupted');
    const { entity, other, change_id, memory_units } = await inParts(db, name);
    expect([entity.mention_count, other?.mention_count, other?.canonical_name, memory_units]).toEqual([4, 5, name ?? 'Bob', 5]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await expect(curate.undoEntityChange(failingAfter(1), scope, entity.id, change_id!, { atOnce: 2 })).rejects.toThrow('interrupted');
    expect(await undo('Robert', change_id!)).toMatchObject({ entity: { mention_count: 7 }, other: null, change_id: null });
    await db.query(sql`delete from entity_aliases where bank_uid = ${scope.bankUid} and key = 'bob frost'`);
    expect(await everything()).toEqual(before);
  });

  it('is finished before another split, which is refused for the spellings that have left', async () => {
    await joined();
    await expect(inParts(failingAfter(1))).rejects.toThrow('interrupted');
    const robert = await idOf('Robert');
    await expect(curate.splitEntity(db, scope, robert, { aliases: ['bob', 'rob'] })).rejects.toThrow("'bob' is not a spelling");
    expect((await listed()).toSorted()).toEqual(['Ann 1', 'Bob 5', 'Robert 4']);
  });

  it('includes memories that are retained and deleted while its texts are read', async () => {
    await joined();
    await say('Bob', 'deleted');
    /** Writes once, between the reading of the texts and the first transaction. */
    const interleaved: Db = {
      ...db,
      transaction: async (work, options) => {
        await deleteDocument(db, scope, 'deleted');
        await say('Bob', 'added');
        return db.transaction(work, options);
      },
    };
    const { other, memory_units } = await curate.splitEntity(interleaved, scope, await idOf('Robert'), { aliases: ['bob'] });
    expect([other?.mention_count, memory_units]).toEqual([6, 6]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('begins with the spellings of an interrupted merge', async () => {
    for (const names of NAMES) await say(names);
    await expect(curate.mergeEntity(failingAfter(1), scope, await idOf('Bob'), await idOf('Robert'), { atOnce: 2 })).rejects.toThrow(
      'interrupted',
    );
    const { other } = await inParts();
    expect(other).toMatchObject({ canonical_name: 'Bob', mention_count: 5 });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('a split', () => {
  /** Three people whom the store treats as one. */
  const joined = async () => {
    for (const names of ['Robert', 'Bob', 'Robert, Bob', 'Rob']) await say(names);
    await merge('Bob', 'Robert');
    await merge('Rob', 'Robert');
  };

  it('divides the memories by the spellings that they use', async () => {
    await joined();
    const { entity, other, memory_units } = await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'] });
    expect(entity).toMatchObject({ canonical_name: 'Robert', mention_count: 3, aliases: [{ key: 'rob' }, { key: 'robert' }] });
    expect(other).toMatchObject({ canonical_name: 'Bob', mention_count: 2, kind: 'PERSON', aliases: [{ key: 'bob', name: 'Bob' }] });
    expect(memory_units).toBe(2);
    await say('Bob');
    expect(await listed()).toEqual(['Bob 3', 'Robert 3']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('divides memories without a name in their text by their recorded spelling', async () => {
    const given = (text: string) =>
      retain(
        { db, embedder: builtinEmbedder() },
        scope,
        retainBody.parse({
          items: [{ content: `The shop closes late ${newId().slice(-6)}`, document_id: newId(), entities: [{ text, type: 'PERSON' }] }],
        }),
      );
    for (const name of ['Robert', 'Bob', 'Bob']) await given(name);
    const { change_id } = await merge('Bob', 'Robert');
    const joinedUp = await everything();
    const { memory_units, change_id: split } = await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'] });
    expect(memory_units).toBe(2);
    expect(await listed()).toEqual(['Bob 2', 'Robert 1']);
    await undo('Robert', split!);
    expect(await everything()).toEqual(joinedUp);
    expect(change_id).not.toBeNull();
  });

  it('renames the entity if its name leaves, and uses the given name for the new one', async () => {
    await joined();
    const id = await idOf('Robert');
    const { entity, other } = await curate.splitEntity(db, scope, id, { aliases: ['Robert', 'rob'], canonical_name: 'Robert Frost' });
    expect(entity.canonical_name).toBe('Bob');
    expect(other).toMatchObject({ canonical_name: 'Robert Frost', aliases: [{ key: 'rob' }, { key: 'robert' }, { key: 'robert frost' }] });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('can be undone completely', async () => {
    await joined();
    const before = await everything();
    const split = async () => curate.splitEntity(db, scope, await idOf('Bob'), { aliases: ['robert', 'rob'] });
    const { change_id } = await split();
    expect((await listed()).toSorted()).toEqual(['Bob 2', 'Robert 3']);
    await undo('Bob', change_id!);
    expect(await everything()).toEqual(before);
    await split();
    expect((await listed()).toSorted()).toEqual(['Bob 2', 'Robert 3']);
  });

  it('closes the merges whose spellings it takes, and its undo reopens them', async () => {
    for (const names of ['Robert', 'Bob', 'Robert, Bob', 'Rob']) await say(names);
    const before = await everything();
    const merges = [await merge('Bob', 'Robert'), await merge('Rob', 'Robert')];
    const { change_id } = await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'] });
    await expect(undo('Robert', merges[0]!.change_id!)).rejects.toMatchObject({ code: 'conflict' });
    await undo('Robert', change_id!);
    for (const { change_id } of merges) await undo('Robert', change_id!);
    expect(await everything()).toEqual(before);
  });

  it('is restored if it is merged back manually and that is undone', async () => {
    await joined();
    await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob', 'rob'] });
    const parted = await everything();
    const { change_id } = await merge('Bob', 'Robert');
    await undo('Robert', change_id!);
    expect(await everything()).toEqual(parted);
  });

  it('of an unused spelling reserves it for later memories', async () => {
    await say('Robert');
    await say('Bob', 'gone');
    await merge('Bob', 'Robert');
    await deleteDocument(db, scope, 'gone');
    const { other } = await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'] });
    expect(other?.mention_count).toBe(0);
    await say('Bob');
    expect((await getEntity(db, scope, other!.id)).mention_count).toBe(1);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it.each([
    [['nobody'], 'is not a spelling'],
    [['bob', 'rob', 'Robert'], 'one must remain'],
  ])('of %j is rejected', async (aliases, words) => {
    await joined();
    await expect(curate.splitEntity(db, scope, await idOf('Robert'), { aliases })).rejects.toThrow(words);
  });

  it('under a name of another entity is rejected and changes nothing', async () => {
    await joined();
    await say('Ann');
    const before = await everything();
    await expect(curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'], canonical_name: 'Ann' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await everything()).toEqual(before);
  });

  it('cannot be undone after its new entity was merged into another one', async () => {
    await joined();
    await say('Ann');
    const { change_id } = await curate.splitEntity(db, scope, await idOf('Robert'), { aliases: ['bob'] });
    await merge('Bob', 'Ann');
    await expect(undo('Robert', change_id!)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a rename', () => {
  it('adds a spelling, and its undo removes it', async () => {
    await say('Robert');
    const before = await everything();
    const { entity, change_id } = await curate.updateEntity(db, scope, await idOf('Robert'), {
      canonical_name: 'Robert Frost',
      kind: 'POET',
    });
    expect(entity).toMatchObject({ canonical_name: 'Robert Frost', kind: 'POET', aliases: [{ key: 'robert' }, { key: 'robert frost' }] });
    await undo('Robert', change_id!);
    expect(await everything()).toEqual(before);
  });

  it('to a spelling of another entity is a conflict, to the current name a no-op', async () => {
    await say('Robert, Bob');
    await expect(curate.updateEntity(db, scope, await idOf('Robert'), { canonical_name: 'BOB' })).rejects.toMatchObject({
      code: 'conflict',
    });
    const { change_id } = await curate.updateEntity(db, scope, await idOf('Robert'), { canonical_name: 'Robert' });
    expect(change_id).toBeNull();
    expect(() => curate.updateEntity(db, scope, newId(), {})).toThrow(ValidationFailure);
  });
});

describe('marking two entities as different', () => {
  const suggested = async () => (await listEntitySuggestions(db, scope, { limit: 10 })).items.length;

  it('removes the suggestion, as an undone merge does', async () => {
    await say('Marten');
    await say('Martens');
    expect(await suggested()).toBe(1);
    const { change_id } = await merge('Martens', 'Marten');
    await undo('Marten', change_id!);
    expect(await suggested()).toBe(0);
  });

  it('can be done manually', async () => {
    await say('Marten');
    await say('Martens');
    await curate.keepEntitiesApart(db, scope, await idOf('Marten'), await idOf('Martens'));
    await curate.keepEntitiesApart(db, scope, await idOf('Martens'), await idOf('Marten'));
    expect(await suggested()).toBe(0);
    await expect(curate.keepEntitiesApart(db, scope, await idOf('Marten'), newId())).rejects.toMatchObject({ code: 'not_found' });
  });
});
