import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '#e2e/faults/workload';
import { randomInt } from '#e2e/fixtures/random';
import { spawnServer, startServer, startWorker } from '#e2e/fixtures/server';
import type { Store } from '#e2e/fixtures/store';
import { generateKey } from '#lib/access/keys/codec';

/** At most so long after it is there a process dies. */
const LIFE_MS = 1_500;
/** One in so many dies once more before it is ready. */
const STILLBORN = 4;

interface Member {
  /** Resolves when it is ready. */
  start(): Promise<{ stop(signal?: NodeJS.Signals): Promise<unknown> }>;
  spawn(): ReturnType<typeof spawnServer>;
}

/**
 * The processes of one store: on the embedded one a single process; on a server one that answers and works, and a worker beside it. What
 * is killed comes again, under another address.
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

  /** how long the process that answers took to be ready, each time, in milliseconds */
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

  /** At least so many deaths, of all members side by side; afterwards all are there. Gives how many it were. */
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

  /** At no particular moment, sometimes a second time while it begins. Gives the number of deaths. */
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
