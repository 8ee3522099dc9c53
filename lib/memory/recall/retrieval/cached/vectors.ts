import { Contenders } from '#lib/memory/recall/retrieval/cached/contenders';
import { dotModule } from '#lib/memory/recall/retrieval/cached/dot';
import { Highest } from '#lib/memory/recall/retrieval/cached/highest';

/**
 * Vectors of length 1 by slot, and their cosines with a question.
 *
 * A number is stored as 16 bits of the largest number of its vector. `dot.wat` compares the high
 * bytes of all vectors, sixteen numbers at a time; they give a cosine to the second digit. The low
 * bytes are only read for the few vectors that the high bytes leave: then a cosine is exact to the
 * fifth digit.
 */

/** The integer for the largest number of a vector; its high byte fits 8 bits with a sign. */
const LARGEST = 32_639;
/**
 * The integer for 1 of a question next to high bytes: no sum overflows, by the Cauchy-Schwarz
 * inequality. Next to both bytes, the integer for its largest number.
 */
const ONE = 32_767;
const LOW_BYTE = 256;
/** The mean of a low byte. */
const MEAN_LOW = 127.5;
/**
 * The error of a cosine by high bytes, in steps of 16 bits: two steps of a high byte. A question
 * has length 1, and the missing low bytes are spread evenly over one step: Hoeffding's inequality
 * bounds the probability of a larger error by 1/1,500, and a normal distribution by 10^-11. With up
 * to 16 numbers it is impossible.
 */
const ERROR = 2 * LOW_BYTE;
/** What one step of a sum of high bytes is worth. */
const STEP_OF_SUM = LOW_BYTE / ONE;
/** Rows are whole steps of the loop. */
const STEP = 16;
/** Rows whose high bytes are together, before their low bytes; they are scored in one call. */
const BLOCK = 256;
const FIRST_ROWS = 64;
const WASM_PAGE = 65_536;
/** Growth of the memory, as a part of what there is. */
const GROWTH = 1 / 8;

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
  /** The `most` slots with the highest cosines, highest first; `before` orders equal ones. */
  nearest(most: number, slots: ComparedSlots, before: (a: number, b: number) => number): number[];
}

export class Vectors {
  readonly dimensions: number;
  /** of the high or the low bytes of a row */
  private readonly bytes: number;
  private readonly kernel: Kernel;
  /** Memory layout: the question twice, sums, blocks. */
  private readonly fullQuestionAt: number;
  private readonly sumsAt: number;
  private readonly blocksAt: number;
  private memory: Uint8Array;
  /** by slot: what one step of 16 bits is worth; 0: no vector */
  private scales = new Float32Array(FIRST_ROWS);
  /** the question in the memory */
  private question: ArrayLike<number> | null = null;
  /** its largest number divided by the integer for it */
  private questionScale = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.bytes = STEP * Math.max(1, Math.ceil(dimensions / STEP));
    this.kernel = new WebAssembly.Instance(dotModule()).exports as unknown as Kernel;
    this.fullQuestionAt = 2 * this.bytes;
    this.sumsAt = 4 * this.bytes;
    this.blocksAt = this.sumsAt + 4 * BLOCK;
    this.memory = new Uint8Array(this.kernel.memory.buffer);
  }

  /**
   * Stores a vector. Null, or a vector of another size, counts as no vector with score 0. Returns
   * whether a vector was stored.
   */
  put(slot: number, vector: ArrayLike<number> | null): boolean {
    if (slot >= this.scales.length) this.growScales(slot);
    this.scales[slot] = 0;
    if (vector?.length !== this.dimensions) return false;
    const largest = largestOf(vector);
    this.scales[slot] = largest / LARGEST;
    const high = this.rowAt(slot);
    const low = high + BLOCK * this.bytes;
    this.reach(low + this.bytes);
    const { memory } = this;
    for (let i = 0; i < vector.length; i++) {
      const number = largest === 0 ? 0 : Math.round((vector[i]! / largest) * LARGEST);
      memory[high + i] = number >> 8;
      memory[low + i] = number;
    }
    return true;
  }

  /** Compares all vectors with one of length 1 and of `dimensions`. */
  compare(question: ArrayLike<number>): Comparison {
    return {
      cosine: (slot) => {
        this.ask(question);
        return this.cosineOf(slot);
      },
      nearest: (most, slots, before) => {
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
    this.reach(this.rowAt(slots));
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
      kernel.scan(0, this.rowAt(first), to - first, bytes, sumsAt);
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
    const { bytes, kernel } = this;
    const row = this.rowAt(slot);
    return scale * this.questionScale * kernel.exact(this.fullQuestionAt, row, row + BLOCK * bytes, bytes);
  }

  /** Where the high bytes of a row are. The low bytes are a block of rows further on. */
  private rowAt(slot: number): number {
    const place = slot % BLOCK;
    return this.blocksAt + (2 * (slot - place) + place) * this.bytes;
  }

  private growScales(slot: number): void {
    const scales = new Float32Array(Math.max(slot + 1, 2 * this.scales.length));
    scales.set(this.scales);
    this.scales = scales;
  }

  private reach(end: number): void {
    const { memory } = this.kernel;
    const length = memory.buffer.byteLength;
    if (end <= length) return;
    memory.grow(Math.ceil(Math.max(end - length, GROWTH * length) / WASM_PAGE));
    this.memory = new Uint8Array(memory.buffer);
  }
}

function largestOf(vector: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
