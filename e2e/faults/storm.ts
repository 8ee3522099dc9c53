import {
  askAgain,
  askOn,
  type BackgroundRetain,
  bankOf,
  type Discrepancies,
  everything,
  notOnce,
  unfinished,
  untilOver,
} from '#e2e/faults/background';
import { Fleet } from '#e2e/faults/fleet';
import { type Batch, OBSERVED_BANKS, otherwise, sayAgain, sayOn, unsaid, unsettled } from '#e2e/faults/observed';
import { type FaultRow, row } from '#e2e/faults/row';
import { END_MS, findLosses, newStream, type Stream, untilReady, write } from '#e2e/faults/workload';
import { openStore, type Store } from '#e2e/fixtures/store';
import type { DatabaseKind } from '#lib/base/db/db';

/**
 * Sends SIGKILL to processes at random moments while clients make all kinds of writes: retains that
 * wait for the response, retains in the background, and statements that are consolidated.
 */

const PLAIN = 'killed';
/** Enough banks that leases of killed processes do not block all work. */
const BANKS = 12;
const DEATHS_BETWEEN_CHECKS = 25;

interface Load {
  readonly plain: Stream;
  readonly asked: BackgroundRetain[];
  readonly said: Batch[];
}

async function writeOn(fleet: Fleet, { plain }: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await untilReady(fleet, isOver);
    await write(fleet, PLAIN, plain, 0, isOver);
  }
}

/** Runs `work` while all clients write. */
async function under<T>(load: Load, fleet: Fleet, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const over = (): boolean => isOver;
  const clients = [
    writeOn(fleet, load, over),
    askOn(fleet, load.asked, over, BANKS),
    askOn(fleet, load.asked, over, BANKS),
    sayOn(fleet, load.said, over),
  ];
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
}

/**
 * Repeats only the writes that were never acknowledged. Returns the seconds until the last
 * operation ended.
 */
async function rest(fleet: Fleet, load: Load): Promise<number> {
  const begun = performance.now();
  await askAgain(fleet, load.asked);
  await sayAgain(fleet, load.said);
  for (const bank of [...Array.from({ length: BANKS }, (_, n) => bankOf(n)), ...OBSERVED_BANKS, PLAIN])
    await untilOver(fleet, END_MS, bank);
  return (performance.now() - begun) / 1000;
}

class Findings {
  readonly #found: Discrepancies[] = [];
  add = (found: Discrepancies): void => void this.#found.push(found);
  count = (kind: keyof Discrepancies): number => this.#found.reduce((sum, found) => sum + found[kind].length, 0);
  all = (): string[] => [...new Set(this.#found.flatMap(everything))];
}

/**
 * Checks the results of the clients: every operation has completed, and every acknowledged write is
 * stored.
 */
async function answered(fleet: Fleet, { plain, asked, said }: Load): Promise<Discrepancies> {
  const lost = await findLosses(fleet, PLAIN, plain.documents.values());
  return { lost, doubled: [], other: [...(await unfinished(fleet, asked)), ...(await unsaid(fleet, said))] };
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/**
 * After every few kills, waits until all work has ended and checks the database. Checks the results
 * of clients at the end.
 */
async function weather(store: Store, fleet: Fleet, deaths: number): Promise<{ did: string; wrong: string[] }> {
  const load: Load = { plain: newStream(), asked: [], said: [] };
  const found = new Findings();
  const totals = { kills: 0, lastEnd: 0, ended: 0, changes: 0 };
  while (totals.kills < deaths) {
    await fleet.start();
    totals.kills += await under(load, fleet, () => fleet.killed(Math.min(DEATHS_BETWEEN_CHECKS, deaths - totals.kills)));
    totals.lastEnd = Math.max(totals.lastEnd, await rest(fleet, load));
    if (totals.kills >= deaths) found.add(await answered(fleet, load));
    await fleet.stop();
    found.add(await notOnce(store, load.asked));
    const { ended, changes, ...settled } = await unsettled(store, load.said);
    found.add(settled);
    Object.assign(totals, { ended, changes });
  }
  const { observations, ...compared } = await otherwise(store, load.said);
  found.add(compared);
  const { plain, asked, said } = load;
  const did = [
    `${totals.kills} kills`,
    `${plain.acknowledged + asked.length + said.length} acknowledged`,
    `${totals.ended} operations, all ended`,
    `${found.count('doubled')} doubled`,
    `${found.count('lost')} lost`,
    `${observations} observations with ${totals.changes} changes, as without kills`,
    `last end ${totals.lastEnd.toFixed(0)} s after the last kill`,
    `ready again in ${seconds(middle(fleet.readyAfter))} s, worst ${seconds(Math.max(...fleet.readyAfter))} s`,
  ];
  return { did: did.join(', '), wrong: found.all() };
}

export const storm = (kind: DatabaseKind, deaths: number): Promise<FaultRow> =>
  row('kill -9 at random points', kind, deaths, async () => {
    const store = await openStore(kind);
    const fleet = new Fleet(store);
    try {
      return await weather(store, fleet, deaths);
    } finally {
      await fleet.stop('SIGKILL');
      await store.drop();
    }
  });
