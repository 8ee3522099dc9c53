import { describe, expect, it } from 'vitest';
import { framed, intoView, isUncovered, meantBy, REACH } from '#components/graph/draw/aim';
import { axisOf } from '#components/graph/draw/axis';
import { convex, hullsOf } from '#components/graph/draw/hulls';
import { type Ink, mixed } from '#components/graph/draw/ink';
import { placed } from '#components/graph/draw/labels';
import { looksOf, shortLabel, widthsOf } from '#components/graph/draw/look';
import { sheetOf } from '#components/graph/draw/sheet';
import { toSvg } from '#components/graph/draw/svg';
import { type GraphNode, tiesOf, withId } from '#components/graph/model';
import { edgesCsv, nodesCsv, toJson } from '#components/graph/save';
import { MARKS, outlineOf } from '#components/ui/outline';
import type { NodeKind } from '#lib/memory/graph/literals';

const ink = new Proxy({}, { get: (_, name) => `#${String(name).slice(0, 6)}` }) as Ink;
const times = { occurred: null, mentioned: '2024-01-01', created: null };
const node = (id: string, kind: NodeKind, label = id, mentions = 1): GraphNode => ({
  id,
  kind,
  label,
  entity_kind: null,
  category: null,
  mentions,
  first: times,
  last: times,
});
const graph = {
  nodes: [node('a', 'entity', 'Ana <b>&"', 9), node('b', 'world', '=1+1'), node('c', 'experience'), node('d', 'observation', 'seen', 4)],
  edges: [
    withId({ source: 'b', target: 'a', kind: 'mentions', weight: 0.5 }),
    withId({ source: 'b', target: 'd', kind: 'proves', weight: 1 }),
  ],
};
const places = new Map(graph.nodes.map(({ id }, i) => [id, { x: i * 100, y: i * 50 }]));
const ties = tiesOf(graph);
const options = { ink, coloring: 'type', sizing: 'mentions', moment: 'mentioned', ties, groups: new Map() } as const;

describe('node looks', () => {
  it('outline entities and fill facts, larger with more mentions', () => {
    const looks = looksOf(graph.nodes, options);
    expect(looks.get('a')).toMatchObject({ stroke: ink.thing });
    expect(looks.get('a')!.fill).not.toBe(ink.thing);
    const person = { ...graph.nodes[0]!, category: 'person' as const };
    expect(looksOf([person], options).get('a')).toMatchObject({ stroke: ink.person });
    expect(looks.get('a')!.size).toBeGreaterThan(looks.get('d')!.size);
    expect(looks.get('b')).toMatchObject({ fill: ink.world, text: 11 });
    // The label of any entity is larger than that of a memory.
    expect(looksOf([node('e', 'entity')], { ...options, ties: new Map() }).get('e')!.text).toBeGreaterThan(11);
    expect(looks.get('d')!.size).toBeGreaterThan(looks.get('c')!.size);
    expect(looksOf(graph.nodes, { ...options, coloring: 'community', groups: new Map([['b', 0]]) }).get('b')!.fill).toBe(ink.chart1);
    expect(widthsOf(graph.edges).size).toBe(2);
  });
  it('mix colors', () => expect(mixed('#000000', '#ff8000', 0.5)).toBe('#804000'));
  it('cut long labels at whole characters', () => {
    expect([...shortLabel(node('x', 'entity', '𝒳'.repeat(10_000)))]).toHaveLength(28);
    expect(shortLabel(node('x', 'world', 'a\n b'))).toBe('a b');
  });
});

describe('style sheet', () => {
  it('draws nodes as polygons without the outline of Cytoscape', () => {
    const sheet = sheetOf({ link: '#000000', accent: '#007a7a' }) as { selector: string; style: Record<string, unknown> }[];
    const shapes = sheet.flatMap(({ selector, style }) => (style.shape ? [`${selector} ${style.shape}`] : []));
    expect(shapes).toEqual([
      ...MARKS.slice(0, 5).map((mark) => `node[mark="${mark}"] polygon`),
      'node[mark="world"] polygon',
      'node[mark="experience"] ellipse',
      'node[mark="observation"] polygon',
    ]);
    // Each shape is another one, in the box of Cytoscape.
    const outlines = MARKS.map((mark) => outlineOf(mark, mark === 'observation' ? 1.8 : 2));
    expect(new Set(outlines.map(String)).size).toBe(MARKS.length);
    expect(outlines.flat(2).every((at) => Math.abs(at) <= 1)).toBe(true);
    expect(sheet.some(({ style }) => 'outline-width' in style)).toBe(false);
  });
});

describe('viewport', () => {
  const targets = [
    { id: 'below', at: { x: 0, y: 0 }, reach: 4 },
    { id: 'above', at: { x: 10, y: 0 }, reach: 4 },
  ];
  it.each([
    [0, 0, 'below'],
    [5.5, 0, 'above'],
    [4.5, 0, 'below'],
    [0, 21, 'below'],
    [0, 23, null],
  ])('maps a tap at %d, %d to %s', (x, y, meant) => expect(meantBy({ x, y }, targets, REACH.finger)).toBe(meant));
  it.each([
    [200, 0],
    [16, 0],
    [10, 62],
    [-300, 372],
    [390, -62],
  ])('moves a node at %d of 400 by %d', (at, by) => expect(intoView(at, 0, 400)).toBe(by));
  it('centers if there is no room', () => expect(intoView(500, 100, 120)).toBe(-390));
  it('fits the picture into the uncovered area', () => {
    const [box, covered] = [
      { x1: -100, y1: 0, w: 2000, h: 1000 },
      { top: 100, bottom: 200, left: 0, right: 300 },
    ];
    const { zoom, pan } = framed(box, { width: 1000, height: 800 }, covered, 0.05);
    expect([box.x1 * zoom + pan.x, box.y1 * zoom + pan.y].every((at) => at >= 0)).toBe(true);
    expect((box.x1 + box.w) * zoom + pan.x).toBeLessThanOrEqual(700);
    expect(box.y1 * zoom + pan.y).toBeGreaterThan(100);
    expect((box.y1 + box.h) * zoom + pan.y).toBeLessThan(600);
    const mirrored = framed(box, { width: 1000, height: 800 }, { ...covered, left: 300, right: 0 }, 0.05);
    expect(mirrored).toEqual({ zoom, pan: { x: pan.x + 300, y: pan.y } });
    expect(framed({ ...box, w: 1, h: 1 }, { width: 1000, height: 800 }, covered, 0.05).zoom).toBe(1.6);
  });
});

describe('an expansion', () => {
  it('is uncovered only where no panel lies over it', () => {
    const size = { width: 1000, height: 800 };
    const covered = { top: 100, bottom: 200, left: 0, right: 300 };
    expect(isUncovered({ x1: 10, y1: 110, w: 600, h: 400 }, size, covered)).toBe(true);
    expect(isUncovered({ x1: 500, y1: 110, w: 300, h: 400 }, size, covered)).toBe(false);
    expect(isUncovered({ x1: 10, y1: 90, w: 600, h: 400 }, size, covered)).toBe(false);
    expect(isUncovered({ x1: 10, y1: 300, w: 600, h: 400 }, size, covered)).toBe(false);
  });
});

describe('labels', () => {
  const wanted = [0, 5, 200].map((x, i) => ({ id: String(i), text: 'label', at: { x, y: 20 }, below: 5, size: 11 }));
  it('never overlap, most important first', () => {
    expect(placed(wanted, () => 40, { width: 400, height: 100, most: 9 }).map(({ id }) => id)).toEqual(['0', '2']);
    expect(placed(wanted, () => 40, { width: 400, height: 100, most: 1 })).toHaveLength(1);
    expect(placed(wanted, () => 40, { width: 100, height: 100, most: 9 })).toHaveLength(1);
    // A taller label needs more room. A title is omitted beside the label of its node.
    const two = [0, 18].map((y, i) => ({ ...wanted[0]!, id: String(i), at: { x: 50, y } }));
    const sized = (size: number) =>
      placed(
        two.map((one) => ({ ...one, size })),
        () => 40,
        { width: 400, height: 100, most: 9 },
      );
    expect([11, 16].map((size) => sized(size).length)).toEqual([2, 1]);
    expect(placed([wanted[2]!, { ...wanted[0]!, unless: '2' }], () => 40, { width: 400, height: 100, most: 9 })).toHaveLength(1);
  });
  it('are above or beside their node if they would cover another one below it', () => {
    const one = { ...wanted[0]!, at: { x: 100, y: 50 }, isMovable: true };
    const topOf = (...figures: { id: string; left: number; top: number; width: number; height: number }[]) =>
      placed([one], () => 40, { width: 400, height: 100, most: 9, figures })[0]!.top;
    const [below, above] = [50 + 5 + 2, 50 - 5 - 2 - 15];
    const box = { left: 90, width: 10, height: 10 };
    const beside = 50 - 15 / 2;
    expect(topOf()).toBe(below);
    expect(topOf({ ...box, id: '0', top: 60 })).toBe(below);
    expect(topOf({ ...box, id: '9', top: 60 })).toBe(above);
    // Directly below another node, a label would seem to be of that node.
    expect(topOf({ ...box, id: '8', top: 60 }, { ...box, id: '9', top: 15 })).toBe(beside);
    expect(topOf({ ...box, id: '8', top: 60 }, { ...box, id: '9', top: 30 })).toBe(beside);
    const around = [110, 60].map((left, i) => ({ left, top: 45, width: 20, height: 10, id: `${i + 5}` }));
    expect(topOf({ ...box, id: '8', top: 60 }, { ...box, id: '9', top: 30 }, ...around)).toBe(below);
  });
  it('are cut where a word has no end, and stay in the picture', () => {
    const endless = [0, 600].map((x, i) => ({ id: String(i), text: 'W'.repeat(42), at: { x, y: 20 }, below: 5, size: 11 }));
    const labels = placed(endless, (text) => text.length * 11, { width: 600, height: 100, most: 9 });
    expect(labels.map(({ left, width }) => [left >= 0, left + width <= 600])).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const { text, width } of labels) {
      expect(text).toMatch(/^W+…$/);
      expect(width).toBeLessThanOrEqual(244);
    }
  });
});

describe('hulls', () => {
  it('contain their points without outliers', () => {
    const square = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [5, 5],
    ].map(([x, y]) => ({ x: x!, y: y! }));
    expect(convex(square)).toHaveLength(4);
    const spots = new Map([...square, { x: 900, y: 900 }].map((place, i) => [String(i), place]));
    const [hull] = hullsOf(new Map([...spots.keys()].map((id) => [id, 0])), spots);
    expect(Math.max(...hull!.points.map(({ x }) => x))).toBe(10);
    expect(hullsOf(new Map([['0', 0]]), spots)).toEqual([]);
  });
});

describe('time axis', () => {
  const at = (time: string | null, i: number): GraphNode => ({
    ...node(String(i), 'world'),
    first: { occurred: null, mentioned: time, created: null },
    last: { occurred: null, mentioned: time, created: null },
  });
  const texts = (...days: (string | null)[]) => {
    const nodes = days.map(at);
    return axisOf(nodes, new Map(nodes.map(({ id }) => [id, { x: 0, y: 0 }])), 'mentioned').map(({ text }) => text);
  };
  it('has a limited number of dates at round distances', () => {
    expect(texts('2024-01-10', '2024-06-20')).toEqual(['Feb 2024', 'Mar 2024', 'Apr 2024', 'May 2024', 'Jun 2024']);
    expect(texts('2020-03-01', '2024-06-20')).toEqual([
      'Jul 2020',
      'Jan 2021',
      'Jul 2021',
      'Jan 2022',
      'Jul 2022',
      'Jan 2023',
      'Jul 2023',
      'Jan 2024',
    ]);
    expect(texts('2024-01-01', '2024-01-04')).toHaveLength(4);
    const many = Array.from({ length: 30 }, (_, i) => `2024-01-${String(i + 1).padStart(2, '0')}`);
    expect(texts(...many, '1908-01-01', '2090-01-01', null).slice(-3)).toEqual(['before 2 Jan 2024', 'after 29 Jan 2024', 'no such time']);
    expect(texts('1000-01-01', '2024-01-04').length).toBeLessThan(25);
    expect(texts('2024-01-01', '2024-01-01', null)).toEqual([]);
    expect(texts(null)).toEqual([]);
  });
});

describe('files', () => {
  const picture = {
    ...graph,
    places,
    looks: looksOf(graph.nodes, options),
    widths: widthsOf(graph.edges),
    across: new Set<string>(),
    hulls: [],
    fresh: new Set(['b']),
    selected: 'a',
    named: ['a', 'b', 'c', 'd'],
    way: new Set<string>(),
    colors: 'kinds' as const,
    legend: [{ mark: 'thing' as const, text: 'Thing 1' }],
    lines: [{ kind: 'proves' as const, text: 'proves 1' }],
    caption: ['words "x"'],
    ink,
    frame: { x: -50, y: -50, width: 400, height: 300 },
  };
  it('draw every node and edge with legend and caption, and escape markup', () => {
    const { svg, width, height } = toSvg(picture);
    expect([width, height]).toEqual([960, 784]);
    expect(svg.match(/<line /g)).toHaveLength(4);
    expect(svg).toContain('proves 1');
    expect(svg.match(/<polygon /g)).toHaveLength(4);
    expect(svg).toContain('Ana &lt;b&gt;&amp;&quot;');
    expect(svg).toContain('words &quot;x&quot;');
    expect(svg).toContain('stroke-dasharray');
  });
  it('explain colors that do not mean types', () => {
    const swatches = Array.from({ length: 8 }, (_, i) => ({ color: `#00000${i}`, text: `sourdough, oven, rye and flour ${i}` }));
    const drawn = toSvg({ ...picture, colors: swatches });
    for (const { color, text } of swatches) expect(drawn.svg).toMatch(new RegExp(`fill="${color}"/><text [^>]*>${text}`));
    expect(drawn.height).toBeGreaterThan(toSvg(picture).height);
    expect(drawn.svg).not.toContain(`stroke="${ink.thing}" stroke-width="1.4"`);
    const { svg } = toSvg({
      ...picture,
      colors: { low: '#101010', high: '#202020', from: '1 Jan', to: '2 Feb', rest: [{ color: '#303030', text: '3 without' }] },
    });
    expect(svg).toMatch(/1 Jan.*#101010.*#202020.*2 Feb.*#303030.*3 without/);
  });
  it('list nodes and links, escaped for spreadsheets', () => {
    expect(nodesCsv(graph).split('\r\n')).toHaveLength(6);
    expect(nodesCsv(graph)).toContain(`"'=1+1"`);
    expect(edgesCsv(graph)).toContain('b,d,proves,1,');
    const json = JSON.parse(toJson(graph, places, { bank: 'x' }));
    expect(json.elements.nodes[1]).toMatchObject({ data: { id: 'b', kind: 'world' }, position: { x: 100, y: 50 } });
    expect(json.elements.edges).toHaveLength(2);
  });
});
