/**
 * Arrays by slot that a search fills and needs no longer afterwards. A search is synchronous, so
 * all searches of the process share them, and none allocates memory of the size of a bank.
 */

let passing = new Uint8Array(0);
let flagged = new Uint8Array(0);
let masked = new Uint16Array(0);
let hit = new Int32Array(0);

/** Room for growth, so that a bank that grows does not replace the array at each search. */
const withRoom = (size: number): number => size + (size >> 2);

/** For the units that pass a filter. Contains any values. */
export function passes(size: number): Uint8Array {
  if (passing.length < size) passing = new Uint8Array(withRoom(size));
  return passing;
}

/** For a second choice of units. Contains any values. */
export function flags(size: number): Uint8Array {
  if (flagged.length < size) flagged = new Uint8Array(withRoom(size));
  return flagged;
}

/** For the words of a question that a unit contains. Contains zeros. */
export function masks(size: number): Uint16Array {
  if (masked.length < size) masked = new Uint16Array(withRoom(size));
  else masked.fill(0, 0, size);
  return masked;
}

/** For slots of units. Contains any values. */
export function hits(size: number): Int32Array {
  if (hit.length < size) hit = new Int32Array(withRoom(size));
  return hit;
}
