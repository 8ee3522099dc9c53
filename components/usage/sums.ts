import { DAY_MS } from '#components/ui/durations';
import type { UsageView } from '#lib/models/llm/contract';

/** Groups, stacks and exports ledger lines. Pure, all days in UTC. */

export type UsageLine = UsageView['items'][number];
export const GROUPS = ['operation', 'model', 'bank'] as const;
export type Group = (typeof GROUPS)[number];
export const MEASURES = ['tokens', 'calls'] as const;
export type Measure = (typeof MEASURES)[number];
export const PERIODS = ['7d', '30d', '90d', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS: Record<Exclude<Period, 'month'>, number> = { '7d': 7, '30d': 30, '90d': 90 };

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first day of a period that ends today. */
export function firstDay(period: Period, now: number): string {
  return period === 'month' ? `${dayOf(now).slice(0, 7)}-01` : dayOf(now - (DAYS[period] - 1) * DAY_MS);
}

/** All days from first to last, inclusive. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) days.push(dayOf(at));
  return days;
}

export interface Sum {
  /** The task, model or bank as named in the ledger. */
  readonly key: string;
  readonly calls: number;
  readonly failed: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly total: number;
  readonly durationMs: number;
}

const NOTHING = { calls: 0, failed: 0, input: 0, output: 0, cached: 0, total: 0, durationMs: 0 };

const plus = (sum: Sum, line: UsageLine): Sum => ({
  key: sum.key,
  calls: sum.calls + line.calls,
  failed: sum.failed + line.failed,
  input: sum.input + line.input_tokens,
  output: sum.output + line.output_tokens,
  cached: sum.cached + line.cached_tokens,
  total: sum.total + line.total_tokens,
  durationMs: sum.durationMs + line.duration_ms,
});

const sumBy = (lines: readonly UsageLine[], keyOf: (line: UsageLine) => string): Map<string, Sum> => {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    const key = keyOf(line);
    sums.set(key, plus(sums.get(key) ?? { key, ...NOTHING }, line));
  }
  return sums;
};

/** Models with the same name at two providers are different. */
export const keyOf = (line: UsageLine, group: Group): string => {
  if (group === 'bank') return line.bank_id;
  return group === 'operation' ? line.operation : `${line.provider} ${line.model}`;
};

export const measureOf = (sum: Pick<Sum, 'total' | 'calls'>, measure: Measure): number => (measure === 'tokens' ? sum.total : sum.calls);

/** Highest first. */
export const sumsOf = (lines: readonly UsageLine[], group: Group, measure: Measure): Sum[] =>
  [...sumBy(lines, (line) => keyOf(line, group)).values()].toSorted(
    (a, b) => measureOf(b, measure) - measureOf(a, measure) || a.key.localeCompare(b.key),
  );

/** One entry for each day with calls, newest first. */
export const sumsOfDays = (lines: readonly UsageLine[]): Sum[] =>
  [...sumBy(lines, ({ day }) => day).values()].toSorted((a, b) => b.key.localeCompare(a.key));

export const togetherOf = (lines: readonly UsageLine[]): Sum => lines.reduce(plus, { key: '', ...NOTHING });

export interface Stack {
  /** Keys of the groups from bottom to top. The last may be `OTHERS`. */
  readonly keys: readonly string[];
  readonly bars: readonly { readonly from: string; readonly isOpen: boolean; readonly parts: readonly number[] }[];
}

export const OTHERS = '\u0000others';
/** The number of colors, one of which is for all others. */
const MOST = 6;

/** A bar for every day, in parts by group, with small groups combined. */
export function stackOf(lines: readonly UsageLine[], group: Group, measure: Measure, days: readonly string[]): Stack {
  const sums = sumsOf(lines, group, measure);
  const named = sums.slice(0, sums.length > MOST ? MOST - 1 : MOST).map(({ key }) => key);
  const keys = sums.length > named.length ? [...named, OTHERS] : named;
  const places = new Map(days.map((day, at) => [day, at]));
  const parts = days.map(() => keys.map(() => 0));
  for (const line of lines) {
    const bar = parts[places.get(line.day) ?? -1];
    const named = keys.indexOf(keyOf(line, group));
    const at = named === -1 ? keys.length - 1 : named;
    if (bar) bar[at] = (bar[at] ?? 0) + (measure === 'tokens' ? line.total_tokens : line.calls);
  }
  const last = days.at(-1);
  return { keys, bars: days.map((day, at) => ({ from: day, isOpen: day === last, parts: parts[at] ?? [] })) };
}
