import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Queryable } from '#lib/base/db/db';
import { BANK_SIZES, PAGE as BATCH, CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import type { Link } from '#lib/memory/recall/retrieval/cached/links';
import { encodePage } from '#lib/memory/recall/retrieval/cached/page-format';
import { type Cursor, type Page, readWritten, START } from '#lib/memory/recall/retrieval/cached/store';
import {
  countMemories,
  deleteOldChanges,
  deleteUselessPages,
  findStoredPages,
  findUnpagedBanks,
  insertPage,
  type PageBank,
} from '#lib/memory/recall/retrieval/cached/stored-pages';

/**
 * Compacts large banks into pages, from which a process reads its cache in seconds. Pages are read
 * without a lock, and each is stored in a short transaction that checks it.
 */

export interface CompactionLimits {
  /** banks with more valid memories have pages */
  readonly largeFrom: number;
  /** memories of a page */
  readonly size: number;
  /** between two pages, fewer memories are left to be read one by one */
  readonly least: number;
  /** the rest is left to the next call */
  readonly milliseconds: number;
  readonly isStopping: () => boolean;
  /** waits after a batch that took this long, because requests need the database as well */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}
/** A pause, as a multiple of the time of the batch before it. */
const PAUSE = 2;
const LIMITS: CompactionLimits = {
  largeFrom: BANK_SIZES.largeFrom,
  size: 4096,
  least: BATCH,
  milliseconds: 60_000,
  isStopping: () => false,
  pause: (milliseconds) => delay(PAUSE * milliseconds),
};

/**
 * Removes old entries of changes, and writes missing pages of all large banks, as many as the time
 * permits. Several processes may call
 * it at once. Returns the number of pages.
 */
export async function compactBanks(db: Db, limits: Partial<CompactionLimits> = {}): Promise<number> {
  const { milliseconds, largeFrom, isStopping, ...sizes } = { ...LIMITS, ...limits };
  const until = performance.now() + milliseconds;
  const isOver = (): boolean => isStopping() || performance.now() > until;
  let written = 0;
  await deleteOldChanges(db);
  for (const bank of await findUnpagedBanks(db, { largeFrom, least: sizes.size })) {
    await deleteUselessPages(db, bank);
    written += await compactBank(db, bank, { ...sizes, isOver });
  }
  return written;
}

export interface PageSizes extends Pick<CompactionLimits, 'size' | 'least' | 'pause'> {
  /** the rest is left to the next call */
  readonly isOver: () => boolean;
}

/** Writes missing pages of one bank. Returns their number. */
export async function compactBank(db: Db, bank: PageBank, sizes: PageSizes): Promise<number> {
  const { pages } = await findStoredPages(db, bank.uid, bank.model);
  let written = 0;
  let after = START;
  for (const next of [...pages, null]) {
    written += await fillGap(db, bank, { after, upTo: next?.after ?? null }, sizes);
    if (next) after = next.last;
  }
  return written;
}

interface Gap {
  readonly after: Cursor;
  /** null: the end of the bank, where memories are still being added */
  readonly upTo: Cursor | null;
}

async function fillGap(db: Db, bank: PageBank, { after: start, upTo }: Gap, { size, least, pause, isOver }: PageSizes): Promise<number> {
  let written = 0;
  for (let after = start; !isOver(); written++) {
    const memories = await countMemories(db, bank.uid, { after, upTo, most: size });
    if (memories < (upTo === null ? size : least)) break;
    const last = await writePage(db, bank, { after, upTo }, { size: memories, pause });
    if (last === null) break;
    after = last;
  }
  return written;
}

/** Returns the position of its last memory; null: the bank changed meanwhile. */
async function writePage(
  db: Db,
  bank: PageBank,
  { after, upTo }: Gap,
  { size, pause }: Pick<PageSizes, 'size' | 'pause'>,
): Promise<Cursor | null> {
  const units = new CachedBank(bank.model, { units: size, largeFrom: 0 });
  // A link between two batches is read with each of them.
  const links = new Map<string, Link>();
  let revision: number | null = null;
  let last = after;
  for (let left = size; left > 0; ) {
    const begun = performance.now();
    const batch = await readBatch(db, bank, { after: last, upTo }, Math.min(BATCH, left));
    if (batch === null || batch.units.length === 0) return null;
    units.take(batch);
    for (const link of batch.links) links.set(`${link.from}:${link.to}`, link);
    revision ??= batch.revision;
    left -= batch.units.length;
    last = batch.last;
    await pause(performance.now() - begun);
  }
  const payload = encodePage(units.columns([...links.values()]));
  const page = { after, last, memories: size, units: units.live, revision: revision!, payload };
  return (await db.transaction((tx) => insertPage(tx, bank, page))) ? last : null;
}

const readBatch = (db: Queryable, { uid, model }: PageBank, { after, upTo }: Gap, limit: number): Promise<Page | null> =>
  readWritten(db, uid, { model, after, upTo, limit, known: ALL, knownNames: ALL, ids: false, names: false });

/** No change is read. */
const ALL = Number.MAX_SAFE_INTEGER;
