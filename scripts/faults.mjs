/**
 * Kills, cuts and races, against the built server: `npm run test:faults [-- ROUNDS]` (default: 20,
 * with 100 kills). Always runs on the embedded store, and also on PostgreSQL if TEST_DATABASE_URL
 * names an administrative database of a server. Prints a table, and exits with 1 if there is a
 * fault.
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
/**
 * Each fault has its own store and processes, and mostly waits. So this number can share two
 * processors.
 */
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
