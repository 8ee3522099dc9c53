import type { Point, Positions } from '#components/graph/model';
import { defined } from '#lib/base/defined';

/** Soft outlines around groups of nodes. */
export interface Hull {
  readonly group: number;
  readonly points: readonly Point[];
  /** The node that the group is named after. */
  readonly hub: { readonly id: string; readonly name: string } | null;
}

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** Andrew's monotone chain. */
export function convex(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && cross(defined(chain.at(-2)), defined(chain.at(-1)), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Minimum size of a group with a hull. Outliers of a group are outside its hull. */
const LEAST = 5;
const MOST = 12;

export function hullsOf(
  groups: ReadonlyMap<string, number>,
  places: Positions,
  hubs: ReadonlyMap<number, NonNullable<Hull['hub']>> = new Map(),
): Hull[] {
  const members = new Map<number, Point[]>();
  for (const [id, group] of groups) {
    const place = places.get(id);
    if (!place || group >= MOST) continue;
    const list = members.get(group);
    if (list) list.push(place);
    else members.set(group, [place]);
  }
  return [...members]
    .filter(([, points]) => points.length >= LEAST)
    .map(([group, points]) => ({ group, points: convex(close(points)), hub: hubs.get(group) ?? null }))
    .filter(({ points }) => points.length >= 3)
    .sort((a, b) => a.group - b.group);
}

function close(points: readonly Point[]): Point[] {
  const middle = (values: number[]): number => defined(values.sort((a, b) => a - b)[Math.floor(values.length / 2)]);
  const x = middle(points.map((point) => point.x));
  const y = middle(points.map((point) => point.y));
  const far = points.map((point) => Math.hypot(point.x - x, point.y - y)).sort((a, b) => a - b);
  const reach = defined(far[Math.floor((far.length - 1) * 0.8)]) * 1.35;
  return points.filter((point) => Math.hypot(point.x - x, point.y - y) <= reach);
}
