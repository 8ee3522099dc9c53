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
