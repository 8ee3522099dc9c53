import type { Queryable } from '#lib/db/db';
import { COMMON_UNIT, KeptBank } from '#lib/recall/kept/bank';
import type { BankState } from '#lib/scope';

/**
 * Banks that are kept in the process: what the arms compare of their units. Recall looks there and asks the database for what is not kept: entities, and the
 * texts of what it sends.
 *
 * A bank's revision, which every request reads with the bank, says whether what is kept is of now; where it has gone on, what was written since is read
 * before anybody is answered, whoever wrote it. Nothing else is trusted: where a bank is not there yet, or far behind, the answer is null, the database
 * looks itself, and the bank is read in the background.
 */

export interface KeptOptions {
  /** Units from which on a bank is kept: the database looks through fewer as fast. */
  readonly least: number;
  /** Bytes of all banks together. */
  readonly most: number;
  /** A bank that nobody has asked for so long makes room for another. Where all are in use the next one is not kept: to read them in turn helps nobody. */
  readonly idleMs: number;
  /** Nobody will ask for it any more, perhaps because it was deleted: it is not kept longer. */
  readonly forgottenMs: number;
}
const STANDARD: KeptOptions = { least: 500, most: 256 * 2 ** 20, idleMs: 600_000, forgottenMs: 3_600_000 };

/** Which vectors of a bank are kept. */
export interface VectorKind {
  readonly model: string;
  /** numbers of each */
  readonly dimensions: number;
}

/** How often what is forgotten goes. */
const SWEEP_MS = 60_000;

interface Place {
  bank: KeptBank;
  /** there was no room for all of it: it is not tried again before it is forgotten */
  isTooLarge: boolean;
  usedAt: number;
  reading: Promise<void> | null;
}

export class KeptBanks {
  private readonly db: Queryable;
  private readonly options: KeptOptions;
  private readonly places = new Map<number, Place>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(db: Queryable, options: Partial<KeptOptions> = {}) {
    this.db = db;
    this.options = { ...STANDARD, ...options };
  }

  /** Reads a bank that is large enough, to the end: for whoever wants to begin with it. */
  async warm(bank: BankState, kind: VectorKind): Promise<void> {
    const place = this.placeOf(bank, kind);
    if (place === null) return;
    for (await this.isOfNow(place, bank); place.reading !== null; ) await place.reading;
  }

  /** A bank as it is now; null: the database has to be asked. Never throws. */
  async ofNow(bank: BankState, kind: VectorKind): Promise<KeptBank | null> {
    const place = this.placeOf(bank, kind);
    return place !== null && (place.bank.revision >= bank.revision || (await this.isOfNow(place, bank))) ? place.bank : null;
  }

  /** null: the bank is too small, or there is no room for it. */
  private placeOf({ uid, unitCount }: BankState, kind: VectorKind): Place | null {
    const found = this.places.get(uid);
    if (found?.bank.model === kind.model) {
      found.usedAt = performance.now();
      return found;
    }
    this.places.delete(uid);
    if (unitCount < this.options.least || !this.hasRoomFor(unitCount * (COMMON_UNIT + 2 * kind.dimensions))) return null;
    const place = { bank: new KeptBank(kind.model), isTooLarge: false, usedAt: performance.now(), reading: null };
    this.places.set(uid, place);
    this.sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    return place;
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

  private giveUp(place: Place): void {
    place.bank = new KeptBank(place.bank.model);
    place.isTooLarge = true;
  }

  /** Those that were asked longest ago go for it, if nobody has asked them for a while. */
  private hasRoomFor(bytes: number): boolean {
    let kept = bytes + this.bytes();
    for (const [uid, { bank, usedAt }] of [...this.places].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (kept <= this.options.most || performance.now() - usedAt < this.options.idleMs) break;
      this.places.delete(uid);
      kept -= bank.bytes;
    }
    return kept <= this.options.most;
  }

  /** Reads what is new, if that is one page. Whoever asks meanwhile waits for the same page. */
  private async isOfNow(place: Place, { uid, revision }: BankState): Promise<boolean> {
    if (place.isTooLarge) return false;
    if (place.bank.revision < 0) {
      place.reading ??= this.inBackground(place, uid);
      return false;
    }
    place.reading ??= this.page(place, uid);
    await place.reading;
    return place.bank.revision >= revision;
  }

  private async page(place: Place, bankUid: number): Promise<void> {
    try {
      const isAll = await place.bank.readOn(this.db, bankUid);
      place.reading = null;
      // What does not end with one page is nothing to wait for.
      if (!isAll) place.reading = this.inBackground(place, bankUid);
    } catch {
      this.forget(place, bankUid);
    }
  }

  private async inBackground(place: Place, bankUid: number): Promise<void> {
    try {
      place.bank.revision = -1;
      while (this.places.get(bankUid) === place && !place.isTooLarge && !(await place.bank.readOn(this.db, bankUid)))
        if (this.bytes() > this.options.most) this.giveUp(place);
      place.reading = null;
    } catch {
      this.forget(place, bankUid);
    }
  }

  /** The next question begins anew. */
  private forget(place: Place, bankUid: number): void {
    if (this.places.get(bankUid) === place) this.places.delete(bankUid);
    place.bank.revision = -1;
    place.reading = null;
  }
}
