import type { Queryable } from '#lib/db/db';
import { FACT_TYPES, type FactType } from '#lib/literals';
import { HALF_BYTES, nearestOf, Rotation, writeCode } from '#lib/recall/codes/code';
import { FeatureTable, type UnitFeatures } from '#lib/recall/codes/features';
import { type Cursor, type Page, readWritten, START, type Written } from '#lib/recall/codes/store';
import type { BankState } from '#lib/scope';

/**
 * Codes and features of the units of large banks, kept in the process: what may be near to a question is looked for here, and the database reckons the
 * exact scores of those few; what ranking needs of whatever is found need not be read. Reading all vectors of a bank is what grows with it.
 *
 * A bank's revision, which every request reads with the bank, says whether what is kept is of now; where it has gone on, what was written since is read
 * before anybody is answered, whoever wrote it. Nothing else is trusted: where it is not there yet, or far behind, the answer is null, the database
 * reads all as ever, and it is read in the background. A unit that is gone may still be named here; the database does not find it.
 */

export interface KeptOptions {
  /** Units from which on a bank has codes: of fewer all vectors are read as fast. */
  readonly least: number;
  /** Units of all banks together, some 0.3 kB each. */
  readonly most: number;
  /** A bank that nobody has asked for so long makes room for another. Where all are in use the next one has no codes: to read them in turn helps nobody. */
  readonly idleMs: number;
}
const STANDARD: KeptOptions = { least: 3000, most: 400_000, idleMs: 600_000 };

/** Units that are read while somebody waits, and of one page in the background. */
const PAGE = 500;
/** Of a unit that is not live. */
const GONE = 255;
/** Where so many more are kept than there are, codes of deleted ones crowd out others. */
const SURPLUS = 1.2;

export interface Near {
  readonly vector: Float32Array;
  /** null: all types */
  readonly types: readonly FactType[] | null;
  /** as many at least, or all there are */
  readonly count: number;
}

/** What is kept of one bank at one revision. */
export interface Kept {
  /** ids of the units that may be nearest, of `types` */
  nearest(near: Near): string[];
  /** null: it is not known, or not where it stands */
  featuresOf(id: string): UnitFeatures | null;
  /** of an observation what it rests on */
  sourcesOf(id: string): readonly string[];
}

/** Units of one bank, with codes of their vectors of one model. */
class BankCodes implements Kept {
  /** complete up to this revision of the bank; -1: never yet */
  revision = -1;
  reading: Promise<void> | null = null;
  usedAt = 0;
  live = 0;
  readonly model: string;
  private cursor: Cursor = START;
  private readonly slots = new Map<string, number>();
  private readonly ids: string[] = [];
  private kinds = new Uint8Array(1024);
  private codes: [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] = [
    new Uint8Array(1024 * HALF_BYTES),
    new Uint8Array(1024 * HALF_BYTES),
  ];
  private rotation: Rotation | null = null;
  private dimensions = 0;
  private readonly features = new FeatureTable();
  private readonly sources = new Map<string, readonly string[]>();
  /** the last revision up to which all was known */
  private complete = -1;

  constructor(model: string) {
    this.model = model;
  }

  get size(): number {
    return this.ids.length;
  }

  /** One page further; false: there is more. Throws what the database throws. */
  async readOn(db: Queryable, bankUid: number): Promise<boolean> {
    const page = await readWritten(db, bankUid, { model: this.model, after: this.cursor, limit: PAGE, complete: this.complete });
    if (page === null) return true;
    this.take(page);
    if (page.places === null) return false;
    this.revision = page.revision;
    this.complete = page.revision;
    return true;
  }

  private take({ units, places, last }: Page): void {
    for (const unit of units) this.put(unit);
    for (const [chunk, place] of places ?? []) this.features.place(chunk, place);
    this.cursor = last;
  }

  private put(unit: Written): void {
    const { id, kind, vector, sources } = unit;
    const known = this.slots.get(id);
    if (known !== undefined && this.kinds[known] !== GONE) this.live--;
    const slot = known ?? this.newSlot(id);
    this.features.put(slot, unit.chunk, unit);
    if (sources.length > 0 || this.sources.has(id)) this.sources.set(id, sources);
    this.kinds[slot] = kind ?? GONE;
    if (kind === null || vector === null) return;
    this.live++;
    writeCode(this.rotationOf(vector.length).turn(vector), this.codes, slot);
  }

  private newSlot(id: string): number {
    const slot = this.ids.push(id) - 1;
    this.slots.set(id, slot);
    if (slot >= this.kinds.length) {
      this.kinds = grown(this.kinds);
      this.codes = [grown(this.codes[0]), grown(this.codes[1])];
    }
    return slot;
  }

  private rotationOf(dimensions: number): Rotation {
    if (this.rotation === null || this.dimensions !== dimensions) {
      this.rotation = new Rotation(dimensions);
      this.dimensions = dimensions;
    }
    return this.rotation;
  }

  featuresOf(id: string): UnitFeatures | null {
    const slot = this.slots.get(id);
    return slot === undefined ? null : this.features.at(slot);
  }

  sourcesOf(id: string): readonly string[] {
    return this.sources.get(id) ?? [];
  }

  nearest({ vector, types, count }: Near): string[] {
    const isWanted = FACT_TYPES.map((type) => types === null || types.includes(type));
    const { kinds } = this;
    const turned = this.rotationOf(vector.length).turn(vector);
    return nearestOf(turned, this.codes, this.size, (slot) => isWanted[kinds[slot]!] === true, count).map((slot) => this.ids[slot]!);
  }
}

function grown(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(2 * array.length);
  wider.set(array);
  return wider;
}

export class KeptCodes {
  private readonly db: Queryable;
  private readonly options: KeptOptions;
  private readonly banks = new Map<number, BankCodes>();

  constructor(db: Queryable, options: Partial<KeptOptions> = {}) {
    this.db = db;
    this.options = { ...STANDARD, ...options };
  }

  /** Reads the codes of a bank that is large enough, to the end: for whoever wants to begin with them. */
  async warm(bank: BankState, model: string): Promise<void> {
    const codes = this.of(bank, model);
    if (codes === null) return;
    for (await this.isOfNow(codes, bank); codes.reading !== null; ) await codes.reading;
  }

  /** What is kept of a bank as it is now; null: it has to be read from the database. Never throws. */
  async ofNow(bank: BankState, model: string): Promise<Kept | null> {
    const codes = this.of(bank, model);
    if (codes === null) return null;
    if (codes.revision < bank.revision && !(await this.isOfNow(codes, bank))) return null;
    if (codes.live > bank.unitCount * SURPLUS) {
      this.banks.delete(bank.uid);
      return null;
    }
    return codes;
  }

  /** null: the bank is too small, or there is no room for it. */
  private of({ uid, unitCount }: BankState, model: string): BankCodes | null {
    const found = this.banks.get(uid);
    if (found && found.model !== model) this.banks.delete(uid);
    const codes =
      found?.model === model ? found : unitCount >= this.options.least && this.hasRoomFor(unitCount) ? new BankCodes(model) : null;
    if (codes === null) return null;
    codes.usedAt = performance.now();
    this.banks.set(uid, codes);
    return codes;
  }

  /** Those that were asked longest ago go for it, if nobody has asked them for a while. */
  private hasRoomFor(units: number): boolean {
    let kept = units;
    for (const { size } of this.banks.values()) kept += size;
    for (const [uid, { size, usedAt }] of [...this.banks].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (kept <= this.options.most || performance.now() - usedAt < this.options.idleMs) break;
      this.banks.delete(uid);
      kept -= size;
    }
    return kept <= this.options.most;
  }

  /** Reads what is new, if that is one page. Whoever asks meanwhile waits for the same page. */
  private async isOfNow(codes: BankCodes, bank: BankState): Promise<boolean> {
    if (codes.revision < 0) {
      codes.reading ??= this.inBackground(codes, bank.uid);
      return false;
    }
    codes.reading ??= this.page(codes, bank.uid);
    await codes.reading;
    return codes.revision >= bank.revision;
  }

  private async page(codes: BankCodes, bankUid: number): Promise<void> {
    try {
      const isAll = await codes.readOn(this.db, bankUid);
      codes.reading = null;
      // What does not end with one page is nothing to wait for.
      if (!isAll) codes.reading = this.inBackground(codes, bankUid);
    } catch {
      this.banks.delete(bankUid);
      codes.reading = null;
    }
  }

  private async inBackground(codes: BankCodes, bankUid: number): Promise<void> {
    try {
      codes.revision = -1;
      while (this.banks.get(bankUid) === codes && !(await codes.readOn(this.db, bankUid)));
    } catch {
      // The next question begins anew.
      this.banks.delete(bankUid);
    } finally {
      codes.reading = null;
    }
  }
}
