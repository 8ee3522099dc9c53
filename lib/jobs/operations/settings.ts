import os from 'node:os';
import type { DatabaseKind } from '#lib/base/db/db';
import { waitBefore } from '#lib/jobs/operations/run';

export interface RunnerSettings {
  /** runs that work at the same time */
  readonly places: number;
  /** runs of one lane at the same time, with those that wait for a provider, which have no place */
  readonly most: number;
  /**
   * how much of one type a bank may have under way, over all processes: enough that one writes while others read, fewer than the places,
   * so that other banks need not wait until it has done
   */
  readonly perBank: number;
  /** how many of them work that is not somebody's write may take */
  readonly upkeepPlaces: number;
  /** and how many work that goes through whole banks, beside it */
  readonly anewPlaces: number;
  /** how many statements and transactions of all of them the database gets at once, so that it has time for those who wait for an answer */
  readonly turns: number;
  /** how often the queue is asked when nothing told of new work; null: never, as nobody else could have brought any */
  readonly pollMs: number | null;
  readonly renewMs: number;
  readonly reapMs: number;
  /** how often the kinds of work look for what nobody asked for */
  readonly lookAfterMs: number;
  readonly tidyMs: number;
  /** until a failed attempt is followed by the next */
  readonly secondsBefore: (attempt: number) => number;
}

/**
 * Half the processors of a machine: the database may stand on the same one, or on one like it, and a recall is to find the other half free.
 */
const SHARE = 2;
const turnsOf = (places: number): number => Math.max(1, Math.min(places, Math.floor(os.availableParallelism() / SHARE)));

/** The embedded store has one process and one session: what it has to do, it was told. */
export const settingsFor = (kind: DatabaseKind): RunnerSettings => ({
  ...(kind === 'embedded'
    ? { places: 3, perBank: 2, upkeepPlaces: 1, turns: 3, pollMs: null }
    : { places: 4, perBank: 3, upkeepPlaces: 2, turns: turnsOf(4), pollMs: 2_500 }),
  most: 12,
  anewPlaces: 1,
  renewMs: 5_000,
  reapMs: kind === 'embedded' ? 30_000 : 15_000,
  lookAfterMs: 180_000,
  tidyMs: 3_600_000,
  secondsBefore: waitBefore,
});
