import type { Db, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { inBank, lockBank, noteWrite } from '#lib/memory/banks/service';
import { divide } from '#lib/memory/entities/division';
import { tidyEntities, unknownEntity } from '#lib/memory/entities/service';
import * as store from '#lib/memory/entities/store-curation';
import * as moves from '#lib/memory/entities/store-moves';

export type { UnfinishedChange } from '#lib/memory/entities/store-moves';
export const { countMoved, findUnfinished } = moves;

/**
 * Moves the mentions of a recorded change: in parts, each a transaction under the bank's lock. The
 * first part belongs to the transaction that records the change, so a change with few mentions is
 * one transaction. An interrupted one is finished by the next change of either entity.
 */

/** Mentions that one transaction moves. */
export const MOVED_AT_ONCE = 5000;

export interface MovedPart {
  /** number of memories */
  readonly moved: number;
  readonly isLast: boolean;
}

/**
 * Moves the next mentions, at most `most`. An instance moves one change, from one part to the
 * next.
 */
export type Mover = (tx: Tx, part: { readonly most: number; readonly revision: number }) => Promise<MovedPart>;

export function moverOf(scope: BankScope, change: moves.UnfinishedChange): Mover {
  if (change.kind === 'merge') return change.is_undo ? divider(scope, change) : merger(scope, change);
  return change.is_undo ? rejoiner(scope, change) : divider(scope, change);
}

/**
 * Moves the remaining mentions. The cache reads the mentions of both entities at the end: after
 * each part it would read all of them. Another request may finish the change. Returns the number
 * of memories that this call moved.
 */
export async function finish(
  db: Db,
  scope: BankScope,
  change: moves.UnfinishedChange,
  { move = moverOf(scope, change), atOnce = MOVED_AT_ONCE }: { readonly move?: Mover; readonly atOnce?: number } = {},
): Promise<number> {
  const { entity_id: id, other_id: other } = change;
  const next = async (tx: Tx): Promise<MovedPart> => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownEntity(id);
    const unfinished = await moves.findUnfinished(tx, scope, [other]);
    if (unfinished?.id !== change.id || unfinished.is_undo !== change.is_undo) return { moved: 0, isLast: true };
    const part = await move(tx, { most: atOnce, revision });
    await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0, renamed: part.isLast ? [id, other] : [] });
    return part;
  };
  for (let moved = 0; ; ) {
    const part = await inBank(db, scope, next, { isBatch: true });
    moved += part.moved;
    if (part.isLast) return moved;
  }
}

// --- all mentions of an entity -------------------------------------------------------------------

/**
 * Moves all mentions of an entity to another one, and ends when a part from the start finds none.
 */
function emptier(
  scope: BankScope,
  { merge, ...pair }: moves.MergedPair & { readonly merge: string | null },
  end: (tx: Tx) => Promise<unknown>,
): Mover {
  // Each part begins after the last one: the index still contains the moved mentions before it.
  let after: string | null = null;
  return async (tx, { most }) => {
    const { moved, last } = await moves.moveMentions(tx, scope, pair, { merge, after, most });
    const isLast = moved < most && after === null;
    after = moved < most ? null : last;
    if (isLast) await end(tx);
    return { moved, isLast };
  };
}

/** A merge, whose spellings move last: until then, new text mentions the merged entity. */
function merger(scope: BankScope, { id: merge, entity_id: target, other_id: source }: moves.UnfinishedChange): Mover {
  return emptier(scope, { merge, source, target }, (tx) => moves.endMerge(tx, scope, { merge, source, target }));
}

/**
 * The undo of a split, whose spellings have moved. At the end, the merges into the deleted entity
 * become those of the other one.
 */
function rejoiner(scope: BankScope, { id: split, entity_id: target, other_id: source }: moves.UnfinishedChange): Mover {
  return emptier(scope, { merge: null, source, target }, async (tx) => {
    await moves.deleteSplitOff(tx, scope, { split, id: source });
    await store.adoptChanges(tx, scope, { from: source, to: target });
    await store.reopenMerges(tx, scope, { id: target, split });
    await store.markUndone(tx, scope, split);
  });
}

// --- some mentions of an entity ------------------------------------------------------------------

export interface PlannedDivision {
  readonly recorded: moves.RecordedMove;
  /** includes the writes until this one */
  readonly revision: number;
  /** spellings that leave */
  readonly leaving: ReadonlySet<string>;
  /** memories to move; some may have been deleted */
  readonly go: readonly string[];
  /** those of them that also mention the remaining entity, and maybe others */
  readonly stays: ReadonlySet<string>;
  /** number of newer memories that use each spelling */
  readonly uses: ReadonlyMap<string, number>;
}

/**
 * Which memories a recorded split, or the undo of a merge, moves: its own, and of those written
 * since then the ones that use these spellings. With `since` only those written after that plan.
 */
export async function planDivision(
  tx: Tx,
  scope: BankScope,
  change: moves.UnfinishedChange,
  { revision, since }: { readonly revision: number; readonly since: PlannedDivision | null },
): Promise<PlannedDivision> {
  const recorded = since?.recorded ?? (await moves.readRecorded(tx, scope, change));
  const { alias_keys: keys } = defined((await store.readEntities(tx, scope, [change.entity_id])).get(change.entity_id));
  const leaving = new Set(recorded.keys.filter((key) => keys.includes(key)));
  const texts = await store.readTextsSince(tx, scope, { id: change.entity_id, revision: since?.revision ?? recorded.revision });
  const { go, shared, uses } = divide(
    texts.filter(({ id }) => !recorded.units.has(id)),
    keys,
    leaving,
  );
  const own = since === null ? [...recorded.units] : texts.flatMap(({ id }) => (recorded.units.has(id) ? [id] : []));
  return { recorded, revision, leaving, go: [...own, ...go], stays: new Set([...recorded.stays, ...shared]), uses };
}

/**
 * A split, or the undo of a merge, whose spellings move last: new text mentions the remaining
 * entity until then, and is divided at the end. `planned`: what the first part moves.
 */
export function divider(scope: BankScope, change: moves.UnfinishedChange, planned: PlannedDivision | null = null): Mover {
  const { entity_id: from, other_id: to } = change;
  let plan = planned;
  let at = 0;
  return async (tx, { most, revision }) => {
    if (plan === null || at >= plan.go.length) {
      plan = await planDivision(tx, scope, change, { revision, since: plan });
      at = 0;
    }
    const { go, stays, leaving } = plan;
    const units = go.slice(at, at + most);
    const staying = units.filter((id) => stays.has(id));
    const moved = units.length === 0 ? 0 : await moves.divideMentions(tx, scope, { from, to }, { units, staying, keys: [...leaving] });
    at += units.length;
    // Another write may have added mentions after an earlier plan.
    const isLast = at >= go.length && plan.revision === revision;
    if (!isLast) return { moved, isLast };
    await store.moveAliases(tx, scope, { keys: [...leaving], from, to });
    await moves.restrictSpellings(tx, scope, [from, to]);
    await tidyEntities(tx, scope, { entityIds: [from, to], staleIds: [from, to] });
    return { moved, isLast };
  };
}
