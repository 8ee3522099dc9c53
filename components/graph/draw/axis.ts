import { timeScale } from '#components/graph/layout/plain';
import type { GraphNode, Positions } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { spanOf } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { DAY_MS } from '#components/ui/durations';
import { defined } from '#lib/base/defined';

export interface Tick {
  /** In layout units. */
  readonly x: number;
  readonly text: string;
  /** A position on the line. The others label the nodes next to it. */
  readonly isPoint: boolean;
}

const MOST = 9;
/** Days, weeks, then divisors of a year in months, then years. */
const STEPS = [
  { days: 1 },
  { days: 7 },
  { months: 1 },
  { months: 3 },
  { months: 6 },
  ...[1, 2, 5, 10, 20, 50, 100].map((years) => ({ months: years * 12 })),
] as const;
type Step = { readonly days: number } | { readonly months: number };

function stampsOf(step: Step, from: number, to: number): number[] {
  const stamps: number[] = [];
  if ('days' in step) {
    const width = step.days * DAY_MS;
    for (let at = Math.ceil(from / width) * width; at <= to && stamps.length <= MOST; at += width) stamps.push(at);
    return stamps;
  }
  const first = new Date(from);
  const month = first.getUTCFullYear() * 12 + first.getUTCMonth();
  for (let at = Math.ceil(month / step.months) * step.months; stamps.length <= MOST; at += step.months) {
    const stamp = Date.UTC(Math.floor(at / 12), at % 12, 1);
    if (stamp > to) break;
    if (stamp >= from) stamps.push(stamp);
  }
  return stamps;
}

/**
 * Dates at round distances along a timeline layout, and labels of the nodes next to it. Nodes added
 * later are elsewhere.
 */
export function axisOf(nodes: readonly GraphNode[], places: Positions, moment: Moment): Tick[] {
  const laid = nodes.flatMap((node) => {
    const place = places.get(node.id);
    return place ? [{ x: place.x, at: spanOf(node, moment)?.[0] ?? null }] : [];
  });
  const scale = timeScale(laid.map(({ at }) => at));
  if (!scale || scale.low === scale.high) return [];
  const { low, high } = scale;
  const beside = (isThere: (at: number | null) => boolean, end: (...xs: number[]) => number, text: string): Tick[] => {
    const xs = laid.filter(({ at }) => isThere(at)).map(({ x }) => x);
    return xs.length === 0 ? [] : [{ x: end(...xs), text, isPoint: false }];
  };
  const step = STEPS.find((each) => stampsOf(each, low, high).length <= MOST) ?? defined(STEPS.at(-1));
  const points = stampsOf(step, low, high).map((at) => ({
    x: scale.xOf(at),
    text: 'days' in step ? t.day(at) : step.months < 12 ? t.month(at) : t.year(at),
    isPoint: true,
  }));
  return [
    ...points,
    ...beside((at) => at !== null && at < low, Math.max, t.before(low)),
    ...beside((at) => at !== null && at > high, Math.min, t.after(high)),
    ...beside((at) => at === null, Math.min, t.withoutTime),
  ];
}
