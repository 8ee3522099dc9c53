import type { Place } from '#components/graph/model';

/** How far beside a node a tap may fall, in pixels: of a mouse, and of a finger. */
export const REACH = { mouse: 6, finger: 18 } as const;

export interface Target {
  readonly id: string;
  readonly at: Place;
  /** half of its size */
  readonly reach: number;
}

/** The node that is meant by a tap: the nearest. null: none is near. Cytoscape takes the one that it drew last, or a link beside it. */
export function meantBy({ x, y }: Place, targets: readonly Target[], most: number): string | null {
  let meant: string | null = null;
  let least = most;
  for (const { id, at, reach } of targets) {
    const apart = Math.hypot(at.x - x, at.y - y) - reach;
    if (apart < least) [meant, least] = [id, apart];
  }
  return meant;
}

/** What is nearer to an edge of what can be seen is hard to see, and is brought so far inside. */
const EDGE = { least: 16, inside: 72 } as const;

/** How far something has to be moved to stand between two edges; 0: it does. */
export function intoView(at: number, from: number, to: number): number {
  if (at >= from + EDGE.least && at <= to - EDGE.least) return 0;
  const inside = Math.min(EDGE.inside, Math.max(0, (to - from) / 2));
  return Math.min(Math.max(at, from + inside), to - inside) - at;
}

/** How many pixels are covered on each side. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

/** Pixels between the picture and its frame, or what lies over it; above there is room for the name of a community. */
const PADDING = { side: 40, top: 52, bottom: 32 };
/** A few nodes are not brought nearer than this. */
const NEAREST = 1.6;

/** From where everything in a box is in sight, in what is not covered. */
export function framed(
  { x1, y1, w, h }: { readonly x1: number; readonly y1: number; readonly w: number; readonly h: number },
  { width, height }: { readonly width: number; readonly height: number },
  covered: Insets,
  farthest: number,
): { zoom: number; pan: Place } {
  const top = covered.top + PADDING.top;
  const across = width - covered.right;
  const room = { width: across - PADDING.side * 2, height: Math.max(80, height - top - covered.bottom - PADDING.bottom) };
  const zoom = Math.max(farthest, Math.min(NEAREST, room.width / Math.max(w, 1), room.height / Math.max(h, 1)));
  return { zoom, pan: { x: across / 2 - (x1 + w / 2) * zoom, y: top + room.height / 2 - (y1 + h / 2) * zoom } };
}
