import { setImmediate } from 'node:timers/promises';

/** Long enough that pauses cost nothing, short enough that waiting requests do not notice. */
const SLICE_MS = 10;

/**
 * Lets other requests through during long work: call it between any two pieces and await the
 * result. It pauses once the work has run for a slice of time, and otherwise returns nothing to
 * wait for.
 */
export function pacer(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since <= sliceMs) return;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

/** The results of `map` for each item, in order, with a pause between any two that need one. */
export async function mapPaced<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  pause: () => Promise<void> | undefined = pacer(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    await pause();
    results.push(map(item));
  }
  return results;
}
