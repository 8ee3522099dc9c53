import { copied, Integers } from '#lib/memory/recall/retrieval/cached/columns';

const FIRST_KEYS = 16;
const FIRST_NUMBERS = 64;
/** Growth of an array, as a part of what there is. */
const GROWTH = 1 / 4;

/**
 * Lists of integers by a small integer, unsorted, all in one array. A list has room for a power of
 * two of them; room that it leaves is used again.
 */
export class NumberLists {
  private numbers: Uint32Array<ArrayBuffer>;
  /** end of what was ever used */
  private end = 0;
  private starts: Uint32Array<ArrayBuffer>;
  private readonly counts: Integers;
  /** by key: 0 without room, otherwise one more than its binary logarithm */
  private rooms: Uint8Array;
  /** starts of unused room, by its size as in `rooms` */
  private readonly unused: number[][] = [];
  /** keys of the lists that `settle` looks through */
  readonly outdated = new Set<number>();

  /** The expected numbers: memory that is never written is not resident. */
  constructor({ keys = 0, numbers = 0 } = {}) {
    this.numbers = new Uint32Array(Math.max(FIRST_NUMBERS, numbers));
    const first = Math.max(FIRST_KEYS, keys);
    this.starts = new Uint32Array(first);
    this.counts = new Integers(first);
    this.rooms = new Uint8Array(first);
  }

  count(key: number): number {
    return key < this.counts.length ? this.counts.at(key) : 0;
  }

  /** The list of a key, valid until the next change. */
  of(key: number): Uint32Array {
    const start = key < this.starts.length ? this.starts[key]! : 0;
    return this.numbers.subarray(start, start + this.count(key));
  }

  add(key: number, number: number): void {
    if (key >= this.counts.length) this.growKeys(key);
    const count = this.counts.at(key);
    this.reserve(key, count + 1);
    this.numbers[this.starts[key]! + count] = number;
    this.counts.set(key, count + 1);
  }

  /** Replaces a list. */
  set(key: number, numbers: readonly number[]): void {
    if (key >= this.counts.length) this.growKeys(key);
    this.counts.set(key, 0);
    this.reserve(key, numbers.length);
    this.numbers.set(numbers, this.starts[key]!);
    this.counts.set(key, numbers.length);
  }

  /** Makes room for this many more numbers of a key. */
  expect(key: number, more: number): void {
    if (key >= this.counts.length) this.growKeys(key);
    this.reserve(key, this.counts.at(key) + more);
  }

  /** The number is in the list. */
  remove(key: number, number: number): void {
    const list = this.of(key);
    const last = list.length - 1;
    list[list.indexOf(number)] = list[last]!;
    this.counts.set(key, last);
    if (last === 0) this.clear(key);
  }

  /** Removes the numbers whose flag is 0 from all lists. The others keep their order. */
  keepFlagged(flags: Uint8Array): void {
    for (let key = 0; key < this.counts.length; key++) if (this.counts.at(key) > 0) this.keepFlaggedOf(key, flags);
  }

  /** The same for the outdated lists, which are up to date then. */
  settle(flags: Uint8Array): void {
    for (const key of this.outdated) this.keepFlaggedOf(key, flags);
    this.outdated.clear();
  }

  private keepFlaggedOf(key: number, flags: Uint8Array): void {
    const [start, count] = [this.starts[key]!, this.counts.at(key)];
    let end = start;
    for (let at = start; at < start + count; at++) if (flags[this.numbers[at]!] === 1) this.numbers[end++] = this.numbers[at]!;
    this.counts.set(key, end - start);
    if (end === start) this.clear(key);
  }

  /** Empties a list. */
  clear(key: number): void {
    if (key >= this.counts.length || this.rooms[key] === 0) return;
    this.leave(this.starts[key]!, this.rooms[key]!);
    this.rooms[key] = 0;
    this.counts.set(key, 0);
  }

  private leave(start: number, room: number): void {
    this.unused[room] ??= [];
    this.unused[room].push(start);
  }

  /** Makes room for a list of this length, and moves the list there. */
  private reserve(key: number, length: number): void {
    const before = this.rooms[key]!;
    if (length === 0 || (before > 0 && length <= 1 << (before - 1))) return;
    const room = 1 + Math.ceil(Math.log2(length));
    const from = this.starts[key]!;
    const start = this.unused[room]?.pop() ?? this.extend(1 << (room - 1));
    this.numbers.copyWithin(start, from, from + this.counts.at(key));
    if (before > 0) this.leave(from, before);
    this.starts[key] = start;
    this.rooms[key] = room;
  }

  /** The start of new room at the end. */
  private extend(length: number): number {
    const start = this.end;
    this.end += length;
    if (this.end > this.numbers.length) this.numbers = longer(this.numbers, this.end);
    return start;
  }

  private growKeys(key: number): void {
    this.starts = longer(this.starts, key + 1);
    this.counts.resize(this.starts.length);
    this.rooms = copied(this.rooms, new Uint8Array(this.starts.length));
  }
}

function longer(from: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(Math.max(least, Math.ceil(from.length * (1 + GROWTH))));
  to.set(from);
  return to;
}
