import { valueAt } from '#lib/memory/recall/retrieval/cached/select';

const FIRST_CAPACITY = 512;

/**
 * Slots that may have one of the `most` highest scores, of scores that are known with an error:
 * those whose highest possible score is at least the `most`-th of the lowest possible ones. Memory
 * depends on their number, not on the number of scores that were added.
 */
export class Contenders {
  private slots: Int32Array;
  private lowest: Float32Array;
  private highest: Float32Array;
  private count = 0;
  private readonly most: number;
  /** `most` slots have at least this score */
  private bar = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.most = most;
    const capacity = Math.max(FIRST_CAPACITY, 2 * most);
    this.slots = new Int32Array(capacity);
    this.lowest = new Float32Array(capacity);
    this.highest = new Float32Array(capacity);
  }

  /** Returns the bar: a slot whose highest possible score is lower need not be added. */
  add(slot: number, lowest: number, highest: number): number {
    if (this.count === this.slots.length) this.drop();
    this.slots[this.count] = slot;
    this.lowest[this.count] = lowest;
    this.highest[this.count] = highest;
    this.count++;
    return this.bar;
  }

  /** The slots that remain, in the order in which they were added. */
  remaining(): Int32Array {
    this.drop();
    return this.slots.subarray(0, this.count);
  }

  /** Drops what cannot be one of the highest any more. Afterwards, a quarter is free. */
  private drop(): void {
    const { slots, lowest, highest, count, most } = this;
    if (most === 0) this.count = 0;
    if (most === 0 || count < most) return;
    this.bar = valueAt(lowest.slice(0, count), count - most);
    let left = 0;
    for (let at = 0; at < count; at++) {
      if (highest[at]! < this.bar) continue;
      slots[left] = slots[at]!;
      lowest[left] = lowest[at]!;
      highest[left] = highest[at]!;
      left++;
    }
    this.count = left;
    if (4 * left > 3 * slots.length) this.grow();
  }

  private grow(): void {
    const capacity = 2 * this.slots.length;
    const { slots, lowest, highest } = this;
    this.slots = new Int32Array(capacity);
    this.slots.set(slots);
    this.lowest = new Float32Array(capacity);
    this.lowest.set(lowest);
    this.highest = new Float32Array(capacity);
    this.highest.set(highest);
  }
}
