import { bounded } from '#lib/base/db/bounded';
import { defined } from '#lib/base/defined';
import { onPurge, purgeBanks } from '#lib/base/purge/purge';
import { onCancel } from '#lib/jobs/operations/cancelled';
import { detachOf } from '#lib/jobs/operations/detach';
import type { Job, JobServices } from '#lib/jobs/operations/port';
import { type Delivery, drop, dueLanes, LANES, type Lane, nextDue, take } from '#lib/jobs/operations/queue';
import { bringStranded, reap, recover, tidy } from '#lib/jobs/operations/reaper';
import { allHandlers, handlerOf } from '#lib/jobs/operations/registry';
import { type ActiveRun, runDelivery, Stopped } from '#lib/jobs/operations/run';
import { type RunnerSettings, settingsFor } from '#lib/jobs/operations/settings';
import * as runs from '#lib/jobs/operations/store-runs';
import { onWake } from '#lib/jobs/operations/wake';

export interface Runner {
  /** Takes nothing more, stops what runs and puts it back for others. Resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** The operations that run in this process, whenever one begins or ends. */
export type OnRunning = (operations: readonly { readonly id: string; readonly type: string }[]) => void;

/** Runs jobs in this process until it is stopped. */
export async function startRunner(
  app: JobServices,
  settings: RunnerSettings = settingsFor(app.db.kind),
  onRunning: OnRunning = () => undefined,
): Promise<Runner> {
  // The embedded store belongs to one process: whatever seems to be under way was left by the one before.
  if (app.db.kind === 'embedded') await recover(app);
  return new Loop(app, settings, onRunning);
}

const LATER_MS = 1_000;
const SOON_MS = 250;
/** Runs that end within this time are followed up with one question to the queue. */
const TOGETHER_MS = 10;
/** Who has not looked for so many rounds knows nothing of the others. */
const ROUNDS_AWAY = 3;

class Loop implements Runner {
  readonly #app: JobServices;
  /** what the runs work with */
  readonly #inside: JobServices;
  readonly #settings: RunnerSettings;
  readonly #onRunning: OnRunning;
  /** with the type of each operation */
  readonly #running = new Map<ActiveRun, string>();
  /** runs and upkeep; the store stays open until they have ended */
  readonly #work = new Set<Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #places: Record<Lane, number> = { writes: 0, upkeep: 0, anew: 0 };
  /** runs, with those that have no place */
  readonly #underWay: Record<Lane, number> = { writes: 0, upkeep: 0, anew: 0 };
  readonly #alarms = new Map<number, NodeJS.Timeout>();
  #looking: Promise<void> | null = null;
  readonly #lookAt = new Set<Lane>();
  #gathering: NodeJS.Timeout | undefined;
  #reapedAt = Date.now();
  #isBurying = false;
  #buriesAgain = false;
  #stopping = false;

  constructor(app: JobServices, settings: RunnerSettings, onRunning: OnRunning) {
    this.#app = app;
    this.#inside = { ...app, db: bounded(app.db, settings.turns) };
    this.#settings = settings;
    this.#onRunning = onRunning;
    const { pollMs, renewMs, reapMs, lookAfterMs, tidyMs } = settings;
    if (pollMs !== null) this.#every(pollMs, () => this.#quietly(async () => this.#look(await dueLanes(app.db))));
    this.#every(renewMs, () => this.#renew());
    this.#every(reapMs, () => this.#reap());
    this.#every(lookAfterMs, () => this.#lookAfter());
    this.#every(tidyMs, () => this.#quietly(() => tidy(app)));
    onWake((at) => this.#wakeAt(at));
    onCancel((operationId) => this.#cancel(operationId));
    onPurge(() => {
      void this.#quietly(() => bringStranded(app));
      void this.#bury();
    });
    // At once too: a server that is only ever up for minutes has old things as well.
    void this.#reap().then(() => this.#quietly(() => tidy(app)));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    onWake(undefined);
    onCancel(undefined);
    onPurge(undefined);
    for (const timer of [...this.#timers, ...this.#alarms.values(), this.#gathering]) clearTimeout(timer);
    for (const { stop } of this.#running.keys()) stop.abort(new Stopped('shutdown'));
    // What is being taken at this moment begins, to be put back like all the rest.
    await this.#looking;
    await Promise.allSettled([...this.#work]);
  }

  /** The next tick begins when the last one is over, a little earlier or later than in other processes. */
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

  /** A store that is away comes back; what was to be done is then found by the next round. */
  #quietly(work: () => Promise<unknown>): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    const upkeep: Promise<void> = work()
      .then(
        () => undefined,
        (error: unknown) =>
          this.#app.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'background work could not be looked after'),
      )
      .finally(() => this.#work.delete(upkeep));
    this.#work.add(upkeep);
    return upkeep;
  }

  /** At that time, or now when it has come. Moments that lie close together share an alarm. */
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

  /** Asks the queue for more as soon as it is not being asked; of which lanes, when it is known where there may be some. */
  #look(lanes: readonly Lane[] = LANES): void {
    for (const lane of lanes) this.#lookAt.add(lane);
    this.#looking ??= this.#fill().finally(() => {
      this.#looking = null;
      // Asked for between the last look and here.
      if (this.#lookAt.size > 0 && !this.#stopping) this.#look([]);
    });
  }

  /** After an end: at once when this process has little left to do, else together with the ends that are about to come. */
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

  async #fill(): Promise<void> {
    try {
      while (this.#lookAt.size > 0 && !this.#stopping) {
        const lanes = LANES.filter((lane) => this.#lookAt.delete(lane));
        for (const lane of lanes) await this.#takeFrom(lane, this.#free(lane));
      }
    } catch {
      // Away; a process without polling looks again by itself.
      if (this.#settings.pollMs === null) this.#wakeAt(Date.now() + LATER_MS);
    }
  }

  get #taken(): number {
    return LANES.reduce((sum, lane) => sum + this.#places[lane], 0);
  }

  #free(lane: Lane): number {
    const { places, most, upkeepPlaces, anewPlaces } = this.#settings;
    const own = { writes: places, upkeep: upkeepPlaces, anew: anewPlaces }[lane];
    return Math.min(places - this.#taken, most - this.#underWay[lane], own - this.#places[lane]);
  }

  async #takeFrom(lane: Lane, count: number): Promise<void> {
    if (count <= 0 || this.#stopping) return;
    const taken = await take(this.#app.db, lane, count, this.#settings.perBank);
    for (const delivery of taken) this.#begin(lane, delivery);
    // Those in front were of one bank, which may have no more under way: behind them there may be others'.
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

  /** There is room again: for the same kind of work, or for all where there was none for any. */
  #release(lane: Lane, change: () => void): void {
    const wasFull = LANES.every((other) => this.#free(other) <= 0);
    change();
    if (!this.#stopping) this.#followUp(wasFull ? LANES : [lane]);
  }

  async #run(delivery: Delivery, aside: Job['aside']): Promise<void> {
    const handler = handlerOf(delivery.type);
    // A newer process asked for it: the reaper has it brought again, and one day to somebody who knows.
    if (!handler) return drop(this.#app.db, [delivery.id]);
    await runDelivery(this.#app, delivery, handler, {
      inside: this.#inside,
      aside,
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
    });
  }

  #noteRunning(): void {
    this.#onRunning([...this.#running].map(([{ lease }, type]) => ({ id: lease.operationId, type })));
  }

  /** What this process runs stays its own; what was taken from it stops. */
  async #renew(): Promise<void> {
    const held = [...this.#running.keys()];
    if (held.length === 0) return;
    await this.#quietly(async () => {
      const own = await runs.renew(
        this.#app.db,
        held.map(({ lease }) => lease),
      );
      for (const { lease, stop } of held) if (!own.has(lease.token)) stop.abort(new Stopped('lost'));
    });
  }

  /** What is put off was told to the process that put it off, which may be gone: without polling, one alarm leads to the next. */
  async #lookAndSetAlarm(): Promise<void> {
    if (this.#settings.pollMs === null)
      await this.#quietly(async () => {
        const due = await nextDue(this.#app.db);
        if (due) this.#wakeAt(due.getTime());
      });
    // Afterwards, so that nothing becomes due between the two.
    this.#look();
  }

  async #lookAfter(): Promise<void> {
    for (const handler of allHandlers()) if (handler.lookAfter) await this.#quietly(async () => defined(handler.lookAfter)(this.#app));
  }

  /**
   * A store that was away for long, or a machine that slept, has let everybody's leases run out: each gets a round in which to renew its own
   * before anything is taken from it.
   */
  async #reap(): Promise<void> {
    await this.#renew();
    const isSure = Date.now() - this.#reapedAt < ROUNDS_AWAY * this.#settings.reapMs;
    await this.#quietly(async () => {
      await reap(this.#app, isSure);
      this.#reapedAt = Date.now();
    });
    // Who polls is woken by what the reaper brings, and looks soon anyway.
    if (this.#settings.pollMs === null) await this.#lookAndSetAlarm();
    void this.#bury();
  }

  /** One at a time; what is told of meanwhile is looked for once more. */
  async #bury(): Promise<void> {
    this.#buriesAgain = this.#isBurying;
    if (this.#isBurying) return;
    this.#isBurying = true;
    await this.#quietly(async () => {
      const banks = await purgeBanks(this.#app.db, () => this.#stopping);
      if (banks > 0) this.#app.log.info({ banks }, 'deleted what was set aside');
    });
    this.#isBurying = false;
    if (this.#buriesAgain) await this.#bury();
  }
}
