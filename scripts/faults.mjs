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
const { table } = await import('#e2e/faults/row');

const rows = [];
const begun = performance.now();
for await (const row of faultsOf(process.env.TEST_DATABASE_URL ? ['embedded', 'pg'] : ['embedded'], rounds)) {
  rows.push(row);
  console.log(`${row.fault} (${row.store}): ${row.wrong.join('; ') || 'ok'} in ${row.seconds.toFixed(1)} s`);
}
console.log(`\n${table(rows)}\n${((performance.now() - begun) / 60_000).toFixed(1)} minutes, four faults at a time`);
process.exit(rows.some((row) => row.wrong.length > 0) ? 1 : 0);
