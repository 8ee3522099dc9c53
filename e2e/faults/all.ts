import { cutRounds } from '#e2e/faults/cuts';
import { killRounds } from '#e2e/faults/kill';
import { softStops, twoStarters } from '#e2e/faults/lifecycle';
import { races } from '#e2e/faults/races';
import type { FaultRow } from '#e2e/faults/row';
import type { DatabaseKind } from '#lib/db/db';

/** One fault on one store, ready to be run. */
export interface Fault {
  readonly name: string;
  readonly run: () => Promise<readonly FaultRow[]>;
}

/** Every fault on one store. `rounds` is the number of kills; what takes longer is done less often. */
export function faultsOf(kind: DatabaseKind, rounds: number): Fault[] {
  const some = Math.ceil(rounds / 4);
  return [
    { name: 'kill -9', run: async () => [await killRounds(kind, rounds)] },
    ...(kind === 'pg' ? [{ name: 'cuts of the connection', run: async () => [await cutRounds(rounds)] }] : []),
    { name: 'races', run: () => races(kind, rounds) },
    { name: 'two starters', run: async () => [await twoStarters(kind, some)] },
    { name: 'SIGTERM', run: async () => [await softStops(kind, some)] },
  ];
}
