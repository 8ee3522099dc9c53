import { byteDotModule } from '#lib/memory/recall/retrieval/cached/byte-dot';
import { firstSlots, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { Highest } from '#lib/memory/recall/retrieval/cached/highest';
import {
  type ComparedSlots,
  type Comparison,
  growTo,
  highBytes,
  LOW_BYTE,
  largestOf,
  ONE,
  quantize,
  type VectorColumns,
  type Vectors,
} from '#lib/memory/recall/retrieval/cached/vectors';

/** Bytes of a step of the loops, and numbers that their halves belong to. */
const STEP = 16;
const STEP_NUMBERS = 2 * STEP;
/** Numbers that are handled at a time; as many as possible are mixed with each other. */
const LANES = 8;
const MOST_MIXED = 128;
/** What `store` multiplies: twice a byte, plus one; and its factor for 1. */
const DOUBLE = 2;
const FACTOR_OF_ONE = 32_768;

/** Values of a half of a byte, and the mean of a low half. */
const HALF = 16;
const MEAN_HALF = (HALF - 1) / 2;
/** A stored byte minus its number. */
const SIGN = 128;
/**
 * The error of a cosine by high halves, in steps of these, for the same reason as `ERROR` of high
 * bytes. That of the question, which has 8 bits, is a tenth of it.
 */
const ERROR = 2;
/** Largest integer of a question next to high halves, and largest sum of 16 bits. */
const LARGEST_BYTE = 127;
const LARGEST_SUM = 32_767;
const FLOAT_BYTES = 4;
/**
 * Rows whose high halves are together, before their low halves: in blocks of a few hundred rows,
 * reading only the high halves took twice as long. Fewer are compared in one call.
 */
const BLOCK = 8192;
const SLICE = 256;

interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly store: (row: number, work: number, high: number, low: number, bytes: number, span: number) => number;
  readonly coarse: (
    question: number,
    row: number,
    count: number,
    bytes: number,
    scales: number,
    found: number,
    more: number,
    bar: number,
  ) => number;
  readonly byte: (question: number, high: number, low: number, bytes: number) => number;
}

/**
 * Vectors of length 1 of a very large bank by slot, and their cosines with a question to the third
 * digit.
 *
 * Of each number, only the high byte of those in `Vectors` is used. A rotation, which changes no
 * cosine, spreads large numbers over all others, so that a few bits say more. What results is
 * stored in 8 bits of its largest number, in two halves. The high halves of all vectors are
 * compared, 32 numbers at a time. A vector that may be one of the nearest, given the error of
 * a half, is at once compared with both halves.
 */
export class ByteVectors {
  readonly dimensions: number;
  /** of a half of a row */
  private readonly bytes: number;
  private readonly mixed: number;
  private readonly kernel: Kernel;
  /** Memory layout: the question in 8 bits and in 16, a row and its work, found rows, blocks. */
  private readonly exactAt: number;
  private readonly rowAt: number;
  private readonly workAt: number;
  private readonly foundAt: number;
  private readonly blocksAt: number;
  /** of a block: scales, high halves, low halves */
  private readonly blockBytes: number;
  private memory: Uint8Array;
  /** the memory; a scale is what one step of a rotated byte is worth, 0: no vector */
  private scales: Float32Array;
  /** number of slots in the memory */
  private slots = 0;
  /** the question in the memory */
  private question: ArrayLike<number> | null = null;
  /** what one step of its 8 bits is worth, and the sum of these */
  private questionStep = 1;
  private questionSum = 0;

  /** `slots`: the expected number. */
  constructor(dimensions: number, { slots = 0 }: { slots?: number } = {}) {
    this.dimensions = dimensions;
    this.bytes = byteRowBytes(dimensions) / 2;
    this.mixed = mixedNumbers(2 * this.bytes);
    this.kernel = new WebAssembly.Instance(byteDotModule()).exports as unknown as Kernel;
    this.exactAt = 2 * this.bytes;
    this.rowAt = this.exactAt + 4 * this.bytes;
    this.workAt = this.rowAt + 2 * this.bytes;
    this.foundAt = this.workAt + 4 * this.bytes;
    this.blocksAt = this.foundAt + FLOAT_BYTES * SLICE;
    this.blockBytes = BLOCK * (FLOAT_BYTES + 2 * this.bytes);
    this.memory = new Uint8Array(this.kernel.memory.buffer);
    this.scales = new Float32Array(this.kernel.memory.buffer);
    this.reach(firstSlots(slots) - 1);
  }

  /** The vectors of the first slots of a bank that becomes very large. */
  static of(vectors: Vectors, slots: number): ByteVectors {
    const made = new ByteVectors(vectors.dimensions, { slots });
    for (let slot = 0; slot < slots; slot++) {
      const { scale, high } = vectors.rowOf(slot);
      if (scale !== 0) made.store(slot, scale, high);
    }
    return made;
  }

  /** As `put` of `Vectors`. */
  put(slot: number, vector: ArrayLike<number> | null): boolean {
    const isVector = vector?.length === this.dimensions;
    const high = new Uint8Array(highBytes(this.dimensions));
    this.store(slot, isVector ? quantize(vector, high, null) : 0, high);
    return isVector;
  }

  /** As `append` of `Vectors`. */
  append({ scales, high }: VectorColumns, slots: Int32Array): void {
    const bytes = highBytes(this.dimensions);
    for (let row = 0; row < slots.length; row++)
      if (slots[row] !== NO_SLOT) this.store(slots[row]!, scales[row]!, high.subarray(row * bytes, (row + 1) * bytes));
  }

  /** As `compare` of `Vectors`. */
  compare(question: ArrayLike<number>): Comparison {
    return {
      cosine: (slot) => {
        this.ask(question);
        return this.cosineOf(slot);
      },
      nearest: (most, slots, before) => {
        this.ask(question);
        return this.nearest(most, slots, before);
      },
    };
  }

  private nearest(most: number, { passes, hasVector, size }: ComparedSlots, before: (a: number, b: number) => number): number[] {
    const { kernel, bytes, foundAt, questionStep } = this;
    const best = new Highest(most, before);
    const more = ERROR / questionStep - ((SIGN - MEAN_HALF) / HALF) * this.questionSum;
    const found = new Int32Array(kernel.memory.buffer, foundAt, SLICE);
    const slots = Math.min(size, this.slots);
    for (let from = 0; from < slots; from += SLICE) {
      const to = Math.min(from + SLICE, slots);
      let first = from;
      while (first < to && (passes[first]! & hasVector[first]!) === 0) first++;
      if (first === to) continue;
      const bar = best.lowest / (HALF * questionStep);
      const count = kernel.coarse(0, this.highAt(from), to - from, bytes, FLOAT_BYTES * this.scaleAt(from), foundAt, more, bar);
      for (let i = 0; i < count; i++) {
        const slot = from + found[i]!;
        if (slot < to && (passes[slot]! & hasVector[slot]!) === 1) best.offer(slot, this.cosineOf(slot));
      }
    }
    return best.sorted();
  }

  private ask(question: ArrayLike<number>): void {
    if (this.question === question) return;
    this.question = question;
    const rotated = rotate(question, 2 * this.bytes, this.mixed);
    this.questionStep = stepOf(rotated);
    this.questionSum = 0;
    const { buffer } = this.kernel.memory;
    const [coarse, exact] = [new Int8Array(buffer, 0, rotated.length), new Int16Array(buffer, this.exactAt, rotated.length)];
    for (let i = 0; i < rotated.length; i++) {
      coarse[i] = Math.round(rotated[i]! / this.questionStep);
      exact[i] = Math.round(rotated[i]! * ONE);
      this.questionSum += coarse[i]!;
    }
  }

  private cosineOf(slot: number): number {
    const scale = slot < this.slots ? this.scales[this.scaleAt(slot)]! : 0;
    if (scale === 0) return 0;
    const high = this.highAt(slot);
    return (scale / ONE) * this.kernel.byte(this.exactAt, high, high + BLOCK * this.bytes, this.bytes);
  }

  /** Stores a row of high bytes; scale: what one step of 16 bits is worth. */
  private store(slot: number, scale: number, high: Uint8Array): void {
    this.reach(slot);
    const { kernel, memory, rowAt, workAt, bytes, mixed } = this;
    memory.set(high, rowAt);
    const at = this.highAt(slot);
    const factor = kernel.store(rowAt, workAt, at, at + BLOCK * bytes, bytes, 2 * LANES * mixed);
    this.scales[this.scaleAt(slot)] = (scale * (LOW_BYTE / DOUBLE) * FACTOR_OF_ONE) / factor / Math.sqrt(mixed);
  }

  private blockAt(slot: number): number {
    return this.blocksAt + Math.floor(slot / BLOCK) * this.blockBytes;
  }

  /** In `scales`. */
  private scaleAt(slot: number): number {
    return this.blockAt(slot) / FLOAT_BYTES + (slot % BLOCK);
  }

  /** Where the high halves of a row are. */
  private highAt(slot: number): number {
    return this.blockAt(slot) + FLOAT_BYTES * BLOCK + (slot % BLOCK) * this.bytes;
  }

  private reach(slot: number): void {
    if (slot < this.slots) return;
    const { memory } = this.kernel;
    growTo(memory, this.blockAt(slot) + this.blockBytes);
    this.memory = new Uint8Array(memory.buffer);
    this.scales = new Float32Array(memory.buffer);
    this.slots = BLOCK * Math.floor((memory.buffer.byteLength - this.blocksAt) / this.blockBytes);
  }
}

/** Bytes of both halves of a row. */
export const byteRowBytes = (dimensions: number): number => STEP_NUMBERS * Math.max(1, Math.ceil(dimensions / STEP_NUMBERS));

/** Of a row of these numbers, a multiple of 32: the size of groups that are mixed. */
function mixedNumbers(numbers: number): number {
  let mixed = 1;
  while (2 * mixed <= MOST_MIXED && (numbers / LANES) % (2 * mixed) === 0) mixed *= 2;
  return mixed;
}

/** The same as `store` does with a row: a Walsh-Hadamard transform of numbers of the same lane. */
function rotate(vector: ArrayLike<number>, length: number, mixed: number): Float64Array {
  const numbers = new Float64Array(length);
  numbers.set(vector);
  for (let half = LANES; half < LANES * mixed; half *= 2)
    for (let block = 0; block < length; block += 2 * half)
      for (let i = block; i < block + half; i++) {
        const [a, b] = [numbers[i]!, numbers[i + half]!];
        numbers[i] = a + b;
        numbers[i + half] = a - b;
      }
  return numbers.map((number) => number / Math.sqrt(mixed));
}

/** What one step of a question of 8 bits is worth, so that no sum of 16 bits overflows. */
function stepOf(question: Float64Array): number {
  const sums = new Float64Array(STEP);
  for (let i = 0; i < question.length; i++) sums[i % STEP]! += Math.abs(question[i]!);
  // A sum of 16 bits is of two bytes of each step, each number with an error of half a step.
  const most = LARGEST_SUM / (HALF - 1) - question.length / STEP;
  return Math.max(largestOf(question) / LARGEST_BYTE, (2 * Math.max(...sums)) / most) || 1;
}
