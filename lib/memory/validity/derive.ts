import type { Db, Tx } from '#lib/base/db/db';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import { inBank, lockBank, noteWrite } from '#lib/memory/banks/service';
import { derivedEnd, isEndDerived } from '#lib/memory/validity/ends';
import { keysOf, type MemoryKeys } from '#lib/memory/validity/rules/keys';
import * as store from '#lib/memory/validity/store';

/**
 * Derives in the background which memories are no longer true. Each memory that was written since
 * the last run is compared with those that share a key with it. A run may end at any point: the
 * revision up to which validity was derived is stored last, and a repeated run changes nothing.
 */

/** Memories per transaction. */
const BATCH = 200;
/** Memories per key: the latest. */
const PARTNERS = 24;

export interface DerivationCall {
  readonly signal: AbortSignal;
  /** called first in each writing transaction */
  readonly fence: (tx: Tx) => Promise<void>;
}

/** Returns the number of memories whose validity changed. */
export async function deriveValidity(db: Db, scope: BankScope, call: DerivationCall): Promise<number> {
  const from = await store.readDerivedRevision(db, scope);
  if (from === null) return 0;
  let cursor: store.WrittenCursor = { revision: from, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  let changed = await rederiveUnsupported(db, scope, call);
  for (;;) {
    call.signal.throwIfAborted();
    const written = await store.readWritten(db, scope, cursor, BATCH);
    if (written.length > 0) changed += await deriveBatch(db, scope, call, written);
    const last = written.at(-1);
    if (last) cursor = { revision: last.revision, id: last.id };
    if (written.length < BATCH) break;
  }
  if (cursor.revision > from) {
    // A memory of the same revision that was written meanwhile has a later one.
    await inBank(db, scope, async (tx) => {
      await call.fence(tx);
      if ((await lockBank(tx, scope)) !== null) await store.noteDerived(tx, scope, cursor.revision);
    });
  }
  return changed;
}

/** Memories whose end has lost its evidence are true again, or ended by another memory. */
async function rederiveUnsupported(db: Db, scope: BankScope, call: DerivationCall): Promise<number> {
  let changed = 0;
  for (;;) {
    call.signal.throwIfAborted();
    const unsupported = await store.readUnsupported(db, scope, BATCH);
    if (unsupported.length === 0) return changed;
    const found = await deriveBatch(db, scope, call, unsupported);
    changed += found;
    if (found === 0) return changed;
  }
}

/** Reads memories by the rules without a transaction, and pauses for other requests. */
async function readKeys(memories: readonly store.DatedMemory[]): Promise<Map<string, MemoryKeys>> {
  const pause = pacer();
  const keys = new Map<string, MemoryKeys>();
  for (const memory of memories) {
    keys.set(memory.id, memory.isValid ? keysOf(memory) : { states: [], ends: [] });
    await pause();
  }
  return keys;
}

async function deriveBatch(db: Db, scope: BankScope, call: DerivationCall, read: readonly store.DatedMemory[]): Promise<number> {
  const keys = await readKeys(read);
  const write = async (tx: Tx): Promise<number> => {
    await call.fence(tx);
    return writeBatch(tx, scope, read, keys);
  };
  return inBank(db, scope, write, { isBatch: true });
}

async function writeBatch(
  tx: Tx,
  scope: BankScope,
  read: readonly store.DatedMemory[],
  keys: ReadonlyMap<string, MemoryKeys>,
): Promise<number> {
  const revision = await lockBank(tx, scope);
  if (revision === null) return 0;
  const now = new Map((await store.readByIds(tx, scope, [...keys.keys()])).map((memory) => [memory.id, memory]));
  // A memory that changed meanwhile has a later revision and is read again.
  const batch = read.flatMap((memory) => (now.get(memory.id)?.revision === memory.revision ? memory : []));
  const ids = batch.map(({ id }) => id);
  const pairs = batch.flatMap(({ id: memoryId, mentionedAt }) => [
    ...(keys.get(memoryId)?.states ?? []).map((key) => ({ memoryId, key, ends: false, mentionedAt })),
    ...(keys.get(memoryId)?.ends ?? []).map((key) => ({ memoryId, key, ends: true, mentionedAt })),
  ]);
  await store.writeKeys(tx, scope, ids, pairs);
  const changed = await store.writeEnds(tx, scope, revision, await endsOf(tx, scope, batch, keys));
  if (changed.length > 0) await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0 });
  return changed.length;
}

/**
 * The ends of the memories of a batch, and of earlier ones that a memory of the batch may end. An
 * earlier one keeps its present end unless a memory of the batch ended it before.
 */
async function endsOf(
  tx: Tx,
  scope: BankScope,
  batch: readonly store.DatedMemory[],
  keys: ReadonlyMap<string, MemoryKeys>,
): Promise<store.DerivedEnd[]> {
  const all = (kind: keyof MemoryKeys): bigint[] => [...new Set(batch.flatMap(({ id }) => keys.get(id)?.[kind] ?? []))];
  const enders = await store.readPartners(tx, scope, { keys: all('states'), ends: true, most: PARTNERS });
  const ended = await store.readPartners(tx, scope, { keys: all('ends'), ends: false, most: PARTNERS });
  const known = new Map([...enders, ...ended].map((memory) => [memory.id, memory]));
  const missing = ended.flatMap(({ supersededBy }) => (supersededBy !== null && !known.has(supersededBy) ? supersededBy : []));
  for (const memory of await store.readByIds(tx, scope, missing)) known.set(memory.id, memory);
  const own = new Set(batch.map(({ id }) => id));
  const ends = batch.filter(isEndDerived).map((earlier) => derivedEnd(earlier, enders));
  for (const earlier of ended.filter((one) => !own.has(one.id) && isEndDerived(one))) {
    const present = earlier.supersededBy === null ? undefined : known.get(earlier.supersededBy);
    ends.push(derivedEnd(earlier, [...batch, ...(present && !own.has(present.id) ? [present] : [])]));
  }
  return ends;
}
