import { byteDotModule } from '#lib/memory/recall/retrieval/cached/byte-dot';
import { firstSlots, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { type CompareThreads, compareThreads } from '#lib/memory/recall/retrieval/cached/compare-threads';
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
import { ByteRows, HALF, LANES } from './byte-rows.mjs';

/** What `store` multiplies: twice a byte, plus one; and its factor for 1. */
const DOUBLE = 2;
const FACTOR_OF_ONE = 32_768;

/** The mean of a low half. */
const MEAN_HALF = (HALF - 1) / 2;
/** A stored byte minus its number. */
const SIGN = 128;
/**
 * The error of a cosine by high halves, in steps of these, for the same reason as `ERROR` of high
 * bytes. That of the question, which has 8 bits, is a tenth of it.
 */
const ERROR = 1.5;
/** Largest integer of a question next to high halves, and largest sum of 16 bits. */
const LARGEST_BYTE = 127;
const LARGEST_SUM = 32_767;
/** Numbers that are added to one of 16 bits. */
const LANES_OF_BYTES = 16;

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
  private readonly rows: ByteRows;
  private readonly threads: CompareThreads;
  /** of these rows in the threads */
  private readonly id: number;
  /** the question in the memory */
  private question: ArrayLike<number> | null = null;
  /** what one step of its 8 bits is worth, and the sum of these */
  private questionStep = 1;
  private questionSum = 0;

  /** `slots`: the expected number. */
  constructor(dimensions: number, { slots = 0, threads = compareThreads() }: { slots?: number; threads?: CompareThreads } = {}) {
    this.dimensions = dimensions;
    this.rows = new ByteRows(dimensions, byteDotModule());
    this.reach(firstSlots(slots) - 1);
    this.threads = threads;
    this.id = threads.share(this, { dimensions, memory: this.rows.memory });
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
        return this.rows.cosineOf(slot);
      },
      nearest: (most, slots, before) => {
        this.ask(question);
        return this.nearest(most, slots, before);
      },
    };
  }

  private nearest(most: number, { passes, hasVector, size }: ComparedSlots, before: (a: number, b: number) => number): () => number[] {
    const { rows, threads, questionStep: step } = this;
    if (most === 0) return () => [];
    const more = ERROR / step - ((SIGN - MEAN_HALF) / HALF) * this.questionSum;
    const contenders = threads.begin(this.id, rows, { most, passes, hasVector, size: Math.min(size, rows.slots), step, more });
    return () => {
      const best = new Highest(most, before);
      for (const slots of contenders()) for (const slot of slots) best.offer(slot, rows.cosineOf(slot));
      return best.sorted();
    };
  }

  private ask(question: ArrayLike<number>): void {
    if (this.question === question) return;
    this.question = question;
    const { rows } = this;
    const rotated = rotate(question, rows.numbers, rows.mixed);
    this.questionStep = stepOf(rotated);
    this.questionSum = 0;
    const { buffer } = rows.memory;
    const [coarse, exact] = [new Int8Array(buffer, 0, rotated.length), new Int16Array(buffer, rows.exactAt, rotated.length)];
    for (let i = 0; i < rotated.length; i++) {
      coarse[i] = Math.round(rotated[i]! / this.questionStep);
      exact[i] = Math.round(rotated[i]! * ONE);
      this.questionSum += coarse[i]!;
    }
  }

  /** Stores a row of high bytes; scale: what one step of 16 bits is worth. */
  private store(slot: number, scale: number, high: Uint8Array): void {
    const { rows } = this;
    this.reach(slot);
    const factor = rows.store(slot, high);
    rows.setScale(slot, (scale * (LOW_BYTE / DOUBLE) * FACTOR_OF_ONE) / factor / Math.sqrt(rows.mixed));
  }

  private reach(slot: number): void {
    if (slot < this.rows.slots) return;
    growTo(this.rows.memory, this.rows.endOf(slot));
    this.rows.look();
  }
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
  const sums = new Float64Array(LANES_OF_BYTES);
  for (let i = 0; i < question.length; i++) sums[i % LANES_OF_BYTES]! += Math.abs(question[i]!);
  // A sum of 16 bits is of two bytes of each step, each number with an error of half a step.
  const most = LARGEST_SUM / (HALF - 1) - question.length / LANES_OF_BYTES;
  return Math.max(largestOf(question) / LARGEST_BYTE, (2 * Math.max(...sums)) / most) || 1;
}
