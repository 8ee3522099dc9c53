import { cutRounds } from '#e2e/faults/cuts';
import { killRounds } from '#e2e/faults/kill';
import { softStops, twoStarters } from '#e2e/faults/lifecycle';
import { races } from '#e2e/faults/races';
import type { FaultRow } from '#e2e/faults/row';
import type { DatabaseKind } from '#lib/db/db';

/** Every fault on one store. `rounds` is the number of kills; what takes longer is done less often. */
export async function* faultsOf(kind: DatabaseKind, rounds: number): AsyncGenerator<FaultRow> {
  const some = Math.ceil(rounds / 4);
  yield await killRounds(kind, rounds);
  if (kind === 'pg') yield await cutRounds(rounds);
  yield* await races(kind, rounds);
  yield await twoStarters(kind, some);
  yield await softStops(kind, some);
}
