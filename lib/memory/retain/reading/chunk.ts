import { createHash } from 'node:crypto';
import { defined } from '#lib/base/defined';
import { allSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { Turn } from '#lib/memory/retain/reading/turn';

/**
 * Cuts the turns of a document into chunks whose borders only depend on the text around them. After
 * an insertion, removal or append, only the touched chunks and at most one on either side get
 * another hash. The units of all others remain.
 */

/**
 * A turn with its item. `signature` represents all fields of the item that extraction reads besides
 * its text.
 */
export interface ItemTurn extends Turn {
  readonly item: number;
  readonly signature: string;
}

/** A turn, or a part of one that was too long for a chunk. */
export interface ChunkTurn extends ItemTurn {
  /** number of the turn in the document; the parts of a turn share it */
  readonly ordinal: number;
  /** true for every part except the first */
  readonly continued: boolean;
}

export interface Chunk {
  /** the exact slice of the document; all chunks in order are the document */
  readonly text: string;
  /** sha256 (hex) of the text, its speakers, headings and dates, and the signatures of its items */
  readonly hash: string;
  readonly turns: readonly ChunkTurn[];
}

/**
 * In characters. No chunk is longer than `max`. Only a document's only chunk, or one next to a turn
 * of nearly `max`, is shorter than `min`.
 */
export interface ChunkLimits {
  readonly min: number;
  readonly target: number;
  readonly max: number;
  /** a text that is one JSON object stays whole up to this size */
  readonly structured?: number;
}

export const CHUNK_LIMITS: ChunkLimits = { min: 800, target: 2400, max: 4000 };

/** The smallest unit between borders: a turn, or a sentence of a turn longer than a chunk. */
interface Atom {
  readonly turn: number;
  readonly raw: string;
  readonly body: string;
}

const SENTENCE = /[^\n.!?。！？]*(?:[.!?。！？]+["'”’)\]]{0,3}\s*|\n\s*|$)/gu;

/**
 * Splits a text into pieces of at most `size` characters: after sentences and lines, else after a
 * space, else anywhere except inside a character.
 */
export const splitLong = (text: string, size: number): string[] => allSteps(splitting(text, size));

function* splitting(text: string, size: number): Steps<string[]> {
  const pieces: string[] = [];
  const isStep = stepMeter();
  for (const [sentence] of text.matchAll(SENTENCE)) {
    if (isStep(sentence.length)) yield;
    let rest = sentence;
    while (rest.length > size) {
      if (isStep(size)) yield;
      const blank = rest.lastIndexOf(' ', size - 1);
      let cut = blank > size / 2 ? blank + 1 : size;
      if (/[\uDC00-\uDFFF]/.test(defined(rest[cut])) && /[\uD800-\uDBFF]/.test(defined(rest[cut - 1]))) cut--;
      pieces.push(rest.slice(0, cut));
      rest = rest.slice(cut);
    }
    if (rest !== '') pieces.push(rest);
  }
  return pieces;
}

/** JSON escapes a character with at most six. */
const MOST_QUOTED = 6;

/**
 * Parts of a long turn. The body decides where to split. The raw text is split at the same
 * positions, or at proportional ones if it is quoted JSON.
 */
function* atomsOf(turn: ItemTurn, number: number, limits: ChunkLimits): Steps<Atom[]> {
  if (turn.raw.length <= limits.max) return [{ turn: number, raw: turn.raw, body: turn.body }];
  const size = Math.min(limits.min, limits.max >> 2) || 1;
  const whole = turn.body === '' ? turn.raw : turn.body;
  const offset = turn.raw.indexOf(whole);
  // quoted text is longer than its content: leave room
  const scale = offset < 0 ? turn.raw.length / whole.length : 1;
  // raw text that is longer than quoting makes it contains ignored blocks
  const hasBlocks = scale > MOST_QUOTED;
  const bodies = yield* splitting(whole, hasBlocks ? size : Math.max(1, Math.floor(size / scale)));
  const furthest = hasBlocks ? size * (scale + 1) : size * 2;
  let bodyAt = 0;
  let rawAt = 0;
  const atoms: Atom[] = [];
  const isStep = stepMeter();
  for (const [i, body] of bodies.entries()) {
    if (isStep(body.length)) yield;
    bodyAt += body.length;
    let to = i === bodies.length - 1 ? turn.raw.length : offset < 0 ? Math.floor(bodyAt * scale) : offset + bodyAt;
    if (offset < 0)
      while (to < turn.raw.length && to > rawAt && /[\w\\\uDC00-\uDFFF]/.test(defined(turn.raw[to])) && to - rawAt < furthest) to++;
    const atom = { turn: number, raw: turn.raw.slice(rawAt, to), body: turn.body === '' ? '' : body };
    rawAt = Math.max(rawAt, to);
    // white space around a body can make a part too long; the excess becomes a part without a body
    if (atom.raw.length <= limits.max) atoms.push(atom);
    else
      for (const [j, raw] of (yield* splitting(atom.raw, limits.max)).entries())
        atoms.push({ ...atom, raw, body: j === 0 ? atom.body : '' });
  }
  return atoms;
}

/** FNV-1a with a final mix, as a fraction of 1. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

const SEEN = 96;

/**
 * The priority of a border between two atoms, 0 is the highest. It is random, but four times as
 * high at a new heading or item, and a quarter inside a turn.
 */
function reluctance(before: Atom, after: Atom, turns: readonly ItemTurn[]): number {
  const a = defined(turns[before.turn]);
  const b = defined(turns[after.turn]);
  const chance = fraction(`${before.raw.slice(-SEEN)}\u0000${after.raw.slice(0, SEEN)}\u0000${b.signature}`);
  if (before.turn === after.turn) return 1 - (1 - chance) / 4;
  return a.heading !== b.heading || a.item !== b.item ? chance / 4 : chance;
}

/**
 * For each border the smallest value within `reach` characters before or after it. Linear, with a
 * queue of candidates.
 */
function* smallestBeside(positions: readonly number[], values: readonly number[], reach: number, isBefore: boolean): Steps<number[]> {
  const smallest: number[] = yield* mapInSteps(values, () => 1);
  const queue: number[] = [];
  let head = 0;
  const isStep = stepMeter();
  for (let round = 0; round < positions.length; round++) {
    if (isStep(0)) yield;
    const i = isBefore ? round : positions.length - 1 - round;
    while (head < queue.length && Math.abs(defined(positions[i]) - defined(positions[defined(queue[head])])) >= reach) head++;
    if (head < queue.length) smallest[i] = defined(values[defined(queue[head])]);
    while (queue.length > head && defined(values[defined(queue[queue.length - 1])]) >= defined(values[i])) queue.pop();
    queue.push(i);
  }
  return smallest;
}

/**
 * Borders with the highest priority within half a target on both sides. The ends of the text count
 * as borders, so no chunk at an end is tiny.
 */
function* anchors(positions: readonly number[], values: readonly number[], total: number, reach: number): Steps<number[]> {
  const left = yield* smallestBeside(positions, values, reach, true);
  const right = yield* smallestBeside(positions, values, reach, false);
  const found: number[] = [];
  const isStep = stepMeter();
  for (let i = 0; i < positions.length; i++) {
    if (isStep(0)) yield;
    const isInside = defined(positions[i]) >= reach && total - defined(positions[i]) >= reach;
    if (isInside && defined(values[i]) < defined(left[i]) && defined(values[i]) <= defined(right[i])) found.push(i);
  }
  return found;
}

/**
 * A range of the text, in characters, and the numbers of its borders from `first` to `last`, both
 * inclusive.
 */
interface TurnRange {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Splits a range that is longer than `max`: at the border with the highest priority that leaves
 * `min` on both sides, else at the one nearest to the middle.
 */
function* divide(whole: TurnRange, positions: readonly number[], values: readonly number[], limits: ChunkLimits): Steps<number[]> {
  const cuts: number[] = [];
  const work: TurnRange[] = [whole];
  const isStep = stepMeter();
  while (work.length > 0) {
    const part = defined(work.pop());
    if (part.to - part.from <= limits.max || part.first > part.last) continue;
    const distance = (i: number): number => Math.abs(defined(positions[i]) - (part.from + part.to) / 2);
    let nearest = part.first;
    let best = -1;
    for (let i = part.first; i <= part.last; i++) {
      if (isStep(0)) yield;
      if (distance(i) < distance(nearest)) nearest = i;
      if (defined(positions[i]) - part.from < limits.min || part.to - defined(positions[i]) < limits.min) continue;
      // of equal borders, as in repetitive text, the one nearest to the middle: halving limits the
      // work
      if (best < 0 || defined(values[i]) < defined(values[best]) || (values[i] === values[best] && distance(i) < distance(best))) best = i;
    }
    const cut = best < 0 ? nearest : best;
    cuts.push(cut);
    work.push({ ...part, to: defined(positions[cut]), last: cut - 1 }, { ...part, from: defined(positions[cut]), first: cut + 1 });
  }
  return cuts;
}

/**
 * Returns the chunks of one document, in order. Turns may belong to several items. Empty input
 * gives no chunk.
 */
export const chunkTurns = (turns: readonly ItemTurn[], limits: ChunkLimits = CHUNK_LIMITS): Chunk[] => allSteps(chunking(turns, limits));

/** `chunkTurns` in steps. */
export function* chunking(turns: readonly ItemTurn[], limits: ChunkLimits): Steps<Chunk[]> {
  const isStep = stepMeter();
  const atoms: Atom[] = [];
  for (const [i, turn] of turns.entries())
    for (const atom of yield* atomsOf(turn, i, limits)) {
      if (isStep(0)) yield;
      if (atom.raw !== '') atoms.push(atom);
    }
  if (atoms.length === 0) return [];
  const positions: number[] = [];
  const values: number[] = [];
  let total = defined(atoms[0]).raw.length;
  for (let i = 1; i < atoms.length; i++) {
    if (isStep(SEEN)) yield;
    positions.push(total);
    values.push(reluctance(defined(atoms[i - 1]), defined(atoms[i]), turns));
    total += defined(atoms[i]).raw.length;
  }
  const cuts = yield* anchors(positions, values, total, limits.target / 2);
  const edges = [-1, ...cuts, positions.length];
  for (let i = 1; i < edges.length; i++) {
    const [first, last] = [defined(edges[i - 1]) + 1, defined(edges[i]) - 1];
    const stretch = { from: first === 0 ? 0 : defined(positions[first - 1]), to: positions[last + 1] ?? total, first, last };
    for (const cut of yield* divide(stretch, positions, values, limits)) cuts.push(cut);
  }
  cuts.sort((a, b) => a - b);
  const chunks: Chunk[] = [];
  let first = 0;
  for (const end of [...cuts.map((cut) => cut + 1), atoms.length]) {
    const own = atoms.slice(first, end);
    chunks.push(chunkOf(own, first > 0 ? defined(atoms[first - 1]) : null, turns));
    first = end;
    if (isStep(own.length * 64 + limits.target)) yield;
  }
  return chunks;
}

function chunkOf(atoms: readonly Atom[], before: Atom | null, turns: readonly ItemTurn[]): Chunk {
  const parts: ChunkTurn[] = [];
  let previous = before?.turn ?? -1;
  for (const atom of atoms) {
    const last = parts[parts.length - 1];
    if (last && last.ordinal === atom.turn) parts[parts.length - 1] = { ...last, raw: last.raw + atom.raw, body: last.body + atom.body };
    else {
      const turn = defined(turns[atom.turn]);
      const continued = atom.turn === previous;
      parts.push({ ...turn, raw: atom.raw, body: atom.body, title: continued ? null : turn.title, ordinal: atom.turn, continued });
    }
    previous = atom.turn;
  }
  const text = parts.map((part) => part.raw).join('');
  return { text, hash: hashOf(text, parts), turns: parts };
}

/**
 * The number of an item is deliberately omitted: an item added before it must not change the hash.
 */
function hashOf(text: string, parts: readonly ChunkTurn[]): string {
  const hash = createHash('sha256').update(text);
  let item = -1;
  for (const part of parts) {
    hash.update(
      `\u0000${part.raw.length}\u0001${part.speaker ?? ''}\u0001${part.heading ?? ''}\u0001${part.continued ? 1 : 0}\u0001${part.anchor ?? ''}`,
    );
    if (part.item !== item) hash.update(`\u0002${part.signature}`);
    item = part.item;
  }
  return hash.digest('hex');
}
