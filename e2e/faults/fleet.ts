import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '#e2e/faults/workload';
import { randomInt } from '#e2e/fixtures/random';
import { spawnServer, startServer, startWorker } from '#e2e/fixtures/server';
import type { Store } from '#e2e/fixtures/store';
import { generateKey } from '#lib/access/keys/codec';

/** The longest time from readiness to a kill, in milliseconds. */
const LIFE_MS = 1_500;
/** One in this number of processes is killed again before it is ready. */
const STILLBORN = 4;

interface Member {
  /** Resolves when the process is ready. */
  start(): Promise<{ stop(signal?: NodeJS.Signals): Promise<unknown> }>;
  spawn(): ReturnType<typeof spawnServer>;
}

/**
 * The processes of one store. The embedded store has one process; a database server has a web
 * process and a separate worker. A killed process is restarted at another address.
 */
export class Fleet implements Client {
  readonly key = generateKey('key');
  readonly #members: readonly Member[];
  readonly #running = new Map<Member, Awaited<ReturnType<Member['start']>>>();
  readonly #readyAfter: number[] = [];
  #url = '';

  constructor({ kind, env }: Store) {
    const worker: Member = { start: () => startWorker(env), spawn: () => spawnServer(env, undefined, 'worker.mjs') };
    const web: Member = {
      start: () => this.#answer(env),
      spawn: () => spawnServer({ SERVICE_API_BOOTSTRAP_KEY: this.key, ...env }),
    };
    this.#members = kind === 'embedded' ? [web] : [web, worker];
  }

  get url(): string {
    return this.#url;
  }

  /** the time that the web process took to become ready, for each start, in milliseconds */
  get readyAfter(): readonly number[] {
    return this.#readyAfter;
  }

  async #answer(env: Store['env']) {
    const begun = performance.now();
    const server = await startServer({ env, key: this.key });
    this.#readyAfter.push(performance.now() - begun);
    this.#url = server.url;
    return server;
  }

  start = (): Promise<unknown> => Promise.all(this.#members.map((member) => this.#start(member)));

  stop = (signal?: NodeJS.Signals): Promise<unknown> => Promise.all(this.#members.map((member) => this.#stop(member, signal)));

  /**
   * Kills members in parallel, at least `deaths` times in total. Waits until all are ready again
   * and returns the number of kills.
   */
  async killed(deaths: number): Promise<number> {
    let count = 0;
    const dieOn = async (member: Member): Promise<void> => {
      while (count < deaths) {
        count += await this.#die(member);
        await this.#start(member);
      }
    };
    await Promise.all(this.#members.map(dieOn));
    return count;
  }

  async #start(member: Member): Promise<void> {
    this.#running.set(member, await member.start());
  }

  async #stop(member: Member, signal?: NodeJS.Signals): Promise<void> {
    await this.#running.get(member)?.stop(signal);
    this.#running.delete(member);
  }

  /**
   * Kills a member at a random moment, sometimes again during its restart. Returns the number of
   * kills.
   */
  async #die(member: Member): Promise<number> {
    await delay(randomInt(LIFE_MS));
    await this.#stop(member, 'SIGKILL');
    if (randomInt(STILLBORN) > 0) return 1;
    const { child, ended } = member.spawn();
    await delay(randomInt(LIFE_MS));
    child.kill('SIGKILL');
    await ended;
    return 2;
  }
}
