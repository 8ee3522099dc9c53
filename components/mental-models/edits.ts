/** The fewest edits that make one list of numbers another: Myers, "An O(ND) difference algorithm and its variations" (1986), greedy. Pure. */

export interface Run {
  readonly is: 'same' | 'gone' | 'new';
  readonly count: number;
}

/** How far into `before` each diagonal leads after so many edits: of the diagonals `first`, `first + 2`, … with NOWHERE at both ends. */
interface Layer {
  readonly first: number;
  readonly reach: Int32Array;
}

const NOWHERE = -1;
/** Cells of all layers together: 64 MB. */
const MOST_CELLS = 16_000_000;

/** Where leaving out one of `length` elements leads to. */
const leaveOut = (from: number, length: number): number => (from === NOWHERE || from === length ? NOWHERE : from + 1);
/** Where putting in one of `length` elements leads to, on diagonal `k`. */
const putIn = (from: number, k: number, length: number): number => (from - k - 1 === length ? NOWHERE : from);

const START: Layer = { first: 1, reach: Int32Array.of(NOWHERE, 0, NOWHERE) };

/** Layer after layer, until one leads to the end of both; undefined: not within `patience` milliseconds, nor within the room for it. */
function layersOf(before: Int32Array, after: Int32Array, patience: number): Layer[] | undefined {
  const until = performance.now() + patience;
  const layers = [START];
  let cells = 0;
  // What has come to an end of one side can only go along it: diagonals beyond are of no use.
  let [low, high] = [-after.length, before.length];
  for (let edits = 0; cells < MOST_CELLS && performance.now() <= until; edits++) {
    const last = layers.at(-1)!;
    const first = Math.max(low, -edits);
    const reach = new Int32Array(((Math.min(high, edits) - first) >> 1) + 3).fill(NOWHERE);
    layers.push({ first, reach });
    cells += reach.length;
    for (let k = first, at = 1, under = (first + 1 - last.first) >> 1; k <= high && k <= edits; k += 2, at++, under++) {
      let x = Math.max(leaveOut(last.reach[under]!, before.length), putIn(last.reach[under + 1]!, k, after.length));
      if (x === NOWHERE) continue;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      reach[at] = x;
      if (x === before.length && x - k === after.length) return layers;
      if (x === before.length) high = k - 1;
      if (x - k === after.length) low = k + 1;
    }
  }
  return undefined;
}

/** undefined: it took too long. */
export function editsOf(before: Int32Array, after: Int32Array, patience: number): Run[] | undefined {
  const layers = layersOf(before, after, patience);
  if (!layers) return undefined;
  const runs: Run[] = [];
  const run = (is: Run['is'], count: number) => {
    if (count > 0) runs.push({ is, count });
  };
  let [x, k] = [before.length, before.length - after.length];
  for (const { first, reach } of layers.slice(1, -1).reverse()) {
    const under = (k + 1 - first) >> 1;
    const [gone, fresh] = [leaveOut(reach[under]!, before.length), putIn(reach[under + 1]!, k, after.length)];
    run('same', x - Math.max(gone, fresh));
    const isNew = fresh >= gone;
    run(isNew ? 'new' : 'gone', 1);
    x = isNew ? fresh : gone - 1;
    k += isNew ? 1 : -1;
  }
  run('same', x);
  return runs.reverse();
}
