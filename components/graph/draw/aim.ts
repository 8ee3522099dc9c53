import type { Point } from '#components/graph/model';

/** Maximum distance of a tap from the edge of a node, in pixels. */
export const REACH = { mouse: 6, finger: 18 } as const;

export interface PointerTarget {
  readonly id: string;
  readonly at: Point;
  /** Half of its size. */
  readonly reach: number;
}

/**
 * The nearest node to a tap, or null if none is near. Cytoscape would take the node drawn last, or
 * a link next to it.
 */
export function meantBy({ x, y }: Point, targets: readonly PointerTarget[], most: number): string | null {
  let meant: string | null = null;
  let least = most;
  for (const { id, at, reach } of targets) {
    const apart = Math.hypot(at.x - x, at.y - y) - reach;
    if (apart < least) [meant, least] = [id, apart];
  }
  return meant;
}

/**
 * Nodes closer than `least` pixels to the edge are hard to see and are moved `inside` pixels from
 * it.
 */
const EDGE = { least: 16, inside: 72 } as const;

/** The distance by which a position must move to be between two edges, or 0. */
export function intoView(at: number, from: number, to: number): number {
  if (at >= from + EDGE.least && at <= to - EDGE.least) return 0;
  const inside = Math.min(EDGE.inside, Math.max(0, (to - from) / 2));
  return Math.min(Math.max(at, from + inside), to - inside) - at;
}

/** The number of covered pixels on each side. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Pixels between the picture and its frame or overlay. The top leaves room for the name of a
 * community.
 */
const PADDING = { side: 40, top: 52, bottom: 32 };
/** Maximum zoom, for pictures with few nodes. */
const NEAREST = 1.6;

/** Zoom and pan that make a box visible in the uncovered area. */
export function framed(
  { x1, y1, w, h }: { readonly x1: number; readonly y1: number; readonly w: number; readonly h: number },
  { width, height }: { readonly width: number; readonly height: number },
  covered: Insets,
  farthest: number,
): { zoom: number; pan: Point } {
  const top = covered.top + PADDING.top;
  const across = width - covered.left - covered.right;
  const room = { width: across - PADDING.side * 2, height: Math.max(80, height - top - covered.bottom - PADDING.bottom) };
  const zoom = Math.max(farthest, Math.min(NEAREST, room.width / Math.max(w, 1), room.height / Math.max(h, 1)));
  return { zoom, pan: { x: covered.left + across / 2 - (x1 + w / 2) * zoom, y: top + room.height / 2 - (y1 + h / 2) * zoom } };
}

/** Whether a box in pixels of the stage is in the uncovered area. */
export const isUncovered = (
  { x1, y1, w, h }: { readonly x1: number; readonly y1: number; readonly w: number; readonly h: number },
  { width, height }: { readonly width: number; readonly height: number },
  { top, bottom, left, right }: Insets,
): boolean => x1 >= left && y1 >= top && x1 + w <= width - right && y1 + h <= height - bottom;

/** The point of the layout in the middle of the uncovered area, and the zoom. */
export interface Viewpoint {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
