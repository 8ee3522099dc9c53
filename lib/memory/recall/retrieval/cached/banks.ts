import { setTimeout as delay } from 'node:timers/promises';
import { assertWanted, forNobody } from '#lib/base/db/caller';
import type { Queryable } from '#lib/base/db/db';
import { FairQueue } from '#lib/base/db/queue';
import type { BankState } from '#lib/base/scope';
import { CachedBank, COMMON_UNIT, EMPTY_BANK, PAGE } from '#lib/memory/recall/retrieval/cached/bank';

/**
 * Banks that are kept in the process, whole: recall looks there, and sends what it finds there.
 *
 * A bank's revision, which every request reads with the bank, says whether what is kept is of now; where it has gone on, what was written since is read
 * before anybody is answered, whoever wrote it. Nothing else is trusted: where a large bank is not there yet, or one is far behind, the answer is null, the
 * database looks itself, and the bank is read in the background.
 */

export interface CacheOptions {
  /** Bytes of all banks together. */
  readonly most: number;
  /** A bank that nobody has asked for so long makes room for another. Where all are in use the next one is not kept: to read them in turn helps nobody. */
  readonly idleMs: number;
  /** Nobody will ask for it any more, perhaps because it was deleted: it is not kept longer. */
  readonly forgottenMs: number;
  /** The database does one thing at a time: every recall that it answers while a bank is read stands before the next page of that bank. */
  readonly hasOneSession: boolean;
}
const STANDARD: CacheOptions = { most: 256 * 2 ** 20, idleMs: 600_000, forgottenMs: 3_600_000, hasOneSession: false };

/** Each has a memory of WebAssembly, and for each of these V8 sets 10 GB of addresses aside: there are some for 13,000. */
const MOST_BANKS = 5_000;

/** Which vectors of a bank are kept. */
export interface VectorKind {
  readonly model: string;
  /** numbers of each */
  readonly dimensions: number;
}

/** What the reading of a bank gets of a database of one session, for each part that a question gets that is asked meanwhile; and the longest at a time. */
const READING_SHARE = 8;
const READING_MS = 2_000;
/** Whoever stands in line for longer asks the database all the same. */
const PATIENCE_MS = 10_000;

/** How often what is forgotten goes. */
const SWEEP_MS = 60_000;

interface Place {
  bank: CachedBank;
  /** when there was no room for all of it; it may be tried again when others are forgotten. null: there was */
  givenUpAt: number | null;
  usedAt: number;
  reading: Promise<void> | null;
  /** more is being read than anybody should wait for */
  isBehind: boolean;
  /** of those who ask the database meanwhile */
  readonly line: FairQueue;
}

/** The two ways to the same answer. */
export interface Ways<T> {
  inBank(bank: CachedBank): T;
  inDatabase(): Promise<T>;
}

export class CachedBanks {
  private readonly db: Queryable;
  private readonly options: CacheOptions;
  /** the one that was asked longest ago comes first */
  private readonly places = new Map<number, Place>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(db: Queryable, options: Partial<CacheOptions> = {}) {
    this.db = db;
    this.options = { ...STANDARD, ...options };
  }

  /** Reads a bank for which there is room to the end: for whoever wants to begin with it. */
  async warm(bank: BankState, kind: VectorKind): Promise<void> {
    const place = this.placeOf(bank, kind);
    if (place === null) return;
    for (await this.isOfNow(place, bank); place.reading !== null; ) await place.reading;
  }

  /**
   * Looks in the bank, or in the database where that is not here. While a bank is read a database of one session answers one question about it at a time,
   * and then eight times as long is left to the reading: eight that ask at once would stand before each page, of sixty for thirty thousand units.
   */
  async look<T>(bank: BankState, kind: VectorKind, { inBank, inDatabase }: Ways<T>): Promise<T> {
    const known = await this.ofNow(bank, kind);
    if (known !== null) return inBank(known);
    const place = this.places.get(bank.uid);
    if (!this.options.hasOneSession || !place?.isBehind) return inDatabase();
    const end = await place.line.turn(PATIENCE_MS).catch(() => {
      assertWanted();
      return null;
    });
    if (end === null) return inDatabase();
    let pause = 0;
    try {
      const read = await this.ofNow(bank, kind);
      if (read !== null) return inBank(read);
      const begun = performance.now();
      const found = await inDatabase();
      pause = Math.min(READING_SHARE * (performance.now() - begun), READING_MS);
      return found;
    } finally {
      void Promise.race([place.reading, delay(pause, undefined, { ref: false })]).then(end);
    }
  }

  /** A bank as it is now; null: the database has to be asked. Never throws. */
  async ofNow(bank: BankState, kind: VectorKind): Promise<CachedBank | null> {
    const place = this.placeOf(bank, kind);
    if (place === null) return null;
    const isOfNow = place.bank.revision >= bank.revision && !place.bank.isPartial;
    return isOfNow || (await this.isOfNow(place, bank)) ? place.bank : null;
  }

  /** null: the bank is empty, or there is no room for it. */
  private placeOf({ uid, unitCount }: BankState, kind: VectorKind): Place | null {
    const found = this.places.get(uid);
    if (found) this.places.delete(uid);
    const place = found?.bank.model === kind.model ? found : this.newPlace(unitCount, kind);
    if (place === null) return null;
    place.usedAt = performance.now();
    this.places.set(uid, place);
    return place;
  }

  private newPlace(unitCount: number, { model, dimensions }: VectorKind): Place | null {
    if (unitCount === 0 || !this.hasRoomFor(EMPTY_BANK + unitCount * (COMMON_UNIT + 2 * dimensions))) return null;
    this.sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    return { bank: new CachedBank(model), givenUpAt: null, usedAt: 0, reading: null, isBehind: false, line: new FairQueue() };
  }

  private sweep(): void {
    for (const [uid, { usedAt }] of this.places) if (performance.now() - usedAt > this.options.forgottenMs) this.places.delete(uid);
    if (this.places.size > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  private bytes(): number {
    let bytes = 0;
    for (const { bank } of this.places.values()) bytes += bank.bytes;
    return bytes;
  }

  /** For so many bytes more. Those that were asked longest ago go for them, if nobody has asked them for a while. */
  private hasRoomFor(bytes: number): boolean {
    let kept = bytes + this.bytes();
    const hasRoom = (): boolean => kept <= this.options.most && this.places.size <= MOST_BANKS;
    for (const [uid, { bank, usedAt }] of this.places) {
      if (hasRoom() || performance.now() - usedAt < this.options.idleMs) break;
      this.places.delete(uid);
      kept -= bank.bytes;
    }
    return hasRoom();
  }

  /** Reads what is new, if that is one page. Whoever asks meanwhile waits for the same page. */
  private async isOfNow(place: Place, { uid, revision, unitCount }: BankState): Promise<boolean> {
    if (place.isBehind || (place.givenUpAt !== null && performance.now() - place.givenUpAt < this.options.forgottenMs)) return false;
    const isLarge = place.bank.revision < 0 && unitCount > PAGE;
    // It is everybody's: whoever happened to ask first may hang up.
    place.reading ??= forNobody(() => this.read(place, uid, isLarge));
    if (isLarge) return false;
    await place.reading;
    return place.bank.revision >= revision && !place.bank.isPartial;
  }

  /** One page, and where that is not all the rest in the background. */
  private async read(place: Place, bankUid: number, isBehind: boolean): Promise<void> {
    try {
      place.isBehind = isBehind;
      const isAll = await this.page(place, bankUid);
      place.isBehind = !isAll;
      place.reading = isAll ? null : this.rest(place, bankUid);
    } catch {
      this.breakOff(place);
    }
  }

  private async rest(place: Place, bankUid: number): Promise<void> {
    try {
      place.bank.revision = -1;
      while (this.places.get(bankUid) === place && !(await this.page(place, bankUid)));
      place.reading = null;
      place.isBehind = false;
    } catch {
      this.breakOff(place);
    }
  }

  /** Whether there is no more to read, or no room for it. */
  private async page(place: Place, bankUid: number): Promise<boolean> {
    const isAll = await place.bank.readOn(this.db, bankUid);
    if (!place.bank.isWorn && this.hasRoomFor(0)) return isAll;
    const isWorn = place.bank.isWorn;
    place.bank = new CachedBank(place.bank.model);
    place.givenUpAt = isWorn ? null : performance.now();
    return !isWorn;
  }

  /** The next question reads on where this one stopped; of what was half taken in it begins anew. */
  private breakOff(place: Place): void {
    if (place.bank.isTorn) place.bank = new CachedBank(place.bank.model);
    place.reading = null;
    place.isBehind = false;
  }
}
