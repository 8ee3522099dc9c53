import { expect, it } from 'vitest';
import { faultsOf } from '#e2e/faults/all';
import { table } from '#e2e/faults/row';
import { testDatabaseKind } from '#e2e/fixtures/database';

/** One round of each in the gate; `npm run test:full` and `npm run test:faults` do twenty. Kills, cuts and races lose nothing acknowledged. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
/** Many times what a round takes on a quiet machine. */
const ROUND_MS = 120_000;

// Each has a store and processes of its own, and most of its time goes by waiting: several at a time share two processors without harm.
it.concurrent.each(faultsOf(testDatabaseKind(), ROUNDS))('$name', { timeout: ROUND_MS * (1 + ROUNDS) }, async ({ run }) => {
  const rows = [await run()].flat();
  console.log(table(rows));
  expect(rows.flatMap(({ fault, wrong }) => wrong.map((what) => `${fault}: ${what}`))).toEqual([]);
});
