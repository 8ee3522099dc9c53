import { dotModule } from '#lib/memory/recall/retrieval/cached/dot';

/**
 * Vectors of length 1 as 16-bit integers, by slot, and their cosines with a question. Rounding
 * changes a cosine by less than 0.0001, the precision of scores. `dot.wat` compares eight numbers
 * at a time: a hundred thousand vectors of 256 numbers take about three milliseconds.
 */

/**
 * The integer for 1. The inner product of two such vectors, and every partial sum of it, fits 32
 * bits (Cauchy-Schwarz).
 */
const ONE = 32_767;
const BYTES = 2;
/** Rows are whole steps of the loop. */
const STEP = 32;
/** Rows that are scored in one call. */
const BLOCK = 1024;
const WASM_PAGE = 65_536;

interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly score: (question: number, row: number, count: number, bytes: number, scores: number) => void;
}

export class Vectors {
  readonly dimensions: number;
  private readonly bytes: number;
  private readonly kernel: Kernel;
  /** Memory layout: the question at 0, then scores, then rows. */
  private readonly scoresAt: number;
  private readonly rowsAt: number;
  private numbers: Int16Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.bytes = STEP * Math.max(1, Math.ceil((BYTES * dimensions) / STEP));
    this.kernel = new WebAssembly.Instance(dotModule()).exports as unknown as Kernel;
    this.scoresAt = this.bytes;
    this.rowsAt = this.scoresAt + 4 * BLOCK;
    this.numbers = new Int16Array(this.kernel.memory.buffer);
  }

  /**
   * Stores a vector. Null, or a vector of another size, counts as no vector with score 0. Returns
   * whether a vector was stored.
   */
  put(slot: number, vector: ArrayLike<number> | null): boolean {
    const at = this.rowsAt + slot * this.bytes;
    this.reach(at + this.bytes);
    const fits = vector?.length === this.dimensions;
    this.write(at, fits ? vector : null);
    return fits;
  }

  /** Cosines of the vectors in the first slots with one of length 1. */
  scores(question: ArrayLike<number>, slots: number): Float32Array {
    const { score, memory } = this.kernel;
    const scores = new Float32Array(slots);
    this.reach(this.rowsAt + slots * this.bytes);
    this.write(0, question);
    const made = new Int32Array(memory.buffer, this.scoresAt, BLOCK);
    for (let from = 0; from < slots; from += BLOCK) {
      const count = Math.min(BLOCK, slots - from);
      score(0, this.rowsAt + from * this.bytes, count, this.bytes, this.scoresAt);
      for (let i = 0; i < count; i++) scores[from + i] = made[i]! / (ONE * ONE);
    }
    return scores;
  }

  private write(at: number, vector: ArrayLike<number> | null): void {
    const from = at / BYTES;
    for (let i = 0; i < this.dimensions; i++) this.numbers[from + i] = vector === null ? 0 : Math.round(vector[i]! * ONE);
  }

  private reach(end: number): void {
    const { memory } = this.kernel;
    if (end <= memory.buffer.byteLength) return;
    // By half of what there is: growing may move it all.
    memory.grow(Math.ceil(Math.max(end - memory.buffer.byteLength, memory.buffer.byteLength / 2) / WASM_PAGE));
    this.numbers = new Int16Array(memory.buffer);
  }
}
