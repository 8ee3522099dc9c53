/** Columns: arrays by slot. */

/** Most banks are small. */
export const FIRST_SLOTS = 64;
/** In a list of slots: none. */
export const NO_SLOT = -1;
/** From here on, columns grow by a quarter, which wastes less memory than doubling. */
const LARGE = 4096;
/** Slots beyond those that are expected. */
const SPARE = 1 / 64;

/** The first length of columns that will have about this many slots. Growing wastes memory. */
export const firstSlots = (expected: number): number => Math.max(FIRST_SLOTS, Math.ceil((1 + SPARE) * expected));

/** The next length of a column that is full. */
export const grown = (slots: number): number => (slots < LARGE ? 2 * slots : Math.ceil(1.25 * slots));

/** One byte for each slot, which threads that compare vectors read too. */
export const flagsOf = (slots: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(slots));

/** Copies an array into a longer one. */
export function copied<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

type Unsigned = Uint8Array | Uint16Array | Uint32Array | Float64Array;
const BYTE = 0xff;
const SHORT = 0xffff;
const WORD = 0xffff_ffff;

/**
 * Integers by slot, zeros at first, in as many bytes as the largest of them needs: most are small.
 * Those below zero, and those of more than 32 bits, need eight.
 */
export class Integers {
  private values: Unsigned;
  /** the largest that fits */
  private most = BYTE;

  constructor(slots: number) {
    this.values = new Uint8Array(slots);
  }

  get length(): number {
    return this.values.length;
  }

  at(slot: number): number {
    return this.values[slot]!;
  }

  /** The slot is less than the length. */
  set(slot: number, value: number): void {
    if (value > this.most || value < 0) this.widen(value);
    this.values[slot] = value;
  }

  /** The new length is at least the present one. */
  resize(slots: number): void {
    this.values = copied(this.values, this.sameKind(slots));
  }

  private sameKind(slots: number): Unsigned {
    if (this.most === BYTE) return new Uint8Array(slots);
    if (this.most === SHORT) return new Uint16Array(slots);
    return this.most === WORD ? new Uint32Array(slots) : new Float64Array(slots);
  }

  private widen(value: number): void {
    const needed = [SHORT, WORD].find((most) => value >= 0 && value <= most) ?? Number.POSITIVE_INFINITY;
    if (needed <= this.most) return;
    this.most = needed;
    this.resize(this.length);
  }
}
