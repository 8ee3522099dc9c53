/**
 * Kills, cuts and races, against the built server: `npm run test:faults [-- ROUNDS]` (20 without it, with 100 kills). Always on the embedded store, and on
 * PostgreSQL too when TEST_DATABASE_URL names an administrative database of a server. Prints a table; ends with 1 if anything went wrong.
 */
import { ensureBuilt } from './setup.mjs';

const rounds = Number(process.argv[2] ?? 20);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('usage: npm run test:faults [-- ROUNDS]');
  process.exit(2);
}
await ensureBuilt(process.cwd());
const { faultsOf } = await import('#e2e/faults/all');
const { inLanes, table } = await import('#e2e/faults/row');
/** Each has a store and processes of its own, and most of its time goes by waiting: so many share two processors without harm. */
const LANES = 4;

const rows = [];
const begun = performance.now();
const faults = (process.env.TEST_DATABASE_URL ? ['embedded', 'pg'] : ['embedded']).flatMap((kind) => faultsOf(kind, rounds));
for await (const row of inLanes(faults, LANES)) {
  rows.push(row);
  console.log(`${row.fault} (${row.store}): ${row.wrong.join('; ') || 'ok'} in ${row.seconds.toFixed(1)} s`);
}
console.log(`\n${table(rows)}\n${((performance.now() - begun) / 60_000).toFixed(1)} minutes, ${LANES} faults at a time`);
process.exit(rows.some((row) => row.wrong.length > 0) ? 1 : 0);
