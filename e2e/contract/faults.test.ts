import { expect, it } from 'vitest';
import { faultsOf } from '#e2e/faults/all';
import { table } from '#e2e/faults/row';
import { testDatabaseKind } from '#e2e/fixtures/database';

/**
 * Kills, cut connections and races do not lose acknowledged data. The gate runs one round of each
 * fault; `npm run test:full` and `npm run test:faults` run twenty.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
/** Ten times the duration of the longest round on an idle machine: it only ends one that hangs. */
const ROUND_MS = 500_000;

// Each fault has its own store and processes, and mostly waits, so several can share two
// processors.
it.concurrent.each(faultsOf(testDatabaseKind(), ROUNDS))('$name', { timeout: ROUND_MS * ROUNDS }, async ({ run }) => {
  const rows = [await run()].flat();
  console.log(table(rows));
  expect(rows.flatMap(({ fault, wrong }) => wrong.map((what) => `${fault}: ${what}`))).toEqual([]);
});
