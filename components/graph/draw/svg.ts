import type { Hull } from '#components/graph/draw/hulls';
import { FEW, type NodeLabel, placed, TITLE, titles } from '#components/graph/draw/labels';
import { type Legend, legendOf } from '#components/graph/draw/legend';
import { directionOf, FADED, markOf, type NodeLook, RING, shortLabel, TEXT_SIZES } from '#components/graph/draw/look';
import { escaped, n, shape } from '#components/graph/draw/mark';
import type { GraphEdge, GraphNode, Point, Positions } from '#components/graph/model';
import { defined } from '#lib/base/defined';

/** A picture for a file, with its legend and filters. */
export interface Picture extends Legend {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly places: Positions;
  readonly looks: ReadonlyMap<string, NodeLook>;
  readonly widths: ReadonlyMap<string, number>;
  /** Ids of the links between communities that are faded. */
  readonly across: ReadonlySet<string>;
  readonly hulls: readonly Hull[];
  readonly fresh: ReadonlySet<string>;
  readonly selected: string | null;
  /** Nodes and edges of a path. */
  readonly way: ReadonlySet<string>;
  /** Ids in order of label priority, as long as there is room. */
  readonly named: readonly string[];
  /** In layout units. */
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const MOST_HIGH = 4800;
const FONT = 'Geist, ui-sans-serif, system-ui, Segoe UI, Noto Sans, sans-serif';

/** At a scale of 1, a layout unit is a pixel. The width is at least 960 pixels. */
export function toSvg(picture: Picture): { svg: string; width: number; height: number } {
  const { frame, ink, places } = picture;
  const unit = Math.max(frame.width, 1) / 960;
  const scale = unit > 1 ? 1 : 1 / unit;
  const wide = Math.max(960, Math.min(frame.width, 2400));
  // Very tall pictures are scaled down, because browsers cannot draw tens of thousands of pixels.
  const width = Math.min(wide, Math.max(240, (MOST_HIGH * Math.max(frame.width, 1)) / Math.max(frame.height, 1)));
  const ratio = width / Math.max(frame.width, 1);
  const drawn = Math.max(240, frame.height * ratio);
  const legend = legendOf(picture, width, drawn);
  const height = drawn + legend.height;
  const spotOf = ({ x, y }: Point): Point => ({ x: (x - frame.x) * ratio, y: (y - frame.y) * ratio });
  const at = (id: string): Point => spotOf(places.get(id) ?? { x: 0, y: 0 });
  const grow = Math.min(1.4, Math.max(0.35, scale === 1 ? ratio : Math.min(ratio, 1.4)));
  const parts = [
    ...picture.hulls.map(({ points }) => {
      const path = points.map(({ x, y }) => `${n((x - frame.x) * ratio)},${n((y - frame.y) * ratio)}`).join(' ');
      return `<polygon points="${path}" fill="${ink.hull}" stroke="${ink.hull}" stroke-width="${n(44 * grow)}" stroke-linejoin="round"/>`;
    }),
    ...picture.edges.map(({ id, source, target, kind }) => {
      const [a, b] = [at(source), at(target)];
      const isHot = picture.way.has(id) || (picture.selected !== null && (source === picture.selected || target === picture.selected));
      const faded = picture.across.has(id) && !isHot ? ` stroke-opacity="${FADED}"` : '';
      const dash = kind === 'proves' ? ' stroke-dasharray="4 3"' : '';
      const head = kind === 'caused_by' ? arrow(a, b, isHot ? ink.accent : ink.link) : '';
      return `<line x1="${n(a.x)}" y1="${n(a.y)}" x2="${n(b.x)}" y2="${n(b.y)}" stroke="${isHot ? ink.accent : ink.link}" stroke-width="${n((picture.widths.get(id) ?? 1) * Math.max(0.6, grow))}"${dash}${faded}/>${head}`;
    }),
    ...picture.nodes.map((node) => {
      const look = picture.looks.get(node.id);
      if (!look) return '';
      const { x, y } = at(node.id);
      const size = look.size * grow;
      const isSelected = node.id === picture.selected;
      const ring = picture.fresh.has(node.id)
        ? `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size / 2 + RING * grow)}" fill="none" stroke="${ink.accent}"/>`
        : '';
      const title = `<title>${escaped(node.label)}</title>`;
      return `<g>${title}${ring}${shape(markOf(node), size, x, y, `fill="${isSelected ? ink.accent : look.fill}" stroke="${isSelected ? ink.accent : look.stroke}" stroke-width="1.5"`)}</g>`;
    }),
    ...labelParts(picture, { width, height: drawn, grow, spotOf }),
    ...legend.parts,
  ];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${FONT}">` +
    `<rect width="100%" height="100%" fill="${ink.ground}"/>${parts.join('')}</svg>`;
  return { svg, width: Math.round(width), height: Math.round(height) };
}

const text = (x: number, y: number, words: string, size: number, fill: string, ground: string): string =>
  `<text x="${n(x)}" y="${n(y)}" direction="${directionOf(words)}" text-anchor="middle" font-size="${n(size)}" fill="${fill}" stroke="${ground}" stroke-width="3" paint-order="stroke">${escaped(words)}</text>`;

/** At two thirds of the edge, where no node covers it. */
function arrow(a: { x: number; y: number }, b: { x: number; y: number }, fill: string): string {
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return `<path d="M-4-3 3 0-4 3z" fill="${fill}" transform="translate(${n(a.x + (b.x - a.x) * 0.66)} ${n(a.y + (b.y - a.y) * 0.66)}) rotate(${n(turn)})"/>`;
}

const MOST_LABELS = 300;
/** Approximate text width, because files are created without a page. */
const widthOf = (words: string, size: number): number =>
  [...words].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : 0.56) * size, 0);

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly grow: number;
  readonly spotOf: (place: Point) => Point;
}

/** Labels as on the page. Memories are also labeled if their text covers nothing. */
function labelParts({ named, nodes, places, looks, hulls, selected, way, ink }: Picture, { width, height, grow, spotOf }: Sheet): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sizeOf = (id: string): number => ((looks.get(id)?.size ?? 12) / 2) * grow;
  const spots = nodes.flatMap(({ id }) => (places.has(id) ? [{ id, ...spotOf(defined(places.get(id))), half: sizeOf(id) }] : []));
  const covers = ({ id, text, at: { x, y }, below, size }: NodeLabel): boolean =>
    spots.some(
      (spot) =>
        spot.id !== id &&
        Math.abs(spot.x - x) < widthOf(text, size) / 2 + spot.half &&
        spot.y + spot.half > y + below &&
        spot.y - spot.half < y + below + 18,
    );
  const labels = named.flatMap((id): NodeLabel[] => {
    const [node, place] = [byId.get(id), places.get(id)];
    return node && place
      ? [{ id, text: shortLabel(node), at: spotOf(place), below: sizeOf(id), size: looks.get(id)?.text ?? TEXT_SIZES.memory }]
      : [];
  });
  const isFirst = ({ id }: NodeLabel): boolean =>
    nodes.length <= FEW || defined(byId.get(id)).kind === 'entity' || id === selected || way.has(id);
  const rest = labels.filter((label) => !isFirst(label) && !covers(label));
  const wanted = [...labels.filter(isFirst), ...titles(hulls, spotOf, 22 * grow), ...rest];
  return placed(wanted, widthOf, { width, height, most: MOST_LABELS }).map(({ id, text: words, at: { x }, top, size }) => {
    const fill = id.startsWith(TITLE) ? ink.text3 : defined(byId.get(id)).kind === 'entity' ? ink.text : ink.text2;
    return text(x, top + size, words, size, fill, ink.ground);
  });
}
