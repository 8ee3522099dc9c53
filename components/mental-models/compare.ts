import { editsOf } from '#components/mental-models/edits';
import { isCutUp, piecesOf } from '#components/mental-models/pieces';
import type { ComparisonRow, UnitMove } from '#components/mental-models/rows';
import { type ComparisonSide, rawUnitsOf, type Unit, unitsOf } from '#components/mental-models/units';
import { Bags, countWords, type DiffPart, likeness, numbering, wordParts } from '#components/mental-models/words';
import { defined, present } from '#lib/base/defined';

/** Compares two versions of a document by block, and changed blocks by word. Pure. */

export interface Comparison {
  readonly rows: readonly ComparisonRow[];
  readonly changes: number;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
}

export interface CompareOptions {
  readonly ignoreBlanks: boolean;
  /** Compares raw lines instead of headings and blocks. */
  readonly isRaw: boolean;
}

export interface CompareTask extends CompareOptions {
  readonly from: ComparisonSide;
  readonly to: ComparisonSide;
}

/** Shared time limit of all word comparisons of one call, in milliseconds. */
const PATIENCE_MS = 500;
/**
 * From this likeness on, a removed block and an added block at the same position are one rewritten
 * block.
 */
const ALIKE = 0.4;
/** Above this number of pairs, blocks are paired in order instead of by likeness. */
const MOST_PAIRS = 40_000;
/** From this likeness on, two blocks are the same at any position. */
const TWINS = 0.6;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** Keys that identify units of both sides: by id, otherwise by kind and words. */
function keysOf(from: readonly Unit[], to: readonly Unit[], wordsOf: (text: string) => string): [string[], string[]] {
  const say = ({ kind, level, text }: Unit) => `${kind}${level} ${wordsOf(text)}`;
  const ids = new Set(to.flatMap(({ id }) => id ?? []));
  const before = new Set(from.flatMap(({ id }) => id ?? []));
  const isShared = ({ id }: Unit) => id !== null && ids.has(id) && before.has(id);
  const key = (unit: Unit) => (isShared(unit) ? `#${unit.id}` : `=${say(unit)}`);
  return [from.map(key), to.map(key)];
}

/**
 * Blocks without a common source are different, however similar their words are, as in the facts of
 * a log.
 */
const isOfOtherSources = (one: Unit, other: Unit): boolean =>
  one.sourceIds.length > 0 && other.sourceIds.length > 0 && !one.sourceIds.some((id) => other.sourceIds.includes(id));

/**
 * Like `keysOf`, but gives the most similar remaining units one key. A rewritten block then remains
 * in place when others move past it, and is recognized if it moved itself.
 */
function keysWithTwins(a: readonly Unit[], b: readonly Unit[], [keysA, keysB]: [string[], string[]], bags: Bags): [string[], string[]] {
  const alone = (units: readonly Unit[], keys: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return units.flatMap(({ kind, text }, at) => (kind !== 'block' || known.has(defined(keys[at])) ? [] : [{ at, bag: bags.of(text) }]));
  };
  const [from, to] = [alone(a, keysA, keysB), alone(b, keysB, keysA)];
  if (from.length * to.length > MOST_PAIRS) return [keysA, keysB];
  const pairs = from.flatMap((one) =>
    to.flatMap((other) => {
      if (isOfOtherSources(defined(a[one.at]), defined(b[other.at]))) return [];
      const score = likeness(one.bag, other.bag, TWINS);
      return score >= TWINS ? [{ from: one.at, to: other.at, score }] : [];
    }),
  );
  const twins = new Map<number, string>();
  const taken = new Set<number>();
  for (const pair of pairs.sort((one, other) => other.score - one.score)) {
    if (twins.has(pair.to) || taken.has(pair.from)) continue;
    taken.add(pair.from);
    twins.set(pair.to, defined(keysA[pair.from]));
  }
  return [keysA, keysB.map((key, at) => twins.get(at) ?? key)];
}

interface Gap {
  readonly from: Unit[];
  readonly to: Unit[];
}

/** Aligns units that both sides have in the same order, with gaps between them. */
function alignedBy(
  a: readonly Unit[],
  b: readonly Unit[],
  keysA: string[],
  keysB: string[],
  patience: number,
): (Gap | readonly [Unit, Unit])[] {
  const aligned: (Gap | readonly [Unit, Unit])[] = [];
  let gap: Gap = { from: [], to: [] };
  const close = () => {
    if (gap.from.length + gap.to.length > 0) aligned.push(gap);
    gap = { from: [], to: [] };
  };
  const numbers = numbering();
  let [i, j] = [0, 0];
  const apart = [
    { is: 'old' as const, count: a.length },
    { is: 'new' as const, count: b.length },
  ];
  for (const { is, count } of editsOf(numbers(keysA), numbers(keysB), patience) ?? apart) {
    if (is === 'old') gap.from.push(...a.slice(i, i + count));
    else if (is === 'new') gap.to.push(...b.slice(j, j + count));
    else {
      close();
      for (let n = 0; n < count; n++) aligned.push([defined(a[i + n]), defined(b[j + n])]);
    }
    if (is !== 'new') i += count;
    if (is !== 'old') j += count;
  }
  close();
  return aligned;
}

/**
 * Units that were removed in one place and added in another, for both sides. Lines have no
 * identity.
 */
function movesIn(gaps: readonly Gap[], keyOf: (unit: Unit) => string): ReadonlyMap<Unit, Unit> {
  const came = new Map<string, Unit[]>();
  for (const unit of gaps.flatMap(({ to }) => to)) {
    const alike = came.get(keyOf(unit));
    if (alike) alike.push(unit);
    else if (unit.kind !== 'line') came.set(keyOf(unit), [unit]);
  }
  const moves = new Map<Unit, Unit>();
  for (const before of gaps.flatMap(({ from }) => from)) {
    const after = came.get(keyOf(before))?.shift();
    if (after) moves.set(before, after).set(after, before);
  }
  return moves;
}

export function compare({ from, to, ignoreBlanks, isRaw }: CompareTask): Comparison {
  const read = (side: ComparisonSide) => (isRaw ? rawUnitsOf(side.content) : unitsOf(side));
  const [a, b] = [read(from), read(to)];
  const wordsOf = ignoreBlanks ? squeezed : (text: string) => text;
  const until = performance.now() + PATIENCE_MS;
  const bags = new Bags();
  const [keysA, keysB] = keysWithTwins(a, b, keysOf(a, b, wordsOf), bags);
  const keys = new Map([
    ...a.map((unit, at) => [unit, defined(keysA[at])] as const),
    ...b.map((unit, at) => [unit, defined(keysB[at])] as const),
  ]);
  const aligned = alignedBy(a, b, keysA, keysB, PATIENCE_MS);
  const moves = movesIn(
    aligned.flatMap((one) => ('from' in one ? [one] : [])),
    (unit) => defined(keys.get(unit)),
  );

  const both = (before: Unit, after: Unit): ComparisonRow[] => {
    if (wordsOf(before.text) !== wordsOf(after.text) || before.level !== after.level) {
      const parts = wordParts(before.text, after.text, until - performance.now());
      return isCutUp(before, after) ? piecesOf(before, after, parts) : [{ is: 'changed', from: before, to: after, parts }];
    }
    const isProvenAlike = isSameSet(before.sourceIds, after.sourceIds) && before.note === after.note;
    return [{ is: isProvenAlike ? 'same' : 'evidence', from: before, to: after }];
  };
  const placeOf = (own: Unit, before: Unit | undefined, after: Unit | undefined): UnitMove => {
    if (!before || !after) return { isMoved: false };
    if (wordsOf(before.text) === wordsOf(after.text)) return { isMoved: true, parts: [{ text: own.text, is: 'same' }] };
    return { isMoved: true, parts: wordParts(before.text, after.text, until - performance.now()) };
  };
  const rows = aligned.flatMap((one) =>
    ('from' in one ? pairsOf(one, bags, moves) : [one]).flatMap(([before, after]): ComparisonRow[] => {
      if (before && after) return both(before, after);
      if (before) return [{ is: 'removed', from: before, to: null, ...placeOf(before, before, moves.get(before)) }];
      return after ? [{ is: 'added', from: null, to: after, ...placeOf(after, moves.get(after), after) }] : [];
    }),
  );
  return summed(rows);
}

/** Counts the words that only one side contains, for a partly changed text. */
function wordsIn(parts: readonly DiffPart[]): { removed: number; added: number } {
  const count = (isMeant: (part: DiffPart) => boolean) =>
    countWords(
      parts
        .filter(isMeant)
        .map(({ text }) => text)
        .join(''),
    );
  const [before, after] = [count(({ is }) => is !== 'new'), count(({ is }) => is !== 'old')];
  const same = parts.reduce((sum, { text, is }) => sum + (is === 'same' ? countWords(text) : 0), 0);
  // A partly changed word must not make the counts inconsistent.
  const common = Math.min(same, before, after);
  return { removed: before - common, added: after - common };
}

function summed(rows: readonly ComparisonRow[]): Comparison {
  let [changes, wordsAdded, wordsRemoved] = [0, 0, 0];
  for (const row of rows) {
    if (row.is === 'same') continue;
    changes++;
    if (row.is === 'evidence') continue;
    const { removed, added } =
      'parts' in row ? wordsIn(row.parts) : { removed: countWords(row.from?.text ?? ''), added: countWords(row.to?.text ?? '') };
    // A moved block has a row on each side, and each row counts only its own words.
    if (row.is !== 'added') wordsRemoved += removed;
    if (row.is !== 'removed') wordsAdded += added;
  }
  return { rows, changes, wordsAdded, wordsRemoved };
}

type Pair = readonly [Unit | null, Unit | null];

/**
 * Pairs the removed and added units of one gap by likeness, in order. Moved units are not paired.
 */
function pairsOf({ from, to }: Gap, bags: Bags, moves: ReadonlyMap<Unit, Unit>): Pair[] {
  if (from.length === 0) return to.map((unit) => [null, unit]);
  if (to.length === 0) return from.map((unit) => [unit, null]);
  const canBe = (before: Unit, after: Unit) => before.kind === after.kind && !moves.has(before) && !moves.has(after);
  const chosen = from.length * to.length > MOST_PAIRS ? inOrder(from, to, canBe) : bestPairs(from, to, bags, canBe);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  const fill = (x: number, y: number) => {
    for (; i < x; i++) pairs.push([defined(from[i]), null]);
    for (; j < y; j++) pairs.push([null, defined(to[j])]);
  };
  for (const [x, y] of chosen) {
    fill(x, y);
    pairs.push([defined(from[x]), defined(to[y])]);
    [i, j] = [x + 1, y + 1];
  }
  fill(from.length, to.length);
  return pairs;
}

type UnitMatcher = (before: Unit, after: Unit) => boolean;

const inOrder = (from: readonly Unit[], to: readonly Unit[], canBe: UnitMatcher): [number, number][] =>
  from.length === to.length ? from.flatMap((one, at) => (canBe(one, defined(to[at])) ? [[at, at] as [number, number]] : [])) : [];

/** The ordered pairs with the highest total likeness (a weighted longest common subsequence). */
function bestPairs(from: readonly Unit[], to: readonly Unit[], bags: Bags, canBe: UnitMatcher): [number, number][] {
  const [a, b] = [from.map(({ text }) => bags.of(text)), to.map(({ text }) => bags.of(text))];
  const width = to.length + 1;
  const best = new Float64Array((from.length + 1) * width);
  const alike = new Float64Array(from.length * to.length);
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--) {
      const score = canBe(defined(from[i]), defined(to[j])) ? likeness(defined(a[i]), defined(b[j]), ALIKE) : 0;
      alike[i * to.length + j] = score;
      const without = Math.max(defined(best[(i + 1) * width + j]), defined(best[i * width + j + 1]));
      best[i * width + j] = score >= ALIKE ? Math.max(without, score + defined(best[(i + 1) * width + j + 1])) : without;
    }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length) {
    const score = defined(alike[i * to.length + j]);
    if (score >= ALIKE && best[i * width + j] === score + defined(best[(i + 1) * width + j + 1])) {
      pairs.push([i, j]);
      i++;
      j++;
    } else if (best[i * width + j] === best[(i + 1) * width + j]) i++;
    else j++;
  }
  return pairs;
}

// --- folding -------------------------------------------------------------------------------------

export interface FoldedRows {
  readonly fold: true;
  /** Index of the first hidden row. */
  readonly at: number;
  readonly rows: number;
  readonly lines: number;
}
export type VisibleRow = (ComparisonRow & { readonly at: number }) | FoldedRows;

/** Folds long unchanged stretches, except those in `opened` (indexes of their first rows). */
export function folded(rows: readonly ComparisonRow[], { isRaw, opened }: { isRaw: boolean; opened: ReadonlySet<number> }): VisibleRow[] {
  const [around, least] = isRaw ? [3, 4] : [1, 2];
  const near = new Uint8Array(rows.length);
  for (const [at, row] of rows.entries())
    if (row.is !== 'same') near.fill(1, Math.max(0, at - around), Math.min(rows.length, at + around + 1));
  const shown: VisibleRow[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && near[end] === 0) end++;
    const hidden = rows.slice(at, end);
    if (hidden.length >= least && !opened.has(at)) {
      const first = present(defined(hidden[0]).to);
      const last = present(defined(hidden.at(-1)).to);
      shown.push({ fold: true, at, rows: hidden.length, lines: last.line + last.lines - first.line });
    } else for (const [n, row] of hidden.entries()) shown.push({ ...row, at: at + n });
    for (at = end; at < rows.length && near[at] === 1; at++) shown.push({ ...present(rows[at]), at });
  }
  return shown;
}
