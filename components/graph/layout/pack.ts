import { type Coordinates, type LayoutTask, STEP, tiesByIndex } from '#components/graph/layout/task';

/** Connected parts, largest first. An unlinked node is a part of its own. */
export function partsOf(task: Pick<LayoutTask, 'nodes' | 'edges'>): number[][] {
  const ties = tiesByIndex(task);
  const seen = new Set<number>();
  const parts: number[][] = [];
  for (let start = 0; start < task.nodes.length; start++) {
    if (seen.has(start)) continue;
    const part = [start];
    seen.add(start);
    for (let i = 0; i < part.length; i++)
      for (const other of ties[part[i]!]!)
        if (!seen.has(other)) {
          seen.add(other);
          part.push(other);
        }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}

const GAP = STEP * 1.1;

/**
 * Places parts in shelves below the largest one, with single nodes close together. Modifies `laid`.
 */
export function pack(laid: Coordinates, parts: readonly (readonly number[])[]): Coordinates {
  const boxes = parts.map((part) => boxOf(laid, part));
  const area = boxes.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const shelf = Math.max(boxes[0]?.width ?? 0, Math.sqrt(area * 1.5));
  let [x, y, tallest] = [0, 0, 0];
  for (const [i, part] of parts.entries()) {
    const { left, top, width, height } = boxes[i]!;
    if (x > 0 && x + width > shelf) [x, y, tallest] = [0, y + tallest + gapOf(part), 0];
    for (const node of part) {
      laid[node * 2]! += x - left;
      laid[node * 2 + 1]! += y - top;
    }
    x += width + gapOf(part);
    tallest = Math.max(tallest, height);
  }
  return laid;
}

const gapOf = (part: readonly number[]): number => (part.length === 1 ? GAP * 0.7 : GAP);

function boxOf(laid: Coordinates, part: readonly number[]): { left: number; top: number; width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const node of part) {
    left = Math.min(left, laid[node * 2]!);
    right = Math.max(right, laid[node * 2]!);
    top = Math.min(top, laid[node * 2 + 1]!);
    bottom = Math.max(bottom, laid[node * 2 + 1]!);
  }
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Pushes overlapping nodes apart. A cell of the grid contains only nodes that may touch, so the
 * cost is linear. Modifies `laid`.
 */
export function spread(
  laid: Coordinates,
  least: number,
  rounds: number,
  {
    isFixed = () => false,
    wide = () => 1,
  }: { isFixed?: (node: number) => boolean /** how much more room than `least` one takes */; wide?: (node: number) => number } = {},
): Coordinates {
  const count = laid.length / 2;
  let cell = least;
  for (let i = 0; i < count; i++) cell = Math.max(cell, least * wide(i));
  for (let round = 0; round < rounds; round++) {
    const cells = new Map<string, number[]>();
    for (let i = 0; i < count; i++) {
      const key = `${Math.floor(laid[i * 2]! / cell)} ${Math.floor(laid[i * 2 + 1]! / cell)}`;
      const inside = cells.get(key);
      if (inside) inside.push(i);
      else cells.set(key, [i]);
    }
    let touched = false;
    for (let i = 0; i < count; i++) {
      const [column, row] = [Math.floor(laid[i * 2]! / cell), Math.floor(laid[i * 2 + 1]! / cell)];
      for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++)
          for (const j of cells.get(`${column + dx} ${row + dy}`) ?? [])
            if (j > i) touched = part(laid, i, j, (least * (wide(i) + wide(j))) / 2, isFixed) || touched;
    }
    if (!touched) break;
  }
  return laid;
}

function part(laid: Coordinates, i: number, j: number, least: number, isFixed: (node: number) => boolean): boolean {
  if (isFixed(i) && isFixed(j)) return false;
  let dx = laid[j * 2]! - laid[i * 2]!;
  let dy = laid[j * 2 + 1]! - laid[i * 2 + 1]!;
  let apart = Math.hypot(dx, dy);
  if (apart >= least) return false;
  if (apart < 1e-6) [dx, dy, apart] = [Math.cos(j), Math.sin(j), 1];
  const push = (least - Math.min(apart, least)) / apart + 1e-3;
  const share = isFixed(i) ? 1 : isFixed(j) ? 0 : 0.5;
  laid[j * 2]! += dx * push * share;
  laid[j * 2 + 1]! += dy * push * share;
  laid[i * 2]! -= dx * push * (1 - share);
  laid[i * 2 + 1]! -= dy * push * (1 - share);
  return true;
}
