import { cutRounds } from '#e2e/faults/cuts';
import { keyRaces } from '#e2e/faults/keys';
import { softStops, twoStarters } from '#e2e/faults/lifecycle';
import { modelKills } from '#e2e/faults/models';
import { backgroundCut, frozen, twoWorkers } from '#e2e/faults/operations';
import { peopleRaces } from '#e2e/faults/people';
import { providerHangs } from '#e2e/faults/provider';
import { races } from '#e2e/faults/races';
import { type Fault, type FaultRow, inLanes } from '#e2e/faults/row';
import { storm } from '#e2e/faults/storm';
import type { DatabaseKind } from '#lib/db/db';

/** From so many rounds on, everything is done; below it what is at the heart of each: a kill, a hang, a cut, and the races. */
const FULL = 10;
const killsIn = (rounds: number): number => rounds * (rounds < FULL ? 1 : 5);

/** Each has a store and processes of its own, and most of its time goes by waiting: so many share two processors without harm. */
const LANES = 4;

/** The faults on the stores. `rounds` is the number of races; there are more kills than that, and what takes longer is done less often. */
export const faultsOf = (kinds: readonly DatabaseKind[], rounds: number): AsyncGenerator<FaultRow> => {
  const each = (faultsIn: typeof long): Fault[] => kinds.flatMap((kind) => faultsIn(kind, rounds));
  return inLanes([...each(long), ...each(short)], LANES);
};

/** What takes minutes in a full run begins first. */
function long(kind: DatabaseKind, rounds: number): Fault[] {
  const isFull = rounds >= FULL;
  const seconds = isFull ? 30 : 2;
  return [
    () => storm(kind, killsIn(rounds)),
    ...(isFull ? [() => providerHangs(kind, 70)] : []),
    () => frozen(kind, seconds),
    ...(kind === 'pg' ? [() => backgroundCut(Math.ceil(rounds / FULL), seconds)] : []),
  ];
}

function short(kind: DatabaseKind, rounds: number): Fault[] {
  const some = Math.ceil(rounds / 4);
  return [
    ...(kind === 'pg' ? [() => cutRounds(rounds), () => twoWorkers(Math.min(rounds * 50, 1_000))] : []),
    ...(rounds < FULL ? [] : [() => modelKills(kind, some), () => softStops(kind, some), () => twoStarters(kind, some)]),
    () => keyRaces(kind, rounds),
    () => peopleRaces(kind, rounds),
    () => races(kind, rounds),
  ];
}
