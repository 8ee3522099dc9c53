import type { Hull } from '#components/graph/draw/hulls';
import type { Point } from '#components/graph/model';
import { cut } from '#components/ui/cut';

/**
 * Chooses the labels that fit without overlap, most important first. Of its possible positions, a
 * label takes a free one that covers no other node, and is not where the label of another node is
 * expected.
 */

/** Up to this number of nodes, as many labels as possible are shown. */
export const FEW = 40;
/** Size of titles in pixels. */
const TITLE_SIZE = 13;
/** Prefix of label ids that are not node ids. */
export const TITLE = 'hull:';

export interface NodeLabel {
  readonly id: string;
  /** This label is omitted if the label of that node is shown. */
  readonly unless?: string;
  readonly text: string;
  readonly at: Point;
  /** Half of the node's height, in pixels. */
  readonly below: number;
  /** The label may be above or beside its node if it would cover something below it. */
  readonly isMovable?: boolean;
  /** Size of the text, in pixels. */
  readonly size: number;
}

export type Label = NodeLabel & Box;

/** The width of a text of a size, in pixels. */
export type TextWidth = (text: string, size: number) => number;

/** Space between two lines, in pixels. */
const LEADING = 4;
const CELL = 80;
/** Space between a node and its label, in pixels. */
const GAP = 2;
/** Height of the space below a node in which its label is expected, in pixels. */
const EXPECTED = 16;
/** In pixels. Longer labels, such as a word without an end, are cut. */
const WIDEST = 240;

/** A text of at most `WIDEST` pixels, with its width. */
function fitted({ text, size }: NodeLabel, textWidth: TextWidth): { text: string; wide: number } {
  const widthOf = (part: string): number => textWidth(part, size);
  const whole = widthOf(text);
  if (whole <= WIDEST) return { text, wide: whole + 4 };
  let short = text;
  for (let most = Math.floor(([...text].length * WIDEST) / whole); most > 1 && (short === text || widthOf(short) > WIDEST); most -= 1)
    short = cut(text, most);
  return { text: short, wide: widthOf(short) + 4 };
}

/** The start of a label centered on `x`, moved into the picture if its node is in it. */
const startOf = (x: number, wide: number, width: number): number =>
  x < 0 || x > width ? x - wide / 2 : Math.max(0, Math.min(x - wide / 2, width - wide));

/** Below its node, and if it is movable also above, after and before it, within the picture. */
function spotsOf(
  { at: { x, y }, below, isMovable = false }: NodeLabel,
  { wide, tall, width }: { readonly wide: number; readonly tall: number; readonly width: number },
): { left: number; top: number }[] {
  const left = startOf(x, wide, width);
  const middle = y - tall / 2;
  const beside = [x + below + GAP, x - below - GAP - wide].filter((start) => start >= 0 && start + wide <= width);
  return [
    { left, top: y + below + GAP },
    ...(isMovable ? [{ left, top: y - below - GAP - tall }, ...beside.map((start) => ({ left: start, top: middle }))] : []),
  ];
}

/** A node that labels of other nodes avoid. */
export type Figure = Box & { readonly id: string };

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes in the cells of a grid, so that only near ones are compared. */
class Boxes<T extends Box> {
  readonly #cells = new Map<string, T[]>();

  add(box: T): void {
    for (const cell of cellsOf(box)) {
      const list = this.#cells.get(cell);
      if (list) list.push(box);
      else this.#cells.set(cell, [box]);
    }
  }

  touch(box: Box, isMeant: (other: T) => boolean = () => true): boolean {
    return cellsOf(box).some((cell) => this.#cells.get(cell)?.some((other) => isMeant(other) && overlaps(box, other)));
  }
}

export function placed(
  wanted: readonly NodeLabel[],
  widthOf: TextWidth,
  { width, height, most, figures = [] }: { width: number; height: number; most: number; figures?: readonly Figure[] },
): Label[] {
  const [taken, avoided, expected] = [new Boxes<Label>(), new Boxes<Figure>(), new Boxes<Figure>()];
  for (const figure of figures) {
    avoided.add(figure);
    expected.add({ ...figure, top: figure.top + figure.height, height: EXPECTED });
  }
  const labels: Label[] = [];
  const named = new Set<string>();
  for (const one of wanted) {
    if (labels.length >= most) break;
    if (named.has(one.id) || (one.unless !== undefined && named.has(one.unless))) continue;
    const { text, wide } = fitted(one, widthOf);
    const tall = one.size + LEADING;
    const free = spotsOf(one, { wide, tall, width })
      .map((spot): Label => ({ ...one, ...spot, text, at: { ...one.at, x: spot.left + wide / 2 }, width: wide, height: tall }))
      .filter(
        (label) => label.left <= width && label.left + wide >= 0 && label.top <= height && label.top + tall >= 0 && !taken.touch(label),
      );
    const isOther = ({ id }: Figure) => id !== one.id;
    const costs = free.map((label) => (avoided.touch(label, isOther) ? 2 : 0) + (expected.touch(label, isOther) ? 1 : 0));
    const label = free[costs.indexOf(Math.min(...costs))];
    if (!label) continue;
    taken.add(label);
    named.add(one.id);
    labels.push(label);
  }
  return labels;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

function cellsOf({ left, top, width, height }: Box): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(left / CELL); x <= Math.floor((left + width) / CELL); x++)
    for (let y = Math.floor(top / CELL); y <= Math.floor((top + height) / CELL); y++) cells.push(`${x} ${y}`);
  return cells;
}

/**
 * Names of communities, above or otherwise below a hull, if it is large enough and the node that it
 * is named after has no label.
 */
export const titles = (hulls: readonly Hull[], at: (place: Point) => Point, padding: number): NodeLabel[] =>
  hulls.flatMap(({ group, points, hub }) => {
    if (hub === null) return [];
    const spots = points.map(at);
    const xs = spots.map(({ x }) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    if (right - left < 24) return [];
    const ys = spots.map(({ y }) => y);
    const title = { id: `${TITLE}${group}`, text: hub.name, unless: hub.id, below: 0, size: TITLE_SIZE };
    const x = (left + right) / 2;
    return [
      { ...title, at: { x, y: Math.min(...ys) - padding - 17 } },
      { ...title, at: { x, y: Math.max(...ys) + padding } },
    ];
  });
