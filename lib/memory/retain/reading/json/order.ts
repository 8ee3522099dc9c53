import { defined } from '#lib/base/defined';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * Sorts a list by a number, in steps: a merge sort of the ascending runs that the list already has.
 * Stable. A list in order is returned as it is.
 */
export function* ordered<T>(list: readonly T[], keyOf: (value: T) => number): Steps<readonly T[]> {
  const isStep = stepMeter();
  let starts: number[] = [];
  for (let i = 0; i < list.length; i++) {
    if (isStep(0)) yield;
    if (i === 0 || keyOf(defined(list[i])) < keyOf(defined(list[i - 1]))) starts.push(i);
  }
  let from = list;
  while (starts.length > 1) {
    const to: T[] = [];
    const merged: number[] = [];
    for (let run = 0; run < starts.length; run += 2) {
      let left = defined(starts[run]);
      const middle = starts[run + 1] ?? from.length;
      const end = starts[run + 2] ?? from.length;
      let right = middle;
      merged.push(left);
      while (left < middle || right < end) {
        if (isStep(0)) yield;
        const isLeft = right >= end || (left < middle && keyOf(defined(from[left])) <= keyOf(defined(from[right])));
        to.push(defined(from[isLeft ? left++ : right++]));
      }
    }
    from = to;
    starts = merged;
  }
  return from;
}
