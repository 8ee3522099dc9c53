import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import { inBank, lockBank, noteWrite } from '#lib/memory/banks/service';
import { byTime, derivedEnd, isEndDerived, type ReasonOf } from '#lib/memory/validity/ends';
import type { ChangeReason } from '#lib/memory/validity/literals';
import { keysOf, type MemoryKeys } from '#lib/memory/validity/rules/keys';
import { changeReason } from '#lib/memory/validity/rules/replaces';
import * as store from '#lib/memory/validity/store';

/**
 * Derives in the background which memories are no longer true. Each memory that was written since
 * the last run is compared with those that share a key with it. A run may end at any point: each
 * batch stores the revision up to which validity was derived, and the next run continues there.
 */

/** Memories per transaction. */
const BATCH = 200;
/** Memories per key: the latest. */
const PARTNERS = 24;

export interface DerivationCall {
  readonly signal: AbortSignal;
  /** called first in each writing transaction */
  readonly fence: (tx: Tx) => Promise<void>;
  /**
   * called after each batch but the last one with the number of compared memories of this run; the
   * total is known if no run has derived anything before; an error ends the run
   */
  readonly onProgress?: (processed: number, total?: number) => Promise<void>;
}

/** Returns the number of memories whose validity changed. */
export async function deriveValidity(db: Db, scope: BankScope, call: DerivationCall): Promise<number> {
  const from = await store.readDerivedRevision(db, scope);
  if (from === null) return 0;
  let processed = 0;
  let total = 0;
  let cursor: store.WrittenCursor = { revision: from, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  let changed = await rederiveUnsupported(db, scope, call);
  for (;;) {
    call.signal.throwIfAborted();
    const written = await store.readWritten(db, scope, cursor, BATCH);
    const last = written.at(-1);
    if (!last) break;
    changed += await deriveBatch(db, scope, call, written, async (tx) => {
      // The next batch may begin with memories of the same revision.
      total = await store.noteDerived(tx, scope, last.revision - 1);
    });
    cursor = { revision: last.revision, id: last.id };
    if (written.length < BATCH) break;
    processed += written.length;
    await call.onProgress?.(processed, from < 0 ? Math.max(processed, total) : undefined);
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

/** `note` is called under the lock of the bank. */
async function deriveBatch(
  db: Db,
  scope: BankScope,
  call: DerivationCall,
  read: readonly store.DatedMemory[],
  note?: (tx: Tx) => Promise<void>,
): Promise<number> {
  const batch: Batch = { memories: read, keys: await readKeys(read), reasonOf: rememberedReasons() };
  await compareAhead(db, scope, batch);
  const write = async (tx: Tx): Promise<number> => {
    await call.fence(tx);
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    await note?.(tx);
    return writeBatch(tx, scope, batch, revision);
  };
  return inBank(db, scope, write, { isBatch: true });
}

interface Batch {
  readonly memories: readonly store.DatedMemory[];
  readonly keys: ReadonlyMap<string, MemoryKeys>;
  readonly reasonOf: ReasonOf;
}

/** `changeReason`, which compares each two memories once. */
function rememberedReasons(): ReasonOf {
  const known = new Map<string, ChangeReason | null>();
  return (later, earlier) => {
    const pair = `${later.id} ${later.revision} ${earlier.id} ${earlier.revision}`;
    const found = known.get(pair);
    if (found !== undefined) return found;
    const reason = changeReason(later, earlier);
    known.set(pair, reason);
    return reason;
  };
}

/**
 * Compares without a transaction, and pauses for other requests: reading and comparing the partners
 * of a batch by the rules takes seconds. Its own keys are not stored yet.
 */
async function compareAhead(db: Db, scope: BankScope, batch: Batch): Promise<void> {
  const pause = pacer();
  const latestFirst = withKeys(batch, 'ends').sort((a, b) => byTime(b.memory, a.memory));
  const among = comparisonsOf(withKeys(batch, 'states'), latestFirst, PARTNERS);
  for (const { earlier, others } of [...(await readComparisons(db, scope, batch)), ...among]) {
    // One at a time: a memory that nobody has read yet takes a millisecond.
    for (const other of others) {
      derivedEnd(earlier, [other], batch.reasonOf);
      await pause();
    }
  }
}

/** Call it under the lock of the bank. */
async function writeBatch(tx: Tx, scope: BankScope, { memories: read, keys, reasonOf }: Batch, revision: number): Promise<number> {
  const now = new Map((await store.readByIds(tx, scope, [...keys.keys()])).map((memory) => [memory.id, memory]));
  // A memory that changed meanwhile has a later revision and is read again.
  const memories = read.flatMap((memory) => (now.get(memory.id)?.revision === memory.revision ? memory : []));
  const ids = memories.map(({ id }) => id);
  const pairs = memories.flatMap(({ id: memoryId, mentionedAt }) => [
    ...(keys.get(memoryId)?.states ?? []).map((key) => ({ memoryId, key, ends: false, mentionedAt })),
    ...(keys.get(memoryId)?.ends ?? []).map((key) => ({ memoryId, key, ends: true, mentionedAt })),
  ]);
  await store.writeKeys(tx, scope, ids, pairs);
  const comparisons = await readComparisons(tx, scope, { memories, keys });
  const ends = comparisons.map(({ earlier, others }) => derivedEnd(earlier, others, reasonOf));
  const changed = await store.writeEnds(tx, scope, revision, ends);
  if (changed.length > 0) await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0 });
  return changed.length;
}

/** An earlier memory, and those that may have ended it. */
interface Comparison {
  readonly earlier: store.DatedMemory;
  readonly others: readonly store.DatedMemory[];
}

type KeyedBatch = Pick<Batch, 'memories' | 'keys'>;

const withKeys = ({ memories, keys }: KeyedBatch, kind: keyof MemoryKeys): store.Partner[] =>
  memories.map((memory) => ({ memory, keys: keys.get(memory.id)?.[kind] ?? [] }));

/** Which of `later` share a key with each of `earlier`: of each key, the first `most`. */
function comparisonsOf(earlier: readonly store.Partner[], later: readonly store.Partner[], most: number): Comparison[] {
  const byKey = new Map<bigint, store.DatedMemory[]>();
  for (const { memory, keys } of later)
    for (const key of keys) {
      const those = byKey.get(key) ?? [];
      byKey.set(key, those);
      if (those.length < most) those.push(memory);
    }
  return earlier
    .filter(({ memory }) => isEndDerived(memory))
    .map(({ memory, keys }) => ({ earlier: memory, others: [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))] }));
}

/**
 * The memories of a batch with those that may have ended them, and earlier ones that a memory of
 * the batch may end. These keep their present end unless a memory of the batch ended them before.
 */
async function readComparisons(db: Queryable, scope: BankScope, batch: KeyedBatch): Promise<Comparison[]> {
  const [states, changes] = [withKeys(batch, 'states'), withKeys(batch, 'ends')];
  const all = (partners: readonly store.Partner[]): bigint[] => [...new Set(partners.flatMap(({ keys }) => keys))];
  const enders = await store.readPartners(db, scope, { keys: all(states), ends: true, most: PARTNERS });
  const ended = await store.readPartners(db, scope, { keys: all(changes), ends: false, most: PARTNERS });
  const known = new Map([...enders, ...ended].map(({ memory }) => [memory.id, memory]));
  const missing = ended.flatMap(({ memory: { supersededBy } }) => (supersededBy !== null && !known.has(supersededBy) ? supersededBy : []));
  for (const memory of await store.readByIds(db, scope, missing)) known.set(memory.id, memory);
  const own = new Set(batch.memories.map(({ id }) => id));
  const others = ended.filter(({ memory }) => !own.has(memory.id));
  const before = comparisonsOf(others, changes, changes.length).map(({ earlier, others }) => {
    const present = earlier.supersededBy === null ? undefined : known.get(earlier.supersededBy);
    return { earlier, others: present && !own.has(present.id) ? [...others, present] : others };
  });
  return [...comparisonsOf(states, enders, enders.length), ...before];
}
