import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurn, type Latency, latency } from '#bench/support/measure';
import type { BankPlan } from '#bench/support/plan';
import type { RunningServer } from '#bench/support/server';

const PAUSE_MS = 25;
/** Longest time that the reading of a bank is waited for. */
const CACHED_WITHIN_MS = 600_000;

const fail = (status: number): never => {
  throw new Error(`A recall answered ${status} while the bank was read`);
};

/**
 * One recall after the other until the process has cached the bank. `onFailure`: of a recall; by
 * default it throws.
 */
export async function untilCached(
  { url }: RunningServer,
  key: string,
  plan: Pick<BankPlan, 'name' | 'questions'>,
  onFailure: (status: number) => void = fail,
): Promise<Latency> {
  const samples: number[] = [];
  const next = inTurn(plan.questions);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (const begun = performance.now(); performance.now() - begun < CACHED_WITHIN_MS; await delay(PAUSE_MS)) {
    const asked = performance.now();
    const body = JSON.stringify({ query: next() });
    const answer = await fetch(`${url}/v1/default/banks/${plan.name}/memories/recall`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (!answer.ok) onFailure(answer.status);
    samples.push(performance.now() - asked);
    const state = answer.headers.get('x-recall-cache');
    if (state === 'cached') return latency(samples);
    if (state === 'no_room') throw new Error('The bank has no room in the cache: raise --memory-mb');
  }
  throw new Error('The bank was not read in time');
}
