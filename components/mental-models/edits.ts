import { defined } from '#lib/base/defined';
/**
 * The fewest edits that convert one list of numbers to another: Myers, "An O(ND) difference
 * algorithm and its variations" (1986), greedy. Pure.
 */

export interface EditRun {
  readonly is: 'same' | 'old' | 'new';
  readonly count: number;
}

/**
 * The furthest position in `before` plus 1 for each diagonal and number of edits: the diagonals
 * `first`, `first + 2`, … with a 0 (unreachable) at both ends.
 */
interface Layer {
  readonly first: number;
  /** Index of its first diagonal in the cells of all layers. */
  readonly at: number;
}

const NOWHERE = -1;
const FIRST_CELLS = 1 << 8;
/** 64 MB. */
const MOST_CELLS = 1 << 24;

/** The position after deleting one of `length` elements. */
const leaveOut = (from: number, length: number): number => (from === NOWHERE || from === length ? NOWHERE : from + 1);
/** The position after inserting one of `length` elements, on diagonal `k`. */
const putIn = (from: number, k: number, length: number): number => (from - k - 1 === length ? NOWHERE : from);

function widened(cells: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(2 * cells.length, least));
  wider.set(cells);
  return wider;
}

/**
 * Computes layers until one reaches the end of both lists. Undefined if `patience` milliseconds or
 * the memory limit are exceeded.
 */
function layersOf(before: Int32Array, after: Int32Array, patience: number): { layers: Layer[]; cells: Int32Array } | undefined {
  const until = performance.now() + patience;
  let cells = new Int32Array(FIRST_CELLS);
  // Starts as if an element before `after` had been inserted, so that diagonal 0 begins at the
  // start.
  cells[1] = 1;
  let last: Layer = { first: 1, at: 1 };
  let free = 3;
  const layers: Layer[] = [];
  // Past the end of a side, only one direction remains, so diagonals beyond it are skipped.
  let [low, high] = [-after.length, before.length];
  for (let edits = 0; free < MOST_CELLS && performance.now() <= until; edits++) {
    const layer: Layer = { first: Math.max(low, -edits), at: free + 1 };
    free = layer.at + ((Math.min(high, edits) - layer.first) >> 1) + 2;
    if (free > cells.length) cells = widened(cells, free);
    layers.push(layer);
    let under = last.at + ((layer.first - 1 - last.first) >> 1);
    for (let k = layer.first, at = layer.at; k <= high && k <= edits; k += 2, at++, under++) {
      let x = Math.max(leaveOut(defined(cells[under]) - 1, before.length), putIn(defined(cells[under + 1]) - 1, k, after.length));
      if (x === NOWHERE) continue;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      cells[at] = x + 1;
      if (x === before.length && x - k === after.length) return { layers, cells };
      if (x === before.length) high = k - 1;
      if (x - k === after.length) low = k + 1;
    }
    last = layer;
  }
  return undefined;
}

/** Undefined if it exceeds the limits. */
export function editsOf(before: Int32Array, after: Int32Array, patience: number): EditRun[] | undefined {
  const found = layersOf(before, after, patience);
  if (!found) return undefined;
  const runs: EditRun[] = [];
  const run = (is: EditRun['is'], count: number) => {
    if (count === 0) return;
    const last = runs.at(-1);
    if (last?.is === is) runs[runs.length - 1] = { is, count: last.count + count };
    else runs.push({ is, count });
  };
  let [x, k] = [before.length, before.length - after.length];
  for (const { first, at } of found.layers.slice(0, -1).reverse()) {
    const under = at + ((k - 1 - first) >> 1);
    const [removed, fresh] = [
      leaveOut(defined(found.cells[under]) - 1, before.length),
      putIn(defined(found.cells[under + 1]) - 1, k, after.length),
    ];
    run('same', x - Math.max(removed, fresh));
    const isNew = fresh >= removed;
    run(isNew ? 'new' : 'old', 1);
    x = isNew ? fresh : removed - 1;
    k += isNew ? 1 : -1;
  }
  run('same', x);
  return runs.reverse();
}
