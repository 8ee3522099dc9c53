import { type Attack, type Hostile, labelOf, type Site } from '#e2e/availability/attacks';
import { deliver, type Outcome } from '#e2e/availability/deliver';
import { type Poller, startPoller } from '#e2e/availability/polling';
import { comesToRest, memoryOf } from '#e2e/availability/usage';
import { fillBank, filledTarget } from '#e2e/contract/filling';
import { openWorld } from '#e2e/fixtures/world';

/** Time limit of every response of `GET /health/live`, in milliseconds. */
export const LIMIT_MS = 250;
/**
 * An attack fails if it does harm this number of times in a row, each time on a new server. A busy
 * machine delays a poll occasionally, but not every time.
 */
const TRIES = 3;
/**
 * If the server does not respond for this long, it is replaced and the attack is not repeated. A
 * busy machine never causes such a delay.
 */
const STUCK_MS = 4000;
/** Time limit of a request that must be answered. */
const PATIENT_MS = 60_000;
/** How long the server may continue to work for a caller that has disconnected. */
const REST_MS = 15_000;
/** How long work in the background is observed. */
const BACKGROUND_MS = 60_000;
/** The number of small attacks that are tried together. */
const TOGETHER = 40;

export interface Failure {
  readonly attack: Attack;
  /** method and path of the worst request, and the bytes of its body */
  readonly request: string;
  readonly bytes: number;
  /** longest time without a response of `GET /health/live`, in milliseconds */
  readonly stallMs: number;
  /** any other fault */
  readonly fault: string | null;
}

export const lineOf = ({ attack, request, bytes, stallMs, fault }: Failure): string =>
  `${labelOf(attack)} (${request}, ${bytes} bytes): ${fault ? `${fault}; ` : ''}longest stall ${Math.round(stallMs)} ms`;

/** The worst result of one attempt of an attack. */
interface AttackResult {
  readonly request: Hostile | null;
  readonly stallMs: number;
  readonly fault: string | null;
}

const HARMLESS: AttackResult = { request: null, stallMs: 0, fault: null };
const isHarm = ({ stallMs, fault }: AttackResult): boolean => stallMs > LIMIT_MS || fault !== null;

/** 503 asks the caller to retry; 504 is allowed if the operation declares it. */
const faultOf = ({ status, retryAfter, text }: Outcome, { mayTimeOut }: Attack): string | null =>
  status === null || status < 500 || (status === 503 && retryAfter !== undefined) || (status === 504 && mayTimeOut)
    ? null
    : `answered ${status} ${text.slice(0, 200)}`;

/**
 * The expected work of the server after a request: none, background work that the request started,
 * or work for a caller that has disconnected.
 */
type ConcurrentWork = 'none' | 'background' | 'hung up';

interface OpenSite extends Site {
  readonly poller: Poller;
  readonly pid: number;
}

/**
 * A server with a filled bank that is attacked and observed. If an attack stops the server, a new
 * one replaces it, so that the next attack starts from the same state.
 */
export class AttackedServer {
  private site: Promise<OpenSite> | null = null;
  private readonly watchMs: number;

  /** `watchMs`: how long an attack is observed before its connection is closed. */
  constructor({ watchMs }: { watchMs: number }) {
    this.watchMs = watchMs;
  }

  private open(): Promise<OpenSite> {
    this.site ??= (async () => {
      const world = await openWorld({ SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'true', SERVICE_API_LOG_LEVEL: 'error' });
      await fillBank(world);
      const poller = startPoller(world.server.url, STUCK_MS);
      const site = { world, target: await filledTarget(world), poller, pid: world.server.process.pid! };
      await poller.slowest();
      return site;
    })();
    return this.site;
  }

  async close(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const site = await this.site;
    this.site = null;
    await site?.poller.stop();
    site?.world.server.process.kill(signal);
    await site?.world.close();
  }

  async memory(): Promise<{ readonly now: number; readonly peak: number }> {
    return memoryOf((await this.open()).pid);
  }

  /** Returns the slowest response of `GET /health/live` during `work`, in milliseconds. */
  async slowestDuring(work: (site: Site) => Promise<unknown>): Promise<number> {
    const site = await this.open();
    await site.poller.slowest();
    await work(site);
    return site.poller.slowest();
  }

  /** Returns the worst result if every attempt of the attack does harm, otherwise null. */
  async withstand(attack: Attack): Promise<Failure | null> {
    let worst = HARMLESS;
    for (let tried = 1; tried <= TRIES && worst.stallMs < STUCK_MS; tried++) {
      const harm = await this.try(attack);
      if (!isHarm(harm)) return null;
      if (harm.stallMs >= worst.stallMs) worst = harm;
      // The next attempt needs a new server, because the caches of this one are filled.
      await this.close('SIGKILL');
    }
    const { request, stallMs, fault } = worst;
    const sent = request ? `${request.method} ${request.path.slice(0, 120)}` : 'no request';
    return { attack, request: sent, bytes: Buffer.byteLength(request?.body ?? ''), stallMs, fault };
  }

  /**
   * Runs several attacks, until `maxFailures` of them have done harm. Small attacks run together
   * first; they run alone only if they do harm together.
   */
  async withstandAll(attacks: readonly Attack[], maxFailures = Number.POSITIVE_INFINITY): Promise<Failure[]> {
    const failures: Failure[] = [];
    for (const group of grouped(attacks)) {
      if (group.length > 1) {
        if (!isHarm(await this.tryTogether(group))) continue;
        await this.close('SIGKILL');
      }
      for (const attack of group) {
        const failure = await this.withstand(attack);
        if (failure) failures.push(failure);
        if (failures.length >= maxFailures) return failures;
      }
    }
    return failures;
  }

  /** Tries the attack once. Returns the harm of its worst request. */
  private async try(attack: Attack): Promise<AttackResult> {
    const site = await this.open();
    let worst = HARMLESS;
    for (const step of attack.steps(site)) {
      const request = step();
      const outcome = await deliver(site.world.server.url, request, attack.isPatient ? PATIENT_MS : this.watchMs);
      const rest = outcome.status === null ? 'hung up' : attack.leavesWork ? 'background' : 'none';
      const harm = await this.harmOf(site, request, faultOf(outcome, attack), rest);
      if (harm.stallMs > worst.stallMs || harm.fault !== null) worst = { ...harm, stallMs: Math.max(harm.stallMs, worst.stallMs) };
      if (harm.stallMs >= STUCK_MS || harm.fault !== null) break;
    }
    await this.replaceIfLost(site, worst);
    return worst;
  }

  /** Runs several attacks at once, and measures after all of them are answered. */
  private async tryTogether(attacks: readonly Attack[]): Promise<AttackResult> {
    const site = await this.open();
    let fault: string | null = null;
    for (const attack of attacks)
      for (const step of attack.steps(site)) fault ??= faultOf(await deliver(site.world.server.url, step(), this.watchMs), attack);
    const harm = await this.harmOf(site, null, fault, attacks.some(({ leavesWork }) => leavesWork) ? 'background' : 'none');
    await this.replaceIfLost(site, harm);
    return harm;
  }

  /** The harm since the last requested poll, and until the server is idle. */
  private async harmOf(site: OpenSite, request: Hostile | null, fault: string | null, work: ConcurrentWork): Promise<AttackResult> {
    const { exitCode, signalCode } = site.world.server.process;
    if (exitCode !== null || signalCode !== null) return { request, stallMs: STUCK_MS, fault: 'the server ended' };
    const stallMs = await site.poller.slowest();
    if (stallMs >= STUCK_MS || fault !== null || work === 'none') return { request, stallMs, fault };
    const isResting = await comesToRest(site.pid, work === 'hung up' ? REST_MS : BACKGROUND_MS);
    const later = Math.max(stallMs, await site.poller.slowest());
    return { request, stallMs: later, fault: isResting || work === 'background' ? null : AT_WORK };
  }

  private async replaceIfLost(site: OpenSite, { stallMs, fault }: AttackResult): Promise<void> {
    // Unfinished work would be attributed to the next attack.
    if ((stallMs >= STUCK_MS || fault === AT_WORK) && (await this.site) === site) await this.close('SIGKILL');
  }
}

const AT_WORK = `still at work ${REST_MS / 1000} s later`;

/** Groups adjacent small attacks; every other attack is a group by itself. */
function grouped(attacks: readonly Attack[]): Attack[][] {
  const groups: Attack[][] = [];
  for (const attack of attacks) {
    const last = groups.at(-1);
    if (attack.isSmall && last?.[0]?.isSmall && last.length < TOGETHER) last.push(attack);
    else groups.push([attack]);
  }
  return groups;
}
