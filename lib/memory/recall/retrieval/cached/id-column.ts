import { copied, firstSlots, grown } from '#lib/memory/recall/retrieval/cached/columns';

/** Words of an id. */
export const WORDS = 4;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** The words of the id that is looked up. */
const wanted = new Uint32Array(WORDS);

/** Ids (UUIDs) by slot, and slots by id: a hash table with open addressing and linear probing. */
export class IdColumn {
  private words: Uint32Array;
  /** slots, each plus 1; 0: empty. Its length is a power of two, at least 4/3 of its entries. */
  private table: Uint32Array;
  private entries = 0;
  /** by slot, so that a small bank need not compose them; null in a large one */
  private texts: string[] | null;

  /** `slots`: the expected number. */
  constructor({ hasTexts = true, slots = 0 } = {}) {
    const first = firstSlots(slots);
    this.words = new Uint32Array(WORDS * first);
    this.table = new Uint32Array(2 ** Math.ceil(Math.log2((4 * first) / 3)));
    this.texts = hasTexts ? [] : null;
  }

  dropTexts(): void {
    this.texts = null;
  }

  slotOf(id: string): number | undefined {
    read(id, wanted, 0);
    return this.slotAt(wanted, 0);
  }

  /** The same for the id in four words that begin at `from`. */
  slotAt(words: Uint32Array, from: number): number | undefined {
    const slot = this.table[this.find(words, from)]! - 1;
    return slot < 0 ? undefined : slot;
  }

  /** The ids of the first slots, four words each. Valid until the next change. */
  wordsOf(slots: number): Uint32Array {
    return this.words.subarray(0, WORDS * slots);
  }

  /** The slot of an id; if it has none, it gets this one, which has no other id. */
  add(slot: number, id: string): number {
    read(id, wanted, 0);
    const own = this.addWords(slot, wanted, 0);
    if (this.texts && own === slot) this.texts[slot] = id;
    return own;
  }

  /** The same for the id in four words that begin at `from`, in a column without texts. */
  addWords(slot: number, words: Uint32Array, from: number): number {
    if (4 * (this.entries + 1) > 3 * this.table.length) this.rehash(2 * this.table.length);
    const place = this.find(words, from);
    const known = this.table[place]!;
    if (known > 0) return known - 1;
    const at = WORDS * slot;
    while (at >= this.words.length) this.words = copied(this.words, new Uint32Array(WORDS * grown(this.words.length / WORDS)));
    for (let i = 0; i < WORDS; i++) this.words[at + i] = words[from + i]!;
    this.table[place] = slot + 1;
    this.entries++;
    return slot;
  }

  /** The slot has an id. */
  remove(slot: number): void {
    const { table } = this;
    const mask = table.length - 1;
    let hole = this.find(this.words, WORDS * slot);
    // Later entries of the same run move up, so that a search never ends before them.
    for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const home = hashOf(this.words, WORDS * (table[at]! - 1)) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      table[hole] = table[at]!;
      hole = at;
    }
    table[hole] = 0;
    this.entries--;
  }

  /** The id of a slot that has one. */
  at(slot: number): string {
    const { texts, words } = this;
    if (texts) return texts[slot]!;
    const at = WORDS * slot;
    const [second, third] = [words[at + 1]!, words[at + 2]!];
    const start = `${hexOf(words[at]!)}-${hexOf(second >>> 16, 2)}-${hexOf(second & 0xffff, 2)}`;
    return `${start}-${hexOf(third >>> 16, 2)}-${hexOf(third & 0xffff, 2)}${hexOf(words[at + 3]!)}`;
  }

  /** Orders slots by id, which is the order of creation. */
  compare(slot: number, other: number): number {
    const { words } = this;
    for (let a = WORDS * slot, b = WORDS * other, end = a + WORDS; a < end; a++, b++) {
      const difference = words[a]! - words[b]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** The place of an id in the table, or of the hole where it belongs. */
  private find(words: Uint32Array, from: number): number {
    const mask = this.table.length - 1;
    let at = hashOf(words, from) & mask;
    while (this.table[at] !== 0 && !this.isAt(WORDS * (this.table[at]! - 1), words, from)) at = (at + 1) & mask;
    return at;
  }

  private isAt(place: number, words: Uint32Array, from: number): boolean {
    const own = this.words;
    // The last word differs most.
    return (
      own[place + 3] === words[from + 3] &&
      own[place + 2] === words[from + 2] &&
      own[place + 1] === words[from + 1] &&
      own[place] === words[from]
    );
  }

  private rehash(length: number): void {
    const before = this.table;
    this.table = new Uint32Array(length);
    for (const entry of before) if (entry !== 0) this.table[this.find(this.words, WORDS * (entry - 1))] = entry;
  }
}

/** Values of hexadecimal digits by their character codes. */
const DIGITS = new Uint8Array(128);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The number of the two bytes whose digits begin at `at`. */
const pairAt = (id: string, at: number): number =>
  (DIGITS[id.charCodeAt(at)]! << 12) |
  (DIGITS[id.charCodeAt(at + 1)]! << 8) |
  (DIGITS[id.charCodeAt(at + 2)]! << 4) |
  DIGITS[id.charCodeAt(at + 3)]!;

// `parseInt` takes ten times as long, most of it for the parts of the text.
function read(id: string, words: Uint32Array, from: number): void {
  words[from] = (pairAt(id, 0) << 16) | pairAt(id, 4);
  words[from + 1] = (pairAt(id, 9) << 16) | pairAt(id, 14);
  words[from + 2] = (pairAt(id, 19) << 16) | pairAt(id, 24);
  words[from + 3] = (pairAt(id, 28) << 16) | pairAt(id, 32);
}

function hashOf(words: Uint32Array, from: number): number {
  let hash = 0;
  for (let at = from; at < from + WORDS; at++) hash = Math.imul(hash ^ words[at]!, 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The hexadecimal digits of a number of this many bytes. */
function hexOf(number: number, bytes: 2 | 4 = 4): string {
  const low = HEX[(number >>> 8) & 0xff]! + HEX[number & 0xff]!;
  return bytes === 2 ? low : HEX[number >>> 24]! + HEX[(number >>> 16) & 0xff]! + low;
}
