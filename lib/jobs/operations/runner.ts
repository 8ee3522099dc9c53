import { bounded } from '#lib/base/db/bounded';
import { cellOf, databasesOf, inCell, overCells, servicesIn } from '#lib/base/db/cells';
import type { Db } from '#lib/base/db/db';
import { onPurge, purgeBanks } from '#lib/base/purge/purge';
import { onCancel } from '#lib/jobs/operations/cancellation';
import { detachOf } from '#lib/jobs/operations/detach';
import type { Job, JobServices } from '#lib/jobs/operations/port';
import { type Delivery, drop, dueLanes, LANES, type Lane, nextDue, take } from '#lib/jobs/operations/queue';
import { bringStranded, reapCell, recover, tidy } from '#lib/jobs/operations/reaper';
import { allHandlers, handlerOf } from '#lib/jobs/operations/registry';
import { type ActiveRun, runDelivery, Stopped } from '#lib/jobs/operations/run';
import { type RunnerSettings, settingsFor } from '#lib/jobs/operations/settings';
import * as runs from '#lib/jobs/operations/store-runs';
import { onWake } from '#lib/jobs/operations/wake';

export interface Runner {
  /**
   * Takes no more jobs, stops the running operations and puts them back for other processes.
   * Resolves when nothing is running.
   */
  stop(): Promise<void>;
}

/** Called with the operations that run in this process, whenever one begins or ends. */
export type OnRunning = (operations: readonly { readonly id: string; readonly type: string }[]) => void;

/** Runs jobs in this process until it is stopped. */
export async function startRunner(
  app: JobServices,
  settings: RunnerSettings = settingsFor(app.db.kind),
  onRunning: OnRunning = () => undefined,
): Promise<Runner> {
  // The embedded database belongs to one process: operations that seem to run were left by the
  // previous one.
  if (app.db.kind === 'embedded') await recover(app);
  return new Loop(app, settings, onRunning);
}

const LATER_MS = 1_000;
const SOON_MS = 250;
/** Runs that end within this time are followed by one query of the queue. */
const TOGETHER_MS = 10;
/** How long the queue of an unreachable database is left alone, beside those of others. */
const AWAY_MS = 5_000;
/**
 * A process that missed this number of rounds does not know whether the other processes are alive.
 */
const ROUNDS_AWAY = 3;

class Loop implements Runner {
  readonly #app: JobServices;
  /** services for the runs */
  readonly #inside: JobServices;
  readonly #settings: RunnerSettings;
  /** each with its own queue */
  readonly #databases: readonly Db[];
  /** until when an unreachable database is left alone */
  readonly #awayUntil = new Map<Db, number>();
  readonly #onRunning: OnRunning;
  /** with the type of each operation */
  readonly #running = new Map<ActiveRun, string>();
  /** runs and upkeep; the database stays open until they have ended */
  readonly #work = new Set<Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #places: Record<Lane, number> = { writes: 0, upkeep: 0, reembedding: 0 };
  /** runs, including those without a place */
  readonly #underWay: Record<Lane, number> = { writes: 0, upkeep: 0, reembedding: 0 };
  readonly #alarms = new Map<number, NodeJS.Timeout>();
  #turn = 0;
  #looking: Promise<void> | null = null;
  readonly #lookAt = new Set<Lane>();
  #gathering: NodeJS.Timeout | undefined;
  readonly #startedAt = Date.now();
  /** for each cell: the database of one may be unavailable, and those of others not */
  readonly #reapedAt = new Map<string, number>();
  #isPurging = false;
  #purgesAgain = false;
  #stopping = false;

  constructor(app: JobServices, settings: RunnerSettings, onRunning: OnRunning) {
    this.#app = app;
    this.#inside = { ...app, db: bounded(app.db, settings.turns) };
    this.#settings = settings;
    this.#databases = databasesOf(app.db);
    this.#onRunning = onRunning;
    const { pollMs, renewMs, reapMs, lookAfterMs, tidyMs } = settings;
    if (pollMs !== null) this.#every(pollMs, () => this.#quietly(async () => this.#look(await this.#dueLanes())));
    this.#every(renewMs, () => this.#renew());
    this.#every(reapMs, () => this.#reap());
    this.#every(lookAfterMs, () => this.#lookAfter());
    this.#every(tidyMs, () => this.#quietly(() => this.#tidy()));
    onWake((at) => this.#wakeAt(at));
    onCancel((operationId) => this.#cancel(operationId));
    onPurge(() => {
      void this.#quietly(() => bringStranded(app));
      void this.#purge();
    });
    // Also at once: a server that only ever runs for minutes has old rows too.
    void this.#reap().then(() => this.#quietly(() => this.#tidy()));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    onWake(undefined);
    onCancel(undefined);
    onPurge(undefined);
    for (const timer of [...this.#timers, ...this.#alarms.values(), this.#gathering]) clearTimeout(timer);
    for (const { stop } of this.#running.keys()) stop.abort(new Stopped('shutdown'));
    // Jobs that are being taken right now start, and are put back like the others.
    await this.#looking;
    await Promise.allSettled([...this.#work]);
  }

  /**
   * The next tick begins after the last one is over, a little earlier or later than in other
   * processes.
   */
  #every(milliseconds: number, work: () => Promise<void>): void {
    const slot = this.#timers.length;
    const tick = async (): Promise<void> => {
      await work();
      if (!this.#stopping) this.#timers[slot] = this.#later(milliseconds, tick);
    };
    this.#timers[slot] = this.#later(milliseconds, tick);
  }

  #later(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
    return setTimeout(() => void work(), milliseconds * (0.9 + Math.random() / 5)).unref();
  }

  /** Ignores an unavailable database; the next round finds the remaining work. */
  #quietly(work: () => Promise<unknown>): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    const upkeep: Promise<void> = work()
      .then(
        () => undefined,
        (error: unknown) =>
          this.#app.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'upkeep of background work failed'),
      )
      .finally(() => this.#work.delete(upkeep));
    this.#work.add(upkeep);
    return upkeep;
  }

  #tidy(): Promise<void> {
    return tidy(this.#app, () => this.#stopping);
  }

  /**
   * Sets an alarm for a time, or looks now if it has passed. Times that are close together share an
   * alarm.
   */
  #wakeAt(at: number): void {
    if (this.#stopping) return;
    const wait = at - Date.now();
    if (wait <= 0) this.#look();
    const moment = Math.ceil(at / 100) * 100;
    if (wait <= 0 || this.#alarms.has(moment) || wait > 2 ** 31 - 1) return;
    const alarm = setTimeout(
      () => {
        this.#alarms.delete(moment);
        void this.#lookAndSetAlarm();
      },
      moment - Date.now() + 1,
    );
    this.#alarms.set(moment, alarm.unref());
  }

  #cancel(operationId: string): void {
    for (const { lease, stop } of this.#running.keys()) if (lease.operationId === operationId) stop.abort(new Stopped('cancelled'));
  }

  /** Queries the queue as soon as no query is running, for the given lanes if they are known. */
  #look(lanes: readonly Lane[] = LANES): void {
    for (const lane of lanes) this.#lookAt.add(lane);
    this.#looking ??= this.#fill().finally(() => {
      this.#looking = null;
      // Requested between the last query and here.
      if (this.#lookAt.size > 0 && !this.#stopping) this.#look([]);
    });
  }

  /**
   * Called when a run ends. Looks for work now if this process has few runs left, otherwise once
   * for all runs that end within a short time.
   */
  #followUp(lanes: readonly Lane[]): void {
    if (this.#taken < this.#settings.places / 2) {
      this.#look(lanes);
      return;
    }
    for (const lane of lanes) this.#lookAt.add(lane);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#look([]);
    }, TOGETHER_MS);
  }

  async #dueLanes(): Promise<Lane[]> {
    const due = new Set<Lane>();
    await this.#atEachDatabase(async (db) => {
      for (const lane of await dueLanes(db)) due.add(lane);
    });
    return LANES.filter((lane) => due.has(lane));
  }

  /**
   * Beginning with another database each time, so that none has all places. One that cannot be
   * reached does not stop the work for others; if there is only one, its error is thrown.
   */
  async #atEachDatabase(work: (db: Db) => Promise<void>): Promise<void> {
    const [only, ...others] = this.#databases;
    if (only && others.length === 0) return work(only);
    const first = this.#turn++ % this.#databases.length;
    for (const db of [...this.#databases.slice(first), ...this.#databases.slice(0, first)]) {
      if ((this.#awayUntil.get(db) ?? 0) > Date.now()) continue;
      await work(db).catch((error: unknown) => {
        this.#app.log.warn({ cell: cellOf(db), error: error instanceof Error ? error.name : 'unknown' }, 'a queue could not be read');
        this.#awayUntil.set(db, Date.now() + AWAY_MS);
        if (this.#settings.pollMs === null) this.#wakeAt(Date.now() + AWAY_MS);
      });
    }
  }

  async #fill(): Promise<void> {
    try {
      while (this.#lookAt.size > 0 && !this.#stopping) {
        const lanes = LANES.filter((lane) => this.#lookAt.delete(lane));
        for (const lane of lanes) await this.#atEachDatabase((db) => this.#takeFrom(db, lane, this.#free(lane)));
      }
    } catch {
      // The database is unavailable; a process without polling looks again by itself.
      if (this.#settings.pollMs === null) this.#wakeAt(Date.now() + LATER_MS);
    }
  }

  get #taken(): number {
    return LANES.reduce((sum, lane) => sum + this.#places[lane], 0);
  }

  #free(lane: Lane): number {
    const { places, most, upkeepPlaces, reembeddingPlaces } = this.#settings;
    const own = { writes: places, upkeep: upkeepPlaces, reembedding: reembeddingPlaces }[lane];
    return Math.min(places - this.#taken, most - this.#underWay[lane], own - this.#places[lane]);
  }

  async #takeFrom(db: Db, lane: Lane, count: number): Promise<void> {
    if (count <= 0 || this.#stopping) return;
    const taken = await take(db, lane, count, this.#settings.perBank);
    for (const delivery of taken) this.#begin(lane, delivery);
    // The head of the queue may belong to one bank at its concurrency limit; look again for other
    // banks' jobs.
    if (taken.length > 0 && taken.length < count) this.#wakeAt(Date.now() + SOON_MS);
  }

  #begin(lane: Lane, delivery: Delivery): void {
    let hasPlace = true;
    let isOver = false;
    const leave = () => {
      if (isOver) return;
      hasPlace = false;
      this.#release(lane, () => this.#places[lane]--);
    };
    const comeBack = () => {
      if (isOver) return;
      hasPlace = true;
      this.#places[lane]++;
    };
    this.#places[lane]++;
    this.#underWay[lane]++;
    const work = this.#run(delivery, detachOf({ leave, comeBack }))
      .catch((error: unknown) => {
        this.#app.log.warn(
          { operation: delivery.operationId, error: error instanceof Error ? error.name : 'unknown' },
          'a run was left to the reaper',
        );
      })
      .finally(() => {
        isOver = true;
        this.#work.delete(work);
        this.#release(lane, () => {
          this.#underWay[lane]--;
          if (hasPlace) this.#places[lane]--;
        });
      });
    this.#work.add(work);
  }

  /** A place is free again: for the same kind of work, or for all if no lane had one. */
  #release(lane: Lane, change: () => void): void {
    const wasFull = LANES.every((other) => this.#free(other) <= 0);
    change();
    if (!this.#stopping) this.#followUp(wasFull ? LANES : [lane]);
  }

  async #run(delivery: Delivery, detached: Job['detached']): Promise<void> {
    const handler = handlerOf(delivery.type);
    // A newer process requested it: the reaper delivers it again, until a process that knows it
    // takes it.
    if (!handler) return drop(inCell(this.#app.db, delivery.cell), [delivery.id]);
    await runDelivery(servicesIn(this.#app, delivery.cell), delivery, handler, {
      inside: servicesIn(this.#inside, delivery.cell),
      detached,
      started: (running) => {
        this.#running.set(running, delivery.type);
        this.#noteRunning();
        if (this.#stopping) running.stop.abort(new Stopped('shutdown'));
      },
      ended: (running) => {
        this.#running.delete(running);
        this.#noteRunning();
      },
      secondsBefore: this.#settings.secondsBefore,
      placeMs: this.#settings.placeMs,
    });
  }

  #noteRunning(): void {
    this.#onRunning([...this.#running].map(([{ lease }, type]) => ({ id: lease.operationId, type })));
  }

  /** Runs of this process renew their leases; those that were lost stop. */
  async #renew(): Promise<void> {
    const held = [...this.#running.keys()];
    if (held.length === 0) return;
    // At once: a database that cannot be reached must not delay the others.
    await Promise.all([...new Set(held.map((run) => run.cell))].map((cell) => this.#renewIn(cell, held)));
  }

  #renewIn(cell: string, held: readonly ActiveRun[]): Promise<void> {
    return this.#quietly(async () => {
      const here = held.filter((run) => run.cell === cell);
      const own = await runs.renew(
        inCell(this.#app.db, cell),
        here.map(({ lease }) => lease),
      );
      for (const { lease, stop } of here) if (!own.has(lease.token)) stop.abort(new Stopped('lost'));
    });
  }

  /**
   * The process that puts an operation back sets a timer for it, but may end before the timer
   * fires. Without polling, each timer therefore also sets the next one.
   */
  async #lookAndSetAlarm(): Promise<void> {
    if (this.#settings.pollMs === null)
      await this.#quietly(() =>
        this.#atEachDatabase(async (db) => {
          const due = await nextDue(db);
          if (due) this.#wakeAt(due.getTime());
        }),
      );
    // Read afterwards, so that nothing becomes due between the two statements.
    this.#look();
  }

  async #lookAfter(): Promise<void> {
    const isStopping = (): boolean => this.#stopping;
    for (const { lookAfter } of allHandlers())
      if (lookAfter) await this.#quietly(() => overCells(this.#app.db, (db) => lookAfter({ ...this.#app, db }, isStopping)));
  }

  /**
   * After a long outage of the database, or sleep of the machine, all leases have expired. Each
   * process gets one round to renew its own before they are taken.
   */
  async #reap(): Promise<void> {
    await this.#renew();
    await this.#quietly(() =>
      overCells(this.#app.db, async (db) => {
        const before = this.#reapedAt.get(cellOf(db)) ?? this.#startedAt;
        await reapCell({ ...this.#app, db }, Date.now() - before < ROUNDS_AWAY * this.#settings.reapMs);
        this.#reapedAt.set(cellOf(db), Date.now());
      }),
    );
    for (const handler of allHandlers()) if (handler.reap) await this.#quietly(async () => handler.reap?.(this.#app));
    // A polling process is woken by the reaper's deliveries, and looks soon anyway.
    if (this.#settings.pollMs === null) await this.#lookAndSetAlarm();
    void this.#purge();
  }

  /** Runs one purge at a time. A request during a purge starts another one afterwards. */
  async #purge(): Promise<void> {
    this.#purgesAgain = this.#isPurging;
    if (this.#isPurging) return;
    this.#isPurging = true;
    await this.#quietly(async () => {
      const purged = await overCells(this.#app.db, (db) => purgeBanks(db, () => this.#stopping));
      const banks = purged.reduce((sum, count) => sum + count, 0);
      if (banks > 0) this.#app.log.info({ banks }, 'purged soft-deleted banks');
    });
    this.#isPurging = false;
    if (this.#purgesAgain) await this.#purge();
  }
}
