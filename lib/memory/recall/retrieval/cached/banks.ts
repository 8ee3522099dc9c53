import { setTimeout as delay } from 'node:timers/promises';
import { assertWanted, forNobody } from '#lib/base/db/caller';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import type { Queryable } from '#lib/base/db/db';
import { FairQueue } from '#lib/base/db/queue';
import type { BankState } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { registerTextCache, type TextCache } from '#lib/base/text-caches';
import type { CacheStatus, WantedBank } from '#lib/memory/recall/cache/status';
import { BANK_SIZES, type BankSizes, bytesOfBank, CachedBank, PAGE } from '#lib/memory/recall/retrieval/cached/bank';
import { findNearest } from '#lib/memory/recall/retrieval/cached/find';
import { ownTurn } from '#lib/memory/recall/retrieval/cached/own-turn';
import { cachedSource } from '#lib/memory/recall/retrieval/cached/source';
import { speakersThatPass } from '#lib/memory/recall/retrieval/cached/speakers';
import type { CandidateQuery, CandidateSource, RetrievalResult } from '#lib/memory/recall/retrieval/port';

/**
 * Banks that this process caches, each completely.
 *
 * Every request reads the revision of its bank. If the cached bank is outdated, the request first
 * reads newer writes of all processes. A large bank that is not cached, or far behind, is loaded in
 * the background while the database answers. In a very large bank, the database then compares only
 * the vectors that the loaded part names.
 */

export interface CacheOptions extends BankSizes {
  /** maximum bytes of all banks together; 0: none is cached */
  readonly most: number;
  /**
   * A bank that was not queried for this long makes room for another. If all are in use, the next
   * one is not cached, because evicting them in turn would slow down all of them.
   */
  readonly idleMs: number;
  /** A bank without a question for this long, perhaps because it was deleted, is dropped. */
  readonly forgottenMs: number;
  /**
   * The database runs one statement at a time: each search of it delays the pages of a bank that is
   * being read.
   */
  readonly hasOneSession: boolean;
  /**
   * while a bank with more valid memories is being read, the database answers one question about it
   * at a time
   */
  readonly turnsFrom: number;
  /** while a bank with more valid memories is being read, not all of its vectors are compared */
  readonly partialFrom: number;
}

/**
 * Comparing all vectors in the database takes 0.25 s at 100,000 memories, and delays the reading of
 * the bank, which takes about a second. From here on, both take several times as long.
 */
const PARTIAL_FROM = 200_000;

/**
 * Searches of eight callers at once occupy the processors of the database. If the service shares
 * them, they stop it for half a second at 100,000 memories.
 */
const TURNS_FROM = 25_000;

const DEFAULTS: CacheOptions = {
  most: 256 * 2 ** 20,
  idleMs: 600_000,
  forgottenMs: 3_600_000,
  hasOneSession: false,
  ...BANK_SIZES,
  turnsFrom: TURNS_FROM,
  partialFrom: PARTIAL_FROM,
};

/**
 * Each bank has a WebAssembly memory, for which V8 reserves 10 GB of addresses: there are enough
 * for 13,000.
 */
const MAX_BANKS = 5_000;

/** Which vectors of a bank are cached. */
export interface VectorKind {
  readonly model: string;
  /** numbers of each */
  readonly dimensions: number;
}

/**
 * Where questions take turns while a bank is being read, the reading gets this many times as long
 * as the search before it, and at most this long at a time.
 */
const READING_SHARE = { oneSession: 8, veryLarge: 1 };
const READING_MS = 2_000;
/** Longest wait for the first page of a very large bank. */
const FIRST_PAGE_MS = 500;
/** After this wait a question is sent to the database in any case. */
const PATIENCE_MS = 10_000;

/** Interval between two looks for forgotten banks. */
const SWEEP_MS = 60_000;

interface Entry {
  bank: CachedBank;
  /** valid memories of the bank at the last question */
  memories: number;
  /** when the bank turned out to be too large, and the bytes that it needs; null: it did not */
  givenUp: { readonly at: number; readonly bytes: number } | null;
  usedAt: number;
  reading: Promise<unknown> | null;
  /** more has to be read than a question waits for */
  isBehind: boolean;
  /** questions that go to the database meanwhile */
  readonly line: FairQueue;
  /** reads the cell of the bank */
  at: Queryable;
}

/** A bank that did not fit. */
interface Refusal {
  readonly memories: number;
  /** of the last question */
  readonly at: number;
}

export class CachedBanks implements TextCache {
  private readonly db: Queryable;
  private readonly options: CacheOptions;
  /** the least recently used first */
  private readonly entries = new Map<number, Entry>();
  /** banks without room, the least recently queried first */
  private readonly refused = new Map<number, Refusal>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(db: Queryable, options: Partial<CacheOptions> = {}) {
    this.db = db;
    this.options = { ...DEFAULTS, ...options };
    registerTextCache(this);
  }

  /**
   * Drops a deleted bank. Otherwise reads its deletions in the background, which erases what the
   * memories left.
   */
  forget(bankUid: number, isDeleted: boolean): void {
    const entry = this.entries.get(bankUid);
    if (isDeleted) this.entries.delete(bankUid);
    else if (entry) void forNobody(() => this.readDeletions(entry, bankUid));
  }

  /** After an error the bank is dropped, and so is one whose reading was broken off. */
  private async readDeletions(entry: Entry, bankUid: number): Promise<void> {
    while (entry.reading !== null) await entry.reading;
    if (this.entries.get(bankUid) !== entry) return;
    if (entry.bank.revision >= 0 && !entry.bank.isPartial) {
      const reading = this.read(entry, bankUid, false);
      entry.reading = reading;
      if (await reading) return;
    }
    this.entries.delete(bankUid);
  }

  /** The state of a bank, without a change of it. */
  statusOf(bankUid: number): CacheStatus {
    const entry = this.entries.get(bankUid);
    return entry ? this.statusOfEntry(entry) : { state: this.refused.has(bankUid) ? 'no_room' : 'unused', progress: 0 };
  }

  /** Whether a bank is cached, and so large that its search in the database takes long. */
  isLarge(bankUid: number): boolean {
    const bank = this.entries.get(bankUid)?.bank;
    return bank !== undefined && bank.contents === null && this.statusOf(bankUid).state === 'cached';
  }

  /** The banks that recall wanted in the cache, in no order. */
  wanted(): WantedBank[] {
    return [
      ...[...this.entries].map(([bankUid, entry]) => {
        const status = this.statusOfEntry(entry);
        return { ...status, bankUid, memories: entry.memories, bytes: status.state === 'no_room' ? 0 : entry.bank.bytes };
      }),
      ...[...this.refused].map(([bankUid, { memories }]) => ({ state: 'no_room' as const, progress: 0, bankUid, memories, bytes: 0 })),
    ];
  }

  /** Memory of all banks in bytes, estimated, and its limit. */
  usage(): { readonly bytes: number; readonly most: number } {
    return { bytes: this.bytes(), most: this.options.most };
  }

  private statusOfEntry(entry: Entry): CacheStatus {
    const { bank, memories } = entry;
    if (entry.givenUp !== null) return { state: 'no_room', progress: 0 };
    if (bank.revision >= 0 && !bank.isPartial) return { state: 'cached', progress: 1 };
    return { state: 'reading', progress: Math.min(1, bank.live / Math.max(1, memories)) };
  }

  /** The number of these memories that are cached, after what is being read. */
  async count(bankUid: number, ids: readonly string[]): Promise<number> {
    for (let entry = this.entries.get(bankUid); entry?.reading; entry = this.entries.get(bankUid)) await entry.reading;
    const bank = this.entries.get(bankUid)?.bank;
    return bank ? ids.filter((id) => bank.slotOf(id) !== undefined).length : 0;
  }

  /** Reads a bank to its end, if there is room for it. */
  async warm(bank: BankState, kind: VectorKind): Promise<void> {
    const entry = this.entryOf(bank, kind);
    if (entry === null) return;
    for (await this.isUpToDate(entry, bank); entry.reading !== null; ) await entry.reading;
  }

  /**
   * Searches the cached bank if it is up to date, else `database`. With `mayBePartial`, a very
   * large bank that is being read is searched in `database` without comparing all of its vectors.
   *
   * While a bank is being read, a database of one session answers one question about it at a time
   * and then leaves eight times as long to the reading. Otherwise eight concurrent questions would
   * delay each page, of sixty for thirty thousand memories. Other databases answer one question at
   * a time about a large bank. After one about a very large one, which takes a fifth of the time of
   * its reading, they leave as long to the reading.
   */
  async find(
    bank: BankState,
    kind: VectorKind,
    query: CandidateQuery,
    database: CandidateSource,
    { mayBePartial = false } = {},
  ): Promise<RetrievalResult> {
    await ownTurn();
    const cached = await this.current(bank, kind);
    if (cached !== null) return this.sourceOf(bank, cached).find(query);
    const entry = this.entries.get(bank.uid);
    if (!entry?.isBehind) return database.find(query);
    const search = () => (mayBePartial ? this.findMeanwhile(entry, bank, query, database) : database.find(query));
    const share = this.readingShare(bank.unitCount);
    if (share === null) return search();
    const end = await entry.line.turn(PATIENCE_MS).catch(() => {
      assertWanted();
      return null;
    });
    if (end === null) return search();
    let pause = 0;
    try {
      const read = await this.current(bank, kind);
      if (read !== null) return this.sourceOf(bank, read).find(query);
      const begun = performance.now();
      const found = await search();
      pause = Math.min(share * (performance.now() - begun), READING_MS);
      return found;
    } finally {
      void Promise.race([entry.reading, delay(pause, undefined, { ref: false })]).then(end);
    }
  }

  /** null: questions about a bank that is being read do not take turns. */
  private readingShare(memories: number): number | null {
    const { hasOneSession, turnsFrom, partialFrom } = this.options;
    if (hasOneSession) return READING_SHARE.oneSession;
    if (memories > partialFrom) return READING_SHARE.veryLarge;
    return memories > turnsFrom ? 0 : null;
  }

  /** Searches a bank that is being read in the database, with the vectors that have been read. */
  private async findMeanwhile(entry: Entry, { unitCount }: BankState, query: CandidateQuery, database: CandidateSource) {
    if (unitCount <= this.options.partialFrom) return database.find(query);
    if (entry.bank.live === 0) await Promise.race([entry.reading, delay(FIRST_PAGE_MS, undefined, { ref: false })]);
    await ownTurn();
    if (!entry.isBehind) return database.find(query);
    const compared = Math.min(1, entry.bank.live / unitCount);
    return { ...(await database.find({ ...query, compared: findNearest(entry.bank, query) })), ...(compared < 1 && { compared }) };
  }

  private cellOf({ cell = DEFAULT_CELL }: BankState): Queryable {
    return inCell(this.db, cell);
  }

  private sourceOf(bank: BankState, cached: CachedBank): CandidateSource {
    return cachedSource(this.cellOf(bank), bank.uid, cached);
  }

  /**
   * Those of `speakers` with a memory that passes the filter; null: the cached bank is not up to
   * date. Reads nothing.
   */
  visibleSpeakers(
    { uid, revision }: BankState,
    model: string,
    { tags, speakers }: { readonly tags: TagFilter; readonly speakers: readonly string[] },
  ): readonly string[] | null {
    const bank = this.entries.get(uid)?.bank;
    const isUpToDate = bank !== undefined && bank.model === model && bank.revision >= revision && !bank.isPartial;
    return isUpToDate ? speakersThatPass(bank, tags, speakers) : null;
  }

  /** The cached bank, up to date; null: only the database is. Never throws. */
  async current(bank: BankState, kind: VectorKind): Promise<CachedBank | null> {
    const entry = this.entryOf(bank, kind);
    if (entry === null) return null;
    const isUpToDate = entry.bank.revision >= bank.revision && !entry.bank.isPartial;
    return isUpToDate || (await this.isUpToDate(entry, bank)) ? entry.bank : null;
  }

  /** null: the bank is empty, or there is no room for it. */
  private entryOf(state: BankState, kind: VectorKind): Entry | null {
    const { uid, unitCount } = state;
    const known = this.entries.get(uid);
    if (known) this.entries.delete(uid);
    const entry = known?.bank.model === kind.model ? known : this.newEntry(state, kind);
    if (entry === null) return null;
    entry.at = this.cellOf(state);
    entry.memories = unitCount;
    entry.usedAt = performance.now();
    this.entries.set(uid, entry);
    return entry;
  }

  private newEntry(state: BankState, { model, dimensions }: VectorKind): Entry | null {
    const { uid, unitCount } = state;
    this.refused.delete(uid);
    if (unitCount === 0 || this.options.most === 0) return null;
    this.sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    if (!this.hasRoomFor(bytesOfBank(unitCount, dimensions))) {
      this.refuse(uid, unitCount);
      return null;
    }
    const bank = this.newBank(model, unitCount);
    const at = this.cellOf(state);
    return { bank, at, memories: unitCount, givenUp: null, usedAt: 0, reading: null, isBehind: false, line: new FairQueue() };
  }

  private newBank(model: string, units: number): CachedBank {
    const { largeFrom, exactUpTo } = this.options;
    return new CachedBank(model, { units, largeFrom, exactUpTo });
  }

  private refuse(uid: number, memories: number): void {
    this.refused.set(uid, { memories, at: performance.now() });
    for (const oldest of this.refused.keys()) if (this.refused.size > MAX_BANKS) this.refused.delete(oldest);
  }

  private sweep(): void {
    const isForgotten = (at: number): boolean => performance.now() - at > this.options.forgottenMs;
    for (const [uid, { usedAt }] of this.entries) if (isForgotten(usedAt)) this.entries.delete(uid);
    for (const [uid, { at }] of this.refused) if (isForgotten(at)) this.refused.delete(uid);
    if (this.entries.size + this.refused.size > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  private bytes(): number {
    let bytes = 0;
    for (const { bank } of this.entries.values()) bytes += bank.bytes;
    return bytes;
  }

  /**
   * Whether there is room for this many more bytes, after idle banks were dropped for it, the least
   * recently used first. None is dropped if that does not make room.
   */
  private hasRoomFor(bytes: number): boolean {
    let [cached, banks] = [bytes + this.bytes(), this.entries.size];
    const hasRoom = (): boolean => cached <= this.options.most && banks <= MAX_BANKS;
    const idle: number[] = [];
    for (const [uid, { bank, usedAt }] of this.entries) {
      if (hasRoom() || performance.now() - usedAt < this.options.idleMs) break;
      idle.push(uid);
      cached -= bank.bytes;
      banks--;
    }
    if (!hasRoom()) return false;
    for (const uid of idle) this.entries.delete(uid);
    return true;
  }

  /**
   * It turned out to be too large, and is not tried again yet: only if there is room for the bytes
   * that it needs, or after `forgottenMs`.
   */
  private isGivenUp(entry: Entry): boolean {
    if (entry.givenUp === null) return false;
    const { at, bytes } = entry.givenUp;
    if (performance.now() - at < this.options.forgottenMs && !this.hasRoomFor(bytes)) return true;
    entry.givenUp = null;
    return false;
  }

  /** Reads what is new, if it is one page. Concurrent questions wait for the same page. */
  private async isUpToDate(entry: Entry, { uid, revision, unitCount }: BankState): Promise<boolean> {
    // A page that was requested before may be older than this question. The next one is not.
    for (let reads = 0; reads < 2; reads++) {
      if (entry.isBehind || this.isGivenUp(entry)) return false;
      const isLarge = entry.bank.revision < 0 && unitCount > PAGE;
      // All questions share it: the first caller may hang up.
      entry.reading ??= forNobody(() => this.read(entry, uid, isLarge));
      if (isLarge || (await entry.reading) === false) return false;
      if (entry.bank.revision >= revision && !entry.bank.isPartial) return true;
    }
    return false;
  }

  /** One page; if there are more, the others in the background. Returns false after an error. */
  private async read(entry: Entry, bankUid: number, isBehind: boolean): Promise<boolean> {
    try {
      entry.isBehind = isBehind;
      const isAll = await this.page(entry, bankUid);
      entry.isBehind = !isAll;
      entry.reading = isAll ? null : this.rest(entry, bankUid);
      return true;
    } catch {
      this.breakOff(entry);
      return false;
    }
  }

  private async rest(entry: Entry, bankUid: number): Promise<void> {
    try {
      while (this.entries.get(bankUid) === entry && !(await this.page(entry, bankUid)));
      entry.reading = null;
      entry.isBehind = false;
    } catch {
      this.breakOff(entry);
    }
  }

  /** true: there is no more to read, or no room for it. */
  private async page(entry: Entry, bankUid: number): Promise<boolean> {
    const isAll = await entry.bank.readOn(entry.at, bankUid);
    if (!entry.bank.isWorn && this.hasRoomFor(0)) return isAll;
    const { isWorn, bytes, live, model } = entry.bank;
    entry.bank = this.newBank(model, entry.memories);
    entry.givenUp = isWorn ? null : { at: performance.now(), bytes: bytes * Math.max(1, entry.memories / Math.max(1, live)) };
    return !isWorn;
  }

  /**
   * After an error. The next question continues from the last complete page, or from the beginning
   * if one was applied in part.
   */
  private breakOff(entry: Entry): void {
    if (entry.bank.isTorn) entry.bank = this.newBank(entry.bank.model, entry.memories);
    entry.reading = null;
    entry.isBehind = false;
  }
}
