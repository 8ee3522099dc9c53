// @ts-check
/**
 * Where the vectors of `ByteVectors` are in a memory, and what compares them there. Plain
 * JavaScript, because each thread that compares runs it: with TypeScript, a thread needs 51 MB
 * instead of 18.
 */

/** Bytes of a step of the loops, and numbers that their halves belong to. */
const STEP = 16;
const STEP_NUMBERS = 2 * STEP;
/** Numbers that are handled at a time; as many as possible are mixed with each other. */
export const LANES = 8;
const MOST_MIXED = 128;
/** Values of a half of a byte. */
export const HALF = 16;
/** The integer for 1 of a question next to bytes, as in `Vectors`. */
const ONE = 32_767;
const FLOAT_BYTES = 4;
/**
 * Rows whose high halves are together, before their low halves: in blocks of a few hundred rows,
 * reading only the high halves took twice as long. Fewer are compared in one call, a multiple of
 * `FOUR`, and threads take another number at a time.
 */
const BLOCK = 8192;
const SLICE = 512;
const FOUR = 4;
const TAKEN = 8 * SLICE;
/** Threads that compare at the same time. */
export const MOST_THREADS = 4;
const MOST_PAGES = 65_536;
/** Cosines are counted in steps of 1 / 2,048. */
const STEPS_OF_ONE = 2048;

/** @typedef {(...numbers: number[]) => number} Call the arguments are those in byte-dot.wat */
/** @typedef {{ store: Call, coarse: Call, byte: Call }} Kernel what byte-dot.wat exports */

/**
 * @typedef {object} RowComparison A comparison of all rows with the question in the memory.
 * @property {number} most number of rows that are found, at least 1
 * @property {Uint8Array} passes by row; rows that are 1 here and in `hasVector` count
 * @property {Uint8Array} hasVector
 * @property {number} size number of rows, at most those that fit
 * @property {number} step what one step of the question's 8 bits is worth
 * @property {number} more added to a sum of high halves: what makes it the largest possible one
 */

/**
 * @typedef {object} PartResult
 * @property {Int32Array} slots what a thread found
 * @property {number} parts how often it took rows
 */

/**
 * @typedef {object} ComparisonPart How a thread takes part in a comparison.
 * @property {number} thread from 0; each has its own place in the memory for what it finds
 * @property {() => number} take the next rows to compare, as a number that only one thread gets;
 *   negative: none
 * @property {Float32Array} bars by thread: the cosine of a row must not be lower
 */

/** Each thread that compares a memory has an object of this class. */
export class ByteRows {
  /** number of rows that fit */
  slots = 0;

  /**
   * @param {number} dimensions
   * @param {WebAssembly.Module} module of byte-dot.wat
   * @param {WebAssembly.Memory} memory of rows of the same dimensions; omitted: a new one
   */
  constructor(dimensions, module, memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true })) {
    this.memory = memory;
    /** of a half of a row */
    this.bytes = byteRowBytes(dimensions) / 2;
    /** of a row, with zeros after those of a vector */
    this.numbers = 2 * this.bytes;
    /** those that are mixed with each other */
    this.mixed = mixedNumbers(this.numbers);
    /** @type {Kernel} */
    // @ts-expect-error: exports have no types.
    this.kernel = new WebAssembly.Instance(module, { rows: { memory } }).exports;
    // Memory layout: the question in 8 bits and in 16, a row and its work, found rows, blocks.
    this.exactAt = 2 * this.bytes;
    this.rowAt = this.exactAt + 4 * this.bytes;
    this.workAt = this.rowAt + 2 * this.bytes;
    this.foundAt = this.workAt + 4 * this.bytes;
    this.blocksAt = this.foundAt + MOST_THREADS * FLOAT_BYTES * SLICE;
    /** of a block: scales, high halves, low halves */
    this.blockBytes = BLOCK * (FLOAT_BYTES + 2 * this.bytes);
    this.all = new Uint8Array(memory.buffer);
    /** the memory; a scale is what one step of a rotated byte is worth, 0: no vector */
    this.scales = new Float32Array(memory.buffer);
    this.look();
  }

  /** Takes notice of the size of the memory, which another thread may have made larger. */
  look() {
    const { buffer } = this.memory;
    if (this.all.buffer !== buffer) {
      this.all = new Uint8Array(buffer);
      this.scales = new Float32Array(buffer);
    }
    this.slots = BLOCK * Math.max(0, Math.floor((buffer.byteLength - this.blocksAt) / this.blockBytes));
  }

  /**
   * Stores a row of high bytes. Returns the factor of its rotated numbers.
   * @param {number} slot
   * @param {Uint8Array} high
   */
  store(slot, high) {
    const { kernel, rowAt, workAt, bytes, mixed } = this;
    this.all.set(high, rowAt);
    const at = this.highAt(slot);
    return kernel.store(rowAt, workAt, at, at + BLOCK * bytes, bytes, 2 * LANES * mixed);
  }

  /** @param {number} slot @param {number} scale */
  setScale(slot, scale) {
    this.scales[this.scaleAt(slot)] = scale;
  }

  /**
   * Of a row and the question in the memory; 0 without a vector.
   * @param {number} slot
   */
  cosineOf(slot) {
    const scale = slot < this.slots ? (this.scales[this.scaleAt(slot)] ?? 0) : 0;
    if (scale === 0) return 0;
    const high = this.highAt(slot);
    return (scale / ONE) * this.kernel.byte(this.exactAt, high, high + BLOCK * this.bytes, this.bytes);
  }

  /**
   * Takes rows until there are none. Returns those that may have one of the `most` highest cosines
   * of all rows, equal ones included, and how often it took rows.
   *
   * Found cosines are counted by their size. At least `most` are above the bar, so what is below is
   * not one of the highest. The same is true of the bars of other threads.
   * @param {RowComparison} comparison
   * @param {ComparisonPart} part
   * @returns {PartResult}
   */
  compare({ most, passes, hasVector, size, step, more }, { thread, take, bars }) {
    this.look();
    if (size > this.slots) throw new RangeError(`${size} rows to compare, and ${this.slots} in the memory`);
    const { kernel, bytes } = this;
    const foundAt = this.foundAt + thread * FLOAT_BYTES * SLICE;
    const found = new Int32Array(this.memory.buffer, foundAt, SLICE);
    /** @type {number[]} */
    const slots = [];
    /** @type {number[]} */
    const cosines = [];
    const counts = new Int32Array(2 * STEPS_OF_ONE + 1);
    let [lowest, above, parts] = [0, 0, 0];
    for (let taken = take(); taken >= 0; taken = take()) {
      parts++;
      const end = Math.min((taken + 1) * TAKEN, size);
      for (let from = taken * TAKEN; from < end; from += SLICE) {
        const to = Math.min(from + SLICE, end);
        let first = from;
        while (first < to && ((passes[first] ?? 0) & (hasVector[first] ?? 0)) === 0) first++;
        if (first === to) continue;
        let bar = highestOf(bars);
        const scales = FLOAT_BYTES * this.scaleAt(from);
        const rows = FOUR * Math.ceil((to - from) / FOUR);
        const count = kernel.coarse(0, this.highAt(from), rows, bytes, scales, foundAt, more, bar / (HALF * step));
        for (let i = 0; i < count; i++) {
          const slot = from + (found[i] ?? 0);
          if (slot >= to || ((passes[slot] ?? 0) & (hasVector[slot] ?? 0)) === 0) continue;
          const cosine = this.cosineOf(slot);
          if (cosine < bar) continue;
          slots.push(slot);
          cosines.push(cosine);
          const at = Math.max(0, Math.min(counts.length - 1, Math.floor((cosine + 1) * STEPS_OF_ONE)));
          counts[at] = (counts[at] ?? 0) + 1;
          if (at >= lowest) above++;
          while (above - (counts[lowest] ?? 0) >= most) above -= counts[lowest++] ?? 0;
          // A fraction of two is exact in any number of bits.
          if (lowest > 0) bars[thread] = lowest / STEPS_OF_ONE - 1;
          bar = Math.max(bar, bars[thread] ?? bar);
        }
      }
    }
    const bar = highestOf(bars);
    return { slots: Int32Array.from(slots.filter((_, i) => (cosines[i] ?? 0) >= bar)), parts };
  }

  /** Length of a memory in which a slot fits. @param {number} slot */
  endOf(slot) {
    return this.blockAt(slot) + this.blockBytes;
  }

  /** @param {number} slot */
  blockAt(slot) {
    return this.blocksAt + Math.floor(slot / BLOCK) * this.blockBytes;
  }

  /** In `scales`. @param {number} slot */
  scaleAt(slot) {
    return this.blockAt(slot) / FLOAT_BYTES + (slot % BLOCK);
  }

  /** Where the high halves of a row are. @param {number} slot */
  highAt(slot) {
    return this.blockAt(slot) + FLOAT_BYTES * BLOCK + (slot % BLOCK) * this.bytes;
  }
}

/** How many numbers `take` gives for these rows, from 0. @param {number} size */
export const partsOf = (size) => Math.ceil(size / TAKEN);

/** Bytes of both halves of a row. @param {number} dimensions */
export const byteRowBytes = (dimensions) => STEP_NUMBERS * Math.max(1, Math.ceil(dimensions / STEP_NUMBERS));

/**
 * Of a row of these numbers, a multiple of 32: the size of groups that are mixed.
 * @param {number} numbers
 */
function mixedNumbers(numbers) {
  let mixed = 1;
  while (2 * mixed <= MOST_MIXED && (numbers / LANES) % (2 * mixed) === 0) mixed *= 2;
  return mixed;
}

/** @param {Float32Array} bars */
function highestOf(bars) {
  let highest = Number.NEGATIVE_INFINITY;
  for (const bar of bars) highest = Math.max(highest, bar);
  return highest;
}
