import { expect, it } from 'vitest';
import { faultsOf } from '#e2e/faults/all';
import { type FaultRow, table } from '#e2e/faults/row';
import { testDatabaseKind } from '#e2e/fixtures/database';

/** A tenth of `npm run test:faults`. */
const ROUNDS = 2;
/** Each wait inside has a limit of its own. All of them take a minute or two, and many times that beside other work. */
const LIMIT_MS = 900_000;

it('kills, cuts and races lose nothing that was acknowledged and leave nothing half written', { timeout: LIMIT_MS }, async () => {
  const rows: FaultRow[] = [];
  for await (const row of faultsOf([testDatabaseKind()], ROUNDS)) rows.push(row);
  console.log(table(rows));
  expect(rows.flatMap(({ fault, wrong }) => wrong.map((what) => `${fault}: ${what}`))).toEqual([]);
});
