import type { Db, TransactionOptions, Tx } from '#lib/base/db/db';
import { defined, present } from '#lib/base/defined';
import { invalid, ServiceError, type ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { nameKey } from '#lib/base/text/names';
import { inBank, lockBank, noteWrite } from '#lib/memory/banks/service';
import type { EntityChanged } from '#lib/memory/entities/contract';
import { divide, isNameOf, mostUsed, spelled } from '#lib/memory/entities/division';
import { MAX_ENTITY_NAME } from '#lib/memory/entities/literals';
import { getEntity, unknownEntity } from '#lib/memory/entities/service';
import * as store from '#lib/memory/entities/store-curation';

/**
 * Manual changes of entities: merge, split, rename, and their undo. Each is one transaction under
 * the bank's lock, except the merge of an entity with many mentions, whose last one moves the
 * spellings. A retain therefore sees either the old assignment of spellings or the new one, and the
 * next recall uses the new entities.
 */

/** The context of a write, and its revision. */
interface CurationWork {
  readonly tx: Tx;
  readonly scope: BankScope;
  readonly revision: number;
  /** whose names or mentions it changes */
  readonly changed: string[];
}

function change<T>(db: Db, scope: BankScope, id: string, work: (work: CurationWork) => Promise<T>): Promise<T> {
  return afterMerges(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownEntity(id);
    const changed: string[] = [];
    const result = await work({ tx, scope, revision, changed });
    await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0, renamed: changed });
    return result;
  });
}

/** An entity takes part in a merge that has to be finished first. */
class MergeUnfinished extends Error {
  readonly merge: store.EntityMerge;

  constructor(merge: store.EntityMerge) {
    super(`Entity '${merge.source}' is being merged into entity '${merge.target}'`);
    this.merge = merge;
  }
}

/**
 * Runs a transaction that locks the bank. If it needs an entity of an interrupted merge, that merge
 * is finished, and the transaction is run again.
 */
export async function afterMerges<T>(db: Db, scope: BankScope, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  for (;;) {
    try {
      return await inBank(db, scope, work, options);
    } catch (error) {
      if (!(error instanceof MergeUnfinished)) throw error;
      await finishMerge(db, scope, error.merge);
    }
  }
}

async function entitiesOf({ tx, scope, changed }: CurationWork, ...ids: string[]): Promise<store.StoredEntity[]> {
  const unfinished = await store.findUnfinishedMerge(tx, scope, ids);
  if (unfinished !== null) throw new MergeUnfinished(unfinished);
  const found = await store.readEntities(tx, scope, ids);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw (await mergedAway(tx, scope, missing)) ?? unknownEntity(missing);
  changed.push(...ids);
  return ids.map((id) => defined(found.get(id)));
}

/** A merged entity can only be restored by undoing the merge, and so can its own changes. */
async function mergedAway(tx: Tx, scope: BankScope, id: string): Promise<ServiceError | null> {
  const into = await store.findMergeOf(tx, scope, id);
  return into === null ? null : new ServiceError('not_found', `Entity '${id}' was merged into entity '${into}'. Undo that merge first.`);
}

interface EntityChangeOutcome {
  readonly other: string | null;
  readonly changeId: string | null;
  readonly units: number;
}

async function changedOf({ tx, scope }: CurationWork, id: string, { other, changeId, units }: EntityChangeOutcome): Promise<EntityChanged> {
  return {
    entity: await getEntity(tx, scope, id),
    other: other === null ? null : await getEntity(tx, scope, other),
    change_id: changeId,
    memory_units: units,
  };
}

const namedOf = ({ canonical_name, kind }: store.EntityName): store.EntityName => ({ canonical_name, kind });

const sameThing = (field: string): ValidationFailure => invalid(['body', field], 'must be another entity');

// --- merge ---------------------------------------------------------------------------------------

/** Mentions that one transaction of a merge moves. */
const MERGED_AT_ONCE = 5000;

/**
 * Merges an entity into another, in parts if many memories mention it: each mentions one of the two
 * meanwhile. The recorded change contains the moved memories, and which of them the target
 * mentioned itself. Memories that it only has through an earlier merge are excluded, so merges can
 * be undone in any order. An interrupted merge is finished by the next change of either entity.
 * Throws a 404 for a missing entity.
 */
export async function mergeEntity(
  db: Db,
  scope: BankScope,
  id: string,
  into: string,
  { atOnce = MERGED_AT_ONCE }: { readonly atOnce?: number } = {},
): Promise<EntityChanged> {
  if (id === into) throw sameThing('into');
  const merge = { id: newId(), source: id, target: into };
  const first = await change(db, scope, id, async (work) => {
    const [source, target] = (await entitiesOf(work, id, into)) as [store.StoredEntity, store.StoredEntity];
    await store.insertChange(work.tx, scope, {
      ...{ id: merge.id, entityId: into, kind: 'merge', otherId: id, before: imageOf(source), after: namedOf(target) },
      ...{ aliasKeys: source.alias_keys, memoryIds: [], sharedIds: [], actor: scope.actor.label, revision: work.revision },
    });
    const { moved } = await store.moveMentions(work.tx, scope, merge, { after: null, most: atOnce });
    if (moved < atOnce)
      return changedOf(work, into, { other: null, changeId: merge.id, units: await store.endMerge(work.tx, scope, merge) });
    work.changed.length = 0;
    return null;
  });
  if (first !== null) return first;
  await finishMerge(db, scope, merge, atOnce);
  return {
    entity: await getEntity(db, scope, into),
    other: null,
    change_id: merge.id,
    memory_units: await store.countMoved(db, scope, merge.id),
  };
}

const imageOf = (entity: store.StoredEntity): store.EntityImage => ({
  ...namedOf(entity),
  metadata: entity.metadata,
  first_seen: entity.first_seen?.toISOString() ?? null,
  last_seen: entity.last_seen?.toISOString() ?? null,
});

/**
 * Moves the remaining mentions. The cache reads the mentions of both entities at the end: after
 * each part it would read all of them. Another request may finish the merge.
 */
async function finishMerge(db: Db, scope: BankScope, merge: store.EntityMerge, atOnce = MERGED_AT_ONCE): Promise<void> {
  // Each part begins after the last one: the index still contains the moved mentions before it.
  let after: string | null = null;
  const next = async (tx: Tx): Promise<boolean> => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownEntity(merge.source);
    if ((await store.findUnfinishedMerge(tx, scope, [merge.source]))?.id !== merge.id) return true;
    const { moved, last } = await store.moveMentions(tx, scope, merge, { after, most: atOnce });
    const isLast = moved < atOnce && after === null;
    after = moved < atOnce ? null : last;
    if (isLast) await store.endMerge(tx, scope, merge);
    await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0, renamed: isLast ? [merge.source, merge.target] : [] });
    return isLast;
  };
  while (!(await inBank(db, scope, next, { isBatch: true })));
}

// --- split ---------------------------------------------------------------------------------------

function leavingOf(entity: store.StoredEntity, requested: readonly string[]): Set<string> {
  const leaving = new Set<string>();
  for (const word of requested) {
    const keys = entity.alias_keys.filter((key, i) => key === word || entity.alias_names[i] === word);
    if (keys.length === 0) throw new ServiceError('bad_request', `'${word}' is not a spelling of this entity`);
    for (const key of keys) leaving.add(key);
  }
  if (leaving.size === entity.alias_keys.length)
    throw new ServiceError('bad_request', 'aliases must not contain all spellings: one must remain');
  return leaving;
}

export function splitEntity(
  db: Db,
  scope: BankScope,
  id: string,
  { aliases, canonical_name }: { aliases: readonly string[]; canonical_name?: string | undefined },
): Promise<EntityChanged> {
  return change(db, scope, id, async (work) => {
    const { tx, revision } = work;
    const [entity] = (await entitiesOf(work, id)) as [store.StoredEntity];
    const leaving = leavingOf(entity, aliases);
    const names = spelled(entity);
    const staying = entity.alias_keys.filter((key) => !leaving.has(key));
    const { go, shared, uses } = divide(await store.readTextsOf(tx, scope, { id, after: -1 }), entity.alias_keys, leaving);
    const other = newId();
    work.changed.push(other);
    const after = { canonical_name: canonical_name ?? mostUsed(names, [...leaving], uses), kind: entity.kind };
    await store.insertEntity(tx, scope, other, { ...after, metadata: {}, first_seen: null, last_seen: null });
    await store.moveAliases(tx, scope, { keys: [...leaving], from: id, to: other });
    if (canonical_name !== undefined) await spell(work, other, canonical_name);
    if (isNameOf(entity, names, leaving))
      await store.renameEntity(tx, scope, id, { canonical_name: mostUsed(names, staying, uses), kind: entity.kind });
    await store.linkUnits(tx, scope, { id: other, from: id, units: go });
    const both = new Set(shared);
    await store.unlinkUnits(tx, scope, { id, units: go.filter((unit) => !both.has(unit)) });
    await store.restrictSpellings(tx, scope, [id, other]);
    await store.recountEntities(tx, scope, [id, other]);
    await store.insertApart(tx, scope, { ids: [id, other], actor: scope.actor.label });
    await store.closeMerges(tx, scope, { id, keys: [...leaving] });
    const changeId = newId();
    await store.insertChange(tx, scope, {
      ...{ id: changeId, entityId: id, kind: 'split', otherId: other, before: namedOf(entity), after },
      ...{ aliasKeys: [...leaving].sort(), memoryIds: go, sharedIds: shared, actor: scope.actor.label, revision },
    });
    return changedOf(work, id, { other, changeId, units: go.length });
  });
}

// --- rename --------------------------------------------------------------------------------------

/** Adds a name as a spelling of the entity. Returns its key if it is new. */
async function spell({ tx, scope }: CurationWork, entityId: string, name: string): Promise<string | null> {
  const key = nameKey(name);
  if (key.length > 2 * MAX_ENTITY_NAME) throw new ServiceError('bad_request', 'The normalized name is too long. Use a shorter name.');
  const owner = await store.ownerOf(tx, scope, key);
  if (owner === entityId) return null;
  if (owner) throw new ServiceError('conflict', `'${name}' is a spelling of entity '${owner}'. Merge the two entities instead.`);
  await store.insertAlias(tx, scope, { key, name, entityId });
  return key;
}

export function updateEntity(db: Db, scope: BankScope, id: string, requested: Partial<store.EntityName>): Promise<EntityChanged> {
  if (requested.canonical_name === undefined && requested.kind === undefined)
    throw invalid(['body'], 'set at least one field to change', {});
  return change(db, scope, id, async (work) => {
    const { tx, revision } = work;
    const [entity] = (await entitiesOf(work, id)) as [store.StoredEntity];
    const before = namedOf(entity);
    const after = { canonical_name: requested.canonical_name ?? before.canonical_name, kind: requested.kind ?? before.kind };
    if (after.canonical_name === before.canonical_name && after.kind === before.kind)
      return changedOf(work, id, { other: null, changeId: null, units: 0 });
    const key = requested.canonical_name === undefined ? null : await spell(work, id, requested.canonical_name);
    await store.renameEntity(tx, scope, id, after);
    const changeId = newId();
    await store.insertChange(tx, scope, {
      ...{ id: changeId, entityId: id, kind: 'rename', otherId: null, before, after, aliasKeys: key === null ? [] : [key] },
      ...{ memoryIds: [], sharedIds: [], actor: scope.actor.label, revision },
    });
    return changedOf(work, id, { other: null, changeId, units: 0 });
  });
}

// --- undo ----------------------------------------------------------------------------------------

export function undoEntityChange(db: Db, scope: BankScope, id: string, changeId: string): Promise<EntityChanged> {
  return change(db, scope, id, async (work) => {
    const [entity] = (await entitiesOf(work, id)) as [store.StoredEntity];
    const done = await store.findChange(work.tx, scope, { id: changeId, entityId: id });
    if (!done) throw new ServiceError('not_found', `Change '${changeId}' of entity '${id}' not found`);
    if (done.undone_at) throw new ServiceError('conflict', 'The change was already undone');
    const undo = { merge: undoMerge, split: undoSplit, rename: undoRename }[done.kind];
    const outcome = await undo(work, entity, done);
    await store.markUndone(work.tx, scope, changeId);
    return changedOf(work, id, outcome);
  });
}

/**
 * Restores the merged entity with the recorded memories that still exist. Memories written after
 * the merge are divided by the spelling that they use.
 */
async function undoMerge(work: CurationWork, target: store.StoredEntity, done: store.ChangeRow): Promise<EntityChangeOutcome> {
  const { tx, scope } = work;
  const back = present(done.other_id);
  work.changed.push(back);
  const keys = new Set(done.alias_keys.filter((key) => target.alias_keys.includes(key)));
  if (keys.size === 0) throw new ServiceError('conflict', 'The spellings of the merged entity now belong to other entities');
  if (keys.size === target.alias_keys.length)
    throw new ServiceError('conflict', 'The entity would have no spelling left. Rename it first.');
  const { units } = await store.readUnitsOf(tx, scope, { id: target.id, other: back });
  const { borrowed } = await store.readBorrowed(tx, scope, { id: target.id, but: done.id });
  const [existing, recorded] = [new Set(units), new Set(done.memory_ids)];
  const stays = new Set([...done.shared_ids, ...borrowed]);
  const came = done.memory_ids.filter((unit) => existing.has(unit));
  const texts = await store.readTextsOf(tx, scope, { id: target.id, after: done.revision });
  const since = divide(
    texts.filter((unit) => !recorded.has(unit.id)),
    target.alias_keys,
    keys,
  );
  const sinceShared = new Set(since.shared);
  await store.insertEntity(tx, scope, back, done.before);
  await store.moveAliases(tx, scope, { keys: [...keys], from: target.id, to: back });
  await store.linkUnits(tx, scope, { id: back, from: target.id, units: [...came, ...since.go] });
  await store.unlinkUnits(tx, scope, {
    id: target.id,
    units: [...came.filter((unit) => !stays.has(unit)), ...since.go.filter((unit) => !sinceShared.has(unit))],
  });
  const names = spelled(target);
  if (isNameOf(target, names, keys)) {
    const left = target.alias_keys.filter((key) => !keys.has(key));
    const own = left.includes(nameKey(done.after.canonical_name)) ? done.after.canonical_name : mostUsed(names, left, since.uses);
    await store.renameEntity(tx, scope, target.id, { canonical_name: own, kind: target.kind });
  }
  await store.restrictSpellings(tx, scope, [target.id, back]);
  await store.recountEntities(tx, scope, [target.id, back]);
  await store.insertApart(tx, scope, { ids: [target.id, back], actor: scope.actor.label });
  return { other: back, changeId: null, units: came.length + since.go.length };
}

/**
 * Moves everything of the split-off entity back, including later merges into it. If the split took
 * the entity's name, it is restored.
 */
async function undoSplit(work: CurationWork, entity: store.StoredEntity, done: store.ChangeRow): Promise<EntityChangeOutcome> {
  const { tx, scope } = work;
  const splitOff = (await store.readEntities(tx, scope, [present(done.other_id)])).get(present(done.other_id));
  if (!splitOff) throw new ServiceError('conflict', 'The split-off entity no longer exists. It may have been merged.');
  work.changed.push(splitOff.id);
  const { units } = await store.readUnitsOf(tx, scope, { id: splitOff.id, other: entity.id });
  await store.linkUnits(tx, scope, { id: entity.id, from: splitOff.id, units });
  await store.moveAliases(tx, scope, { keys: splitOff.alias_keys, from: splitOff.id, to: entity.id });
  await store.deleteEntity(tx, scope, splitOff.id);
  await store.recountEntities(tx, scope, [entity.id]);
  await store.adoptChanges(tx, scope, { from: splitOff.id, to: entity.id });
  await store.reopenMerges(tx, scope, { id: entity.id, split: done.id });
  if (done.alias_keys.includes(nameKey(done.before.canonical_name)))
    await store.renameEntity(tx, scope, entity.id, { canonical_name: done.before.canonical_name, kind: entity.kind });
  return { other: null, changeId: null, units: units.length };
}

async function undoRename({ tx, scope }: CurationWork, entity: store.StoredEntity, done: store.ChangeRow): Promise<EntityChangeOutcome> {
  await store.renameEntity(tx, scope, entity.id, namedOf(done.before));
  const [key] = done.alias_keys;
  if (key !== undefined && entity.alias_keys.length > 1) await store.deleteAlias(tx, scope, { key, entityId: entity.id });
  return { other: null, changeId: null, units: 0 };
}

// --- apart ---------------------------------------------------------------------------------------

/** Creates no revision, because no memory changes. Only suggestions are affected. */
export async function keepEntitiesApart(db: Db, scope: BankScope, id: string, from: string): Promise<{ success: boolean }> {
  if (id === from) throw sameThing('from');
  return afterMerges(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownEntity(id);
    await entitiesOf({ tx, scope, revision, changed: [] }, id, from);
    await store.insertApart(tx, scope, { ids: [id, from], actor: scope.actor.label });
    return { success: true };
  });
}

// --- deletion ------------------------------------------------------------------------------------

/** Throws a 404 for a missing or merged entity. Call it under the lock of the bank. */
export const requireEntity = async (tx: Tx, scope: BankScope, id: string): Promise<store.StoredEntity> =>
  defined((await entitiesOf({ tx, scope, revision: 0, changed: [] }, id))[0]);

export type { StoredEntity } from '#lib/memory/entities/store-curation';
export const readMentionsOf = store.readMentionsOf;

/** Removes mentions of an entity that is being deleted, within a write. The memories stay. */
export async function removeMentions(
  tx: Tx,
  scope: BankScope,
  args: { readonly id: string; readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<void> {
  await store.removeMentions(tx, scope, args);
  await noteWrite(tx, scope, { revision: args.revision, unitDelta: 0, termDelta: 0 });
}

/**
 * Deletes an entity that no memory mentions, within a write, with its spellings and changes.
 * Returns the number of the changes.
 */
export async function forgetEntity(
  tx: Tx,
  scope: BankScope,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<number> {
  const changes = await store.forgetEntity(tx, scope, id);
  await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0, renamed: [id] });
  return changes;
}
