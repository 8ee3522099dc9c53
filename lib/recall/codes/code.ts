/**
 * Codes of vectors: 512 signs after a fixed random rotation, 64 bytes a vector. The leading dimensions of a vector carry most of what it says, so its
 * plain signs would weigh noise like signal; rotated, each sign says about as much as any other. The question stays unrounded, so its sum with the
 * signs of a vector is, but for a factor, an unbiased guess of their inner product (the asymmetric estimate of Gordo and Perronnin, "Asymmetric
 * distances for binary embeddings", 2011). Pure.
 *
 * The rotation is a Walsh-Hadamard transform of the dimensions with random signs, twice (Ailon and Chazelle, "The fast Johnson-Lindenstrauss transform",
 * 2009): some ten thousand additions where a matrix takes a hundred thousand products.
 */

/** A code is two halves, kept apart: the first one says who is looked at again, with both. */
export const HALF_BYTES = 32;
const CODE_BYTES = 2 * HALF_BYTES;
const BITS = 8 * CODE_BYTES;
export type Codes = readonly [first: Uint8Array, second: Uint8Array];
const ROUNDS = 2;
/** Any other seed rotates otherwise: codes are never stored, so nothing depends on it but that a process uses one. */
const SEED = 0x9e3779b9;

/** As many signs of +1 and -1, the same every time (xorshift, Marsaglia 2003). */
function signs(count: number): Float32Array {
  let state = SEED;
  return Float32Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? 1 : -1;
  });
}

/** In place; the length is a power of two. */
function transform(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2)
    for (let from = 0; from < values.length; from += 2 * half)
      for (let i = from; i < from + half; i++) {
        const a = values[i]!;
        const b = values[i + half]!;
        values[i] = a + b;
        values[i + half] = a - b;
      }
}

/** The rotation of vectors of one size. */
export class Rotation {
  private readonly length: number;
  private readonly turns: number;
  private readonly signs: Float32Array;
  private readonly room: Float32Array;

  constructor(dimensions: number) {
    this.length = 2 ** Math.ceil(Math.log2(Math.max(2, dimensions)));
    // One turn has as many numbers as the vector: of a short one several are made, each with signs of its own.
    this.turns = Math.ceil(BITS / this.length);
    this.signs = signs(this.turns * ROUNDS * this.length);
    this.room = new Float32Array(this.length);
  }

  /** 512 numbers that say what the vector says, each about as much. */
  turn(vector: ArrayLike<number>): Float32Array {
    const turned = new Float32Array(this.turns * this.length);
    for (let turn = 0; turn < this.turns; turn++) {
      this.room.fill(0);
      this.room.set(vector);
      for (let round = 0; round < ROUNDS; round++) {
        const from = (turn * ROUNDS + round) * this.length;
        for (let i = 0; i < this.length; i++) this.room[i]! *= this.signs[from + i]!;
        transform(this.room);
      }
      turned.set(this.room, turn * this.length);
    }
    return turned.subarray(0, BITS);
  }
}

/** Writes the signs of 512 numbers as the code in a slot. */
export function writeCode(turned: Float32Array, codes: Codes, slot: number): void {
  for (const [half, bytes] of codes.entries())
    for (let byte = 0; byte < HALF_BYTES; byte++) {
      const from = 8 * (half * HALF_BYTES + byte);
      let bits = 0;
      for (let bit = 0; bit < 8; bit++) if (turned[from + bit]! > 0) bits |= 1 << bit;
      bytes[slot * HALF_BYTES + byte] = bits;
    }
}

/** Sums are rounded to so many steps: finer than what codes can tell, and their tables stay in the first cache of a processor. */
const STEPS = 8191;

/** For each byte of a code and each of its values what it adds to the sum with a question. */
function tablesOf(turned: Float32Array): Int16Array {
  const sums = new Float32Array(256 * CODE_BYTES);
  let most = 0;
  for (let byte = 0; byte < CODE_BYTES; byte++) {
    const at = 256 * byte;
    for (let bit = 0; bit < 8; bit++) sums[at]! -= turned[8 * byte + bit]!;
    // Each value adds one bit to one that is made already.
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value);
      sums[at + value] = sums[at + (value & (value - 1))]! + 2 * turned[8 * byte + lowest]!;
      most = Math.max(most, Math.abs(sums[at + value]!));
    }
  }
  const tables = new Int16Array(sums.length);
  const scale = most > 0 ? STEPS / most : 0;
  for (let i = 0; i < sums.length; i++) tables[i] = Math.round(sums[i]! * scale);
  return tables;
}

/** Of a half that begins with a byte, what each of its values adds: 32 look-ups, in four sums that need not wait for one another. */
function sumOf(tables: Int16Array, bytes: Uint8Array, slot: number): number {
  let at = slot * HALF_BYTES;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let table = 0; table < 256 * HALF_BYTES; table += 1024, at += 4) {
    a += tables[table + bytes[at]!]!;
    b += tables[table + 256 + bytes[at + 1]!]!;
    c += tables[table + 512 + bytes[at + 2]!]!;
    d += tables[table + 768 + bytes[at + 3]!]!;
  }
  return a + b + c + d;
}

/** Whoever is among so many times as many by the first half of the code, and among so many of all, is looked at with both. */
const LOOKED_AT = 6;
const LOOKED_AT_SHARE = 0.03;

/**
 * The slots of those of the first `count` codes that are nearest to a question that was turned, among those that are meant, in no order: `most` at least, or
 * all there are.
 */
export function nearestOf(turned: Float32Array, codes: Codes, count: number, isMeant: (slot: number) => boolean, most: number): number[] {
  const tables = tablesOf(turned);
  const [first, second] = [tables.subarray(0, 256 * HALF_BYTES), tables.subarray(256 * HALF_BYTES)];
  const scores = new Float32Array(count);
  for (let slot = 0; slot < count; slot++) scores[slot] = sumOf(first, codes[0], slot);
  const looked = highest(scores, isMeant, Math.max(LOOKED_AT * most, Math.ceil(LOOKED_AT_SHARE * count)));
  const whole = Float32Array.from(looked, (slot) => scores[slot]! + sumOf(second, codes[1], slot));
  return highest(whole, () => true, most).map((at) => looked[at]!);
}

const BINS = 2048;
const NO_BIN = BINS;

/**
 * The slots of the highest scores among those that are meant, in no order: all of them where they are no more than `most`, else `most` at least, and of
 * those that fall together with the last of them so many more. Counted into bins, since sorting takes several times as long.
 */
export function highest(scores: Float32Array, isMeant: (slot: number) => boolean, most: number): number[] {
  const bins = new Uint16Array(scores.length);
  let meant = 0;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let slot = 0; slot < scores.length; slot++) {
    if (!isMeant(slot)) {
      bins[slot] = NO_BIN;
      continue;
    }
    meant++;
    const score = scores[slot]!;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  const scale = high > low ? (BINS - 1) / (high - low) : 0;
  const counts = new Uint32Array(BINS);
  for (let slot = 0; slot < scores.length; slot++) {
    if (bins[slot] === NO_BIN) continue;
    const bin = Math.floor((scores[slot]! - low) * scale);
    bins[slot] = bin;
    counts[bin]!++;
  }
  let last = meant <= most ? -1 : BINS - 1;
  for (let left = most; last > 0 && left > counts[last]!; last--) left -= counts[last]!;
  const [above, within]: [number[], number[]] = [[], []];
  for (let slot = 0; slot < scores.length; slot++) {
    const bin = bins[slot]!;
    if (bin === NO_BIN || bin < last) continue;
    (bin > last ? above : within).push(slot);
  }
  return [...above, ...within.slice(0, most)];
}
