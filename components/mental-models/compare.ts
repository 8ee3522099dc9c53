import { diffArrays } from 'diff';
import { isCutUp, piecesOf } from '#components/mental-models/pieces';
import type { Row } from '#components/mental-models/rows';
import { rawUnitsOf, type Side, type Unit, unitsOf } from '#components/mental-models/units';
import { Bags, countWords, likeness, wordParts } from '#components/mental-models/words';

/** Two versions of a document, block by block and word by word within the blocks that changed. Pure. */

export interface Comparison {
  readonly rows: readonly Row[];
  readonly changes: number;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
}

export interface CompareOptions {
  readonly ignoreBlanks: boolean;
  /** lines as they stand instead of headings and blocks */
  readonly isRaw: boolean;
}

export interface CompareTask extends CompareOptions {
  readonly from: Side;
  readonly to: Side;
}

/** For all word by word comparisons of one call together. */
const PATIENCE_MS = 500;
/** From here on a block that went and one that came in its place are the same one, told anew. */
const ALIKE = 0.4;
/** More pairs than this are not held against each other, but in their order. */
const MOST_PAIRS = 40_000;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** Keys under which units of both sides are the same: by id, else by kind and words. */
function keysOf(from: readonly Unit[], to: readonly Unit[], wordsOf: (text: string) => string): [string[], string[]] {
  const say = ({ kind, level, text }: Unit) => `${kind}${level} ${wordsOf(text)}`;
  const ids = new Set(to.flatMap(({ id }) => id ?? []));
  const before = new Set(from.flatMap(({ id }) => id ?? []));
  const isShared = ({ id }: Unit) => id !== null && ids.has(id) && before.has(id);
  const key = (unit: Unit) => (isShared(unit) ? `#${unit.id}` : `=${say(unit)}`);
  return [from.map(key), to.map(key)];
}

interface Gap {
  readonly from: Unit[];
  readonly to: Unit[];
}

export function compare({ from, to, ignoreBlanks, isRaw }: CompareTask): Comparison {
  const read = (side: Side) => (isRaw ? rawUnitsOf(side.content) : unitsOf(side));
  const [a, b] = [read(from), read(to)];
  const wordsOf = ignoreBlanks ? squeezed : (text: string) => text;
  const [keysA, keysB] = keysOf(a, b, wordsOf);
  const until = performance.now() + PATIENCE_MS;
  const bags = new Bags();
  const rows: Row[] = [];
  let gap: Gap = { from: [], to: [] };

  const pair = (before: Unit, after: Unit): Row[] => {
    if (wordsOf(before.text) !== wordsOf(after.text) || before.level !== after.level) {
      const parts = wordParts(before.text, after.text, until - performance.now());
      return isCutUp(before, after) ? piecesOf(before, after, parts) : [{ is: 'changed', from: before, to: after, parts }];
    }
    const isProvenAlike = isSameSet(before.sourceIds, after.sourceIds) && before.note === after.note;
    return [{ is: isProvenAlike ? 'same' : 'evidence', from: before, to: after }];
  };
  const close = () => {
    for (const [before, after] of pairsOf(gap, bags)) {
      if (before && after) rows.push(...pair(before, after));
      else if (before) rows.push({ is: 'removed', from: before, to: null, isMoved: false });
      else if (after) rows.push({ is: 'added', from: null, to: after, isMoved: false });
    }
    gap = { from: [], to: [] };
  };

  let [i, j] = [0, 0];
  for (const { count = 0, added, removed } of diffArrays(keysA, keysB)) {
    if (removed) {
      gap.from.push(...a.slice(i, i + count));
      i += count;
    } else if (added) {
      gap.to.push(...b.slice(j, j + count));
      j += count;
    } else {
      close();
      for (let n = 0; n < count; n++) rows.push(...pair(a[i + n]!, b[j + n]!));
      [i, j] = [i + count, j + count];
    }
  }
  close();
  return summed(moved(rows, wordsOf));
}

/** What went and came with the same words has only another place. */
function moved(rows: readonly Row[], wordsOf: (text: string) => string): Row[] {
  const say = ({ kind, text }: Unit) => `${kind} ${wordsOf(text)}`;
  const of = (is: Row['is']) => new Set(rows.flatMap((row) => (row.is === is ? [say((row.from ?? row.to)!)] : [])));
  const [gone, fresh] = [of('removed'), of('added')];
  return rows.map((row) => {
    if (row.is === 'removed') return { ...row, isMoved: row.from.kind !== 'line' && fresh.has(say(row.from)) };
    if (row.is === 'added') return { ...row, isMoved: row.to.kind !== 'line' && gone.has(say(row.to)) };
    return row;
  });
}

function summed(rows: readonly Row[]): Comparison {
  let [changes, wordsAdded, wordsRemoved] = [0, 0, 0];
  for (const row of rows) {
    if (row.is === 'same') continue;
    changes++;
    if (row.is === 'changed') {
      const [before, after] = [countWords(row.from.text), countWords(row.to.text)];
      const same = row.parts.reduce((sum, { text, is }) => sum + (is === 'same' ? countWords(text) : 0), 0);
      // A word of which a part stayed is not to stand in the way of the sum.
      const kept = Math.min(same, before, after);
      wordsAdded += after - kept;
      wordsRemoved += before - kept;
    }
    if (row.is === 'added') wordsAdded += countWords(row.to.text);
    if (row.is === 'removed') wordsRemoved += countWords(row.from.text);
  }
  return { rows, changes, wordsAdded, wordsRemoved };
}

type Pair = readonly [Unit | null, Unit | null];

/** What went and what came in one place, the alike beside each other and all in their order. */
function pairsOf({ from, to }: Gap, bags: Bags): Pair[] {
  if (from.length === 0) return to.map((unit) => [null, unit]);
  if (to.length === 0) return from.map((unit) => [unit, null]);
  const chosen = from.length * to.length > MOST_PAIRS ? inOrder(from, to) : bestPairs(from, to, bags);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  const fill = (x: number, y: number) => {
    for (; i < x; i++) pairs.push([from[i]!, null]);
    for (; j < y; j++) pairs.push([null, to[j]!]);
  };
  for (const [x, y] of chosen) {
    fill(x, y);
    pairs.push([from[x]!, to[y]!]);
    [i, j] = [x + 1, y + 1];
  }
  fill(from.length, to.length);
  return pairs;
}

const inOrder = (from: readonly Unit[], to: readonly Unit[]): [number, number][] =>
  from.length === to.length ? from.flatMap(({ kind }, at) => (to[at]!.kind === kind ? [[at, at] as [number, number]] : [])) : [];

/** The pairs in order whose likenesses amount to most (as a longest common subsequence, with weights). */
function bestPairs(from: readonly Unit[], to: readonly Unit[], bags: Bags): [number, number][] {
  const [a, b] = [from.map(({ text }) => bags.of(text)), to.map(({ text }) => bags.of(text))];
  const width = to.length + 1;
  const best = new Float64Array((from.length + 1) * width);
  const alike = new Float64Array(from.length * to.length);
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--) {
      const score = from[i]!.kind === to[j]!.kind ? likeness(a[i]!, b[j]!) : 0;
      alike[i * to.length + j] = score;
      const without = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
      best[i * width + j] = score >= ALIKE ? Math.max(without, score + best[(i + 1) * width + j + 1]!) : without;
    }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length) {
    const score = alike[i * to.length + j]!;
    if (score >= ALIKE && best[i * width + j] === score + best[(i + 1) * width + j + 1]!) {
      pairs.push([i, j]);
      i++;
      j++;
    } else if (best[i * width + j] === best[(i + 1) * width + j]) i++;
    else j++;
  }
  return pairs;
}

// --- folding -------------------------------------------------------------------------------------------------------------------------

export interface Fold {
  readonly fold: true;
  /** of the first hidden row */
  readonly at: number;
  readonly rows: number;
  readonly lines: number;
}
export type Shown = (Row & { readonly at: number }) | Fold;

/** Rows with long unchanged stretches put away, but for those in `opened` (by the place of their first row). */
export function folded(rows: readonly Row[], { isRaw, opened }: { isRaw: boolean; opened: ReadonlySet<number> }): Shown[] {
  const [around, least] = isRaw ? [3, 4] : [1, 2];
  const near = new Uint8Array(rows.length);
  for (const [at, row] of rows.entries())
    if (row.is !== 'same') near.fill(1, Math.max(0, at - around), Math.min(rows.length, at + around + 1));
  const shown: Shown[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && near[end] === 0) end++;
    const hidden = rows.slice(at, end);
    if (hidden.length >= least && !opened.has(at)) {
      const first = hidden[0]!.to!;
      const last = hidden.at(-1)!.to!;
      shown.push({ fold: true, at, rows: hidden.length, lines: last.line + last.lines - first.line });
    } else for (const [n, row] of hidden.entries()) shown.push({ ...row, at: at + n });
    for (at = end; at < rows.length && near[at] === 1; at++) shown.push({ ...rows[at]!, at });
  }
  return shown;
}
