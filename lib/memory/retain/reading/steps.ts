/**
 * Work in steps: the driver may let other work run between two steps. The return value is the
 * result.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * The size of a step, about a millisecond: characters read, plus the constant cost of each round of
 * a loop.
 */
const STEP = 16_384;
const ROUND = 64;

/**
 * Measures the steps of a loop. The returned function takes the number of characters that a round
 * reads, 0 if few, and returns whether the loop should yield.
 */
export function stepMeter(): (characters: number) => boolean {
  let work = 0;
  return (characters) => {
    work += characters + ROUND;
    if (work < STEP) return false;
    work = 0;
    return true;
  };
}

/** `list.map(f)` in steps. `sizeOf`: the characters that `f` reads of a value. */
export function* mapInSteps<A, B>(
  list: readonly A[],
  f: (value: A, index: number) => B,
  sizeOf: (value: A) => number = () => 0,
): Steps<B[]> {
  const mapped: B[] = [];
  const isStep = stepMeter();
  for (const [i, value] of list.entries()) {
    if (isStep(sizeOf(value))) yield;
    mapped.push(f(value, i));
  }
  return mapped;
}

/** `list.filter(predicate)` in steps. */
export function* filterInSteps<A>(list: readonly A[], predicate: (value: A, index: number) => boolean): Steps<A[]> {
  const found: A[] = [];
  const isStep = stepMeter();
  for (const [i, value] of list.entries()) {
    if (isStep(0)) yield;
    if (predicate(value, i)) found.push(value);
  }
  return found;
}

/** `list.join(separator)` in steps. */
export function* joinInSteps(list: readonly string[], separator: string): Steps<string> {
  const parts: string[] = [];
  for (let i = 0; i < list.length; i += STEP / ROUND) {
    if (i > 0) yield;
    parts.push(list.slice(i, i + STEP / ROUND).join(separator));
  }
  return parts.join(separator);
}

/** Runs all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
