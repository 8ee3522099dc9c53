import os from 'node:os';
import type { DatabaseKind } from '#lib/base/db/db';
import { waitBefore } from '#lib/jobs/operations/run';

export interface RunnerSettings {
  /** number of concurrent runs */
  readonly places: number;
  /**
   * number of concurrent runs of one lane, including those that wait for a provider, which have no
   * place
   */
  readonly most: number;
  /**
   * the most running operations of one type per bank, over all processes: enough that one writes
   * while others read, fewer than the places, so that other banks need not wait until it is done
   */
  readonly perBank: number;
  /** how many of the places upkeep (anything but callers' writes) may use */
  readonly upkeepPlaces: number;
  /** how many more places work on whole banks may use */
  readonly reembeddingPlaces: number;
  /**
   * how many statements and transactions of all runs the database gets at once, so that it has time
   * for interactive callers
   */
  readonly turns: number;
  /**
   * interval of queries of the queue without a notification; null: never, because no other process
   * could have added jobs
   */
  readonly pollMs: number | null;
  /** how long work on a whole bank has its place, if other such work waits for one */
  readonly placeMs: number;
  readonly renewMs: number;
  readonly reapMs: number;
  /** interval at which handlers look for work that nobody requested */
  readonly lookAfterMs: number;
  readonly tidyMs: number;
  /** wait before the next attempt */
  readonly secondsBefore: (attempt: number) => number;
}

/**
 * Half the processors of a machine: the database may run on the same one, or on a similar one, and
 * recall needs the other half.
 */
const SHARE = 2;
const turnsOf = (places: number): number => Math.max(1, Math.min(places, Math.floor(os.availableParallelism() / SHARE)));

/**
 * The embedded database has one process and one session, so all of its work is announced in this
 * process.
 */
export const settingsFor = (kind: DatabaseKind): RunnerSettings => ({
  ...(kind === 'embedded'
    ? { places: 3, perBank: 2, upkeepPlaces: 1, turns: 3, pollMs: null }
    : { places: 4, perBank: 3, upkeepPlaces: 2, turns: turnsOf(4), pollMs: 2_500 }),
  most: 12,
  reembeddingPlaces: 1,
  placeMs: 60_000,
  renewMs: 5_000,
  reapMs: kind === 'embedded' ? 30_000 : 15_000,
  lookAfterMs: 180_000,
  tidyMs: 3_600_000,
  secondsBefore: waitBefore,
});
