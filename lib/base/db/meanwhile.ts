import { setImmediate } from 'node:timers/promises';

/**
 * Computes something while the database runs a statement, which is sent before. Returns the rows
 * and what was computed. Throws the error of either.
 */
export async function meanwhile<T, U>(statement: Promise<T>, compute: () => U): Promise<[rows: T, computed: U]> {
  // An error is thrown below.
  statement.catch(() => undefined);
  // A pool gives a connection in the same turn of the event loop.
  await setImmediate();
  const computed = compute();
  return [await statement, computed];
}
