import type { StackBar } from '#components/charts/stack-chart';
import { HOUR_MS } from '#components/ui/durations';
import type { llmRequestStats } from '#lib/models/llm/contract';
import type { LedgerPeriod } from '#lib/models/llm/literals';

export type CallStats = (typeof llmRequestStats.response)['_output'];

const STEP: Record<CallStats['trunc'], number> = { hour: HOUR_MS, day: 24 * HOUR_MS };
const LENGTH: Record<LedgerPeriod, number> = { '1d': 24, '7d': 7 * 24, '30d': 30 * 24 };

/** The start of a period at a full hour, so that queries within the hour are equal. */
export const sinceOf = (period: LedgerPeriod, now: number): string =>
  new Date(Math.floor(now / HOUR_MS) * HOUR_MS - LENGTH[period] * HOUR_MS).toISOString();

/** A bar for every hour or day: answered calls below, failed ones above. */
export function barsOf({ buckets, trunc, start }: Pick<CallStats, 'buckets' | 'trunc' | 'start'>, now: number): StackBar[] {
  const step = STEP[trunc];
  const floor = (at: number): number => Math.floor(at / step) * step;
  const known = new Map(buckets.map(({ time, statuses }) => [floor(Date.parse(time)), statuses]));
  const bars: StackBar[] = [];
  for (let at = floor(Date.parse(start)); at <= now; at += step) {
    const statuses = known.get(at);
    bars.push({ from: new Date(at).toISOString(), isOpen: now < at + step, parts: [statuses?.success ?? 0, statuses?.error ?? 0] });
  }
  return bars;
}
