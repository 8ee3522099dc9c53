/** Work in steps: whoever drives it may let others have their turn between any two of them. What it returns is its result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** So many lines or turns are one step: about a millisecond. */
const STEP = 256;

/** Whether a loop over lines or turns ends a step before its i-th round. */
export const isStep = (i: number): boolean => i % STEP === 0;

/** `list.map(f)` in steps. */
export function* mapInSteps<A, B>(list: readonly A[], f: (value: A, index: number) => B): Steps<B[]> {
  const mapped: B[] = [];
  for (const [i, value] of list.entries()) {
    if (isStep(i)) yield;
    mapped.push(f(value, i));
  }
  return mapped;
}

/** All steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** All steps, with `pause` between them where it gives something to wait for. */
export async function patientSteps<T>(steps: Steps<T>, pause: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const wait = pause();
    if (wait) await wait;
  }
}
