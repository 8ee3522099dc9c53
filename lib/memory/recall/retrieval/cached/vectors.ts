import { copied, firstSlots, grown, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { Contenders } from '#lib/memory/recall/retrieval/cached/contenders';
import { dotModule } from '#lib/memory/recall/retrieval/cached/dot';
import { Highest } from '#lib/memory/recall/retrieval/cached/highest';

/**
 * Vectors of length 1 by slot, and their cosines with a question.
 *
 * A number is stored as 16 bits of the largest number of its vector. `dot.wat` compares the high
 * bytes of all vectors, sixteen numbers at a time; they give a cosine to the third digit. The low
 * bytes are only read for the few vectors that the high bytes leave: then a cosine is exact to the
 * fifth digit. Of a large bank, half of each low byte is stored, for the fourth digit. See
 * `ByteVectors` for a very large one.
 */

/** Bits of each number that are stored. */
export type VectorBits = 16 | 12;

/** The integer for the largest number of a vector; its high byte fits 8 bits with a sign. */
const LARGEST = 32_639;
/**
 * The integer for 1 of a question next to high bytes: no sum overflows, by the Cauchy-Schwarz
 * inequality. Next to both bytes, the integer for its largest number.
 */
export const ONE = 32_767;
export const LOW_BYTE = 256;
/** The mean of a low byte. */
export const MEAN_LOW = 127.5;
/**
 * The error of a cosine by high bytes, in steps of 16 bits: two steps of a high byte. A question
 * has length 1, and the missing low bytes are spread evenly over one step: Hoeffding's inequality
 * bounds the probability of a larger error by 1/1,500, and a normal distribution by 10^-11. With up
 * to 16 numbers it is impossible.
 */
const ERROR = 2 * LOW_BYTE;
/** Bytes that are handled at a time, and masks for halves of each, and the middle of a low half. */
const WORD = 4;
const HIGH_HALVES = 0xf0f0f0f0;
const LOW_HALVES = 0x0f0f0f0f;
const MIDDLE = 0x08080808;
/** A low byte that is not stored. */
const MIDDLE_LOW = 128;
/** What one step of a sum of high bytes is worth. */
const STEP_OF_SUM = LOW_BYTE / ONE;
/** Rows are whole steps of the loop. */
const STEP = 16;
/** Rows whose high bytes are together, before their low bytes; they are scored in one call. */
export const BLOCK = 256;
/** Rows that are compared at a time. */
const FOUR = 4;
const WASM_PAGE = 65_536;
/** Growth of the memory, as a part of what there is. */
const GROWTH = 1 / 8;

/** Vectors of a large bank, by row. */
export interface VectorColumns {
  /** numbers of each; 0: there are none */
  readonly dimensions: number;
  /** what one step of 16 bits is worth; 0: no vector */
  readonly scales: Float32Array;
  /** bytes of all numbers, then zeros up to a whole step */
  readonly high: Uint8Array;
  /** the high halves of the low bytes, two in one */
  readonly low: Uint8Array;
}

interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly scan: (question: number, row: number, count: number, bytes: number, scores: number) => void;
  readonly exact: (question: number, high: number, low: number, bytes: number) => number;
}

/** Which slots count: those that are 1 in both. */
export interface ComparedSlots {
  readonly passes: Uint8Array;
  readonly hasVector: Uint8Array;
  /** number of slots */
  readonly size: number;
}

/** The vectors of a bank next to one question. */
export interface Comparison {
  /** 0 without a vector */
  cosine(slot: number): number;
  /**
   * Finds the `most` slots with the highest of these. Other threads may begin at once; the returned
   * function ends the search, and returns the slots, highest first. `before` orders equal ones.
   * Before it ended, nothing may change and no other search begin.
   */
  nearest(most: number, slots: ComparedSlots, before: (a: number, b: number) => number): () => number[];
}

export class Vectors {
  readonly dimensions: number;
  /** of the high bytes of a row */
  private readonly bytes: number;
  /** of the low bytes of a row; of 12 bits, two are in one */
  private readonly lowBytes: number;
  readonly bits: VectorBits;
  private readonly kernel: Kernel;
  /** Memory layout: the question twice, sums, low bytes of a row that has fewer, blocks. */
  private readonly fullQuestionAt: number;
  private readonly sumsAt: number;
  private readonly spareAt: number;
  private readonly blocksAt: number;
  private memory: Uint8Array;
  /** the same memory, four bytes at a time */
  private words: Uint32Array;
  /** by slot: what one step of 16 bits is worth; 0: no vector */
  private scales: Float32Array;
  /** the question in the memory */
  private question: ArrayLike<number> | null = null;
  /** its largest number divided by the integer for it */
  private questionScale = 0;

  /** `slots`: the expected number. */
  constructor(dimensions: number, { bits = 16, slots = 0 }: { bits?: VectorBits; slots?: number } = {}) {
    this.dimensions = dimensions;
    this.scales = new Float32Array(firstSlots(slots));
    this.bits = bits;
    this.bytes = highBytes(dimensions);
    this.lowBytes = lowBytes(dimensions, bits);
    this.kernel = new WebAssembly.Instance(dotModule()).exports as unknown as Kernel;
    this.fullQuestionAt = 2 * this.bytes;
    this.sumsAt = 4 * this.bytes;
    this.spareAt = this.sumsAt + 4 * BLOCK;
    this.blocksAt = this.spareAt + this.bytes;
    this.memory = new Uint8Array(this.kernel.memory.buffer);
    this.words = new Uint32Array(this.kernel.memory.buffer);
    this.reach(this.blockAt(slots > 0 ? firstSlots(slots) + BLOCK : 0));
    this.memory.fill(MIDDLE_LOW, this.spareAt, this.blocksAt);
  }

  /**
   * Stores a vector. Null, or a vector of another size, counts as no vector with score 0. Returns
   * whether a vector was stored.
   */
  put(slot: number, vector: ArrayLike<number> | null): boolean {
    if (slot >= this.scales.length) this.growScales(slot);
    this.scales[slot] = 0;
    if (vector?.length !== this.dimensions) return false;
    const [high, low] = [this.rowAt(slot), this.lowAt(slot)];
    this.reach(low + this.lowBytes);
    const { memory, spareAt, bits } = this;
    this.scales[slot] = quantize(vector, memory.subarray(high), memory.subarray(bits === 12 ? spareAt : low));
    if (bits === 12) this.halve(this.words, spareAt, low);
    return true;
  }

  /** The vectors of the first slots. These have 12 bits. */
  columns(slots: number): VectorColumns {
    const { dimensions, bytes, lowBytes, memory } = this;
    const scales = new Float32Array(slots);
    scales.set(this.scales.subarray(0, slots));
    const [high, low] = [new Uint8Array(slots * bytes), new Uint8Array(slots * lowBytes)];
    for (let slot = 0; slot < slots; slot++) {
      if (scales[slot] === 0) continue;
      const [row, lowRow] = [this.rowAt(slot), this.lowAt(slot)];
      high.set(memory.subarray(row, row + bytes), slot * bytes);
      low.set(memory.subarray(lowRow, lowRow + lowBytes), slot * lowBytes);
    }
    return { dimensions, scales, high, low };
  }

  /**
   * Adds vectors of other columns. `slots`: by row its slot, or `NO_SLOT`. These have 12 bits and
   * the same dimensions.
   */
  append({ scales, high, low }: VectorColumns, slots: Int32Array): void {
    const { bytes, lowBytes } = this;
    for (let row = 0, count = 1; row < slots.length; row += count, count = 1) {
      const slot = slots[row]!;
      if (slot === NO_SLOT) continue;
      // Rows of one block that follow each other are copied at once.
      const most = BLOCK - (slot % BLOCK);
      while (count < most && slots[row + count] === slot + count) count++;
      if (slot + count > this.scales.length) this.growScales(slot + count);
      this.reach(this.lowAt(slot + count - 1) + lowBytes);
      this.scales.set(scales.subarray(row, row + count), slot);
      this.memory.set(high.subarray(row * bytes, (row + count) * bytes), this.rowAt(slot));
      this.memory.set(low.subarray(row * lowBytes, (row + count) * lowBytes), this.lowAt(slot));
    }
  }

  /** The same vectors, of 16 bits, with 12. */
  halved(): Vectors {
    const made = new Vectors(this.dimensions, { bits: 12 });
    made.scales = this.scales.slice();
    for (let slot = 0; slot < this.scales.length; slot++) {
      const { scale, high } = this.rowOf(slot);
      if (scale === 0) continue;
      made.reach(made.lowAt(slot) + made.lowBytes);
      made.memory.set(high, made.rowAt(slot));
      made.halve(this.words, this.lowAt(slot), made.lowAt(slot));
    }
    return made;
  }

  /** What one step is worth, and the high bytes; 0: no vector. Valid until the next change. */
  rowOf(slot: number): { readonly scale: number; readonly high: Uint8Array } {
    const row = this.rowAt(slot);
    return { scale: this.scales[slot] ?? 0, high: this.memory.subarray(row, row + this.bytes) };
  }

  /** Writes the high halves of the low bytes of a row into this memory. */
  private halve(words: Uint32Array, from: number, to: number): void {
    halve(words.subarray(from / WORD), this.words.subarray(to / WORD), this.lowBytes / WORD);
  }

  /** Writes the low bytes of a row of 12 bits to `spareAt`, in the middle of what each may be. */
  private double(from: number): void {
    const { words } = this;
    const [first, to] = [from / WORD, this.spareAt / WORD];
    for (let i = 0; i < this.lowBytes / WORD; i++) {
      const halves = words[first + i]!;
      words[to + 2 * i] = ((halves << 4) & HIGH_HALVES) | MIDDLE;
      words[to + 2 * i + 1] = (halves & HIGH_HALVES) | MIDDLE;
    }
  }

  /** Compares all vectors with one of length 1 and of `dimensions`. */
  compare(question: ArrayLike<number>): Comparison {
    return {
      cosine: (slot) => {
        this.ask(question);
        return this.cosineOf(slot);
      },
      nearest: (most, slots, before) => () => {
        this.ask(question);
        const found = new Highest(most, before);
        for (const slot of this.contenders(most, slots)) found.offer(slot, this.cosineOf(slot));
        return found.sorted();
      },
    };
  }

  private ask(question: ArrayLike<number>): void {
    if (this.question === question) return;
    this.question = question;
    const largest = largestOf(question);
    this.questionScale = largest / ONE;
    const { buffer } = this.kernel.memory;
    const [numbers, full] = [new Int16Array(buffer, 0, this.bytes), new Int16Array(buffer, this.fullQuestionAt, this.bytes)];
    for (let i = 0; i < this.dimensions; i++) {
      numbers[i] = Math.round(question[i]! * ONE);
      full[i] = largest === 0 ? 0 : Math.round((question[i]! / largest) * ONE);
    }
  }

  /** Slots that may have one of the highest cosines, by their high bytes. */
  private contenders(most: number, { passes, hasVector, size }: ComparedSlots): Int32Array {
    const { kernel, bytes, sumsAt, scales } = this;
    const slots = Math.min(size, scales.length);
    this.reach(this.rowAt(slots) + FOUR * bytes);
    const sums = new Int32Array(kernel.memory.buffer, sumsAt, BLOCK);
    const mean = MEAN_LOW * this.sumOfQuestion();
    const [best, worst] = [mean + ERROR, mean - ERROR];
    const found = new Contenders(most);
    let bar = Number.NEGATIVE_INFINITY;
    for (let from = 0; from < slots; from += BLOCK) {
      const to = Math.min(from + BLOCK, slots);
      let first = from;
      while (first < to && (passes[first]! & hasVector[first]!) === 0) first++;
      if (first === to) continue;
      first -= first % FOUR;
      kernel.scan(0, this.rowAt(first), FOUR * Math.ceil((to - first) / FOUR), bytes, sumsAt);
      for (let slot = first; slot < to; slot++) {
        const scale = scales[slot]!;
        const sum = sums[slot - first]! * STEP_OF_SUM;
        if (scale * (sum + best) < bar || (passes[slot]! & hasVector[slot]!) === 0) continue;
        bar = found.add(slot, scale * (sum + worst), scale * (sum + best));
      }
    }
    return found.remaining();
  }

  private sumOfQuestion(): number {
    let sum = 0;
    for (let i = 0; i < this.dimensions; i++) sum += this.question![i]!;
    return sum;
  }

  private cosineOf(slot: number): number {
    const scale = this.scales[slot] ?? 0;
    if (scale === 0) return 0;
    const low = this.lowAt(slot);
    if (this.bits === 12) this.double(low);
    const sum = this.kernel.exact(this.fullQuestionAt, this.rowAt(slot), this.bits === 16 ? low : this.spareAt, this.bytes);
    return scale * this.questionScale * sum;
  }

  private blockAt(slot: number): number {
    return this.blocksAt + Math.floor(slot / BLOCK) * BLOCK * (this.bytes + this.lowBytes);
  }

  /** Where the high bytes of a row are. */
  private rowAt(slot: number): number {
    return this.blockAt(slot) + (slot % BLOCK) * this.bytes;
  }

  private lowAt(slot: number): number {
    return this.blockAt(slot) + BLOCK * this.bytes + (slot % BLOCK) * this.lowBytes;
  }

  private growScales(slot: number): void {
    this.scales = copied(this.scales, new Float32Array(Math.max(slot + 1, grown(this.scales.length))));
  }

  private reach(end: number): void {
    const { memory } = this.kernel;
    if (!growTo(memory, end)) return;
    this.memory = new Uint8Array(memory.buffer);
    this.words = new Uint32Array(memory.buffer);
  }
}

/** Grows a memory to at least this length, if it is shorter. Returns whether it grew. */
export function growTo(memory: WebAssembly.Memory, end: number): boolean {
  const length = memory.buffer.byteLength;
  if (end <= length) return false;
  memory.grow(Math.ceil(Math.max(end - length, GROWTH * length) / WASM_PAGE));
  return true;
}

/** Of a vector. */
export const highBytes = (dimensions: number): number => STEP * Math.max(1, Math.ceil(dimensions / STEP));
export const lowBytes = (dimensions: number, bits: VectorBits): number => (highBytes(dimensions) * (bits - 8)) / 8;

/** Writes the bytes of a vector as integers of 16 bits. Returns what one step is worth. */
export function quantize(vector: ArrayLike<number>, high: Uint8Array, low: Uint8Array | null): number {
  const largest = largestOf(vector);
  for (let i = 0; i < vector.length; i++) {
    const number = largest === 0 ? 0 : Math.round((vector[i]! / largest) * LARGEST);
    high[i] = number >> 8;
    if (low !== null) low[i] = number;
  }
  return largest / LARGEST;
}

/** Writes the high half of each byte of twice as many words. */
function halve(from: Uint32Array, to: Uint32Array, words: number): void {
  for (let i = 0; i < words; i++) to[i] = ((from[2 * i]! >>> 4) & LOW_HALVES) | (from[2 * i + 1]! & HIGH_HALVES);
}

export function largestOf(vector: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
