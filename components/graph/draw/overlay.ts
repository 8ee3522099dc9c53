import { FEW, type Figure, type NodeLabel, placed, TITLE, titles } from '#components/graph/draw/labels';
import { directionOf, RING, shortLabel, TEXT_SIZES } from '#components/graph/draw/look';
import type { Show } from '#components/graph/draw/show';
import type { Graph, Point } from '#components/graph/model';
import { present } from '#lib/base/defined';

/** Position and zoom of the viewport. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly pan: Point;
}

const MOST_LABELS = 70;
/**
 * Minimum zoom for labels of facts, unless there are few. Below it, the labels would hide the
 * picture.
 */
const NEAR = 1.3;
const LIT_NEAR = 24;
const LIT_REST = 12;
/** Number of node labels that come before labels of communities. */
const FIRST = 16;
/** Pixels from the top, below the overlay. */
const AXIS_TOP = 56;

/**
 * Draws hulls below the nodes, and time axis and labels above them, on two canvases that follow the
 * viewport.
 */
export class Overlay {
  readonly #under = layer();
  readonly #over = layer();
  readonly #widths = new Map<string, number>();
  readonly #family: string;
  #order: readonly string[] = [];
  #of: Show['ties'] | null = null;

  constructor(container: HTMLElement, host: HTMLElement) {
    container.append(this.#under, host, this.#over);
    this.#family = getComputedStyle(container).fontFamily;
  }

  draw(show: Show, { width, height, zoom, pan }: Viewport, hovered: string | null): void {
    const ratio = Math.min(devicePixelRatio, 2);
    const at = ({ x, y }: Point): Point => ({ x: x * zoom + pan.x, y: y * zoom + pan.y });
    const under = ready(this.#under, width, height, ratio);
    const padding = Math.max(14, 30 * zoom);
    for (const { points } of show.hulls) drawHull(under, points.map(at), show.ink.hull, padding);
    for (const { x } of show.axis.filter(({ isPoint }) => isPoint)) drawTick(under, at({ x, y: 0 }).x, height, show.ink.line);
    const over = ready(this.#over, width, height, ratio);
    for (const id of ringed(show)) drawRing(over, show, id, at, zoom);
    over.textAlign = 'center';
    over.textBaseline = 'top';
    over.lineWidth = 3;
    over.lineJoin = 'round';
    over.strokeStyle = show.ink.ground;
    const labels = placed(
      [...axisLabels(show, at), ...this.#wanted(show, at, zoom, padding, hovered)],
      (text, size) => this.#measure(over, text, size),
      { width, height, most: MOST_LABELS, figures: figuresOf(show, at, zoom) },
    );
    for (const { id, text, at: spot, top, size } of labels) {
      over.font = this.#fontOf(size);
      over.fillStyle = id.startsWith(TITLE) ? show.ink.text3 : id === show.selected || isEntity(show, id) ? show.ink.text : show.ink.text2;
      over.direction = directionOf(text);
      over.strokeText(text, spot.x, top);
      over.fillText(text, spot.x, top);
    }
  }

  /** Labels in order of importance: where two would overlap, the later one is omitted. */
  #wanted(show: Show, at: (place: Point) => Point, zoom: number, padding: number, hovered: string | null): NodeLabel[] {
    const { selected, way, ties, graph } = show;
    const near = selected === null ? [] : (ties.get(selected) ?? []).map(({ other }) => other);
    const isLit = selected !== null || way.size > 0;
    const rest = this.#ordered(show).filter((id) => isEntity(show, id) || zoom > NEAR || graph.nodes.length <= FEW);
    const ids = [
      ...(hovered ? [hovered] : []),
      ...(selected ? [selected] : []),
      ...way,
      ...near.filter((id) => isEntity(show, id)).slice(0, LIT_NEAR),
    ];
    const later = [...(isLit && zoom < NEAR ? rest.slice(0, LIT_REST) : rest), ...near.slice(0, LIT_NEAR)];
    const seen = new Set<string>();
    const named = (some: readonly string[]): NodeLabel[] =>
      some.flatMap((id) => {
        const node = nodeOf(show, id);
        const place = show.places.get(id);
        if (!node || !place || seen.has(id)) return [];
        seen.add(id);
        const look = show.looks.get(id);
        return {
          id,
          text: shortLabel(node),
          at: at(place),
          below: ((look?.size ?? 10) / 2) * zoom,
          isMovable: true,
          size: look?.text ?? TEXT_SIZES.memory,
        };
      });
    const hubs = show.hulls.flatMap(({ hub }) => hub?.id ?? []);
    return [
      ...named(ids),
      ...named(later.slice(0, FIRST)),
      ...named(hubs),
      ...titles(show.hulls, at, padding),
      ...named(later.slice(FIRST)),
    ];
  }

  #ordered(show: Show): readonly string[] {
    if (this.#of !== show.ties) {
      this.#of = show.ties;
      this.#order = [...show.graph.nodes]
        .sort((a, b) => weightOf(show, b.id) - weightOf(show, a.id) || (a.id < b.id ? -1 : 1))
        .map(({ id }) => id);
    }
    return this.#order;
  }

  #fontOf = (size: number): string => `500 ${size}px ${this.#family}`;

  /** Measures each text once, because the width grows with the size. */
  #measure(context: CanvasRenderingContext2D, text: string, size: number): number {
    let width = this.#widths.get(text);
    if (width === undefined) {
      context.font = this.#fontOf(TEXT_SIZES.memory);
      width = context.measureText(text).width;
      this.#widths.set(text, width);
    }
    return (width * size) / TEXT_SIZES.memory;
  }
}

/** Entities in view, which are not to be covered by the labels of others. */
const figuresOf = (show: Show, at: (place: Point) => Point, zoom: number): Figure[] =>
  show.graph.nodes.flatMap(({ id, kind }) => {
    const [place, look] = [show.places.get(id), show.looks.get(id)];
    if (kind !== 'entity' || !place || !look) return [];
    const [{ x, y }, size] = [at(place), look.size * zoom];
    return [{ id, left: x - size / 2, top: y - size / 2, width: size, height: size }];
  });

const axisLabels = ({ axis }: Show, at: (place: Point) => Point): NodeLabel[] =>
  axis.map(({ x, text }) => ({
    id: `${TITLE}${text}`,
    text,
    at: { x: at({ x, y: 0 }).x, y: AXIS_TOP },
    below: 0,
    size: TEXT_SIZES.memory,
  }));

function layer(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'pointer-events-none absolute inset-0 size-full';
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

const nodes = new WeakMap<Graph, Map<string, Graph['nodes'][number]>>();
function nodeOf({ graph }: Show, id: string): Graph['nodes'][number] | undefined {
  let known = nodes.get(graph);
  if (!known) {
    known = new Map(graph.nodes.map((node) => [node.id, node]));
    nodes.set(graph, known);
  }
  return known.get(id);
}
const isEntity = (show: Show, id: string): boolean => nodeOf(show, id)?.kind === 'entity';
const weightOf = (show: Show, id: string): number => (show.ties.get(id)?.length ?? 0) + (isEntity(show, id) ? 1000 : 0);

function ready(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): CanvasRenderingContext2D {
  const context = present(canvas.getContext('2d'));
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function drawHull(context: CanvasRenderingContext2D, points: readonly Point[], color: string, padding: number): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  context.closePath();
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineJoin = 'round';
  context.lineWidth = padding * 2;
  context.stroke();
  context.fill();
}

/** Nodes that are new in a time window, and the selected node. */
const ringed = ({ fresh, selected }: Show): Iterable<string> => (selected === null ? fresh : new Set(fresh).add(selected));

function drawRing(context: CanvasRenderingContext2D, show: Show, id: string, at: (place: Point) => Point, zoom: number): void {
  const place = show.places.get(id);
  const look = show.looks.get(id);
  if (!place || !look) return;
  const { x, y } = at(place);
  context.beginPath();
  context.arc(x, y, (look.size / 2 + RING) * zoom, 0, 2 * Math.PI);
  context.strokeStyle = show.ink.accent;
  context.lineWidth = (id === show.selected ? 2 : 1.5) * Math.min(1.5, Math.max(0.6, zoom));
  context.stroke();
}

function drawTick(context: CanvasRenderingContext2D, x: number, height: number, color: string): void {
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, AXIS_TOP + 20);
  context.lineTo(Math.round(x) + 0.5, height);
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash([2, 4]);
  context.stroke();
  context.setLineDash([]);
}
