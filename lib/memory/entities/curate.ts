import type { Db, Queryable, TransactionOptions, Tx } from '#lib/base/db/db';
import { defined, present } from '#lib/base/defined';
import { invalid, ServiceError, type ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { nameKey } from '#lib/base/text/names';
import { currentBank, inBank, lockBank, noteWrite } from '#lib/memory/banks/service';
import type { EntityChanged } from '#lib/memory/entities/contract';
import { divide, isNameOf, mostUsed, spelled } from '#lib/memory/entities/division';
import { MAX_ENTITY_NAME } from '#lib/memory/entities/literals';
import * as moves from '#lib/memory/entities/moves';
import { getEntity, unknownEntity } from '#lib/memory/entities/service';
import * as store from '#lib/memory/entities/store-curation';

/**
 * Manual changes of entities: merge, split, rename, and their undo. Each is one transaction under
 * the bank's lock, or several if many mentions move. Spellings move in one of them. A retain
 * therefore sees either the old assignment of spellings or the new one, and the next recall uses
 * the new entities.
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
  return afterUnfinished(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownEntity(id);
    const changed: string[] = [];
    const result = await work({ tx, scope, revision, changed });
    await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0, renamed: changed });
    return result;
  });
}

/** An entity takes part in a change that has to be finished first. */
class ChangeUnfinished extends Error {
  readonly change: moves.UnfinishedChange;

  constructor(change: moves.UnfinishedChange) {
    super(`Mentions are being moved between entity '${change.entity_id}' and entity '${change.other_id}'`);
    this.change = change;
  }
}

/**
 * Runs a transaction that locks the bank. If it needs an entity of an interrupted change, that
 * change is finished, and the transaction is run again.
 */
export async function afterUnfinished<T>(
  db: Db,
  scope: BankScope,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (;;) {
    try {
      return await inBank(db, scope, work, options);
    } catch (error) {
      if (!(error instanceof ChangeUnfinished)) throw error;
      await moves.finish(db, scope, error.change);
    }
  }
}

async function requireFinished(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  const unfinished = await moves.findUnfinished(tx, scope, ids);
  if (unfinished !== null) throw new ChangeUnfinished(unfinished);
}

async function entitiesOf({ tx, scope, changed }: CurationWork, ...ids: string[]): Promise<store.StoredEntity[]> {
  await requireFinished(tx, scope, ids);
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

async function changedOf(
  db: Queryable,
  scope: BankScope,
  id: string,
  { other, changeId, units }: EntityChangeOutcome,
): Promise<EntityChanged> {
  return {
    entity: await getEntity(db, scope, id),
    other: other === null ? null : await getEntity(db, scope, other),
    change_id: changeId,
    memory_units: units,
  };
}

/** A recorded change whose mentions must be moved. */
interface BegunChange {
  readonly unfinished: moves.UnfinishedChange;
  /** default: one that begins from the start */
  readonly move?: moves.Mover;
  readonly outcome: Omit<EntityChangeOutcome, 'units'>;
}

interface MoveOptions {
  /** mentions that one transaction moves */
  readonly atOnce?: number;
}

interface RequestedChange {
  /** Records the change. */
  begin(work: CurationWork): Promise<BegunChange | EntityChangeOutcome>;
  /** Whether the same request began this interrupted change. */
  isSame(db: Queryable, unfinished: moves.UnfinishedChange): boolean | Promise<boolean>;
}

/** What the request that began a change would have answered. */
const outcomeOf = ({ id, kind, is_undo, other_id }: moves.UnfinishedChange): BegunChange['outcome'] => ({
  other: (kind === 'merge') === is_undo ? other_id : null,
  changeId: is_undo ? null : id,
});

/**
 * Records a change and moves its mentions, all of them with the same transaction if they are few.
 * A repeated request continues the change, and has its result.
 */
async function changeAndMove(
  db: Db,
  scope: BankScope,
  id: string,
  { begin, isSame }: RequestedChange,
  { atOnce = moves.MOVED_AT_ONCE }: MoveOptions,
): Promise<EntityChanged> {
  const beginOrContinue = async (work: CurationWork): Promise<BegunChange | EntityChangeOutcome> => {
    try {
      return await begin(work);
    } catch (error) {
      if (!(error instanceof ChangeUnfinished && (await isSame(work.tx, error.change)))) throw error;
      work.changed.push(error.change.entity_id, error.change.other_id);
      return { unfinished: error.change, outcome: outcomeOf(error.change) };
    }
  };
  const resultOf = async (at: Queryable, { unfinished, outcome }: BegunChange, moved: number) =>
    changedOf(at, scope, unfinished.entity_id, {
      ...outcome,
      units: unfinished.is_undo ? moved : await moves.countMoved(at, scope, unfinished.id),
    });
  const first = await change(db, scope, id, async (work) => {
    const begun = await beginOrContinue(work);
    if (!('unfinished' in begun)) return changedOf(work.tx, scope, id, begun);
    const move = begun.move ?? moves.moverOf(scope, begun.unfinished);
    const { moved, isLast } = await move(work.tx, { most: atOnce, revision: work.revision });
    if (isLast) return resultOf(work.tx, begun, moved);
    work.changed.length = 0;
    return { ...begun, move, moved };
  });
  if (!('unfinished' in first)) return first;
  const { unfinished, move, moved } = first;
  return resultOf(db, first, moved + (await moves.finish(db, scope, unfinished, { move, atOnce })));
}

const namedOf = ({ canonical_name, kind }: store.EntityName): store.EntityName => ({ canonical_name, kind });

const sameThing = (field: string): ValidationFailure => invalid(['body', field], 'must be another entity');

// --- merge ---------------------------------------------------------------------------------------

/**
 * Merges an entity into another, in parts if many memories mention it: each mentions one of the
 * two meanwhile. The recorded change contains the moved memories, and which of them the target
 * mentioned itself. Memories that it only has through an earlier merge are excluded, so merges can
 * be undone in any order. An interrupted merge is finished by the next change of either entity; the
 * same merge returns its result. Throws a 404 for a missing entity.
 */
export async function mergeEntity(db: Db, scope: BankScope, id: string, into: string, options: MoveOptions = {}): Promise<EntityChanged> {
  if (id === into) throw sameThing('into');
  const begin = async (work: CurationWork): Promise<BegunChange> => {
    const [source, target] = (await entitiesOf(work, id, into)) as [store.StoredEntity, store.StoredEntity];
    const changeId = newId();
    await store.insertChange(work.tx, scope, {
      ...{ id: changeId, entityId: into, kind: 'merge', otherId: id, before: imageOf(source), after: namedOf(target) },
      ...{ aliasKeys: source.alias_keys, memoryIds: [], sharedIds: [], actor: scope.actor.label, revision: work.revision },
    });
    return {
      unfinished: { id: changeId, kind: 'merge', is_undo: false, entity_id: into, other_id: id },
      outcome: { other: null, changeId },
    };
  };
  const isSame = (_: Queryable, { kind, is_undo, entity_id, other_id }: moves.UnfinishedChange): boolean =>
    kind === 'merge' && !is_undo && entity_id === into && other_id === id;
  return changeAndMove(db, scope, id, { begin, isSame }, options);
}

const imageOf = (entity: store.StoredEntity): store.EntityImage => ({
  ...namedOf(entity),
  metadata: entity.metadata,
  first_seen: entity.first_seen?.toISOString() ?? null,
  last_seen: entity.last_seen?.toISOString() ?? null,
});

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

/** The division of an entity's memories by its spellings at a revision. */
interface TextDivision {
  readonly revision: number;
  readonly keys: readonly string[];
  readonly go: readonly string[];
  readonly shared: readonly string[];
  readonly uses: ReadonlyMap<string, number>;
}

/** Reads all texts of an entity, `atOnce` with a statement. */
async function divideTexts(
  db: Queryable,
  scope: BankScope,
  { entity, leaving, revision, atOnce }: { entity: store.StoredEntity; leaving: ReadonlySet<string>; revision: number; atOnce: number },
): Promise<TextDivision> {
  const go: string[] = [];
  const shared: string[] = [];
  const uses = new Map<string, number>();
  for (let after: string | null = null; ; ) {
    const texts: store.UnitText[] = await store.readTextsOf(db, scope, { id: entity.id, after, most: atOnce });
    const part = divide(texts, entity.alias_keys, leaving);
    go.push(...part.go);
    shared.push(...part.shared);
    for (const [key, n] of part.uses) uses.set(key, (uses.get(key) ?? 0) + n);
    if (texts.length < atOnce) return { revision, keys: entity.alias_keys, go, shared, uses };
    after = defined(texts.at(-1)).id;
  }
}

/** Under the lock: the same division with the memories that were written and deleted since. */
async function currentDivision(
  { tx, scope, revision }: CurationWork,
  entity: store.StoredEntity,
  leaving: ReadonlySet<string>,
  { early, atOnce }: { early: TextDivision | null; atOnce: number },
): Promise<TextDivision> {
  const isOfKeys = early?.keys.join('\n') === entity.alias_keys.join('\n');
  if (early === null || !isOfKeys) return divideTexts(tx, scope, { entity, leaving, revision, atOnce });
  if (revision === early.revision + 1) return early;
  const texts = await store.readTextsSince(tx, scope, { id: entity.id, revision: early.revision });
  const newer = divide(texts, entity.alias_keys, leaving);
  const rewritten = new Set(texts.map(({ id }) => id));
  const existing = new Set(await store.readUnitsOf(tx, scope, entity.id));
  const moving = new Set([...early.go.filter((id) => existing.has(id) && !rewritten.has(id)), ...newer.go]);
  const shared = [...early.shared.filter((id) => !rewritten.has(id) && moving.has(id)), ...newer.shared];
  return { ...early, revision, go: [...moving], shared };
}

/**
 * The division of a large entity takes seconds, so it is read before the bank is locked. null: the
 * entity is missing, or the request is a repeated one.
 */
async function readDivision(
  db: Db,
  scope: BankScope,
  id: string,
  { aliases, isSame, atOnce }: { aliases: readonly string[]; isSame: RequestedChange['isSame']; atOnce: number },
): Promise<TextDivision | null> {
  for (let unfinished = await moves.findUnfinished(db, scope, [id]); unfinished; unfinished = await moves.findUnfinished(db, scope, [id])) {
    if (await isSame(db, unfinished)) return null;
    await moves.finish(db, scope, unfinished);
  }
  const revision = (await currentBank(db, scope))?.bank?.revision;
  const entity = (await store.readEntities(db, scope, [id])).get(id);
  if (revision === undefined || entity === undefined) return null;
  return divideTexts(db, scope, { entity, leaving: leavingOf(entity, aliases), revision, atOnce });
}

interface RequestedSplit {
  readonly aliases: readonly string[];
  readonly canonical_name?: string | undefined;
}

/** Whether an unfinished change is the split of these spellings, with this name. */
async function isSplitOf(
  db: Queryable,
  scope: BankScope,
  id: string,
  { aliases, canonical_name: name, change }: RequestedSplit & { readonly change: moves.UnfinishedChange },
): Promise<boolean> {
  if (change.kind !== 'split' || change.is_undo || change.entity_id !== id) return false;
  const { alias_keys: keys, after } = present(await store.findChange(db, scope, { id: change.id, entityId: id }));
  const leaving = leavingOf(defined((await store.readEntities(db, scope, [id])).get(id)), aliases);
  const isRequested = (key: string): boolean => leaving.has(key) || (name !== undefined && key === nameKey(name));
  return (
    [...leaving].every((key) => keys.includes(key)) && keys.every(isRequested) && (name ?? after.canonical_name) === after.canonical_name
  );
}

/**
 * Makes spellings of an entity a new one, which gets the memories that use them, in parts if they
 * are many. An interrupted split is finished by the next change of either entity; the same split
 * returns its result. Throws a 404 for a missing entity, a 400 for spellings that it does not have
 * or if none would remain, and a 409 if another entity has the name.
 */
export async function splitEntity(
  db: Db,
  scope: BankScope,
  id: string,
  { aliases, canonical_name }: RequestedSplit,
  { atOnce = moves.MOVED_AT_ONCE }: MoveOptions = {},
): Promise<EntityChanged> {
  const isSame: RequestedChange['isSame'] = (at, change) => isSplitOf(at, scope, id, { aliases, canonical_name, change });
  const early = await readDivision(db, scope, id, { aliases, isSame, atOnce });
  const begin = async (work: CurationWork): Promise<BegunChange> => {
    const { tx, revision } = work;
    const [entity] = (await entitiesOf(work, id)) as [store.StoredEntity];
    const leaving = leavingOf(entity, aliases);
    const names = spelled(entity);
    const staying = entity.alias_keys.filter((key) => !leaving.has(key));
    const { go, shared, uses } = await currentDivision(work, entity, leaving, { early, atOnce });
    const other = newId();
    work.changed.push(other);
    const after = { canonical_name: canonical_name ?? mostUsed(names, [...leaving], uses), kind: entity.kind };
    await store.insertEntity(tx, scope, other, { ...after, metadata: {}, first_seen: null, last_seen: null });
    const isNew = canonical_name !== undefined && !leaving.has(nameKey(canonical_name));
    const key = isNew ? await spell(work, other, canonical_name) : null;
    // It gets its spellings at the end.
    if (key !== null) await store.moveAliases(tx, scope, { keys: [key], from: other, to: id });
    if (isNameOf(entity, names, leaving))
      await store.renameEntity(tx, scope, id, { canonical_name: mostUsed(names, staying, uses), kind: entity.kind });
    await store.insertApart(tx, scope, { ids: [id, other], actor: scope.actor.label });
    const changeId = newId();
    const keys = [...leaving, ...(key === null ? [] : [key])].sort();
    await store.insertChange(tx, scope, {
      ...{ id: changeId, entityId: id, kind: 'split', otherId: other, before: namedOf(entity), after },
      ...{ aliasKeys: keys, memoryIds: go, sharedIds: shared },
      ...{ actor: scope.actor.label, revision },
    });
    await store.closeMerges(tx, scope, { id, split: changeId, keys: [...leaving] });
    const unfinished = { id: changeId, kind: 'split', is_undo: false, entity_id: id, other_id: other } as const;
    const recorded = { revision, keys, units: new Set(go), stays: new Set(shared) };
    return {
      unfinished,
      move: moves.divider(scope, unfinished, { recorded, revision, leaving: new Set(keys), go, stays: recorded.stays, uses }),
      outcome: { other, changeId },
    };
  };
  return changeAndMove(db, scope, id, { begin, isSame }, { atOnce });
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
      return changedOf(tx, scope, id, { other: null, changeId: null, units: 0 });
    const key = requested.canonical_name === undefined ? null : await spell(work, id, requested.canonical_name);
    await store.renameEntity(tx, scope, id, after);
    const changeId = newId();
    await store.insertChange(tx, scope, {
      ...{ id: changeId, entityId: id, kind: 'rename', otherId: null, before, after, aliasKeys: key === null ? [] : [key] },
      ...{ memoryIds: [], sharedIds: [], actor: scope.actor.label, revision },
    });
    return changedOf(tx, scope, id, { other: null, changeId, units: 0 });
  });
}

// --- undo ----------------------------------------------------------------------------------------

/**
 * Undoes a merge, split or rename, in parts if many mentions move. An interrupted undo is finished
 * by the next change of either entity; the same undo returns its result, with the number of
 * memories that remained. Throws a 404 for a missing entity or change, and a 409 for a change that
 * was undone or can no longer be undone.
 */
export function undoEntityChange(
  db: Db,
  scope: BankScope,
  id: string,
  changeId: string,
  options: MoveOptions = {},
): Promise<EntityChanged> {
  const begin = async (work: CurationWork): Promise<BegunChange | EntityChangeOutcome> => {
    const [entity] = (await entitiesOf(work, id)) as [store.StoredEntity];
    const done = await store.findChange(work.tx, scope, { id: changeId, entityId: id });
    if (!done) throw new ServiceError('not_found', `Change '${changeId}' of entity '${id}' not found`);
    if (done.undone_at) throw new ServiceError('conflict', 'The change was already undone');
    const undo = { merge: undoMerge, split: undoSplit, rename: undoRename }[done.kind];
    const begun = await undo(work, entity, done);
    await store.markUndone(work.tx, scope, changeId);
    return begun;
  };
  const isSame = (_: Queryable, unfinished: moves.UnfinishedChange): boolean =>
    unfinished.is_undo && unfinished.id === changeId && unfinished.entity_id === id;
  return changeAndMove(db, scope, id, { begin, isSame }, options);
}

/**
 * Restores the merged entity with the recorded memories that still exist. Memories written after
 * the merge are divided by the spelling that they use.
 */
async function undoMerge(work: CurationWork, target: store.StoredEntity, done: store.ChangeRow): Promise<BegunChange> {
  const { tx, scope } = work;
  const back = present(done.other_id);
  work.changed.push(back);
  const leaving = new Set(done.alias_keys.filter((key) => target.alias_keys.includes(key)));
  if (leaving.size === 0) throw new ServiceError('conflict', 'The spellings of the merged entity now belong to other entities');
  if (leaving.size === target.alias_keys.length)
    throw new ServiceError('conflict', 'The entity would have no spelling left. Rename it first.');
  const unfinished = { id: done.id, kind: 'merge', is_undo: true, entity_id: target.id, other_id: back } as const;
  const plan = await moves.planDivision(tx, scope, unfinished, { revision: work.revision, since: null });
  await store.insertEntity(tx, scope, back, done.before);
  const names = spelled(target);
  if (isNameOf(target, names, leaving)) {
    const left = target.alias_keys.filter((key) => !leaving.has(key));
    const own = left.includes(nameKey(done.after.canonical_name)) ? done.after.canonical_name : mostUsed(names, left, plan.uses);
    await store.renameEntity(tx, scope, target.id, { canonical_name: own, kind: target.kind });
  }
  await store.insertApart(tx, scope, { ids: [target.id, back], actor: scope.actor.label });
  return { unfinished, move: moves.divider(scope, unfinished, plan), outcome: { other: back, changeId: null } };
}

/**
 * Moves everything of the split-off entity back, including later merges into it. Its spellings
 * move first. If the split took the entity's name, it is restored.
 */
async function undoSplit(work: CurationWork, entity: store.StoredEntity, done: store.ChangeRow): Promise<BegunChange> {
  const { tx, scope } = work;
  const other = present(done.other_id);
  await requireFinished(tx, scope, [other]);
  const splitOff = (await store.readEntities(tx, scope, [other])).get(other);
  if (!splitOff) throw new ServiceError('conflict', 'The split-off entity no longer exists. It may have been merged.');
  work.changed.push(other);
  await store.moveAliases(tx, scope, { keys: splitOff.alias_keys, from: other, to: entity.id });
  if (done.alias_keys.includes(nameKey(done.before.canonical_name)))
    await store.renameEntity(tx, scope, entity.id, { canonical_name: done.before.canonical_name, kind: entity.kind });
  return {
    unfinished: { id: done.id, kind: 'split', is_undo: true, entity_id: entity.id, other_id: other },
    outcome: { other: null, changeId: null },
  };
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
  return afterUnfinished(db, scope, async (tx) => {
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
