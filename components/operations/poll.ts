import type { OperationPage } from '#lib/jobs/operations/contract';

const FIRST_MS = 1000;
const MOST_MS = 15_000;

/** How long to wait for the next look at something that has not changed for `quietMs`: a quarter of that, from one second to fifteen. */
export const pollAfter = (quietMs: number): number => Math.round(Math.min(MOST_MS, Math.max(FIRST_MS, quietMs / 4)));

const since = new WeakMap<object, number>();

/** Milliseconds that an answer stands unchanged. The query cache keeps the object of an answer that equals the one before. */
export function quietOf(answer: object, now: number): number {
  const from = since.get(answer);
  if (from === undefined) since.set(answer, now);
  return now - (from ?? now);
}

export const openCount = ({ counts }: Pick<OperationPage, 'counts'>): number => counts.pending + counts.processing;
