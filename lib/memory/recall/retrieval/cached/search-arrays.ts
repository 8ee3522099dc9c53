import { flagsOf } from '#lib/memory/recall/retrieval/cached/columns';

/**
 * Arrays by slot that a search fills, so that none allocates memory of the size of a bank. A search
 * takes them and returns them; only in a very large bank does one wait for the database meanwhile.
 */
export class SearchArrays {
  private passing = flagsOf(0);
  private flagged = flagsOf(0);
  private masked = new Uint16Array(0);
  private hit = new Int32Array(0);

  /** For the units that pass a filter. Contains any values. */
  passes(size: number): Uint8Array {
    if (this.passing.length < size) this.passing = flagsOf(withRoom(size));
    return this.passing;
  }

  /** For a second choice of units. Contains any values. */
  flags(size: number): Uint8Array {
    if (this.flagged.length < size) this.flagged = flagsOf(withRoom(size));
    return this.flagged;
  }

  /** For the words of a question that a unit contains. Contains zeros. */
  masks(size: number): Uint16Array {
    if (this.masked.length < size) this.masked = new Uint16Array(withRoom(size));
    else this.masked.fill(0, 0, size);
    return this.masked;
  }

  /** For slots of units. Contains any values. */
  hits(size: number): Int32Array {
    if (this.hit.length < size) this.hit = new Int32Array(withRoom(size));
    return this.hit;
  }
}

/** Room for growth, so that a bank that grows does not replace the array at each search. */
const withRoom = (size: number): number => size + (size >> 2);

/** Arrays that stay in memory while no search needs them. */
const MOST_IDLE = 2;
const idle: SearchArrays[] = [];

export const takeArrays = (): SearchArrays => idle.pop() ?? new SearchArrays();

export function returnArrays(arrays: SearchArrays): void {
  if (idle.length < MOST_IDLE) idle.push(arrays);
}
