import cytoscape, { type Core, type EventObject } from 'cytoscape';
import { framed, type Insets, intoView, isUncovered, meantBy, REACH, type Viewpoint } from '#components/graph/draw/aim';
import { markOf, type NodeLook } from '#components/graph/draw/look';
import { Overlay } from '#components/graph/draw/overlay';
import { SHEET, sheetOf } from '#components/graph/draw/sheet';
import type { Show } from '#components/graph/draw/show';
import type { Graph, Point, Positions } from '#components/graph/model';

export interface StageCallbacks {
  readonly onSelect: (id: string | null) => void;
  readonly onEdge: (id: string) => void;
  readonly onExpand: (id: string) => void;
  readonly onPin: (id: string, at: Point) => void;
  /** Called after the viewport has moved, with null if it shows the whole picture. */
  readonly onViewpoint: (viewpoint: Viewpoint | null) => void;
}

const FAR = 0.05;
const NEAR = 4;
/** From this zoom on, a node can be distinguished from its neighbors. */
const READABLE = 0.9;
/** The viewport is reported after it has not moved for this time, in milliseconds. */
const SETTLED_MS = 400;
/** Number of edges that are added per frame. */
const SLICE = 600;
const FLY_MS = 250;
/** From this number on, highlighted links are drawn thin, because they cover everything. */
const HUB = 60;
/** Two taps within this time, in milliseconds, are a double tap. */
const TWICE_MS = 350;

/**
 * Cytoscape adds a style element to the page unless an element has this id. The content security
 * policy forbids it, and it is not needed.
 */
const ITS_STYLE = '__________cytoscape_stylesheet';

/** Cytoscape on a page. Cytoscape draws nodes and edges; hulls are below and labels above. */
export class Stage {
  readonly #cy: Core;
  readonly #overlay: Overlay;
  readonly #resized: ResizeObserver;
  readonly #container: HTMLElement;
  #show: Show | null = null;
  #left: Graph['edges'] = [];
  #frame = 0;
  #hovered: string | null = null;
  /** The position of a dragged node before the drag. */
  #dragged: { readonly id: string; readonly at: Point } | null = null;
  /** The viewport of the last fit, or of the node that a link opened. */
  #fitted: { readonly zoom: number; readonly pan: Point; readonly on: string | null } | null = null;
  #tapped: { id: string; at: number } | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;
  #report: ReturnType<typeof setTimeout> | undefined;
  readonly #calm: boolean;
  readonly #insets: () => Insets;

  constructor(container: HTMLElement, acts: StageCallbacks, { calm, insets }: { calm: boolean; insets: () => Insets }) {
    this.#insets = insets;
    this.#container = container;
    this.#calm = calm;
    const host = document.createElement('div');
    host.className = 'absolute inset-0';
    this.#overlay = new Overlay(container, host);
    if (!document.getElementById(ITS_STYLE)) document.head.append(Object.assign(document.createElement('meta'), { id: ITS_STYLE }));
    this.#cy = cytoscape({
      container: host,
      style: SHEET,
      minZoom: FAR,
      maxZoom: NEAR,
      desktopTapThreshold: 6,
      pixelRatio: Math.min(devicePixelRatio, 1.5),
      boxSelectionEnabled: false,
      selectionType: 'single',
      autounselectify: true,
      hideEdgesOnViewport: false,
      textureOnViewport: false,
    });
    this.#listen(acts);
    this.#resized = new ResizeObserver(() => {
      const [width, height] = [this.#cy.width(), this.#cy.height()];
      this.#cy.resize();
      // Keeps the center.
      const wasFitted = this.#isFitted();
      this.#cy.panBy({ x: (this.#cy.width() - width) / 2, y: (this.#cy.height() - height) / 2 });
      if (wasFitted && this.#fitted) this.#fitted = { ...this.#fitted, pan: { ...this.#cy.pan() } };
      if (this.#show?.selected) this.reveal(this.#show.selected);
      this.#draw();
    });
    this.#resized.observe(container);
  }

  #listen({ onSelect, onEdge, onExpand, onPin, onViewpoint }: StageCallbacks): void {
    const cy = this.#cy;
    cy.on('viewport', () => {
      clearTimeout(this.#report);
      this.#report = setTimeout(() => this.#fitted && onViewpoint(this.#isFitted() ? null : this.viewpoint()), SETTLED_MS);
    });
    cy.on('render', () => this.#draw());
    cy.on('tap', (event: EventObject) => {
      const id = this.#meant(event);
      if (id === null) return event.target === cy ? onSelect(null) : onEdge(event.target.id());
      const now = performance.now();
      const isSecond = this.#tapped?.id === id && now - this.#tapped.at < TWICE_MS;
      this.#tapped = isSecond ? null : { id, at: now };
      if (isSecond) return onExpand(id);
      onSelect(id);
      // Nothing moves under a pointer that may tap again.
      clearTimeout(this.#later);
      this.#later = setTimeout(() => this.#show?.selected === id && this.reveal(id), TWICE_MS);
    });
    cy.on('drag', 'node', ({ target }) => {
      this.#dragged = { id: target.id(), at: { ...target.position() } };
    });
    cy.on('dragfree', 'node', ({ target }) => {
      this.#dragged = null;
      onPin(target.id(), { ...target.position() });
    });
    cy.on('mouseover mouseout', 'node', ({ type, target }) => {
      this.#hovered = type === 'mouseover' ? target.id() : null;
      this.#container.style.cursor = this.#hovered ? 'pointer' : '';
      this.#draw();
    });
  }

  #meant({ renderedPosition, originalEvent }: EventObject): string | null {
    const zoom = this.#cy.zoom();
    const targets = this.#cy.nodes().map((node) => ({ id: node.id(), at: node.renderedPosition(), reach: (node.data('size') / 2) * zoom }));
    return meantBy(renderedPosition, targets, originalEvent.type.startsWith('touch') ? REACH.finger : REACH.mouse);
  }

  set(show: Show): void {
    const before = this.#show;
    this.#show = show;
    const cy = this.#cy;
    const isOther = before?.graph !== show.graph;
    cy.batch(() => {
      if (before?.ink !== show.ink) cy.style().fromJson(sheetOf(show.ink)).update();
      if (isOther) this.#exchange(show);
      if (isOther || before.places !== show.places) this.#move(show.places);
      if (isOther || before.looks !== show.looks || before.widths !== show.widths || before.across !== show.across) this.#dress(show);
      if (isMarked(show) || (before && isMarked(before))) this.#mark(show);
    });
    this.#draw();
  }

  #exchange(show: Show): void {
    const { graph, places, looks } = show;
    const cy = this.#cy;
    const wanted = new Set([...graph.nodes.map(({ id }) => id), ...graph.edges.map(({ id }) => id)]);
    cy.elements()
      .filter((element) => !wanted.has(element.id()))
      .remove();
    cy.add(
      graph.nodes
        .filter(({ id }) => cy.getElementById(id).empty())
        .map((node) => ({
          group: 'nodes' as const,
          data: { id: node.id, mark: markOf(node), ...(looks.get(node.id) ?? PLAIN) },
          position: { ...(places.get(node.id) ?? ORIGIN) },
        })),
    );
    this.#left = graph.edges.filter(({ id }) => cy.getElementById(id).empty());
    this.#addEdges(show);
  }

  /** Adds some edges per frame, because adding all at once would block typing. */
  #addEdges({ widths, across }: Show): void {
    const now = this.#left.slice(0, SLICE);
    this.#left = this.#left.slice(SLICE);
    this.#cy.add(
      now.map(({ id, source, target, kind }) => ({
        group: 'edges' as const,
        data: { id, source, target, kind, width: widths.get(id) ?? 1 },
        classes: across.has(id) ? 'across' : '',
      })),
    );
    this.#container.dataset.drawn = String(this.#cy.edges().length);
    cancelAnimationFrame(this.#frame);
    if (this.#left.length === 0) return;
    this.#frame = requestAnimationFrame(() => {
      const show = this.#show;
      if (!show || this.#cy.destroyed()) return;
      this.#cy.batch(() => {
        this.#addEdges(show);
        if (isMarked(show)) this.#mark(show);
      });
    });
  }

  #move(places: Positions): void {
    this.#cy.nodes().forEach((node) => {
      const place = places.get(node.id());
      const now = node.position();
      if (place && (place.x !== now.x || place.y !== now.y)) node.position({ ...place });
    });
  }

  #dress({ looks, widths, across }: Show): void {
    this.#cy.nodes().forEach((node) => {
      const look = looks.get(node.id());
      if (look && (node.data('size') !== look.size || node.data('fill') !== look.fill || node.data('stroke') !== look.stroke))
        node.data(look);
    });
    this.#cy.edges().forEach((edge) => {
      const width = widths.get(edge.id()) ?? 1;
      if (edge.data('width') !== width) edge.data('width', width);
      edge.toggleClass('across', across.has(edge.id()));
    });
  }

  #mark({ selected, way, fresh, pinned, ties }: Show): void {
    const near = new Set(selected === null ? [] : (ties.get(selected) ?? []).map(({ other }) => other));
    const isLit = selected !== null || way.size > 0;
    const isHub = near.size > HUB;
    this.#cy.nodes().forEach((node) => {
      const id = node.id();
      node.toggleClass('selected', id === selected);
      node.toggleClass('way', way.has(id));
      node.toggleClass('fresh', fresh.has(id));
      node.toggleClass('pinned', pinned.has(id));
      node.toggleClass('dim', isLit && id !== selected && !near.has(id) && !way.has(id));
    });
    this.#cy.edges().forEach((edge) => {
      const isHot = selected !== null && (edge.data('source') === selected || edge.data('target') === selected);
      edge.toggleClass('hot', isHot || way.has(edge.id()) || edge.id() === selected);
      edge.toggleClass('many', isHot && isHub && !way.has(edge.id()));
      edge.toggleClass('dim', isLit && !isHot && !way.has(edge.id()));
    });
  }

  /** Fits everything into view, up to the maximum zoom. */
  fit(animate = false): void {
    const elements = this.#cy.nodes();
    if (elements.empty()) return;
    const box = elements.boundingBox({ includeLabels: false, includeOverlays: false });
    this.#fitted = { ...framed(box, { width: this.#cy.width(), height: this.#cy.height() }, this.#insets(), FAR), on: null };
    this.#container.dataset.fitted = String(elements.length);
    this.#go(this.#fitted, animate);
  }

  /**
   * Fits again if the user has not moved the viewport, because the overlay now covers another part.
   */
  refit(): void {
    if (!this.#fitted || !this.#isFitted()) return;
    const { on } = this.#fitted;
    if (on !== null && on === this.#show?.selected) this.begin(on);
    else this.fit();
  }

  /** Whether the viewport is that of the last fit. */
  #isFitted(): boolean {
    const [zoom, { x, y }] = [this.#cy.zoom(), this.#cy.pan()];
    return this.#fitted?.zoom === zoom && this.#fitted.pan.x === x && this.#fitted.pan.y === y;
  }

  /** Centers the node of a link in the uncovered area, until the user moves the viewport. */
  begin(id: string): void {
    const to = this.#about(id, Math.max(this.#cy.zoom(), READABLE));
    if (!to) return;
    this.#fitted = { ...to, on: id };
    this.#go(to, false);
  }

  /** Centers a node, and zooms in if it cannot be distinguished from others. */
  fly(id: string): void {
    const to = this.#about(id, Math.max(this.#cy.zoom(), READABLE));
    if (to) this.#go(to, true);
  }

  #about(id: string, zoom: number): { zoom: number; pan: Point } | null {
    const node = this.#cy.getElementById(id);
    if (node.empty()) return null;
    const { x, y } = node.position();
    const middle = this.#middle();
    return { zoom, pan: { x: middle.x - x * zoom, y: middle.y - y * zoom } };
  }

  /**
   * Moves the viewport only if the node is not visible, and no further than necessary. A whole
   * picture stays whole beside the details.
   */
  reveal(id: string): void {
    this.refit();
    const node = this.#cy.getElementById(id);
    if (node.empty()) return;
    const { x, y } = node.renderedPosition();
    const { top, bottom, left, right } = this.#insets();
    const dx = intoView(x, left, this.#cy.width() - right);
    const dy = intoView(y, top, this.#cy.height() - bottom);
    const pan = this.#cy.pan();
    if (dx !== 0 || dy !== 0) this.#go({ zoom: this.#cy.zoom(), pan: { x: pan.x + dx, y: pan.y + dy } }, true);
  }

  /** Null if none of these nodes is in the picture. */
  #nodesOf(ids: readonly string[]) {
    const wanted = new Set(ids);
    const nodes = this.#cy.nodes().filter((node) => wanted.has(node.id()));
    return nodes.empty() ? null : nodes;
  }

  /** Fits these nodes into the uncovered area. */
  enclose(ids: readonly string[]): void {
    const box = this.#nodesOf(ids)?.boundingBox({ includeLabels: false, includeOverlays: false });
    if (box) this.#go(framed(box, { width: this.#cy.width(), height: this.#cy.height() }, this.#insets(), FAR), true);
  }

  /** Fits these nodes into the uncovered area if one of them is outside it. */
  reach(ids: readonly string[]): void {
    const box = this.#nodesOf(ids)?.renderedBoundingBox({ includeLabels: false, includeOverlays: false });
    if (box && !isUncovered(box, { width: this.#cy.width(), height: this.#cy.height() }, this.#insets())) this.enclose(ids);
  }

  /** The viewpoint, for a link. It does not depend on the size of the window. */
  viewpoint(): Viewpoint {
    const [zoom, pan, middle] = [this.#cy.zoom(), this.#cy.pan(), this.#middle()];
    return { x: (middle.x - pan.x) / zoom, y: (middle.y - pan.y) / zoom, zoom };
  }

  /** Moves to the viewpoint of a link. */
  look({ x, y, zoom: wanted }: Viewpoint): void {
    const zoom = Math.min(NEAR, Math.max(FAR, wanted));
    const middle = this.#middle();
    this.#go({ zoom, pan: { x: middle.x - x * zoom, y: middle.y - y * zoom } }, false);
  }

  /** The center of the uncovered area. */
  #middle(): Point {
    const { top, bottom, left, right } = this.#insets();
    return { x: (left + this.#cy.width() - right) / 2, y: (top + this.#cy.height() - bottom) / 2 };
  }

  zoomBy(factor: number): void {
    const zoom = Math.min(NEAR, Math.max(FAR, this.#cy.zoom() * factor));
    this.#cy.zoom({ level: zoom, renderedPosition: this.#middle() });
  }

  /** The visible area in layout units. */
  frame(): { x: number; y: number; width: number; height: number } {
    const { x1, y1, w, h } = this.#cy.extent();
    const { left, right } = this.#insets();
    const zoom = this.#cy.zoom();
    return { x: x1 + left / zoom, y: y1, width: w - (left + right) / zoom, height: h };
  }

  /** The position of a node on the stage, in pixels. */
  at(id: string): Point | null {
    const node = this.#cy.getElementById(id);
    return node.empty() ? null : { ...node.renderedPosition() };
  }

  destroy(): void {
    this.#resized.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#later);
    clearTimeout(this.#report);
    this.#cy.destroy();
    this.#container.replaceChildren();
  }

  #go(to: { zoom: number; pan: Point }, animate: boolean): void {
    this.#cy.stop();
    if (animate && !this.#calm) this.#cy.animate(to, { duration: FLY_MS });
    else this.#cy.viewport(to);
  }

  #draw(): void {
    const show = this.#show;
    const cy = this.#cy;
    if (!show || cy.destroyed()) return;
    const held = this.#dragged;
    const places = held ? new Map(show.places).set(held.id, held.at) : show.places;
    this.#overlay.draw({ ...show, places }, { width: cy.width(), height: cy.height(), zoom: cy.zoom(), pan: cy.pan() }, this.#hovered);
  }
}

const ORIGIN: Point = { x: 0, y: 0 };
const PLAIN: NodeLook = { size: 10, text: 11, fill: '#888888', stroke: '#888888' };

const isMarked = ({ selected, way, fresh, pinned }: Show): boolean => selected !== null || way.size + fresh.size + pinned.size > 0;
