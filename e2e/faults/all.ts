import { cutRounds } from '#e2e/faults/cuts';
import { keyRaces } from '#e2e/faults/keys';
import { softStops, twoStarters } from '#e2e/faults/lifecycle';
import { killedLong } from '#e2e/faults/long';
import { modelKills } from '#e2e/faults/models';
import { backgroundCut, frozen, twoWorkers } from '#e2e/faults/operations';
import { peopleRaces } from '#e2e/faults/people';
import { providerHangs } from '#e2e/faults/provider';
import { races } from '#e2e/faults/races';
import type { Fault } from '#e2e/faults/row';
import { storm } from '#e2e/faults/storm';
import { killedTransfers } from '#e2e/faults/transfers';
import type { DatabaseKind } from '#lib/base/db/db';

/**
 * From this number of rounds on, every fault runs. With fewer rounds only a kill, a stop, an absent
 * database and some races run, each on the database on which it finds more.
 */
const FULL = 10;
const killsIn = (rounds: number): number => (rounds < FULL ? 1 : 5 * rounds);

/**
 * Returns the faults for one store; those that take minutes in a full run come first. `rounds` is
 * the number of races. Kills get more rounds, slow faults fewer.
 */
export function faultsOf(kind: DatabaseKind, rounds: number): Fault[] {
  const isFull = rounds >= FULL;
  const seconds = isFull ? 30 : 2;
  const some = Math.ceil(rounds / 4);
  const kills: Fault = { name: 'kill -9 at random points', run: () => storm(kind, killsIn(rounds)) };
  const ofWriters: Fault = { name: 'races of writers', run: () => races(kind, rounds) };
  // The same server through another driver. Kills and concurrent writers show whether the driver
  // loses data.
  if (kind === 'neon' && !isFull) return [kills, ofWriters];
  return [
    kills,
    ...(isFull
      ? [
          { name: 'a provider that hangs', run: () => providerHangs(kind, 70) },
          { name: 'a process that is frozen', run: () => frozen(kind, seconds) },
        ]
      : []),
    ...(kind === 'pg'
      ? [
          { name: 'the database away during background work', run: () => backgroundCut(Math.ceil(rounds / FULL), seconds) },
          { name: 'two workers', run: () => twoWorkers(isFull ? 1_000 : 20) },
        ]
      : []),
    ...(isFull
      ? [
          ...(kind === 'pg' ? [{ name: 'cuts of the connection', run: () => cutRounds(rounds) }] : []),
          { name: 'races of people', run: () => peopleRaces(kind, rounds) },
          { name: 'kills during refreshes', run: () => modelKills(kind, some) },
          { name: 'kill -9 during exports and imports', run: () => killedTransfers(kind, 2 * rounds) },
        ]
      : []),
    ...(isFull || kind !== 'embedded' ? [{ name: 'two starters', run: () => twoStarters(kind, some) }] : []),
    // The embedded database ends with its process.
    ...(isFull || kind === 'embedded' ? [{ name: 'SIGTERM', run: () => softStops(kind, some) }] : []),
    // Races between two servers find more. The embedded database belongs to one process, so these
    // races only run in the full run.
    ...(isFull || kind !== 'embedded' ? [{ name: 'races of keys', run: () => keyRaces(kind, rounds) }, ofWriters] : []),
    ...(isFull ? [{ name: 'kill -9 within a long text', run: () => killedLong(kind, rounds) }] : []),
  ];
}
