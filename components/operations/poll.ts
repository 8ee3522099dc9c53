import type { OperationPage } from '#lib/jobs/operations/contract';

const FIRST_MS = 1000;
const MOST_MS = 15_000;

/**
 * The delay in milliseconds before the next poll of a response that has not changed for `quietMs`:
 * a quarter of that time, from 1 s to 15 s.
 */
export const pollAfter = (quietMs: number): number => Math.round(Math.min(MOST_MS, Math.max(FIRST_MS, quietMs / 4)));

const since = new WeakMap<object, number>();

/**
 * Milliseconds since the response last changed. The query cache reuses the object of an equal
 * response.
 */
export function quietOf(answer: object, now: number): number {
  const from = since.get(answer);
  if (from === undefined) since.set(answer, now);
  return now - (from ?? now);
}

export const openCount = ({ counts }: Pick<OperationPage, 'counts'>): number => counts.pending + counts.processing;
